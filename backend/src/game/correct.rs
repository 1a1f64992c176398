//! What a host corrects by hand: points, revive cards, a wrong key. Scores are made again from it,
//! and what is shown is shown again. Money that was caught stays where it is.

use quizrain_shared::api::HostedQuestion;
use quizrain_shared::phase::Kind;
use quizrain_shared::question::{Key, Question};
use quizrain_shared::wire::{Refusal, Stage};

use crate::error::Error;
use crate::game::calls::{self, Corrections, Fields, GameState};
use crate::game::steps::{Mover, Next};
use crate::game::{Game, Play};

/// Most points that are given or taken at a time.
const MAX_POINTS: u32 = 100_000;
/// Most characters of the note that goes with them.
const MAX_NOTE_CHARS: usize = 200;

impl Play {
    /// Gives a player more points after the last round that was scored, or takes some.
    ///
    /// # Errors
    /// A refusal: no such player, nothing was scored yet, too many, or the host looked at an old
    /// screen. Or a store failed: asking again on what is shown then tells.
    pub async fn adjust_score(
        &self,
        game: &Game,
        seat: u32,
        points: i32,
        note: &str,
        seen: u64,
    ) -> Result<(), Error> {
        if points == 0
            || points.unsigned_abs() > MAX_POINTS
            || note.chars().count() > MAX_NOTE_CHARS
        {
            return Err(Refusal::Invalid.into());
        }
        let state = self.seen_state(game, seen).await?;
        let round = game.last_scored(&state.stage.phase).ok_or(Refusal::NotNow)?;
        let whose = self.seat(game, seat).await?;
        let con = &mut self.redis.connection();
        let known = calls::corrections(con, game.id).await?;
        let fields = known.give(round, whose.account, points, note, seen);
        tracing::info!(game = %game.id, seat, points, note, "a host corrected points");
        self.correct(game, &state, fields).await
    }

    /// Grants a revive card to a player, or to everybody who is out, after the last round that was
    /// scored.
    ///
    /// # Errors
    /// As of [`Self::adjust_score`]; also where nobody goes out in this game.
    pub async fn revive(&self, game: &Game, seat: Option<u32>, seen: u64) -> Result<(), Error> {
        let state = self.seen_state(game, seen).await?;
        let round = game.last_scored(&state.stage.phase).ok_or(Refusal::NotNow)?;
        if game.options.mode.survival().is_none() {
            return Err(Refusal::NotNow.into());
        }
        let whose = match seat {
            Some(seat) => Some(self.seat(game, seat).await?.account),
            None => None,
        };
        let con = &mut self.redis.connection();
        let fields = calls::corrections(con, game.id).await?.grant(round, whose, seen);
        tracing::info!(game = %game.id, seat, "a host granted a revive card");
        self.correct(game, &state, fields).await
    }

    /// Has something else be right about a question: the rounds from its first one on are scored
    /// again.
    ///
    /// # Errors
    /// As of [`Self::adjust_score`]; also where the key does not fit the question.
    pub async fn fix_key(
        &self,
        game: &Game,
        question: u16,
        key: &Key,
        seen: u64,
    ) -> Result<(), Error> {
        let state = self.seen_state(game, seen).await?;
        let asked = game.quiz.questions.get(usize::from(question)).ok_or(Refusal::Invalid)?;
        asked.with_key(key).ok_or(Refusal::Invalid)?;
        let played = &state.stage.phase.played;
        let first = (0..played.rounds()).find(|round| played.question(*round) == Some(question));
        let from = first.unwrap_or_else(|| played.rounds());
        tracing::info!(game = %game.id, question, "a host corrected a key");
        self.correct(game, &state, Corrections::fix(question, key, from, seen)).await
    }

    /// The questions of a game as its host may see them.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn hosted_questions(&self, game: &Game) -> Result<Vec<HostedQuestion>, Error> {
        let corrections = calls::corrections(&mut self.redis.connection(), game.id).await?;
        let hosted = |(number, question): (u16, &Question)| {
            let question = corrections.question(number, question);
            HostedQuestion {
                question: question.view(),
                read_seconds: question.read_seconds,
                key: question.key(),
                explanation: question.explanation.clone(),
            }
        };
        Ok((0..).zip(&game.quiz.questions).map(hosted).collect())
    }

    /// Writes a correction together with the stage as it is, so that a click counts once; then
    /// makes scores again, and shows what became of them.
    async fn correct(&self, game: &Game, state: &GameState, fields: Fields) -> Result<(), Error> {
        let stage = &state.stage;
        let same = Next { corrects: fields, ..Next::again(stage, stage.stage.clone()) };
        self.advance(game, state, Mover::Host, &same).await?;
        // From here on it is done: whoever needs scores makes them again first.
        match self.show_corrected(game).await {
            // The game moved on meanwhile, with what was corrected.
            Err(Error::Refused(Refusal::Stale)) => Ok(()),
            shown => shown,
        }
    }

    async fn show_corrected(&self, game: &Game) -> Result<(), Error> {
        let state = self.state(game).await?;
        let phase = &state.stage.phase;
        self.scored(game, &phase.scored()).await?;
        let stage = match (&state.stage.stage, phase.kind) {
            (Stage::Revealed { .. }, _) => {
                self.revealed(game, phase, &self.counted_answers(game, phase).await?)?
            }
            (_, Kind::Board) => Stage::Board(self.standings(game, &phase.played).await?),
            (_, Kind::Podium) => Stage::Podium(self.standings(game, &phase.played).await?),
            _ => return Ok(()),
        };
        let next = Next::again(&state.stage, stage);
        self.advance(game, &state, Mover::Host, &next).await.map(|_| ())
    }
}
