//! English.

use quizrain_shared::api::QuizSort;

use crate::state::shelf::{Column, Place};
use crate::text::library::{Done, LibraryWords, Owned};

pub(in crate::text) static WORDS: LibraryWords = LibraryWords {
    title: "Library",
    to_host: "Host a game",
    to_api: "For programs: the API",
    to_studio: "Write, import and find quizzes",
    new_quiz: "New quiz",
    import: "Import files…",
    search: "Search titles, tags and questions",
    sort: "Sort by",
    sorts: |sort| match sort {
        QuizSort::Title => "Title",
        QuizSort::Changed => "Last changed",
        QuizSort::Played => "Last played",
        QuizSort::Created => "Newest",
    },
    places: "Where",
    place: |place| match place {
        Place::Shelf => "Quizzes",
        Place::Archive => "Archive",
        Place::Bin => "Bin",
    },
    tags: "Tags",
    all_tags: "All tags",
    listed: |n, more| match (n, more) {
        (1, false) => "1 quiz".to_owned(),
        (n, false) => format!("{n} quizzes"),
        (n, true) => format!("The first {n} quizzes"),
    },
    show_more: "Show more",
    nothing_found: "No quiz has all of this.",
    show_all: "Show all quizzes",
    empty: |place| match place {
        Place::Shelf => "There is no quiz yet. Write one, or drop a file here.",
        Place::Archive => {
            "The archive is empty. What is in it is not listed among the quizzes, and can still be played."
        }
        Place::Bin => "The bin is empty.",
    },
    untitled: "Untitled quiz",
    to_fix: |n| if n == 1 { "1 thing to fix".to_owned() } else { format!("{n} things to fix") },
    played: "Last played",
    never_played: "Never played",
    deleted_on: "Final deletion",
    more: "Actions…",
    more_of: |quiz| format!("Actions for {quiz}"),
    other_kind: "other",
    owned: |owned| match owned {
        Owned::Mine => "Only mine",
        Owned::Others => "Only its host’s",
        Owned::Shared => "Shared with the team",
    },
    share: "Share with the team",
    unshare: "Take back from the team",
    duplicate: "Duplicate",
    copy_of: |quiz| format!("{quiz} (copy)"),
    archive: "Archive",
    unarchive: "Take out of the archive",
    bin: "Put into the bin",
    restore: "Restore",
    undo: "Undo",
    done: |done, quiz| match done {
        Done::Archived => format!("“{quiz}” is in the archive."),
        Done::Unarchived => format!("“{quiz}” is back among the quizzes."),
        Done::Binned => format!("“{quiz}” is in the bin for 30 days."),
        Done::Restored => format!("“{quiz}” was taken out of the bin."),
        Done::Copied => format!("“{quiz}” was made."),
        Done::Tagged => format!("The tags of “{quiz}” were saved."),
        Done::BroughtBack => format!("The older version of “{quiz}” was brought back."),
        Done::Shared => {
            format!("“{quiz}” is shared with the team: all hosts see and edit it.")
        }
        Done::TakenBack => format!("“{quiz}” is its host’s alone again."),
    },
    tags_how: "Separate tags with commas.",
    save_tags: "Save tags",
    too_many_tags: "A quiz has 20 tags of 40 characters at most.",
    download: "Download",
    format: "Format",
    download_button: "Download file",
    says_all: "This format has room for everything in this quiz.",
    says_not: |n| {
        if n == 1 {
            "1 thing is not in the file:".to_owned()
        } else {
            format!("{n} things are not in the file:")
        }
    },
    versions: "Older versions",
    no_versions: "There is no older version.",
    version: |n| format!("Version {n}"),
    look: "Look",
    bring_back: "Bring back",
    close: "Close",
    import_title: "Import quizzes",
    import_why: "Drop files here or choose them. What is in them is shown first; nothing is imported until you say so.",
    choose_files: "Choose files",
    reading: "Reading…",
    saving: "Importing…",
    too_large: |mib| format!("The file is too large; {mib} MiB at most."),
    nothing_usable: "Nothing in this file can be imported.",
    quiz_title: "Title",
    all_questions: "All questions",
    choose_questions: |n, of| format!("{n} of {of} questions chosen"),
    expected: |what| format!("Expected: {what}"),
    problems_csv: "Download the problems as CSV",
    csv_head: ["File", "Place", "What is there", "Expected", "Line"],
    encoding: "The file’s encoding",
    encoding_why: "The text is not Unicode, and the file does not say what it is.",
    columns: "What the columns mean",
    columns_why: "The table does not say what its columns are.",
    column: |column| match column {
        Column::Header => "Row of the header; 0: there is none",
        Column::Question => "Column of the question, such as A",
        Column::Choices => "Columns of the choices, such as B-E",
        Column::Correct => "Column of the right answer",
        Column::Time => "Column of the seconds, if there is one",
    },
    read_again: "Read again",
    import_questions: |n| {
        if n == 1 { "Import 1 question".to_owned() } else { format!("Import {n} questions") }
    },
    imported: "Imported:",
    leave_out: "Leave this file out",
    from_file: "From the file",
    files_to_mend: "Files with mistakes in the server’s quiz folder",
    file_is_used: |part| match part {
        true => "The rest of this file is in the library.",
        false => "Not read. A quiz that was made of this file before stays as it was.",
    },
    more_to_mend: |n| format!("and {n} more"),
    drop_here: "Drop quiz files here",
};
