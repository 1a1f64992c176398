//! What is right: from weights to the keys of our kinds.

use quizrain_shared::api::{Lost, ProblemKind};
use quizrain_shared::question::{
    ChoiceSet, Matching, Multiple, QuestionKind, Single, Typed, fold, tidy,
};

use super::number::Near;
use super::{Bank, Pair, Weighed, Weight, seen};
use crate::quiz::formats::problem::{At, Problem, one_line};

/// A kind with its key, and the lines of its answers.
type Kind = (QuestionKind, Vec<usize>);

impl Bank {
    pub(super) fn choices(
        &mut self,
        line: usize,
        answers: Vec<Weighed>,
        multiple: bool,
        shuffled: bool,
    ) -> Result<Kind, Problem> {
        let best = self.best(line, answers.iter().map(|it| it.weight))?;
        let is_right =
            |weight: Weight| if multiple { weight > Weight::NONE } else { weight == best };
        let right = answers.iter().filter(|it| is_right(it.weight)).count();
        if !usual_weights(&answers, multiple, best, right) {
            self.note(Lost::Weights, line);
        }
        if !multiple && right > 1 {
            self.note(Lost::SeveralRight, line);
        }
        let mut correct = ChoiceSet::EMPTY;
        let (mut choices, mut lines) = (Vec::new(), Vec::new());
        for (i, Weighed { line, answer, weight }) in answers.into_iter().enumerate() {
            if is_right(weight) {
                correct = correct.toggled(i);
            }
            let choice = self.bare(line, answer);
            seen(&choice, line)?;
            choices.push(choice);
            lines.push(line);
        }
        let kind = if multiple || right > 1 {
            QuestionKind::Multiple(Multiple { choices, correct, shuffled })
        } else {
            QuestionKind::Single(Single { choices, correct, shuffled })
        };
        Ok((kind, lines))
    }

    pub(super) fn typed(&mut self, line: usize, answers: Vec<Weighed>) -> Result<Kind, Problem> {
        let wild = |it: &Weighed| has_wildcard(&it.answer.text);
        if answers.iter().any(|it| it.weight > Weight::NONE && wild(it)) {
            self.note(Lost::Wildcards, line);
        }
        let whole: Vec<Weighed> = answers.into_iter().filter(|it| !wild(it)).collect();
        let best = self.best(line, whole.iter().map(|it| it.weight))?;
        if whole.iter().any(|it| it.weight != best && it.weight != Weight::NONE) {
            self.note(Lost::Weights, line);
        }
        let (mut accepted, mut lines, mut forms) = (Vec::new(), Vec::new(), Vec::new());
        for Weighed { line, answer, .. } in whole.into_iter().filter(|it| it.weight == best) {
            let text = tidy(&self.bare(line, answer).replace("\\*", "*"), usize::MAX);
            let form = fold(&text);
            // Those that differ in case alone are one to us.
            if !forms.contains(&form) {
                accepted.push(text);
                lines.push(line);
                forms.push(form);
            }
        }
        Ok((QuestionKind::Typed(Typed { accepted }), lines))
    }

    pub(super) fn number(
        &mut self,
        line: usize,
        answers: &[Weighed<Near>],
        unit: String,
    ) -> Result<QuestionKind, Problem> {
        let best = self.best(line, answers.iter().map(|it| it.weight))?;
        if best != Weight::FULL
            || answers.iter().any(|it| it.weight != best && it.weight != Weight::NONE)
        {
            self.note(Lost::Weights, line);
        }
        let right = || answers.iter().filter(|it| it.weight == best).map(|it| it.answer);
        let widest = right().find(|near| right().all(|other| near.contains(other)));
        widest
            .map(|near| near.kind(unit))
            .ok_or_else(|| Problem::known(At::Line(line), ProblemKind::SeveralNumbers))
    }

    pub(super) fn pairs(&mut self, line: usize, pairs: Vec<Pair>) -> Result<Kind, Problem> {
        let (mut left, mut right, mut lines) = (Vec::new(), Vec::new(), Vec::new());
        for Pair { line: at, left: one, right: other } in pairs {
            let (one, other) = (self.bare(at, one), self.bare(at, other));
            if one.is_empty() && !other.is_empty() {
                self.note(Lost::Distractors, line);
                continue;
            }
            for text in [&one, &other] {
                seen(text, at)?;
            }
            if let Some(before) = right.iter().position(|known| *known == other) {
                let both = (before + 1, right.len() + 1, one_line(&other));
                let kind = ProblemKind::SamePair(both.0, both.1, both.2);
                return Err(Problem::known(At::Line(at), kind));
            }
            left.push(one);
            right.push(other);
            lines.push(at);
        }
        Ok((QuestionKind::Matching(Matching { left, right }), lines))
    }

    /// What the best answer is worth.
    fn best(&self, line: usize, weights: impl Iterator<Item = Weight>) -> Result<Weight, Problem> {
        weights.max().filter(|best| *best > Weight::NONE).ok_or_else(|| {
            Problem::known(At::Line(line), ProblemKind::NoRight).expected(self.marks)
        })
    }
}

/// Whether choices are worth what they are to us.
fn usual_weights(answers: &[Weighed], multiple: bool, best: Weight, right: usize) -> bool {
    /// By so much may thirds differ.
    const ROUNDING: i64 = 1_000;
    if !multiple {
        return best == Weight::FULL
            && answers.iter().all(|it| it.weight == best || it.weight == Weight::NONE);
    }
    let part = Weight::FULL.0 / i64::try_from(right.max(1)).unwrap_or(1);
    answers.iter().all(|it| (it.weight.0.abs() - part).abs() <= ROUNDING)
}

/// Whether an answer stands for many: a star is itself after a backslash.
fn has_wildcard(text: &str) -> bool {
    let mut before = ' ';
    text.chars().any(|c| {
        let wild = c == '*' && before != '\\';
        before = c;
        wild
    })
}
