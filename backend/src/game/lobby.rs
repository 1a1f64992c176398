//! How many are there, who came last, how far a question is, and where games stand.

use std::collections::HashMap;

use quizrain_shared::api::GameStatus;
use quizrain_shared::draw::FromSeat;
use quizrain_shared::ids::{AccountId, GameId};
use quizrain_shared::wire::{Face, Lobby, Seat};

use crate::error::Error;
use crate::game::calls::Arrival;
use crate::game::{Game, Play, calls};

impl Play {
    /// Who is there.
    ///
    /// # Errors
    /// Redis failed, or does not know the game.
    pub async fn lobby(&self, game: &Game) -> Result<Lobby, Error> {
        let settings = self.state(game).await?.settings;
        let (players, newest) = self.arrived(game.id).await?;
        Ok(Lobby { players, newest, settings })
    }

    /// How many players have a seat, and those who came last.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn arrived(&self, game: GameId) -> Result<(u32, Vec<Face>), Error> {
        Ok(calls::lobby(&mut self.redis.connection(), game).await?)
    }

    /// Where games stand, in the same order; `None` for one of which Redis does not say.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn statuses(&self, games: &[GameId]) -> Result<Vec<Option<GameStatus>>, Error> {
        Ok(calls::statuses(&self.redis.connection(), games).await?)
    }

    /// How many players there are, and how many have answered a round.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn progress(&self, game: GameId, round: u16) -> Result<(u32, u32), Error> {
        Ok(calls::progress(&mut self.redis.connection(), game, round).await?)
    }

    /// The nicknames of accounts, in the same order; `None` for who has no seat.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn nicknames(
        &self,
        game: GameId,
        accounts: &[AccountId],
    ) -> Result<Vec<Option<String>>, Error> {
        Ok(calls::nicknames(&mut self.redis.connection(), game, accounts).await?)
    }

    /// Every player's seat.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn seats(&self, game: GameId) -> Result<HashMap<AccountId, Seat>, Error> {
        Ok(calls::seats(&mut self.redis.slow().await?, game).await?)
    }

    /// Every player's seat, and when and from where it was taken.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn arrivals(&self, game: GameId) -> Result<HashMap<AccountId, Arrival>, Error> {
        Ok(calls::arrivals(&mut self.redis.slow().await?, game).await?)
    }

    /// What every player contributed to the draws of a game.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn contributions(&self, game: GameId) -> Result<Vec<FromSeat>, Error> {
        Ok(calls::contributions(&mut self.redis.connection(), game).await?)
    }
}
