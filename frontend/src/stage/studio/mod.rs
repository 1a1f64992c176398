//! `/studio` and `/studio/:quiz`: the library, where quizzes are kept and found, and the editor, where they
//! are written.

mod editor;
mod shelf;

pub(super) use editor::EditorPage;
pub(super) use shelf::StudioPage;
