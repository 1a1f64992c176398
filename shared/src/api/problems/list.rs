//! What is wrong with lists of questions, as JSON and the TOML of others have them.

use serde::{Deserialize, Serialize};

/// What a value of a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ValueKind {
    /// None.
    #[error("nothing")]
    Nothing,
    /// A truth.
    #[error("true or false")]
    TrueFalse,
    /// A number.
    #[error("a number")]
    Number,
    /// A text.
    #[error("a text")]
    Text,
    /// A list.
    #[error("a list")]
    List,
    /// Values with names.
    #[error("named values")]
    Named,
}

/// Why Open Trivia DB sent no questions (its documentation, response codes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TriviaRefusal {
    /// There were too few.
    #[error("there were not enough questions for what was asked (code 1)")]
    TooFew,
    /// There is no such thing.
    #[error("it was asked for something that there is not (code 2)")]
    NoSuchThing,
    /// Nobody knows the session.
    #[error("its session was not known (code 3)")]
    UnknownSession,
    /// The session has had all.
    #[error("its session had seen all questions (code 4)")]
    AllSeen,
    /// It was asked too often.
    #[error("it was asked too often (code 5)")]
    TooOften,
    /// For another reason.
    #[error("it refused with a code that is not known")]
    Unknown,
}

/// Why a list of questions cannot be read, or one of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BrokenList {
    /// It is no JSON, in the words of what reads it.
    #[error("not JSON: {0}")]
    Json(String),
    /// There is no list of questions in it; what there is.
    #[error("JSON without questions that are known: {0}")]
    UnknownShape(ValueKind),
    /// A choice is this and no text.
    #[error("a choice is {0}")]
    Choice(ValueKind),
    /// What stands under this key, where a text belongs.
    #[error("“{0}” is {1}")]
    Value(String, ValueKind),
    /// Nothing stands under this key.
    #[error("the question has no “{0}”")]
    Missing(String),
    /// What stands under this key is coded in another way.
    #[error("“{0}” is not encoded as the others are")]
    Encoding(String),
    /// There are no questions in it.
    #[error("Open Trivia DB sent no questions: {0}")]
    Refused(TriviaRefusal),
    /// Positions may begin with 0 or with 1, as both ends are there.
    #[error(
        "it is not sure whether positions count from 0 or from 1: 0 and the number of options are both there"
    )]
    BothEnds,
    /// The same, as no end is there.
    #[error(
        "it is not sure whether positions count from 0 or from 1: neither 0 nor the last is there"
    )]
    NeitherEnd,
    /// Nothing to choose, and nothing that is right.
    #[error("the question has no options and no answer")]
    Nothing,
    /// What is right is none of the options.
    #[error("the right option {0} is none of this question's")]
    NoSuchOption(String),
    /// What is right is said twice, and not the same.
    #[error("the position and the text of the right answer disagree")]
    Disagree,
    /// Nothing to choose.
    #[error("the question has no answers")]
    NoAnswers,
    /// The position that is said to be right, of so many answers.
    #[error("the solution {0} is no answer of this question")]
    NoSuchSolution(String, usize),
    /// A slide of Fuiz of a kind that nobody knows.
    #[error("the slide is of no kind that is known")]
    UnknownSlide,
    /// An answer of Fuiz that is none.
    #[error("an answer is no text")]
    AnswerNotText,
    /// A number of Fuiz that cannot be.
    #[error("`{key}` is {found}; {} taken", taken.map_or("nothing".to_owned(), |it| it.to_string()))]
    Number {
        /// Under which key it stands.
        key: String,
        /// What stands there.
        found: String,
        /// What is taken instead.
        taken: Option<u16>,
        /// What it may be at least.
        least: u16,
        /// What it may be at most.
        most: u16,
    },
    /// The picture of a slide of Fuiz is somewhere else.
    #[error("its picture is not fetched; the question comes without")]
    PictureElsewhere,
}

impl BrokenList {
    /// What was expected; in English.
    pub(super) fn expected(&self) -> String {
        match self {
            Self::Choice(_) | Self::Value(..) | Self::AnswerNotText => "a text".to_owned(),
            Self::Refused(_) => "a file with response_code 0".to_owned(),
            Self::BothEnds | Self::NeitherEnd => "right answers as texts".to_owned(),
            Self::NoSuchSolution(_, answers) => format!("0 to {}", answers.saturating_sub(1)),
            Self::UnknownSlide => "MultipleChoice, Order, TypeAnswer".to_owned(),
            Self::Number { least, most, .. } => format!("{least} to {most}"),
            Self::PictureElsewhere => "a quiz with its pictures in a zip file".to_owned(),
            Self::UnknownShape(_) => {
                "a list such as [{\"question\": …, \"options\": […], \"answer\": …}], or what Open \
                 Trivia DB, the-trivia-api, Rahoot or Quizrain write"
                    .to_owned()
            }
            _ => String::new(),
        }
    }
}
