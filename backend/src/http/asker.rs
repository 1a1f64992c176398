//! Whoever asks, as the guard of [`access`](super::access) has found, and whose games, quizzes and guest lists they see:
//! in single answers and in lists alike.

use std::sync::Arc;

use quizrain_shared::api::HostRole;
use quizrain_shared::ids::{GameId, GuestListId, HostId};
use quizrain_shared::wire::Right;

use super::Web;
use super::error::ApiError;
use crate::actions::Actor;
use crate::hosts::{Sees, Signed};

/// What an account may at the desk of a game: a host everything where it is their own or the team's, in others what
/// links have given them, as co-hosts. Without that, a game is not there for hosts.
pub(super) async fn right_of(web: &Web, game: GameId, signed: &Signed) -> Result<Right, ApiError> {
    let host = signed.account.host;
    match signed.account.role {
        HostRole::Owner => Ok(Right::Owner),
        HostRole::Viewer => Ok(Right::Viewer),
        HostRole::Host => match web.games.host_of(game).await? {
            Some(other) if other != host => {
                web.games.given(game, host).await?.ok_or(ApiError::NotFound)
            }
            _ => Ok(Right::Owner),
        },
        HostRole::CoHost => web.games.given(game, host).await?.ok_or(ApiError::NotYourRole),
    }
}

/// Insists that one right is as much as another.
pub(super) fn suffices(right: Right, least: Right) -> Result<(), ApiError> {
    match (least, right) {
        (Right::Viewer, _)
        | (Right::Host, Right::Owner | Right::Host)
        | (Right::Owner, Right::Owner) => Ok(()),
        (_, Right::Viewer) => Err(ApiError::OnlyWatching),
        (Right::Owner, Right::Host) => Err(ApiError::OnlyOwner),
    }
}

/// Whoever asks, as the guard has found.
#[derive(Clone, Debug)]
pub(super) enum Asker {
    /// Nobody who had to show anything.
    Anybody,
    /// Whoever has the host key.
    Operator,
    /// A program, by the beginning of its key.
    Program(String),
    /// Whoever has a right to the desk of this game, by its hash.
    Desk(GameId, String),
    /// A host who is signed in.
    Host(Arc<Signed>),
}

impl Asker {
    /// The host who is signed in.
    pub(super) fn signed(&self) -> Result<Arc<Signed>, ApiError> {
        match self {
            Self::Host(signed) => Ok(Arc::clone(signed)),
            _ => Err(ApiError::OnlySignedIn),
        }
    }

    /// Their account, if there is one.
    pub(super) fn host(&self) -> Option<HostId> {
        self.signed().ok().map(|signed| signed.account.host)
    }

    /// Whether they may all that the host key may.
    pub(super) fn is_owner(&self) -> bool {
        match self {
            Self::Operator => true,
            Self::Host(signed) => signed.account.role == HostRole::Owner,
            _ => false,
        }
    }

    /// Whose quizzes they see.
    pub(super) fn sees_quizzes(&self) -> Sees {
        match self {
            Self::Host(signed) if signed.account.role == HostRole::Viewer => {
                Sees::Own(signed.account.host)
            }
            other => other.sees_games(),
        }
    }

    /// Insists on a quiz that they see. Whether a quiz is there that they do not see is not told.
    pub(super) async fn check_quiz(&self, web: &Web, quiz: &str) -> Result<(), ApiError> {
        let sees = self.sees_quizzes();
        match sees == Sees::All || web.library.is_seen(quiz, sees).await? {
            true => Ok(()),
            false => Err(ApiError::NotFound),
        }
    }

    /// Insists on a game at whose desk they have this right or more, also one that is over. Whether a game is there that
    /// they do not see is not told.
    pub(super) async fn check_game(
        &self,
        web: &Web,
        game: GameId,
        least: Right,
    ) -> Result<(), ApiError> {
        match self {
            Self::Operator => Ok(()),
            Self::Host(signed) => suffices(right_of(web, game, signed).await?, least),
            // A program is one of the team.
            Self::Program(_) if web.games.host_of(game).await?.is_none() => Ok(()),
            Self::Program(_) | Self::Anybody | Self::Desk(..) => Err(ApiError::NotFound),
        }
    }

    /// Whose guest lists they see. Viewers and co-hosts come to none.
    pub(super) fn sees_lists(&self) -> Sees {
        self.sees_quizzes()
    }

    /// Whether they see a guest list.
    pub(super) async fn sees_list(&self, web: &Web, list: GuestListId) -> Result<bool, ApiError> {
        Ok(web.guests.is_seen(list, self.sees_lists()).await?)
    }

    /// Insists on a guest list that they see. Whether one is there that they do not see is not told.
    pub(super) async fn check_list(&self, web: &Web, list: &str) -> Result<(), ApiError> {
        let list = list.parse().map_err(|_| ApiError::NotFound)?;
        // Who sees all is told by the route itself.
        match self.sees_lists() == Sees::All || self.sees_list(web, list).await? {
            true => Ok(()),
            false => Err(ApiError::NotFound),
        }
    }

    /// As the log of actions has it.
    pub(super) fn actor(&self) -> Actor {
        match self {
            Self::Anybody => Actor::Nobody,
            Self::Operator => Actor::Operator,
            Self::Program(key) => Actor::Program(key.clone()),
            Self::Desk(game, hash) => Actor::Desk(*game, hash.clone()),
            Self::Host(signed) => Actor::Host(signed.account.host),
        }
    }

    /// Whose games they see in lists: as [`right_of`] says of a single one.
    pub(super) fn sees_games(&self) -> Sees {
        match self {
            Self::Operator => Sees::All,
            Self::Anybody | Self::Desk(..) | Self::Program(_) => Sees::Teams,
            Self::Host(signed) => match signed.account.role {
                HostRole::Owner | HostRole::Viewer => Sees::All,
                HostRole::Host => Sees::Own(signed.account.host),
                HostRole::CoHost => Sees::Given(signed.account.host),
            },
        }
    }
}
