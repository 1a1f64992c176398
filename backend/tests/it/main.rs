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

mod actions;
mod admission;
mod api_docs;
mod api_keys;
mod arrows;
mod assets;
mod audit;
mod avatars;
mod away;
mod batcher;
mod batches;
mod booth;
mod broken;
mod check;
mod common;
mod crew;
mod deploy;
mod devices;
mod documents;
mod draws;
mod durable;
mod erasures;
mod failover;
mod flags;
mod game_over;
mod guests;
mod heirs;
mod history;
mod host_control;
mod host_provider;
mod hostile;
mod hosts;
mod https;
mod identity;
mod join_field;
mod kinds;
mod large;
mod library;
mod metrics;
mod modes;
mod nodes;
mod oidc;
mod own_data;
mod owners;
mod ownership;
mod paced;
mod payout;
mod planned;
mod play;
mod postgres;
mod prizes;
mod protocol;
mod pushes;
mod rain;
mod reactions;
mod receipts;
mod recovery;
mod redis_links;
mod redis_restore;
mod redis_stall;
mod restart;
mod results;
mod retention;
mod rollback;
mod scripts;
mod sealed;
mod second_factor;
mod secrets;
mod settle;
mod settling;
mod shards;
mod sign_ins;
mod start;
mod statement;
mod thousands;
mod tls;
mod unannounced_games;
mod unreachable_shard;
mod webhook;
