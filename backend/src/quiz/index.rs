//! What is made of a quiz for lists and searches, once each time that it is saved.

use quizrain_shared::quiz::Quiz;

use super::search;

/// Counted up whenever what is made of a quiz changes: the library is made anew then.
pub(super) const INDEX: i64 = 1;

/// A quiz as it is written into the library.
#[derive(Clone, Debug)]
pub(super) struct Indexed {
    pub(super) title: String,
    pub(super) sort_title: String,
    pub(super) language: String,
    pub(super) description: String,
    pub(super) questions: i64,
    pub(super) problems: i64,
    /// As JSON.
    pub(super) rains: String,
    /// As JSON, where it has a look of its own.
    pub(super) theme: Option<String>,
    pub(super) search: String,
    /// The whole quiz as JSON.
    pub(super) body: String,
}

impl Indexed {
    /// Takes as long as the quiz is: a tenth of a second for the longest.
    pub(super) fn of(quiz: &Quiz) -> Result<Self, sqlx::Error> {
        let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        Ok(Self {
            title: shown(&quiz.title),
            sort_title: search::key(&quiz.title),
            language: shown(&quiz.language),
            description: shown(&quiz.description),
            questions: count(quiz.questions.len()),
            problems: count(quiz.problems().len()),
            rains: to_json(&quiz.rains)?,
            theme: quiz.theme.as_ref().map(to_json).transpose()?,
            search: search::of_quiz(quiz),
            body: to_json(quiz)?,
        })
    }
}

pub(super) fn to_json<T: serde::Serialize>(value: &T) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|e| sqlx::Error::Encode(Box::new(e)))
}

/// A text as lists show it: no database takes every control character.
fn shown(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
