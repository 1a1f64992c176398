//! A game played again from its log: every score, rank and right to catch is made by the functions
//! that the game used, from answers and moves, and compared with what the log says was shown and
//! granted. Reads SQL alone and writes nothing. Called by `main` for `quizrain replay`.

mod boards;
mod difference;
mod rains;
mod rounds;

use std::collections::HashMap;
use std::fmt;

use quizrain_shared::ids::{AccountId, GameId, Pin};
use quizrain_shared::phase::Phase;
use quizrain_shared::wire::{Seat, Stage};
use serde::de::DeserializeOwned;

use crate::config::GameName;
use crate::game::Rules;
use crate::history::roster::Roster;
use crate::history::rows::{
    ANSWERS, BLOCKED, CLAIMS, ERASED, FINISHED, FIRST, JOINED, LISTED, MOVED, Moved, OUTCOMES,
    RAIN, REMOVED, RENAMED, UNREADABLE, Unreadable,
};
use crate::history::sql::Logged;
use crate::rain::{Field, looks_at};
use crate::store::StoreError;
use crate::store::sql::Sql;
use difference::Told;
use rains::RainsAgain;
use rounds::RoundsAgain;

pub use difference::Difference;

/// Why a game cannot be played again.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// No such game.
    #[error("there is no such game in the registry")]
    Unknown,
    /// It may be going on.
    #[error(
        "the log of game {game} is not finished: it has {rows} rows so far. It is once the game is \
         over, its rains are settled and a server ran for some seconds"
    )]
    Unfinished {
        /// The game.
        game: GameId,
        /// How many rows there are.
        rows: u64,
    },
    /// A row is not there.
    #[error("the log of game {game} has no row {number}, and has later ones")]
    Gap {
        /// The game.
        game: GameId,
        /// Which one.
        number: u64,
    },
    /// A row is not what this version writes.
    #[error("row {number} of the log, {what:?}, is not what this version can read: {why}")]
    Unreadable {
        /// Which one.
        number: u64,
        /// Its word.
        what: String,
        /// Why.
        why: String,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What came of it.
#[derive(Debug)]
pub struct Replayed {
    /// The game.
    pub game: GameId,
    /// Its pin.
    pub pin: Pin,
    /// How many players the log has.
    pub players: usize,
    /// How many rounds were scored.
    pub rounds: usize,
    /// How many rains opened.
    pub rains: usize,
    /// How many claims the ledger had at the end.
    pub claims: usize,
    /// What differs.
    pub differences: Vec<Difference>,
}

impl fmt::Display for Replayed {
    /// What to tell whoever asked: a sentence, or a line for each difference.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.differences.is_empty() {
            let Self { game, pin, players, rounds, rains, claims, .. } = self;
            return writeln!(
                f,
                "game {game} (PIN {pin}): every score, rank and right to catch is as the log says; \
                 players: {players}, rounds: {rounds}, rains: {rains}, catches: {claims}"
            );
        }
        self.differences.iter().try_for_each(|difference| writeln!(f, "{difference}"))
    }
}

/// Plays a game again.
///
/// # Errors
/// See [`Fault`].
pub async fn replay(sql: &Sql, name: GameName) -> Result<Replayed, Fault> {
    let id = match name {
        GameName::Id(game) => Some(game),
        GameName::Pin(pin) => sql.newest_with_pin(pin).await?,
    };
    let row = match id {
        Some(id) => sql.game(id).await?,
        None => None,
    };
    let row = row.ok_or(Fault::Unknown)?;
    let rules = Rules { quiz: &row.quiz, mode: &row.options.mode };
    let (mut roster, mut rounds) = (Roster::default(), RoundsAgain::new(rules));
    read_ahead(sql, row.game, &mut roster, &mut rounds).await?;
    let seats = roster.everybody();
    let mut again = Again {
        rounds,
        rains: RainsAgain::default(),
        rules,
        roster,
        seats: &seats,
        last: FIRST,
        phase: Phase::start(row.quiz.questions.len().try_into().unwrap_or(u16::MAX)),
        stage: None,
        differences: Vec::new(),
    };
    let mut number = 0;
    loop {
        let page = sql.log_after(row.game, number).await?;
        let Some(last) = page.last() else { break };
        number = last.number;
        for logged in &page {
            again.row(logged)?;
        }
    }
    again.compare_with_ledger(sql).await?;
    let Again { rounds, rains, differences, .. } = again;
    Ok(Replayed {
        game: row.game,
        pin: row.pin,
        players: seats.len(),
        rounds: rounds.count(),
        rains: rains.count(),
        claims: rains.claims(),
        differences,
    })
}

/// Reads who came, how they were called and who went, and finds out whether the log is whole.
async fn read_ahead(
    sql: &Sql,
    game: GameId,
    roster: &mut Roster,
    rounds: &mut RoundsAgain<'_>,
) -> Result<(), Fault> {
    let (mut rows, mut finished) = (0, false);
    loop {
        let page = sql.log_after(game, rows).await?;
        if page.is_empty() {
            break;
        }
        for logged in &page {
            rows += 1;
            if logged.number != rows {
                return Err(Fault::Gap { game, number: rows });
            }
            match logged.what.as_str() {
                JOINED => roster.will_join(read(logged)?),
                REMOVED => {
                    let removed = read(logged)?;
                    roster.will_be_removed(&removed);
                    let readable = rounds.will_be_removed(&removed);
                    readable.ok_or_else(|| fault(logged, "an unknown answer"))?;
                }
                RENAMED => roster.will_be_renamed(read(logged)?),
                ERASED => rounds.will_be_erased(read(logged)?),
                FINISHED => finished = true,
                _ => {}
            }
        }
    }
    if finished { Ok(()) } else { Err(Fault::Unfinished { game, rows }) }
}

fn fault(logged: &Logged, why: impl fmt::Display) -> Fault {
    let Logged { number, what, .. } = logged;
    Fault::Unreadable { number: *number, what: what.clone(), why: why.to_string() }
}

fn read<T: DeserializeOwned>(logged: &Logged) -> Result<T, Fault> {
    serde_json::from_str(&logged.body).map_err(|error| fault(logged, error))
}

/// The game as far as it was played again.
struct Again<'g> {
    rules: Rules<'g>,
    roster: Roster,
    /// Everybody who ever had a seat.
    seats: &'g HashMap<AccountId, Seat>,
    rounds: RoundsAgain<'g>,
    rains: RainsAgain,
    /// The sequence number of the last step.
    last: u64,
    /// Where the game stood, but for its end.
    phase: Phase,
    /// What was shown last.
    stage: Option<Stage>,
    differences: Vec<Difference>,
}

impl Again<'_> {
    fn row(&mut self, logged: &Logged) -> Result<(), Fault> {
        let mut told = Told { seats: self.seats, differences: &mut self.differences };
        match logged.what.as_str() {
            MOVED => {
                let moved: Moved = read(logged)?;
                let phase = moved.phase(self.phase.questions);
                let phase = phase.ok_or_else(|| fault(logged, "an unknown phase"))?;
                let corrected = self.step(&moved, phase);
                corrected.ok_or_else(|| fault(logged, "an unknown correction"))?;
            }
            REMOVED => {
                let removed = read(logged)?;
                self.rounds.remove(&removed);
                self.roster.remove(removed);
            }
            RENAMED => self.roster.rename(read(logged)?),
            ANSWERS => self.rounds.answers(read(logged)?),
            BLOCKED => self.rounds.blocked(read(logged)?),
            OUTCOMES => self.rounds.outcomes(read(logged)?),
            RAIN => self.rains.opened(read(logged)?),
            LISTED => self.rains.listed(read(logged)?),
            CLAIMS => self.rains.claimed(read(logged)?, &mut told),
            UNREADABLE => {
                let Unreadable { why } = read(logged)?;
                let place = format!("row {}", logged.number);
                told.compare(&place, None, "could not be read", (why.as_str(), "something"));
            }
            JOINED | FINISHED | ERASED => {}
            _ => return Err(fault(logged, "a newer version wrote it")),
        }
        Ok(())
    }

    /// The game moved on: what its stage shows follows from what came before it. `None`: the host
    /// corrected something that this version does not know.
    fn step(&mut self, moved: &Moved, phase: Phase) -> Option<()> {
        let mut told = Told { seats: self.seats, differences: &mut self.differences };
        let place = format!("step {} ({})", moved.seq, moved.kind);
        let went_back = moved.went_back(self.last);
        if !went_back {
            told.compare(&place, None, "the step before", (self.last, moved.seq - 1));
        }
        self.last = moved.seq;
        self.roster.step(moved.seats);
        self.rounds.note(moved, went_back, &phase);
        self.phase = phase;
        // What is shown once more is as old as it was.
        if went_back || self.stage.as_ref() != Some(&moved.stage) {
            self.show(&place, moved, went_back)?;
        }
        self.stage = Some(moved.stage.clone());
        let present = self.roster.present();
        let corrected = match moved.corrects.is_empty() {
            true => Some(()),
            false => self.rounds.correct(&moved.corrects, &self.phase.scored(), &present),
        };
        self.roster.stepped();
        corrected
    }

    /// Compares what a step shows. `None`: the host corrected something that this version does not know.
    fn show(&mut self, place: &str, moved: &Moved, went_back: bool) -> Option<()> {
        let mut told = Told { seats: self.seats, differences: &mut self.differences };
        let (played, present) = (self.phase.scored(), self.roster.present());
        match (&moved.stage, moved.round()) {
            (Stage::Revealed { answered, tally, .. }, Some(round)) => {
                if went_back || !self.rounds.is_revealed(round) {
                    self.rounds.reveal(&moved.played, &self.roster, self.seats);
                }
                let shown = (*answered, tally);
                // What the host corrects with this step is shown by it.
                let corrections = self.rounds.corrected(&moved.corrects)?;
                let there = (&present, self.seats);
                self.rounds.compare_shown(&moved.played, shown, &corrections, there);
            }
            (Stage::Board(shown) | Stage::Podium(shown) | Stage::Ended(shown), _) => {
                if self.rules.mode.self_paced().is_some() {
                    self.rounds.reveal_all(&played, went_back, &self.roster, self.seats);
                }
                let scored = self.rounds.last(&played, &present);
                boards::compare(place, shown, scored, (self.rules, &self.roster), &mut told);
            }
            (Stage::Rain(view), _) => {
                // Where the game did not ask how players stand, a round that nobody had a seat in
                // waits for whoever is there when it does.
                let asked = looks_at(view.eligibility, self.rules.is_graded(&played));
                let scored =
                    if asked { self.rounds.last(&played, &present).cloned() } else { None };
                let field = Field {
                    scored,
                    seats: present,
                    starters: moved.starters,
                    mode: Some(self.rules.mode),
                };
                self.rains.fall(view, field, &self.roster, &mut told);
            }
            (Stage::RainDone { rain, caught, caught_amount, .. }, _) => {
                self.rains.done(rain.rain, *caught, *caught_amount);
            }
            _ => {}
        }
        Some(())
    }

    /// What the log says of money is what the ledger has.
    async fn compare_with_ledger(&mut self, sql: &Sql) -> Result<(), Fault> {
        let mut told = Told { seats: self.seats, differences: &mut self.differences };
        self.rounds.end(&self.roster.present(), &mut told);
        for rain in self.rains.ids() {
            let settled = sql.settled(rain).await?;
            self.rains.compare(rain, &settled, &mut told);
        }
        Ok(())
    }
}
