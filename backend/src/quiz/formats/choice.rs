//! What questions with choices have in common, whatever file they come from.

use std::collections::HashSet;

use quizrain_shared::question::{
    CHOICES, ChoiceSet, InvalidChoices, InvalidQuestion, Multiple, QuestionKind, Single, TrueFalse,
    Typed, fold, tidy,
};

use super::aiken::truth;

/// A text of one line: without characters that reorder or hide others, without space around it.
pub(super) fn line(raw: &str) -> String {
    tidy(raw, usize::MAX)
}

/// A text of several lines, none of them blank.
pub(super) fn lines(raw: &str) -> String {
    let lines: Vec<String> = raw.lines().map(line).filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}

/// The kind that choices with these right ones, from 0, make: true or false, one choice, several.
pub(super) fn kind(choices: Vec<String>, right: &[usize], shuffled: bool) -> QuestionKind {
    let [one] = right else { return multiple(choices, right, shuffled) };
    match truth(&choices, *one) {
        Some(correct) => QuestionKind::TrueFalse(TrueFalse { correct }),
        None => single(choices, right, shuffled),
    }
}

/// The same of files that tell right and wrong answers apart by where they stand. The choices are
/// sorted, numbers by their size, so that their order says nothing.
pub(super) fn sorted(right: &[String], wrong: &[String]) -> QuestionKind {
    let mut all: Vec<(&String, bool)> = right
        .iter()
        .map(|text| (text, true))
        .chain(wrong.iter().map(|text| (text, false)))
        .collect();
    all.sort_by(|(one, _), (other, _)| match (number(one), number(other)) {
        (Some(one), Some(other)) => one.total_cmp(&other),
        _ => one.cmp(other),
    });
    let positions: Vec<usize> =
        all.iter().enumerate().filter(|(_, (_, right))| *right).map(|(i, _)| i).collect();
    kind(all.into_iter().map(|(text, _)| text.clone()).collect(), &positions, false)
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Whether there may be so many choices; more would not fit a set of them.
pub(super) fn count(choices: usize) -> Result<(), InvalidQuestion> {
    if CHOICES.contains(&choices) { Ok(()) } else { Err(InvalidChoices::Count(choices).into()) }
}

/// One right choice of these, whatever they say.
pub(super) fn single(choices: Vec<String>, right: &[usize], shuffled: bool) -> QuestionKind {
    let correct = right.iter().fold(ChoiceSet::EMPTY, |set, index| set.toggled(*index));
    QuestionKind::Single(Single { choices, correct, shuffled })
}

/// Any number of right choices of these.
pub(super) fn multiple(choices: Vec<String>, right: &[usize], shuffled: bool) -> QuestionKind {
    let correct = right.iter().fold(ChoiceSet::EMPTY, |set, index| set.toggled(*index));
    QuestionKind::Multiple(Multiple { choices, correct, shuffled })
}

/// Texts that may be typed. Of those that count as the same, the first is enough.
pub(super) fn typed(accepted: impl IntoIterator<Item = String>) -> QuestionKind {
    let mut seen = HashSet::new();
    let accepted = accepted.into_iter().filter(|text| seen.insert(fold(text))).collect();
    QuestionKind::Typed(Typed { accepted })
}
