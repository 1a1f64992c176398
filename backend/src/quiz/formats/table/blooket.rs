//! Blooket: `Question #`, `Question Text`, `Answer 1` to `Answer 4`, `Time Limit`, `Correct
//! Answer(s)`, below a title or not. Programs that copy its table often lose the header.

use super::super::Format;
use super::columns::{Columns, Key};
use super::dialect::Dialect;
use super::row::seconds;
use super::sheet::{Line, Sheet};

pub(super) const DIALECT: Dialect = Dialect {
    format: Some(Format::Blooket),
    keys: &[Key::Number, Key::Text],
    is: |sheet, header| {
        let titled = sheet.rows().next().is_some_and(|row| {
            row.cells().any(|(_, cell)| cell.to_lowercase().starts_with("blooket"))
        });
        header.has("answer1") && (titled || (header.has("question#") && header.has("questiontext")))
    },
};

/// How many rows a title and a spoilt header may take.
const ABOVE: usize = 2;

/// The columns of a table without a header, where its rows can be nothing else: number, question,
/// two to four answers, time, right numbers.
pub(super) fn headless(sheet: &Sheet) -> Option<Columns> {
    let first = sheet.rows().take(ABOVE + 1).find(|row| is_question(*row))?.number();
    let filled = sheet.rows().filter(|row| row.number() >= first && row.cells().nth(1).is_some());
    let (mut good, mut bad) = (0, 0);
    for row in filled {
        *(if is_question(row) { &mut good } else { &mut bad }) += 1;
    }
    (bad * 10 <= good).then(|| Columns {
        header: first - 1,
        question: 2,
        choices: (3..=6).collect(),
        time: Some(7),
        correct: Some(8),
        ..Columns::default()
    })
}

fn is_question(row: Line<'_>) -> bool {
    let whole = |text: &str| text.parse::<u32>().ok();
    let is_key = |text: &str| {
        !text.is_empty()
            && text
                .split(',')
                .all(|part| whole(part.trim()).is_some_and(|it| (1..=4).contains(&it)))
    };
    whole(row.get(1)).is_some()
        && whole(row.get(2)).is_none()
        && !row.get(2).is_empty()
        && !row.get(3).is_empty()
        && !row.get(4).is_empty()
        && seconds(row.get(7)).is_some()
        && is_key(row.get(8))
}
