//! Quizzes as authored, and [`QuestionView`], which is all that players may see of a question.

use serde::{Deserialize, Serialize};

use crate::rain::RainPlan;

/// Fewest and most choices of a question.
pub const CHOICES: std::ops::RangeInclusive<usize> = 2..=6;
/// Shortest and longest time for a question, in seconds.
pub const SECONDS: std::ops::RangeInclusive<u16> = 5..=240;
/// Most points for a question.
pub const MAX_POINTS: u16 = 2000;
/// Most characters in a question.
pub const MAX_QUESTION_CHARS: usize = 500;
/// Most characters in a choice.
pub const MAX_CHOICE_CHARS: usize = 200;
/// Most questions in a quiz that is played; a library file may have more.
pub const MAX_QUESTIONS: usize = 5000;

/// A set of choices of one question, by position from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChoiceSet(pub u8);

impl ChoiceSet {
    /// No choice.
    pub const EMPTY: Self = Self(0);

    /// The set of one choice.
    #[must_use]
    pub fn one(index: usize) -> Self {
        Self::EMPTY.toggled(index)
    }

    /// The set with one choice put in or taken out. Positions above 7 change nothing.
    #[must_use]
    pub fn toggled(self, index: usize) -> Self {
        Self(self.0 ^ if index < 8 { 1 << index } else { 0 })
    }

    /// Whether a choice is in the set.
    #[must_use]
    pub fn contains(self, index: usize) -> bool {
        index < 8 && self.0 & (1 << index) != 0
    }

    /// How many choices are in the set.
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no choice is in the set.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The choices that are in both sets.
    #[must_use]
    pub fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// How a question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// One choice.
    Single,
    /// Any number of choices; part of the points for part of the right ones.
    Multiple,
    /// True (choice 0) or false (choice 1); the choices have no texts of their own.
    TrueFalse,
}

/// A question as its author knows it, with the key. Never sent to players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The question.
    pub text: String,
    /// How it is answered.
    pub kind: QuestionKind,
    /// The texts of the choices; empty for true or false.
    pub choices: Vec<String>,
    /// The right choices.
    pub correct: ChoiceSet,
    /// Time to answer, in seconds.
    pub seconds: u16,
    /// Points for a full and instant answer.
    pub points: u16,
    /// A sentence shown after the reveal; may be empty.
    pub explanation: String,
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
    /// The questions, in order.
    pub questions: Vec<Question>,
    /// The rain proposed to the host.
    pub rain: Option<RainPlan>,
}

/// What players and the screen may see of a question before its reveal: no key, nothing derived
/// from the key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuestionView {
    /// The question.
    pub text: String,
    /// How it is answered.
    pub kind: QuestionKind,
    /// The texts of the choices; empty for true or false.
    pub choices: Vec<String>,
    /// Time to answer, in seconds.
    pub seconds: u16,
    /// Points for a full and instant answer.
    pub points: u16,
}

/// What is wrong with a question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidQuestion {
    /// No text.
    #[error("the question has no text")]
    NoText,
    /// Text beyond the limit.
    #[error("the question has {0} characters, {MAX_QUESTION_CHARS} at most")]
    TextTooLong(usize),
    /// Too few or too many choices.
    #[error("{0} choices; a question has {lo} to {hi}", lo = CHOICES.start(), hi = CHOICES.end())]
    ChoiceCount(usize),
    /// A choice without text; counted from 1.
    #[error("choice {0} has no text")]
    EmptyChoice(usize),
    /// A choice beyond the limit; counted from 1.
    #[error("choice {0} has more than {MAX_CHOICE_CHARS} characters")]
    ChoiceTooLong(usize),
    /// Two choices with the same text; counted from 1.
    #[error("choices {0} and {1} are the same")]
    SameChoice(usize, usize),
    /// No right choice, or one that does not exist.
    #[error("the key names no choice of this question")]
    NoKey,
    /// More than one right choice where only one can be picked.
    #[error("only a multiple-choice question has more than one right choice")]
    ManyKeys,
    /// Time out of range.
    #[error("{0} seconds; a question has {lo} to {hi}", lo = SECONDS.start(), hi = SECONDS.end())]
    Seconds(u16),
    /// Points out of range.
    #[error("{0} points; {MAX_POINTS} at most")]
    Points(u16),
}

impl Question {
    /// How many choices a player sees.
    #[must_use]
    pub fn choice_count(&self) -> usize {
        match self.kind {
            QuestionKind::TrueFalse => 2,
            QuestionKind::Single | QuestionKind::Multiple => self.choices.len(),
        }
    }

    /// What players may see.
    #[must_use]
    pub fn view(&self) -> QuestionView {
        QuestionView {
            text: self.text.clone(),
            kind: self.kind,
            choices: self.choices.clone(),
            seconds: self.seconds,
            points: self.points,
        }
    }

    /// Checks every rule that a question must keep.
    ///
    /// # Errors
    /// The first rule that is broken.
    pub fn check(&self) -> Result<(), InvalidQuestion> {
        if self.text.trim().is_empty() {
            return Err(InvalidQuestion::NoText);
        }
        let chars = self.text.chars().count();
        if chars > MAX_QUESTION_CHARS {
            return Err(InvalidQuestion::TextTooLong(chars));
        }
        let count = self.choice_count();
        let texts_fit = self.kind != QuestionKind::TrueFalse || self.choices.is_empty();
        if !CHOICES.contains(&count) || !texts_fit {
            return Err(InvalidQuestion::ChoiceCount(self.choices.len()));
        }
        for (i, choice) in self.choices.iter().enumerate() {
            if choice.trim().is_empty() {
                return Err(InvalidQuestion::EmptyChoice(i + 1));
            }
            if choice.chars().count() > MAX_CHOICE_CHARS {
                return Err(InvalidQuestion::ChoiceTooLong(i + 1));
            }
            if let Some(j) = self.choices[..i].iter().position(|other| other == choice) {
                return Err(InvalidQuestion::SameChoice(j + 1, i + 1));
            }
        }
        if self.correct.is_empty() || usize::from(self.correct.0) >= 1 << count {
            return Err(InvalidQuestion::NoKey);
        }
        if self.correct.len() > 1 && self.kind != QuestionKind::Multiple {
            return Err(InvalidQuestion::ManyKeys);
        }
        if !SECONDS.contains(&self.seconds) {
            return Err(InvalidQuestion::Seconds(self.seconds));
        }
        if self.points > MAX_POINTS {
            return Err(InvalidQuestion::Points(self.points));
        }
        Ok(())
    }
}

impl QuestionView {
    /// How many choices a player sees.
    #[must_use]
    pub fn choice_count(&self) -> usize {
        match self.kind {
            QuestionKind::TrueFalse => 2,
            QuestionKind::Single | QuestionKind::Multiple => self.choices.len(),
        }
    }

    /// Whether a player may send this as an answer.
    #[must_use]
    pub fn accepts(&self, answer: ChoiceSet) -> bool {
        let exists = usize::from(answer.0) < 1 << self.choice_count();
        let count_fits = self.kind == QuestionKind::Multiple || answer.len() == 1;
        exists && count_fits && !answer.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question() -> Question {
        Question {
            text: "Which?".into(),
            kind: QuestionKind::Single,
            choices: vec!["a".into(), "b".into(), "c".into()],
            correct: ChoiceSet::one(1),
            seconds: 20,
            points: 1000,
            explanation: String::new(),
        }
    }

    #[test]
    fn each_rule_is_checked() {
        assert_eq!(question().check(), Ok(()));
        type Break = fn(&mut Question);
        let cases: [(Break, InvalidQuestion); 11] = [
            (|q| q.text = " ".into(), InvalidQuestion::NoText),
            (|q| q.text = "x".repeat(501), InvalidQuestion::TextTooLong(501)),
            (|q| q.choices.truncate(1), InvalidQuestion::ChoiceCount(1)),
            (|q| q.kind = QuestionKind::TrueFalse, InvalidQuestion::ChoiceCount(3)),
            (|q| q.choices[2] = " ".into(), InvalidQuestion::EmptyChoice(3)),
            (|q| q.choices[2] = "x".repeat(201), InvalidQuestion::ChoiceTooLong(3)),
            (|q| q.choices[2] = "a".into(), InvalidQuestion::SameChoice(1, 3)),
            (|q| q.correct = ChoiceSet::one(3), InvalidQuestion::NoKey),
            (|q| q.correct = ChoiceSet(0b11), InvalidQuestion::ManyKeys),
            (|q| q.seconds = 4, InvalidQuestion::Seconds(4)),
            (|q| q.points = 2001, InvalidQuestion::Points(2001)),
        ];
        for (break_it, expected) in cases {
            let mut broken = question();
            break_it(&mut broken);
            assert_eq!(broken.check(), Err(expected));
        }
    }

    #[test]
    fn a_view_tells_nothing_of_the_key() {
        let mut other = question();
        other.correct = ChoiceSet::one(0);
        other.explanation = "because".into();
        assert_eq!(question().view(), other.view());
    }

    #[test]
    fn answers_must_fit_the_question() {
        let mut question = question();
        for (answer, fits) in [(0, false), (1, true), (0b11, false), (0b1000, false)] {
            assert_eq!(question.view().accepts(ChoiceSet(answer)), fits, "{answer}");
        }
        question.kind = QuestionKind::Multiple;
        for (answer, fits) in [(0, false), (0b111, true), (0b1000, false)] {
            assert_eq!(question.view().accepts(ChoiceSet(answer)), fits, "{answer}");
        }
    }
}
