//! What engineers load to see every component.

quizrain_frontend::texts!(styleguide);

fn main() {
    quizrain_frontend::styleguide::start(texts);
}
