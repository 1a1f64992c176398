//! The rows that problems are about, as they stand in the file, so that they can be mended and brought again.

use super::sheet::{Line, Sheet};
use crate::quiz::formats::problem::{At, Problem, letters};

/// Most columns of a row that are quoted.
const MAX_COLUMNS: usize = 32;
/// Most bytes of a row that is quoted; a longer one is somebody else's text.
const MAX_ROW_BYTES: usize = 4096;
/// Most bytes of all rows.
const MAX_BYTES: usize = 2 * 1024 * 1024;

/// Quotes the rows of these problems, under the headings of the row that is the header, where one is.
pub(super) fn quote(sheet: &Sheet, header: usize, problems: &mut [Problem]) {
    let heading = sheet.row(header);
    let mut room = MAX_BYTES;
    for problem in problems {
        let At::Cell { row, .. } = problem.at else { continue };
        let Some(line) = sheet.row(row) else { continue };
        let cells = cells(heading, line);
        let bytes: usize = cells.iter().map(|(name, text)| name.len() + text.len()).sum();
        if bytes <= MAX_ROW_BYTES.min(room) {
            room -= bytes;
            problem.row = cells.into();
        }
    }
}

/// All columns that the header or the row has.
fn cells(heading: Option<Line<'_>>, line: Line<'_>) -> Vec<(String, String)> {
    let last = |line: Line<'_>| line.cells().last().map_or(0, |(column, _)| column);
    let columns = heading.map_or(0, last).max(last(line)).min(MAX_COLUMNS);
    let cell = |column| {
        let name = heading.map_or("", |heading| heading.get(column));
        let name = if name.is_empty() { letters(column) } else { name.to_owned() };
        (name, line.get(column).to_owned())
    };
    (1..=columns).map(cell).collect()
}
