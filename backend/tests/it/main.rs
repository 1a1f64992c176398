//! Integration tests over real parts: the `quizrain` program, redis-server, SQLite, sockets.
//!
//! One binary, so that it links once. Every test owns its data folder, its Redis and its port,
//! and waits for conditions with a deadline.

mod common;
mod play;
