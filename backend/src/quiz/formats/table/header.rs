//! The row above the questions, and what its words say.

use std::collections::HashMap;
use std::sync::LazyLock;

use quizrain_shared::question::fold;

use super::columns::Columns;
use super::sheet::{Line, Sheet};
use super::words::{LETTERS, WORDS, Word};

/// In which rows a header may stand.
const ROWS: usize = 15;

/// What a column has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Question,
    /// A choice, by its position from 0.
    Choice(usize),
    /// All choices in one cell.
    List,
    Correct,
    /// A wrong answer.
    Wrong,
    Kind,
    Time,
    Points,
    Explanation,
    Picture,
    Shuffle,
}

static KNOWN: LazyLock<HashMap<String, Word>> = LazyLock::new(|| {
    let words = WORDS.iter().flat_map(|(word, list)| list.split_whitespace().map(|it| (it, *word)));
    words.map(|(text, word)| (fold(text), word)).collect()
});

/// A header without what is explained in it: parentheses, what follows a dash, signs.
pub(super) fn plain(cell: &str) -> String {
    let mut depth = 0_usize;
    let mut text = String::new();
    for c in cell.chars().take(300) {
        match c {
            '(' | '（' | '[' => depth += 1,
            ')' | '）' | ']' => depth = depth.saturating_sub(1),
            c if depth == 0 => text.push(if c.is_whitespace() { ' ' } else { c }),
            _ => {}
        }
    }
    let end = [" - ", " – ", " — ", ":", "："].iter().filter_map(|dash| text.find(dash)).min();
    let text = fold(&text[..end.unwrap_or(text.len())]);
    text.chars().filter(|c| !c.is_whitespace() && !"_-.*?/\"".contains(*c)).collect()
}

/// The position from 0 that a letter or a number from 1 means.
fn position(text: &str) -> Option<usize> {
    if let Ok(number) = text.parse::<usize>() {
        return number.checked_sub(1).filter(|index| *index < 26);
    }
    letter(text)
}

/// The position from 0 that a letter means.
pub(super) fn letter(text: &str) -> Option<usize> {
    let mut chars = text.chars();
    let (Some(letter), None) = (chars.next(), chars.next()) else { return None };
    let letter = letter.to_lowercase().next()?;
    LETTERS.iter().find_map(|row| row.chars().position(|known| known == letter))
}

/// What a header says of its column.
pub(super) fn role(cell: &str) -> Option<Role> {
    let text = plain(cell);
    if let Some(word) = KNOWN.get(&text) {
        return Some(match word {
            Word::Question => Role::Question,
            Word::Answer | Word::Correct => Role::Correct,
            Word::Choice => Role::List,
            Word::Wrong => Role::Wrong,
            Word::Kind => Role::Kind,
            Word::Time => Role::Time,
            Word::Points => Role::Points,
            Word::Explanation => Role::Explanation,
            Word::Picture => Role::Picture,
            Word::Shuffle => Role::Shuffle,
        });
    }
    // A word and its number: `answer1`, `optiona`.
    let stem = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let stem = match text.char_indices().last() {
        Some((last, _)) if stem.len() == text.len() => &text[..last],
        _ => stem,
    };
    let index = position(&text[stem.len()..])?;
    match KNOWN.get(stem) {
        Some(Word::Answer | Word::Choice) => Some(Role::Choice(index)),
        Some(Word::Wrong) => Some(Role::Wrong),
        None if stem.is_empty() => letter(&text).map(Role::Choice),
        _ => None,
    }
}

/// A header that was found.
pub(super) struct Header {
    /// What it says.
    pub(super) columns: Columns,
    /// The words of each column, as [`plain`] leaves them.
    pub(super) words: Vec<(usize, String)>,
}

impl Header {
    /// Whether a column is headed so.
    pub(super) fn has(&self, word: &str) -> bool {
        self.words.iter().any(|(_, words)| words == word)
    }
}

/// The first row that is a header.
pub(super) fn find(sheet: &Sheet) -> Option<Header> {
    sheet.rows().take_while(|row| row.number() <= ROWS).find_map(of)
}

/// What a row says where it is a header: it names the question and the right answer or the kind.
fn of(row: Line<'_>) -> Option<Header> {
    let mut columns = Columns { header: row.number(), ..Columns::default() };
    let (mut choices, mut wrong, mut list) = (Vec::new(), Vec::new(), None);
    for (column, cell) in row.cells() {
        let Some(role) = role(cell) else { continue };
        let place = match role {
            Role::Question if columns.question == 0 => {
                columns.question = column;
                continue;
            }
            // With two of them nobody knows which one is meant.
            Role::Question => return None,
            Role::Choice(index) => {
                choices.push((index, column));
                continue;
            }
            Role::Wrong => {
                wrong.push(column);
                continue;
            }
            Role::List => &mut list,
            Role::Correct => &mut columns.correct,
            Role::Kind => &mut columns.kind,
            Role::Time => &mut columns.time,
            Role::Points => &mut columns.points,
            Role::Explanation => &mut columns.explanation,
            Role::Picture => &mut columns.picture,
            Role::Shuffle => &mut columns.shuffle,
        };
        if place.replace(column).is_some() && role == Role::Correct {
            return None;
        }
    }
    let answered = columns.correct.is_some() || columns.kind.is_some();
    if columns.question == 0 || !answered {
        return None;
    }
    choices.sort_unstable();
    if choices.windows(2).any(|two| two[0].0 == two[1].0) {
        return None;
    }
    columns.choices = match (choices.as_slice(), wrong.as_slice(), list) {
        ([], [], list) => list.into_iter().collect(),
        ([], wrong, _) => columns.correct.into_iter().chain(wrong.iter().copied()).collect(),
        (choices, ..) => choices.iter().map(|(_, column)| *column).collect(),
    };
    let words = row.cells().map(|(column, cell)| (column, plain(cell))).collect();
    Some(Header { columns, words })
}
