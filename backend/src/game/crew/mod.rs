//! Rights to a game's desk: its owner's token, and those of its crew, whom the owner lets in by links
//! that one browser can use once.
//!
//! Called by sockets of hosts and by the API. A right that has ended is told to every node, which
//! closes its sockets.

mod of_hosts;
mod of_hosts_sql;
mod sql;

use std::sync::Arc;
use std::time::Duration;

use quizrain_shared::api::{CrewMember, CrewRight, HostRight, JoinCrew, LINK_MS};
use quizrain_shared::ids::{GameId, HostId, Token};
use quizrain_shared::wire::{Refusal, Right};

use crate::error::Error;
use crate::events;
use crate::game::{Game, Games};
use crate::people::host_right;
use crate::store::StoreError;
use crate::store::random::{random_bytes, random_token};

use sql::{Put, Waiting};

/// How long a host's button waits for the database, which is asked whether the right to it was
/// given to somebody else.
const HOST_CHECK_TIMEOUT: Duration = Duration::from_secs(1);

/// Who asks for a link.
#[derive(Clone, Copy, Debug)]
pub enum By {
    /// Whoever has the host key, a program, or an account with the owner's right to the game.
    Operator,
    /// Whoever shows this token, which must be the owner's where only the owner may.
    Owner(Token),
}

/// A link that was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// Names it.
    pub id: String,
    /// Told here and nowhere else.
    pub code: Token,
    /// Until when it can be used, in ms of server time.
    pub until_ms: u64,
}

impl Games {
    /// The game to which a token gives a right, and which, for somebody who has not shown one yet.
    ///
    /// # Errors
    /// [`Refusal::UnknownPin`], [`Refusal::NotAllowed`] for a wrong token, or the database failed
    /// or is busy.
    pub async fn authorize(&self, id: GameId, token: &Token) -> Result<(Arc<Game>, Right), Error> {
        // A token that gives no right will not give one later, nor will a game appear that is not
        // there: both are random. A browser makes its token for a link, and shows it afterwards.
        let unknown = &self.gate.unknown;
        let game = unknown.seek(("game", id.0)).ok_or(Refusal::UnknownPin)?;
        let sought = unknown.seek(("host", id.0, token.0)).ok_or(Refusal::NotAllowed)?;
        let found = self.gate.read("host", async {
            let right = self.right_of(id, token).await;
            if matches!(right, Err(Error::Refused(Refusal::UnknownPin))) {
                unknown.note(game);
            }
            let Some(right) = right? else { return Ok(None) };
            Ok(Some((self.get(id).await?, right)))
        });
        match found.await? {
            Some(found) => Ok(found),
            None => {
                unknown.note(sought);
                Err(Refusal::NotAllowed.into())
            }
        }
    }

    /// What a token gives a right to in a game; `None`: to nothing.
    async fn right_of(&self, id: GameId, token: &Token) -> Result<Option<Right>, Error> {
        let shown = host_right(token);
        let rights = self.sql.rights(id, &shown).await?.ok_or(Refusal::UnknownPin)?;
        if rights.is_owner(&shown) {
            return Ok(Some(Right::Owner));
        }
        Ok(rights.crew.map(Right::from))
    }

    /// Insists on the right of somebody who has shown it before, and may have lost it since.
    ///
    /// # Errors
    /// [`Refusal::UnknownPin`], [`Refusal::NotAllowed`] if the token gives no right any more, or
    /// the database failed.
    pub async fn verify_right(&self, id: GameId, token: &Token) -> Result<(), Error> {
        let right = self.right_of(id, token).await?;
        right.map(drop).ok_or_else(|| Refusal::NotAllowed.into())
    }

    /// The same, but where the database does not say in time they have it still: a show goes on
    /// without the database. Whoever loses the right is told through Redis, and closed.
    ///
    /// # Errors
    /// As of [`Self::verify_right`], unless the database is away.
    pub async fn verify_right_unless_away(&self, id: GameId, token: &Token) -> Result<(), Error> {
        let checked = tokio::time::timeout(HOST_CHECK_TIMEOUT, self.verify_right(id, token)).await;
        match checked.unwrap_or(Err(StoreError::Slow(HOST_CHECK_TIMEOUT).into())) {
            Err(Error::Store(error)) if error.is_away() => {
                tracing::debug!(game = %id, %error,
                    "failed to look up a host's right; it is taken for what it was");
                Ok(())
            }
            checked => checked,
        }
    }

    /// Gives the right to drive a live game anew, to an account where whoever asks is signed in. All others
    /// end, the crew's too, and every server closes the sockets that were opened with them.
    ///
    /// # Errors
    /// No such live game, or a store failed; doing it again gives another token.
    pub async fn renew_host(&self, id: GameId, host: Option<HostId>) -> Result<HostRight, Error> {
        let token = random_token()?;
        let right = host_right(&token);
        if !self.sql.set_host_hash(id, &right, host).await? {
            return Err(Error::NotFound);
        }
        events::publish_host(&mut self.redis.connection(), id, &right).await?;
        let game = self.get(id).await?;
        tracing::info!(game = %id, "host right renewed");
        Ok(HostRight { game: id, pin: game.pin, token })
    }

    /// What [`host_right`] gives for every token with a right to a game; `None`: no such game.
    ///
    /// # Errors
    /// The database failed.
    pub async fn current_rights(&self, game: GameId) -> Result<Option<Vec<String>>, StoreError> {
        self.sql.standing_rights(game).await
    }

    /// Makes a link that gives one browser a right, for an account where whoever asks is signed in; `None`: the game has
    /// as many as it may.
    ///
    /// # Errors
    /// No such live game, [`Refusal::NotAllowed`] where the owner is another by now, or a store
    /// failed.
    pub async fn make_link(
        &self,
        game: GameId,
        right: CrewRight,
        by: By,
        maker: Option<HostId>,
    ) -> Result<Option<Made>, Error> {
        let now_ms = self.now_ms();
        let made = Made {
            id: hex::encode(random_bytes::<8>()?),
            code: random_token()?,
            until_ms: now_ms.saturating_add(LINK_MS),
        };
        let waiting = Waiting {
            game,
            id: &made.id,
            right,
            hash: &host_right(&made.code),
            until_ms: made.until_ms,
            maker,
        };
        let owner = match &by {
            By::Operator => None,
            By::Owner(token) => Some(host_right(token)),
        };
        match self.sql.put_link(&waiting, owner.as_deref(), now_ms).await? {
            Put::Done => {
                tracing::info!(%game, %right, id = %made.id, "link to the desk made");
                Ok(Some(made))
            }
            Put::Full => Ok(None),
            Put::NotOwner => Err(Refusal::NotAllowed.into()),
            Put::NoGame => Err(Error::NotFound),
        }
    }

    /// The links of a game that wait, and the rights that others gave.
    ///
    /// # Errors
    /// The database failed.
    pub async fn crew(&self, game: GameId) -> Result<Vec<CrewMember>, Error> {
        Ok(self.sql.crew(game, self.now_ms()).await?)
    }

    /// Uses a link, for a token that the asker has made; `None`: there is none of this code, it was used,
    /// or it is too old. Asked again with the same token, the answer is the same. Whoever is signed in has the
    /// right in every browser of theirs, as long as they have the account.
    ///
    /// # Errors
    /// The database failed or is busy; doing it again is harmless.
    pub async fn join_crew(
        &self,
        game: GameId,
        wish: JoinCrew,
        host: Option<HostId>,
    ) -> Result<Option<CrewRight>, Error> {
        self.gate.unknown.seek(("game", game.0)).ok_or(Error::NotFound)?;
        let [code, token] = [wish.code, wish.token].map(|it| host_right(&it));
        let used = self.gate.read("link", async {
            Ok(self.sql.use_link(game, &code, (&token, host), self.now_ms()).await?)
        });
        let used = used.await?;
        if used.is_some() {
            self.gate.unknown.appeared(("host", game.0, wish.token.0));
        }
        Ok(used)
    }

    /// Ends a link or the right that it gave, with all that its account has at the desk, or all of them; every server
    /// closes the sockets that were opened with it.
    ///
    /// # Errors
    /// A store failed; doing it again is harmless.
    pub async fn end_crew(&self, game: GameId, id: Option<&str>) -> Result<(), Error> {
        // A row goes only once it was told: whoever does it again tells it again.
        let ended = self.sql.mark_ended(game, id, self.now_ms()).await?;
        if ended.is_empty() {
            return Ok(());
        }
        events::publish_ended(&mut self.redis.connection(), game, &ended).await?;
        for hash in &ended {
            self.sql.delete_ended(game, hash).await?;
        }
        tracing::info!(%game, rights = ended.len(), "rights to the desk ended");
        Ok(())
    }
}
