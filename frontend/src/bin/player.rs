//! What phones load.

fn main() {
    quizrain_frontend::player::start();
}
