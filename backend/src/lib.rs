//! Quizrain's server: live quizzes with a red-packet rain.
//!
//! Layers, each calling only what stands to its right:
//! `main → app → {audit, books, drain, library, http, server, ws, worker} → stores → {admission,
//! config, hub, payout, quiz_file} → service → store`. The `hub` knows who is connected; `service`
//! does not know it. What others must hear goes through Redis events.

pub mod admission;
pub mod app;
pub mod audit;
pub mod books;
pub mod config;
pub mod drain;
mod failing;
pub mod http;
pub mod hub;
mod json_error;
pub mod library;
pub mod metrics;
pub mod payout;
pub mod quiz_file;
pub mod redis_url;
pub mod server;
pub mod service;
pub mod store;
pub mod stores;
pub mod worker;
pub mod ws;
