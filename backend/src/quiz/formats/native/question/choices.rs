//! Single and multiple choice, true or false.

use quizrain_shared::api::{BrokenPart, QuizPart};
use quizrain_shared::question::{
    CHOICES, ChoiceSet, InvalidChoices, InvalidQuestion, Multiple, QuestionKind, Single, TrueFalse,
};
use serde::Deserialize;
use toml::Spanned;

use super::{Own, Place, Rest, trimmed};
use crate::quiz::formats::reader::Reader;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    choices: Option<Spanned<Vec<Spanned<String>>>>,
    correct: Spanned<Correct>,
    #[serde(default)]
    shuffle: bool,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected positions such as [2] or [1, 3], or true or false")]
enum Correct {
    Truth(bool),
    Positions(Vec<i64>),
}

pub(super) fn single(reader: &mut Reader<'_>, about: QuizPart, rest: Rest<'_>) -> Option<Own> {
    let entry: Entry = reader.table(about, rest)?;
    let (choices, correct, shuffled) = (entry.texts(), entry.key(reader, about), entry.shuffle);
    Some(entry.own(QuestionKind::Single(Single { choices, correct, shuffled })))
}

pub(super) fn multiple(reader: &mut Reader<'_>, about: QuizPart, rest: Rest<'_>) -> Option<Own> {
    let entry: Entry = reader.table(about, rest)?;
    let (choices, correct, shuffled) = (entry.texts(), entry.key(reader, about), entry.shuffle);
    Some(entry.own(QuestionKind::Multiple(Multiple { choices, correct, shuffled })))
}

pub(super) fn true_false(reader: &mut Reader<'_>, about: QuizPart, rest: Rest<'_>) -> Option<Own> {
    let entry: Entry = reader.table(about, rest)?;
    let correct = match entry.correct.get_ref() {
        Correct::Truth(truth) => *truth,
        Correct::Positions(_) => {
            reader.refuse(about, entry.correct.span(), BrokenPart::NoTruth);
            true
        }
    };
    if let Some(choices) = &entry.choices {
        reader.refuse(about, choices.span(), BrokenPart::TruthWithChoices);
    }
    Some(Own::new(QuestionKind::TrueFalse(TrueFalse { correct })))
}

impl Entry {
    fn choices(&self) -> &[Spanned<String>] {
        self.choices.as_ref().map_or(&[], |choices| choices.get_ref())
    }

    fn texts(&self) -> Vec<String> {
        trimmed(self.choices())
    }

    /// The right choices. A key that is wrong is named, and another one checks the rest.
    fn key(&self, reader: &mut Reader<'_>, about: QuizPart) -> ChoiceSet {
        self.right_choices().unwrap_or_else(|why| {
            reader.refuse(about, self.correct.span(), why);
            ChoiceSet::one(0)
        })
    }

    fn right_choices(&self) -> Result<ChoiceSet, BrokenPart> {
        let Correct::Positions(positions) = self.correct.get_ref() else {
            return Err(BrokenPart::NoPositions);
        };
        let choices = self.choices().len();
        let mut key = ChoiceSet::EMPTY;
        // Where the choices are too few or too many, that is what is wrong.
        for position in positions.iter().filter(|_| CHOICES.contains(&choices)) {
            let index = usize::try_from(*position).unwrap_or(0).wrapping_sub(1);
            if index >= choices {
                return Err(BrokenPart::NoSuchChoice(*position, choices));
            }
            if key.contains(index) {
                return Err(BrokenPart::ChoiceTwice(*position));
            }
            key = key.toggled(index);
        }
        Ok(key)
    }

    fn own(self, kind: QuestionKind) -> Own {
        let texts = self.choices().to_vec();
        let correct = self.correct.span();
        let of_choice = place_of_choice(self.choices);
        let place: Place = Box::new(move |why| match why {
            InvalidQuestion::Choices(InvalidChoices::NoKey | InvalidChoices::ManyKeys) => {
                Some(correct.clone())
            }
            why => of_choice(why),
        });
        Own { kind, texts, place }
    }
}

/// Where a choice, or a list of them, breaks a rule.
pub(super) fn place_of_choice(choices: Option<Spanned<Vec<Spanned<String>>>>) -> Place {
    Box::new(move |why| {
        let InvalidQuestion::Choices(why) = why else { return None };
        let choices = choices.as_ref()?;
        match why {
            InvalidChoices::Count(_) => Some(choices.span()),
            InvalidChoices::Empty(i) | InvalidChoices::TooLong(i) | InvalidChoices::Same(_, i) => {
                choices.get_ref().get(i - 1).map(Spanned::span)
            }
            InvalidChoices::NoKey | InvalidChoices::ManyKeys => None,
        }
    })
}
