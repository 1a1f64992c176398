//! The course of a game as its log has it: where it stood, who was there, what was corrected and shown.
//! What answers were given and what they brought, the readers of logs take from the rows themselves.

use std::borrow::Cow;
use std::collections::BTreeSet;

use quizrain_shared::ids::{AccountId, MediaId};
use quizrain_shared::phase::{Kind, Phase};
use quizrain_shared::question::Question;
use quizrain_shared::wire::{Stage, Standings};
use serde::de::DeserializeOwned;

use crate::game::{Corrections, GameRow, Rules};
use crate::history::roster::Roster;
use crate::history::rows::{
    FINISHED, FIRST, Finished, JOINED, MOVED, Moved, REMOVED, RENAMED, Removed, Renamed,
};
use crate::history::sql::Logged;
use crate::history::times::Times;
use crate::store::StoreError;

/// What a row says.
pub(super) fn read<T: DeserializeOwned>(logged: &Logged) -> Result<T, StoreError> {
    serde_json::from_str(&logged.body).map_err(|error| unreadable(logged, &error.to_string()))
}

pub(super) fn unreadable(logged: &Logged, why: &str) -> StoreError {
    let what = format!("row {}, {:?}: {why}", logged.number, logged.what);
    StoreError::Unreadable { place: "a game's log", what }
}

/// What a row changed.
pub(super) enum Event {
    /// The game moved; where the host corrected something with it, what was corrected before.
    Moved(Box<Moved>, Option<Corrections>),
    /// An account had this name.
    Renamed(AccountId, String),
    /// A player was sent away.
    Removed(Removed),
    /// Nothing that is kept here.
    Other,
}

/// The game as far as it was read.
pub(super) struct Course<'g> {
    pub(super) game: &'g GameRow,
    pub(super) rules: Rules<'g>,
    pub(super) roster: Roster,
    /// The sequence number of the last step.
    last: u64,
    pub(super) phase: Phase,
    pub(super) times: Times,
    /// Rounds whose right answer was shown.
    revealed: BTreeSet<u16>,
    pub(super) corrections: Corrections,
    /// How players stood when that was shown last.
    pub(super) standings: Standings,
    /// The logo that the game had in the end.
    pub(super) logo: Option<MediaId>,
}

impl<'g> Course<'g> {
    pub(super) fn new(game: &'g GameRow) -> Self {
        Self {
            game,
            rules: Rules { quiz: &game.quiz, mode: &game.options.mode },
            roster: Roster::default(),
            last: FIRST,
            phase: Phase::start(game.quiz.questions.len().try_into().unwrap_or(u16::MAX)),
            times: Times::default(),
            revealed: BTreeSet::new(),
            corrections: Corrections::default(),
            standings: Standings::default(),
            logo: None,
        }
    }

    /// Reads a row, one after the other.
    pub(super) fn row(&mut self, logged: &Logged) -> Result<Event, StoreError> {
        Ok(match logged.what.as_str() {
            MOVED => {
                let moved: Moved = read(logged)?;
                let before = (!moved.corrects.is_empty()).then(|| self.corrections.clone());
                let known = self.step(&moved);
                known.ok_or_else(|| unreadable(logged, "a newer version wrote it"))?;
                Event::Moved(Box::new(moved), before)
            }
            JOINED => {
                self.roster.will_join(read(logged)?);
                Event::Other
            }
            RENAMED => {
                let renamed: Renamed = read(logged)?;
                let event = Event::Renamed(renamed.account, renamed.before.clone());
                self.roster.rename(renamed);
                event
            }
            REMOVED => {
                let removed: Removed = read(logged)?;
                self.roster.will_be_removed(&removed);
                self.roster.remove(removed.clone());
                Event::Removed(removed)
            }
            FINISHED => {
                let finished: Finished = read(logged)?;
                self.logo = finished.logo;
                Event::Other
            }
            _ => Event::Other,
        })
    }

    /// The game moved on; `None`: this version does not know how.
    fn step(&mut self, moved: &Moved) -> Option<()> {
        let phase = moved.phase(self.phase.questions)?;
        self.times.note(moved, moved.went_back(self.last), &phase);
        self.last = moved.seq;
        self.phase = phase;
        match (self.phase.kind, moved.round()) {
            // It is asked, once more where Redis went back behind its answer.
            (Kind::Asking, Some(number)) => self.revealed.retain(|round| *round < number),
            (Kind::Revealed, Some(number)) => {
                self.revealed.insert(number);
            }
            _ => {}
        }
        let (pairs, _) = moved.corrects.as_chunks();
        for [field, value] in pairs {
            self.corrections.put(field, value)?;
        }
        if let Stage::Board(shown) | Stage::Podium(shown) | Stage::Ended(shown) = &moved.stage {
            self.standings = shown.clone();
        }
        Some(())
    }

    /// The rounds whose answers were shown and count in the end, in order: each with the number of its
    /// question, and the question as it counts.
    pub(super) fn questions(&self) -> Vec<(u16, u16, Cow<'g, Question>)> {
        let played = self.phase.scored();
        let mut rounds: Vec<u16> = self.rules.scored_rounds(&played).collect();
        // At their own pace, players were told each right answer, at the latest when the game closed.
        let paced = self.rules.mode.self_paced().is_some();
        rounds.retain(|round| paced || self.revealed.contains(round));
        rounds.reverse();
        let question = |round| {
            let number = played.question(round)?;
            let asked = self.rules.question(&played, round)?;
            Some((round, number, self.corrections.question(number, asked)))
        };
        rounds.into_iter().filter_map(question).collect()
    }
}
