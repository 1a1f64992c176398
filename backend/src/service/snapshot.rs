//! Snapshots: what everybody of a game sees. What is one player's own is in `players`.

use quizrain_shared::ids::AccountId;
use quizrain_shared::wire::{GameInfo, Lobby, Welcome};

use crate::error::ServiceError;
use crate::metrics::METRICS;
use crate::nodes::calls::{self, Said};
use crate::service::{Game, Service};
use crate::{events, game};

impl Game {
    /// What does not change during the game.
    #[must_use]
    pub fn info(&self) -> GameInfo {
        GameInfo {
            game: self.id,
            pin: self.pin,
            title: self.quiz.title.clone(),
            promise: self.promise,
        }
    }
}

impl Service {
    /// A snapshot of what everybody of a game sees, read afresh.
    ///
    /// # Errors
    /// [`quizrain_shared::wire::Refusal::GameEnded`] where Redis does not know the game, or a
    /// store failed.
    pub async fn snapshot(&self, game: &Game) -> Result<Welcome, ServiceError> {
        METRICS.guest_read("snapshot");
        let state = self.state(game).await?;
        let round = state.stage.phase.round().unwrap_or(0);
        let con = &mut self.redis.connection();
        let (players, newest) = game::calls::lobby(con, game.id).await?;
        let (_, answered) = game::calls::progress(con, game.id, round).await?;
        Ok(Welcome {
            now_ms: self.now_ms(),
            game: game.info(),
            lobby: Lobby { players, newest, locked: state.locked },
            stage: state.stage,
            answered,
            rain: self.newest_rain(game).await?,
            you: None,
        })
    }

    /// Who is there.
    ///
    /// # Errors
    /// Redis failed, or does not know the game.
    pub async fn lobby(&self, game: &Game) -> Result<Lobby, ServiceError> {
        let locked = self.state(game).await?.locked;
        let (players, newest) = game::calls::lobby(&mut self.redis.connection(), game.id).await?;
        Ok(Lobby { players, newest, locked })
    }

    /// Tells every node that players have opened sockets at this one, and when, in server time.
    ///
    /// # Errors
    /// Redis failed; telling it again is harmless.
    pub async fn tell_arrived(
        &self,
        game: &Game,
        players: &[(AccountId, u64)],
    ) -> Result<(), ServiceError> {
        let con = &mut self.redis.connection();
        Ok(events::tell_arrived(con, game.id, self.peers.run(), players).await?)
    }

    /// Tells how the players stand who are connected to this node; what every node has said.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn tell_present(&self, game: &Game, who: String) -> Result<Said, ServiceError> {
        let con = &mut self.redis.connection();
        Ok(calls::present(con, game.id, self.peers.run(), who).await?)
    }

    /// What every node has said of the players who are connected to it.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn everybody_present(&self, game: &Game) -> Result<Said, ServiceError> {
        Ok(calls::all_present(&mut self.redis.connection(), game.id).await?)
    }

    /// How many players there are, and how many have answered a round.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn progress(&self, game: &Game, round: u16) -> Result<(u32, u32), ServiceError> {
        Ok(game::calls::progress(&mut self.redis.connection(), game.id, round).await?)
    }
}
