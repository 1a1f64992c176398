//! Answers and keys as people read them: a line for each thing that was said, the same for every
//! page and program.

use serde::{Deserialize, Serialize};

use super::{
    Answer, Bar, ChoiceSet, Key, KindView, NumberView, Place, Region, Scale, Tally, cloud, placed,
};

/// A line of an answer or of a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// A line of a chart: something that players answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedLine {
    /// What.
    pub line: Line,
    /// How many players answered it, or had it in its place.
    pub count: u32,
    /// Whether it is right.
    pub right: bool,
}

impl KindView {
    /// What was answered, a line for each thing; nothing where that is a picture, or of another question.
    /// `key` is what is right, where anything is.
    #[must_use]
    pub fn tally_lines(&self, tally: &Tally, key: Option<&Key>) -> Vec<CountedLine> {
        match tally {
            Tally::Choices(counts) => self.counted_choices(counts, key),
            Tally::Texts { top, others, .. } => {
                let line =
                    |text: &str, count, right| CountedLine { line: text.into(), count, right };
                let others = (*others > 0).then(|| line("…", *others, false));
                top.iter().map(|it| line(&it.text, it.count, it.right)).chain(others).collect()
            }
            Tally::Numbers(bars) => {
                bars.iter().filter_map(|bar| self.counted_bar(bar, key)).collect()
            }
            Tally::Pins(_) => Vec::new(),
        }
    }

    fn counted_choices(&self, counts: &[u32], key: Option<&Key>) -> Vec<CountedLine> {
        let line_of = |place: u8| match (self, key) {
            (Self::Order(_) | Self::Matching(_), Some(Key::Arrangement(right))) => {
                self.placed_lines(Some(right)).into_iter().nth(place.into())
            }
            (Self::Scale(scale), _) => {
                Some(Line::Text(scale.from.saturating_add(place).to_string()))
            }
            _ => self.choice_lines(ChoiceSet(1_u8.checked_shl(place.into())?)).into_iter().next(),
        };
        let is_right = |place: u8| match key {
            Some(Key::Choices(right)) => right.contains(usize::from(place)),
            Some(Key::Arrangement(_)) => true,
            _ => false,
        };
        let counted = |(place, count): (u8, &u32)| {
            Some(CountedLine { line: line_of(place)?, count: *count, right: is_right(place) })
        };
        (0..).zip(counts).filter_map(counted).collect()
    }

    fn counted_bar(&self, bar: &Bar, key: Option<&Key>) -> Option<CountedLine> {
        let Self::Number(view) = self else { return None };
        let text = match bar.from == bar.to {
            true => view.format(bar.from),
            false => [&view.format(bar.from), " – ", &view.format(bar.to)].concat(),
        };
        let right = match key {
            Some(Key::Number { correct, tolerance }) => {
                bar.from <= correct.saturating_add(*tolerance)
                    && bar.to >= correct.saturating_sub(*tolerance)
            }
            _ => false,
        };
        let line = Line::Text(view.with_unit(text));
        Some(CountedLine { line, count: bar.count, right })
    }

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
    use super::super::{
        ChoicesView, CloudView, MatchingView, OrderView, PollView, TextCount, arranged,
    };
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
    fn every_kind_says_how_often_what_was_answered() {
        let said = |kind: KindView, tally: Tally, key: Option<Key>| -> Vec<(Line, u32, bool)> {
            let lines = kind.tally_lines(&tally, key.as_ref());
            lines.into_iter().map(|it| (it.line, it.count, it.right)).collect()
        };
        let line = |text: &str, count, right| (Line::from(text), count, right);
        let choices = ChoicesView { choices: list(&["one", "two"]), shuffled: true };
        let counts = || Tally::Choices(vec![3, 0]);
        let right = |bits| Some(Key::Choices(ChoiceSet(bits)));
        assert_eq!(
            said(KindView::Single(choices), counts(), right(2)),
            [line("one", 3, false), line("two", 0, true)]
        );
        assert_eq!(
            said(KindView::TrueFalse, counts(), right(1)),
            [(Line::Truth(true), 3, true), (Line::Truth(false), 0, false)]
        );
        let scale = Scale { from: 4, to: 5, from_label: String::new(), to_label: String::new() };
        assert_eq!(
            said(KindView::Scale(scale), counts(), None),
            [line("4", 3, false), line("5", 0, false)]
        );
        let order = KindView::Order(OrderView { items: list(&["b", "a"]) });
        assert_eq!(
            said(order, counts(), Some(Key::Arrangement(vec![1, 0]))),
            [line("1. a", 3, true), line("2. b", 0, true)]
        );
        let number = NumberView { min: 0, max: 99, step: 1, decimals: 0, unit: String::new() };
        let bars = [(1, 1), (2, 9)].map(|(from, to)| Bar { from, to, count: 1 });
        let key = Some(Key::Number { correct: 5, tolerance: 1 });
        assert_eq!(
            said(KindView::Number(number), Tally::Numbers(bars.to_vec()), key),
            [line("1", 1, false), line("2 – 9", 1, true)]
        );
        let top = TextCount { text: "Paris".into(), count: 4, right: true };
        let texts = Tally::Texts { top: vec![top], others: 2, picked: Vec::new() };
        assert_eq!(
            said(KindView::Typed, texts, None),
            [line("Paris", 4, true), line("…", 2, false)]
        );
        assert_eq!(said(KindView::Hotspot, Tally::Pins(vec![1]), None), []);
        // A tally of another question says nothing.
        assert_eq!(said(KindView::Typed, counts(), None), []);
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
