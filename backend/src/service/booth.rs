//! The booth: which game a big screen without a keyboard shows, and phones go on with. Kept in
//! memory alone: whoever plays one game after the other names each of them.

use std::sync::PoisonError;

use quizrain_shared::ids::{GameId, Pin};
use quizrain_shared::wire::Refusal;

use super::{Service, ServiceError};

impl Service {
    /// Shows a live game at the booth, in place of the one before.
    ///
    /// # Errors
    /// [`Refusal::UnknownPin`], [`Refusal::GameEnded`], or the database failed.
    pub async fn set_booth(&self, pin: Pin) -> Result<(), ServiceError> {
        let game = self.game_by_pin(pin).await?;
        let id = game.id;
        *self.booth.write().unwrap_or_else(PoisonError::into_inner) = Some(game);
        // Should it have ended at that moment, nobody else would take it off.
        if self.sql.game(id).await?.is_none_or(|row| row.ended) {
            self.clear_booth(id);
            return Err(Refusal::GameEnded.into());
        }
        Ok(())
    }

    /// The game at the booth.
    #[must_use]
    pub fn booth(&self) -> Option<Pin> {
        let booth = self.booth.read().unwrap_or_else(PoisonError::into_inner);
        booth.as_ref().map(|game| game.pin)
    }

    /// Takes a game off the booth that is over.
    pub(super) fn clear_booth(&self, over: GameId) {
        let mut booth = self.booth.write().unwrap_or_else(PoisonError::into_inner);
        booth.take_if(|game| game.id == over);
    }
}
