//! What is wrong in files of our own format, be they TOML, YAML or JSON.

use serde::{Deserialize, Serialize};

use super::away::NoFile;
use super::list::ValueKind;
use crate::api::{InvalidMedia, InvalidSound};
use crate::decimal::InvalidDecimal;
use crate::money::InvalidMoney;
use crate::question::InvalidQuestion;
use crate::quiz::{MAX_PLANNED_RAINS, MAX_QUESTIONS, MAX_RAIN_TITLE_CHARS};
use crate::rain::InvalidPlan;
use crate::theme::InvalidColours;

/// Why a file is no quiz of ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BrokenQuiz {
    /// It is no TOML, in the words of what reads it.
    #[error("not TOML: {0}")]
    Toml(String),
    /// It is no YAML, in the words of what reads it.
    #[error("not YAML: {0}")]
    Yaml(String),
    /// The document is this.
    #[error("the document is {0}")]
    Root(ValueKind),
    /// It cannot be read as a quiz, in the words of what reads it.
    #[error("not a quiz: {0}")]
    Document(String),
    /// It has so many signs, of so many at most.
    #[error("the file has {0} brackets, commas and equals signs; {1} at most")]
    Signs(usize, usize),
    /// It has so many tables, of so many at most.
    #[error("the file has {0} tables; {1} at most")]
    Tables(usize, usize),
    /// No question is in it.
    #[error("no question; expected [[question]] parts")]
    NoQuestion,
}

impl BrokenQuiz {
    /// What was expected; in English.
    pub(super) fn expected(&self) -> &'static str {
        match self {
            Self::Root(_) => "a quiz with a title and questions",
            _ => "",
        }
    }
}

/// A part of a quiz file of ours; numbers count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum QuizPart {
    /// What stands before all questions.
    #[error("quiz")]
    Quiz,
    /// Its title.
    #[error("title")]
    Title,
    /// Its language.
    #[error("language")]
    Language,
    /// The line about it.
    #[error("description")]
    Description,
    /// How answers score.
    #[error("scoring")]
    Scoring,
    /// All questions.
    #[error("question")]
    Questions,
    /// One of them.
    #[error("question {0}")]
    Question(usize),
    /// Its explanation.
    #[error("question {0}, explanation")]
    Explanation(usize),
    /// What its picture shows.
    #[error("question {0}, alt")]
    Alt(usize),
    /// What is heard in its sound.
    #[error("question {0}, words of the sound")]
    SoundWords(usize),
    /// The rains, or the only one.
    #[error("rain")]
    Rains,
    /// One of them.
    #[error("rain {0}")]
    Rain(usize),
    /// How its games look.
    #[error("theme")]
    Theme,
}

/// What is wrong with a part of a quiz file of ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BrokenPart {
    /// Keys or values that do not belong there, in the words of what reads them.
    #[error("{0}")]
    Keys(String),
    /// A whole number under a key that is out of its range.
    #[error("`{key}` is {found}; expected {least} to {most}")]
    Number {
        /// The key.
        key: String,
        /// What stands there.
        found: i64,
        /// What it may be at least.
        least: u16,
        /// What it may be at most.
        most: u16,
    },
    /// It has so many characters, of so many at most.
    #[error("{0} characters; {1} at most")]
    LongText(usize, usize),
    /// It has several lines.
    #[error("expected one line")]
    Lines,
    /// It has a character that nobody sees.
    #[error("the text has the control character U+{:04X}; take it out", u32::from(*.0))]
    Control(char),
    /// The quiz has no title.
    #[error("the quiz has no title")]
    NoTitle,
    /// The language is none.
    #[error("expected a BCP 47 tag such as en or zh-Hans")]
    Language,
    /// There is no question.
    #[error("no question; expected [[question]] parts")]
    NoQuestion,
    /// The questions are no list.
    #[error("expected [[question]] with two brackets")]
    Brackets,
    /// So many questions.
    #[error("{0} questions; {MAX_QUESTIONS} at most")]
    ManyQuestions(usize),
    /// The question breaks a rule.
    #[error(transparent)]
    Question(#[from] InvalidQuestion),
    /// The key of true or false is neither.
    #[error("expected `correct = true` or `correct = false`")]
    NoTruth,
    /// True or false has choices.
    #[error("a true_false question has no `choices`")]
    TruthWithChoices,
    /// The key of choices is true or false.
    #[error(
        "true or false is the key of kind = \"true_false\" only; expected positions such as [2]"
    )]
    NoPositions,
    /// A position of a choice, of so many choices.
    #[error("there is no choice {0}; expected 1 to {1}")]
    NoSuchChoice(i64, usize),
    /// A position that stands there twice.
    #[error("choice {0} is listed twice")]
    ChoiceTwice(i64),
    /// A number under a key that is none.
    #[error("`{0}`: {1}")]
    Decimal(String, InvalidDecimal),
    /// A file that is named is not at hand.
    #[error(transparent)]
    File(#[from] NoFile),
    /// The file of this name is no picture.
    #[error("the picture {0}: {1}")]
    Picture(String, InvalidMedia),
    /// The file of this name is no sound.
    #[error("the sound {0}: {1}")]
    Sound(String, InvalidSound),
    /// So many rains.
    #[error("{0} rains; {MAX_PLANNED_RAINS} at most")]
    ManyRains(usize),
    /// The title of a rain has nothing in it.
    #[error("`title` is empty; expected 1 to {MAX_RAIN_TITLE_CHARS} characters")]
    EmptyTitle,
    /// A key is missing.
    #[error("missing field `{0}`")]
    Missing(String),
    /// The rain cannot fall.
    #[error(transparent)]
    Plan(#[from] InvalidPlan),
    /// An amount under a key that is none.
    #[error("`{0}`: {1}")]
    Amount(String, InvalidMoney),
    /// Prizes in a rain that is cut otherwise.
    #[error("`prizes` go with `split = \"prizes\"`")]
    StrayPrizes,
    /// A key beside prizes.
    #[error("prizes are for the first ranks and are the pot; nothing else says so")]
    BesidePrizes,
    /// Fewer points than none.
    #[error("`min_score`: expected 0 or more")]
    MinScore,
    /// Several keys say who may grab.
    #[error(
        "`everyone`, `seated`, `min_score`, `top_percent`, `top_rank`, `last_right`, \
         `survivors`, `best_team`, `starters`: one of them says who may"
    )]
    SeveralRules,
    /// A colour under a key that is none.
    #[error("`{0}`: expected a colour such as #c01f2e")]
    Colour(String),
    /// The colours cannot be read.
    #[error(transparent)]
    Colours(#[from] InvalidColours),
}
