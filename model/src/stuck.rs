//! Whether the end can be reached from everywhere. A checker of invariants does not see a shard that
//! nobody can settle ever again: nothing wrong happens there, and nothing else either.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use stateright::Model;

use crate::{Rain, Step};

/// Where a state was found first.
struct Found {
    from: usize,
    step: Option<Step>,
    is_finished: bool,
}

/// How many states there are, and the shortest way to one from which the rain can never be finished,
/// whatever happens; `None` if there is no such state.
#[must_use]
pub fn stuck(rain: &Rain) -> (usize, Option<Vec<Step>>) {
    let (found, mut leads_to) = explore(rain);
    // Backwards from the end: whatever leads to where it can be reached.
    leads_to.sort_unstable();
    let mut ends: Vec<bool> = found.iter().map(|found| found.is_finished).collect();
    let mut left: Vec<usize> = (0..found.len()).filter(|state| ends[*state]).collect();
    while let Some(state) = left.pop() {
        let before = leads_to.partition_point(|(to, _)| *to < state);
        for (_, from) in leads_to[before..].iter().take_while(|(to, _)| *to == state) {
            if !std::mem::replace(&mut ends[*from], true) {
                left.push(*from);
            }
        }
    }
    (found.len(), ends.iter().position(|ends| !ends).map(|state| way(&found, state)))
}

/// Every state, nearest first, and each pair of a state and one that leads to it.
fn explore(rain: &Rain) -> (Vec<Found>, Vec<(usize, usize)>) {
    let hasher = RandomState::new();
    let (mut found, mut leads_to) = (Vec::new(), Vec::new());
    let (mut known, mut steps) = (HashMap::new(), Vec::new());
    let mut level: Vec<_> = rain.init_states();
    for state in &level {
        known.insert(hasher.hash_one(state), found.len());
        found.push(Found { from: 0, step: None, is_finished: state.ledger.finished });
    }
    let mut first = 0;
    while !level.is_empty() {
        let mut next = Vec::new();
        for (from, state) in level.iter().enumerate().map(|(place, it)| (first + place, it)) {
            steps.clear();
            rain.actions(state, &mut steps);
            for &step in &steps {
                let Some(after) = rain.next_state(state, step) else { continue };
                let to = *known.entry(hasher.hash_one(&after)).or_insert_with(|| {
                    let is_finished = after.ledger.finished;
                    found.push(Found { from, step: Some(step), is_finished });
                    next.push(after);
                    found.len() - 1
                });
                leads_to.push((to, from));
            }
        }
        first += level.len();
        level = next;
    }
    (found, leads_to)
}

fn way(found: &[Found], mut state: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    while let Some(step) = found[state].step {
        steps.push(step);
        state = found[state].from;
    }
    steps.reverse();
    steps
}
