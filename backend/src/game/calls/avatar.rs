//! Faces: given to players who have seats.

use quizrain_shared::avatar::Avatar;
use quizrain_shared::ids::AccountId;
use quizrain_shared::wire::Seat;
use redis::AsyncCommands;

use super::GameRef;
use super::seats::parse_told;
use crate::store::StoreError;
use crate::store::redis::keys::GameKeys;
use crate::store::redis::reply::Reply;
use crate::store::redis::scripts;

/// What `avatar.lua` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Faced {
    /// The seat, with the face.
    Seat(Seat),
    /// The lobby is over, and with it the time for other faces.
    Late,
    /// The account has no seat.
    Gone,
    /// No such game, or another incarnation.
    Unknown,
}

/// Gives each account its face; the verdicts in the same order.
///
/// # Errors
/// Redis failed; calling again is harmless.
pub async fn set_avatars(
    con: &mut impl AsyncCommands,
    game: GameRef,
    wishes: &[(AccountId, Avatar)],
) -> Result<Vec<Faced>, StoreError> {
    let keys = GameKeys(game.game);
    let mut call = scripts::AVATAR.call();
    call.key(keys.state())
        .key(keys.players())
        .key(keys.newest())
        .key(keys.events())
        .arg(game.incarnation.to_string());
    for (account, avatar) in wishes {
        call.arg(account.to_string()).arg(avatar.0);
    }
    let reply = Reply::of("avatar.lua", &call, con).await?;
    match reply.word() {
        "each" => reply.each(wishes.len(), |word, rest| match word {
            "set" => parse_told(rest).map(Faced::Seat),
            "late" => Some(Faced::Late),
            "gone" => Some(Faced::Gone),
            _ => None,
        }),
        "unknown" => Ok(vec![Faced::Unknown; wishes.len()]),
        _ => Err(reply.unexpected()),
    }
}
