//! What people write beside plain Aiken: choices marked by digits or the letters of another alphabet,
//! and the word for `ANSWER` in their own language.

use quizrain_shared::question::CHOICES;

/// What may stand before choices, in its order. Capital letters of ASCII are Aiken itself.
const ALPHABETS: [&str; 8] = [
    "12345678",
    "abcdefgh",
    "אבגדהוזח",
    "أبجدهوزح",
    "АБВГДЕЖЗ",
    "абвгдежз",
    "ΑΒΓΔΕΖΗΘ",
    "αβγδεζηθ",
];
/// Those whose letters look like others' and are not the same.
const LOOKALIKE: std::ops::Range<usize> = 4..8;
const CAPITALS: &str = "ABCDEFGH";
/// What may stand after the word for numbering.
const STYLES: [&str; 10] =
    ["abc", "abcd", "ABC", "ABCD", "123", "1234", "iii", "III", "IIII", "none"];

/// Choices marked by another alphabet, as far as they have come.
#[derive(Default)]
pub(super) struct Marked {
    alphabet: usize,
    /// How long the question was before them.
    pub(super) before: usize,
    pub(super) choices: Vec<(usize, String)>,
}

impl Marked {
    /// Takes a line that comes when the question has so many bytes: the next choice, the first of
    /// others, or none.
    pub(super) fn line(&mut self, number: usize, line: &str, before: usize) {
        let mark = mark(line);
        let next = ALPHABETS.get(self.alphabet).and_then(|it| it.chars().nth(self.choices.len()));
        if let Some((_, text)) = mark.filter(|(mark, _)| Some(*mark) == next) {
            if self.choices.is_empty() {
                self.before = before;
            }
            return self.choices.push((number, text.to_owned()));
        }
        self.choices.clear();
        let Some((mark, text)) = mark else { return };
        if let Some(alphabet) = ALPHABETS.iter().position(|it| it.starts_with(mark)) {
            (self.alphabet, self.before) = (alphabet, before);
            self.choices.push((number, text.to_owned()));
        }
    }

    /// The position of the choice that a key names.
    pub(super) fn position(&self, key: char) -> Option<usize> {
        let own = ALPHABETS.get(self.alphabet).copied()?;
        let safe = ALPHABETS.get(..LOOKALIKE.start).unwrap_or_default().iter().copied();
        let others = safe.chain([CAPITALS]).filter(|_| !LOOKALIKE.contains(&self.alphabet));
        let place = |letters: &str| letters.chars().position(|letter| letter == key);
        let place = place(own).or_else(|| others.filter_map(place).next());
        place.filter(|place| *place < self.choices.len())
    }
}

/// The mark and the text of a line such as `1) text`.
fn mark(line: &str) -> Option<(char, &str)> {
    let mut chars = line.chars();
    let mark = chars.next()?;
    chars.next().filter(|c| matches!(c, '.' | ')'))?;
    let text = chars.as_str();
    (text.is_empty() || text.starts_with(char::is_whitespace)).then(|| (mark, text.trim()))
}

/// A line below choices, in any language.
pub(super) enum Below<'l> {
    /// How choices are to be numbered.
    Numbering,
    /// The key.
    Answer(&'l str),
}

/// What a line such as `RESPUESTA: B` says, below choices.
pub(super) fn below(line: &str) -> Option<Below<'_>> {
    let (word, value) = line.split_once(':')?;
    let (word, value) = (word.trim(), value.trim());
    let is_word = word.chars().nth(1).is_some() && word.chars().all(char::is_alphabetic);
    if !is_word {
        return None;
    }
    if STYLES.contains(&value) {
        return Some(Below::Numbering);
    }
    let mut key = value.trim_end_matches(['.', ')']).chars();
    let is_key = key.next().is_some_and(char::is_alphanumeric) && key.next().is_none();
    is_key.then_some(Below::Answer(value))
}

/// Whether a question can have so many choices, and ends with a key.
pub(super) fn enough(choices: usize) -> bool {
    choices >= *CHOICES.start()
}
