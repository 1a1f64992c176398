//! Flags: players of a game who may be windows of one person, or a program, for its host to look at before money
//! rains. Asked by `http`, and by `live` where payouts of theirs are held.
//!
//! Whoever is flagged plays and catches like everybody: nothing here refuses anything. It reads what a game has in
//! Redis anyway (seats, when and from where they were taken, answers with their times), and keeps nothing; once the
//! game's keys are gone there are no flags. It reads beside the game, one game at a time, the newest
//! [`MAX_ROUNDS`] questions that were revealed, and works on a thread that gives way; what it takes grows with
//! players and questions, never with pairs of players.

mod alike;
#[cfg(test)]
mod made;
mod reasons;
mod sheet;

use std::sync::Arc;
use std::time::Duration;

use quizrain_shared::api::{FlagReason, Flags as Found};
use quizrain_shared::ids::{AccountId, GameId};
use quizrain_shared::phase::Phase;
use quizrain_shared::wire::Refusal;
use tokio::sync::Semaphore;

use crate::batch::{aside, shared};
use crate::error::Error;
use crate::game::{Game, Play};
use crate::rain::Rains;
use reasons::flags;
use sheet::{Player, Sheet};

/// Questions that are looked at, the newest ones.
const MAX_ROUNDS: usize = 40;

/// How long what was found on a stage is told again: seats are taken meanwhile.
const FRESH: Duration = Duration::from_secs(5);

/// Games whose flags are kept that long.
const MAX_CACHED: u64 = 64;

/// The flags of all games.
#[derive(Clone)]
pub struct Flags {
    play: Arc<Play>,
    rains: Arc<Rains>,
    /// By game and the sequence number of its stage.
    cached: moka::future::Cache<(GameId, u64), Arc<Found>>,
    turn: Arc<Semaphore>,
}

impl Flags {
    /// Those of games that are played here.
    #[must_use]
    pub fn new(play: Arc<Play>, rains: Arc<Rains>) -> Self {
        let cached =
            moka::future::Cache::builder().max_capacity(MAX_CACHED).time_to_live(FRESH).build();
        Self { play, rains, cached, turn: Arc::new(Semaphore::new(1)) }
    }

    /// Who is flagged in a game, as it stands.
    ///
    /// # Errors
    /// Redis does not know the game any more, or a store failed.
    pub async fn of(&self, game: &Game) -> Result<Arc<Found>, Error> {
        let stage = self.play.state(game).await?.stage;
        let read = self.cached.try_get_with((game.id, stage.at.seq), async {
            let _turn = self.turn.acquire().await;
            let sheet = self.read(game, &stage.phase).await?;
            aside(move || Arc::new(flags(&sheet))).await.ok_or(Refusal::Unavailable.into())
        });
        read.await.map_err(|error: Arc<Error>| shared(&error))
    }

    /// The accounts of all who are flagged, and why.
    ///
    /// # Errors
    /// As [`Flags::of`].
    pub async fn accounts(&self, game: &Game) -> Result<Vec<(AccountId, Vec<FlagReason>)>, Error> {
        let found = self.of(game).await?;
        Ok(found.flagged.iter().map(|it| (it.account, it.reasons.clone())).collect())
    }

    /// What is known of everybody who has a seat, and of what was revealed by this phase.
    async fn read(&self, game: &Game, phase: &Phase) -> Result<Sheet, Error> {
        let played = phase.scored();
        let players = self.play.arrivals(game.id).await?.into_iter().map(|(account, arrival)| {
            let (seat, nickname) = (arrival.seat.number, arrival.seat.nickname);
            Player { account, seat, nickname, origin: arrival.origin, at_ms: arrival.at_ms }
        });
        let mut sheet = Sheet::new(players.collect());
        sheet.rain_ms = self.rains.newest_opening(game.id).await?;
        for round in game.scored_rounds(&played).take(MAX_ROUNDS) {
            let players = self.play.scored_for(game, round).await?;
            sheet.round(self.play.answers(game, round).await?, players);
        }
        Ok(sheet)
    }
}
