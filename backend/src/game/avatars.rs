//! Players choose their faces.

use quizrain_shared::avatar::Avatar;
use quizrain_shared::ids::AccountId;
use quizrain_shared::wire::{Refusal, Seat};

use crate::batch::Operation;
use crate::error::Error;
use crate::game::calls::{self, Faced, GameRef};
use crate::game::{Game, Play};
use crate::store::StoreError;
use crate::store::redis::Redis;

/// Wishes for other faces.
pub(crate) struct Avatars {
    pub(crate) redis: Redis,
    pub(crate) game: GameRef,
}

impl Operation for Avatars {
    type Request = (AccountId, Avatar);
    type Response = Faced;
    const NAME: &'static str = "avatar";

    async fn call(&self, requests: &[(AccountId, Avatar)]) -> Result<Vec<Faced>, StoreError> {
        calls::set_avatars(&mut self.redis.connection(), self.game, requests).await
    }
}

impl Play {
    /// Gives a player another face; the seat with it.
    ///
    /// # Errors
    /// A refusal: the account has no seat, or the lobby or the game is over; or Redis is busy and asking again tells.
    pub async fn set_avatar(
        &self,
        game: &Game,
        account: AccountId,
        avatar: Avatar,
    ) -> Result<Seat, Error> {
        match game.avatars.submit((account, avatar)).await? {
            Faced::Seat(seat) => Ok(seat),
            Faced::Late => Err(Refusal::NotNow.into()),
            Faced::Gone => Err(Refusal::NotSeated.into()),
            Faced::Unknown => Err(Refusal::GameEnded.into()),
        }
    }
}
