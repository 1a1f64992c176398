//! Tables of questions, from text and from workbooks.
//!
//! A table is read where its header says what stands where ([`header`]), where its rows can be
//! nothing else, or where it was said ([`Columns`]); otherwise it is refused with its first rows.

mod blooket;
mod columns;
mod dialect;
mod gimkit;
mod header;
pub(super) mod kahoot;
mod key;
mod kinds;
pub(super) mod ours;
mod plain;
mod quizizz;
mod quoted;
mod row;
mod sheet;
mod text;
mod words;
mod xlsx;

use quizrain_shared::api::{BrokenTable, ProblemKind};

use super::archive::Archive;
use super::collected::Collected;
use super::content::{MAX_TEXT_BYTES, Text, check_size};
use super::problem::{At, MAX_PROBLEMS, Problem, one_line};
use super::{Format, Read, title};

pub use columns::{Columns, InvalidColumns, Key};

use dialect::Found;
use row::Rows;
use sheet::{Note, Sheet};

/// How many rows are shown of a table that cannot be read, and how much of each.
const SHOWN: usize = 5;
const SHOWN_CHARS: usize = 40;

/// Reads a table of text, where it is one.
pub(super) fn of_text(text: &Text<'_>, given: Option<&Columns>) -> Option<Read> {
    let sample = |delimiter: u8| text::read(&text.text, delimiter, text::SAMPLE).ok();
    let sure = text::DELIMITERS
        .into_iter()
        .find(|it| given.is_none() && sample(*it).is_some_and(|it| header::find(&it).is_some()));
    let guess = || {
        let widths = text::DELIMITERS.into_iter().rev();
        let widths = widths.filter_map(|it| Some((text::width(&text.text, it)?, it)));
        widths.max_by_key(|(width, _)| *width).map(|(_, delimiter)| delimiter)
    };
    let named = given.is_some() || text.ends(&["csv", "tsv", "tab"]);
    let delimiter = sure.or_else(guess).or_else(|| named.then_some(b','))?;
    let sheet = match text::read(&text.text, delimiter, usize::MAX) {
        Ok(sheet) => sheet,
        Err(problem) => return Some((Some(Format::Csv), Err(vec![problem]))),
    };
    let read = read(text.name, Format::Csv, &[sheet], given);
    // Without a name that says so, and without a header, any text with commas would be one.
    (named || read.0.is_some()).then_some(match read {
        (None, read) => (Some(Format::Csv), read),
        read => read,
    })
}

/// Whether a container is a workbook.
pub(super) fn is_workbook(archive: &Archive<'_>) -> bool {
    xlsx::is(archive)
}

/// Reads a workbook.
pub(super) fn of_workbook(
    name: &str,
    bytes: &[u8],
    archive: &mut Archive<'_>,
    given: Option<&Columns>,
) -> Read {
    let read_sheets = check_size(bytes.len(), MAX_TEXT_BYTES);
    match read_sheets.and_then(|()| xlsx::read(bytes, archive)) {
        Ok(sheets) => match read(name, Format::Xlsx, &sheets, given) {
            (None, read) => (Some(Format::Xlsx), read),
            read => read,
        },
        Err(problem) => (Some(Format::Xlsx), Err(vec![problem])),
    }
}

/// Reads every sheet whose columns are known. Without one, the format stays open.
fn read(name: &str, plain: Format, sheets: &[Sheet], given: Option<&Columns>) -> Read {
    let mut filled: Vec<&Sheet> =
        sheets.iter().filter(|sheet| sheet.rows().next().is_some()).collect();
    let Some(first) = filled.first().copied() else {
        return (None, Err(vec![Problem::known(At::File, ProblemKind::EmptyFile)]));
    };
    // What was said of columns, was said of one sheet.
    filled.truncate(if given.is_some() { 1 } else { usize::MAX });
    let mut collected = Collected::default();
    let mut format = None;
    let mut used = Vec::new();
    let found: Vec<_> = filled.iter().map(|sheet| dialect::find(sheet, given)).collect();
    if found.iter().all(Option::is_none) {
        return (None, Err(unknown(first)));
    }
    for (sheet, found) in std::iter::zip(filled, found) {
        let Some(mut found) = found else {
            let name = sheet.name.clone().unwrap_or_default();
            collected.skip(Problem::known(At::File, BrokenTable::UnknownSheet(name)));
            continue;
        };
        format.get_or_insert(found.dialect.format.unwrap_or(plain));
        let before = collected.skipped.len();
        if let Err(problem) = of_sheet(sheet, &mut found, &mut collected) {
            let mut problems = vec![problem];
            problems.extend(first_rows(sheet));
            return (format, Err(problems));
        }
        quoted::quote(sheet, found.columns.header, &mut collected.skipped[before..]);
        used.push(match (&sheet.name, sheets.len()) {
            (Some(name), 2..) => format!("{}: {}", one_line(name), found.columns),
            _ => found.columns.to_string(),
        });
    }
    collected.columns = Some(used.join("; "));
    (format, collected.quiz(title(name)))
}

/// Reads the rows of a sheet.
///
/// # Errors
/// It is not sure how right answers are written.
fn of_sheet(sheet: &Sheet, found: &mut Found, collected: &mut Collected) -> Result<(), Problem> {
    let keys = match (found.columns.key, found.dialect.keys) {
        (None, []) => plain::key(sheet, found)?.into_iter().collect(),
        (None, keys) => keys.to_vec(),
        (Some(key), _) => vec![key],
    };
    found.columns.key = keys.first().copied();
    let header = found.columns.header;
    let seen = |note: &&Note| note.row > header && found.columns.uses(note.column);
    for note in sheet.notes.iter().filter(seen).take(MAX_PROBLEMS + 1) {
        collected.skip(sheet.told(note));
    }
    let mut rows = Rows { found, keys: &keys, collected };
    for row in sheet.rows().filter(|row| row.number() > header) {
        rows.row(row);
        // With so many, it is not the rows that are wrong.
        if rows.collected.skipped.len() > MAX_PROBLEMS {
            let why = BrokenTable::ManyProblems(MAX_PROBLEMS, found.columns.to_string());
            return Err(Problem::known(At::File, why));
        }
    }
    Ok(())
}

/// That nobody knows what stands where, and what stands there.
fn unknown(sheet: &Sheet) -> Vec<Problem> {
    let expected = "a header such as Question, Option A, Option B, Answer, or to be told: \
                    question=A,choices=B-E,correct=F,header=1";
    let mut problems =
        vec![Problem::known(At::File, ProblemKind::UnknownColumns).expected(expected)];
    problems.extend(first_rows(sheet));
    problems
}

fn first_rows(sheet: &Sheet) -> impl Iterator<Item = Problem> {
    sheet.rows().take(SHOWN).map(|row| {
        let cells = row.cells().take(12).map(|(column, text)| {
            let cut: String = text.chars().take(SHOWN_CHARS).collect();
            format!("{}: {cut}", super::problem::letters(column))
        });
        let cells = one_line(&cells.collect::<Vec<_>>().join(" | "));
        Problem::known(row.at(None), BrokenTable::FirstRow(cells))
    })
}
