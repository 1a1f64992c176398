//! Quizrain's server: live quizzes with a red-packet rain.
//!
//! Layers, each calling only what stands to its right:
//! `main → app → {audit, books, drain, library, http, server, ws, worker} → stores → {admission,
//! config, hub, payout, quiz_file} → service → store`. The `hub` knows who is connected; `service`
//! does not know it. What others must hear goes through Redis events.

pub mod admission;
pub mod app;
pub mod audit;
pub mod batch;
pub mod books;
pub mod config;
pub mod drain;
pub mod error;
pub mod events;
mod failing;
pub mod game;
pub mod http;
pub mod hub;
mod json_error;
pub mod ledger;
pub mod metrics;
pub mod nodes;
pub mod payout;
pub mod quiz;
pub mod rain;
pub mod redis_url;
pub mod server;
pub mod service;
pub mod store;
pub mod stores;
pub mod worker;
pub mod ws;
