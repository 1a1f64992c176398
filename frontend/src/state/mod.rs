//! What a page knows of its game, and the one place that changes it.
//!
//! Frames flow `net::socket` -> [`session`] -> `quizrain_shared::client`, which also has what a person
//! asked for and the server has not answered yet; pages only read.

pub(crate) mod authoring;
pub(crate) mod check;
pub(crate) mod draft;
pub(crate) mod draws;
pub(crate) mod key_draft;
pub(crate) mod new_game;
pub(crate) mod pace;
pub(crate) mod planned;
pub(crate) mod reach;
pub(crate) mod receipts;
pub(crate) mod seals;
pub(crate) mod session;
pub(crate) mod shelf;
pub(crate) mod shown;
mod stored;
