//! `quizrain-bench`: bots that rehearse an event, and the load client that measures the server.

fn main() {}
