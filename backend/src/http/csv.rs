//! Files for spreadsheets.

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// Spreadsheets take a file without this mark for one in an old encoding.
pub(super) const BYTE_ORDER_MARK: &str = "\u{feff}";

/// What a spreadsheet may take a cell for a formula by, in any of its languages.
const FORMULA: [char; 11] =
    ['=', '+', '-', '@', '\t', '\r', '\n', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];

/// A cell that no spreadsheet takes for a formula.
pub(super) fn harmless(cell: String) -> String {
    if cell.trim_start_matches(' ').starts_with(FORMULA) { format!("'{cell}") } else { cell }
}

/// ISO 8601 in UTC; nothing for a moment beyond the calendar.
pub(super) fn moment(at_ms: u64) -> String {
    let nanos = i128::from(at_ms) * 1_000_000;
    let moment = OffsetDateTime::from_unix_timestamp_nanos(nanos).ok();
    moment.and_then(|moment| moment.format(&Rfc3339).ok()).unwrap_or_default()
}
