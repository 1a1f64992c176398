//! Players who answer alike: the same, in the same moment, question after question. Called by `reasons`. Pure.
//!
//! A pair is alike where, of the questions that both answered, they gave the same answer within [`TOGETHER_MS`] to
//! [`LEAST_TOGETHER`] or more and to three in four or more; and where chance would hardly bring one such pair.
//! Chance is reckoned from the game itself: how many others gave that answer at about that time. So a crowd that
//! knows the answer and gives it in the same second is no evidence, and ten in a lull are. A pair from one address
//! is held against the pairs of that address, any other against all pairs of the game.
//!
//! Nobody compares all pairs. Whoever answers alike falls into one cell of a grid over some three questions; a few
//! such grids are looked at, and in each cell a player is held against the next few.

use std::collections::{BTreeMap, HashMap};

use quizrain_shared::api::TOGETHER_MS;

use super::sheet::{Given, Sheet};
use crate::game::Origin;

/// Questions to which two must have answered together.
const LEAST_TOGETHER: usize = 4;

/// So many pairs like this, at most, may chance be expected to bring into the whole game.
const BY_CHANCE: f64 = 0.001;

/// What counts as about the same time, in ms, where chance is reckoned.
const ABOUT_MS: u32 = 150;

/// How wide a cell is for each question, in ms: of two who answer together most fall into one.
const CELL_MS: u32 = 4 * TOGETHER_MS;

/// Grids that are looked at.
const GRIDS: usize = 24;

/// Players of a cell that each is held against.
const NEXT: usize = 16;

/// Whom a player answered alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Alike {
    /// The one who answered together with them most often.
    pub(super) with: usize,
    /// To so many questions.
    pub(super) together: usize,
    /// Of so many that both answered.
    pub(super) both: usize,
    /// How many players hang together like this.
    pub(super) group: usize,
}

fn is_together(one: Given, other: Given) -> bool {
    one.choice == other.choice && one.at_ms.abs_diff(other.at_ms) <= TOGETHER_MS
}

/// Everybody who answered like somebody else, by player.
pub(super) fn alike(sheet: &Sheet) -> BTreeMap<usize, Alike> {
    if sheet.rounds.len() < LEAST_TOGETHER {
        return BTreeMap::new();
    }
    let chances: Vec<Vec<f64>> = sheet.rounds.iter().map(|round| chances(round)).collect();
    let mut from_there: HashMap<Origin, usize> = HashMap::new();
    for player in &sheet.players {
        *from_there.entry(player.origin).or_default() += 1;
    }
    let origin = |player: usize| sheet.players.get(player).map(|it| it.origin);
    let is_rare = |one: usize, other: usize, together: usize| {
        let among = match origin(one).filter(|it| origin(other) == Some(*it)) {
            Some(origin) => from_there.get(&origin).copied().unwrap_or(0),
            None => sheet.players.len(),
        };
        let pairs = among as f64 * among.saturating_sub(1) as f64 / 2.0;
        by_chance(sheet, &chances, (one, other), together) * pairs <= BY_CHANCE
    };
    let mut found: BTreeMap<usize, Alike> = BTreeMap::new();
    let mut groups = Groups((0..sheet.players.len()).collect());
    let mut note = |one: usize, other: usize| {
        let Some((together, both)) = compare(sheet, one, other) else { return };
        // Whoever is known to hang together need not be reckoned again, unless it is nearer.
        let is_better = |who: &usize| found.get(who).is_none_or(|it| it.together < together);
        if groups.root(one) == groups.root(other) && ![one, other].iter().any(is_better) {
            return;
        }
        if !is_rare(one, other, together) {
            return;
        }
        groups.join(one, other);
        for (who, with) in [(one, other), (other, one)] {
            if found.get(&who).is_none_or(|it| it.together < together) {
                found.insert(who, Alike { with, together, both, group: 0 });
            }
        }
    };
    for (number, questions) in triples(sheet.rounds.len()).into_iter().enumerate() {
        near(sheet, questions, number as u32, &mut note);
    }
    let mut sizes: HashMap<usize, usize> = HashMap::new();
    for who in found.keys() {
        *sizes.entry(groups.root(*who)).or_default() += 1;
    }
    for (who, alike) in &mut found {
        alike.group = sizes.get(&groups.root(*who)).copied().unwrap_or(0);
    }
    found
}

/// Which players hang together.
struct Groups(Vec<usize>);

impl Groups {
    fn root(&mut self, mut who: usize) -> usize {
        while let Some(above) = self.0.get(who).copied().filter(|above| *above != who) {
            let top = self.0.get(above).copied().unwrap_or(above);
            if let Some(place) = self.0.get_mut(who) {
                *place = top;
            }
            who = above;
        }
        who
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        if let Some(place) = self.0.get_mut(one.max(other)) {
            *place = one.min(other);
        }
    }
}

/// To how many questions two answered together, of how many that both answered; `None`: to too few.
fn compare(sheet: &Sheet, one: usize, other: usize) -> Option<(usize, usize)> {
    let (mut together, mut both) = (0, 0);
    let may_miss = sheet.rounds.len() / 4;
    for (one, other) in sheet.of(one).zip(sheet.of(other)) {
        if let (Some(one), Some(other)) = (one, other) {
            both += 1;
            together += usize::from(is_together(one, other));
            if both - together > may_miss {
                return None;
            }
        }
    }
    (together >= LEAST_TOGETHER && together * 4 >= both * 3).then_some((together, both))
}

/// For each answer of a round: how likely it is that somebody else gave the same together with it. Of those who
/// gave it at about the same time, as many as the shorter time would have if they came evenly.
fn chances(round: &[Option<Given>]) -> Vec<f64> {
    let mut given: Vec<(u32, u32, usize)> = round
        .iter()
        .enumerate()
        .filter_map(|(player, it)| it.map(|it| (it.choice, it.at_ms, player)))
        .collect();
    given.sort_unstable();
    let others = given.len().saturating_sub(1).max(1) as f64;
    let share = f64::from(2 * TOGETHER_MS + 1) / f64::from(2 * ABOUT_MS + 1);
    let mut chances = vec![0.0; round.len()];
    let (mut first, mut behind) = (0, 0);
    for (choice, at_ms, player) in &given {
        let is_before =
            |it: &(u32, u32, usize)| (it.0, it.1) < (*choice, at_ms.saturating_sub(ABOUT_MS));
        let is_within =
            |it: &(u32, u32, usize)| (it.0, it.1) <= (*choice, at_ms.saturating_add(ABOUT_MS));
        while given.get(first).is_some_and(is_before) {
            first += 1;
        }
        while given.get(behind).is_some_and(is_within) {
            behind += 1;
        }
        if let Some(chance) = chances.get_mut(*player) {
            *chance = behind.saturating_sub(first + 1) as f64 / others * share;
        }
    }
    chances
}

/// How likely two are together in so many questions or more, of those that both answered, if they have nothing to
/// do with each other.
fn by_chance(
    sheet: &Sheet,
    chances: &[Vec<f64>],
    (one, other): (usize, usize),
    least: usize,
) -> f64 {
    // How likely each number of questions is so far; the last one stands for all from there on.
    let mut likely = vec![0.0; least + 1];
    if let Some(none) = likely.first_mut() {
        *none = 1.0;
    }
    let both = sheet.of(one).zip(sheet.of(other)).zip(chances);
    for ((_, _), chances) in both.filter(|((one, other), _)| one.is_some() && other.is_some()) {
        let of = |who: usize| chances.get(who).copied().unwrap_or(1.0);
        let chance = of(one).max(of(other));
        let mut from_below = 0.0;
        for (number, likely) in likely.iter_mut().enumerate() {
            let goes_on = if number == least { 0.0 } else { *likely * chance };
            *likely += from_below - goes_on;
            from_below = goes_on;
        }
    }
    likely.last().copied().unwrap_or(1.0)
}

/// Some threes of so many questions, spread over all of them.
fn triples(questions: usize) -> Vec<[usize; 3]> {
    let all: Vec<[usize; 3]> = (0..questions)
        .flat_map(|a| {
            (a + 1..questions).flat_map(move |b| (b + 1..questions).map(move |c| [a, b, c]))
        })
        .collect();
    let step = all.len().div_ceil(GRIDS).max(1);
    all.into_iter().step_by(step).collect()
}

/// What somebody said to three questions, and about when.
type Cell = [(u32, u32); 3];

/// Shows pairs that said the same at about the same time to three questions. Each grid lies a little further than
/// the one before, so that no two always have a border between them.
fn near(sheet: &Sheet, questions: [usize; 3], grid: u32, note: &mut impl FnMut(usize, usize)) {
    let offset = grid * (CELL_MS / 5 + 1);
    let mut cells: Vec<(Cell, u32, usize)> = Vec::with_capacity(sheet.players.len());
    for player in 0..sheet.players.len() {
        let given = questions
            .map(|it| sheet.rounds.get(it).and_then(|round| round.get(player).copied().flatten()));
        if let [Some(a), Some(b), Some(c)] = given {
            let cell = [a, b, c].map(|it| (it.choice, it.at_ms.saturating_add(offset) / CELL_MS));
            cells.push((cell, a.at_ms, player));
        }
    }
    cells.sort_unstable();
    for (place, (cell, _, player)) in cells.iter().enumerate() {
        let next = cells.iter().skip(place + 1).take(NEXT).take_while(|it| it.0 == *cell);
        next.for_each(|(_, _, other)| note(*player, *other));
    }
}

#[cfg(test)]
mod tests;
