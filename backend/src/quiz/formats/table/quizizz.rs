//! Quizizz, now Wayground: `Question Text`, `Question Type`, `Option 1` to `Option 5`, `Correct
//! Answer`, `Time in seconds`, `Image Link`. The row below its header explains the columns.

use super::super::Format;
use super::columns::Key;
use super::dialect::Dialect;

pub(super) const DIALECT: Dialect = Dialect {
    format: Some(Format::Quizizz),
    keys: &[Key::Number, Key::Text],
    is: |_, header| {
        header.has("questiontext") && header.has("questiontype") && header.has("option1")
    },
};
