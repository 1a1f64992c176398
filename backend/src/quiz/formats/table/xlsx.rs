//! Workbooks of Excel and others (ECMA-376). Values only: what a formula makes is what was saved
//! with it.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use calamine::{DataRef, ExcelDateTime, Reader, Xlsx};
use quick_xml::events::Event;
use quizrain_shared::api::BrokenZip;

use super::super::archive::Archive;
use super::super::problem::{At, Problem, one_line};
use super::sheet::{Odd, Sheet};

/// What all that is in the workbook may take when it is unpacked, in bytes.
const MAX_UNPACKED: u64 = 64 * 1024 * 1024;
/// The same of what is not a sheet: texts, styles. They are all held in memory.
const MAX_HELD: u64 = 16 * 1024 * 1024;
/// Most files in the container.
const MAX_ENTRIES: usize = 1000;
/// Most characters of a sheet's name that are told; spreadsheets allow 31.
const MAX_NAME_CHARS: usize = 60;
/// Most sheets.
const MAX_SHEETS: usize = 50;

/// Whether a container is a workbook.
pub(super) fn is(archive: &Archive<'_>) -> bool {
    archive.names().any(|name| name.starts_with("xl/") || name.starts_with("XL/"))
}

/// Reads every sheet that has something in it.
///
/// # Errors
/// The file is broken, or too large.
pub(super) fn read(bytes: &[u8], archive: &mut Archive<'_>) -> Result<Vec<Sheet>, Problem> {
    check(archive).map_err(refusal)?;
    // The library trusts numbers in files, and counts without limits.
    catch_unwind(AssertUnwindSafe(|| sheets(bytes)))
        .unwrap_or_else(|_| Err(refusal(BrokenZip::WorkbookNumbers)))
}

fn refusal(why: BrokenZip) -> Problem {
    Problem::known(At::File, why)
}

/// Unpacks everything once, keeping nothing, and looks at what the library would believe.
fn check(archive: &mut Archive<'_>) -> Result<(), BrokenZip> {
    if archive.len() > MAX_ENTRIES {
        return Err(BrokenZip::WorkbookParts(archive.len(), MAX_ENTRIES));
    }
    let (mut all, mut held) = (0, 0);
    for index in 0..archive.len() {
        let (name, size) = archive.size(index, MAX_UNPACKED - all)?;
        all += size;
        if all >= MAX_UNPACKED {
            return Err(BrokenZip::LargeSheets(MAX_UNPACKED >> 20));
        }
        let name = name.to_ascii_lowercase();
        if !name.contains("worksheets/") && !name.contains("media/") {
            held += size;
            if held >= MAX_HELD {
                return Err(BrokenZip::LargeTexts(MAX_HELD >> 20));
            }
        }
        if name.ends_with("sharedstrings.xml") {
            let bytes = archive.read(index, MAX_HELD)?;
            check_strings(&bytes)?;
        }
    }
    Ok(())
}

/// The list of texts says how many it has, and the library makes room for them.
fn check_strings(bytes: &[u8]) -> Result<(), BrokenZip> {
    let mut xml = quick_xml::Reader::from_reader(bytes);
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        match xml.read_event_into(&mut buffer) {
            Ok(Event::Start(start) | Event::Empty(start))
                if start.local_name().as_ref() == "sst" =>
            {
                let mut attributes = start.attributes();
                let fits = attributes.all(|it| {
                    let count = it.as_ref().map(|it| (it.key.as_ref(), it.value.as_ref()));
                    match count {
                        Ok(("uniqueCount", count)) => {
                            count.parse().is_ok_and(|count: usize| count <= bytes.len())
                        }
                        Ok(_) => true,
                        Err(_) => false,
                    }
                });
                return if fits { Ok(()) } else { Err(BrokenZip::WorkbookTexts) };
            }
            Ok(Event::Eof) => return Ok(()),
            Ok(_) => {}
            Err(_) => return Err(BrokenZip::WorkbookTexts),
        }
    }
}

fn sheets(bytes: &[u8]) -> Result<Vec<Sheet>, Problem> {
    let broken =
        |why: calamine::XlsxError| refusal(BrokenZip::Workbook(one_line(&why.to_string())));
    let mut workbook = Xlsx::new(Cursor::new(bytes)).map_err(broken)?;
    let names = workbook.sheet_names();
    if names.len() > MAX_SHEETS {
        return Err(refusal(BrokenZip::Sheets(names.len(), MAX_SHEETS)));
    }
    let mut sheets = Vec::new();
    for name in names {
        // A chart on a sheet of its own has no cells.
        let Ok(mut cells) = workbook.worksheet_cells_reader(&name) else { continue };
        // Every problem names its sheet.
        let mut sheet = Sheet::named(Some(one_line(&name).chars().take(MAX_NAME_CHARS).collect()));
        while let Some(cell) = cells.next_cell().map_err(broken)? {
            let (row, column) = cell.get_position();
            put(&mut sheet, row as usize + 1, column as usize + 1, cell.get_value())?;
        }
        sheets.push(sheet);
    }
    Ok(sheets)
}

fn put(sheet: &mut Sheet, row: usize, column: usize, value: &DataRef<'_>) -> Result<(), Problem> {
    match value {
        DataRef::Empty => Ok(()),
        DataRef::Int(number) => sheet.put(row, column, &number.to_string()),
        DataRef::Float(number) => sheet.put(row, column, &decimal(*number)),
        DataRef::String(text) => sheet.put(row, column, text),
        DataRef::SharedString(text) => sheet.put(row, column, text),
        DataRef::Bool(truth) => sheet.put(row, column, if *truth { "True" } else { "False" }),
        DataRef::DateTime(moment) => {
            sheet.note(row, column, Odd::Date)?;
            sheet.put(row, column, &date(moment))
        }
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => sheet.put(row, column, text),
        DataRef::Error(mistake) => sheet.note(row, column, Odd::Mistake(mistake.clone())),
    }
}

/// A number as spreadsheets show it: 15 digits count.
fn decimal(number: f64) -> String {
    let rounded: f64 = format!("{number:.14e}").parse().unwrap_or(number);
    if rounded.abs() < 1e15 { rounded.to_string() } else { format!("{rounded:e}") }
}

fn date(moment: &ExcelDateTime) -> String {
    let days = moment.as_f64();
    if moment.is_duration() || !(0.0..3_000_000.0).contains(&days) {
        return decimal(days);
    }
    let (year, month, day, hour, minute, second, _) = moment.to_ymd_hms_milli();
    let time = match (hour, minute, second) {
        (0, 0, 0) => None,
        (_, _, 0) => Some(format!("{hour:02}:{minute:02}")),
        _ => Some(format!("{hour:02}:{minute:02}:{second:02}")),
    };
    match time {
        Some(time) if days < 1.0 => time,
        Some(time) => format!("{year:04}-{month:02}-{day:02} {time}"),
        None => format!("{year:04}-{month:02}-{day:02}"),
    }
}
