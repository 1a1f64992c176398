//! Scores: what each question brought to everybody, from its frozen answers and the scores before.
//! Called by drivers when a question is revealed, and by whoever shows the board.
//!
//! They follow from answers alone, so that making them again writes the same.

use std::collections::HashMap;

use quizrain_shared::ids::AccountId;
use quizrain_shared::phase::{Kind, Phase};
use quizrain_shared::quiz::Question;
use quizrain_shared::score;
use quizrain_shared::wire::{BoardRow, Outcome, Seat};

use super::{Game, Service, ServiceError};
use crate::store::redis::game::{self, Answer};

/// How many players a board shows.
const BOARD_ROWS: usize = 10;

impl Service {
    /// Scores the frozen answers of a round, which come back.
    pub(super) async fn score(
        &self,
        game: &Game,
        question: &Question,
        round: u16,
    ) -> Result<HashMap<AccountId, Answer>, ServiceError> {
        let con = &mut self.redis.connection();
        let seats = game::seats(con, game.id).await?;
        let answers = game::answers(con, game.id, round).await?;
        let before = match round.checked_sub(1) {
            Some(last) => game::outcomes(con, game.id, last).await?,
            None => HashMap::new(),
        };
        let outcomes = score_round(question, round, &seats, &answers, &before);
        game::write_outcomes(con, game.id, round, &outcomes).await?;
        Ok(answers)
    }

    /// Scores the last round that was revealed, before this phase, once more where Redis lost that.
    /// It has lost other moments by then only, not the scores of the rounds before.
    pub(super) async fn score_again(&self, game: &Game, shown: Phase) -> Result<(), ServiceError> {
        let last = match shown.kind {
            Kind::Asking | Kind::Closing => shown.round().and_then(|round| round.checked_sub(1)),
            _ => shown.round(),
        };
        let question = last.and_then(|round| game.quiz.questions.get(usize::from(round)));
        let Some((round, question)) = last.zip(question) else {
            return Ok(());
        };
        let scored = self.outcomes(game, round).await?.len();
        let answered = game::answers(&mut self.redis.connection(), game.id, round).await?.len();
        if scored == 0 || scored < answered {
            self.score(game, question, round).await?;
        }
        Ok(())
    }

    /// Every player's outcome of a round that has been scored.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn outcomes(
        &self,
        game: &Game,
        round: u16,
    ) -> Result<HashMap<AccountId, Outcome>, ServiceError> {
        Ok(game::outcomes(&mut self.redis.connection(), game.id, round).await?)
    }

    /// The best players and how many there are.
    pub(super) async fn board(
        &self,
        game: &Game,
        phase: Phase,
    ) -> Result<(Vec<BoardRow>, u32), ServiceError> {
        let con = &mut self.redis.connection();
        let seats = game::seats(con, game.id).await?;
        let players = u32::try_from(seats.len()).unwrap_or(u32::MAX);
        let Some(round) = phase.round() else {
            return Ok((Vec::new(), players));
        };
        let mut best: Vec<_> = game::outcomes(con, game.id, round).await?.into_iter().collect();
        best.sort_unstable_by_key(|(account, outcome)| {
            (outcome.rank, seats.get(account).map(|seat| seat.number))
        });
        let row = |(account, outcome): (AccountId, Outcome)| BoardRow {
            rank: outcome.rank,
            nickname: seats.get(&account).map(|seat| seat.nickname.clone()).unwrap_or_default(),
            score: outcome.score,
        };
        Ok((best.into_iter().take(BOARD_ROWS).map(row).collect(), players))
    }
}

/// Outcomes of a round from the frozen answers and the outcomes of the round before.
fn score_round(
    question: &Question,
    round: u16,
    seats: &HashMap<AccountId, Seat>,
    answers: &HashMap<AccountId, Answer>,
    before: &HashMap<AccountId, Outcome>,
) -> Vec<(AccountId, Outcome)> {
    let players = u32::try_from(seats.len()).unwrap_or(u32::MAX);
    let mut outcomes: Vec<(AccountId, Outcome)> = seats
        .keys()
        .map(|account| {
            let answer = answers.get(account);
            let points = answer
                .map_or(0, |answer| score::points(question, answer.choices, answer.elapsed_ms));
            let score = before.get(account).map_or(0, |outcome| outcome.score);
            let outcome = Outcome {
                round,
                answer: answer.map(|answer| answer.choices),
                right: answer.is_some_and(|a| score::is_right(question, a.choices)),
                points,
                score: score + u64::from(points),
                rank: 0,
                players,
            };
            (*account, outcome)
        })
        .collect();
    outcomes.sort_unstable_by_key(|(_, outcome)| std::cmp::Reverse(outcome.score));
    let scores: Vec<u64> = outcomes.iter().map(|(_, outcome)| outcome.score).collect();
    for ((_, outcome), rank) in outcomes.iter_mut().zip(score::ranks(&scores)) {
        outcome.rank = rank;
    }
    outcomes
}
