//! What a whole file loses in the same way, told once and not at every question.

use std::collections::BTreeMap;

use quizrain_shared::api::{Lost, Places, ProblemKind};

use super::{At, Problem};

/// How many places are named.
const NAMED: usize = 8;

/// What was lost, and where.
#[derive(Default)]
pub(super) struct Notes(BTreeMap<Lost, Noted>);

#[derive(Default)]
struct Noted {
    first: Vec<usize>,
    count: usize,
}

impl Notes {
    /// Notes that a question lost this; places come in their order.
    pub(super) fn note(&mut self, what: Lost, place: usize) {
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
    pub(super) fn problems(self, at: fn(usize) -> At) -> Vec<Problem> {
        let problem = |(what, Noted { first, count: times }): (Lost, Noted)| {
            let place = first.first().copied().map_or(At::File, at);
            let places = match place {
                At::Line(_) => Places::Lines(first),
                _ => Places::Questions(first),
            };
            Problem::known(place, ProblemKind::Lost { what, times, places })
        };
        self.0.into_iter().map(problem).collect()
    }
}
