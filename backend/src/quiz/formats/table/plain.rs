//! Tables of people: what their headers say in many languages, or what was said of their columns.

use quizrain_shared::api::BrokenTable;

use super::super::problem::{At, Problem, letters};
use super::columns::{Columns, Key};
use super::dialect::{Dialect, Found};
use super::key::right;
use super::row;
use super::sheet::Sheet;

pub(super) const DIALECT: Dialect = Dialect { format: None, keys: &[], is: |_, _| true };

/// Finds out how right answers are written: in the way in which most rows name a choice.
///
/// # Errors
/// There is none, or there are two which do not agree.
pub(super) fn key(sheet: &Sheet, found: &Found) -> Result<Option<Key>, Problem> {
    let Columns { correct, choices, .. } = &found.columns;
    let Some(correct) = *correct else { return Ok(None) };
    if choices.is_empty() {
        return Ok(None);
    }
    let mut counts = [0_usize; Key::ALL.len()];
    // Whether two ways say different things of a row.
    let mut differ = [[false; Key::ALL.len()]; Key::ALL.len()];
    let (mut rows, mut zero) = (0_usize, false);
    for line in sheet.rows().filter(|line| line.number() > found.columns.header) {
        let cell = line.get(correct);
        let choices = row::choices(line, &found.columns);
        if cell.is_empty() || choices.len() < 2 {
            continue;
        }
        rows += 1;
        zero |= cell == "0";
        let said = Key::ALL.map(|(key, _)| right(key, cell, &choices, &found.names));
        for (i, one) in said.iter().enumerate() {
            counts[i] += usize::from(one.is_some());
            for (j, other) in said.iter().enumerate() {
                differ[i][j] |= one.is_some() && other.is_some() && one != other;
            }
        }
    }
    if rows == 0 {
        return Ok(None);
    }
    // Positions count from 0 only where one of them is 0.
    if let Some(index) = Key::ALL.iter().position(|(key, _)| *key == Key::Index).filter(|_| !zero) {
        counts[index] = 0;
    }
    let most = counts.into_iter().max().unwrap_or(0);
    let best: Vec<usize> = (0..counts.len()).filter(|i| counts[*i] == most).collect();
    // Above the first rows, which are shown with it.
    let refuse = |why: BrokenTable| Problem::known(At::File, why);
    if most * 2 < rows {
        return Err(refuse(BrokenTable::NoChoices(letters(correct))).expected(WAYS));
    }
    if best.iter().any(|i| best.iter().any(|j| differ[*i][*j])) {
        let ways = best.iter().map(|i| Key::ALL[*i].0).collect();
        return Err(refuse(BrokenTable::Ambiguous(letters(correct), ways)));
    }
    Ok(best.first().map(|i| Key::ALL[*i].0))
}

/// How right answers may be written.
pub(super) const WAYS: &str =
    "a letter, a number, the name of a column or the text of a choice, or several";
