//! What hosts and big screens load.

fn main() {
    quizrain_frontend::stage::start();
}
