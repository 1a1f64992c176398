//! Games that tests make up: players who have nothing to do with each other, and windows that a script drives.

use std::collections::HashMap;

use quizrain_shared::ids::AccountId;
use quizrain_shared::question::ChoiceSet;

use super::sheet::{Player, Sheet};
use crate::game::{CountedAnswer, Origin};

/// Numbers that look random, the same for the same seed (`SplitMix64`).
pub(super) struct Chance(pub(super) u64);

impl Chance {
    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }
}

/// An answer: one choice, when it came, what the line took.
pub(super) type Cell = Option<(u8, u64, u16)>;

/// A player: from where, when seated, and what they answer round by round.
pub(super) struct Made {
    pub(super) origin: u8,
    pub(super) at_ms: u64,
    pub(super) answers: Vec<Cell>,
}

pub(super) fn account(number: usize) -> AccountId {
    let mut account = [0; 16];
    account[8..].copy_from_slice(&(number as u64).to_be_bytes());
    AccountId(account)
}

/// Their game; seats are numbered from 1.
pub(super) fn sheet(made: &[Made]) -> Sheet {
    let player = |(number, it): (usize, &Made)| Player {
        account: account(number),
        seat: number as u32 + 1,
        nickname: format!("p{number}"),
        origin: Origin([it.origin; 8]),
        at_ms: it.at_ms,
    };
    let mut sheet = Sheet::new(made.iter().enumerate().map(player).collect());
    for round in 0..made.iter().map(|it| it.answers.len()).max().unwrap_or(0) {
        let answers: HashMap<AccountId, CountedAnswer> = made
            .iter()
            .enumerate()
            .filter_map(|(number, it)| {
                let (choice, elapsed_ms, line_ms) = it.answers.get(round).copied().flatten()?;
                let answer = ChoiceSet(1 << choice).into();
                Some((account(number), CountedAnswer { answer, elapsed_ms, line_ms }))
            })
            .collect();
        sheet.round(answers, made.len() as u32);
    }
    sheet
}

/// Somebody who has nothing to do with others: right in three of four questions, between 1 and `spread_ms` later.
pub(super) fn honest(chance: &mut Chance, origin: u8, rounds: usize, spread_ms: u64) -> Made {
    let answers = (0..rounds).map(|_| {
        let choice = if chance.below(4) > 0 { 0 } else { 1 + chance.below(3) as u8 };
        Some((choice, 900 + chance.below(spread_ms), 40))
    });
    let answers = answers.collect();
    Made { origin, at_ms: 1_000_000 + chance.below(600_000), answers }
}

/// Windows that one script drives: each answers what it says, within 20 ms.
pub(super) fn windows(chance: &mut Chance, number: usize, origin: u8, rounds: usize) -> Vec<Made> {
    let said: Vec<(u8, u64)> =
        (0..rounds).map(|_| (chance.below(4) as u8, 1200 + chance.below(4000))).collect();
    let window = |at: usize, chance: &mut Chance| Made {
        origin,
        at_ms: 1_000_000 + at as u64 * 2000,
        answers: said.iter().map(|(it, ms)| Some((*it, ms + chance.below(21), 3))).collect(),
    };
    (0..number).map(|at| window(at, chance)).collect()
}
