//! What phones load for a game.

fn main() {
    quizrain_frontend::player::start();
}
