//! Rounds: a question is asked, answered, closed, scored and revealed.

use std::sync::Arc;

use quizrain_shared::ids::AccountId;
use quizrain_shared::phase::{IllegalMove, Kind, Move, Phase};
use quizrain_shared::question::{Answer, Question, Tally};
use quizrain_shared::wire::{Position, Refusal, Stage, StageAt};

use crate::batch::{Operation, grouped};
use crate::error::Error;
use crate::events;
use crate::failing::linger_at;
use crate::game::calls::{self, Advanced, Answered, GameRef, GameState, GivenAnswer, Step};
use crate::game::{BlockedWords, Game, Games};
use crate::store::StoreError;
use crate::store::redis::Redis;

/// How much newer than what was shown a stage is that is written again.
const RESTATED: u64 = 100;

/// From the host's wish to go on to the question that was paused: the 3-2-1, in milliseconds.
const RESUME_MS: u64 = 3000;

/// How many seconds more a host may give at a time.
const ADDED_SECONDS: std::ops::RangeInclusive<u8> = 1..=60;

/// Who moves a game on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// Its host, in whatever epoch: one click makes one move, because it names what it saw.
    Host,
    /// Its driver, in the epoch that this node took.
    Driver(u64),
}

/// A player's answer to a round.
pub(crate) struct Given {
    round: u16,
    answer: GivenAnswer,
}

/// Answers to the questions of a game.
pub(crate) struct Answers {
    pub(crate) redis: Redis,
    pub(crate) game: GameRef,
}

impl Operation for Answers {
    type Request = Given;
    type Response = Answered;
    const NAME: &'static str = "answer";

    async fn call(&self, requests: &[Given]) -> Result<Vec<Answered>, StoreError> {
        let con = &mut self.redis.promised();
        let mut verdicts = vec![Answered::Unknown; requests.len()];
        for (round, places) in grouped(requests, |given| given.round) {
            let answers: Vec<_> = places.iter().map(|i| &requests[*i].answer).collect();
            let said = calls::answer(con, self.game, round, &answers).await?;
            for (place, verdict) in places.into_iter().zip(said) {
                verdicts[place] = verdict;
            }
        }
        Ok(verdicts)
    }
}

/// Why a host's wish is not what the rules allow.
impl From<IllegalMove> for Error {
    fn from(illegal: IllegalMove) -> Self {
        Self::Refused(match illegal {
            IllegalMove::NotNow => Refusal::NotNow,
            IllegalMove::NoQuestionLeft => Refusal::NoQuestionLeft,
        })
    }
}

/// Games as they are played.
#[derive(Clone)]
pub struct Play {
    pub(crate) redis: Redis,
    games: Arc<Games>,
    blocked: Arc<BlockedWords>,
}

impl Play {
    /// The games that are played in this Redis, and what no screen shows.
    #[must_use]
    pub fn new(redis: Redis, games: Arc<Games>, blocked: BlockedWords) -> Self {
        Self { redis, games, blocked: Arc::new(blocked) }
    }

    /// Where a game stands.
    ///
    /// # Errors
    /// [`Refusal::GameEnded`] where Redis does not know it (any more), or Redis failed.
    pub async fn state(&self, game: &Game) -> Result<GameState, Error> {
        let state = calls::state(&mut self.redis.connection(), game.id).await?;
        let ours = |state: &GameState| state.stage.at.incarnation == game.incarnation;
        state.filter(ours).ok_or_else(|| Refusal::GameEnded.into())
    }

    /// Where a game stands that goes on, for a host who saw this position.
    ///
    /// # Errors
    /// [`Refusal::Stale`], [`Refusal::GameEnded`], or Redis failed.
    pub(crate) async fn seen_state(&self, game: &Game, seen: u64) -> Result<GameState, Error> {
        let state = self.state(game).await?;
        if state.stage.at.seq != seen {
            return Err(Refusal::Stale.into());
        }
        if state.stage.phase.kind == Kind::Ended {
            return Err(Refusal::GameEnded.into());
        }
        Ok(state)
    }

    /// Writes the next phase, if nobody was faster.
    pub(crate) async fn advance(
        &self,
        game: &Game,
        from: &GameState,
        by: Mover,
        phase: Phase,
        stage: &Stage,
        window: Option<(u64, u64)>,
    ) -> Result<u64, Error> {
        let lasts_ms = match (window, stage) {
            (Some((opens_ms, closes_ms)), _) => closes_ms.saturating_sub(opens_ms),
            (None, Stage::Asking { question }) => u64::from(question.seconds) * 1000,
            (None, Stage::Reading { .. }) => u64::from(question(game, &phase)?.read_seconds) * 1000,
            (None, _) => 0,
        };
        let (seen, kind) = (from.stage.at.seq, phase.kind);
        let mut step = Step {
            epoch: match by {
                Mover::Host => from.epoch,
                Mover::Driver(epoch) => epoch,
            },
            seen,
            phase,
            opens_ms: window.map(|(opens, _)| opens),
            lasts_ms,
            stage,
            least: 0,
            counts_ms: None,
        };
        if let Mover::Driver(_) = by {
            linger_at!("driver.before_step");
        }
        let con = &mut self.redis.connection();
        let mut advanced = calls::advance(con, game.reference(), &step).await?;
        if advanced == Advanced::Fenced && by == Mover::Host {
            // Another node has just taken the driving over. What the host saw is what counts.
            step.epoch = self.state(game).await?.epoch;
            advanced = calls::advance(con, game.reference(), &step).await?;
        }
        match advanced {
            Advanced::Moved { seq, .. } => {
                tracing::info!(game = %game.id, seq, phase = kind.word(), "game moved");
                Ok(seq)
            }
            Advanced::Stale | Advanced::Fenced => Err(Refusal::Stale.into()),
            Advanced::Unknown => Err(Refusal::GameEnded.into()),
        }
    }

    /// Writes what this node showed again, where Redis went back: it lost the last moves when a
    /// replica took over that had not heard of them. Only for whoever drives the game, in its epoch,
    /// and only what the game moved to in an epoch at least as new as that of what Redis has: what a
    /// node showed that was cut off is of an older one. The new number is far enough from the old
    /// one to be newer than whatever other nodes have shown.
    ///
    /// # Errors
    /// Somebody was faster, or Redis failed; doing it again is harmless.
    pub async fn restate(
        &self,
        game: &Game,
        shown: &StageAt,
        moved_in: u64,
        epoch: u64,
    ) -> Result<(), Error> {
        let state = self.state(game).await?;
        if !state.lost(shown.at) || moved_in < state.moved_in {
            return Err(Refusal::Stale.into());
        }
        self.rescore(game, &shown.phase).await?;
        let round = shown.phase.round().filter(|_| shown.phase.kind == Kind::Closing);
        let step = Step {
            epoch,
            seen: state.stage.at.seq,
            phase: shown.phase.clone(),
            opens_ms: Some(shown.opens_ms),
            lasts_ms: shown.closes_ms.saturating_sub(shown.opens_ms),
            stage: &shown.stage,
            least: shown.at.seq.saturating_add(RESTATED),
            // Players may have answered while Redis took it for open.
            counts_ms: round.and_then(|round| game.answer_times.of(round)),
        };
        let seq = self.write_again(game, &step).await?;
        tracing::warn!(game = %game.id, from = state.stage.at.seq, seq,
            "Redis had gone back; it shows again what was shown");
        Ok(())
    }

    /// Gives what Redis has a number that is newer than what this node showed in an older epoch, so
    /// that its screens show what all others do.
    ///
    /// # Errors
    /// Somebody was faster, or Redis failed; doing it again is harmless.
    pub async fn bump_sequence(
        &self,
        game: &Game,
        state: &GameState,
        shown: Position,
    ) -> Result<(), Error> {
        let stage = &state.stage;
        let step = Step {
            epoch: state.epoch,
            seen: stage.at.seq,
            phase: stage.phase.clone(),
            opens_ms: Some(stage.opens_ms),
            lasts_ms: stage.closes_ms.saturating_sub(stage.opens_ms),
            stage: &stage.stage,
            least: shown.seq.saturating_add(RESTATED),
            counts_ms: state.counts_ms,
        };
        let seq = self.write_again(game, &step).await?;
        tracing::warn!(game = %game.id, shown = shown.seq, seq,
            "this node showed what is not so any more; it shows what Redis has");
        Ok(())
    }

    /// Writes a stage that was shown before; its new number.
    async fn write_again(&self, game: &Game, step: &Step<'_>) -> Result<u64, Error> {
        let con = &mut self.redis.connection();
        match calls::advance(con, game.reference(), step).await? {
            Advanced::Moved { seq, .. } => Ok(seq),
            _ => Err(Refusal::Stale.into()),
        }
    }

    /// Tells every node what this one showed and Redis has lost; whoever drives the game writes it
    /// again.
    ///
    /// # Errors
    /// Redis failed; doing it again is harmless.
    pub async fn publish_shown(
        &self,
        game: &Game,
        shown: &StageAt,
        moved_in: u64,
    ) -> Result<(), Error> {
        let con = &mut self.redis.connection();
        Ok(events::tell_shown(con, game.id, shown, moved_in).await?)
    }

    /// A host's move, but those that have to do with rains. Revealing is not for hosts to make: it
    /// follows by itself once answers are scored.
    ///
    /// # Errors
    /// A refusal: the move is not legal now, or the host looked at an old screen. Or a store
    /// failed.
    pub async fn host_move(&self, game: &Game, mv: Move, seen: u64) -> Result<(), Error> {
        let state = self.seen_state(game, seen).await?;
        if mv.is_servers() || matches!(mv, Move::OpenRain | Move::CloseRain) {
            return Err(Refusal::NotNow.into());
        }
        if mv == Move::Ask {
            return self.show_question(game, &state, None).await;
        }
        let from = &state.stage.phase;
        let phase = from.after(mv)?;
        let mut window = None;
        let stage = match phase.kind {
            Kind::Asking => {
                window = self.rest_of(&state);
                Stage::Asking { question: question(game, &phase)?.view() }
            }
            Kind::Paused => {
                let now_ms = self.games.now_ms();
                window = (mv == Move::Resume).then_some((now_ms, now_ms + RESUME_MS));
                paused(game, &state.stage, now_ms)?
            }
            Kind::Closing => Stage::Closing { question: question(game, &phase)?.view() },
            Kind::Board => {
                let (top, players) = self.board(game, &phase.played).await?;
                Stage::Board { top, players }
            }
            Kind::Podium => {
                let (top, players) = self.board(game, &phase.played).await?;
                Stage::Podium { top, players }
            }
            Kind::Ended => {
                // A question that is open brings nobody anything any more.
                let (top, players) = self.board(game, &from.scored()).await?;
                Stage::Ended { top, players }
            }
            _ => return Err(Refusal::NotNow.into()),
        };
        let ended = phase.kind == Kind::Ended;
        self.advance(game, &state, Mover::Host, phase, &stage, window).await?;
        if ended && let Err(error) = self.games.end(game.id).await {
            tracing::warn!(game = %game.id, %error, "its driver notes that the game is over");
        }
        Ok(())
    }

    /// Goes on to a question of the host's choice, or to the next one.
    ///
    /// # Errors
    /// As of [`Self::host_move`].
    pub async fn ask(&self, game: &Game, choice: Option<u16>, seen: u64) -> Result<(), Error> {
        let state = self.seen_state(game, seen).await?;
        self.show_question(game, &state, choice).await
    }

    async fn show_question(
        &self,
        game: &Game,
        state: &GameState,
        choice: Option<u16>,
    ) -> Result<(), Error> {
        let from = &state.stage.phase;
        let asked = choice.or_else(|| from.next_question());
        let asked = asked.ok_or(IllegalMove::NoQuestionLeft)?;
        let way = game.quiz.questions.get(usize::from(asked)).map_or(Move::Ask, way_to);
        let phase = from.with_question(way, asked)?;
        let question = question(game, &phase)?;
        let stage = match way {
            Move::Read => reading(question),
            Move::ShowSlide => Stage::Slide { slide: question.view() },
            _ => Stage::Asking { question: question.view() },
        };
        self.advance(game, state, Mover::Host, phase, &stage, None).await.map(|_| ())
    }

    /// Gives the question that is being read, is open or is paused so many seconds more.
    ///
    /// # Errors
    /// A refusal: no question has a time that runs, or the host looked at an old screen. Or Redis
    /// failed.
    pub async fn add_time(&self, game: &Game, seconds: u8, seen: u64) -> Result<(), Error> {
        if !ADDED_SECONDS.contains(&seconds) {
            return Err(Refusal::Malformed.into());
        }
        let state = self.seen_state(game, seen).await?;
        let more_ms = u64::from(seconds) * 1000;
        let StageAt { opens_ms, closes_ms, ref phase, ref stage, .. } = state.stage;
        let (stage, window) = match stage {
            Stage::Paused { text, elapsed_ms, left_ms: left_ms @ 1.. } => {
                let (text, elapsed_ms) = (text.clone(), *elapsed_ms);
                let longer = Stage::Paused { text, elapsed_ms, left_ms: left_ms + more_ms };
                (longer, (opens_ms, closes_ms))
            }
            Stage::Reading { .. } | Stage::Asking { .. } if closes_ms > 0 => {
                (stage.clone(), (opens_ms, closes_ms + more_ms))
            }
            _ => return Err(Refusal::NotNow.into()),
        };
        let phase = phase.clone();
        self.advance(game, &state, Mover::Host, phase, &stage, Some(window)).await.map(|_| ())
    }

    /// The window of a question that goes on after its pause, from now; `None`: it was not paused.
    fn rest_of(&self, state: &GameState) -> Option<(u64, u64)> {
        let Stage::Paused { elapsed_ms, left_ms, .. } = state.stage.stage else { return None };
        let now_ms = self.games.now_ms();
        let closes_ms = if left_ms == 0 { 0 } else { now_ms + left_ms };
        Some((now_ms.saturating_sub(elapsed_ms), closes_ms))
    }

    /// Shows a reveal again without a text that players typed. What it was worth stays.
    ///
    /// # Errors
    /// A refusal: no such text is shown, or the host looked at an old screen. Or Redis failed.
    pub async fn hide_text(&self, game: &Game, text: &str, seen: u64) -> Result<(), Error> {
        let state = self.seen_state(game, seen).await?;
        let mut stage = state.stage.stage.clone();
        let Stage::Revealed { tally: Tally::Texts { top, .. }, .. } = &mut stage else {
            return Err(Refusal::NotNow.into());
        };
        let place = top.iter().position(|shown| shown.text == text);
        top.remove(place.ok_or(Refusal::NoSuchAnswer)?);
        let phase = state.stage.phase.clone();
        self.advance(game, &state, Mover::Host, phase, &stage, None).await.map(|_| ())
    }

    /// Takes a player's answer over a line that takes so many ms; the first one counts and is what
    /// comes back.
    ///
    /// # Errors
    /// A refusal: no such answer, question not open, too late, no seat; or Redis is busy and
    /// asking again tells.
    pub async fn answer(
        &self,
        game: &Game,
        account: AccountId,
        round: u16,
        answer: Answer,
        line_ms: u16,
    ) -> Result<Answer, Error> {
        let played;
        let question = match game.shown_question(round) {
            Some(question) => question,
            None => {
                // Another node's screens were faster.
                played = self.state(game).await?.stage.phase.played;
                game.question(&played, round).ok_or(Refusal::NotOpen)?
            }
        };
        // Whoever has answered hears what counts, whatever comes now.
        let answer = Some(answer).filter(|answer| question.accepts(answer));
        let given = Given { round, answer: GivenAnswer { account, answer, line_ms } };
        match game.answers.submit(given).await? {
            Answered::Counted { answer, .. } => Ok(answer),
            Answered::Late => Err(Refusal::TooLate.into()),
            Answered::NotOpen => Err(Refusal::NotOpen.into()),
            Answered::NotAccepted => Err(Refusal::NoSuchAnswer.into()),
            Answered::Ended => Err(Refusal::GameEnded.into()),
            Answered::NotSeated => Err(Refusal::NotSeated.into()),
            Answered::Unknown => Err(Refusal::GameEnded.into()),
        }
    }

    /// Opens the question that has been read, or the rest of the one that was paused.
    ///
    /// # Errors
    /// The game had moved on, a newer epoch drives it, or Redis failed; doing it again is harmless.
    pub async fn open_question(
        &self,
        game: &Game,
        state: &GameState,
        epoch: u64,
    ) -> Result<(), Error> {
        let phase = state.stage.phase.after(Move::Open)?;
        let stage = Stage::Asking { question: question(game, &phase)?.view() };
        let (by, window) = (Mover::Driver(epoch), self.rest_of(state));
        self.advance(game, state, by, phase, &stage, window).await.map(|_| ())
    }

    /// Ends the open question: from now on answers are too late.
    ///
    /// # Errors
    /// The game had moved on, a newer epoch drives it, or Redis failed; doing it again is harmless.
    pub async fn close_question(
        &self,
        game: &Game,
        state: &GameState,
        epoch: u64,
    ) -> Result<(), Error> {
        let phase = state.stage.phase.after(Move::Close)?;
        let stage = Stage::Closing { question: question(game, &phase)?.view() };
        let by = Mover::Driver(epoch);
        self.advance(game, state, by, phase, &stage, None).await.map(|_| ())
    }

    /// Scores the frozen answers and shows the right one.
    ///
    /// # Errors
    /// The game had moved on, a newer epoch drives it, or Redis failed; doing it again is harmless.
    pub async fn reveal(&self, game: &Game, state: &GameState, epoch: u64) -> Result<(), Error> {
        let phase = state.stage.phase.after(Move::Reveal)?;
        let question = question(game, &phase)?;
        let answers = self.score(game, &phase.played, state.counts_ms).await?;
        let shown = answers.values().map(|counted| &counted.answer);
        let shown = shown.filter(|it| !(question.is_typed() && self.blocked.are_in_answer(it)));
        let stage = Stage::Revealed {
            question: question.view(),
            key: question.key(),
            tally: question.tally(shown),
            answered: u32::try_from(answers.len()).unwrap_or(u32::MAX),
            explanation: question.explanation.clone(),
        };
        let by = Mover::Driver(epoch);
        self.advance(game, state, by, phase, &stage, None).await.map(|_| ())
    }
}

/// The question that a phase is about.
fn question<'a>(game: &'a Game, phase: &Phase) -> Result<&'a Question, Error> {
    phase.round().and_then(|round| game.question(&phase.played, round)).ok_or(Error::NotFound)
}

/// What is shown while the question of a stage is paused; one that is paused already keeps the rest
/// of its time.
fn paused(game: &Game, shown: &StageAt, now_ms: u64) -> Result<Stage, Error> {
    if let Stage::Paused { .. } = shown.stage {
        return Ok(shown.stage.clone());
    }
    let left_ms = shown.closes_ms.saturating_sub(now_ms);
    if shown.closes_ms > 0 && left_ms == 0 {
        return Err(Refusal::NotNow.into());
    }
    let text = question(game, &shown.phase)?.text.clone();
    Ok(Stage::Paused { text, elapsed_ms: now_ms.saturating_sub(shown.opens_ms), left_ms })
}

/// How a game goes on to a question.
fn way_to(question: &Question) -> Move {
    match question {
        slide if slide.is_slide() => Move::ShowSlide,
        Question { read_seconds: 0, .. } => Move::Ask,
        _ => Move::Read,
    }
}

/// A question before it opens: nothing of how it is answered.
fn reading(question: &Question) -> Stage {
    let Question { text, picture, points, .. } = question;
    Stage::Reading { text: text.clone(), picture: picture.clone(), points: *points }
}
