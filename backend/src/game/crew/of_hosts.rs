//! What accounts of hosts have at the desks of games: games that they made, took over or were let into, and
//! the end of all that.

use quizrain_shared::api::CrewRight;
use quizrain_shared::ids::{GameId, HostId, Token};
use quizrain_shared::wire::{Refusal, Right};

use super::of_hosts_sql::Entering;
use super::sql::Put;
use crate::error::Error;
use crate::events;
use crate::game::Games;
use crate::people::host_right;
use crate::store::StoreError;
use crate::store::random::{random_bytes, random_token};

impl Games {
    /// What an account was given in a game by links that it has used; `None`: nothing.
    ///
    /// # Errors
    /// The database failed.
    pub async fn given(&self, game: GameId, host: HostId) -> Result<Option<Right>, StoreError> {
        Ok(self.sql.given(game, host).await?.map(Right::from))
    }

    /// Lets a browser of an account to the desk of a live game, beside whoever drives it: by a token that
    /// the browser has made. `None`: the game has as many as it may. Asked again, the answer is the same.
    ///
    /// # Errors
    /// No such live game, [`Refusal::NotAllowed`] where it was to come by links alone and they have ended by now, or the
    /// database failed; doing it again is harmless.
    pub async fn enter(
        &self,
        game: GameId,
        right: CrewRight,
        token: &Token,
        (host, by_links): (HostId, bool),
    ) -> Result<Option<CrewRight>, Error> {
        let id = hex::encode(random_bytes::<8>()?);
        let hash = host_right(token);
        let entering = Entering { game, id: &id, right, hash: &hash, host, by_links };
        match self.sql.enter(&entering, self.now_ms()).await? {
            (Put::Done, right) => {
                self.gate.unknown.appeared(("host", game.0, token.0));
                tracing::info!(%game, %host, %right, "a host came to a desk");
                Ok(Some(right))
            }
            (Put::Full, _) => Ok(None),
            (Put::NotOwner, _) => Err(Refusal::NotAllowed.into()),
            (Put::NoGame, _) => Err(Error::NotFound),
        }
    }

    /// Ends what an account has at the desks of games, and what links give that it has made and that nobody has used with
    /// an account of their own; every server closes the sockets that were opened with it. Games go on: who may, takes
    /// them over.
    ///
    /// # Errors
    /// A store failed; doing it again is harmless.
    pub async fn end_rights_of(&self, host: HostId) -> Result<(), Error> {
        let con = &mut self.redis.connection();
        for (game, hash) in self.sql.hosted_by(host).await? {
            // One that nobody has.
            let nobodys = host_right(&random_token()?);
            self.sql.replace_host_hash(game, (&hash, &nobodys)).await?;
            events::publish_ended(con, game, &[hash]).await?;
            self.sql.leave_hostless(game, host).await?;
        }
        for (game, hash) in self.sql.end_crew_of(host, self.now_ms()).await? {
            events::publish_ended(con, game, std::slice::from_ref(&hash)).await?;
            self.sql.delete_ended(game, &hash).await?;
        }
        Ok(())
    }
}
