//! Decimal numbers as people type them: whole units of the last decimal, no floats.
//!
//! Called for answers that are numbers and for their keys; money has rules of its own.

use serde::{Deserialize, Serialize};

use crate::typed::{divides_groups, half_width};

/// The largest number, in units of its last decimal: exact as a JSON number, too.
pub const MAX: i64 = 1_000_000_000_000_000;
/// Most decimals.
pub const MAX_DECIMALS: u8 = 6;

/// A text is not such a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum InvalidDecimal {
    /// Not digits with a sign, groups of three and a point or comma.
    #[error("expected a number such as 12.5")]
    NotANumber,
    /// More decimals than asked for.
    #[error("{0} decimals at most")]
    TooPrecise(u8),
    /// Beyond [`MAX`].
    #[error("the number is too large")]
    TooLarge,
}

/// Reads a number in units of its last decimal: with two decimals, `3.5` is 350.
///
/// A point or a comma starts the decimals. Where there are several of one kind, they divide groups of
/// three digits; where there are both, those before the last one do.
///
/// # Errors
/// No such number.
pub fn parse(text: &str, decimals: u8) -> Result<i64, InvalidDecimal> {
    use InvalidDecimal::{NotANumber, TooLarge, TooPrecise};

    let narrow = half_width(text);
    let text: String = narrow.chars().filter(|c| !divides_groups(*c)).collect();
    let (negative, text) = match text.strip_prefix(['-', '−']) {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(&text)),
    };
    let (whole, fraction) = split(text, decimals)?;
    let mut groups = whole.split(['.', ',']);
    let first = groups.next().unwrap_or_default();
    let mut digits = first.to_owned();
    for group in groups {
        if group.len() != 3 || !(1..=3).contains(&first.len()) {
            return Err(NotANumber);
        }
        digits.push_str(group);
    }
    let fraction = fraction.trim_end_matches('0');
    if digits.is_empty() || !digits.bytes().chain(fraction.bytes()).all(|b| b.is_ascii_digit()) {
        return Err(NotANumber);
    }
    let missing = usize::from(decimals).checked_sub(fraction.len()).ok_or(TooPrecise(decimals))?;
    let digits = format!("{digits}{fraction}{}", "0".repeat(missing));
    let units: i64 = digits.parse().map_err(|_| TooLarge)?;
    if units > MAX {
        return Err(TooLarge);
    }
    Ok(if negative { -units } else { units })
}

/// What stands before and after the decimal point.
///
/// A single mark before three digits may divide a group or start decimals. Where there are no
/// decimals it divides; where there may be one or two, nobody knows, and it is refused.
fn split(text: &str, decimals: u8) -> Result<(&str, &str), InvalidDecimal> {
    let Some((before, after)) = text.rsplit_once(['.', ',']) else {
        return Ok((text, ""));
    };
    let mark = text.get(before.len()..).and_then(|rest| rest.chars().next()).unwrap_or('.');
    let single = !before.contains(['.', ',']);
    let groups =
        before.contains([mark]) || (single && decimals == 0 && after.len() == 3 && before != "0");
    if groups {
        Ok((text, ""))
    } else if after.is_empty() {
        Err(InvalidDecimal::NotANumber)
    } else if single && after.len() == 3 && decimals < 3 {
        Err(InvalidDecimal::TooPrecise(decimals))
    } else {
        Ok((before, after))
    }
}

/// Writes units of the last decimal as a number.
#[must_use]
pub fn format(units: i64, decimals: u8) -> String {
    let sign = if units < 0 { "-" } else { "" };
    let digits = units.unsigned_abs();
    match 10_u64.checked_pow(u32::from(decimals)) {
        Some(one) if decimals > 0 => {
            let width = usize::from(decimals);
            format!("{sign}{}.{:0width$}", digits / one, digits % one)
        }
        _ => format!("{sign}{digits}"),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_are_read_as_people_type_them() {
        for (text, decimals, units) in [
            ("42", 0, 42),
            (" -7 ", 0, -7),
            ("+7", 0, 7),
            ("3.5", 2, 350),
            ("3,5", 2, 350),
            ("３．５", 1, 35),
            ("1,000", 0, 1000),
            ("1.000", 0, 1000),
            ("1,000", 3, 1000),
            ("1.000,250", 2, 100_025),
            ("1,000,000", 2, 100_000_000),
            ("1.000,25", 2, 100_025),
            ("1 000'000", 0, 1_000_000),
            ("2.50", 1, 25),
            ("-0.05", 2, -5),
            ("1000000000000000", 0, MAX),
        ] {
            assert_eq!(parse(text, decimals), Ok(units), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        use InvalidDecimal::{NotANumber, TooLarge, TooPrecise};
        for text in [
            "", "-", "NaN", "inf", "1e400", "1e3", "0x10", "1,00,000", "5.", "--5", "five", "½",
            "1,0.5,2",
        ] {
            assert_eq!(parse(text, 2), Err(NotANumber), "{text}");
        }
        assert_eq!(parse("1.25", 1), Err(TooPrecise(1)));
        assert_eq!(parse("1,25", 0), Err(TooPrecise(0)));
        assert_eq!(parse("0.500", 0), Err(TooPrecise(0)));
        for either in ["1,500", "3.141", "1.000"] {
            assert_eq!(parse(either, 2), Err(TooPrecise(2)), "{either}");
        }
        assert_eq!(parse(&"9".repeat(40), 0), Err(TooLarge));
        assert_eq!(parse("1000000000000001", 0), Err(TooLarge));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(units in -MAX..=MAX, decimals in 0..=MAX_DECIMALS) {
            prop_assert_eq!(parse(&format(units, decimals), decimals), Ok(units));
        }

        #[test]
        fn no_text_is_more_than_a_number(text in ".*", decimals in 0..=MAX_DECIMALS) {
            if let Ok(units) = parse(&text, decimals) {
                prop_assert!((-MAX..=MAX).contains(&units));
            }
        }
    }
}
