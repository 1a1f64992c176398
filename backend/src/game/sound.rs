//! The sound of what is shown, which a host has played again or stopped. No rule of the game knows of it:
//! big screens play it, and where a wish is lost the host makes it again.

use quizrain_shared::wire::Refusal;

use crate::error::Error;
use crate::events;
use crate::game::{Game, Play};

impl Play {
    /// Has the big screens of a game play the sound of what is shown from its start, or stop it.
    ///
    /// # Errors
    /// [`Refusal::NotNow`] where what is shown has none, [`Refusal::Stale`], [`Refusal::GameEnded`], or
    /// Redis failed.
    pub async fn sound(&self, game: &Game, play: bool, seen: u64) -> Result<(), Error> {
        let shown = self.seen_state(game, seen).await?.stage;
        let round = shown.phase.round().filter(|_| shown.stage.sound().is_some());
        let round = round.ok_or(Refusal::NotNow)?;
        let con = &mut self.redis.connection();
        Ok(events::publish_sound(con, game.id, round, play).await?)
    }
}
