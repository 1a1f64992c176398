//! A number: right within a tolerance, and where the author wants it, worth less the further it is
//! from the key.
//!
//! Numbers are whole units of the last decimal ([`crate::decimal`]). An answer is such a number, a
//! signed 64-bit integer in big-endian order.

use serde::{Deserialize, Serialize};

use super::{Answer, Grader, InvalidQuestion, Key, KindView, Tally};
use crate::decimal::{self, MAX_DECIMALS};
use crate::score::Share;

/// Most characters of a unit.
const MAX_UNIT_CHARS: usize = 20;
/// With more steps than this between its ends, a number is typed and has no slider.
const MAX_SLIDER_STEPS: i64 = 1000;
/// How many bars the reveal shows.
const BARS: usize = 20;
/// What credit by distance is counted in.
const PARTS: i128 = 1000;

/// As authored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Number {
    /// What players see.
    pub field: NumberView,
    /// The right number.
    pub correct: i64,
    /// How far from it an answer is still wholly right.
    pub tolerance: i64,
    /// How far from it an answer is worth nothing, where it is worth less with the distance; no more
    /// than the tolerance: all or nothing.
    pub credit_within: i64,
}

/// A number as players see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NumberView {
    /// The smallest number.
    pub min: i64,
    /// The largest one.
    pub max: i64,
    /// How far two neighbours on the slider are apart.
    pub step: i64,
    /// How many decimals it has: 350 with 2 is 3.50.
    pub decimals: u8,
    /// What is counted; may be empty.
    pub unit: String,
}

/// Answers between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bar {
    /// The smallest number.
    pub from: i64,
    /// The largest one.
    pub to: i64,
    /// How many.
    pub count: u32,
}

/// What is wrong with a number and its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum InvalidNumber {
    /// Too many decimals.
    #[error("{0} decimals; {MAX_DECIMALS} at most")]
    Decimals(u8),
    /// The ends are the wrong way round, or too far out.
    #[error("the smallest number must be below the largest, and neither beyond ±10^15")]
    Ends,
    /// No step, or one beyond the ends.
    #[error("the step must be above 0, and within the numbers")]
    Step,
    /// The key is none of the numbers.
    #[error("the right number is not between the smallest and the largest")]
    Key,
    /// Below 0, or wider than the numbers.
    #[error("the tolerance and `credit_within` must be 0 or more, and within the numbers")]
    Tolerance,
    /// Text beyond the limit.
    #[error("the unit has {0} characters, {MAX_UNIT_CHARS} at most")]
    UnitTooLong(usize),
}

impl NumberView {
    /// The number that an answer is.
    #[must_use]
    pub fn number(answer: &Answer) -> Option<i64> {
        answer.bytes().try_into().ok().map(i64::from_be_bytes)
    }

    /// The answer that a number is.
    #[must_use]
    pub fn answer(number: i64) -> Answer {
        Answer::of(number.to_be_bytes())
    }

    /// Whether it is one of the numbers.
    #[must_use]
    pub fn contains(&self, number: i64) -> bool {
        (self.min..=self.max).contains(&number)
    }

    /// Whether it is few numbers enough for a slider.
    #[must_use]
    pub fn has_slider(&self) -> bool {
        self.max.saturating_sub(self.min) / self.step.max(1) <= MAX_SLIDER_STEPS
    }

    /// A number as it is shown, without its unit.
    #[must_use]
    pub fn format(&self, number: i64) -> String {
        decimal::format(number, self.decimals)
    }

    /// A number as it is shown, with its unit.
    #[must_use]
    pub fn with_unit(&self, number: String) -> String {
        if self.unit.is_empty() { number } else { [&number, "\u{a0}", &self.unit].concat() }
    }
}

impl Number {
    pub(super) fn check(&self) -> Result<(), InvalidQuestion> {
        let NumberView { min, max, step, decimals, ref unit } = self.field;
        if decimals > MAX_DECIMALS {
            return Err(InvalidNumber::Decimals(decimals).into());
        }
        if min >= max || min < -decimal::MAX || max > decimal::MAX {
            return Err(InvalidNumber::Ends.into());
        }
        let span = max - min;
        if !(1..=span).contains(&step) {
            return Err(InvalidNumber::Step.into());
        }
        if !self.field.contains(self.correct) {
            return Err(InvalidNumber::Key.into());
        }
        if ![self.tolerance, self.credit_within].iter().all(|far| (0..=span).contains(far)) {
            return Err(InvalidNumber::Tolerance.into());
        }
        match unit.chars().count() {
            chars if chars > MAX_UNIT_CHARS => Err(InvalidNumber::UnitTooLong(chars).into()),
            _ => Ok(()),
        }
    }

    pub(super) fn view(&self) -> KindView {
        KindView::Number(self.field.clone())
    }

    pub(super) fn accepts(&self, answer: &Answer) -> bool {
        NumberView::number(answer).is_some_and(|number| self.field.contains(number))
    }

    pub(super) fn grader(&self) -> Grader<'_> {
        Box::new(|answer| Some(self.share(NumberView::number(answer)?)))
    }

    fn share(&self, number: i64) -> Share {
        let far = (i128::from(number) - i128::from(self.correct)).abs();
        let (all, none) = (i128::from(self.tolerance), i128::from(self.credit_within));
        if far <= all {
            return Share::all_if(true);
        }
        if far >= none {
            return Share::NONE;
        }
        let earned = (none - far) * PARTS / (none - all);
        Share { earned: u32::try_from(earned).unwrap_or(0), whole: PARTS as u32 }
    }

    pub(super) fn key(&self) -> Option<Key> {
        Some(Key::Number { correct: self.correct, tolerance: self.tolerance })
    }

    pub(super) fn tally<'a>(&self, answers: impl Iterator<Item = &'a Answer>) -> Tally {
        let mut numbers: Vec<i64> = answers.filter_map(NumberView::number).collect();
        numbers.sort_unstable();
        Tally::Numbers(bars(&numbers, self.correct))
    }
}

/// A bar for each number where there are few, else bars of one width over what most answered and the
/// key. The first and the last one have what is beyond them, so that nobody far out flattens them.
fn bars(sorted: &[i64], key: i64) -> Vec<Bar> {
    let exact: Vec<Bar> = sorted
        .chunk_by(|one, other| one == other)
        .take(BARS + 1)
        .filter_map(|same| {
            let count = u32::try_from(same.len()).unwrap_or(u32::MAX);
            same.first().map(|number| Bar { from: *number, to: *number, count })
        })
        .collect();
    let (Some(first), Some(last)) = (sorted.first(), sorted.last()) else { return exact };
    if exact.len() <= BARS {
        return exact;
    }
    let part = sorted.len() / 20;
    let low = key.min(sorted.get(part).copied().unwrap_or(*first));
    let high = key.max(sorted.iter().rev().nth(part).copied().unwrap_or(*last));
    let width = ((high - low) / BARS as i64 + 1).max(1);
    let bars = (0..BARS as i64).map(|bar| Bar {
        from: if bar == 0 { low.min(*first) } else { low + bar * width },
        to: if bar + 1 == BARS as i64 {
            (low + (bar + 1) * width - 1).max(*last)
        } else {
            low + (bar + 1) * width - 1
        },
        count: 0,
    });
    let mut bars: Vec<Bar> = bars.collect();
    for number in sorted {
        let place = bars.partition_point(|bar| bar.to < *number);
        if let Some(bar) = bars.get_mut(place) {
            bar.count += 1;
        }
    }
    bars
}

#[cfg(test)]
mod tests {
    use super::*;

    fn year(tolerance: i64, credit_within: i64) -> Number {
        let field = NumberView { min: 1800, max: 2100, step: 1, decimals: 0, unit: String::new() };
        Number { field, correct: 1969, tolerance, credit_within }
    }

    #[test]
    fn credit_goes_down_with_the_distance() {
        let exact = year(0, 0);
        assert!(exact.share(1969).is_whole());
        assert_eq!(exact.share(1970).earned, 0);
        let near = year(2, 12);
        for (number, earned) in [(1971, 1), (1967, 1)] {
            assert_eq!(near.share(number), Share { earned, whole: 1 });
        }
        for (number, earned) in [(1972, 900), (1976, 500), (1980, 100), (1981, 0), (1800, 0)] {
            assert_eq!(near.share(number).earned, earned, "{number}");
        }
        assert_eq!(near.share(i64::MIN), Share::NONE);
    }

    #[test]
    fn few_numbers_have_a_bar_each() {
        let bar = |number, count| Bar { from: number, to: number, count };
        assert_eq!(bars(&[1, 1, 5], 3), [bar(1, 2), bar(5, 1)]);
        assert_eq!(bars(&[], 3), []);
    }

    #[test]
    fn many_numbers_share_bars_and_one_far_out_does_not_flatten_them() {
        let mut numbers: Vec<i64> = (0..100).collect();
        numbers.push(decimal::MAX);
        numbers.insert(0, -decimal::MAX);
        let bars = bars(&numbers, 50);
        assert_eq!(bars.len(), BARS);
        assert_eq!(bars.iter().map(|bar| bar.count).sum::<u32>(), 102);
        assert!(bars.windows(2).all(|two| two[0].to + 1 == two[1].from));
        assert!(bars.iter().filter(|bar| bar.count > 0).count() > 15, "{bars:?}");
        let (first, last) = (bars.first().unwrap(), bars.last().unwrap());
        assert_eq!((first.from, last.to), (-decimal::MAX, decimal::MAX));
    }
}
