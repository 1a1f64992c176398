//! A game that everybody plays at their own pace: each player's way from question to question, and how
//! all of them stand meanwhile.
//!
//! Redis decides by its own time whether a question takes an answer, and nobody hears what is right
//! before their own answer, or the end of their time, stands there. What an answer brings follows from
//! it and from what the player had before; once the game closes, everything is scored again from
//! answers alone, as in any other game.

use std::borrow::Cow;
use std::sync::Arc;

use futures_util::future::try_join_all;
use quizrain_shared::ids::{AccountId, GameId};
use quizrain_shared::mode::OPEN_MINUTES;
use quizrain_shared::phase::Kind;
use quizrain_shared::played::Played;
use quizrain_shared::question::{Question, Tally};
use quizrain_shared::score;
use quizrain_shared::wire::{BoardRow, Outcome, PaceBoard, Paced, Refusal, Seat, Stage, Standings};

use crate::batch::{Operation, grouped};
use crate::error::Error;
use crate::game::calls::{self, CountedAnswer, GameRef, Go, Left, Pace, PaceCounts, PaceWish};
use crate::game::outcomes::Before;
use crate::game::rules::BOARD_ROWS;
use crate::game::steps::{Mover, Next};
use crate::game::{Corrections, Game, Play};
use crate::store::StoreError;
use crate::store::redis::Redis;

/// How often it is looked where a player is who is somewhere else each time.
const LOOKS: usize = 4;

/// A player who asks where they are, or moves on, from a round in which they were.
pub(crate) struct Step {
    round: Option<u16>,
    next: Go,
    wish: PaceWish,
}

/// The ways of the players of a game.
pub(crate) struct Paces {
    pub(crate) redis: Redis,
    pub(crate) game: GameRef,
}

impl Operation for Paces {
    type Request = Step;
    type Response = calls::Paced;
    const NAME: &'static str = "pace";

    fn at_once(&self) -> usize {
        self.redis.promised_at_once()
    }

    async fn call(&self, requests: &[Step]) -> Result<Vec<Self::Response>, StoreError> {
        let mut verdicts = vec![calls::Paced::Unknown; requests.len()];
        // Players are in many rounds, and none of them waits for another.
        let calls =
            grouped(requests, |step| step.round).into_iter().map(|(round, places)| async move {
                let Some(next) = places.first().map(|i| requests[*i].next) else {
                    return Ok(Vec::new());
                };
                let wishes: Vec<_> = places.iter().map(|i| &requests[*i].wish).collect();
                let con = &mut self.redis.promised();
                let said = calls::pace(con, self.game, round, next, &wishes).await?;
                Ok::<_, StoreError>(places.into_iter().zip(said).collect())
            });
        for (place, verdict) in try_join_all(calls).await?.into_iter().flatten() {
            verdicts[place] = verdict;
        }
        Ok(verdicts)
    }
}

/// How players stand with all their points.
pub(crate) struct PaceRanks {
    pub(crate) redis: Redis,
    pub(crate) game: GameId,
}

impl Operation for PaceRanks {
    type Request = (AccountId, i64);
    type Response = (u32, u32);
    const NAME: &'static str = "pace_rank";

    async fn call(&self, requests: &[Self::Request]) -> Result<Vec<Self::Response>, StoreError> {
        calls::pace_ranks(&mut self.redis.connection(), self.game, requests).await
    }
}

/// What a host has corrected: one read for all who ask for it at the same time.
pub(crate) struct CorrectionReads {
    pub(crate) redis: Redis,
    pub(crate) game: GameId,
}

impl Operation for CorrectionReads {
    type Request = ();
    type Response = Arc<Corrections>;
    const NAME: &'static str = "corrections";

    async fn call(&self, requests: &[()]) -> Result<Vec<Self::Response>, StoreError> {
        let read = calls::corrections(&mut self.redis.connection(), self.game).await?;
        let read = Arc::new(read);
        Ok(requests.iter().map(|()| Arc::clone(&read)).collect())
    }
}

/// Where a player is, and whether the question there takes answers.
enum Place {
    NotBegun,
    Open(Pace),
    Over(Pace, Option<CountedAnswer>),
}

impl Game {
    fn questions(&self) -> u16 {
        u16::try_from(self.quiz.questions.len()).unwrap_or(u16::MAX)
    }

    fn numbered(&self, number: u16) -> Option<&Question> {
        self.quiz.questions.get(usize::from(number))
    }

    /// The way on from a round.
    fn way_from(&self, round: Option<u16>) -> Go {
        let next = round.map_or(0, |round| round.saturating_add(1));
        match self.numbered(next) {
            Some(question) => Go {
                round: next,
                reading_ms: match question.is_slide() {
                    true => 0,
                    false => u64::from(question.read_seconds) * 1000,
                },
                lasts_ms: (!question.is_slide()).then(|| u64::from(question.seconds) * 1000),
                is_last: false,
            },
            None => Go { round: next, reading_ms: 0, lasts_ms: Some(0), is_last: true },
        }
    }
}

impl Play {
    /// Where a player is; `None` before the first question, and where the game is not open.
    ///
    /// # Errors
    /// Redis is busy and asking again tells.
    pub(crate) async fn place(
        &self,
        game: &Game,
        account: AccountId,
    ) -> Result<Option<Paced>, Error> {
        match self.find(game, account, None).await {
            Ok(Place::NotBegun) | Err(Error::Refused(Refusal::TooLate | Refusal::NotOpen)) => {
                Ok(None)
            }
            Ok(place) => self.shown(game, account, place).await.map(Some),
            Err(error) => Err(error),
        }
    }

    /// Goes on to a question, where the player may; where they are then.
    ///
    /// # Errors
    /// A refusal: the game is not open, or not any more, the player has no seat or has not begun. Or
    /// Redis is busy and asking again tells.
    pub async fn pace(
        &self,
        game: &Game,
        account: AccountId,
        question: u16,
    ) -> Result<Paced, Error> {
        let question = question.min(game.questions());
        let place = self.find(game, account, question.checked_sub(1)).await?;
        let (round, left) = match &place {
            Place::NotBegun if question == 0 => (None, Left { answer: None, score: 0, streak: 0 }),
            Place::NotBegun => return Err(Refusal::NotOpen.into()),
            Place::Over(pace, answer) if pace.round.checked_add(1) == Some(question) => {
                (Some(pace.round), self.left(game, account, pace, answer.clone()).await?)
            }
            _ => return self.shown(game, account, place).await,
        };
        let place = match self.step(game, account, round, Some(left)).await? {
            calls::Paced::Moved(pace) => here(game, pace),
            // Another tab was faster, or answered meanwhile.
            _ => self.find(game, account, round).await?,
        };
        self.shown(game, account, place).await
    }

    /// Where a player is who has just answered a round.
    ///
    /// # Errors
    /// As of [`Self::pace`].
    pub async fn verdict(
        &self,
        game: &Game,
        account: AccountId,
        round: u16,
    ) -> Result<Paced, Error> {
        let place = self.find(game, account, Some(round)).await?;
        self.shown(game, account, place).await
    }

    async fn step(
        &self,
        game: &Game,
        account: AccountId,
        round: Option<u16>,
        left: Option<Left>,
    ) -> Result<calls::Paced, Error> {
        let wish = PaceWish { account, left };
        Ok(game.paces.submit(Step { round, next: game.way_from(round), wish }).await?)
    }

    /// Where a player is who was perhaps in this round.
    async fn find(
        &self,
        game: &Game,
        account: AccountId,
        mut round: Option<u16>,
    ) -> Result<Place, Error> {
        for _ in 0..LOOKS {
            let refusal = match self.step(game, account, round, None).await? {
                calls::Paced::Elsewhere(pace) => {
                    round = Some(pace.round);
                    continue;
                }
                calls::Paced::NotBegun => return Ok(Place::NotBegun),
                calls::Paced::Open(pace) | calls::Paced::Moved(pace) => {
                    return Ok(Place::Open(pace));
                }
                calls::Paced::Over(pace, answer) => return Ok(Place::Over(pace, answer)),
                calls::Paced::NotSeated => Refusal::NotSeated,
                calls::Paced::NotOpen => Refusal::NotOpen,
                calls::Paced::Late => Refusal::TooLate,
                calls::Paced::Ended | calls::Paced::Unknown => Refusal::GameEnded,
            };
            return Err(refusal.into());
        }
        Err(Refusal::Unavailable.into())
    }

    /// What a round brought, but for the rank, and the question with the key that counts; `None` where
    /// it is not answered: a slide, or behind the last question.
    async fn brought<'g>(
        &self,
        game: &'g Game,
        account: AccountId,
        pace: &Pace,
        answer: Option<&CountedAnswer>,
    ) -> Result<Option<(Cow<'g, Question>, Outcome)>, Error> {
        let Some(question) = game.numbered(pace.round).filter(|question| !question.is_slide())
        else {
            return Ok(None);
        };
        let corrections = game.corrections.submit(()).await?;
        let played = Played::in_order(pace.round.saturating_add(1));
        let round = game.rules().round(&played, pace.round, &corrections).ok_or(Error::NotFound)?;
        let before = Before { score: pace.score, streak: pace.streak, life: None };
        let outcome = round.alone(account, answer, before);
        Ok(Some((corrections.question(pace.round, question), outcome)))
    }

    /// What a player leaves behind in a round that is over.
    async fn left(
        &self,
        game: &Game,
        account: AccountId,
        pace: &Pace,
        answer: Option<CountedAnswer>,
    ) -> Result<Left, Error> {
        let brought = self.brought(game, account, pace, answer.as_ref()).await?;
        let (score, streak) = brought
            .map_or((pace.score, pace.streak), |(_, outcome)| (outcome.score, outcome.streak));
        Ok(Left { answer, score, streak })
    }

    /// What a player is shown at a place.
    async fn shown(&self, game: &Game, account: AccountId, place: Place) -> Result<Paced, Error> {
        let (pace, over) = match place {
            Place::NotBegun => return Err(Refusal::NotOpen.into()),
            Place::Open(pace) => (pace, None),
            Place::Over(pace, answer) => (pace, Some(answer)),
        };
        let question = game.numbered(pace.round);
        let brought = match &over {
            Some(answer) => self.brought(game, account, &pace, answer.as_ref()).await?,
            None => None,
        };
        let score = brought.as_ref().map_or(pace.score, |(_, outcome)| outcome.score);
        let (rank, players) = game.pace_ranks.submit((account, score)).await?;
        let (stage, outcome) = match (brought, question) {
            (Some((question, outcome)), _) => {
                (Some(told(&question)), Some(Outcome { rank, players, ..outcome }))
            }
            (None, Some(slide)) if slide.is_slide() => {
                (Some(Stage::Slide { slide: slide.view() }), None)
            }
            (None, Some(question)) => (Some(Stage::Asking { question: question.view() }), None),
            (None, None) => (None, None),
        };
        let Pace { round, opens_ms, closes_ms, .. } = pace;
        Ok(Paced { round, opens_ms, closes_ms, stage, outcome, score, rank, players })
    }

    /// How all stand who play at their own pace.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn pace_board(&self, game: &Game) -> Result<PaceBoard, Error> {
        let con = &mut self.redis.connection();
        Ok(board(calls::pace_board(con, game.id, BOARD_ROWS).await?))
    }

    /// Keeps a game open for so many minutes more, in which everybody plays at their own pace.
    ///
    /// # Errors
    /// A refusal: it is not open, too many minutes, or the host looked at an old screen. Or Redis
    /// failed.
    pub async fn add_minutes(&self, game: &Game, minutes: u16, seen: u64) -> Result<(), Error> {
        if !OPEN_MINUTES.contains(&minutes) {
            return Err(Refusal::Malformed.into());
        }
        let state = self.seen_state(game, seen).await?;
        let shown = &state.stage;
        if shown.phase.kind != Kind::Paced {
            return Err(Refusal::NotNow.into());
        }
        let ms = |minutes: u16| u64::from(minutes) * 60_000;
        let closes_ms = shown.closes_ms + ms(minutes);
        if closes_ms > self.games.now_ms() + ms(*OPEN_MINUTES.end()) {
            return Err(Refusal::Invalid.into());
        }
        let next = Next::again(shown, Stage::Paced).within(Some((shown.opens_ms, closes_ms)));
        self.advance(game, &state, Mover::Host, &next).await.map(|_| ())
    }
}

/// Where a player is who has just moved on.
fn here(game: &Game, pace: Pace) -> Place {
    match game.numbered(pace.round) {
        Some(question) if question.is_slide() => Place::Over(pace, None),
        _ => Place::Open(pace),
    }
}

/// What is right, for whoever has answered: what others answered is not told.
fn told(question: &Question) -> Stage {
    Stage::Revealed {
        question: question.view(),
        key: question.key(),
        tally: Tally::Choices(Vec::new()),
        answered: 0,
        explanation: question.explanation.clone(),
    }
}

fn board(counts: PaceCounts) -> PaceBoard {
    let PaceCounts { players, begun, finished, best } = counts;
    let scores: Vec<i64> = best.iter().map(|(_, score)| *score).collect();
    let row = |((seat, score), rank): ((Seat, i64), u32)| {
        let Seat { nickname, team, avatar, .. } = seat;
        BoardRow { rank, nickname, score, team, out: false, avatar }
    };
    let top = best.into_iter().zip(score::ranks(&scores)).map(row).collect();
    PaceBoard { standings: Standings { top, players, ..Standings::default() }, begun, finished }
}
