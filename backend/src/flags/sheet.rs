//! What is known of the players of a game, as a table: who they are, and what each answered when.

use std::collections::{BTreeMap, HashMap};

use quizrain_shared::ids::AccountId;
use quizrain_shared::question::Answer;
use quizrain_shared::score::credited_ms;

use crate::game::{CountedAnswer, Origin};

/// A player.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) account: AccountId,
    pub(super) seat: u32,
    pub(super) nickname: String,
    /// From where the seat was taken.
    pub(super) origin: Origin,
    /// When, in ms of Redis time.
    pub(super) at_ms: u64,
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Given {
    /// Equal where two said the same.
    pub(super) choice: u32,
    /// When it came, in ms after the question opened.
    pub(super) at_ms: u32,
    /// The same without what the line took.
    pub(super) taken_ms: u32,
}

/// Everybody, in the order of their seats, and their answers.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    pub(super) players: Vec<Player>,
    /// By round, and in it by player.
    pub(super) rounds: Vec<Vec<Option<Given>>>,
    /// For how many players each round was scored: those seats were taken by then.
    pub(super) scored_for: Vec<u32>,
    /// When the newest rain opened, in ms of Redis time.
    pub(super) rain_ms: Option<u64>,
    places: HashMap<AccountId, usize>,
}

impl Sheet {
    pub(super) fn new(mut players: Vec<Player>) -> Self {
        players.sort_unstable_by_key(|player| player.seat);
        let places = players.iter().enumerate().map(|(place, it)| (it.account, place)).collect();
        Self { players, places, ..Self::default() }
    }

    /// Adds a round. What somebody answered who has no seat any more is left out.
    pub(super) fn round(&mut self, answers: HashMap<AccountId, CountedAnswer>, players: u32) {
        let mut choices: BTreeMap<Answer, u32> = BTreeMap::new();
        let mut round = vec![None; self.players.len()];
        for (account, CountedAnswer { answer, elapsed_ms, line_ms }) in answers {
            let Some(cell) = self.places.get(&account).and_then(|place| round.get_mut(*place))
            else {
                continue;
            };
            let next = choices.len() as u32;
            let ms = |ms| u32::try_from(ms).unwrap_or(u32::MAX);
            *cell = Some(Given {
                choice: *choices.entry(answer).or_insert(next),
                at_ms: ms(elapsed_ms),
                taken_ms: ms(credited_ms(elapsed_ms, line_ms)),
            });
        }
        self.rounds.push(round);
        self.scored_for.push(players);
    }

    /// What a player answered, round by round.
    pub(super) fn of(&self, player: usize) -> impl Iterator<Item = Option<Given>> {
        self.rounds.iter().map(move |round| round.get(player).copied().flatten())
    }
}
