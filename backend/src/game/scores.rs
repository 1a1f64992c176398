//! Scores: what each question brought to everybody, from its frozen answers and the scores before.
//! Called by drivers when a question is revealed, and by whoever shows the board.
//!
//! They follow from answers alone, so that making them again writes the same.

use std::collections::HashMap;

use quizrain_shared::ids::AccountId;
use quizrain_shared::phase::Phase;
use quizrain_shared::played::Played;
use quizrain_shared::question::Question;
use quizrain_shared::score::{self, Grade, Scored, Scoring, Share};
use quizrain_shared::wire::{BoardRow, Outcome, Seat};

use crate::error::Error;
use crate::game::calls::{self, CountedAnswer};
use crate::game::{Game, Play};

/// How many players a board shows.
const BOARD_ROWS: usize = 10;

impl Play {
    /// Scores the frozen answers of the round played last, which come back; those that came later
    /// than so long after its opening do not count.
    pub(crate) async fn score(
        &self,
        game: &Game,
        played: &Played,
        counts_ms: Option<u64>,
    ) -> Result<HashMap<AccountId, CountedAnswer>, Error> {
        let round = played.rounds().saturating_sub(1);
        let earlier = (0..round).rev().find(|it| played.question(*it) == played.last());
        if let Some(earlier) = earlier {
            // What it brought then is taken back.
            self.score_from(game, played, earlier.saturating_add(1)).await?;
        }
        let before = self.scored_before(game, played, round).await?;
        let con = &mut self.redis.dedicated().await?;
        let seats = calls::seats(con, game.id).await?;
        let mut answers = calls::answers(con, game.id, round).await?;
        keep_those_in_time(&mut answers, counts_ms);
        let question = game.question(played, round).ok_or(Error::NotFound)?;
        let scoring = game.quiz.scoring;
        let outcomes = score_round(scoring, question, round, &seats, &answers, &before);
        calls::write_outcomes(con, game.id, round, &outcomes).await?;
        Ok(answers)
    }

    /// Scores rounds anew, from one of them on to the last but one: what came before them brings
    /// something else now.
    async fn score_from(&self, game: &Game, played: &Played, from: u16) -> Result<(), Error> {
        let last = played.rounds().saturating_sub(1);
        let again = game.scored_rounds(played).filter(|round| (from..last).contains(round));
        let mut again: Vec<u16> = again.collect();
        again.reverse();
        let Some(first) = again.first() else { return Ok(()) };
        let mut before = self.scored_before(game, played, *first).await?;
        for round in again {
            let stored = self.outcomes(game, round).await?;
            before = self.score_again(game, played, round, &stored, &before).await?;
        }
        Ok(())
    }

    /// Every player's outcome of the last round that was scored: what Redis lost of it, and of
    /// rounds before it, is scored again.
    pub(crate) async fn scored(
        &self,
        game: &Game,
        played: &Played,
    ) -> Result<HashMap<AccountId, Outcome>, Error> {
        self.scored_before(game, played, played.rounds()).await
    }

    /// The same of the last one before a round.
    async fn scored_before(
        &self,
        game: &Game,
        played: &Played,
        round: u16,
    ) -> Result<HashMap<AccountId, Outcome>, Error> {
        let mut lost = Vec::new();
        let mut before = HashMap::new();
        // Redis loses what it was told last: whatever comes before a complete round is complete.
        for round in game.scored_rounds(played).filter(|it| *it < round) {
            let stored = self.outcomes(game, round).await?;
            if is_complete(&stored) {
                before = stored;
                break;
            }
            lost.push((round, stored));
        }
        for (round, stored) in lost.into_iter().rev() {
            let outcomes = self.score_again(game, played, round, &stored, &before).await?;
            // Where nobody answered there may have been nobody.
            let answered = outcomes.values().any(|outcome| outcome.answer.is_some());
            if answered || !stored.is_empty() {
                tracing::warn!(game = %game.id, round, stored = stored.len(),
                    scored = outcomes.len(), "Redis had lost scores; they were made again");
            }
            before = outcomes;
        }
        Ok(before)
    }

    /// Scores a round that was scored before, of which this is stored.
    async fn score_again(
        &self,
        game: &Game,
        played: &Played,
        round: u16,
        stored: &HashMap<AccountId, Outcome>,
        before: &HashMap<AccountId, Outcome>,
    ) -> Result<HashMap<AccountId, Outcome>, Error> {
        let question = game.question(played, round).ok_or(Error::NotFound)?;
        let con = &mut self.redis.dedicated().await?;
        let mut seats = calls::seats(con, game.id).await?;
        if let Some(players) = stored.values().map(|outcome| outcome.players).max() {
            // Whoever came later was not scored then.
            seats.retain(|_, seat| seat.number <= players);
        }
        let mut answers = calls::answers(con, game.id, round).await?;
        // It was closed once, and Redis may have taken it for open again since.
        keep_those_in_time(&mut answers, game.answer_times.of(round));
        let scoring = game.quiz.scoring;
        let outcomes = score_round(scoring, question, round, &seats, &answers, before);
        calls::write_outcomes(con, game.id, round, &outcomes).await?;
        Ok(outcomes.into_iter().collect())
    }

    /// Scores what Redis lost of the rounds that were revealed before this phase once more.
    pub(crate) async fn rescore(&self, game: &Game, shown: &Phase) -> Result<(), Error> {
        self.scored(game, &shown.scored()).await.map(|_| ())
    }

    /// Every player's outcome of a round that has been scored.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn outcomes(
        &self,
        game: &Game,
        round: u16,
    ) -> Result<HashMap<AccountId, Outcome>, Error> {
        Ok(calls::outcomes(&mut self.redis.dedicated().await?, game.id, round).await?)
    }

    /// The best players after these rounds, and how many there are.
    pub(crate) async fn board(
        &self,
        game: &Game,
        played: &Played,
    ) -> Result<(Vec<BoardRow>, u32), Error> {
        let con = &mut self.redis.dedicated().await?;
        let seats = calls::seats(con, game.id).await?;
        let players = u32::try_from(seats.len()).unwrap_or(u32::MAX);
        let mut best: Vec<_> = self.scored(game, played).await?.into_iter().collect();
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

/// Drops answers that came later than so long after their question opened.
fn keep_those_in_time(answers: &mut HashMap<AccountId, CountedAnswer>, counts_ms: Option<u64>) {
    if let Some(counts_ms) = counts_ms {
        answers.retain(|_, answer| answer.elapsed_ms <= counts_ms);
    }
}

/// Whether these are all outcomes of their round: each says how many there are.
fn is_complete(stored: &HashMap<AccountId, Outcome>) -> bool {
    let players = stored.values().map(|outcome| outcome.players).max();
    players.is_some_and(|players| stored.len() >= players as usize)
}

/// Outcomes of a round from the frozen answers and the outcomes of the round before.
fn score_round(
    scoring: Scoring,
    question: &Question,
    round: u16,
    seats: &HashMap<AccountId, Seat>,
    answers: &HashMap<AccountId, CountedAnswer>,
    before: &HashMap<AccountId, Outcome>,
) -> Vec<(AccountId, Outcome)> {
    let players = u32::try_from(seats.len()).unwrap_or(u32::MAX);
    let graded = question.is_graded();
    let grader = question.grader();
    let mut outcomes: Vec<(AccountId, Outcome)> = seats
        .keys()
        .map(|account| {
            let answer = answers.get(account);
            let share = answer.and_then(|it| grader(&it.answer));
            let grade = match graded {
                true => Grade::of(Some(share.unwrap_or(Share::NONE))),
                false => Grade::Ungraded,
            };
            let (score, streak) =
                before.get(account).map_or((0, 0), |outcome| (outcome.score, outcome.streak));
            let streak = match grade {
                Grade::Right => streak.saturating_add(1),
                Grade::Partly | Grade::Wrong => 0,
                Grade::Ungraded => streak,
            };
            let (elapsed_ms, line_ms) = answer.map_or((0, 0), |it| (it.elapsed_ms, it.line_ms));
            let counted_ms = score::credited_ms(elapsed_ms, line_ms);
            let scored = share.map(|share| {
                let scored = Scored { share, elapsed_ms: counted_ms };
                scoring.points(scored, question.points, question.seconds)
            });
            let bonus = match grade {
                Grade::Right if question.points > 0 => scoring.bonus(streak),
                _ => 0,
            };
            let points = scored.unwrap_or(0).saturating_add_unsigned(bonus);
            let outcome = Outcome {
                round,
                answer: answer.map(|it| it.answer.clone()),
                grade,
                elapsed_ms: u32::try_from(elapsed_ms).unwrap_or(u32::MAX),
                line_ms: u16::try_from(elapsed_ms - counted_ms).unwrap_or(u16::MAX),
                points,
                bonus,
                streak,
                score: score + i64::from(points),
                rank: 0,
                players,
            };
            (*account, outcome)
        })
        .collect();
    outcomes.sort_unstable_by_key(|(_, outcome)| std::cmp::Reverse(outcome.score));
    let scores: Vec<i64> = outcomes.iter().map(|(_, outcome)| outcome.score).collect();
    for ((_, outcome), rank) in outcomes.iter_mut().zip(score::ranks(&scores)) {
        outcome.rank = rank;
    }
    outcomes
}
