//! What is wrong in Moodle XML, beside what no question of Moodle's may be.

use serde::{Deserialize, Serialize};

use crate::api::InvalidMedia;

/// Why a question comes without its picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NoPicture {
    /// Its file cannot be decoded.
    #[error("it is not in Base64")]
    NotBase64,
    /// Its file is none that can be taken.
    #[error(transparent)]
    Invalid(#[from] InvalidMedia),
}

/// What is wrong in Moodle XML.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BrokenMoodle {
    /// More than so many answers.
    #[error("the question has more than {0} answers")]
    ManyAnswers(usize),
    /// The question is taken over, and its picture is not.
    #[error("the question comes without its picture: {0}")]
    NoPicture(NoPicture),
    /// What an answer is worth, where that is no percentage.
    #[error("`fraction` is `{0}`")]
    Fraction(String),
    /// Neither true nor false is right, or both are.
    #[error("not one of true and false is right")]
    NoTruth,
    /// A name for a character that nobody knows.
    #[error("the entity `&{0};` is not known")]
    Entity(String),
    /// A definition of names and elements.
    #[error("a document type (`<!DOCTYPE`) in the file")]
    DocumentType,
    /// No XML, in the words of what reads it.
    #[error("not well-formed XML: {0}")]
    NotXml(String),
    /// The end of it is missing.
    #[error("not well-formed XML: the file ends within an element")]
    Ends,
    /// Nothing of Moodle's is in it.
    #[error("no `<quiz>` in the file")]
    NoQuiz,
    /// Elements stand in each other more than so many times.
    #[error("elements stand in each other more than {0} times")]
    Deep(usize),
    /// It is something else, by the name of its element.
    #[error("the file begins with `<{0}>`")]
    Begins(String),
}

impl BrokenMoodle {
    /// What was expected; in English.
    pub(super) fn expected(&self) -> &'static str {
        match self {
            Self::ManyAnswers(_) => "8 at most, and 20 to type",
            Self::NoPicture(_) => "PNG, JPEG or WebP",
            Self::Fraction(_) => "percent from -100 to 100",
            Self::NoTruth => "a fraction of 100 for one of them",
            Self::Entity(_) => "the character itself",
            Self::DocumentType => "Moodle XML, which has none",
            Self::NoQuiz | Self::Deep(_) => "Moodle XML",
            Self::Begins(_) => "`<quiz>` with questions in it",
            Self::NotXml(_) | Self::Ends => "",
        }
    }
}
