//! What rows of the log say: a word, and JSON behind it. Long lists are in parts, so that no row is
//! larger than a database likes; the first part of a list replaces the one before it.

use quizrain_shared::ids::{AccountId, MediaId, RainId};
use quizrain_shared::mode::Life;
use quizrain_shared::money::Minor;
use quizrain_shared::phase::{Kind, Phase};
use quizrain_shared::played::Played;
use quizrain_shared::question::Answer;
use quizrain_shared::rain::RainPlan;
use quizrain_shared::score::Grade;
use quizrain_shared::wire::{Outcome, Seat, Stage};
use serde::{Deserialize, Serialize};

use crate::game::{CountedAnswer, RESTATED};

/// The game moved to another stage: [`Moved`].
pub(crate) const MOVED: &str = "moved";
/// Players came: [`Joined`].
pub(crate) const JOINED: &str = "joined";
/// A player was sent away: [`Removed`].
pub(crate) const REMOVED: &str = "removed";
/// A player has another name: [`Renamed`].
pub(crate) const RENAMED: &str = "renamed";
/// The answers to a round: [`RoundPart`] of [`AnswerRow`].
pub(crate) const ANSWERS: &str = "answers";
/// Whose answers to a round no screen shows, because of a blocked word: [`RoundPart`] of accounts, behind
/// the answers.
pub(crate) const BLOCKED: &str = "blocked";
/// What a round brought: [`RoundPart`] of [`OutcomeRow`].
pub(crate) const OUTCOMES: &str = "outcomes";
/// A rain opens: [`RainOpened`].
pub(crate) const RAIN: &str = "rain";
/// Who may catch in a rain: [`RainPart`] of accounts.
pub(crate) const LISTED: &str = "listed";
/// What the ledger has of a rain: [`RainPart`] of [`ClaimRow`].
pub(crate) const CLAIMS: &str = "claims";
/// Something cannot be told: [`Unreadable`].
pub(crate) const UNREADABLE: &str = "unreadable";
/// Nothing follows, but that people were taken out: [`Finished`].
pub(crate) const FINISHED: &str = "finished";
/// People were taken out of the rows before: [`Erased`].
pub(crate) const ERASED: &str = "erased";

/// The sequence number with which a game is made.
pub(crate) const FIRST: u64 = 1;

/// Accounts in one row.
const IN_A_ROW: usize = 500;

/// A row that is still to be numbered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// The word.
    pub(crate) what: String,
    /// When it happened, in ms of Redis time.
    pub(crate) at_ms: u64,
    /// JSON.
    pub(crate) body: String,
    /// Where it comes from; a row with the same source is the same row.
    pub(crate) source: String,
    /// Whom it is about.
    pub(crate) span: Span,
}

/// The accounts that a row is about, as text: from one on, and below another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) from: String,
    pub(crate) below: String,
}

impl Default for Span {
    /// Everybody: no account is text above `f`.
    fn default() -> Self {
        Self { from: String::new(), below: "g".to_owned() }
    }
}

impl Row {
    pub(crate) fn new(what: &str, at_ms: u64, body: &impl Serialize, source: String) -> Self {
        Self { what: what.to_owned(), at_ms, body: json(body), source, span: Span::default() }
    }

    /// The same about these alone.
    pub(crate) fn about(self, span: Span) -> Self {
        Self { span, ..self }
    }
}

/// Nothing here has a key that is no text or a number that JSON lacks, the only ways to fail.
pub(crate) fn json(body: &impl Serialize) -> String {
    serde_json::to_string(body).unwrap_or_default()
}

/// A step of the game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Moved {
    pub(crate) seq: u64,
    pub(crate) epoch: u64,
    /// The phase's word.
    pub(crate) kind: String,
    #[serde(with = "as_text")]
    pub(crate) played: Played,
    /// The last seat that was given.
    pub(crate) seats: u32,
    /// The last seat that was given before the first question; `None` before it.
    pub(crate) starters: Option<u32>,
    pub(crate) opens_ms: u64,
    /// 0: it has no end of its own.
    pub(crate) closes_ms: u64,
    /// How long answers count, where that is not as long as they were taken; else 0.
    pub(crate) counts_ms: u64,
    /// What the host corrected with it: fields of [`crate::game::Corrections`], and behind each its
    /// value.
    pub(crate) corrects: Vec<String>,
    pub(crate) stage: Stage,
}

/// What was played, as Redis keeps it.
mod as_text {
    use quizrain_shared::played::Played;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(played: &Played, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(played)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Played, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(|_| D::Error::custom("not what was played"))
    }
}

impl Moved {
    /// The round that it is about.
    pub(crate) fn round(&self) -> Option<u16> {
        self.played.rounds().checked_sub(1)
    }

    /// Whether Redis had gone back to before the step with this number: a step that Redis lost is written
    /// again with a number far ahead, or the numbers begin again behind it.
    pub(crate) fn went_back(&self, before: u64) -> bool {
        self.seq <= before || self.seq >= before + RESTATED
    }

    /// Where the game stood with it, of so many questions; `None`: this version does not know the
    /// phase.
    pub(crate) fn phase(&self, questions: u16) -> Option<Phase> {
        let kind = Kind::from_word(&self.kind)?;
        Some(Phase { kind, played: self.played.clone(), questions })
    }
}

/// Players with their seats, nicknames and teams.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Joined {
    pub(crate) players: Vec<(AccountId, u32, String, Option<u8>)>,
}

/// A player who was sent away, with the seat that was given up.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Removed {
    pub(crate) account: AccountId,
    #[serde(flatten)]
    pub(crate) seat: Seat,
    /// The round that was played.
    pub(crate) round: u16,
    /// The answer to it that went as well, as Redis kept it.
    pub(crate) answer: Option<String>,
}

/// A player who has another name.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Renamed {
    pub(crate) account: AccountId,
    pub(crate) number: u32,
    pub(crate) before: String,
    pub(crate) nickname: String,
}

/// A part of what a round has of many accounts.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RoundPart<T> {
    pub(crate) round: u16,
    pub(crate) part: usize,
    pub(crate) rows: Vec<T>,
}

/// A part of what a rain has of many accounts.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RainPart<T> {
    pub(crate) rain: RainId,
    pub(crate) part: usize,
    pub(crate) rows: Vec<T>,
}

/// An answer: whose, what, how long after the question opened, what the line took of that.
pub(crate) type AnswerRow = (AccountId, Answer, u64, u16);

/// The same without whose it is.
pub(crate) fn counted((_, answer, elapsed_ms, line_ms): AnswerRow) -> CountedAnswer {
    CountedAnswer { answer, elapsed_ms, line_ms }
}

/// Which round and which part of it a row has that begins like this: what [`RoundPart`] says first.
pub(crate) fn round_and_part(body: &str) -> Option<(u16, usize)> {
    let (round, rest) = body.strip_prefix("{\"round\":")?.split_once(",\"part\":")?;
    let (part, _) = rest.split_once(',')?;
    Some((round.parse().ok()?, part.parse().ok()?))
}

/// What a round brought: grade, points, bonus, what the host gave by hand, streak, score, rank, and
/// whether the player is still in.
pub(crate) type OutcomeRow = (AccountId, Grade, i32, u32, i32, u16, i64, u32, Option<Life>);

/// The names of what follows the account in an [`OutcomeRow`].
pub(crate) const OUTCOME_FIELDS: [&str; 8] =
    ["grade", "points", "bonus", "corrected", "streak", "score", "rank", "life"];

pub(crate) fn outcome_row(account: AccountId, outcome: &Outcome) -> OutcomeRow {
    let Outcome { grade, points, bonus, corrected, streak, score, rank, life, .. } = outcome;
    (account, *grade, *points, *bonus, *corrected, *streak, *score, *rank, *life)
}

/// What is behind each of [`OUTCOME_FIELDS`], as text.
pub(crate) fn outcome_fields(row: &OutcomeRow) -> [String; 8] {
    let (_, grade, points, bonus, corrected, streak, score, rank, life) = row;
    let life = life.map_or("none".to_owned(), |Life { out_in, cards }| match out_in {
        Some(round) => format!("out in round {}", round + 1),
        None => format!("in, with {cards} cards"),
    });
    [
        format!("{grade:?}"),
        points.to_string(),
        bonus.to_string(),
        corrected.to_string(),
        streak.to_string(),
        score.to_string(),
        rank.to_string(),
        life,
    ]
}

/// A claim in the ledger: whose, which packet, how much, when it was caught.
pub(crate) type ClaimRow = (AccountId, u32, Minor, u64);

/// A rain before its first drop.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RainOpened {
    pub(crate) rain: RainId,
    /// Which of the game, from 1.
    pub(crate) number: u32,
    pub(crate) plan: RainPlan,
    /// Whether only those may catch who are listed.
    pub(crate) listed: bool,
}

/// Whose names and texts are not in the log any more.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Erased {
    pub(crate) accounts: Vec<AccountId>,
}

/// How a log ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Finished {
    /// The logo that the game had in the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) logo: Option<MediaId>,
}

/// Why something is missing.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Unreadable {
    pub(crate) why: String,
}

/// A list cut into parts, one at least, each with its number.
pub(crate) fn parts<T: Clone>(list: &[T]) -> Vec<(usize, Vec<T>)> {
    if list.is_empty() {
        return vec![(0, Vec::new())];
    }
    list.chunks(IN_A_ROW).map(<[T]>::to_vec).enumerate().collect()
}

/// A list in the order of accounts cut into parts, each with those who are in it or in none.
pub(crate) fn parts_by_account<T: Clone>(
    list: &[T],
    account: impl Fn(&T) -> AccountId,
) -> Vec<(usize, Vec<T>, Span)> {
    let parts = parts(list);
    let starts: Vec<String> = parts
        .iter()
        .skip(1)
        .filter_map(|(_, rows)| rows.first().map(|row| account(row).to_string()))
        .collect();
    let all = Span::default();
    let from = std::iter::once(all.from).chain(starts.iter().cloned());
    let below = starts.iter().cloned().chain(std::iter::once(all.below));
    let spans = from.zip(below).map(|(from, below)| Span { from, below });
    parts.into_iter().zip(spans).map(|((part, rows), span)| (part, rows, span)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_begins_with_its_round_and_its_part() {
        let rows: Vec<AnswerRow> = Vec::new();
        let body = json(&RoundPart { round: 12, part: 3, rows });
        assert_eq!(round_and_part(&body), Some((12, 3)));
        assert_eq!(round_and_part("{\"part\":3}"), None);
    }

    #[test]
    fn every_account_is_in_the_span_of_one_part() {
        let account = |n: u8| AccountId([n; 16]);
        for count in [0, 1, IN_A_ROW, IN_A_ROW + 1, 3 * IN_A_ROW] {
            // Some share an account, which no list has: the order is what counts.
            let list: Vec<AccountId> =
                (0..count).map(|n| account(u8::try_from(n * 255 / count).unwrap())).collect();
            let parts = parts_by_account(&list, |it| *it);
            assert_eq!(parts.iter().map(|(_, rows, _)| rows.len()).sum::<usize>(), count);
            for n in [0, 1, 90, 170, 254, 255] {
                let text = account(n).to_string();
                let its = parts.iter().filter(|(.., it)| it.from <= text && text < it.below);
                assert_eq!(its.count(), 1, "{count} {text}");
            }
        }
    }
}
