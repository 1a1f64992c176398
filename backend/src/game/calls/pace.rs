//! Players who play at their own pace: where each is, how far all of them are.

use std::borrow::Borrow;

use quizrain_shared::ids::{AccountId, GameId};
use quizrain_shared::wire::Seat;
use redis::AsyncCommands;

use super::read::{parse_answer, parse_seat};
use super::{CountedAnswer, GameRef};
use crate::store::StoreError;
use crate::store::redis::keys::GameKeys;
use crate::store::redis::reply::Reply;
use crate::store::redis::scripts;

/// What `pace.lua` is given and says in place of a round or an answer that there is not.
const NONE: &str = "-";

/// Players whose scores are read together.
const PAGE: isize = 500;

/// Where a player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Which question, from 0; as many as there are: done with all of them.
    pub round: u16,
    /// When it opened to this player, in ms of Redis time.
    pub opens_ms: u64,
    /// When it takes no answer any more, in ms of Redis time; 0: it has no end of its own.
    pub closes_ms: u64,
    /// All points before it.
    pub score: i64,
    /// Right answers in a row before it.
    pub streak: u16,
}

impl Pace {
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(':');
        let pace = Self {
            round: parts.next()?.parse().ok()?,
            opens_ms: parts.next()?.parse().ok()?,
            closes_ms: parts.next()?.parse().ok()?,
            score: parts.next()?.parse().ok()?,
            streak: parts.next()?.parse().ok()?,
        };
        parts.next().is_none().then_some(pace)
    }
}

/// The question that comes next for whoever moves on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Go {
    /// Which one; as many as there are: none.
    pub round: u16,
    /// How long it can be read before its time begins, in ms.
    pub reading_ms: u64,
    /// How long it takes answers, in ms; 0: without an end of its own. `None`: it takes none.
    pub lasts_ms: Option<u64>,
    /// Whether none is left.
    pub is_last: bool,
}

/// What a player leaves behind who moves on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// The answer that was graded.
    pub answer: Option<CountedAnswer>,
    /// All points so far.
    pub score: i64,
    /// Right answers in a row.
    pub streak: u16,
}

/// A player who asks where they are, or moves on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaceWish {
    /// Who.
    pub account: AccountId,
    /// What is left behind; `None`: the player stays.
    pub left: Option<Left>,
}

/// What `pace.lua` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Paced {
    /// On, now.
    Moved(Pace),
    /// Here, and an answer would count.
    Open(Pace),
    /// Here, and no answer will count any more but this one.
    Over(Pace, Option<CountedAnswer>),
    /// In another round.
    Elsewhere(Pace),
    /// Before the first question.
    NotBegun,
    /// The account has no seat.
    NotSeated,
    /// The game is not open yet.
    NotOpen,
    /// It is not open any more.
    Late,
    /// The game is over.
    Ended,
    /// No such game, or another incarnation.
    Unknown,
}

fn answer_text(answer: Option<&CountedAnswer>) -> String {
    answer.map_or_else(
        || NONE.to_owned(),
        |CountedAnswer { answer, elapsed_ms, line_ms }| format!("{answer}:{elapsed_ms}:{line_ms}"),
    )
}

/// Where accounts are that were in this round when the caller looked last; those that leave something
/// behind move on. The verdicts in the same order.
///
/// # Errors
/// Redis failed; calling again is harmless.
pub async fn pace(
    con: &mut impl AsyncCommands,
    game: GameRef,
    round: Option<u16>,
    next: Go,
    wishes: &[impl Borrow<PaceWish>],
) -> Result<Vec<Paced>, StoreError> {
    let keys = GameKeys(game.game);
    let mut call = scripts::PACE.call();
    call.key(keys.state())
        .key(keys.players())
        .key(keys.paces())
        .key(keys.answers(round.unwrap_or(0)))
        .key(keys.standing())
        .key(keys.finished())
        .arg(game.incarnation.to_string())
        .arg(round.map_or_else(|| NONE.to_owned(), |round| round.to_string()))
        .arg(next.round)
        .arg(next.reading_ms)
        .arg(next.lasts_ms.map_or_else(|| NONE.to_owned(), |ms| ms.to_string()))
        .arg(u8::from(next.is_last));
    for wish in wishes {
        let PaceWish { account, left } = wish.borrow();
        call.arg(account.to_string());
        match left {
            Some(Left { answer, score, streak }) => {
                call.arg("go").arg(answer_text(answer.as_ref())).arg(*score).arg(*streak)
            }
            None => call.arg("stay").arg(NONE).arg(0).arg(0),
        };
    }
    let reply = Reply::of("pace.lua", &call, con).await?;
    match reply.word() {
        "each" => reply.each(wishes.len(), |word, rest| {
            Some(match word {
                "moved" => Paced::Moved(Pace::parse(rest)?),
                "open" => Paced::Open(Pace::parse(rest)?),
                "elsewhere" => Paced::Elsewhere(Pace::parse(rest)?),
                "over" => {
                    let (pace, answer) = rest.split_once(' ')?;
                    let answer = match answer {
                        NONE => None,
                        answer => Some(parse_answer(answer)?),
                    };
                    Paced::Over(Pace::parse(pace)?, answer)
                }
                "not_begun" => Paced::NotBegun,
                "not_seated" => Paced::NotSeated,
                "not_open" => Paced::NotOpen,
                "late" => Paced::Late,
                "ended" => Paced::Ended,
                _ => return None,
            })
        }),
        "unknown" => Ok(vec![Paced::Unknown; wishes.len()]),
        _ => Err(reply.unexpected()),
    }
}

/// Notes all points of players who have begun, as boards show them until the game closes; the rank of
/// each among those who have begun, in the same order, and how many these are.
///
/// # Errors
/// Redis failed; doing it again is harmless.
pub async fn pace_ranks(
    con: &mut impl AsyncCommands,
    game: GameId,
    scores: &[(AccountId, i64)],
) -> Result<Vec<(u32, u32)>, StoreError> {
    let key = GameKeys(game).standing();
    let mut pipe = redis::pipe();
    // Whoever was sent away meanwhile stands nowhere.
    let noted = pipe.cmd("ZADD").arg(&key).arg("XX");
    for (account, score) in scores {
        noted.arg(*score).arg(account.to_string());
    }
    pipe.ignore().zcard(&key);
    for (_, score) in scores {
        pipe.zcount(&key, format!("({score}"), "+inf");
    }
    let counts: Vec<u32> = pipe.query_async(con).await?;
    let (players, better) = counts.split_first().unwrap_or((&0, &[]));
    Ok(better.iter().map(|better| (better.saturating_add(1), *players)).collect())
}

/// How all stand who play at their own pace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaceCounts {
    /// How many have a seat.
    pub players: u32,
    /// How many have begun.
    pub begun: u32,
    /// How many are done with all questions.
    pub finished: u32,
    /// The best of those who have begun, best first.
    pub best: Vec<(Seat, i64)>,
}

/// All points of everybody who has begun to play at their own pace, best first.
///
/// # Errors
/// Redis failed, or holds something that this version does not write.
pub async fn pace_scores(
    con: &mut impl AsyncCommands,
    game: GameId,
) -> Result<Vec<(AccountId, i64)>, StoreError> {
    let key = GameKeys(game).standing();
    let mut all = Vec::new();
    loop {
        let first = isize::try_from(all.len()).unwrap_or(isize::MAX);
        let last = first.saturating_add(PAGE - 1);
        let page: Vec<(String, f64)> = con.zrevrange_withscores(&key, first, last).await?;
        if page.is_empty() {
            return Ok(all);
        }
        for (account, score) in page {
            let account = account.parse().map_err(|_| StoreError::Corrupt(key.clone()))?;
            all.push((account, score as i64));
        }
    }
}

/// How all stand who play at their own pace, with so many of the best.
///
/// # Errors
/// Redis failed.
pub async fn pace_board(
    con: &mut impl AsyncCommands,
    game: GameId,
    rows: usize,
) -> Result<PaceCounts, StoreError> {
    let keys = GameKeys(game);
    let mut pipe = redis::pipe();
    pipe.hlen(keys.players()).zcard(keys.standing()).scard(keys.finished());
    let (players, begun, finished) = pipe.query_async(con).await?;
    let mut best: Vec<(Seat, i64)> = Vec::new();
    let mut first = 0;
    while best.len() < rows {
        let page: Vec<(String, f64)> =
            con.zrevrange_withscores(keys.standing(), first, first + PAGE - 1).await?;
        if page.is_empty() {
            break;
        }
        let accounts: Vec<&String> = page.iter().map(|(account, _)| account).collect();
        let seats: Vec<Option<String>> =
            redis::cmd("HMGET").arg(keys.players()).arg(accounts).query_async(con).await?;
        // Who was sent away a moment ago may still be in it.
        let seated = seats.into_iter().zip(page);
        best.extend(seated.filter_map(|(seat, (_, score))| {
            // Whole numbers, far below 2^53.
            Some((parse_seat(&seat?)?, score as i64))
        }));
        first += PAGE;
    }
    best.truncate(rows);
    Ok(PaceCounts { players, begun, finished, best })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_nothing_else() {
        let pace = Pace { round: 3, opens_ms: 1700, closes_ms: 0, score: -250, streak: 2 };
        assert_eq!(Pace::parse("3:1700:0:-250:2"), Some(pace));
        for odd in ["", "-", "3:1700:0:-250", "3:1700:0:-250:2:9", "3:x:0:0:0"] {
            assert_eq!(Pace::parse(odd), None, "{odd}");
        }
    }
}
