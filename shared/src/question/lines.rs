//! Answers and keys as people read them: a line for each thing that was said, the same for every
//! page and program.

use serde::{Deserialize, Serialize};

use super::{Answer, ChoiceSet, Key, KindView, NumberView, Place, Region, Scale, cloud, placed};

/// A line of an answer or of a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Line {
    /// True or false, which each language has a word for.
    Truth(bool),
    /// Text.
    Text(String),
    /// Where a pin is right.
    Region(Region),
    /// Where a pin stands, in parts of [`super::WHOLE`].
    Pin {
        /// From the left.
        x: u16,
        /// From the top.
        y: u16,
    },
}

impl From<&str> for Line {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl KindView {
    /// What an answer says; nothing where it is none to such a question.
    #[must_use]
    pub fn answer_lines(&self, answer: &Answer) -> Vec<Line> {
        match self {
            Self::Single(_) | Self::Multiple(_) | Self::TrueFalse | Self::Poll(_) => {
                ChoiceSet::of(answer).map_or_else(Vec::new, |set| self.choice_lines(set))
            }
            Self::Typed | Self::OpenText => {
                std::str::from_utf8(answer.bytes()).map(Line::from).into_iter().collect()
            }
            Self::Cloud(_) => cloud::words(answer).map(Line::from).collect(),
            Self::Number(view) => {
                let number = NumberView::number(answer).map(|it| view.with_unit(view.format(it)));
                number.map(Line::Text).into_iter().collect()
            }
            Self::Order(view) => self.placed_lines(placed(answer, view.items.len())),
            Self::Matching(view) => self.placed_lines(placed(answer, view.right.len())),
            Self::Hotspot => {
                let pin = Place::of(answer).map(|Place { x, y }| Line::Pin { x, y });
                pin.into_iter().collect()
            }
            Self::Scale(_) => {
                let number = Scale::number(answer).map(|it| Line::Text(it.to_string()));
                number.into_iter().collect()
            }
            Self::Slide => Vec::new(),
        }
    }

    /// What is right; nothing where the key is that of another question.
    #[must_use]
    pub fn key_lines(&self, key: &Key) -> Vec<Line> {
        match (key, self) {
            (Key::Choices(right), _) => self.choice_lines(*right),
            (Key::Texts(texts), _) => texts.iter().map(|text| text.as_str().into()).collect(),
            (Key::Number { correct, tolerance }, Self::Number(view)) => {
                let number = view.format(*correct);
                let number = match tolerance {
                    0 => number,
                    _ => [&number, " ± ", &view.format(*tolerance)].concat(),
                };
                vec![Line::Text(view.with_unit(number))]
            }
            (Key::Arrangement(right), _) => self.placed_lines(Some(right)),
            (Key::Region(region), _) => vec![Line::Region(*region)],
            (Key::Number { .. }, _) => Vec::new(),
        }
    }

    /// A line for each choice of a set.
    fn choice_lines(&self, set: ChoiceSet) -> Vec<Line> {
        let texts = match self {
            Self::Single(view) | Self::Multiple(view) => &view.choices,
            Self::Poll(view) => &view.choices,
            Self::TrueFalse => {
                let truths = [(0, true), (1, false)].into_iter();
                let picked = truths.filter(|(index, _)| set.contains(*index));
                return picked.map(|(_, truth)| Line::Truth(truth)).collect();
            }
            _ => return Vec::new(),
        };
        let picked = texts.iter().enumerate().filter(|(index, _)| set.contains(*index));
        picked.map(|(_, text)| text.as_str().into()).collect()
    }

    /// A line for each place with the item in it.
    fn placed_lines(&self, items: Option<&[u8]>) -> Vec<Line> {
        let items = items.unwrap_or_default().iter();
        let text =
            |texts: &[String], item: u8| texts.get(usize::from(item)).cloned().unwrap_or_default();
        match self {
            Self::Order(view) => (1..)
                .zip(items)
                .map(|(place, item)| Line::Text(format!("{place}. {}", text(&view.items, *item))))
                .collect(),
            Self::Matching(view) => view
                .left
                .iter()
                .zip(items)
                .map(|(left, item)| Line::Text(format!("{left} → {}", text(&view.right, *item))))
                .collect(),
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ChoicesView, CloudView, MatchingView, OrderView, PollView, arranged};
    use super::*;

    fn list(items: &[&str]) -> Vec<String> {
        items.iter().map(|&item| item.to_owned()).collect()
    }

    fn texts(lines: Vec<Line>) -> Vec<String> {
        let text = |line| match line {
            Line::Text(text) => text,
            other => panic!("{other:?}"),
        };
        lines.into_iter().map(text).collect()
    }

    #[test]
    fn every_kind_says_what_was_answered_and_what_is_right() {
        let choices = ChoicesView { choices: list(&["one", "two", "three"]), shuffled: true };
        let number = NumberView { min: 0, max: 99, step: 1, decimals: 1, unit: "km".to_owned() };
        let order = KindView::Order(OrderView { items: list(&["b", "a"]) });
        let pairs = MatchingView { left: list(&["x", "y"]), right: list(&["b", "a"]) };
        let scale = Scale { from: 1, to: 5, from_label: "no".into(), to_label: "yes".into() };
        let poll = PollView { choices: list(&["tea", "milk"]), several: true };
        let turned = arranged(&[1, 0]).unwrap();
        let text = |text: &str| Answer::try_from(text.as_bytes()).unwrap();
        for (kind, answer, said) in [
            (KindView::Single(choices.clone()), ChoiceSet(2).into(), &["two"][..]),
            (KindView::Multiple(choices), ChoiceSet(5).into(), &["one", "three"]),
            (KindView::Poll(poll), ChoiceSet(3).into(), &["tea", "milk"]),
            (KindView::Typed, text("Paris"), &["Paris"]),
            (KindView::OpenText, text("More tea."), &["More tea."]),
            (KindView::Cloud(CloudView { words: 2 }), text("fun\n雨"), &["fun", "雨"]),
            (KindView::Number(number.clone()), NumberView::answer(42), &["4.2\u{a0}km"]),
            (order.clone(), turned.clone(), &["1. a", "2. b"]),
            (KindView::Matching(pairs.clone()), turned, &["x → a", "y → b"]),
            (KindView::Scale(scale), Scale::answer(4), &["4"]),
            (KindView::Slide, ChoiceSet(1).into(), &[]),
            (order.clone(), ChoiceSet(1).into(), &[]),
        ] {
            assert_eq!(texts(kind.answer_lines(&answer)), said, "{kind:?}");
        }
        let truth = KindView::TrueFalse;
        assert_eq!(truth.answer_lines(&ChoiceSet(2).into()), [Line::Truth(false)]);
        assert_eq!(truth.key_lines(&Key::Choices(ChoiceSet(1))), [Line::Truth(true)]);
        let pin = Place { x: 2500, y: 30 }.into();
        assert_eq!(KindView::Hotspot.answer_lines(&pin), [Line::Pin { x: 2500, y: 30 }]);
        let near = Key::Number { correct: 42, tolerance: 5 };
        assert_eq!(texts(KindView::Number(number).key_lines(&near)), ["4.2 ± 0.5\u{a0}km"]);
        let key = Key::Arrangement(vec![1, 0]);
        assert_eq!(texts(order.key_lines(&key)), ["1. a", "2. b"]);
        assert_eq!(texts(KindView::Matching(pairs).key_lines(&key)), ["x → a", "y → b"]);
        let key = Key::Texts(list(&["Paris", "巴黎"]));
        assert_eq!(texts(KindView::Typed.key_lines(&key)), ["Paris", "巴黎"]);
    }

    #[test]
    fn json_tells_lines_apart() {
        let region = Region { x: 1, y: 2, width: 3, height: 4, round: true };
        for (line, json) in [
            (Line::Truth(false), "false"),
            (Line::Text("true".into()), "\"true\""),
            (Line::Pin { x: 1, y: 2 }, r#"{"x":1,"y":2}"#),
            (Line::Region(region), r#"{"x":1,"y":2,"width":3,"height":4,"round":true}"#),
        ] {
            assert_eq!(serde_json::to_string(&line).unwrap(), json);
            assert_eq!(serde_json::from_str::<Line>(json).unwrap(), line);
        }
    }
}
