//! What a page knows of its game, and the one place that changes it.
//!
//! Frames flow `net::socket` -> [`session`] -> [`store::Known::apply`]; pages only read. What a
//! person asked for and the server has not answered yet waits in [`outbox`].

mod apply;
pub(crate) mod ask;
pub(crate) mod draft;
pub(crate) mod draws;
pub(crate) mod outbox;
pub(crate) mod pace;
pub(crate) mod receipts;
pub(crate) mod seals;
pub(crate) mod session;
pub(crate) mod store;
mod stored;
