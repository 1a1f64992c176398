//! Lines of answers and keys in the reader's language.

use quizrain_shared::question::Line;

use crate::state::key_draft::{percent, percents};
use crate::text::Words;

/// A line as people read it.
pub(crate) fn line_text(line: &Line, words: &Words) -> String {
    match line {
        Line::Truth(true) => words.true_.to_owned(),
        Line::Truth(false) => words.false_.to_owned(),
        Line::Text(text) => text.clone(),
        Line::Pin { x, y } => (words.place)(&[*x, *y].map(percent)),
        Line::Region(region) => (words.region)(&percents(region)),
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::language::Language;
    use quizrain_shared::question::Region;

    use super::*;
    use crate::text::Texts;

    #[test]
    fn every_line_is_told() {
        let words = Words::of(Language::English);
        let region = Region { x: 1000, y: 250, width: 5000, height: 2, round: true };
        for (line, said) in [
            (Line::Truth(true), "True"),
            (Line::Truth(false), "False"),
            ("Paris".into(), "Paris"),
            (Line::Pin { x: 750, y: 10_000 }, "7.50 % from the left, 100.00 % from the top"),
            (
                Line::Region(region),
                "10.00 % from the left, 2.50 % from the top, 50.00 % wide, 0.02 % high",
            ),
        ] {
            assert_eq!(line_text(&line, words), said);
        }
    }
}
