//! What is shown of answers while a question is open, and what a host hides or picks of the texts
//! among them: then and at the reveal.
//!
//! Marks are written by `advance.lua` with the stage, as corrections are, so that a click counts once
//! and whoever drives the game afterwards knows them.

use std::cmp::Reverse;
use std::sync::Arc;

use quizrain_shared::phase::Kind;
use quizrain_shared::question::{
    MAX_ANSWER_BYTES, Mark, Marks, Question, Tally, TooManyMarks, clean,
};
use quizrain_shared::wire::{LiveTally, Refusal, Stage};

use crate::error::Error;
use crate::events;
use crate::game::calls::{self, Corrections, CountedAnswer};
use crate::game::rounds::question;
use crate::game::steps::{Mover, Next};
use crate::game::{Game, Play};

impl From<TooManyMarks> for Error {
    fn from(_: TooManyMarks) -> Self {
        Refusal::Invalid.into()
    }
}

impl Play {
    /// Hides a text that players typed, picks it for the big screen, or has it listed like any other.
    /// What it was worth stays. While the question is open, texts come and go: any may be marked then,
    /// and one that nobody has typed shows nowhere.
    ///
    /// # Errors
    /// A refusal: nothing typed is shown now, no such text at the reveal, too many of them, a kind of
    /// which none can be picked, or the host looked at an old screen. Or Redis failed.
    pub async fn mark_text(
        &self,
        game: &Game,
        text: &str,
        mark: Mark,
        seen: u64,
    ) -> Result<(), Error> {
        let state = self.seen_state(game, seen).await?;
        let phase = &state.stage.phase;
        let asked = question(game, phase).map_err(|_| Refusal::NotNow)?;
        if mark == Mark::Picked && !asked.has_picks() {
            return Err(Refusal::Invalid.into());
        }
        let round = phase.round().unwrap_or(0);
        let mut marks = calls::marks(&mut self.redis.connection(), game.id, round).await?;
        check_shown(asked, &state.stage.stage, &marks, text)?;
        marks.mark(text, mark)?;
        let stage = match state.stage.stage {
            Stage::Revealed { .. } => {
                let mut answered = self.counted_answers(game, phase).await?;
                answered.corrections.note_marks(round, marks.clone());
                self.revealed(game, phase, &answered)?
            }
            ref open => open.clone(),
        };
        let corrects = Corrections::set_marks(round, &marks);
        let next = Next { corrects, ..Next::again(&state.stage, stage) };
        self.advance(game, &state, Mover::Host, &next).await.map(|_| ())
    }

    /// What was answered so far to the question that is open; `None` where that is not shown. Reads
    /// every answer: not for the path of one.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn live_tally(&self, game: &Arc<Game>) -> Result<Option<LiveTally>, Error> {
        let state = self.state(game).await?;
        let phase = state.stage.phase;
        let open = [Kind::Asking, Kind::Paused].contains(&phase.kind);
        let Some(round) = phase.round().filter(|_| open) else {
            return Ok(None);
        };
        if !state.settings.live_results || !question(game, &phase)?.has_live_results() {
            return Ok(None);
        }
        let con = &mut self.redis.slow().await?;
        let marks = calls::marks(con, game.id, round).await?;
        let answers = calls::answers(con, game.id, round).await?;
        let (play, game) = (self.clone(), Arc::clone(game));
        // Ten thousand texts take longer than other tasks should wait.
        let counted = tokio::task::spawn_blocking(move || {
            let mut answers: Vec<_> = answers.into_iter().collect();
            answers.sort_unstable_by_key(|(account, it)| (Reverse(it.elapsed_ms), *account));
            let answers: Vec<_> = answers.into_iter().map(|(_, answer)| answer).collect();
            let tally = play.count_live(question(&game, &phase).ok()?, &marks, &answers)?;
            let answered = u32::try_from(answers.len()).unwrap_or(u32::MAX);
            Some(LiveTally { round, answered, tally })
        });
        Ok(counted.await.ok().flatten())
    }

    /// Tells every node what was answered so far.
    ///
    /// # Errors
    /// Redis failed; the next one tells more.
    pub async fn publish_tally(&self, game: &Game, tally: &LiveTally) -> Result<(), Error> {
        Ok(events::publish_tally(&mut self.redis.connection(), game.id, tally).await?)
    }

    fn count_live(
        &self,
        asked: &Question,
        marks: &Marks,
        newest_first: &[CountedAnswer],
    ) -> Option<Tally> {
        let shown = newest_first.iter().map(|counted| &counted.answer);
        marks.live_tally(asked, self.not_blocked(asked, shown))
    }
}

/// Whether a text can be marked where the game stands.
fn check_shown(asked: &Question, stage: &Stage, marks: &Marks, text: &str) -> Result<(), Error> {
    match stage {
        Stage::Revealed { tally: Tally::Texts { top, picked, .. }, .. } => {
            let is_shown = top.iter().chain(picked).any(|shown| shown.text == text);
            if is_shown || marks.has(text) { Ok(()) } else { Err(Refusal::NoSuchAnswer.into()) }
        }
        Stage::Asking { .. } | Stage::Paused { .. }
            if asked.is_typed() && asked.has_live_results() =>
        {
            let whole = clean(text, MAX_ANSWER_BYTES);
            if whole.as_deref() == Some(text) { Ok(()) } else { Err(Refusal::NoSuchAnswer.into()) }
        }
        _ => Err(Refusal::NotNow.into()),
    }
}
