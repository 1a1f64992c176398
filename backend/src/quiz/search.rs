//! How the library is searched: texts and what is looked for are folded alike, and compared by SQL.

use crate::store::sql::literally;
use quizrain_shared::question::{Question, fold};
use quizrain_shared::quiz::Quiz;

/// Between texts; no folded text has it.
const BETWEEN: char = '\n';

/// A text as it is compared. A letter that is written in another way at the end of a word is the same.
pub(super) fn key(text: &str) -> String {
    fold(text).chars().filter(|c| !c.is_control()).map(|c| if c == 'ς' { 'σ' } else { c }).collect()
}

/// Tags as they are compared, each on a line of its own.
pub(super) fn tag_keys(tags: &[String]) -> String {
    let mut keys = String::from(BETWEEN);
    for tag in tags {
        keys.push_str(&key(tag));
        keys.push(BETWEEN);
    }
    keys
}

/// All that a quiz is found by, beside its tags.
pub(super) fn of_quiz(quiz: &Quiz) -> String {
    let mut text = key(&quiz.title);
    text.push(BETWEEN);
    for question in &quiz.questions {
        text.push_str(&of_question(question));
    }
    text
}

fn of_question(question: &Question) -> String {
    question.texts().flat_map(|text| [key(text), BETWEEN.into()]).collect()
}

/// What is looked for: words, all of which must be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Terms(pub(super) Vec<String>);

impl Terms {
    /// The words of a search.
    pub(crate) fn of(search: &str) -> Self {
        Self(search.split_whitespace().map(key).filter(|term| !term.is_empty()).collect())
    }

    /// Whether a text has all of them.
    pub(crate) fn are_in(&self, text: &str) -> bool {
        let text = key(text);
        self.0.iter().all(|term| text.contains(term.as_str()))
    }

    /// Whether a question has all of them.
    pub(super) fn find(&self, question: &Question) -> bool {
        self.0.is_empty() || {
            let text = of_question(question);
            self.0.iter().all(|term| text.contains(term.as_str()))
        }
    }

    /// Patterns of SQL's `LIKE … ESCAPE '\'`.
    pub(super) fn patterns(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|term| format!("%{}%", literally(term)))
    }
}

/// The pattern of tags that have this one.
pub(super) fn tag_pattern(tag: &str) -> String {
    format!("%{BETWEEN}{}{BETWEEN}%", literally(&key(tag)))
}

#[cfg(test)]
mod tests {
    use quizrain_shared::question::{QuestionKind, TrueFalse};

    use super::*;

    fn question(text: &str) -> Question {
        let kind = QuestionKind::TrueFalse(TrueFalse { correct: true });
        Question { explanation: "50%_".to_owned(), ..Question::new(text.to_owned(), kind) }
    }

    #[test]
    fn words_are_found_as_people_write_them() {
        for (text, search, there) in [
            ("Where is Zürich?", "zurich WHERE", true),
            ("Where is Zürich?", "zurich when", false),
            ("春节是哪一天？", "春节", true),
            ("ΟΔΟΣ ΜΟΥ", "οδος", true),
            ("anything", "%", true),
            ("anything", "%_%", false),
            ("anything", " \u{0} ", true),
        ] {
            assert_eq!(Terms::of(search).find(&question(text)), there, "{text} {search}");
        }
    }

    #[test]
    fn all_words_must_be_in_a_title() {
        for (search, there) in
            [("zurich where", true), ("ZÜRICH", true), ("zurich x", false), ("", true)]
        {
            assert_eq!(Terms::of(search).are_in("Where is Zürich?"), there, "{search}");
        }
    }

    #[test]
    fn patterns_stand_for_themselves() {
        let patterns: Vec<_> = Terms::of("50%_ a\\b").patterns().collect();
        assert_eq!(patterns, [r"%50\%\_%", r"%a\\b%"]);
        assert_eq!(tag_pattern("Für Kids"), "%\nfurkids\n%");
        assert!(tag_keys(&["Für Kids".to_owned()]).contains("\nfurkids\n"));
    }
}
