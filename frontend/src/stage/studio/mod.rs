//! `/studio`, `/studio/:quiz`, `/studio/keys` and `/studio/guests`: the library, where quizzes are kept and found, the editor,
//! where they are written, and the keys of programs.

mod editor;
mod guests;
mod keys;
mod shelf;

pub(super) use editor::EditorPage;
pub(super) use guests::GuestsPage;
pub(super) use keys::KeysPage;
pub(super) use shelf::StudioPage;
