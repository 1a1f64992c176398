//! What is read beside a game's stream once a step is shown: who came, what was answered and what
//! that brought, who may catch. All of it stays in Redis until the log is finished.

use std::collections::HashMap;

use quizrain_shared::allocation::Split;
use quizrain_shared::ids::AccountId;
use quizrain_shared::phase::Kind;
use quizrain_shared::played::Played;
use quizrain_shared::question::Question;
use quizrain_shared::wire::{Outcome, RainView, Seat, Stage};

use crate::error::Error;
use crate::game::{Game, calls as game_calls, is_complete};
use crate::history::History;
use crate::history::calls::{Entry, hash};
use crate::history::rows::{
    ANSWERS, AnswerRow, BLOCKED, JOINED, Joined, LISTED, Moved, OUTCOMES, OutcomeRow, RAIN,
    RainOpened, RainPart, RoundPart, Row, json, outcome_row, parts, parts_by_account,
};
use crate::rain::calls;
use crate::store::StoreError;

impl History {
    /// The rows that belong before a step's own.
    pub(crate) async fn facts(
        &self,
        game: &Game,
        entry: &Entry,
        moved: &Moved,
        later: &[Entry],
    ) -> Result<Vec<Row>, Error> {
        let at_ms = entry.at_ms();
        match (&moved.stage, moved.round()) {
            (Stage::Revealed { .. }, Some(round)) => {
                let mut rows = self.joined_since(game, moved, at_ms).await?;
                // What is there now belongs to the reveal that will follow.
                if !later.iter().any(|later| is_asked_again(later, moved)) {
                    rows.extend(self.round(game, (round, &moved.played), at_ms).await?);
                }
                Ok(rows)
            }
            (Stage::Rain(view), _) => {
                let mut rows = self.joined_since(game, moved, at_ms).await?;
                rows.extend(self.rain_opened(view, at_ms).await?);
                Ok(rows)
            }
            (Stage::Board(_), _) if game.options.mode.self_paced().is_some() => {
                // Round by round: all of them together are more than a transaction should take.
                let rounds: Vec<u16> = game.scored_rounds(&moved.played).collect();
                for round in rounds.into_iter().rev() {
                    let rows = self.round(game, (round, &moved.played), at_ms).await?;
                    self.append_each(game.id, rows).await?;
                }
                self.joined_since(game, moved, at_ms).await
            }
            (Stage::Board(_) | Stage::Podium(_) | Stage::Ended(_), _) => {
                self.joined_since(game, moved, at_ms).await
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Players whose seats have larger numbers than those in the log.
    async fn joined_since(
        &self,
        game: &Game,
        moved: &Moved,
        at_ms: u64,
    ) -> Result<Vec<Row>, Error> {
        let last = self.sql.last_seat_logged(game.id).await?;
        if moved.seats <= last {
            return Ok(Vec::new());
        }
        let seats = self.play.seats(game.id).await?;
        Ok(joined_rows(seats.into_iter().filter(|(_, seat)| seat.number > last), at_ms))
    }

    /// Players who are in no row of the log: a seat that was given while seats were read.
    pub(crate) async fn joined_unseen(&self, game: &Game, at_ms: u64) -> Result<Vec<Row>, Error> {
        let logged = self.sql.seats_logged(game.id).await?;
        let seats = self.play.seats(game.id).await?;
        Ok(joined_rows(seats.into_iter().filter(|(_, it)| !logged.contains(&it.number)), at_ms))
    }

    /// The frozen answers of a round and what it brought. Their sources are made of all that they
    /// say: where a reveal is shown again and nothing is new, they find themselves.
    async fn round(
        &self,
        game: &Game,
        (round, played): (u16, &Played),
        at_ms: u64,
    ) -> Result<Vec<Row>, Error> {
        let mut answers: Vec<AnswerRow> = self
            .play
            .answers(game, round)
            .await?
            .into_iter()
            .map(|(account, it)| (account, it.answer, it.elapsed_ms, it.line_ms))
            .collect();
        answers.sort_unstable_by_key(|row| row.0);
        let mut outcomes = self.play.outcomes(game, round).await?;
        let is_empty = answers.is_empty() && outcomes.is_empty();
        if !is_empty && !is_complete(&outcomes) {
            // Redis has lost some of it, and the game will score it again before its next step.
            self.play.scored(game, played).await?;
            outcomes = self.play.outcomes(game, round).await?;
        }
        let outcomes = outcome_rows(&outcomes);
        let typed = game.question(played, round).is_some_and(Question::is_typed);
        let blocked = answers.iter().filter(|row| typed && self.play.is_blocked(&row.1));
        let blocked: Vec<AccountId> = blocked.map(|row| row.0).collect();
        let said = hash([json(&answers).as_bytes(), json(&outcomes).as_bytes()]);
        let source = |what, part| format!("{what} {round} {said} {part}");
        let answers = parts_by_account(&answers, |row| row.0).into_iter();
        let answers = answers.map(|(part, rows, span)| {
            let body = RoundPart { round, part, rows };
            Row::new(ANSWERS, at_ms, &body, source(ANSWERS, part)).about(span)
        });
        let blocked = if blocked.is_empty() { Vec::new() } else { parts(&blocked) };
        let blocked = blocked.into_iter().map(|(part, rows)| {
            Row::new(BLOCKED, at_ms, &RoundPart { round, part, rows }, source(BLOCKED, part))
        });
        let outcomes = parts_by_account(&outcomes, |row| row.0).into_iter();
        let outcomes = outcomes.map(|(part, rows, span)| {
            let body = RoundPart { round, part, rows };
            Row::new(OUTCOMES, at_ms, &body, source(OUTCOMES, part)).about(span)
        });
        Ok(answers.chain(blocked).chain(outcomes).collect())
    }

    /// What rounds brought in the end, from the first one on that was scored again: because the host
    /// corrected something, or asked a question again.
    pub(crate) async fn last_words(&self, game: &Game, at_ms: u64) -> Result<Vec<Row>, Error> {
        let con = &mut self.redis.slow().await?;
        let Some(state) = game_calls::state(con, game.id).await? else { return Ok(Vec::new()) };
        let played = state.stage.phase.played;
        let rounds = played.rounds();
        let corrected = game_calls::corrections(con, game.id).await?.first(&played);
        let repeated = (0..rounds).find(|round| !played.counts(*round, rounds.saturating_sub(1)));
        let Some(from) = corrected.into_iter().chain(repeated).min() else {
            return Ok(Vec::new());
        };
        let mut words = Vec::new();
        for round in from..rounds {
            let outcomes = outcome_rows(&self.play.outcomes(game, round).await?);
            if outcomes.is_empty() {
                continue;
            }
            let parts = parts_by_account(&outcomes, |row| row.0).into_iter();
            words.extend(parts.map(|(part, rows, span)| {
                let source = format!("last {OUTCOMES} {round} {part}");
                Row::new(OUTCOMES, at_ms, &RoundPart { round, part, rows }, source).about(span)
            }));
        }
        Ok(words)
    }

    /// A rain's plan, and who is listed as one who may catch; in the order of their packets where
    /// these are their own.
    async fn rain_opened(&self, view: &RainView, at_ms: u64) -> Result<Vec<Row>, Error> {
        let row = self.sql.rain(view.rain).await?.ok_or(Error::NotFound)?;
        let mut listed: Option<Vec<AccountId>> = None;
        for shard in row.shards() {
            let con = &mut self.redis.slow().await?;
            if let Some(accounts) = calls::listed(con, shard.keys()).await? {
                listed.get_or_insert_default().extend(accounts);
            }
        }
        let opened = RainOpened {
            rain: row.rain,
            number: row.number(),
            plan: row.plan,
            listed: listed.is_some(),
        };
        let is_in_order = matches!(opened.plan.split, Split::Prizes(_));
        let mut rows = vec![Row::new(RAIN, at_ms, &opened, format!("{RAIN} {}", row.rain))];
        let mut listed = listed.unwrap_or_default();
        if !is_in_order {
            listed.sort_unstable();
        }
        rows.extend(parts(&listed).into_iter().map(|(part, rows)| {
            let source = format!("{LISTED} {} {part}", row.rain);
            Row::new(LISTED, at_ms, &RainPart { rain: row.rain, part, rows }, source)
        }));
        Ok(rows)
    }
}

/// Whether an entry opens the question of this step once more.
fn is_asked_again(entry: &Entry, moved: &Moved) -> bool {
    let asking = Kind::Asking.word();
    entry.moved().is_some_and(|later| later.played == moved.played && later.kind == asking)
}

fn outcome_rows(outcomes: &HashMap<AccountId, Outcome>) -> Vec<OutcomeRow> {
    let mut rows: Vec<OutcomeRow> =
        outcomes.iter().map(|(account, outcome)| outcome_row(*account, outcome)).collect();
    rows.sort_unstable_by_key(|row| row.0);
    rows
}

fn joined_rows(seats: impl Iterator<Item = (AccountId, Seat)>, at_ms: u64) -> Vec<Row> {
    let mut players: Vec<(AccountId, u32, String, Option<u8>)> =
        seats.map(|(account, it)| (account, it.number, it.nickname, it.team)).collect();
    players.sort_unstable_by_key(|(_, number, ..)| *number);
    let row = |(_, players): (usize, Vec<_>)| {
        let body = Joined { players };
        let source = format!("{JOINED} {}", hash([json(&body).as_bytes()]));
        Row::new(JOINED, at_ms, &body, source)
    };
    if players.is_empty() { Vec::new() } else { parts(&players).into_iter().map(row).collect() }
}

/// Whether a store is away, so that the same can succeed later.
pub(crate) fn is_away(error: &Error) -> bool {
    match error {
        Error::Store(error) => StoreError::is_away(error),
        Error::Refused(_) | Error::Random(_) => true,
        Error::NotFound | Error::NoLook | Error::Unfinished(_) => false,
    }
}
