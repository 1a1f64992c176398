//! What a host types to correct what is right about a question, and the key that it makes.

use quizrain_shared::decimal;
use quizrain_shared::question::{
    ChoiceSet, Key, KindView, MAX_TYPED_CHARS, NumberView, Region, WHOLE, arranged, clean, fold,
};

/// A key as it is typed or picked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum KeyDraft {
    /// The right choices.
    Choices(ChoiceSet),
    /// Accepted texts, one on each line.
    Texts(String),
    /// The right number, and how far off is right as well.
    Number(String, String),
    /// The right item in each place.
    Places(Vec<u8>),
    /// From the left, from the top, width and height, in percent; and whether it is round.
    Region([String; 4], bool),
}

/// What a region's sides are counted in: hundredths of a percent of the picture.
const PERCENT_DECIMALS: u8 = 2;

impl KeyDraft {
    /// A key as texts.
    pub(crate) fn of(key: &Key, kind: &KindView) -> Self {
        match (key, kind) {
            (Key::Choices(right), _) => Self::Choices(*right),
            (Key::Texts(texts), _) => Self::Texts(texts.join("\n")),
            (Key::Number { correct, tolerance }, KindView::Number(view)) => {
                Self::Number(view.format(*correct), view.format(*tolerance))
            }
            (Key::Number { correct, tolerance }, _) => {
                Self::Number(correct.to_string(), tolerance.to_string())
            }
            (Key::Arrangement(places), _) => Self::Places(places.clone()),
            (Key::Region(region), _) => Self::Region(percents(region), region.round),
        }
    }

    /// The key, where this can be one of such a question. The server has the last word.
    pub(crate) fn read(&self, kind: &KindView) -> Option<Key> {
        match self {
            Self::Choices(right) => {
                let one = *kind != KindView::TrueFalse || right.len() == 1;
                (one && !right.is_empty()).then_some(Key::Choices(*right))
            }
            Self::Texts(lines) => texts(lines).map(Key::Texts),
            Self::Number(correct, tolerance) => {
                let KindView::Number(view) = kind else { return None };
                number(view, correct, tolerance)
            }
            Self::Places(places) => {
                arranged(places)?;
                Some(Key::Arrangement(places.clone()))
            }
            Self::Region(sides, round) => {
                let mut read = [0; 4];
                for (side, text) in read.iter_mut().zip(sides) {
                    *side = u16::try_from(decimal::parse(text, PERCENT_DECIMALS).ok()?).ok()?;
                }
                let [x, y, width, height] = read;
                let ends = [x.checked_add(width)?, y.checked_add(height)?];
                let fits = width > 0 && height > 0 && ends.iter().all(|end| *end <= WHOLE);
                let round = *round;
                fits.then_some(Key::Region(Region { x, y, width, height, round }))
            }
        }
    }

    /// Puts an item into a place, and the item that was there into the place that it leaves.
    pub(crate) fn put(&mut self, place: usize, item: u8) {
        if let Self::Places(places) = self
            && let Some(from) = places.iter().position(|it| *it == item)
            && place < places.len()
        {
            places.swap(place, from);
        }
    }
}

/// The lines that say something, each once.
fn texts(lines: &str) -> Option<Vec<String>> {
    let mut texts: Vec<String> = Vec::new();
    for line in lines.lines().filter(|line| !line.trim().is_empty()) {
        let text = clean(line, MAX_TYPED_CHARS)?;
        if texts.iter().all(|other| fold(other) != fold(&text)) {
            texts.push(text);
        }
    }
    (!texts.is_empty()).then_some(texts)
}

fn number(view: &NumberView, correct: &str, tolerance: &str) -> Option<Key> {
    let correct = decimal::parse(correct, view.decimals).ok()?;
    let tolerance = decimal::parse(tolerance, view.decimals).ok()?;
    let fits = view.contains(correct) && (0..=view.max - view.min).contains(&tolerance);
    fits.then_some(Key::Number { correct, tolerance })
}

/// A region in percent of the picture.
pub(crate) fn percents(region: &Region) -> [String; 4] {
    [region.x, region.y, region.width, region.height].map(percent)
}

/// A part of [`quizrain_shared::question::WHOLE`] in percent.
pub(crate) fn percent(side: u16) -> String {
    decimal::format(i64::from(side), PERCENT_DECIMALS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn year() -> KindView {
        let unit = String::new();
        KindView::Number(NumberView { min: 0, max: 21_000, step: 1, decimals: 1, unit })
    }

    /// Draft and key of the same are each other's.
    fn there_and_back(key: &Key, kind: &KindView) {
        assert_eq!(KeyDraft::of(key, kind).read(kind).as_ref(), Some(key));
    }

    #[test]
    fn every_key_can_be_typed() {
        there_and_back(&Key::Choices(ChoiceSet(5)), &KindView::Typed);
        there_and_back(&Key::Choices(ChoiceSet(2)), &KindView::TrueFalse);
        there_and_back(&Key::Texts(vec!["Paris".into(), "巴黎".into()]), &KindView::Typed);
        there_and_back(&Key::Number { correct: 19_690, tolerance: 5 }, &year());
        there_and_back(&Key::Arrangement(vec![2, 0, 1]), &KindView::Typed);
        let region = Region { x: 1234, y: 0, width: 3000, height: 10_000, round: true };
        there_and_back(&Key::Region(region), &KindView::Hotspot);
    }

    #[test]
    fn what_cannot_be_right_is_no_key() {
        assert_eq!(KeyDraft::Choices(ChoiceSet::EMPTY).read(&KindView::Typed), None);
        assert_eq!(KeyDraft::Choices(ChoiceSet(3)).read(&KindView::TrueFalse), None);
        assert_eq!(KeyDraft::Texts(" \n\n".into()).read(&KindView::Typed), None);
        for (correct, tolerance) in [("", "0"), ("x", "0"), ("2101", "0"), ("5", "-1"), ("5", "")] {
            let draft = KeyDraft::Number(correct.into(), tolerance.into());
            assert_eq!(draft.read(&year()), None, "{correct} {tolerance}");
        }
        for sides in [["0", "0", "0", "5"], ["50", "0", "51", "5"], ["-1", "0", "5", "5"]] {
            let draft = KeyDraft::Region(sides.map(str::to_owned), false);
            assert_eq!(draft.read(&KindView::Hotspot), None, "{sides:?}");
        }
    }

    #[test]
    fn lines_that_are_the_same_are_one() {
        let key = KeyDraft::Texts("Paris\n  paris \n\nLutetia".into()).read(&KindView::Typed);
        assert_eq!(key, Some(Key::Texts(vec!["Paris".into(), "Lutetia".into()])));
    }

    #[test]
    fn items_change_places() {
        let mut draft = KeyDraft::Places(vec![2, 0, 1]);
        draft.put(0, 1);
        assert_eq!(draft, KeyDraft::Places(vec![1, 0, 2]));
        draft.put(9, 1);
        draft.put(0, 7);
        assert_eq!(draft, KeyDraft::Places(vec![1, 0, 2]));
    }
}
