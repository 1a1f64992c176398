//! Tests of what is said of problems: that what the file says is in it, in Chinese words.

use quizrain_shared::api::{NotWritten, ProblemKind};

use crate::text::problems::{ProblemWords, zh_hans, zh_hant};

static CHINESE: [&ProblemWords; 2] = [&zh_hans::WORDS, &zh_hant::WORDS];

/// Checks that each has words with a part of the file in them, and that none of them says what another one does.
fn check(kinds: &[(ProblemKind, &[&str])]) {
    for words in CHINESE {
        let mut all = Vec::new();
        for (kind, parts) in kinds {
            let (said, expected) = (words.said)(kind).unwrap();
            assert!(said.chars().any(|c| ('\u{4e00}'..'\u{a000}').contains(&c)), "{said}");
            assert!(parts.iter().all(|part| said.contains(part)), "{said}: {parts:?}");
            assert!(!all.contains(&(said.clone(), expected)), "{said}");
            all.push((said, expected));
        }
    }
}

#[test]
fn questions_that_are_not_written() {
    let kind = || "unknown".to_owned();
    check(&[
        (NotWritten::Hotspot.into(), &["zip"]),
        (NotWritten::NoRoom(kind()).into(), &["其他"]),
        (NotWritten::Kind(kind()).into(), &["其他"]),
        (NotWritten::Signs.into(), &[]),
        (NotWritten::NothingRight.into(), &[]),
        (NotWritten::ManyChoices.into(), &[]),
    ]);
}
