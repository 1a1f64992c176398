//! Tables as text: values parted by commas, semicolons, tabs or bars (RFC 4180 and its relatives).

use csv::{ReaderBuilder, StringRecord};
use quizrain_shared::api::BrokenTable;

use super::super::problem::{Problem, one_line};
use super::sheet::Sheet;

/// What parts values, by how often it is meant.
pub(super) const DELIMITERS: [u8; 4] = [b',', b'\t', b';', b'|'];

/// Reads a table; of a `limit` only so many rows.
///
/// # Errors
/// It has too many cells.
pub(super) fn read(text: &str, delimiter: u8, limit: usize) -> Result<Sheet, Problem> {
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(text.as_bytes());
    let mut sheet = Sheet::default();
    let mut record = StringRecord::new();
    let (mut row, mut lines) = (0, 1);
    while row < limit {
        match reader.read_record(&mut record) {
            Ok(true) => {}
            Ok(false) => break,
            Err(why) => {
                let why = BrokenTable::Csv(one_line(&why.to_string()));
                return Err(Problem::known(sheet.at(row + 1, None), why));
            }
        }
        // Blank lines are rows too, and the reader passes over them.
        let inner: usize =
            record.iter().map(|cell| cell.bytes().filter(|byte| *byte == b'\n').count()).sum();
        let passed = reader.position().line() as usize - lines;
        lines += passed;
        row += 1 + passed.saturating_sub(1 + inner);
        for (cell, column) in record.iter().zip(1..) {
            sheet.put(row, column, cell)?;
        }
    }
    Ok(sheet)
}

/// How many columns most of the first rows have, where that is more than one.
pub(super) fn width(text: &str, delimiter: u8) -> Option<usize> {
    let sheet = read(text, delimiter, SAMPLE).ok()?;
    let widths: Vec<usize> =
        sheet.rows().filter_map(|row| row.cells().last()).map(|(column, _)| column).collect();
    let (first, rest) = widths.split_first()?;
    let like = rest.iter().filter(|width| *width == first).count() + 1;
    (*first > 1 && like * 2 > widths.len()).then_some(*first)
}

/// How many rows are looked at to find out what parts the values.
pub(super) const SAMPLE: usize = 15;
