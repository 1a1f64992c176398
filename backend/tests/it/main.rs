//! Integration tests over real parts: the `quizrain` program, redis-server, SQLite, sockets.
//!
//! One binary, so that it links once. Every test owns its data folder, its Redis and its port,
//! and waits for conditions with a deadline.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "that is how a test fails"
)]

mod admission;
mod arrows;
mod assets;
mod audit;
mod away;
mod batcher;
mod batches;
mod booth;
mod common;
mod deploy;
mod documents;
mod draws;
mod durable;
mod failover;
mod gone_back;
mod hostile;
mod large;
mod links;
mod metrics;
mod nodes;
mod over;
mod payout;
mod play;
mod postgres;
mod protocol;
mod pushes;
mod rain;
mod restart;
mod restored;
mod restorer;
mod retention;
mod scripts;
mod sealed;
mod settle;
mod settling;
mod shards;
mod stalled;
mod start;
mod statement;
mod thousands;
mod tls;
mod unheard;
