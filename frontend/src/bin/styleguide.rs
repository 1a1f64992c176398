//! What engineers load to see every component.

fn main() {
    quizrain_frontend::styleguide::start();
}
