//! Reads of the database for those who have proved nothing: whoever says a pin, a token, the id of a
//! rain or of a game. Anybody may do that as often as they like, so few of these run at a time, what
//! is not there is not looked for twice, and many who ask the same are one.
//!
//! Settlers, drivers and hosts who have shown their right do not come through here and do not wait.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use moka::future::Cache;
use quizrain_shared::ids::{GameId, Pin, RainId};
use quizrain_shared::wire::Refusal;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::tap::OpenRain;
use crate::batch::absent::Absent;
use crate::error::ServiceError;
use crate::metrics::METRICS;
use crate::service::{Game, Service};
use crate::store::redis::CALL_TIMEOUT;

/// How long somebody waits for their turn and for the answer.
const READ_TIMEOUT: Duration = Duration::from_secs(5);

/// Those who may wait for their turn.
const MAX_WAITING: usize = 16 * 1024;

/// How long a pin is known to have no live game. Servers hear of new games by themselves.
const PIN_FRESH: Duration = Duration::from_secs(1);

/// How long a game is known to have no other rains. Servers have rains at hand that are on the
/// screens.
const RAINS_FRESH: Duration = Duration::from_millis(100);

/// Pins and games about which that is known.
const REMEMBERED: u64 = 10_000;

/// How long what is not there is remembered, at least. Ids and tokens are random: what nobody has
/// been given does not come to be. An account may have something a moment later, but servers hear of
/// that.
const ABSENT: Duration = Duration::from_secs(300);

/// What those who have proved nothing may have of the database.
#[derive(Debug)]
pub(super) struct Guests {
    turns: Semaphore,
    waiting: Semaphore,
    pins: Cache<Pin, Option<Arc<Game>>>,
    rains: Cache<GameId, Arc<HashSet<RainId>>>,
    /// Host tokens and games, rains.
    pub(super) unknown: Absent,
    /// Accounts that have nothing.
    pub(super) empty: Absent,
}

impl Guests {
    /// So many reads at a time.
    pub(super) fn new(reads: usize) -> Self {
        Self {
            turns: Semaphore::new(reads),
            waiting: Semaphore::new(MAX_WAITING),
            pins: Cache::builder().max_capacity(REMEMBERED).time_to_live(PIN_FRESH).build(),
            rains: Cache::builder().max_capacity(REMEMBERED).time_to_live(RAINS_FRESH).build(),
            unknown: Absent::new(ABSENT),
            empty: Absent::new(ABSENT),
        }
    }

    /// Reads something once it is its turn. Too many wait, or the database does not answer:
    /// [`Refusal::Unavailable`].
    pub(super) async fn read<T>(
        &self,
        what: &'static str,
        read: impl Future<Output = Result<T, ServiceError>>,
    ) -> Result<T, ServiceError> {
        let Ok(_waiting) = self.waiting.try_acquire() else {
            METRICS.turned_away("reads");
            return Err(Refusal::Unavailable.into());
        };
        let in_turn = timeout(READ_TIMEOUT, async {
            let _turn = self.turns.acquire().await;
            METRICS.guest_read(what);
            read.await
        });
        in_turn.await.unwrap_or_else(|_| Err(Refusal::Unavailable.into()))
    }
}

impl Service {
    /// The live game with a pin.
    ///
    /// # Errors
    /// [`Refusal::UnknownPin`], or the database failed or is busy.
    pub async fn game_by_pin(&self, pin: Pin) -> Result<Arc<Game>, ServiceError> {
        let game = self.game_to_show(pin).await?;
        if game.was_over { Err(Refusal::UnknownPin.into()) } else { Ok(game) }
    }

    /// The game that a pin leads to: the live one, else the one that ended last, for as long as its
    /// keys are kept. What is over can be looked at and takes nobody in.
    ///
    /// # Errors
    /// [`Refusal::UnknownPin`], or the database failed or is busy.
    pub async fn game_to_show(&self, pin: Pin) -> Result<Arc<Game>, ServiceError> {
        if let Some(game) = self.cached_game_by_pin(pin) {
            return Ok(game);
        }
        let found = self.guests.pins.try_get_with(
            pin,
            self.guests.read("pin", async {
                let row = match self.sql.game_by_pin(pin).await? {
                    None => self.sql.ended_game_by_pin(pin).await?,
                    live => live,
                };
                Ok(row.map(|row| self.remember_game(row)))
            }),
        );
        let found = found.await.map_err(|error| shared(&error))?;
        if found.as_ref().is_some_and(|game| !game.was_over) {
            // The registry knows when it is over.
            self.guests.pins.invalidate(&pin).await;
        }
        found.ok_or_else(|| Refusal::UnknownPin.into())
    }

    /// A rain that a client of a game names. Only what is among the game's own rains is looked for.
    pub(super) async fn rain_of(
        &self,
        game: &Game,
        id: RainId,
    ) -> Result<Arc<OpenRain>, ServiceError> {
        if let Some(rain) = self.rain_at_hand(id) {
            return if rain.row.game == game.id { Ok(rain) } else { Err(no_such_rain()) };
        }
        // On the heap: so that a tap, which comes ten thousand times a second, is small.
        Box::pin(async {
            let rains = self.guests.rains.try_get_with(game.id, async {
                METRICS.guest_read("rains");
                Ok::<_, ServiceError>(Arc::new(self.sql.rains_of(game.id).await?))
            });
            // Nobody queues behind a database that does not answer.
            let rains = timeout(CALL_TIMEOUT, rains).await;
            let rains = rains.map_err(|_| Refusal::Unavailable)?;
            let rains = rains.map_err(|error| shared(&error))?;
            if rains.contains(&id) { self.open_rain_of(id).await } else { Err(no_such_rain()) }
        })
        .await
    }
}

fn no_such_rain() -> ServiceError {
    Refusal::NoSuchRain.into()
}

/// What those hear who waited for somebody else's reading, which failed.
fn shared(error: &ServiceError) -> ServiceError {
    match error {
        ServiceError::Refused(refusal) => refusal.clone().into(),
        error => {
            tracing::debug!(%error, "a read for many failed");
            Refusal::Unavailable.into()
        }
    }
}
