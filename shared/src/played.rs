//! Which questions of a quiz were played, in which order.
//!
//! Mostly one after the other, so that runs of neighbours say it in a few bytes, whatever the
//! length of the game. A host may leave questions out, come back to them, and ask one again.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How often questions of one game can be asked again.
pub const MAX_REPEATS: u16 = 50;

/// Neighbouring questions, played one after the other: the first one, from 0, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Run(pub u16, pub u16);

/// The questions played, one for each round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Played(Vec<Run>);

impl Played {
    /// So many questions from the first one on, none left out.
    #[must_use]
    pub fn in_order(rounds: u16) -> Self {
        Self((rounds > 0).then_some(Run(0, rounds)).into_iter().collect())
    }

    /// How many rounds were played.
    #[must_use]
    pub fn rounds(&self) -> u16 {
        self.0.iter().fold(0, |sum, Run(_, count)| sum.saturating_add(*count))
    }

    /// The question of a round.
    #[must_use]
    pub fn question(&self, round: u16) -> Option<u16> {
        let mut left = round;
        for Run(first, count) in &self.0 {
            if left < *count {
                return first.checked_add(left);
            }
            left -= count;
        }
        None
    }

    /// The question of the last round.
    #[must_use]
    pub fn last(&self) -> Option<u16> {
        self.question(self.rounds().checked_sub(1)?)
    }

    /// Whether a question was played.
    #[must_use]
    pub fn has(&self, question: u16) -> bool {
        self.0.iter().any(|Run(first, count)| {
            question.checked_sub(*first).is_some_and(|offset| offset < *count)
        })
    }

    /// Whether a round counts: its question was not asked again up to another round.
    #[must_use]
    pub fn counts(&self, round: u16, up_to: u16) -> bool {
        let question = self.question(round);
        question.is_some()
            && (round.saturating_add(1)..=up_to).all(|later| self.question(later) != question)
    }

    /// The next question of so many, as the author has them: the first one behind the last that was
    /// not played.
    #[must_use]
    pub fn next(&self, questions: u16) -> Option<u16> {
        let behind = self.last().map_or(0, |last| last.saturating_add(1));
        (behind..questions).find(|question| !self.has(*question))
    }

    /// The same with one more round.
    #[must_use]
    pub fn with(mut self, question: u16) -> Self {
        match self.0.last_mut() {
            Some(Run(first, count)) if first.checked_add(*count) == Some(question) => *count += 1,
            _ => self.0.push(Run(question, 1)),
        }
        self
    }

    /// The same without the last round.
    #[must_use]
    pub fn without_last(mut self) -> Self {
        if let Some(Run(_, count)) = self.0.last_mut() {
            *count -= 1;
        }
        self.0.retain(|Run(_, count)| *count > 0);
        self
    }
}

/// As Redis keeps it: `0+3,7+1`.
impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, Run(first, count)) in self.0.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            write!(f, "{comma}{first}+{count}")?;
        }
        Ok(())
    }
}

/// A text that says no questions played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected runs of questions, such as 0+3,7+1")]
pub struct InvalidPlayed;

impl FromStr for Played {
    type Err = InvalidPlayed;

    fn from_str(text: &str) -> Result<Self, InvalidPlayed> {
        let run = |part: &str| {
            let (first, count) = part.split_once('+')?;
            let (first, count) = (first.parse::<u16>().ok()?, count.parse::<u16>().ok()?);
            (count > 0 && first.checked_add(count).is_some()).then_some(Run(first, count))
        };
        if text.is_empty() {
            return Ok(Self::default());
        }
        let runs: Option<Vec<Run>> = text.split(',').map(run).collect();
        let played = runs.map(Self).ok_or(InvalidPlayed)?;
        let rounds: u32 = played.0.iter().map(|Run(_, count)| u32::from(*count)).sum();
        if rounds > u32::from(u16::MAX) { Err(InvalidPlayed) } else { Ok(played) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_cannot_be_read_is_refused() {
        for text in ["x", "0", "0+", "0+0", "+1", "0+1,", ",", "65535+1", "0+65535,0+1", "-1+1"] {
            assert_eq!(text.parse::<Played>(), Err(InvalidPlayed), "{text}");
        }
    }

    #[test]
    fn a_question_that_is_asked_again_counts_in_its_last_round() {
        let played = Played::in_order(3).with(1).with(3);
        assert_eq!(
            (0..6).map(|it| played.question(it)).collect::<Vec<_>>(),
            [Some(0), Some(1), Some(2), Some(1), Some(3), None]
        );
        assert!(played.counts(1, 2) && !played.counts(1, 3) && played.counts(3, 4));
        assert!(!played.counts(5, 9), "it was not played");
        assert_eq!(played.next(9), Some(4));
        assert_eq!(Played::in_order(2).with(5).with(2).next(9), Some(3));
        assert_eq!(Played::in_order(2).with(8).next(9), None);
    }

    proptest! {
        #[test]
        fn runs_say_what_a_list_says(questions in proptest::collection::vec(0u16..8, 0..30)) {
            let played = questions.iter().fold(Played::default(), |all, it| all.with(*it));
            prop_assert_eq!(usize::from(played.rounds()), questions.len());
            prop_assert_eq!(played.last(), questions.last().copied());
            for (round, question) in (0..).zip(&questions) {
                prop_assert_eq!(played.question(round), Some(*question));
                prop_assert!(played.has(*question));
            }
            for question in 0..9 {
                prop_assert_eq!(played.has(question), questions.contains(&question));
            }
            let rest = questions.split_last().map_or(&[][..], |(_, rest)| rest);
            let before = rest.iter().fold(Played::default(), |all, it| all.with(*it));
            prop_assert_eq!(played.clone().without_last(), before);
            prop_assert_eq!(played.to_string().parse(), Ok(played));
        }
    }
}
