//! Rounds: a question is asked, answered, closed, scored and revealed.

use std::collections::HashMap;

use quizrain_shared::ids::AccountId;
use quizrain_shared::phase::{IllegalMove, Kind, Move, Phase};
use quizrain_shared::quiz::{ChoiceSet, Question};
use quizrain_shared::score;
use quizrain_shared::wire::{BoardRow, Outcome, Refusal, Seat, Stage, StageAt};

use super::lane::Work;
use super::players::grouped;
use super::{Game, Service, ServiceError};
use crate::failing::linger_at;
use crate::store::StoreError;
use crate::store::redis::Redis;
use crate::store::redis::game::{self, Advanced, Answer, Answered, GameRef, GameState, Step};

/// How many players a board shows.
const BOARD_ROWS: usize = 10;

/// How much newer than what was shown a stage is that is written again.
const REASSERTED: u64 = 100;

/// Who moves a game on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// Its host, in whatever epoch: one click makes one move, because it names what it saw.
    Host,
    /// Its driver, in the epoch that this node took.
    Driver(u64),
}

/// A player's answer.
pub(super) struct Pick {
    account: AccountId,
    round: u16,
    choices: ChoiceSet,
}

/// Answers to the questions of a game.
pub(super) struct Answers {
    pub(super) redis: Redis,
    pub(super) game: GameRef,
}

impl Work for Answers {
    type Ask = Pick;
    type Answer = Answered;
    const NAME: &'static str = "answer";

    async fn call(&self, asks: &[Pick]) -> Result<Vec<Answered>, StoreError> {
        let con = &mut self.redis.promised();
        let mut answers = vec![Answered::Unknown; asks.len()];
        for (round, places) in grouped(asks, |pick| pick.round) {
            let picks: Vec<_> =
                places.iter().map(|i| (asks[*i].account, asks[*i].choices)).collect();
            let said = game::answer(con, self.game, round, &picks).await?;
            for (place, answer) in places.into_iter().zip(said) {
                answers[place] = answer;
            }
        }
        Ok(answers)
    }
}

/// Why a host's wish is not what the rules allow.
impl From<IllegalMove> for ServiceError {
    fn from(illegal: IllegalMove) -> Self {
        Self::Refused(match illegal {
            IllegalMove::NotNow => Refusal::NotNow,
            IllegalMove::NoQuestionLeft => Refusal::NoQuestionLeft,
        })
    }
}

impl Service {
    /// Where a game stands.
    ///
    /// # Errors
    /// [`Refusal::GameEnded`] where Redis does not know it (any more), or Redis failed.
    pub async fn state(&self, game: &Game) -> Result<GameState, ServiceError> {
        let state = game::state(&mut self.redis.connection(), game.id).await?;
        let ours = |state: &GameState| state.stage.at.incarnation == game.incarnation;
        state.filter(ours).ok_or_else(|| Refusal::GameEnded.into())
    }

    /// Writes the next phase, if nobody was faster.
    pub(super) async fn advance(
        &self,
        game: &Game,
        from: &GameState,
        by: By,
        phase: Phase,
        stage: &Stage,
        window: Option<(u64, u64)>,
    ) -> Result<u64, ServiceError> {
        let lasts_ms = match stage {
            Stage::Asking { question } => u64::from(question.seconds) * 1000,
            _ => window.map_or(0, |(opens, closes)| closes.saturating_sub(opens)),
        };
        let seen = from.stage.at.seq;
        let mut step = Step {
            epoch: match by {
                By::Host => from.epoch,
                By::Driver(epoch) => epoch,
            },
            seen,
            phase,
            opens_ms: window.map(|(opens, _)| opens),
            lasts_ms,
            stage,
            least: 0,
        };
        if let By::Driver(_) = by {
            linger_at!("driver.before_step");
        }
        let con = &mut self.redis.connection();
        let mut advanced = game::advance(con, game.reference(), &step).await?;
        if advanced == Advanced::Fenced && by == By::Host {
            // Another node has just taken the driving over. What the host saw is what counts.
            step.epoch = self.state(game).await?.epoch;
            advanced = game::advance(con, game.reference(), &step).await?;
        }
        match advanced {
            Advanced::Moved { seq, .. } => {
                tracing::info!(game = %game.id, seq, phase = phase.kind.word(), "game moved");
                Ok(seq)
            }
            Advanced::Stale | Advanced::Fenced => Err(Refusal::Stale.into()),
            Advanced::Unknown => Err(Refusal::GameEnded.into()),
        }
    }

    /// Writes what this node showed again, where Redis went back: it lost the last moves when a
    /// replica took over that had not heard of them. The new number is far enough from the old one
    /// to be newer than whatever other nodes have shown.
    ///
    /// # Errors
    /// Somebody was faster, or a store failed; doing it again is harmless.
    pub async fn reassert(
        &self,
        game: &Game,
        state: &GameState,
        shown: &StageAt,
    ) -> Result<(), ServiceError> {
        let row = self.sql.game(game.id).await?.ok_or(ServiceError::NotFound)?;
        let step = Step {
            epoch: row.epoch.max(state.epoch),
            seen: state.stage.at.seq,
            phase: shown.phase,
            opens_ms: Some(shown.opens_ms),
            lasts_ms: shown.closes_ms.saturating_sub(shown.opens_ms),
            stage: &shown.stage,
            least: shown.at.seq.saturating_add(REASSERTED),
        };
        let con = &mut self.redis.connection();
        match game::advance(con, game.reference(), &step).await? {
            Advanced::Moved { seq, .. } => {
                tracing::warn!(game = %game.id, from = state.stage.at.seq, seq,
                    "Redis had gone back; it shows again what was shown");
                Ok(())
            }
            _ => Err(Refusal::Stale.into()),
        }
    }

    /// A host's move. Revealing and closing a rain are not for hosts to make: they follow by
    /// themselves once answers are scored, and once the window has passed.
    ///
    /// # Errors
    /// A refusal: the move is not legal now, or the host looked at an old screen. Or a store
    /// failed.
    pub async fn host_move(&self, game: &Game, mv: Move, seen: u64) -> Result<(), ServiceError> {
        if matches!(mv, Move::Reveal | Move::OpenRain | Move::CloseRain) {
            return Err(Refusal::NotNow.into());
        }
        let state = self.state(game).await?;
        if state.stage.at.seq != seen {
            return Err(Refusal::Stale.into());
        }
        let phase = state.stage.phase.after(mv)?;
        let stage = match phase.kind {
            Kind::Asking => Stage::Asking { question: question(game, phase)?.view() },
            Kind::Closing => Stage::Closing { question: question(game, phase)?.view() },
            Kind::Board | Kind::Podium => {
                let (top, players) = self.board(game, phase).await?;
                if phase.kind == Kind::Board {
                    Stage::Board { top, players }
                } else {
                    Stage::Podium { top, players }
                }
            }
            _ => Stage::Ended,
        };
        self.advance(game, &state, By::Host, phase, &stage, None).await?;
        if phase.kind == Kind::Ended
            && let Err(error) = self.end_game(game.id).await
        {
            tracing::warn!(game = %game.id, %error, "its driver notes that the game is over");
        }
        Ok(())
    }

    /// Takes a player's answer; the first one counts and is what comes back.
    ///
    /// # Errors
    /// A refusal: no such choice, question not open, too late, no seat; or Redis is busy and
    /// asking again tells.
    pub async fn answer(
        &self,
        game: &Game,
        account: AccountId,
        round: u16,
        choices: ChoiceSet,
    ) -> Result<ChoiceSet, ServiceError> {
        let question = game.quiz.questions.get(usize::from(round)).ok_or(Refusal::NotOpen)?;
        if !question.view().accepts(choices) {
            return Err(Refusal::NoSuchChoice.into());
        }
        match game.answers.ask(Pick { account, round, choices }).await? {
            Answered::Counted { choices, .. } => Ok(choices),
            Answered::Late => Err(Refusal::TooLate.into()),
            Answered::NotOpen => Err(Refusal::NotOpen.into()),
            Answered::NotSeated => Err(Refusal::NotSeated.into()),
            Answered::Unknown => Err(Refusal::GameEnded.into()),
        }
    }

    /// Ends the open question: from now on answers are too late.
    ///
    /// # Errors
    /// The game had moved on, a newer epoch drives it, or Redis failed; doing it again is harmless.
    pub async fn close_round(
        &self,
        game: &Game,
        state: &GameState,
        epoch: u64,
    ) -> Result<(), ServiceError> {
        let phase = state.stage.phase.after(Move::Close)?;
        let stage = Stage::Closing { question: question(game, phase)?.view() };
        let by = By::Driver(epoch);
        self.advance(game, state, by, phase, &stage, None).await.map(|_| ())
    }

    /// Scores the frozen answers and shows the right one. The scores follow from what is frozen
    /// alone, so that doing it again after a crash writes the same.
    ///
    /// # Errors
    /// The game had moved on, a newer epoch drives it, or Redis failed; doing it again is harmless.
    pub async fn reveal(
        &self,
        game: &Game,
        state: &GameState,
        epoch: u64,
    ) -> Result<(), ServiceError> {
        let phase = state.stage.phase.after(Move::Reveal)?;
        let question = question(game, phase)?;
        let round = phase.round().unwrap_or(0);
        let con = &mut self.redis.connection();
        let seats = game::seats(con, game.id).await?;
        let answers = game::answers(con, game.id, round).await?;
        let before = match round.checked_sub(1) {
            Some(last) => game::outcomes(con, game.id, last).await?,
            None => HashMap::new(),
        };
        let outcomes = score_round(question, round, &seats, &answers, &before);
        game::write_outcomes(con, game.id, round, &outcomes).await?;
        let mut counts = vec![0; question.choice_count()];
        for answer in answers.values() {
            for (i, count) in counts.iter_mut().enumerate() {
                *count += u32::from(answer.choices.contains(i));
            }
        }
        let stage = Stage::Revealed {
            question: question.view(),
            correct: question.correct,
            counts,
            answered: u32::try_from(answers.len()).unwrap_or(u32::MAX),
            explanation: question.explanation.clone(),
        };
        let by = By::Driver(epoch);
        self.advance(game, state, by, phase, &stage, None).await.map(|_| ())
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
    async fn board(&self, game: &Game, phase: Phase) -> Result<(Vec<BoardRow>, u32), ServiceError> {
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

/// The question that a phase is about.
fn question(game: &Game, phase: Phase) -> Result<&Question, ServiceError> {
    let round = phase.round().map(usize::from);
    round.and_then(|round| game.quiz.questions.get(round)).ok_or(ServiceError::NotFound)
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
