//! Gimkit: `Question`, `Correct Answer`, `Incorrect Answer 1` to `Incorrect Answer 3`.

use super::super::Format;
use super::columns::Key;
use super::dialect::Dialect;

pub(super) const DIALECT: Dialect = Dialect {
    format: Some(Format::Gimkit),
    keys: &[Key::Text],
    is: |_, header| {
        header.has("question") && header.has("correctanswer") && header.has("incorrectanswer1")
    },
};
