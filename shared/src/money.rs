//! Money: whole minor units with a currency. No floats, no rounding, every sum checked.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::typed::{divides_groups, half_width};

/// An amount in minor units (fen, cents, points). Text in human-readable encodings, because
/// JSON numbers lose digits above 2^53.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Minor(pub i64);

impl Minor {
    /// No money.
    pub const ZERO: Self = Self(0);

    /// The most that a pot, a deposit or a balance may be, in minor units: thousands of them still
    /// add up in 64 bits.
    pub const MAX: Self = Self(1_000_000_000_000_000);

    /// The sum, or `None` where it does not fit.
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// The sum of many, or `None` where it does not fit.
    #[must_use]
    pub fn checked_sum(amounts: impl IntoIterator<Item = Self>) -> Option<Self> {
        amounts.into_iter().try_fold(Self::ZERO, Self::checked_add)
    }
}

impl fmt::Display for Minor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Minor {
    type Err = InvalidMoney;

    fn from_str(text: &str) -> Result<Self, InvalidMoney> {
        text.parse().map(Self).map_err(|_| InvalidMoney::NotANumber)
    }
}

impl Serialize for Minor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_i64(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Minor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
            text.parse().map_err(de::Error::custom)
        } else {
            i64::deserialize(deserializer).map(Self)
        }
    }
}

/// A text is not an amount or a currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum InvalidMoney {
    /// Not digits with at most one decimal point.
    #[error("expected an amount such as 12.21")]
    NotANumber,
    /// More decimals than the currency has.
    #[error("this currency has {0} decimals at most")]
    TooPrecise(u32),
    /// More than [`Minor::MAX`].
    #[error("the amount is too large")]
    TooLarge,
    /// Not three capital letters and not `points`.
    #[error("expected a currency such as CNY (ISO 4217), or points")]
    UnknownCurrency,
}

/// An ISO 4217 currency code, or points, which are worth nothing outside the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Currency([u8; 3]);

impl Currency {
    /// Points: play money without decimals. Kept as `PTS`, which ISO 4217 does not use.
    pub const POINTS: Self = Self(*b"PTS");

    /// How many decimals the major unit has (ISO 4217's "minor unit").
    #[must_use]
    pub fn decimals(self) -> u32 {
        match &self.0 {
            b"PTS" | b"BIF" | b"CLP" | b"DJF" | b"GNF" | b"ISK" | b"JPY" | b"KMF" | b"KRW"
            | b"PYG" | b"RWF" | b"UGX" | b"VND" | b"VUV" | b"XAF" | b"XOF" | b"XPF" => 0,
            b"KWD" | b"BHD" | b"OMR" | b"JOD" | b"TND" | b"IQD" | b"LYD" => 3,
            _ => 2,
        }
    }

    /// The currency's text: an ISO code or `points`.
    #[must_use]
    pub fn code(&self) -> &str {
        if *self == Self::POINTS { "points" } else { std::str::from_utf8(&self.0).unwrap_or("") }
    }

    /// Reads an amount in major units, such as `88.88`.
    ///
    /// # Errors
    /// Not a number, more decimals than the currency has, or more than [`Minor::MAX`].
    pub fn parse_major(self, text: &str) -> Result<Minor, InvalidMoney> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !is_number(whole) || (text.contains('.') && !is_number(fraction)) {
            return Err(InvalidMoney::NotANumber);
        }
        let decimals = self.decimals();
        let written = u32::try_from(fraction.len()).map_err(|_| InvalidMoney::TooLarge)?;
        let missing = decimals.checked_sub(written).ok_or(InvalidMoney::TooPrecise(decimals))?;
        let digits: i64 =
            format!("{whole}{fraction}").parse().map_err(|_| InvalidMoney::TooLarge)?;
        let minor = digits.checked_mul(10_i64.pow(missing)).map(Minor);
        minor.filter(|minor| *minor <= Minor::MAX).ok_or(InvalidMoney::TooLarge)
    }

    /// Reads an amount as people type it: in whatever width, with groups of three digits as [`divides_groups`] says,
    /// and with a comma for the point. Where three digits follow a comma they may be a group, and it is refused,
    /// unless there is a group that is divided in another way.
    ///
    /// # Errors
    /// As of [`Self::parse_major`].
    pub fn parse_typed(self, text: &str) -> Result<Minor, InvalidMoney> {
        let text = half_width(text);
        let text = text.trim();
        let (whole, decimals) = text.split_at(text.find(['.', ',']).unwrap_or(text.len()));
        let mut groups = whole.split(divides_groups);
        let mut digits = groups.next().unwrap_or_default().to_owned();
        let first = digits.len();
        for group in groups {
            // Who types `12 50` may mean a point: money is not guessed.
            if group.len() != 3 || !(1..=3).contains(&first) {
                return Err(InvalidMoney::NotANumber);
            }
            digits.push_str(group);
        }
        match decimals.strip_prefix(',') {
            Some(after) if after.len() == 3 && digits.len() == first => {
                Err(InvalidMoney::NotANumber)
            }
            Some(after) => self.parse_major(&format!("{digits}.{after}")),
            None => self.parse_major(&format!("{digits}{decimals}")),
        }
    }

    /// Writes an amount in major units, such as `88.88`, without the currency's code.
    #[must_use]
    pub fn format_major(self, amount: Minor) -> String {
        let sign = if amount.0 < 0 { "-" } else { "" };
        let digits = amount.0.unsigned_abs();
        match self.decimals() {
            0 => format!("{sign}{digits}"),
            decimals => {
                let unit = 10_u64.pow(decimals);
                let width = decimals as usize;
                format!("{sign}{}.{:0width$}", digits / unit, digits % unit)
            }
        }
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Currency({self})")
    }
}

impl FromStr for Currency {
    type Err = InvalidMoney;

    fn from_str(text: &str) -> Result<Self, InvalidMoney> {
        if text == "points" {
            return Ok(Self::POINTS);
        }
        match <[u8; 3]>::try_from(text.as_bytes()) {
            Ok(code) if code.iter().all(u8::is_ascii_uppercase) && code != *b"PTS" => {
                Ok(Self(code))
            }
            _ => Err(InvalidMoney::UnknownCurrency),
        }
    }
}

impl Serialize for Currency {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal;

    fn currency(text: &str) -> Currency {
        text.parse().unwrap()
    }

    #[test]
    fn amounts_keep_every_minor_unit() {
        let cases = [
            ("CNY", "88.88", 8888),
            ("CNY", "0.01", 1),
            ("CNY", "5", 500),
            ("CNY", "12.2", 1220),
            ("JPY", "120", 120),
            ("DJF", "120", 120),
            ("KWD", "1.234", 1234),
            ("points", "7", 7),
        ];
        for (code, text, minor) in cases {
            assert_eq!(currency(code).parse_major(text), Ok(Minor(minor)), "{code} {text}");
        }
        assert_eq!(currency("CNY").format_major(Minor(1221)), "12.21");
        assert_eq!(currency("CNY").format_major(Minor(5)), "0.05");
        assert_eq!(currency("CNY").format_major(Minor(-5)), "-0.05");
        assert_eq!(currency("JPY").format_major(Minor(120)), "120");
        assert_eq!(currency("CNY").format_major(Minor(i64::MIN)), "-92233720368547758.08");
    }

    #[test]
    fn broken_amounts_are_refused() {
        for text in ["", ".", "1.", ".5", "-1", "+1", "1e3", "1,5", "１", "1 "] {
            assert_eq!(currency("CNY").parse_major(text), Err(InvalidMoney::NotANumber), "{text}");
        }
        assert_eq!(currency("CNY").parse_major("0.001"), Err(InvalidMoney::TooPrecise(2)));
        assert_eq!(currency("JPY").parse_major("0.1"), Err(InvalidMoney::TooPrecise(0)));
        let huge = "99999999999999999999";
        assert_eq!(currency("CNY").parse_major(huge), Err(InvalidMoney::TooLarge));
        for text in ["92233720368547758.08", "92233720368547758.07", "10000000000000.01"] {
            assert_eq!(currency("CNY").parse_major(text), Err(InvalidMoney::TooLarge), "{text}");
        }
        assert_eq!(currency("CNY").parse_major("10000000000000.00"), Ok(Minor::MAX));
    }

    #[test]
    fn a_comma_starts_decimals_where_it_divides_no_thousands() {
        for (code, text, minor) in [
            ("EUR", "12,50", 1250),
            ("EUR", " 12,5 ", 1250),
            ("EUR", "１２，５０", 1250),
            ("EUR", "12.50", 1250),
            ("EUR", "8", 800),
            ("KWD", "1,25", 1250),
            ("KWD", "1.234", 1234),
        ] {
            assert_eq!(currency(code).parse_typed(text), Ok(Minor(minor)), "{code} {text}");
        }
        for text in ["1,234", "0,500", "1,234.50", "1.234,50", "1,2,3", "1,", ",5", "-1,5", ""] {
            for code in ["EUR", "JPY", "KWD"] {
                let read = currency(code).parse_typed(text);
                assert_eq!(read, Err(InvalidMoney::NotANumber), "{code} {text}");
            }
        }
        assert_eq!(currency("EUR").parse_typed("1,2345"), Err(InvalidMoney::TooPrecise(2)));
        assert_eq!(currency("JPY").parse_typed("12,5"), Err(InvalidMoney::TooPrecise(0)));
    }

    #[test]
    fn amounts_have_groups_of_three_digits_as_numbers_have() {
        for (code, text, minor) in [
            ("EUR", "1 250,50", 125_050),
            // As browsers print it in French and in other languages.
            ("EUR", "1\u{202f}250,50", 125_050),
            ("EUR", "1\u{a0}250,50", 125_050),
            ("EUR", "1\u{2009}250.50", 125_050),
            ("CHF", "1’250.50", 125_050),
            ("CHF", "1'250", 125_000),
            ("CNY", "１　２５０．５", 125_050),
            ("EUR", "12\u{202f}345\u{202f}678,90", 1_234_567_890),
            ("KWD", "1\u{a0}250,500", 1_250_500),
            ("JPY", "1_250_000", 1_250_000),
            ("EUR", "\u{a0}250,50\u{202f}", 25_050),
        ] {
            let read = currency(code).parse_typed(text);
            assert_eq!(read, Ok(Minor(minor)), "{code} {text}");
            let decimals = u8::try_from(currency(code).decimals()).unwrap();
            assert_eq!(decimal::parse(text, decimals), Ok(minor), "{code} {text}");
        }
        for odd in [
            "12 50",
            "1250 500",
            "1 25",
            "1 2500",
            "1  250",
            "1\t250",
            "1\n250",
            "'250",
            "1 ,5",
            "1 250, 50",
            "1 250 €",
        ] {
            let read = currency("EUR").parse_typed(odd);
            assert_eq!(read, Err(InvalidMoney::NotANumber), "{odd}");
        }
    }

    #[test]
    fn currencies_are_iso_codes_or_points() {
        assert_eq!(currency("points"), Currency::POINTS);
        for bad in ["", "cny", "CN", "CNYX", "PTS", "C1Y", "元"] {
            assert!(bad.parse::<Currency>().is_err(), "{bad}");
        }
    }

    #[test]
    fn money_is_text_in_json() {
        assert_eq!(serde_json::to_string(&Minor(1221)).unwrap(), "\"1221\"");
        assert!(serde_json::from_str::<Minor>("1221").is_err());
    }
}
