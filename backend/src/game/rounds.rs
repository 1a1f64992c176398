//! Rounds: a question is asked, closed, scored and revealed; and what comes between them.

use std::sync::Arc;

use quizrain_shared::phase::{IllegalMove, Kind, Move, Phase};
use quizrain_shared::question::{Answer, Question, Sound};
use quizrain_shared::wire::{Refusal, Stage, StageAt};

use crate::batch::Batcher;
use crate::error::Error;
use crate::game::calls::GameState;
use crate::game::scores::Answered;
use crate::game::seats::{self, Seats};
use crate::game::steps::{Mover, Next};
use crate::game::{BlockedWords, Game, Games};
use crate::store::redis::Redis;

/// From the host's wish to go on to the question that was paused: the 3-2-1, in milliseconds.
const RESUME_MS: u64 = 3000;

/// How many seconds more a host may give at a time.
const ADDED_SECONDS: std::ops::RangeInclusive<u8> = 1..=60;

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
    pub(crate) games: Arc<Games>,
    pub(super) blocked: Arc<BlockedWords>,
    pub(super) seats: Arc<Batcher<Seats>>,
}

impl Play {
    /// The games that are played in this Redis, and what no screen shows.
    #[must_use]
    pub fn new(redis: Redis, games: Arc<Games>, blocked: BlockedWords) -> Self {
        let seats = Seats { redis: redis.clone(), sql: games.sql.clone() };
        let seats = Arc::new(Batcher::new(seats, seats::MOST));
        Self { redis, games, blocked: Arc::new(blocked), seats }
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
        self.make(game, &state, Mover::Host, mv).await
    }

    /// Makes a move that has nothing to do with rains.
    async fn make(&self, game: &Game, state: &GameState, by: Mover, mv: Move) -> Result<(), Error> {
        let next = match mv {
            Move::Ask => to_question(game, &state.stage.phase, None)?,
            _ => self.next(game, state, mv).await?,
        };
        self.advance(game, state, by, &next).await?;
        if next.phase.kind == Kind::Ended
            && let Err(error) = self.games.end(game.id).await
        {
            tracing::warn!(game = %game.id, %error, "its driver notes that the game is over");
        }
        Ok(())
    }

    /// Where a move leads that shows no other question.
    async fn next(&self, game: &Game, state: &GameState, mv: Move) -> Result<Next, Error> {
        let from = &state.stage.phase;
        let phase = from.after(mv)?;
        let now_ms = self.games.now_ms();
        let mut window = None;
        let stage = match phase.kind {
            Kind::Asking => {
                window = rest_of(&state.stage, now_ms);
                Stage::Asking { question: question(game, &phase)?.view() }
            }
            Kind::Paused => {
                window = (mv == Move::Resume).then_some((now_ms, now_ms + RESUME_MS));
                paused(game, &state.stage, now_ms)?
            }
            Kind::Closing => Stage::Closing { question: question(game, &phase)?.view() },
            Kind::Counting => Stage::Counting,
            Kind::Revealed => {
                let answers = self.score(game, &phase.played, state.counts_ms).await?;
                self.revealed(game, &phase, &answers)?
            }
            Kind::Board => {
                if from.kind == Kind::Counting {
                    self.score_all(game, &phase.played).await?;
                }
                Stage::Board(self.standings(game, &phase.played).await?)
            }
            Kind::Podium => Stage::Podium(self.standings(game, &phase.played).await?),
            Kind::Ended => Stage::Ended(self.standings(game, &phase.played).await?),
            _ => return Err(Refusal::NotNow.into()),
        };
        Ok(Next::new(phase, stage).within(window))
    }

    /// Goes on to a question of the host's choice.
    ///
    /// # Errors
    /// As of [`Self::host_move`]; also where the quiz has no such question.
    pub async fn ask(&self, game: &Game, asked: u16, seen: u64) -> Result<(), Error> {
        let state = self.seen_state(game, seen).await?;
        let next = to_question(game, &state.stage.phase, Some(asked))?;
        self.advance(game, &state, Mover::Host, &next).await.map(|_| ())
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
        let next = Next::new(phase.clone(), stage).within(Some(window));
        self.advance(game, &state, Mover::Host, &next).await.map(|_| ())
    }

    /// Makes the step for which it is time, if it is not a rain's.
    ///
    /// # Errors
    /// The game had moved on, a newer epoch drives it, or a store failed; doing it again is
    /// harmless.
    pub async fn go_on(&self, game: &Game, state: &GameState, epoch: u64) -> Result<(), Error> {
        let phase = &state.stage.phase;
        let shows_board = state.settings.board_after(phase.played.rounds());
        let mv = match phase.kind {
            Kind::Reading | Kind::Paused => Move::Open,
            Kind::Asking | Kind::Paced => Move::Close,
            Kind::Counting => Move::ShowBoard,
            Kind::Closing => Move::Reveal,
            Kind::Revealed if shows_board => Move::ShowBoard,
            Kind::Slide | Kind::Revealed | Kind::Board | Kind::RainDone => {
                if phase.next_question().is_some() { Move::Ask } else { Move::ShowPodium }
            }
            _ => return Ok(()),
        };
        self.make(game, state, Mover::Driver(epoch), mv).await
    }

    /// Gives a stage that may go on by itself the time that the settings now say.
    ///
    /// # Errors
    /// Somebody moved the game on meanwhile, or Redis failed.
    pub(crate) async fn set_pace(&self, game: &Game) -> Result<(), Error> {
        let state = self.state(game).await?;
        let may = [Kind::Slide, Kind::Revealed, Kind::Board, Kind::RainDone];
        if !may.contains(&state.stage.phase.kind) {
            return Ok(());
        }
        let next = Next::new(state.stage.phase.clone(), state.stage.stage.clone());
        self.advance(game, &state, Mover::Host, &next).await.map(|_| ())
    }

    /// What is shown of a round whose answers are these.
    pub(crate) fn revealed(
        &self,
        game: &Game,
        phase: &Phase,
        Answered { answers, corrections }: &Answered,
    ) -> Result<Stage, Error> {
        let asked = question(game, phase)?;
        let asked = corrections.question(phase.question().unwrap_or(0), asked);
        let shown = answers.values().map(|counted| &counted.answer);
        let shown = self.not_blocked(&asked, shown);
        Ok(Stage::Revealed {
            question: asked.view(),
            key: asked.key(),
            tally: corrections.marks(phase.round().unwrap_or(0)).tally(&asked, shown),
            answered: u32::try_from(answers.len()).unwrap_or(u32::MAX),
            explanation: asked.explanation.clone(),
        })
    }

    /// Of answers to a question, those that may be on a screen.
    pub(crate) fn not_blocked<'a>(
        &self,
        asked: &Question,
        answers: impl Iterator<Item = &'a Answer>,
    ) -> impl Iterator<Item = &'a Answer> {
        let typed = asked.is_typed();
        answers.filter(move |answer| !(typed && self.is_blocked(answer)))
    }

    /// Whether what was typed has a blocked word.
    pub(crate) fn is_blocked(&self, typed: &Answer) -> bool {
        self.blocked.are_in_answer(typed)
    }
}

/// The question that a phase is about.
pub(super) fn question<'a>(game: &'a Game, phase: &Phase) -> Result<&'a Question, Error> {
    phase.round().and_then(|round| game.question(&phase.played, round)).ok_or(Error::NotFound)
}

/// Where a question is shown, of the host's choice or the next one.
fn to_question(game: &Game, from: &Phase, choice: Option<u16>) -> Result<Next, Error> {
    if game.options.mode.self_paced().is_some() {
        // No question is for everybody.
        let phase =
            if choice.is_none() { from.after(Move::Pace) } else { Err(IllegalMove::NotNow) };
        return Ok(Next::new(phase?, Stage::Paced));
    }
    let asked = choice.or_else(|| from.next_question()).ok_or(IllegalMove::NoQuestionLeft)?;
    let way = game.quiz.questions.get(usize::from(asked)).map_or(Move::Ask, way_to);
    let phase = from.with_question(way, asked)?;
    let question = question(game, &phase)?;
    let stage = match way {
        Move::Read => reading(question),
        Move::ShowSlide => Stage::Slide { slide: question.view() },
        _ => Stage::Asking { question: question.view() },
    };
    Ok(Next::new(phase, stage))
}

/// The window of a question that goes on after its pause, from now; `None`: it was not paused.
fn rest_of(shown: &StageAt, now_ms: u64) -> Option<(u64, u64)> {
    let Stage::Paused { elapsed_ms, left_ms, .. } = shown.stage else { return None };
    let closes_ms = if left_ms == 0 { 0 } else { now_ms + left_ms };
    Some((now_ms.saturating_sub(elapsed_ms), closes_ms))
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
    let Question { text, picture, sound, points, .. } = question.clone();
    Stage::Reading { text, picture, sound: sound.as_ref().map(Sound::view), points }
}
