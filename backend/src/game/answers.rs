//! Answers to the open question.

use quizrain_shared::ids::AccountId;
use quizrain_shared::question::Answer;
use quizrain_shared::wire::Refusal;

use crate::batch::{Operation, grouped};
use crate::error::Error;
use crate::game::calls::{self, Answered, GameRef, GivenAnswer};
use crate::game::{Game, Play};
use crate::store::StoreError;
use crate::store::redis::Redis;

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

    fn at_once(&self) -> usize {
        self.redis.promised_at_once()
    }

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

impl Play {
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
            Some(question) => Some(question),
            None => {
                // Another node's screens were faster.
                played = self.state(game).await?.stage.phase.played;
                game.question(&played, round)
            }
        };
        // Whoever has answered hears what counts, whatever comes now; and where there is no such round,
        // Redis says why.
        let accepts = |answer: &Answer| question.is_some_and(|question| question.accepts(answer));
        let answer = Some(answer).filter(accepts);
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
}
