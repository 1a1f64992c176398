//! Quizrain's server: live quizzes with a red-packet rain.
//!
//! Rooms by subject: docs/ARCHITECTURE.md draws the arrows between them. What others must hear goes
//! through Redis events.

pub mod actions;
pub mod admission;
pub mod api_keys;
pub mod app;
pub mod audit;
pub mod batch;
pub mod books;
pub mod cli;
pub mod config;
pub mod delivery;
pub mod drain;
pub mod erasure;
pub mod error;
pub mod events;
mod failing;
pub mod flags;
pub mod game;
pub mod history;
pub mod hosts;
pub mod http;
mod json_error;
pub mod ledger;
pub mod live;
pub mod metrics;
pub mod nodes;
pub mod payout;
pub mod people;
pub mod quiz;
pub mod rain;
pub mod redis_url;
pub mod scheduler;
pub mod server;
pub mod settlement;
pub mod store;
pub mod stores;
pub mod webhook;
