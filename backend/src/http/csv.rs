//! Files for spreadsheets.

use quizrain_shared::spreadsheet::is_formula;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// Spreadsheets take a file without this mark for one in an old encoding.
pub(super) const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A cell that no spreadsheet takes for a formula.
pub(super) fn harmless(cell: String) -> String {
    if is_formula(&cell) { format!("'{cell}") } else { cell }
}

/// ISO 8601 in UTC; nothing for a moment beyond the calendar.
pub(super) fn moment(at_ms: u64) -> String {
    let nanos = i128::from(at_ms) * 1_000_000;
    let moment = OffsetDateTime::from_unix_timestamp_nanos(nanos).ok();
    moment.and_then(|moment| moment.format(&Rfc3339).ok()).unwrap_or_default()
}
