//! What is right about a question, in words for its host.

use quizrain_shared::question::{Key, KindView};

use crate::components::shape::Choices;
use crate::state::key_draft::percents;
use crate::text::StageWords;

/// A line for each thing that is right.
pub(super) fn answer_lines(kind: &KindView, key: &Key, words: &'static StageWords) -> Vec<String> {
    let at = |items: &[String], item: u8| items.get(usize::from(item)).cloned().unwrap_or_default();
    match (key, kind) {
        (Key::Choices(right), kind) => choices(kind).map_or_else(Vec::new, |choices| {
            let right = (0..choices.count()).filter(|index| right.contains(*index));
            right.map(|index| choices.text(index, words)).collect()
        }),
        (Key::Texts(texts), _) => texts.clone(),
        (Key::Number { correct, tolerance }, KindView::Number(view)) => {
            let number = view.format(*correct);
            let number = match tolerance {
                0 => number,
                _ => [&number, " ± ", &view.format(*tolerance)].concat(),
            };
            vec![view.with_unit(number)]
        }
        (Key::Arrangement(right), KindView::Order(view)) => {
            let line = |(place, item): (usize, &u8)| format!("{place}. {}", at(&view.items, *item));
            (1..).zip(right).map(line).collect()
        }
        (Key::Arrangement(right), KindView::Matching(view)) => {
            let line =
                |(left, item): (&String, &u8)| format!("{left} → {}", at(&view.right, *item));
            view.left.iter().zip(right).map(line).collect()
        }
        (Key::Region(region), _) => vec![(words.desk.region)(&percents(region))],
        _ => Vec::new(),
    }
}

/// The choices of a kind that has some of which any is right.
pub(super) fn choices(kind: &KindView) -> Option<Choices> {
    match kind {
        KindView::Single(view) | KindView::Multiple(view) => Some(view.clone().into()),
        KindView::TrueFalse => Some(Choices::TrueFalse),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::language::Language;
    use quizrain_shared::question::{ChoiceSet, ChoicesView, MatchingView, NumberView, OrderView};

    use super::*;
    use crate::text::Texts;

    fn lines(kind: &KindView, key: &Key) -> Vec<String> {
        answer_lines(kind, key, StageWords::of(Language::English))
    }

    fn list(items: &[&str]) -> Vec<String> {
        items.iter().map(|&item| item.to_owned()).collect()
    }

    #[test]
    fn every_key_is_told() {
        let choices = ChoicesView { choices: list(&["one", "two", "three"]), shuffled: true };
        let several = Key::Choices(ChoiceSet(5));
        assert_eq!(lines(&KindView::Multiple(choices), &several), ["one", "three"]);
        assert_eq!(lines(&KindView::TrueFalse, &Key::Choices(ChoiceSet(2))), ["False"]);
        let number = NumberView { min: 0, max: 99, step: 1, decimals: 1, unit: "km".to_owned() };
        let near = Key::Number { correct: 42, tolerance: 5 };
        assert_eq!(lines(&KindView::Number(number), &near), ["4.2 ± 0.5\u{a0}km"]);
        let order = OrderView { items: list(&["b", "a"]) };
        let turned = Key::Arrangement(vec![1, 0]);
        assert_eq!(lines(&KindView::Order(order), &turned), ["1. a", "2. b"]);
        let pairs = MatchingView { left: list(&["x", "y"]), right: list(&["b", "a"]) };
        assert_eq!(lines(&KindView::Matching(pairs), &turned), ["x → a", "y → b"]);
    }
}
