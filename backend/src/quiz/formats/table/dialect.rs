//! The tables of other programs, and those of people.

use super::super::Format;
use super::columns::{Columns, Key};
use super::header::Header;
use super::sheet::Sheet;
use super::{blooket, gimkit, kahoot, ours, plain, quizizz};

/// How a program writes its tables.
pub(super) struct Dialect {
    /// What it is called; `None`: as its file is.
    pub(super) format: Option<Format>,
    /// How right answers are written, the first way that fits; none: it is found out.
    pub(super) keys: &'static [Key],
    /// Whether its header is this one.
    pub(super) is: fn(&Sheet, &Header) -> bool,
}

/// Those with a header that tells them apart, and what is left.
const DIALECTS: [&Dialect; 6] = [
    &ours::DIALECT,
    &quizizz::DIALECT,
    &gimkit::DIALECT,
    &blooket::DIALECT,
    &kahoot::DIALECT,
    &plain::DIALECT,
];

/// How a table is to be read.
pub(super) struct Found {
    pub(super) dialect: &'static Dialect,
    pub(super) columns: Columns,
    /// How the columns of the choices are headed.
    pub(super) names: Vec<String>,
}

/// How a table is to be read, where that is sure.
pub(super) fn find(sheet: &Sheet, given: Option<&Columns>) -> Option<Found> {
    if let Some(columns) = given {
        let header = sheet.rows().find(|row| row.number() == columns.header);
        let name = |column: &usize| {
            header.map(|row| super::header::plain(row.get(*column))).unwrap_or_default()
        };
        let names = columns.choices.iter().map(name).collect();
        return Some(Found { dialect: &plain::DIALECT, columns: columns.clone(), names });
    }
    let Some(header) = super::header::find(sheet) else {
        let columns = blooket::headless(sheet)?;
        return Some(Found { dialect: &blooket::DIALECT, columns, names: Vec::new() });
    };
    let dialect = DIALECTS.into_iter().find(|dialect| (dialect.is)(sheet, &header))?;
    let Header { columns, words } = header;
    let name = |column: &usize| {
        words.iter().find(|(of, _)| of == column).map(|(_, name)| name.clone()).unwrap_or_default()
    };
    let names = columns.choices.iter().map(name).collect();
    Some(Found { dialect, columns, names })
}
