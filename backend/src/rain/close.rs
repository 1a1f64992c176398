//! The end of a rain: closed in Redis and in the registry, and shown. Called by drivers, settlers
//! and hosts.

use futures_util::future::join_all;
use quizrain_shared::ids::RainId;
use quizrain_shared::money::Minor;
use quizrain_shared::phase::Move;
use quizrain_shared::wire::{RainView, Refusal, Stage};

use crate::error::Error;
use crate::game::{Game, GameState, Mover, Next};
use crate::ledger::RainRow;
use crate::rain::{Rains, Shut, calls};

/// The rain that falls where a game stands.
fn falling(state: &GameState) -> Result<&RainView, Error> {
    match &state.stage.stage {
        Stage::Rain(view) => Ok(view),
        _ => Err(Refusal::NotNow.into()),
    }
}

/// How many catches a summary shows.
const LARGEST: usize = 10;

impl Rains {
    /// Closes a rain for good, every shard in Redis and then the rain in the registry.
    ///
    /// # Errors
    /// A store failed; doing it again is harmless.
    pub async fn close(&self, row: &RainRow) -> Result<Shut, Error> {
        let shut = self.close_shards(row).await?;
        self.sql.close_rain(row.rain, self.clock.now_ms()).await?;
        Ok(shut)
    }

    /// The same for its game's driver. In Redis whoever comes late does no harm: a rain is closed
    /// because its time is over, it is sold out, its host stopped it or no screen shows it, and that
    /// stays so.
    async fn close_in_epoch(&self, row: &RainRow, epoch: u64) -> Result<Shut, Error> {
        let shut = self.close_shards(row).await?;
        if !self.sql.close_rain_in(row.rain, epoch, self.clock.now_ms()).await? {
            return Err(Refusal::Stale.into());
        }
        Ok(shut)
    }

    async fn close_shards(&self, row: &RainRow) -> Result<Shut, Error> {
        let shards = row.shards().map(|shard| {
            let mut con = self.redis.connection();
            async move { (shard, calls::close(&mut con, shard).await) }
        });
        let mut shut = Shut::default();
        // Each is tried, also where another one's server is away.
        for (shard, closed) in join_all(shards).await {
            match closed? {
                Some((caught, _)) => {
                    shut.caught = shut.caught.saturating_add(caught);
                    shut.known.push(shard.keys());
                }
                None => shut.unknown += 1,
            }
        }
        Ok(shut)
    }

    /// Gives up a rain that was sealed and has not opened: its pot goes back to the sponsor. One
    /// that has opened since may have claims, and stays as it is.
    ///
    /// # Errors
    /// A store failed; doing it again is harmless.
    pub async fn return_unopened(&self, row: &RainRow) -> Result<(), Error> {
        // From here on it cannot be opened: the registry refuses its window.
        if !self.sql.give_up_rain(row.rain, self.clock.now_ms()).await? {
            return Ok(());
        }
        self.close(row).await?;
        self.sql.finish_rain(row.rain, &[], self.clock.now_ms()).await?;
        tracing::info!(rain = %row.rain, "a rain that never opened went back to the sponsor");
        Ok(())
    }

    /// Closes the falling rain and shows what was caught.
    ///
    /// # Errors
    /// The game had moved on, a newer epoch drives it, or a store failed; doing it again is
    /// harmless.
    pub async fn close_and_show(
        &self,
        game: &Game,
        state: &GameState,
        epoch: u64,
    ) -> Result<(), Error> {
        let view = falling(state)?;
        let rain = self.live(view.rain).await?;
        let caught = self.close_in_epoch(&rain.row, epoch).await?.caught;
        self.show(game, state, Mover::Driver(epoch), caught).await
    }

    /// Closes the falling rain because its host says so: what was caught stays, the rest goes back,
    /// and everybody sees why.
    ///
    /// # Errors
    /// A refusal: nothing falls, or the host looked at an old screen. Or a store failed; doing it
    /// again is harmless, and a rain that was closed and not shown is shown by its driver when its
    /// time is over.
    pub async fn stop(&self, game: &Game, seen: u64) -> Result<(), Error> {
        let state = self.play.seen_state(game, seen).await?;
        let rain = self.live(falling(&state)?.rain).await?;
        let caught = self.close(&rain.row).await?.caught;
        tracing::info!(game = %game.id, rain = %rain.row.rain, caught, "the host stopped a rain");
        self.show(game, &state, Mover::Host, caught).await
    }

    /// Shows what was caught in the rain that has just been closed.
    async fn show(
        &self,
        game: &Game,
        state: &GameState,
        by: Mover,
        caught: u32,
    ) -> Result<(), Error> {
        let phase = state.stage.phase.after(Move::CloseRain)?;
        let view = falling(state)?;
        let rain = self.live(view.rain).await?;
        let row = &rain.row;
        let mut claims = self.claims_of_shards(row.rain, row.shards).await?;
        let amounts = claims.iter().map(|(_, claim)| claim.packet.amount);
        let caught_amount = Minor::checked_sum(amounts).unwrap_or(row.plan.pot());
        claims.sort_unstable_by_key(|(_, claim)| {
            (std::cmp::Reverse(claim.packet.amount), claim.packet.number)
        });
        claims.truncate(LARGEST);
        let winners = self.winners(game, &claims).await?;
        // By the registry: whoever shows it need not be who closed it.
        let closed_ms = self.sql.end_of(row.rain).await?.closed_ms;
        let early = closed_ms.is_some_and(|ms| ms < state.stage.closes_ms);
        let (rain, stopped) = (view.clone(), early && caught < view.packets);
        let stage = Stage::RainDone { rain, caught, caught_amount, stopped, winners };
        self.play.advance(game, state, by, &Next::new(phase, stage)).await.map(|_| ())
    }

    /// Finishes what a crash between opening a rain and showing it left behind: rains that are
    /// open although the game shows something else are closed, by its host or by the driver of
    /// that epoch. A rain whose first drop is still to come may just be opened by another node:
    /// when to look again, in ms of server time, where there is one. What this node's screens show
    /// is never closed here: Redis may lose it at this very moment.
    ///
    /// # Errors
    /// A newer epoch drives the game, or a store failed; doing it again is harmless.
    pub async fn close_unshown(
        &self,
        game: &Game,
        epoch: Option<u64>,
        shown: Option<RainId>,
    ) -> Result<Option<u64>, Error> {
        let mut again_ms = None;
        for row in self.sql.unsettled_rains().await? {
            if row.game != game.id || row.closed || shown == Some(row.rain) {
                continue;
            }
            let opens_ms = row.window.map_or(0, |(opens_ms, _)| opens_ms);
            if opens_ms > self.clock.now_ms() {
                again_ms = Some(again_ms.map_or(opens_ms, |ms: u64| ms.min(opens_ms)));
                continue;
            }
            // Looked at only now: whoever opened it has shown it long ago, or never will.
            if matches!(self.play.state(game).await?.stage.stage, Stage::Rain(view) if view.rain == row.rain)
            {
                continue;
            }
            tracing::warn!(rain = %row.rain, "closing a rain that no screen shows");
            match epoch {
                Some(epoch) => self.close_in_epoch(&row, epoch).await?,
                None => self.close(&row).await?,
            };
        }
        Ok(again_ms)
    }
}
