//! What phones load behind a game.

fn main() {
    quizrain_frontend::account::start();
}
