//! The booth: which game a big screen without a keyboard shows, and phones go on with. It stands in
//! the registry, so that every server says the same, also after a restart.

use std::time::{Duration, Instant};

use quizrain_shared::ids::Pin;
use quizrain_shared::wire::Refusal;

use crate::error::Error;
use crate::game::Games;
use crate::hosts::Sees;

/// How long what the registry said is not asked for again: every screen at a booth asks, and every
/// phone that has played.
const FRESH: Duration = Duration::from_secs(1);

/// What the registry said of the booth, and when.
pub(crate) type Booth = tokio::sync::Mutex<Option<(Instant, Option<Pin>)>>;

impl Games {
    /// Shows a live game, one that whoever asks sees, at the booth, in place of the one before.
    ///
    /// # Errors
    /// [`Refusal::UnknownPin`], [`Refusal::GameEnded`], or the database failed.
    pub async fn set_booth(&self, pin: Pin, sees: Sees) -> Result<(), Error> {
        let game = self.by_pin(pin).await?;
        if !self.sql.is_seen(game.id, sees).await? {
            return Err(Refusal::UnknownPin.into());
        }
        if !self.sql.set_booth(game.id, self.now_ms()).await? {
            return Err(Refusal::GameEnded.into());
        }
        *self.booth.lock().await = None;
        Ok(())
    }

    /// The game at the booth, as every server knows it within a second; while the database does not
    /// answer, what it said last.
    pub async fn booth(&self) -> Option<Pin> {
        // Whoever comes while it is asked waits for the answer.
        let mut known = self.booth.lock().await;
        let last = match *known {
            Some((asked, pin)) if asked.elapsed() < FRESH => return pin,
            Some((_, pin)) => pin,
            None => None,
        };
        let pin = self.sql.booth().await.unwrap_or_else(|error| {
            tracing::debug!(%error, "failed to read the booth's game, keeping the last one");
            last
        });
        *known = Some((Instant::now(), pin));
        pin
    }
}
