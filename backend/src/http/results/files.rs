//! Results as files. Rows are written as they are read, to a file that has no name, so that a game of ten
//! thousand players is never in memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};

use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, Worksheet, XlsxError};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;

use super::tables::{self, Cell, Table};
use crate::history::RoundRead;
use crate::http::csv::{BYTE_ORDER_MARK, harmless};

/// Rows of a sheet, with the one that names its columns (ECMA-376).
const SHEET_ROWS: u32 = 1_048_576;

/// Characters of a cell.
const CELL_CHARS: usize = 32_767;

/// Bytes that are read at a time.
const READ_BYTES: usize = 64 * 1024;

/// How wide columns are, in letters.
const WIDTH: u8 = 18;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Xlsx,
    Csv,
    Json,
}

impl Kind {
    pub(super) fn content_type(self) -> &'static str {
        match self {
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Csv => "text/csv; charset=utf-8",
            Self::Json => "application/json",
        }
    }
}

/// A part of a file.
#[derive(Debug)]
pub(super) enum Piece {
    /// A table begins.
    Table(Table),
    /// Rows of it.
    Rows(Vec<Vec<Cell>>),
    /// Rows of it, from what a question was to everybody.
    Answers(RoundRead),
    /// There is no more. A file that lacks this is thrown away.
    End,
}

/// A file at its beginning, and the digest of what is in it.
pub(super) struct Written {
    pub(super) file: File,
    pub(super) digest: [u8; 32],
}

/// Writes a file of what comes; `None`: it ended before it was whole. The same results are the same bytes.
/// Blocks.
pub(super) fn write(kind: Kind, pieces: &mut mpsc::Receiver<Piece>) -> io::Result<Option<Written>> {
    let mut file = tempfile::tempfile()?;
    let mut sink: Box<dyn Sink + '_> = match kind {
        Kind::Xlsx => Box::new(Sheets::new(&mut file).map_err(other)?),
        Kind::Csv => Box::new(Lines::new(&mut file)?),
        Kind::Json => Box::new(Objects::new(&mut file)?),
    };
    loop {
        match pieces.blocking_recv() {
            Some(Piece::Table(table)) => sink.table(table)?,
            Some(Piece::Rows(rows)) => sink.rows(rows)?,
            Some(Piece::Answers(round)) => sink.rows(tables::answers(&round))?,
            Some(Piece::End) => break,
            None => return Ok(None),
        }
    }
    sink.end()?;
    drop(sink);
    let digest = digest(&mut file)?;
    file.rewind()?;
    Ok(Some(Written { file, digest }))
}

/// Of all that is in a file.
fn digest(file: &mut File) -> io::Result<[u8; 32]> {
    file.rewind()?;
    let mut digest = Sha256::new();
    let mut file = BufReader::with_capacity(READ_BYTES, file);
    loop {
        let read = file.fill_buf()?;
        if read.is_empty() {
            return Ok(digest.finalize().into());
        }
        digest.update(read);
        let read = read.len();
        file.consume(read);
    }
}

/// Where tables go.
trait Sink {
    fn table(&mut self, table: Table) -> io::Result<()>;
    fn rows(&mut self, rows: Vec<Vec<Cell>>) -> io::Result<()>;
    fn end(&mut self) -> io::Result<()>;
}

/// A sheet for each table, and another where one is full.
struct Sheets<'f> {
    file: &'f mut File,
    book: Workbook,
    table: Table,
    /// Which sheet of the table.
    sheet: u32,
    row: u32,
}

fn other(error: XlsxError) -> io::Error {
    io::Error::other(error)
}

impl<'f> Sheets<'f> {
    /// Made at a fixed time.
    fn new(file: &'f mut File) -> Result<Self, XlsxError> {
        let mut book = Workbook::new();
        let made = ExcelDateTime::from_ymd(2000, 1, 1)?;
        book.set_properties(&DocProperties::new().set_creation_datetime(&made));
        Ok(Self { file, book, table: Table::Summary, sheet: 0, row: 0 })
    }

    fn open(&mut self) -> Result<(), XlsxError> {
        let name = match self.sheet {
            1 => self.table.word().to_owned(),
            n => format!("{} {n}", self.table.word()),
        };
        let sheet = self.book.add_worksheet_with_constant_memory()?;
        sheet.set_name(name)?.set_freeze_panes(1, 0)?;
        let bold = Format::new().set_bold();
        for (column, title) in (0..).zip(tables::columns(self.table)) {
            sheet.set_column_width(column, WIDTH)?;
            sheet.write_string_with_format(0, column, *title, &bold)?;
        }
        self.row = 1;
        Ok(())
    }

    fn write(&mut self, rows: Vec<Vec<Cell>>) -> Result<(), XlsxError> {
        for row in rows {
            if self.row == SHEET_ROWS {
                self.sheet += 1;
                self.open()?;
            }
            let sheets = self.book.worksheets_mut();
            if let Some(sheet) = sheets.last_mut() {
                write_row(sheet, self.row, row)?;
            }
            self.row += 1;
        }
        Ok(())
    }
}

/// Text is written as text: what looks like a formula is none.
fn write_row(sheet: &mut Worksheet, number: u32, row: Vec<Cell>) -> Result<(), XlsxError> {
    for (column, cell) in (0..).zip(row) {
        match cell {
            Cell::Nothing => {}
            Cell::Number(value) => {
                sheet.write_number(number, column, value)?;
            }
            Cell::Text(text) => {
                let text = match text.char_indices().nth(CELL_CHARS) {
                    Some((end, _)) => text.get(..end).unwrap_or_default(),
                    None => &text,
                };
                sheet.write_string(number, column, text)?;
            }
        }
    }
    Ok(())
}

impl Sink for Sheets<'_> {
    fn table(&mut self, table: Table) -> io::Result<()> {
        (self.table, self.sheet) = (table, 1);
        self.open().map_err(other)
    }

    fn rows(&mut self, rows: Vec<Vec<Cell>>) -> io::Result<()> {
        self.write(rows).map_err(other)
    }

    fn end(&mut self) -> io::Result<()> {
        self.book.save_to_writer(BufWriter::new(&mut *self.file)).map_err(other)
    }
}

/// RFC 4180.
struct Lines<'f>(csv::Writer<BufWriter<&'f mut File>>);

impl<'f> Lines<'f> {
    fn new(file: &'f mut File) -> io::Result<Self> {
        let mut file = BufWriter::new(file);
        file.write_all(BYTE_ORDER_MARK.as_bytes())?;
        let terminator = csv::Terminator::CRLF;
        Ok(Self(csv::WriterBuilder::new().terminator(terminator).from_writer(file)))
    }
}

impl Sink for Lines<'_> {
    fn table(&mut self, table: Table) -> io::Result<()> {
        Ok(self.0.write_record(tables::columns(table))?)
    }

    fn rows(&mut self, rows: Vec<Vec<Cell>>) -> io::Result<()> {
        for row in rows {
            self.0.write_record(row.into_iter().map(|cell| match cell {
                Cell::Nothing => String::new(),
                // A number begins with a sign at most, and means itself.
                Cell::Number(value) => value.to_string(),
                Cell::Text(text) => harmless(text),
            }))?;
        }
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// An object with a list for each table, and in it an object for each row.
struct Objects<'f> {
    file: BufWriter<&'f mut File>,
    table: Option<Table>,
    first: bool,
}

impl<'f> Objects<'f> {
    fn new(file: &'f mut File) -> io::Result<Self> {
        let mut file = BufWriter::new(file);
        file.write_all(b"{")?;
        Ok(Self { file, table: None, first: true })
    }
}

impl Sink for Objects<'_> {
    fn table(&mut self, table: Table) -> io::Result<()> {
        let before = if self.table.is_some() { "\n],\n" } else { "\n" };
        write!(self.file, "{before}\"{}\":[", table.word())?;
        (self.table, self.first) = (Some(table), true);
        Ok(())
    }

    fn rows(&mut self, rows: Vec<Vec<Cell>>) -> io::Result<()> {
        let columns = self.table.map_or(&[][..], tables::columns);
        for row in rows {
            let value = |cell| match cell {
                Cell::Nothing => Value::Null,
                Cell::Number(value) if value.fract() == 0.0 => Value::from(value as i64),
                Cell::Number(value) => Value::from(value),
                Cell::Text(text) => Value::from(text),
            };
            let fields = columns.iter().zip(row);
            let object: Map<String, Value> =
                fields.map(|(column, cell)| ((*column).to_owned(), value(cell))).collect();
            self.file.write_all(if self.first { b"\n" } else { b",\n" })?;
            self.first = false;
            serde_json::to_writer(&mut self.file, &object)?;
        }
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        self.file.write_all(if self.table.is_some() { b"\n]\n}\n" } else { b"}\n" })?;
        self.file.flush()
    }
}
