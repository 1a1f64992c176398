//! Rows of a table of text (RFC 4180), each with the line on which it begins. Called by `table`.
//!
//! The crate `csv` takes whatever it finds: an open quote goes to the end of the file, and what stands behind a closed one
//! is a part of the cell. Money is paid by what is read here, so both are refused.

use std::iter::Peekable;
use std::str::Chars;

use quizrain_shared::api::InvalidGuests;

/// Cells of a row; no spreadsheet of guests comes near.
const MAX_CELLS: usize = 1000;

/// A row that has something in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// On which line it begins, from 1.
    pub(super) line: usize,
    /// Its cells, without white space around them.
    pub(super) cells: Vec<String>,
}

/// The rows of a text.
pub(super) struct Rows<'t> {
    rest: Peekable<Chars<'t>>,
    separator: char,
    line: usize,
}

impl<'t> Rows<'t> {
    /// Those of a text whose lines end with `\n` alone.
    pub(super) fn of(text: &'t str) -> Self {
        Self { rest: text.chars().peekable(), separator: separator(text), line: 1 }
    }

    fn next_char(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        self.line += usize::from(c == '\n');
        Some(c)
    }

    /// What comes next, if it belongs to the cell and is such a character.
    fn next_in_cell(&mut self, is_such: fn(char) -> bool) -> Option<char> {
        let separator = self.separator;
        self.rest.next_if(|c| *c != separator && *c != '\n' && is_such(*c))
    }

    fn cell(&mut self) -> Result<String, InvalidGuests> {
        let mut cell = String::new();
        while self.next_in_cell(char::is_whitespace).is_some() {}
        if self.rest.next_if_eq(&'"').is_none() {
            while let Some(c) = self.next_in_cell(|_| true) {
                cell.push(c);
            }
            return Ok(cell.trim().to_owned());
        }
        let opened = self.line;
        loop {
            let c = self.next_char().ok_or(InvalidGuests::Quote(opened))?;
            // Two quotes are one that belongs to the cell.
            if c == '"' && self.rest.next_if_eq(&'"').is_none() {
                break;
            }
            cell.push(c);
        }
        while self.next_in_cell(char::is_whitespace).is_some() {}
        match self.next_in_cell(|_| true) {
            None => Ok(cell.trim().to_owned()),
            Some(_) => Err(InvalidGuests::Quote(opened)),
        }
    }

    fn row(&mut self) -> Result<Row, InvalidGuests> {
        let (line, mut cells) = (self.line, Vec::new());
        loop {
            cells.push(self.cell()?);
            if cells.len() > MAX_CELLS {
                return Err(InvalidGuests::Wide(line));
            }
            // It stands at a separator, at the line's end or at that of the text.
            if self.next_char() != Some(self.separator) {
                return Ok(Row { line, cells });
            }
        }
    }
}

impl Iterator for Rows<'_> {
    type Item = Result<Row, InvalidGuests>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.rest.peek().is_some() {
            match self.row() {
                Ok(row) if row.cells.iter().all(String::is_empty) => {}
                row => return Some(row),
            }
        }
        None
    }
}

/// What stands between two cells: spreadsheets write a semicolon or a tab where the comma is taken. The first line that
/// has one of them outside of quotes tells.
fn separator(text: &str) -> char {
    let of_line = |line: &str| {
        let mut is_quoted = false;
        let outside = line.chars().filter(|c| {
            is_quoted ^= *c == '"';
            !is_quoted
        });
        let outside: Vec<char> = outside.collect();
        let count = |separator: char| outside.iter().filter(|it| **it == separator).count();
        let most = [',', ';', '\t'].into_iter().max_by_key(|it| (count(*it), *it == ','))?;
        (count(most) > 0).then_some(most)
    };
    text.lines().find_map(of_line).unwrap_or(',')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<(usize, Vec<String>)>, InvalidGuests> {
        Rows::of(text).map(|row| row.map(|Row { line, cells }| (line, cells))).collect()
    }

    #[test]
    fn rows_have_the_line_on_which_they_begin() {
        let cases: [(&str, &[(usize, &str)]); 10] = [
            ("", &[]),
            ("\n \n,,\n", &[]),
            ("Anna", &[(1, "Anna")]),
            ("Anna,1\n\n \nBen,2\n", &[(1, "Anna|1"), (4, "Ben|2")]),
            ("\n\"An\nna\",\"1\n\"\nBen,2", &[(2, "An\nna|1"), (5, "Ben|2")]),
            ("\"Anna \"\"A\"\"\" ; 1 ;\n Ben;", &[(1, "Anna \"A\"|1|"), (2, "Ben|")]),
            ("\"Lovelace, Anna\";1", &[(1, "Lovelace, Anna|1")]),
            ("Anna \"A\" B,\"\"", &[(1, "Anna \"A\" B|")]),
            ("Anna\nBen\t\"2\"\t", &[(1, "Anna"), (2, "Ben|2|")]),
            ("a;b,c\nd;e", &[(1, "a;b|c"), (2, "d;e")]),
        ];
        for (text, expected) in cases {
            let found = read(text).unwrap();
            let found = found.iter().map(|(line, cells)| (*line, cells.join("|")));
            let expected = expected.iter().map(|(line, cells)| (*line, (*cells).to_owned()));
            assert!(found.clone().eq(expected), "{text:?}: {:?}", found.collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_row_has_an_end() {
        assert!(read(&",".repeat(MAX_CELLS - 1)).is_ok());
        assert_eq!(read(&format!("Anna\n{}", ",".repeat(MAX_CELLS))), Err(InvalidGuests::Wide(2)));
    }

    #[test]
    fn a_quote_that_is_not_closed_is_named_by_its_line() {
        for (text, line) in [
            ("\"", 1),
            ("Anna,1\nBen,\"2\nCleo,3\nDan,4", 2),
            ("Anna,1\n\"Ben,2\n\"Cleo\",3", 2),
            ("\"An\nna\",\"1\"\"\n", 2),
            ("\"Anna\" Lovelace,1", 1),
            ("Anna,1\n\nBen, \"2\"3", 3),
        ] {
            assert_eq!(read(text), Err(InvalidGuests::Quote(line)), "{text:?}");
        }
    }
}
