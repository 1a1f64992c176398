//! Seats: given, taken away, renamed; and how the game is run.

use quizrain_shared::avatar::Avatar;
use quizrain_shared::ids::{AccountId, Contribution};
use quizrain_shared::settings::Settings;
use quizrain_shared::wire::{Ban, Seat};
use redis::AsyncCommands;

use super::{GameRef, NAMES_SHOWN};
use crate::events::STORED;
use crate::game::nickname::forms;
use crate::game::origin::Origin;
use crate::store::StoreError;
use crate::store::redis::keys::GameKeys;
use crate::store::redis::reply::Reply;
use crate::store::redis::scripts;

/// What `join.lua` and a seat are given in place of a team where there is none.
const NO_TEAM: &str = "-";

/// What `join.lua` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Joined {
    /// The seat, and whether this call gave it.
    Seat {
        /// The seat.
        seat: Seat,
        /// Whether it is new.
        new: bool,
    },
    /// Somebody else has the nickname.
    Taken,
    /// Newcomers are refused.
    Locked,
    /// The host has sent the account away, or whoever comes from there.
    Removed,
    /// No seat is left.
    Full,
    /// The game is over.
    Ended,
    /// No such game, or another incarnation.
    Unknown,
}

/// A wish for a seat.
#[derive(Clone, Debug)]
pub struct Wish {
    /// Who wants it.
    pub account: AccountId,
    /// The nickname as it is to be shown.
    pub nickname: String,
    /// What the account adds to the draws of the game.
    pub entropy: Contribution,
    /// The wished team.
    pub team: Option<u8>,
    /// Where it comes from.
    pub origin: Origin,
    /// The face.
    pub avatar: Avatar,
}

/// A seat, and how it was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The seat.
    pub seat: Seat,
    /// From where.
    pub origin: Origin,
    /// When, in ms of Redis time.
    pub at_ms: u64,
}

/// The team of a seat, as Redis keeps it; `None`: not what this version writes.
pub(super) fn parse_team(text: &str) -> Option<Option<u8>> {
    if text == NO_TEAM { Some(None) } else { text.parse().ok().map(Some) }
}

/// A seat as scripts tell it: number, team, avatar, nickname.
pub(super) fn parse_told(text: &str) -> Option<Seat> {
    let (number, rest) = text.split_once(' ')?;
    let (team, rest) = rest.split_once(' ')?;
    let (avatar, nickname) = rest.split_once(' ')?;
    let (number, avatar) = (number.parse().ok()?, Avatar(avatar.parse().ok()?));
    Some(Seat { number, nickname: nickname.to_owned(), team: parse_team(team)?, avatar })
}

/// Takes a seat for each account, of so many at most, and deals newcomers among so many teams, 0 as
/// they wish; the verdicts in the same order.
///
/// # Errors
/// Redis failed; calling again is harmless.
pub async fn join(
    con: &mut impl AsyncCommands,
    game: GameRef,
    wishes: &[Wish],
    most: u32,
    deal: u8,
) -> Result<Vec<Joined>, StoreError> {
    let keys = GameKeys(game.game);
    let mut call = scripts::JOIN.call();
    call.key(keys.state())
        .key(keys.players())
        .key(keys.names())
        .key(keys.newest())
        .key(keys.removed())
        .arg(game.incarnation.to_string())
        .arg(most)
        .arg(NAMES_SHOWN)
        .arg(deal);
    for Wish { account, nickname, entropy, team, origin, avatar } in wishes {
        call.arg(account.to_string())
            .arg(entropy.to_string())
            .arg(team.map_or_else(|| NO_TEAM.to_owned(), |team| team.to_string()))
            .arg(origin.to_string())
            .arg(avatar.0)
            .arg(nickname)
            .arg(forms(nickname));
    }
    let reply = Reply::of("join.lua", &call, con).await?;
    match reply.word() {
        "each" => reply.each(wishes.len(), |word, rest| {
            Some(match word {
                "seated" | "again" => {
                    Joined::Seat { seat: parse_told(rest)?, new: word == "seated" }
                }
                "taken" => Joined::Taken,
                "locked" => Joined::Locked,
                "removed" => Joined::Removed,
                "full" => Joined::Full,
                "ended" => Joined::Ended,
                _ => return None,
            })
        }),
        "unknown" => Ok(vec![Joined::Unknown; wishes.len()]),
        _ => Err(reply.unexpected()),
    }
}

/// Has a game run in another way. `false`: no such game, or it is over.
///
/// # Errors
/// Redis failed; calling again is harmless.
pub async fn configure(
    con: &mut impl AsyncCommands,
    game: GameRef,
    settings: &Settings,
) -> Result<bool, StoreError> {
    let keys = GameKeys(game.game);
    let mut call = scripts::CONFIGURE.call();
    call.key(keys.state())
        .key(keys.events())
        .arg(game.incarnation.to_string())
        .arg(u8::from(settings.locked))
        .arg(u8::from(settings.late_join))
        .arg(STORED.encode(settings));
    let reply = Reply::of("configure.lua", &call, con).await?;
    match reply.word() {
        "set" => Ok(true),
        "ended" | "unknown" => Ok(false),
        _ => Err(reply.unexpected()),
    }
}

/// Whose seat it is, as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRef {
    /// Whose.
    pub account: AccountId,
    /// The seat.
    pub seat: Seat,
}

/// What `remove.lua` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// The seat is free.
    Done,
    /// The account had no such seat any more.
    Gone,
    /// No such game, or another incarnation.
    Unknown,
}

/// Takes a seat away, with its answer to the round that is played, and keeps from coming back who is
/// banned with it.
///
/// # Errors
/// Redis failed; calling again is harmless.
pub async fn remove(
    con: &mut impl AsyncCommands,
    game: GameRef,
    whose: &SeatRef,
    round: u16,
    ban: Ban,
) -> Result<Removal, StoreError> {
    let keys = GameKeys(game.game);
    let SeatRef { account, seat } = whose;
    let mut call = scripts::REMOVE.call();
    call.key(keys.state())
        .key(keys.players())
        .key(keys.names())
        .key(keys.newest())
        .key(keys.removed())
        .key(keys.answers(round))
        .key(keys.standing())
        .key(keys.finished())
        .key(keys.log())
        .key(keys.events())
        .arg(game.incarnation.to_string())
        .arg(account.to_string())
        .arg(seat.number)
        .arg(forms(&seat.nickname))
        .arg(match ban {
            Ban::No => "no",
            Ban::Account => "account",
            Ban::Address => "address",
        })
        .arg(round);
    let reply = Reply::of("remove.lua", &call, con).await?;
    match reply.word() {
        "removed" => Ok(Removal::Done),
        "gone" => Ok(Removal::Gone),
        "unknown" => Ok(Removal::Unknown),
        _ => Err(reply.unexpected()),
    }
}

/// What `rename.lua` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renamed {
    /// The player has this name.
    Done,
    /// Somebody else has it.
    Taken,
    /// The account had no such seat any more.
    Gone,
    /// No such game, or another incarnation.
    Unknown,
}

/// Gives a player another name, as it is to be shown.
///
/// # Errors
/// Redis failed; calling again is harmless.
pub async fn rename(
    con: &mut impl AsyncCommands,
    game: GameRef,
    whose: &SeatRef,
    nickname: &str,
) -> Result<Renamed, StoreError> {
    let keys = GameKeys(game.game);
    let SeatRef { account, seat } = whose;
    let mut call = scripts::RENAME.call();
    call.key(keys.state())
        .key(keys.players())
        .key(keys.names())
        .key(keys.newest())
        .key(keys.log())
        .key(keys.events())
        .arg(game.incarnation.to_string())
        .arg(account.to_string())
        .arg(seat.number)
        .arg(forms(&seat.nickname))
        .arg(nickname)
        .arg(forms(nickname));
    let reply = Reply::of("rename.lua", &call, con).await?;
    match reply.word() {
        "renamed" => Ok(Renamed::Done),
        "taken" => Ok(Renamed::Taken),
        "gone" => Ok(Renamed::Gone),
        "unknown" => Ok(Renamed::Unknown),
        _ => Err(reply.unexpected()),
    }
}
