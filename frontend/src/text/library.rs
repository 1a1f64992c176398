//! The texts of the library.

use quizrain_shared::api::QuizSort;

use crate::state::shelf::{Column, Place};

/// What was done to a quiz.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Done {
    /// Put into the archive.
    Archived,
    /// Taken out of it.
    Unarchived,
    /// Put into the bin.
    Binned,
    /// Taken out of it.
    Restored,
    /// Made as a copy of another.
    Copied,
    /// Filed under other tags.
    Tagged,
    /// Brought back as it was before.
    BroughtBack,
    /// Shared with the team.
    Shared,
    /// Taken back from the team.
    TakenBack,
}

/// Whose a quiz is to whoever is signed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owned {
    /// Theirs alone.
    Mine,
    /// Another host's alone, which owners see.
    Others,
    /// The team's.
    Shared,
}

/// What hosts read there, in one language.
pub(crate) struct LibraryWords {
    /// Title.
    pub(crate) title: &'static str,
    /// Link to where games are started.
    pub(crate) to_host: &'static str,
    /// Link to the page of the API.
    pub(crate) to_api: &'static str,
    /// Link to the library.
    pub(crate) to_studio: &'static str,
    /// Button.
    pub(crate) new_quiz: &'static str,
    /// Button.
    pub(crate) import: &'static str,
    /// Label.
    pub(crate) search: &'static str,
    /// Label.
    pub(crate) sort: &'static str,
    /// Its choices.
    pub(crate) sorts: fn(QuizSort) -> &'static str,
    /// Label of what is shown.
    pub(crate) places: &'static str,
    /// Its choices.
    pub(crate) place: fn(Place) -> &'static str,
    /// Label.
    pub(crate) tags: &'static str,
    /// Choice of no tag.
    pub(crate) all_tags: &'static str,
    /// How many are shown, and whether there are more.
    pub(crate) listed: fn(usize, bool) -> String,
    /// Button.
    pub(crate) show_more: &'static str,
    /// Nothing matches.
    pub(crate) nothing_found: &'static str,
    /// Button.
    pub(crate) show_all: &'static str,
    /// There is nothing in a place.
    pub(crate) empty: fn(Place) -> &'static str,
    /// A quiz without a title.
    pub(crate) untitled: &'static str,
    /// So many rules are broken.
    pub(crate) to_fix: fn(u32) -> String,
    /// When it was last played.
    pub(crate) played: &'static str,
    /// It was not.
    pub(crate) never_played: &'static str,
    /// Before the moment at which it is deleted for good.
    pub(crate) deleted_on: &'static str,
    /// Button: what can be done with a quiz.
    pub(crate) more: &'static str,
    /// The same for whoever hears it.
    pub(crate) more_of: fn(&str) -> String,
    /// A kind of question that this page does not know.
    pub(crate) other_kind: &'static str,
    /// Whose it is.
    pub(crate) owned: fn(Owned) -> &'static str,
    /// Button.
    pub(crate) share: &'static str,
    /// Button.
    pub(crate) unshare: &'static str,
    /// Button.
    pub(crate) duplicate: &'static str,
    /// The title of a copy.
    pub(crate) copy_of: fn(&str) -> String,
    /// Button.
    pub(crate) archive: &'static str,
    /// Button.
    pub(crate) unarchive: &'static str,
    /// Button.
    pub(crate) bin: &'static str,
    /// Button.
    pub(crate) restore: &'static str,
    /// Button.
    pub(crate) undo: &'static str,
    /// What was done.
    pub(crate) done: fn(Done, &str) -> String,
    /// How tags are typed.
    pub(crate) tags_how: &'static str,
    /// Button.
    pub(crate) save_tags: &'static str,
    /// There are too many, or one is too long.
    pub(crate) too_many_tags: &'static str,
    /// Heading.
    pub(crate) download: &'static str,
    /// Label.
    pub(crate) format: &'static str,
    /// Button.
    pub(crate) download_button: &'static str,
    /// The format can say all of the quiz.
    pub(crate) says_all: &'static str,
    /// So many things the format cannot say.
    pub(crate) says_not: fn(usize) -> String,
    /// Heading.
    pub(crate) versions: &'static str,
    /// There are none.
    pub(crate) no_versions: &'static str,
    /// A version.
    pub(crate) version: fn(u64) -> String,
    /// Button.
    pub(crate) look: &'static str,
    /// Button.
    pub(crate) bring_back: &'static str,
    /// Button.
    pub(crate) close: &'static str,
    /// Heading.
    pub(crate) import_title: &'static str,
    /// What can be brought.
    pub(crate) import_why: &'static str,
    /// Label of the field.
    pub(crate) choose_files: &'static str,
    /// A file is being read.
    pub(crate) reading: &'static str,
    /// It is being imported.
    pub(crate) saving: &'static str,
    /// A file is too large.
    pub(crate) too_large: fn(usize) -> String,
    /// Nothing of it can be used.
    pub(crate) nothing_usable: &'static str,
    /// Label.
    pub(crate) quiz_title: &'static str,
    /// Label.
    pub(crate) all_questions: &'static str,
    /// Summary of what opens the list.
    pub(crate) choose_questions: fn(usize, u32) -> String,
    /// What was expected.
    pub(crate) expected: fn(&str) -> String,
    /// Button.
    pub(crate) problems_csv: &'static str,
    /// The first row of that file: file, place, what is there, what was expected, the line.
    pub(crate) csv_head: [&'static str; 5],
    /// Label.
    pub(crate) encoding: &'static str,
    /// Why it is asked.
    pub(crate) encoding_why: &'static str,
    /// Label.
    pub(crate) columns: &'static str,
    /// Why it is asked.
    pub(crate) columns_why: &'static str,
    /// A field that names a column.
    pub(crate) column: fn(Column) -> &'static str,
    /// Button.
    pub(crate) read_again: &'static str,
    /// Button.
    pub(crate) import_questions: fn(usize) -> String,
    /// It is in the library.
    pub(crate) imported: &'static str,
    /// Button.
    pub(crate) leave_out: &'static str,
    /// The file that a quiz comes from.
    pub(crate) from_file: &'static str,
    /// Heading of the files that have mistakes.
    pub(crate) files_to_mend: &'static str,
    /// What becomes of one, and whether a part of it is used.
    pub(crate) file_is_used: fn(bool) -> &'static str,
    /// So many problems or files are not shown.
    pub(crate) more_to_mend: fn(u32) -> String,
    /// Shown while a file is over the page.
    pub(crate) drop_here: &'static str,
}
