//! Numbers as Moodle's files have them, without floats.

use quizrain_shared::decimal::{MAX, MAX_DECIMALS};
use quizrain_shared::question::{Number, NumberView, QuestionKind};

/// Most digits of a number.
const MAX_DIGITS: usize = 18;
/// The ends of the field of a number, in whole units: the format has none, and those that went by the
/// key would give it away.
pub(super) const REACH: i64 = 1_000_000_000;
/// What is expected of a number.
pub(super) const EXPECTED: &str = "a number such as 12 or -3.25, with 6 decimals at most";

/// A number as it is written: so many units of the last of its decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    units: i64,
    decimals: u8,
}

impl Decimal {
    pub(super) const ZERO: Self = Self { units: 0, decimals: 0 };

    /// Reads digits with a sign, a point or a comma, and an exponent.
    pub(super) fn parse(text: &str) -> Option<Self> {
        Self::read(text, false)
    }

    /// The same of a number that need not be exact: decimals beyond the sixth are cut.
    pub(super) fn rough(text: &str) -> Option<Self> {
        Self::read(text, true)
    }

    fn read(text: &str, rough: bool) -> Option<Self> {
        let text = text.trim();
        let (text, exponent) = match text.split_once(['e', 'E']) {
            Some((text, exponent)) => (text, exponent.parse::<i8>().ok()?),
            None => (text, 0),
        };
        let (negative, text) = match text.strip_prefix(['-', '−']) {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = text.split_once(['.', ',']).unwrap_or((text, ""));
        let digits = format!("{whole}{fraction}");
        if digits.is_empty() || digits.len() > MAX_DIGITS {
            return None;
        }
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let mut units: i64 = digits.parse().ok()?;
        let mut decimals = i32::try_from(fraction.len()).ok()? - i32::from(exponent);
        while decimals < 0 && units != 0 {
            units = units.checked_mul(10)?;
            decimals += 1;
        }
        while decimals > i32::from(MAX_DECIMALS) && (units % 10 == 0 || rough) {
            units /= 10;
            decimals = if units == 0 { 0 } else { decimals - 1 };
        }
        let decimals = u8::try_from(decimals.max(0)).ok().filter(|it| *it <= MAX_DECIMALS)?;
        (units <= MAX).then_some(Self { units: if negative { -units } else { units }, decimals })
    }

    /// In units of so many decimals, where that is exact.
    pub(super) fn units(self, decimals: u8) -> Option<i64> {
        let missing = decimals.checked_sub(self.decimals)?;
        self.units.checked_mul(10_i64.checked_pow(u32::from(missing))?)
    }

    /// In units of so many decimals, cut where it has more.
    pub(super) fn rounded(self, decimals: u8) -> Option<i64> {
        self.units(decimals).or_else(|| {
            let beyond = self.decimals.checked_sub(decimals)?;
            Some(self.units / 10_i64.checked_pow(u32::from(beyond))?)
        })
    }
}

/// The numbers that an answer accepts: those that are no further from one than a tolerance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Near {
    pub(super) decimals: u8,
    pub(super) correct: i64,
    pub(super) tolerance: i64,
}

impl Near {
    /// A number, and how far from it an answer may be.
    pub(super) fn new(correct: Decimal, tolerance: Decimal) -> Option<Self> {
        let decimals = correct.decimals.max(tolerance.decimals);
        let (correct, tolerance) = (correct.units(decimals)?, tolerance.units(decimals)?);
        (tolerance >= 0).then_some(Self { decimals, correct, tolerance })
    }

    /// All from one number to another.
    pub(super) fn between(low: Decimal, high: Decimal) -> Option<Self> {
        let mut decimals = low.decimals.max(high.decimals);
        let (mut low, mut high) = (low.units(decimals)?, high.units(decimals)?);
        if (low ^ high) & 1 == 1 {
            // The middle has one decimal more.
            decimals = Some(decimals + 1).filter(|decimals| *decimals <= MAX_DECIMALS)?;
            (low, high) = (low.checked_mul(10)?, high.checked_mul(10)?);
        }
        let correct = low.checked_add(high)? / 2;
        (low <= high).then_some(Self { decimals, correct, tolerance: high - correct })
    }

    /// Whether it accepts whatever another one accepts.
    pub(super) fn contains(self, other: Self) -> bool {
        let at = |it: Self, by: i64| {
            let missing = MAX_DECIMALS.saturating_sub(it.decimals);
            (i128::from(it.correct) + i128::from(by)) * 10_i128.pow(u32::from(missing))
        };
        at(self, -self.tolerance) <= at(other, -other.tolerance)
            && at(self, self.tolerance) >= at(other, other.tolerance)
    }

    /// The question.
    pub(super) fn kind(self, unit: String) -> QuestionKind {
        QuestionKind::Number(Number {
            field: field(self, unit),
            correct: self.correct,
            tolerance: self.tolerance,
            credit_within: 0,
        })
    }
}

/// The field for an answer: wide, and typed.
pub(super) fn field(near: Near, unit: String) -> NumberView {
    let usual = 10_i64.pow(u32::from(near.decimals.min(MAX_DECIMALS))) * REACH;
    let farthest = near.correct.saturating_abs().saturating_add(near.tolerance);
    let reach = if farthest <= usual { usual } else { MAX };
    NumberView { min: -reach, max: reach, step: 1, decimals: near.decimals, unit }
}
