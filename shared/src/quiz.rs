//! Quizzes as authored.

use serde::{Deserialize, Serialize};

use crate::question::Question;
use crate::rain::RainPlan;
use crate::score::Scoring;

/// Most questions in a quiz.
pub const MAX_QUESTIONS: usize = 20_000;

/// Most rains that a quiz plans.
pub const MAX_PLANNED_RAINS: usize = 8;

/// A rain that a quiz plans.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedRain {
    /// What its host calls it.
    pub title: Option<String>,
    /// After which question it is proposed, from 1; without one, and in a game that has fewer, at the
    /// end.
    pub after: Option<u16>,
    /// What falls.
    pub plan: RainPlan,
}

impl PlannedRain {
    /// After which question it is proposed in a game of so many.
    #[must_use]
    pub fn place(&self, rounds: u16) -> u16 {
        self.after.unwrap_or(rounds).min(rounds)
    }
}

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
    /// The rains proposed to the host, in the order of their places.
    #[serde(default)]
    pub rains: Vec<PlannedRain>,
}
