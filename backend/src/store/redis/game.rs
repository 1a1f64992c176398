//! A game's keys: its state, its players, their answers and outcomes.
//!
//! Every function takes the connection, so that tests can run the same code on a cluster.

use std::collections::HashMap;

use quizrain_shared::ids::{AccountId, GameId, Incarnation};
use quizrain_shared::phase::{Kind, Phase};
use quizrain_shared::quiz::ChoiceSet;
use quizrain_shared::wire::{Encoding, Outcome, Position, Seat, Stage, StageAt};
use redis::AsyncCommands;

use super::keys::GameKeys;
use super::reply::Reply;
use super::scripts;
use crate::store::StoreError;

/// How many nicknames a lobby shows.
pub const NAMES_SHOWN: usize = 60;

/// A game's life in Redis: which game, and which incarnation of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameRef {
    /// The game.
    pub game: GameId,
    /// The life of its state.
    pub incarnation: Incarnation,
}

/// What a game's state hash says.
#[derive(Clone, Debug)]
pub struct GameState {
    /// The stage with its position and window.
    pub stage: StageAt,
    /// Whether newcomers are refused.
    pub locked: bool,
}

/// What `create_game.lua` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    /// Now, or by an earlier call with the same incarnation.
    Done,
    /// Another life of this game is there.
    Taken,
}

/// What `advance.lua` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advanced {
    /// The game stands here now.
    Moved {
        /// The new sequence number.
        seq: u64,
        /// When the phase opens, in ms of Redis time.
        opens_ms: u64,
        /// When it closes, in ms of Redis time; 0 where it does not.
        closes_ms: u64,
    },
    /// No such game, or another incarnation.
    Unknown,
    /// A newer epoch drives the game.
    Fenced,
    /// The game had moved on.
    Stale,
}

/// A step to be written by `advance.lua`.
#[derive(Clone, Debug)]
pub struct Step<'a> {
    /// The driver's epoch.
    pub epoch: u64,
    /// The sequence number on which the step was decided.
    pub seen: u64,
    /// The new phase.
    pub phase: Phase,
    /// When it opens, in ms of Redis time; `None`: now.
    pub opens_ms: Option<u64>,
    /// How long it lasts, in ms; 0: until somebody moves on.
    pub lasts_ms: u64,
    /// What is shown.
    pub stage: &'a Stage,
}

/// What `join.lua` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Joined {
    /// The seat, new or had before.
    Seat(Seat),
    /// Somebody else has the nickname.
    Taken,
    /// Newcomers are refused.
    Locked,
    /// No seat is left.
    Full,
    /// The game is over.
    Ended,
    /// No such game, or another incarnation.
    Unknown,
}

/// What `answer.lua` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// The answer that counts, and whether it is the one just sent.
    Counted {
        /// The first answer.
        choices: ChoiceSet,
        /// Whether this call wrote it.
        new: bool,
    },
    /// After the deadline.
    Late,
    /// This question is not open.
    NotOpen,
    /// The account has no seat.
    NotSeated,
    /// No such game, or another incarnation.
    Unknown,
}

/// An answer as counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The picked choices.
    pub choices: ChoiceSet,
    /// Time since the question opened, in ms of Redis time.
    pub elapsed_ms: u64,
}

/// Stages inside Redis are postcard; a new `v` field would announce another encoding.
const STORED: Encoding = Encoding::Postcard;

/// Writes the first state.
///
/// # Errors
/// Redis failed; calling again is harmless.
pub async fn create(
    con: &mut impl AsyncCommands,
    game: GameRef,
    epoch: u64,
    rounds: u16,
) -> Result<Created, StoreError> {
    let mut call = scripts::CREATE_GAME.prepare_invoke();
    call.key(GameKeys(game.game).state())
        .arg(game.incarnation.to_string())
        .arg(epoch)
        .arg(rounds)
        .arg(STORED.encode(&Stage::Lobby));
    let reply = Reply::of("create_game.lua", &call, con).await?;
    match reply.word() {
        "created" | "exists" => Ok(Created::Done),
        "taken" => Ok(Created::Taken),
        _ => Err(reply.unexpected()),
    }
}

/// Moves the game on and tells every node.
///
/// # Errors
/// Redis failed: whether the game moved is unknown, reading the state tells.
pub async fn advance(
    con: &mut impl AsyncCommands,
    game: GameRef,
    step: &Step<'_>,
) -> Result<Advanced, StoreError> {
    let keys = GameKeys(game.game);
    let opens = step
        .opens_ms
        .map_or_else(|| "now".to_owned(), |ms| ms.to_string());
    let mut call = scripts::ADVANCE.prepare_invoke();
    call.key(keys.state())
        .key(keys.events())
        .arg(game.incarnation.to_string())
        .arg(step.epoch)
        .arg(step.seen)
        .arg(step.phase.kind.word())
        .arg(step.phase.asked)
        .arg(opens)
        .arg(step.lasts_ms)
        .arg(STORED.encode(step.stage));
    let mut reply = Reply::of("advance.lua", &call, con).await?;
    match reply.word() {
        "moved" => Ok(Advanced::Moved {
            seq: reply.next()?,
            opens_ms: reply.next()?,
            closes_ms: reply.next()?,
        }),
        "unknown" => Ok(Advanced::Unknown),
        "fenced" => Ok(Advanced::Fenced),
        "stale" => Ok(Advanced::Stale),
        _ => Err(reply.unexpected()),
    }
}

/// Refuses newcomers, or lets them in again. `false`: no such game.
///
/// # Errors
/// Redis failed; calling again is harmless.
pub async fn lock(
    con: &mut impl AsyncCommands,
    game: GameRef,
    locked: bool,
) -> Result<bool, StoreError> {
    let keys = GameKeys(game.game);
    let mut call = scripts::LOCK.prepare_invoke();
    call.key(keys.state())
        .key(keys.events())
        .arg(game.incarnation.to_string())
        .arg(u8::from(locked));
    let reply = Reply::of("lock.lua", &call, con).await?;
    match reply.word() {
        "set" => Ok(true),
        "unknown" => Ok(false),
        _ => Err(reply.unexpected()),
    }
}

/// Takes a seat.
///
/// # Errors
/// Redis failed; calling again is harmless.
pub async fn join(
    con: &mut impl AsyncCommands,
    game: GameRef,
    account: AccountId,
    nickname: &str,
    most: u32,
) -> Result<Joined, StoreError> {
    let keys = GameKeys(game.game);
    let mut call = scripts::JOIN.prepare_invoke();
    call.key(keys.state())
        .key(keys.players())
        .key(keys.names())
        .key(keys.newest())
        .arg(game.incarnation.to_string())
        .arg(account.to_string())
        .arg(nickname)
        .arg(quizrain_shared::name::fold(nickname))
        .arg(most)
        .arg(NAMES_SHOWN);
    let mut reply = Reply::of("join.lua", &call, con).await?;
    match reply.word() {
        "seated" | "again" => Ok(Joined::Seat(Seat {
            number: reply.next()?,
            nickname: reply.next()?,
        })),
        "taken" => Ok(Joined::Taken),
        "locked" => Ok(Joined::Locked),
        "full" => Ok(Joined::Full),
        "ended" => Ok(Joined::Ended),
        "unknown" => Ok(Joined::Unknown),
        _ => Err(reply.unexpected()),
    }
}

/// Answers the open question. The caller has checked that the question has these choices.
///
/// # Errors
/// Redis failed; calling again is harmless.
pub async fn answer(
    con: &mut impl AsyncCommands,
    game: GameRef,
    account: AccountId,
    round: u16,
    choices: ChoiceSet,
) -> Result<Answered, StoreError> {
    let keys = GameKeys(game.game);
    let mut call = scripts::ANSWER.prepare_invoke();
    call.key(keys.state())
        .key(keys.players())
        .key(keys.answers(round))
        .arg(game.incarnation.to_string())
        .arg(account.to_string())
        .arg(round)
        .arg(choices.0);
    let mut reply = Reply::of("answer.lua", &call, con).await?;
    match reply.word() {
        "counted" => Ok(Answered::Counted {
            choices: ChoiceSet(reply.next()?),
            new: true,
        }),
        "repeat" => Ok(Answered::Counted {
            choices: ChoiceSet(reply.next()?),
            new: false,
        }),
        "late" => Ok(Answered::Late),
        "not_open" => Ok(Answered::NotOpen),
        "not_seated" => Ok(Answered::NotSeated),
        "unknown" => Ok(Answered::Unknown),
        _ => Err(reply.unexpected()),
    }
}

fn unreadable(place: &'static str, what: impl std::fmt::Debug) -> StoreError {
    StoreError::Unreadable {
        place,
        what: format!("{what:?}"),
    }
}

/// The fields of a state, in the order in which [`parse_state`] takes them.
pub(super) const STATE_FIELDS: [&str; 9] = [
    "v",
    "incarnation",
    "seq",
    "kind",
    "asked",
    "rounds",
    "opens_ms",
    "closes_ms",
    "locked",
];

/// Builds a state from its texts (after `v`) and the encoded stage.
pub(super) fn parse_state(fields: &[String], stage: &[u8]) -> Option<GameState> {
    let [
        incarnation,
        seq,
        kind,
        asked,
        rounds,
        opens_ms,
        closes_ms,
        locked,
    ] = fields
    else {
        return None;
    };
    Some(GameState {
        stage: StageAt {
            at: Position {
                incarnation: incarnation.parse().ok()?,
                seq: seq.parse().ok()?,
            },
            phase: Phase {
                kind: Kind::from_word(kind)?,
                asked: asked.parse().ok()?,
                rounds: rounds.parse().ok()?,
            },
            opens_ms: opens_ms.parse().ok()?,
            closes_ms: closes_ms.parse().ok()?,
            stage: STORED.decode(stage).ok()?,
        },
        locked: locked == "1",
    })
}

/// Where the game stands; `None` where Redis does not know it.
///
/// # Errors
/// Redis failed, or holds something that this version does not write.
pub async fn state(
    con: &mut impl AsyncCommands,
    game: GameId,
) -> Result<Option<GameState>, StoreError> {
    let key = GameKeys(game).state();
    let mut pipe = redis::pipe();
    pipe.hmget(&key, &STATE_FIELDS[..]).hget(&key, "stage");
    let (fields, stage): (Vec<Option<String>>, Option<Vec<u8>>) = pipe.query_async(con).await?;
    let Some(fields) = fields.into_iter().collect::<Option<Vec<String>>>() else {
        return Ok(None);
    };
    let [version, rest @ ..] = fields.as_slice() else {
        return Ok(None);
    };
    if version != "1" {
        return Err(unreadable("a game's state", format!("version {version}")));
    }
    parse_state(rest, &stage.unwrap_or_default())
        .map(Some)
        .ok_or_else(|| unreadable("a game's state", rest))
}

/// The sequence numbers of many games; `None` for a game that Redis does not know.
///
/// # Errors
/// Redis failed.
pub async fn positions(
    con: &mut impl AsyncCommands,
    games: &[GameId],
) -> Result<Vec<Option<Position>>, StoreError> {
    let mut pipe = redis::pipe();
    for game in games {
        pipe.hmget(GameKeys(*game).state(), &["incarnation", "seq"][..]);
    }
    let rows: Vec<(Option<String>, Option<u64>)> = pipe.query_async(con).await?;
    let position = |(incarnation, seq): (Option<String>, Option<u64>)| {
        Some(Position {
            incarnation: incarnation?.parse().ok()?,
            seq: seq?,
        })
    };
    Ok(rows.into_iter().map(position).collect())
}

fn parse_seat(text: &str) -> Option<Seat> {
    let (number, nickname) = text.split_once(':')?;
    Some(Seat {
        number: number.parse().ok()?,
        nickname: nickname.to_owned(),
    })
}

fn parse_answer(text: &str) -> Option<Answer> {
    let (choices, elapsed_ms) = text.split_once(':')?;
    Some(Answer {
        choices: ChoiceSet(choices.parse().ok()?),
        elapsed_ms: elapsed_ms.parse().ok()?,
    })
}

/// How many players have a seat, and the newest nicknames.
///
/// # Errors
/// Redis failed.
pub async fn lobby(
    con: &mut impl AsyncCommands,
    game: GameId,
) -> Result<(u32, Vec<String>), StoreError> {
    let keys = GameKeys(game);
    let last = isize::try_from(NAMES_SHOWN).unwrap_or(isize::MAX) - 1;
    let mut pipe = redis::pipe();
    pipe.hlen(keys.players()).lrange(keys.newest(), 0, last);
    Ok(pipe.query_async(con).await?)
}

/// How many players have a seat, and how many of them answered a round.
///
/// # Errors
/// Redis failed.
pub async fn progress(
    con: &mut impl AsyncCommands,
    game: GameId,
    round: u16,
) -> Result<(u32, u32), StoreError> {
    let keys = GameKeys(game);
    let mut pipe = redis::pipe();
    pipe.hlen(keys.players()).hlen(keys.answers(round));
    Ok(pipe.query_async(con).await?)
}

/// One player's seat, answer to a round, and outcome of a round.
///
/// # Errors
/// Redis failed, or holds something that this version does not write.
pub async fn player(
    con: &mut impl AsyncCommands,
    game: GameId,
    account: AccountId,
    round: u16,
    scored: u16,
) -> Result<(Option<Seat>, Option<Answer>, Option<Outcome>), StoreError> {
    let keys = GameKeys(game);
    let account = account.to_string();
    let mut pipe = redis::pipe();
    pipe.hget(keys.players(), &account)
        .hget(keys.answers(round), &account)
        .hget(keys.outcomes(scored), &account);
    let (seat, answer, outcome): (Option<String>, Option<String>, Option<Vec<u8>>) =
        pipe.query_async(con).await?;
    Ok((
        seat.and_then(|text| parse_seat(&text)),
        answer.and_then(|text| parse_answer(&text)),
        outcome.and_then(|bytes| STORED.decode(&bytes).ok()),
    ))
}

async fn whole_hash<T>(
    con: &mut impl AsyncCommands,
    key: String,
    parse: impl Fn(&[u8]) -> Option<T>,
) -> Result<HashMap<AccountId, T>, StoreError> {
    let rows: Vec<(String, Vec<u8>)> = con.hgetall(&key).await?;
    rows.into_iter()
        .map(|(account, value)| Some((account.parse().ok()?, parse(&value)?)))
        .collect::<Option<_>>()
        .ok_or(StoreError::Corrupt(key))
}

/// Every player's seat.
///
/// # Errors
/// Redis failed, or holds something that this version does not write.
pub async fn seats(
    con: &mut impl AsyncCommands,
    game: GameId,
) -> Result<HashMap<AccountId, Seat>, StoreError> {
    let parse = |value: &[u8]| parse_seat(std::str::from_utf8(value).ok()?);
    whole_hash(con, GameKeys(game).players(), parse).await
}

/// Nicknames of some accounts; `None` for one without a seat.
///
/// # Errors
/// Redis failed.
pub async fn nicknames(
    con: &mut impl AsyncCommands,
    game: GameId,
    accounts: &[AccountId],
) -> Result<Vec<Option<String>>, StoreError> {
    if accounts.is_empty() {
        return Ok(Vec::new());
    }
    let accounts: Vec<String> = accounts.iter().map(ToString::to_string).collect();
    let seats: Vec<Option<String>> = redis::cmd("HMGET")
        .arg(GameKeys(game).players())
        .arg(accounts)
        .query_async(con)
        .await?;
    let name = |seat: Option<String>| Some(parse_seat(&seat?)?.nickname);
    Ok(seats.into_iter().map(name).collect())
}

/// Every answer to a round.
///
/// # Errors
/// Redis failed, or holds something that this version does not write.
pub async fn answers(
    con: &mut impl AsyncCommands,
    game: GameId,
    round: u16,
) -> Result<HashMap<AccountId, Answer>, StoreError> {
    let parse = |value: &[u8]| parse_answer(std::str::from_utf8(value).ok()?);
    whole_hash(con, GameKeys(game).answers(round), parse).await
}

/// Every player's outcome of a round.
///
/// # Errors
/// Redis failed, or holds something that this version does not write.
pub async fn outcomes(
    con: &mut impl AsyncCommands,
    game: GameId,
    round: u16,
) -> Result<HashMap<AccountId, Outcome>, StoreError> {
    whole_hash(con, GameKeys(game).outcomes(round), |value| {
        STORED.decode(value).ok()
    })
    .await
}

/// Writes the outcomes of a round; the same ones again change nothing.
///
/// # Errors
/// Redis failed; calling again is harmless.
pub async fn write_outcomes(
    con: &mut impl AsyncCommands,
    game: GameId,
    round: u16,
    outcomes: &[(AccountId, Outcome)],
) -> Result<(), StoreError> {
    let key = GameKeys(game).outcomes(round);
    let rows: Vec<(String, Vec<u8>)> = outcomes
        .iter()
        .map(|(account, outcome)| (account.to_string(), STORED.encode(outcome)))
        .collect();
    for chunk in rows.chunks(1000) {
        let _: () = con.hset_multiple(&key, chunk).await?;
    }
    Ok(())
}
