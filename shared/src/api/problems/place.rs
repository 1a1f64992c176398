//! Where something is in a file.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A place in a file, from its top to its bottom; as text in JSON.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FilePlace {
    /// The file as a whole.
    File,
    /// A line of a text, from 1.
    Line(usize),
    /// A cell or a row of a table.
    Cell {
        /// The sheet's name, where the file has sheets.
        sheet: Option<String>,
        /// From 1, as spreadsheets count.
        row: usize,
        /// From 1; `None`: the row as a whole.
        column: Option<usize>,
    },
    /// An entry of a list, from 1, where lines say nothing.
    Entry(usize),
}

/// A text that names no place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a place in a file, such as line 3 or row 3, column B")]
pub struct InvalidPlace;

/// A column as spreadsheets name it: A for 1, AA for 27.
#[must_use]
pub fn column_letters(column: usize) -> String {
    let mut rest = column;
    let mut letters = Vec::new();
    while rest > 0 {
        letters.push(char::from(b'A' + u8::try_from((rest - 1) % 26).unwrap_or(0)));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect()
}

fn column_number(letters: &str) -> Option<usize> {
    let number = letters.bytes().try_fold(0_usize, |number, letter| {
        let digit = letter.checked_sub(b'A').filter(|digit| *digit < 26)?;
        number.checked_mul(26)?.checked_add(usize::from(digit) + 1)
    })?;
    (number > 0).then_some(number)
}

impl fmt::Display for FilePlace {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => out.write_str("file"),
            Self::Line(line) => write!(out, "line {line}"),
            Self::Cell { sheet, row, column } => {
                if let Some(sheet) = sheet {
                    write!(out, "sheet {sheet}, ")?;
                }
                write!(out, "row {row}")?;
                match column {
                    Some(column) => write!(out, ", column {}", column_letters(*column)),
                    None => Ok(()),
                }
            }
            Self::Entry(entry) => write!(out, "question {entry}"),
        }
    }
}

impl FromStr for FilePlace {
    type Err = InvalidPlace;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| text.parse::<usize>().map_err(|_| InvalidPlace);
        if text == "file" {
            return Ok(Self::File);
        }
        if let Some(line) = text.strip_prefix("line ") {
            return Ok(Self::Line(number(line)?));
        }
        if let Some(entry) = text.strip_prefix("question ") {
            return Ok(Self::Entry(number(entry)?));
        }
        // From behind: a sheet may be called anything.
        let cell = text.rsplit_once(", column ");
        let cell = cell.and_then(|(rest, letters)| Some((rest, column_number(letters)?)));
        let (rest, column) = cell.map_or((text, None), |(rest, column)| (rest, Some(column)));
        if let Some(row) = rest.strip_prefix("row ") {
            return Ok(Self::Cell { sheet: None, row: number(row)?, column });
        }
        let named = rest.strip_prefix("sheet ").and_then(|rest| rest.rsplit_once(", row "));
        let (sheet, row) = named.ok_or(InvalidPlace)?;
        Ok(Self::Cell { sheet: Some(sheet.to_owned()), row: number(row)?, column })
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for FilePlace {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "FilePlace".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "A place in a file, such as `line 3`, `row 3, column B`, `question 3` or `file`.",
        })
    }
}

impl Serialize for FilePlace {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for FilePlace {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_what_its_text_says() {
        let cell = |sheet: Option<&str>, column| FilePlace::Cell {
            sheet: sheet.map(str::to_owned),
            row: 7,
            column,
        };
        for place in [
            FilePlace::File,
            FilePlace::Line(3),
            FilePlace::Entry(12),
            cell(None, None),
            cell(None, Some(28)),
            cell(Some("Quiz"), Some(1)),
            cell(Some("row 3, column B"), None),
            cell(Some("a, column B, row 3"), Some(703)),
        ] {
            assert_eq!(place.to_string().parse(), Ok(place));
        }
        for text in ["", "line", "line x", "row 3, column 4", "sheet A", "row", "somewhere"] {
            assert_eq!(text.parse::<FilePlace>(), Err(InvalidPlace), "{text}");
        }
    }
}
