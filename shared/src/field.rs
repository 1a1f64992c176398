//! What the host of an open game asks of everybody who takes a seat, beside a nickname: a staff number, an e-mail
//! address. Hosts see it, players do not, and nobody vouches for it.

use serde::{Deserialize, Serialize};

use crate::question::is_hostile;

/// Most characters of what it is called.
pub const MAX_NAME_CHARS: usize = 40;
/// Most characters of a pattern.
pub const MAX_PATTERN_CHARS: usize = 200;
/// Most characters of what a player fills in.
pub const MAX_VALUE_CHARS: usize = 100;

/// What is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct JoinField {
    /// What it is called, for players and in results: "Staff number".
    pub name: String,
    /// A regular expression that the whole of it must match, as the `regex` crate has them, which look at no letter
    /// twice; empty: anything.
    #[serde(default)]
    pub pattern: String,
    /// Something that would do, for players to see what is meant; may be empty where there is no pattern.
    #[serde(default)]
    pub example: String,
}

/// Why nothing can be asked like this.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidField {
    /// It has no name, or a long one.
    #[error("what players are asked for has a name of 1 to {MAX_NAME_CHARS} characters")]
    Name,
    /// The pattern is long.
    #[error("a pattern has {MAX_PATTERN_CHARS} characters at most")]
    LongPattern,
    /// The pattern cannot be read, and why.
    #[error("the pattern cannot be read: {0}")]
    Pattern(String),
    /// The example is none: it is missing beside a pattern, long, or does not match.
    #[error(
        "beside a pattern there is an example that matches it, of {MAX_VALUE_CHARS} characters at most"
    )]
    Example,
}

impl JoinField {
    /// Checks all that can be known without trying the pattern.
    ///
    /// # Errors
    /// The first rule that is broken.
    pub fn check(&self) -> Result<(), InvalidField> {
        if tidy(&self.name, MAX_NAME_CHARS).as_ref() != Some(&self.name) {
            return Err(InvalidField::Name);
        }
        if self.pattern.chars().count() > MAX_PATTERN_CHARS {
            return Err(InvalidField::LongPattern);
        }
        let is_missing = self.example.is_empty() && self.pattern.is_empty();
        match is_missing || tidy_value(&self.example).as_ref() == Some(&self.example) {
            true => Ok(()),
            false => Err(InvalidField::Example),
        }
    }
}

/// A text in one line without spaces at its ends; `None`: nothing is left, it is too long, or has letters that nobody
/// sees or that turn others around.
fn tidy(raw: &str, max_chars: usize) -> Option<String> {
    // Whatever is too long is not looked at for long.
    if raw.len() > 16 * max_chars {
        return None;
    }
    let text = raw.split_whitespace().collect::<Vec<_>>().join(" ");
    let fits = !text.is_empty() && text.chars().count() <= max_chars;
    (fits && !text.chars().any(is_hostile)).then_some(text)
}

/// What a player fills in, as it is kept; `None`: it cannot be.
#[must_use]
pub fn tidy_value(raw: &str) -> Option<String> {
    tidy(raw, MAX_VALUE_CHARS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str, pattern: &str, example: &str) -> Result<(), InvalidField> {
        let [name, pattern, example] = [name, pattern, example].map(str::to_owned);
        JoinField { name, pattern, example }.check()
    }

    #[test]
    fn a_field_has_a_name_and_beside_a_pattern_an_example() {
        assert_eq!(field("Staff number", "", ""), Ok(()));
        assert_eq!(field("工号", "[0-9]{5}", "12345"), Ok(()));
        assert_eq!(field(&"n".repeat(MAX_NAME_CHARS), "", &"e".repeat(MAX_VALUE_CHARS)), Ok(()));
        for name in ["", " ", " Name", "a\nb", "a\u{202e}b", &"n".repeat(MAX_NAME_CHARS + 1)] {
            assert_eq!(field(name, "", ""), Err(InvalidField::Name), "{name:?}");
        }
        let long = "p".repeat(MAX_PATTERN_CHARS + 1);
        assert_eq!(field("Name", &long, "p"), Err(InvalidField::LongPattern));
        for example in ["", " 1", &"1".repeat(MAX_VALUE_CHARS + 1)] {
            assert_eq!(field("Name", "1*", example), Err(InvalidField::Example), "{example:?}");
        }
    }

    #[test]
    fn a_value_is_one_line_that_can_be_read() {
        assert_eq!(tidy_value("  A  12\t3 ").as_deref(), Some("A 12 3"));
        assert_eq!(tidy_value(&"数".repeat(MAX_VALUE_CHARS)), Some("数".repeat(MAX_VALUE_CHARS)));
        let long = "x".repeat(MAX_VALUE_CHARS + 1);
        for value in ["", "\u{3000}", "a\u{202e}b", "a\0", &long, &" ".repeat(1_000_000)] {
            assert_eq!(tidy_value(value), None);
        }
    }
}
