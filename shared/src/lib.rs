//! The pure rules of Quizrain and the types that travel.
//!
//! Every other crate uses this one; it uses none of them. Nothing here reads a clock, a file, a
//! socket or a random source: callers pass those in, so that each rule can be tested by itself
//! and gives the same answer in the browser and on the server.

pub mod allocation;
pub mod api;
pub mod avatar;
pub mod client;
pub mod decimal;
pub mod draw;
pub mod field;
pub mod generated_name;
pub mod identity;
pub mod ids;
pub mod language;
pub mod mode;
pub mod money;
pub mod name;
pub mod pages;
pub mod phase;
pub mod played;
pub mod prizes;
pub mod question;
pub mod quiz;
pub mod rain;
#[cfg(feature = "schema")]
mod schema;
pub mod score;
pub mod sealed;
pub mod settings;
pub mod spreadsheet;
pub mod theme;
pub mod typed;
pub mod wire;
