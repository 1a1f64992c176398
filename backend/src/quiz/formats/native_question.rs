//! A `[[question]]` of our own format.

use std::ops::Range;

use quizrain_shared::question::{
    CHOICES, ChoiceSet, InvalidChoices, InvalidQuestion, MAX_POINTS, Multiple, Question,
    QuestionKind, SECONDS, Single, TrueFalse,
};
use serde::Deserialize;
use toml::Spanned;
use toml::de::DeValue;

use crate::quiz::formats::reader::Reader;
use crate::quiz::formats::{
    MAX_EXPLANATION_CHARS, QUESTION_POINTS, QUESTION_SECONDS, control_character,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    text: Spanned<String>,
    #[serde(default)]
    kind: Kind,
    choices: Option<Spanned<Vec<Spanned<String>>>>,
    correct: Spanned<Correct>,
    seconds: Option<Spanned<i64>>,
    points: Option<Spanned<i64>>,
    explanation: Option<Spanned<String>>,
}

/// The words for the kinds of questions.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    #[default]
    Single,
    Multiple,
    TrueFalse,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected positions such as [2] or [1, 3], or true or false")]
enum Correct {
    Truth(bool),
    Positions(Vec<i64>),
}

/// Reads one question, naming everything that is wrong with it.
pub(crate) fn read(
    reader: &mut Reader,
    number: usize,
    table: Spanned<DeValue<'_>>,
) -> Option<Question> {
    let about = format!("question {number}");
    let span = table.span();
    let entry: Entry = reader.table(&about, table)?;
    let problems = reader.problem_count();

    let seconds = reader.number(&about, "seconds", entry.seconds.as_ref(), SECONDS);
    let points = reader.number(&about, "points", entry.points.as_ref(), 0..=MAX_POINTS);
    let explanation = entry
        .explanation
        .as_ref()
        .map(|text| reader.text(&format!("{about}, explanation"), text, MAX_EXPLANATION_CHARS));
    for text in std::iter::once(&entry.text).chain(entry.choices()) {
        if let Some(what) = control_character(text.get_ref().trim()) {
            reader.refuse(&about, text.span(), what);
        }
    }
    let question = Question {
        text: entry.text.get_ref().trim().to_owned(),
        kind: entry.kind(reader, &about),
        seconds: seconds.unwrap_or(QUESTION_SECONDS),
        points: points.unwrap_or(QUESTION_POINTS),
        explanation: explanation.unwrap_or_default(),
    };
    if let Err(why) = question.check() {
        reader.refuse(&about, entry.place(&why).unwrap_or(span), why.to_string());
    }
    (reader.problem_count() == problems).then_some(question)
}

impl Entry {
    fn choices(&self) -> &[Spanned<String>] {
        self.choices.as_ref().map_or(&[], |choices| choices.get_ref())
    }

    /// The kind with its key. A key that is wrong is named, and another one checks the rest.
    fn kind(&self, reader: &mut Reader, about: &str) -> QuestionKind {
        let mut refuse = |what: &str| reader.refuse(about, self.correct.span(), what);
        let mut key = || {
            self.right_choices().unwrap_or_else(|what| {
                refuse(&what);
                ChoiceSet::one(0)
            })
        };
        let choices = self.choices().iter().map(|choice| choice.get_ref().trim().to_owned());
        let choices = choices.collect();
        match self.kind {
            Kind::Single => QuestionKind::Single(Single { choices, correct: key() }),
            Kind::Multiple => QuestionKind::Multiple(Multiple { choices, correct: key() }),
            Kind::TrueFalse => {
                let correct = self.truth().unwrap_or_else(|what| {
                    refuse(what);
                    true
                });
                if let Some(choices) = &self.choices {
                    reader.refuse(about, choices.span(), "a true_false question has no `choices`");
                }
                QuestionKind::TrueFalse(TrueFalse { correct })
            }
        }
    }

    fn truth(&self) -> Result<bool, &'static str> {
        match self.correct.get_ref() {
            Correct::Truth(truth) => Ok(*truth),
            Correct::Positions(_) => Err("expected `correct = true` or `correct = false`"),
        }
    }

    fn right_choices(&self) -> Result<ChoiceSet, String> {
        let Correct::Positions(positions) = self.correct.get_ref() else {
            return Err("true or false is the key of kind = \"true_false\" only; expected \
                 positions such as [2]"
                .to_owned());
        };
        let choices = self.choices().len();
        let mut key = ChoiceSet::EMPTY;
        // Where the choices are too few or too many, that is what is wrong.
        for position in positions.iter().filter(|_| CHOICES.contains(&choices)) {
            let index = usize::try_from(*position).unwrap_or(0).wrapping_sub(1);
            if index >= choices {
                let what = format!("there is no choice {position}; expected 1 to {choices}");
                return Err(what);
            }
            if key.contains(index) {
                return Err(format!("choice {position} is listed twice"));
            }
            key = key.toggled(index);
        }
        Ok(key)
    }

    /// Where in the file a rule is broken.
    fn place(&self, why: &InvalidQuestion) -> Option<Range<usize>> {
        match why {
            InvalidQuestion::NoText | InvalidQuestion::TextTooLong(_) => Some(self.text.span()),
            InvalidQuestion::Seconds(_) => self.seconds.as_ref().map(Spanned::span),
            InvalidQuestion::Points(_) => self.points.as_ref().map(Spanned::span),
            InvalidQuestion::Choices(why) => match why {
                InvalidChoices::Count(_) => self.choices.as_ref().map(Spanned::span),
                InvalidChoices::Empty(i)
                | InvalidChoices::TooLong(i)
                | InvalidChoices::Same(_, i) => self.choices().get(i - 1).map(Spanned::span),
                InvalidChoices::NoKey | InvalidChoices::ManyKeys => Some(self.correct.span()),
            },
        }
    }
}
