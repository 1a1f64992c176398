//! English.

use quizrain_shared::api::Scope;

use crate::text::keys::KeysWords;

pub(in crate::text) static WORDS: KeysWords = KeysWords {
    title: "Keys for programs",
    to_studio: "Library",
    why: "A key lets a program of yours do a part of what you can do here, until you revoke it. Give each program its own.",
    new_key: "New key",
    name: "What it is for",
    name_such_as: "Such as: nightly import",
    scopes: "What it may do",
    scope: |scope| match scope {
        Scope::QuizzesRead => "Find and read quizzes",
        Scope::QuizzesWrite => "Write and import quizzes, upload pictures",
        Scope::GamesRun => "Make and run games",
        Scope::ResultsRead => "Read the results of games",
    },
    expires: "Expires",
    never_expires: "never",
    for_days: |days| format!("in {days} days"),
    make: "Make key",
    only_now: "Copy it now: it is shown this once, and kept nowhere.",
    whole_key: "The whole key",
    copy: "Copy",
    copied: "Copied",
    keys: "Your keys",
    none: "There is no key.",
    made: "Made",
    made_by: |login| format!("by {login}"),
    made_by_nobody: "by an account that is deleted",
    used: "Last used",
    never_used: "never",
    expired: "Expired",
    revoke: "Revoke",
    revoke_why: "Programs that use it are refused at once.",
    keep: "Keep it",
};
