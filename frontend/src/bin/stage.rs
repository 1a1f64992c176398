//! What hosts and big screens load.

quizrain_frontend::texts!(stage);

fn main() {
    quizrain_frontend::stage::start(texts);
}
