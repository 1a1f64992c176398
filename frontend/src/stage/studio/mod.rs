//! `/studio` and what is below it: the library, where quizzes are kept and found, the editor, where they are written,
//! guest lists, the keys of programs and the accounts of hosts.

mod accounts;
mod activity;
mod editor;
mod guests;
mod keys;
mod shelf;

pub(super) use accounts::AccountsPage;
pub(super) use activity::ActivityPage;
pub(super) use editor::EditorPage;
pub(super) use guests::GuestsPage;
pub(super) use keys::KeysPage;
pub(super) use shelf::StudioPage;
