//! Players take their seats.

use quizrain_shared::ids::AccountId;
use quizrain_shared::name;
use quizrain_shared::wire::{Refusal, Seat};

use super::{Game, Service, ServiceError};
use crate::store::redis::game::{self, Joined};
use crate::store::sql::Credited;

impl Service {
    /// What an account was credited, newest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn credits(&self, account: AccountId) -> Result<Vec<Credited>, ServiceError> {
        Ok(self.sql.credits(account).await?)
    }

    /// Gives an account its seat; asking again gives the same seat.
    ///
    /// # Errors
    /// A refusal: the nickname cannot be used or is taken, the game is locked, full or over.
    /// Or a store failed.
    pub async fn join(
        &self,
        game: &Game,
        account: AccountId,
        nickname: &str,
    ) -> Result<Seat, ServiceError> {
        let nickname = name::clean(nickname).map_err(Refusal::Nickname)?;
        let con = &mut self.redis.connection();
        let joined =
            game::join(con, game.reference(), account, &nickname, self.max_players).await?;
        Err(match joined {
            Joined::Seat(seat) => return Ok(seat),
            Joined::Taken => Refusal::NicknameTaken,
            Joined::Locked => Refusal::GameLocked,
            Joined::Full => Refusal::GameFull,
            Joined::Ended | Joined::Unknown => Refusal::GameEnded,
        }
        .into())
    }
}
