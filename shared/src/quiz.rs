//! Quizzes as authored.

use serde::{Deserialize, Serialize};

use crate::question::Question;
use crate::rain::RainPlan;
use crate::score::Scoring;

/// Most questions in a quiz that is played; a library file may have more.
pub const MAX_QUESTIONS: usize = 5000;

/// A quiz as authored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quiz {
    /// The title in the host's library.
    pub title: String,
    /// BCP 47 tag of the language it is written in.
    pub language: String,
    /// One line for the host's library.
    pub description: String,
    /// How answers score.
    #[serde(default)]
    pub scoring: Scoring,
    /// The questions, in order.
    pub questions: Vec<Question>,
    /// The rain proposed to the host.
    pub rain: Option<RainPlan>,
}
