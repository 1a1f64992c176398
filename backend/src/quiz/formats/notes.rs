//! What a whole file loses in the same way, told once and not at every question.

use std::collections::BTreeMap;

use super::{At, Problem};

/// How many places are named.
const NAMED: usize = 8;

/// What was lost, and where.
#[derive(Default)]
pub(super) struct Notes(BTreeMap<&'static str, Places>);

#[derive(Default)]
struct Places {
    first: Vec<usize>,
    count: usize,
}

impl Notes {
    /// Notes that a question lost this; places come in their order.
    pub(super) fn note(&mut self, what: &'static str, place: usize) {
        let places = self.0.entry(what).or_default();
        if places.first.last() == Some(&place) {
            return;
        }
        places.count += 1;
        if places.first.len() < NAMED {
            places.first.push(place);
        }
    }

    /// One problem for each thing, at the first of its places.
    pub(super) fn problems(self, at: fn(usize) -> At, word: &str) -> Vec<Problem> {
        let problem = |(what, places): (&str, Places)| {
            let first = places.first.first().copied().map_or(At::File, at);
            if places.count <= 1 {
                return Problem::new(first, what);
            }
            let named: Vec<String> = places.first.iter().map(usize::to_string).collect();
            let more = if places.count > NAMED { ", …" } else { "" };
            let what =
                format!("{what} ({} times: {word} {}{more})", places.count, named.join(", "));
            Problem::new(first, what)
        };
        self.0.into_iter().map(problem).collect()
    }
}
