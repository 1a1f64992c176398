//! What a page knows of its game, and the one place that changes it.
//!
//! Frames flow `net::socket` -> [`session`] -> `GameView::apply` of `quizrain_shared::client`; pages only read. What a
//! person asked for and the server has not answered yet waits in a `Pending` of `quizrain_shared::client`.

pub(crate) mod draft;
pub(crate) mod draws;
pub(crate) mod pace;
pub(crate) mod receipts;
pub(crate) mod seals;
pub(crate) mod session;
