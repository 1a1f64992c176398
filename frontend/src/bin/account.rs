//! What phones load behind a game.

quizrain_frontend::texts!(account);

fn main() {
    quizrain_frontend::account::start(texts);
}
