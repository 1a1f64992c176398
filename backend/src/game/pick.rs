//! The question that a host has picked to come next, which all of a game's hosts are shown. It is a
//! note among them: no rule of the game knows it, and where it is lost it is picked again.

use quizrain_shared::wire::Refusal;

use crate::error::Error;
use crate::events;
use crate::game::{Game, Play};

impl Play {
    /// Has all hosts of a game see which question is to come next.
    ///
    /// # Errors
    /// [`Refusal::NoQuestionLeft`], [`Refusal::Stale`], [`Refusal::GameEnded`], or Redis failed.
    pub async fn pick(&self, game: &Game, question: Option<u16>, seen: u64) -> Result<(), Error> {
        if question.is_some_and(|question| usize::from(question) >= game.quiz.questions.len()) {
            return Err(Refusal::NoQuestionLeft.into());
        }
        let round = self.seen_state(game, seen).await?.stage.phase.round();
        let con = &mut self.redis.connection();
        Ok(events::publish_picked(con, game.id, question, round).await?)
    }
}
