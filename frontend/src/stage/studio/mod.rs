//! `/studio`, `/studio/:quiz` and `/studio/keys`: the library, where quizzes are kept and found, the editor,
//! where they are written, and the keys of programs.

mod editor;
mod keys;
mod shelf;

pub(super) use editor::EditorPage;
pub(super) use keys::KeysPage;
pub(super) use shelf::StudioPage;
