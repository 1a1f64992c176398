//! A table of cells, whatever file it comes from.

use std::ops::Range;

use calamine::CellErrorType;

use quizrain_shared::api::{BrokenTable, ProblemKind};

use super::super::problem::{At, Problem, one_line};

/// Most cells with something in them, mistakes among them.
pub(in crate::quiz::formats) const MAX_CELLS: usize = 1_000_000;
/// Most bytes of text in all cells together.
const MAX_TEXT_BYTES: usize = 32 * 1024 * 1024;

/// A cell with something in it.
struct Cell {
    column: u32,
    text: Range<u32>,
}

/// A row with something in it.
struct Row {
    /// From 1, as spreadsheets count.
    number: usize,
    cells: Range<u32>,
}

/// A cell that is not as it looks.
pub(super) struct Note {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) what: Odd,
}

/// How it is not.
pub(super) enum Odd {
    /// It has a formula's mistake.
    Mistake(CellErrorType),
    /// It is a date or a time, which is taken as it is written in the cell.
    Date,
}

/// The cells that have something in them, row by row. Blank ones take no memory, wherever they are.
#[derive(Default)]
pub(super) struct Sheet {
    /// Its name, where its file has sheets.
    pub(super) name: Option<String>,
    /// What is to be said of single cells.
    pub(super) notes: Vec<Note>,
    text: String,
    cells: Vec<Cell>,
    rows: Vec<Row>,
}

impl Sheet {
    pub(super) fn named(name: Option<String>) -> Self {
        Self { name, ..Self::default() }
    }

    /// Puts a cell after the others: further right, or further down.
    ///
    /// # Errors
    /// There are too many, or the cells are not in their order.
    pub(super) fn put(&mut self, row: usize, column: usize, text: &str) -> Result<(), Problem> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(());
        }
        self.check_room(row, column)?;
        let at = self.at(row, Some(column));
        if self.text.len() + text.len() > MAX_TEXT_BYTES {
            return Err(Problem::known(at, BrokenTable::Text(MAX_TEXT_BYTES >> 20)));
        }
        let start = self.text.len() as u32;
        let column = u32::try_from(column).unwrap_or(u32::MAX);
        let index = self.cells.len() as u32;
        match self.rows.last_mut() {
            Some(last) if last.number == row => {
                if self.cells.last().is_some_and(|cell| cell.column >= column) {
                    return Err(Problem::known(at, BrokenTable::CellOrder));
                }
                last.cells.end = index + 1;
            }
            Some(last) if last.number > row => {
                return Err(Problem::known(at, BrokenTable::RowOrder));
            }
            _ => self.rows.push(Row { number: row, cells: index..index + 1 }),
        }
        self.text.push_str(text);
        self.cells.push(Cell { column, text: start..self.text.len() as u32 });
        Ok(())
    }

    /// Notes that a cell is not as it looks.
    ///
    /// # Errors
    /// There are too many.
    pub(super) fn note(&mut self, row: usize, column: usize, what: Odd) -> Result<(), Problem> {
        self.check_room(row, column)?;
        self.notes.push(Note { row, column, what });
        Ok(())
    }

    /// What a note says.
    pub(super) fn told(&self, note: &Note) -> Problem {
        let Note { row, column, ref what } = *note;
        let at = self.at(row, Some(column));
        match what {
            Odd::Mistake(mistake) => {
                Problem::known(at, ProblemKind::CellMistake(one_line(&mistake.to_string())))
            }
            Odd::Date => {
                let text = self.row(row).map_or("", |line| line.get(column));
                Problem::known(at, ProblemKind::CellDate(one_line(text)))
            }
        }
    }

    fn check_room(&self, row: usize, column: usize) -> Result<(), Problem> {
        if self.cells.len() + self.notes.len() < MAX_CELLS {
            return Ok(());
        }
        Err(Problem::known(self.at(row, Some(column)), BrokenTable::Cells(MAX_CELLS)))
    }

    /// The place of a cell, or of a row.
    pub(super) fn at(&self, row: usize, column: Option<usize>) -> At {
        At::Cell { sheet: self.name.clone(), row, column }
    }

    /// The row of this number, where it has something in it.
    pub(super) fn row(&self, number: usize) -> Option<Line<'_>> {
        let index = self.rows.binary_search_by_key(&number, |row| row.number).ok()?;
        Some(Line { sheet: self, index })
    }

    /// The rows that have something in them, from the top.
    pub(super) fn rows(&self) -> impl Iterator<Item = Line<'_>> + Clone {
        (0..self.rows.len()).map(|index| Line { sheet: self, index })
    }
}

/// A row of a table.
#[derive(Clone, Copy)]
pub(super) struct Line<'s> {
    sheet: &'s Sheet,
    index: usize,
}

impl<'s> Line<'s> {
    /// From 1.
    pub(super) fn number(self) -> usize {
        self.sheet.rows[self.index].number
    }

    /// Its cells that have something in them, each with its column from 1.
    pub(super) fn cells(self) -> impl Iterator<Item = (usize, &'s str)> + Clone {
        let Range { start, end } = self.sheet.rows[self.index].cells;
        let sheet = self.sheet;
        sheet.cells[start as usize..end as usize].iter().map(|cell| {
            let text = &sheet.text[cell.text.start as usize..cell.text.end as usize];
            (cell.column as usize, text)
        })
    }

    /// What is in a column; nothing where it is blank.
    pub(super) fn get(self, column: usize) -> &'s str {
        let Range { start, end } = self.sheet.rows[self.index].cells;
        let cells = &self.sheet.cells[start as usize..end as usize];
        match cells.binary_search_by_key(&column, |cell| cell.column as usize) {
            Ok(found) => {
                let text = &cells[found].text;
                &self.sheet.text[text.start as usize..text.end as usize]
            }
            Err(_) => "",
        }
    }

    pub(super) fn at(self, column: Option<usize>) -> At {
        self.sheet.at(self.number(), column)
    }
}
