//! Reading a game's keys, and writing the outcomes that follow from frozen answers.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::str::FromStr;

use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt, TryStreamExt};
use quizrain_shared::api::GameStatus;
use quizrain_shared::avatar::Avatar;
use quizrain_shared::draw::FromSeat;
use quizrain_shared::ids::{AccountId, Contribution, GameId};
use quizrain_shared::phase::{Kind, Phase};
use quizrain_shared::wire::{Face, Outcome, Position, Seat};
use redis::AsyncCommands;

use crate::events::{STORED, parse_stage};
use crate::game::calls::seats::parse_team;
use crate::game::calls::{Arrival, CountedAnswer, GameState, NAMES_SHOWN};
use crate::store::StoreError;
use crate::store::redis::keys::GameKeys;

/// Fields of a hash in one call.
const PART: usize = 1000;

fn unreadable(place: &'static str, what: impl std::fmt::Debug) -> StoreError {
    StoreError::Unreadable { place, what: format!("{what:?}") }
}

/// The fields of a state: texts, the last ones in the order in which [`parse_stage`] takes them, and
/// what is encoded.
const STATE_FIELDS: [&str; 14] = [
    "v",
    "epoch",
    "moved_in",
    "counts_ms",
    "starters",
    "incarnation",
    "seq",
    "kind",
    "played",
    "questions",
    "opens_ms",
    "closes_ms",
    "settings",
    "stage",
];

/// Where the game stands; `None` where Redis does not know it.
///
/// # Errors
/// Redis failed, or holds something that this version does not write.
pub async fn state(
    con: &mut impl AsyncCommands,
    game: GameId,
) -> Result<Option<GameState>, StoreError> {
    let key = GameKeys(game).state();
    // One command, so that the stage is that of the sequence number: between the commands of a
    // pipeline others may come.
    let values: Vec<Option<Vec<u8>>> = con.hmget(&key, &STATE_FIELDS[..]).await?;
    let Some(mut values) = values.into_iter().collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    let stage = values.pop().unwrap_or_default();
    let settings = values.pop().unwrap_or_default();
    let fields: Vec<String> =
        values.iter().map(|value| String::from_utf8_lossy(value).into_owned()).collect();
    let [version, epoch, moved_in, counts_ms, starters, rest @ ..] = fields.as_slice() else {
        return Ok(None);
    };
    if version != "1" {
        return Err(unreadable("a game's state", format!("version {version}")));
    }
    let state = || {
        let stage = parse_stage(rest, &stage)?;
        Some(GameState {
            stage,
            epoch: epoch.parse().ok()?,
            moved_in: moved_in.parse().ok()?,
            counts_ms: Some(counts_ms.parse().ok()?).filter(|ms| *ms > 0),
            settings: STORED.decode(&settings).ok()?,
            starters: starters.parse().ok(),
        })
    };
    state().map(Some).ok_or_else(|| unreadable("a game's state", fields))
}

/// The sequence numbers of many games; `None` for a game that Redis does not know. One that cannot be
/// read fails alone.
pub async fn positions(
    con: &(impl AsyncCommands + Clone),
    games: &[GameId],
) -> Vec<Result<Option<Position>, StoreError>> {
    // Each by itself: they may be in different slots, and leave together all the same.
    let reads = games.iter().map(|game| {
        let mut con = con.clone();
        async move {
            let fields = &["incarnation", "seq"][..];
            let state: (Option<String>, Option<u64>) =
                con.hmget(GameKeys(*game).state(), fields).await?;
            let position = || Some(Position { incarnation: state.0?.parse().ok()?, seq: state.1? });
            Ok(position())
        }
    });
    join_all(reads).await
}

/// Games that are read at a time for a list of them: taps go over the same connection.
const STATUSES_AT_ONCE: usize = 16;

/// Of a state, what [`parse_status`] takes, in its order.
const STATUS_FIELDS: [&str; 5] = ["v", "kind", "played", "questions", "opens_ms"];

/// Where many games stand, in the same order; `None` for a game that Redis does not know, or has as this version does
/// not write it.
///
/// # Errors
/// Redis failed.
pub async fn statuses(
    con: &(impl AsyncCommands + Clone),
    games: &[GameId],
) -> Result<Vec<Option<GameStatus>>, StoreError> {
    // Each by itself, as their positions are read.
    let reads = games.iter().copied().map(|game| {
        let (mut con, keys) = (con.clone(), GameKeys(game));
        async move {
            let mut pipe = redis::pipe();
            pipe.cmd("HMGET").arg(keys.state()).arg(&STATUS_FIELDS[..]);
            pipe.hlen(keys.players());
            pipe.query_async(&mut con).await
        }
    });
    let rows: Vec<(Vec<Option<String>>, u32)> =
        stream::iter(reads).buffered(STATUSES_AT_ONCE).try_collect().await?;
    Ok(rows.into_iter().map(|(fields, players)| parse_status(fields, players)).collect())
}

fn parse_status(fields: Vec<Option<String>>, players: u32) -> Option<GameStatus> {
    let fields: Vec<String> = fields.into_iter().collect::<Option<_>>()?;
    let [version, kind, played, questions, opens_ms] = fields.as_slice() else { return None };
    if version != "1" {
        return None;
    }
    let (kind, questions) = (Kind::from_word(kind)?, questions.parse().ok()?);
    let phase = Phase { kind, played: played.parse().ok()?, questions };
    let question = phase.question().map(|question| question.saturating_add(1));
    Some(GameStatus { kind, question, questions, since_ms: opens_ms.parse().ok()?, players })
}

/// A seat, what its account contributed, and when and from where it was taken.
fn parse_seated(text: &str) -> Option<(Arrival, Contribution)> {
    let (number, rest) = text.split_once(':')?;
    let (entropy, rest) = rest.split_once(':')?;
    let (team, rest) = rest.split_once(':')?;
    let (origin, rest) = rest.split_once(':')?;
    let (at_ms, face) = rest.split_once(':')?;
    let (Face { nickname, avatar }, number) = (parse_face(face)?, number.parse().ok()?);
    let seat = Seat { number, nickname, team: parse_team(team)?, avatar };
    let arrival = Arrival { seat, origin: origin.parse().ok()?, at_ms: at_ms.parse().ok()? };
    Some((arrival, entropy.parse().ok()?))
}

fn parse_face(text: &str) -> Option<Face> {
    let (avatar, nickname) = text.split_once(':')?;
    Some(Face { nickname: nickname.to_owned(), avatar: Avatar(avatar.parse().ok()?) })
}

pub(super) fn parse_seat(text: &str) -> Option<Seat> {
    parse_seated(text).map(|(arrival, _)| arrival.seat)
}

/// An answer as it is kept: what, how long after the question opened, what the line took of that.
pub(crate) fn parse_answer(text: &str) -> Option<CountedAnswer> {
    let (answer, times) = text.split_once(':')?;
    let (elapsed_ms, line_ms) = times.split_once(':')?;
    Some(CountedAnswer {
        answer: answer.parse().ok()?,
        elapsed_ms: elapsed_ms.parse().ok()?,
        line_ms: line_ms.parse().ok()?,
    })
}

/// How many players have a seat, and the newest of them.
///
/// # Errors
/// Redis failed.
pub async fn lobby(
    con: &mut impl AsyncCommands,
    game: GameId,
) -> Result<(u32, Vec<Face>), StoreError> {
    let keys = GameKeys(game);
    let last = isize::try_from(NAMES_SHOWN).unwrap_or(isize::MAX) - 1;
    let mut pipe = redis::pipe();
    pipe.hlen(keys.players()).lrange(keys.newest(), 0, last);
    let (players, newest): (u32, Vec<String>) = pipe.query_async(con).await?;
    Ok((players, newest.iter().filter_map(|face| parse_face(face)).collect()))
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

/// A player's own part of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Own {
    /// The seat.
    pub seat: Option<Seat>,
    /// The answer to a round.
    pub answer: Option<CountedAnswer>,
    /// What a round brought.
    pub outcome: Option<Outcome>,
}

/// What each account has of a game, in the same order: its seat, its answer to a round, and its
/// outcome of a round.
///
/// # Errors
/// Redis failed.
pub async fn own(
    con: &mut impl AsyncCommands,
    game: GameId,
    accounts: &[AccountId],
    round: u16,
    scored: Option<u16>,
) -> Result<Vec<Own>, StoreError> {
    let keys = GameKeys(game);
    let accounts: Vec<String> = accounts.iter().map(ToString::to_string).collect();
    let mut pipe = redis::pipe();
    pipe.cmd("HMGET").arg(keys.players()).arg(&accounts);
    pipe.cmd("HMGET").arg(keys.answers(round)).arg(&accounts);
    if let Some(scored) = scored {
        pipe.cmd("HMGET").arg(keys.outcomes(scored)).arg(&accounts);
    }
    let mut columns: Vec<Vec<Option<Vec<u8>>>> = pipe.query_async(con).await?;
    let mut column = || columns.pop().unwrap_or_default().into_iter();
    let mut outcomes = if scored.is_some() { column() } else { Vec::new().into_iter() };
    let (mut answers, mut seats) = (column(), column());
    let text = |bytes: Option<Vec<u8>>| String::from_utf8(bytes?).ok();
    let own = |_| Own {
        seat: text(seats.next().flatten()).and_then(|text| parse_seat(&text)),
        answer: text(answers.next().flatten()).and_then(|text| parse_answer(&text)),
        outcome: outcomes.next().flatten().and_then(|bytes| STORED.decode(&bytes).ok()),
    };
    Ok(accounts.iter().map(own).collect())
}

/// Which accounts have a seat in a game, in the same order.
///
/// # Errors
/// Redis failed.
pub async fn have_seats(
    con: &mut impl AsyncCommands,
    game: GameId,
    accounts: &[AccountId],
) -> Result<Vec<bool>, StoreError> {
    let accounts: Vec<String> = accounts.iter().map(ToString::to_string).collect();
    let mut command = redis::cmd("HMGET");
    command.arg(GameKeys(game).players()).arg(&accounts);
    let seats: Vec<Option<Vec<u8>>> = command.query_async(con).await?;
    Ok(seats.iter().map(Option::is_some).collect())
}

/// Reads a hash a part at a time: hundreds of thousands in one reply would hold up everybody else,
/// and take longer than a call may. What is written meanwhile may be among them or not.
pub(super) async fn whole_hash<K: FromStr + Eq + Hash, T>(
    con: &mut impl AsyncCommands,
    key: String,
    parse: impl Fn(&[u8]) -> Option<T>,
) -> Result<HashMap<K, T>, StoreError> {
    let (mut whole, mut cursor) = (HashMap::new(), 0_u64);
    loop {
        let mut command = redis::cmd("HSCAN");
        command.arg(&key).arg(cursor).arg("COUNT").arg(PART);
        let (next, rows): (u64, Vec<(String, Vec<u8>)>) = command.query_async(con).await?;
        for (field, value) in rows {
            let row = || Some((field.parse().ok()?, parse(&value)?));
            let (field, value) = row().ok_or_else(|| StoreError::Corrupt(key.clone()))?;
            whole.insert(field, value);
        }
        if next == 0 {
            return Ok(whole);
        }
        cursor = next;
    }
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

/// Every player's seat, and when and from where it was taken.
///
/// # Errors
/// Redis failed, or holds something that this version does not write.
pub async fn arrivals(
    con: &mut impl AsyncCommands,
    game: GameId,
) -> Result<HashMap<AccountId, Arrival>, StoreError> {
    let parse = |value: &[u8]| Some(parse_seated(std::str::from_utf8(value).ok()?)?.0);
    whole_hash(con, GameKeys(game).players(), parse).await
}

/// What every player contributed to the draws of the game, in the order of seats.
///
/// # Errors
/// Redis failed, or holds something that this version does not write.
pub async fn contributions(
    con: &mut impl AsyncCommands,
    game: GameId,
) -> Result<Vec<FromSeat>, StoreError> {
    let parse = |value: &[u8]| {
        let (arrival, contribution) = parse_seated(std::str::from_utf8(value).ok()?)?;
        Some((arrival.seat.number, contribution))
    };
    let all: HashMap<AccountId, _> = whole_hash(con, GameKeys(game).players(), parse).await?;
    let mut all: Vec<FromSeat> = all.into_values().collect();
    all.sort_unstable();
    Ok(all)
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
    let seats: Vec<Option<String>> =
        redis::cmd("HMGET").arg(GameKeys(game).players()).arg(accounts).query_async(con).await?;
    let name = |seat: Option<String>| Some(parse_seat(&seat?)?.nickname);
    Ok(seats.into_iter().map(name).collect())
}

/// Accounts that a host has sent away and that have no seat again.
///
/// # Errors
/// Redis failed, or holds something that this version does not write.
pub async fn removed(
    con: &mut impl AsyncCommands,
    game: GameId,
) -> Result<Vec<AccountId>, StoreError> {
    let keys = GameKeys(game);
    // An account may be sent away twice, and come twice.
    let (mut removed, mut cursor) = (HashSet::new(), 0_u64);
    loop {
        let mut command = redis::cmd("SSCAN");
        command.arg(keys.removed()).arg(cursor).arg("COUNT").arg(PART);
        let (next, members): (u64, Vec<String>) = command.query_async(con).await?;
        // The others keep somebody out, and name whoever is among these.
        for seat in members.iter().filter_map(|member| member.strip_prefix('-')) {
            let account = seat.split_once(':').and_then(|(account, _)| account.parse().ok());
            removed.insert(account.ok_or_else(|| StoreError::Corrupt(keys.removed()))?);
        }
        if next == 0 {
            break;
        }
        cursor = next;
    }
    let removed: Vec<AccountId> = removed.into_iter().collect();
    let mut gone = Vec::with_capacity(removed.len());
    for part in removed.chunks(PART) {
        let seats = nicknames(con, game, part).await?;
        gone.extend(part.iter().zip(seats).filter(|(_, seat)| seat.is_none()).map(|(it, _)| *it));
    }
    Ok(gone)
}

/// Whether a host has ever sent one of these accounts away, whether or not it has a seat again.
///
/// # Errors
/// Redis failed.
pub async fn was_removed(
    con: &mut impl AsyncCommands,
    game: GameId,
    accounts: &[AccountId],
) -> Result<bool, StoreError> {
    for account in accounts {
        let (seats, mut cursor) = (format!("-{account}:*"), 0_u64);
        loop {
            let mut command = redis::cmd("SSCAN");
            command.arg(GameKeys(game).removed()).arg(cursor).arg("MATCH").arg(&seats);
            command.arg("COUNT").arg(PART);
            let (next, found): (u64, Vec<String>) = command.query_async(con).await?;
            if !found.is_empty() {
                return Ok(true);
            }
            if next == 0 {
                break;
            }
            cursor = next;
        }
    }
    Ok(false)
}

/// Those of these seats that a host has taken away.
///
/// # Errors
/// Redis failed.
pub async fn removed_seats(
    con: &mut impl AsyncCommands,
    game: GameId,
    seats: &[(AccountId, u32)],
) -> Result<Vec<(AccountId, u32)>, StoreError> {
    let mut removed = Vec::new();
    for part in seats.chunks(PART) {
        let members = part.iter().map(|(account, number)| format!("-{account}:{number}"));
        let mut command = redis::cmd("SMISMEMBER");
        command.arg(GameKeys(game).removed()).arg(members.collect::<Vec<_>>());
        let is_removed: Vec<bool> = command.query_async(con).await?;
        removed.extend(part.iter().zip(is_removed).filter(|(_, it)| *it).map(|(seat, _)| *seat));
    }
    Ok(removed)
}

/// Every answer to a round.
///
/// # Errors
/// Redis failed, or holds something that this version does not write.
pub async fn answers(
    con: &mut impl AsyncCommands,
    game: GameId,
    round: u16,
) -> Result<HashMap<AccountId, CountedAnswer>, StoreError> {
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
    whole_hash(con, GameKeys(game).outcomes(round), |value| STORED.decode(value).ok()).await
}

/// How many outcomes a round has: how many players it was scored for.
///
/// # Errors
/// Redis failed.
pub async fn scored_for(
    con: &mut impl AsyncCommands,
    game: GameId,
    round: u16,
) -> Result<u32, StoreError> {
    Ok(con.hlen(GameKeys(game).outcomes(round)).await?)
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
    for chunk in rows.chunks(PART) {
        let _: () = con.hset_multiple(&key, chunk).await?;
    }
    Ok(())
}
