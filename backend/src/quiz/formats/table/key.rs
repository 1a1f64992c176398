//! What a cell says about which choices are right.

use quizrain_shared::question::fold;

use super::columns::Key;
use super::header::{Role, letter, role};

/// What parts several right answers.
const APART: [char; 10] = [',', ';', '|', '/', '&', '+', '\n', ' ', '、', '，'];
/// What parts several of them that are texts.
const TEXTS_APART: [char; 5] = ['\n', '|', ';', ',', '、'];

/// A choice of one question.
pub(super) struct Choice {
    /// Its text.
    pub(super) text: String,
    /// Which of the choices it is, from 0; blank ones count.
    pub(super) slot: usize,
    /// Its column.
    pub(super) column: usize,
}

/// The positions of the right ones among the choices; `None`: the cell does not say so in this way.
pub(super) fn right(
    key: Key,
    cell: &str,
    choices: &[Choice],
    names: &[String],
) -> Option<Vec<usize>> {
    match key {
        Key::Number => slots(cell, choices, |part| part.parse::<usize>().ok()?.checked_sub(1)),
        Key::Index => slots(cell, choices, |part| part.parse().ok()),
        Key::Letter => letters(cell, choices),
        Key::Name => column_names(cell, choices, names),
        Key::Text => texts(cell, choices),
    }
}

/// Parts of a cell that each name a choice.
fn slots(
    cell: &str,
    choices: &[Choice],
    slot: impl Fn(&str) -> Option<usize>,
) -> Option<Vec<usize>> {
    let parts = cell.split(APART).map(str::trim).filter(|part| !part.is_empty());
    let mut right = Vec::new();
    for part in parts {
        let slot = slot(part)?;
        let position = choices.iter().position(|choice| choice.slot == slot)?;
        if right.contains(&position) {
            return None;
        }
        right.push(position);
    }
    (!right.is_empty()).then_some(right)
}

/// `B`, `b)`, `A, C`, `AC`, and `B. text` where that is the text of B.
fn letters(cell: &str, choices: &[Choice]) -> Option<Vec<usize>> {
    let bare = |part: &str| letter(part.trim_matches(['(', ')', '.', ':', '[', ']']));
    if let Some(right) = slots(cell, choices, bare) {
        return Some(right);
    }
    if let Some((first, text)) = cell.split_once(['.', ')', ':']) {
        let right = slots(first, choices, bare)?;
        let same = right.first().is_some_and(|index| fold(&choices[*index].text) == fold(text));
        return same.then_some(right);
    }
    let run = cell.len() > 1 && cell.chars().all(|c| c.is_ascii_uppercase());
    let spaced: String = cell.chars().take(20).flat_map(|c| [c, ' ']).collect();
    run.then(|| slots(&spaced, choices, bare))?
}

/// `option1`, `Answer 2`, or whatever the header says.
fn column_names(cell: &str, choices: &[Choice], names: &[String]) -> Option<Vec<usize>> {
    let of_name = |part: &str| {
        let plain = super::header::plain(part);
        if let Some(slot) = names.iter().position(|name| !name.is_empty() && *name == plain) {
            return Some(slot);
        }
        match role(part) {
            Some(Role::Choice(slot)) if plain.chars().count() > 1 => Some(slot),
            _ => None,
        }
    };
    let mut right = Vec::new();
    for part in cell.split([',', ';', '|', '\n']) {
        let slot = of_name(part)?;
        let position = choices.iter().position(|choice| choice.slot == slot)?;
        if right.contains(&position) {
            return None;
        }
        right.push(position);
    }
    Some(right)
}

/// The text of a choice, or several of them.
fn texts(cell: &str, choices: &[Choice]) -> Option<Vec<usize>> {
    let find = |text: &str| {
        let text = super::super::choice::line(text);
        let exact = choices.iter().position(|choice| choice.text == text);
        exact.or_else(|| {
            let folded = fold(&text);
            let mut like = choices.iter().enumerate().filter(|(_, it)| fold(&it.text) == folded);
            let (only, _) = like.next().filter(|_| !folded.is_empty())?;
            like.next().is_none().then_some(only)
        })
    };
    if let Some(one) = find(cell) {
        return Some(vec![one]);
    }
    TEXTS_APART.iter().find_map(|apart| {
        let parts: Vec<&str> = cell.split(*apart).filter(|part| !part.trim().is_empty()).collect();
        if parts.len() < 2 || parts.len() > choices.len() {
            return None;
        }
        let mut right = parts.into_iter().map(find).collect::<Option<Vec<usize>>>()?;
        let all = right.len();
        right.sort_unstable();
        right.dedup();
        (right.len() == all).then_some(right)
    })
}
