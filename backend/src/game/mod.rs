//! Games.

pub mod calls;
pub(crate) mod sql;

pub use sql::GameRow;
