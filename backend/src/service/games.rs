//! The library and the registry: quizzes, games, pins, who may host.

use std::collections::HashSet;
use std::num::NonZeroU16;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use quizrain_shared::api::HostRight;
use quizrain_shared::ids::{GameId, Incarnation, Link, Pin, Token};
use quizrain_shared::quiz::Question;
use quizrain_shared::wire::Refusal;
use subtle::ConstantTimeEq;

use crate::error::ServiceError;
use crate::events;
use crate::game::calls::GameRef;
use crate::game::{GameRow, calls};
use crate::quiz::QuizRow;
use crate::service::{Game, Service, host_right};
use crate::store::StoreError;
use crate::store::random::{Words, random_bytes, random_token};

/// How often a taken pin is replaced by another; with a thousand live games among 900,000 pins
/// even one repetition is rare.
const PIN_TRIES: usize = 50;

/// How long a host's button waits for the database, which is asked whether the right to it was given
/// to somebody else.
const HOST_CHECK_TIMEOUT: Duration = Duration::from_secs(1);

impl Service {
    /// The library.
    ///
    /// # Errors
    /// The database failed.
    pub async fn library(&self) -> Result<Vec<QuizRow>, ServiceError> {
        Ok(self.sql.quizzes().await?)
    }

    /// Makes a game of a quiz: of all its questions in their order, or of so many drawn from it.
    ///
    /// # Errors
    /// No such quiz, or a store failed.
    pub async fn create_game(
        &self,
        quiz: &str,
        questions: Option<NonZeroU16>,
    ) -> Result<HostRight, ServiceError> {
        let mut quiz = self.sql.quiz(quiz).await?.ok_or(ServiceError::NotFound)?.quiz;
        if let Some(count) = questions {
            draw(&mut quiz.questions, usize::from(count.get()))?;
        }
        let token = random_token()?;
        let rounds = u16::try_from(quiz.questions.len()).unwrap_or(u16::MAX);
        let mut row = GameRow {
            game: GameId(random_bytes()?),
            pin: random_pin()?,
            quiz,
            incarnation: Incarnation(random_bytes()?),
            epoch: 1,
            host_hash: host_right(&token),
            secret: Link(random_bytes()?),
            ended: false,
        };
        // In Redis first: nobody can look for a game there that SQL does not name yet.
        let con = &mut self.redis.connection();
        let reference = GameRef { game: row.game, incarnation: row.incarnation };
        calls::create(con, reference, row.epoch, rounds).await?;
        let mut tries = 0;
        while !self.sql.put_game(&row, self.now_ms()).await? {
            tries += 1;
            if tries == PIN_TRIES {
                return Err(Refusal::Unavailable.into());
            }
            row.pin = random_pin()?;
        }
        let game = self.remember_game(row);
        if let Err(error) = events::publish_game(con, game.id).await {
            // It is made all the same: servers that have not heard of it find it in SQL.
            tracing::warn!(game = %game.id, %error, "a new game is announced later");
        }
        tracing::info!(game = %game.id, pin = %game.pin, "game made");
        Ok(HostRight { game: game.id, pin: game.pin, token })
    }

    /// Tells every server of those live games that are not among these and can be read.
    ///
    /// # Errors
    /// A store failed; doing it again is harmless.
    pub async fn announce_others(&self, known: &HashSet<GameId>) -> Result<(), ServiceError> {
        for game in self.sql.live_game_ids().await?.into_iter().filter(|id| !known.contains(id)) {
            if matches!(self.sql.game(game).await, Err(error) if !error.is_away()) {
                // Nobody can take it on.
                continue;
            }
            events::publish_game(&mut self.redis.connection(), game).await?;
            tracing::info!(%game, "a game that this server had not heard of was announced again");
        }
        Ok(())
    }

    /// Every live game, newest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn live_games(&self) -> Result<Vec<Arc<Game>>, ServiceError> {
        let rows = self.sql.live_games().await?;
        Ok(rows.into_iter().map(|row| self.remember_game(row)).collect())
    }

    /// A game, also one that is over.
    ///
    /// # Errors
    /// No such game, or the database failed.
    pub async fn game(&self, id: GameId) -> Result<Arc<Game>, ServiceError> {
        if let Some(game) = self.cached_game(id) {
            return Ok(game);
        }
        let row = self.sql.game(id).await?.ok_or(ServiceError::NotFound)?;
        Ok(self.remember_game(row))
    }

    /// The game that a host token gives the right to drive, for somebody who has not shown one yet.
    ///
    /// # Errors
    /// [`Refusal::UnknownPin`], [`Refusal::NotAllowed`] for a wrong token, or the database failed or
    /// is busy.
    pub async fn new_host(&self, id: GameId, token: &Token) -> Result<Arc<Game>, ServiceError> {
        // A token that gives no right will not give one later, nor will a game appear that is not
        // there: both are random.
        let unknown = &self.guests.unknown;
        let game = unknown.seek(("game", id.0)).ok_or(Refusal::UnknownPin)?;
        let right = unknown.seek(("host", id.0, token.0)).ok_or(Refusal::NotAllowed)?;
        let found = self.guests.read("host", async {
            let row = self.sql.game(id).await?;
            if row.is_none() {
                unknown.note(game);
            }
            Ok(row)
        });
        let row = found.await?.ok_or(Refusal::UnknownPin)?;
        if !is_host(&row, token) {
            unknown.note(right);
            return Err(Refusal::NotAllowed.into());
        }
        Ok(self.remember_game(row))
    }

    /// Insists on the right of a host who has shown it before, and may have lost it since.
    ///
    /// # Errors
    /// [`Refusal::UnknownPin`], [`Refusal::NotAllowed`] if the token gives no right any more, or the
    /// database failed.
    pub async fn check_host(&self, id: GameId, token: &Token) -> Result<(), ServiceError> {
        let row = self.sql.game(id).await?.ok_or(Refusal::UnknownPin)?;
        if is_host(&row, token) { Ok(()) } else { Err(Refusal::NotAllowed.into()) }
    }

    /// The same, but where the database does not say in time they have it still: a show goes on
    /// without the database. Whoever loses the right is told through Redis, and closed.
    ///
    /// # Errors
    /// As of [`Self::check_host`], unless the database is away.
    pub async fn check_host_unless_away(
        &self,
        id: GameId,
        token: &Token,
    ) -> Result<(), ServiceError> {
        let checked = tokio::time::timeout(HOST_CHECK_TIMEOUT, self.check_host(id, token)).await;
        match checked.unwrap_or(Err(StoreError::Slow.into())) {
            Err(ServiceError::Store(error)) if error.is_away() => {
                tracing::debug!(game = %id, %error,
                    "failed to look up a host's right; it is taken for what it was");
                Ok(())
            }
            checked => checked,
        }
    }

    /// Gives the right to drive a live game anew; the old token is worth nothing then, and every
    /// server closes the sockets that were opened with it.
    ///
    /// # Errors
    /// No such live game, or a store failed; doing it again gives another token.
    pub async fn renew_host(&self, id: GameId) -> Result<HostRight, ServiceError> {
        let token = random_token()?;
        let right = host_right(&token);
        if !self.sql.set_host_hash(id, &right).await? {
            return Err(ServiceError::NotFound);
        }
        events::publish_host(&mut self.redis.connection(), id, &right).await?;
        let game = self.game(id).await?;
        tracing::info!(game = %id, "host right renewed");
        Ok(HostRight { game: id, pin: game.pin, token })
    }

    /// What [`host_right`] gives for the token that drives a game now; `None`: no such game.
    ///
    /// # Errors
    /// The database failed.
    pub async fn current_host_right(&self, game: GameId) -> Result<Option<String>, StoreError> {
        Ok(self.sql.game(game).await?.map(|row| row.host_hash))
    }

    /// Lets nobody else in, or opens the door again.
    ///
    /// # Errors
    /// A store failed.
    pub async fn lock(&self, game: &Game, locked: bool) -> Result<(), ServiceError> {
        let done = calls::lock(&mut self.redis.connection(), game.reference(), locked).await?;
        if done { Ok(()) } else { Err(Refusal::GameEnded.into()) }
    }

    /// Notes in the registry that a game is over and forgets it here.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn end_game(&self, game: GameId) -> Result<(), StoreError> {
        self.sql.end_game(game, self.now_ms()).await?;
        self.games.write().unwrap_or_else(PoisonError::into_inner).remove(&game);
        self.forget_rains(|of| of == game);
        Ok(())
    }
}

fn is_host(row: &GameRow, token: &Token) -> bool {
    row.host_hash.as_bytes().ct_eq(host_right(token).as_bytes()).into()
}

/// Keeps `count` questions, each as likely as any other, in random order.
fn draw(questions: &mut Vec<Question>, count: usize) -> Result<(), getrandom::Error> {
    let mut words = Words::new();
    for i in 0..count.min(questions.len()) {
        // 64 random bits over a few thousand questions favour none by more than 10^-15.
        let left = questions.len() - i;
        questions.swap(i, i + (words.next() % left as u64) as usize);
    }
    questions.truncate(count);
    words.finish()
}

fn random_pin() -> Result<Pin, getrandom::Error> {
    loop {
        // 20 random bits reach beyond the largest pin; what falls outside is drawn again, so
        // that every pin is equally likely.
        let bits = u32::from_le_bytes(random_bytes()?) >> 12;
        if let Some(pin) = Pin::new(bits) {
            return Ok(pin);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use quizrain_shared::quiz::{ChoiceSet, QuestionKind};

    use super::*;

    fn questions() -> Vec<Question> {
        let question = |i: u16| Question {
            text: i.to_string(),
            kind: QuestionKind::TrueFalse,
            choices: Vec::new(),
            correct: ChoiceSet(1),
            seconds: i,
            points: 0,
            explanation: String::new(),
        };
        (0..50).map(question).collect()
    }

    #[test]
    fn drawn_questions_are_different_ones_and_not_always_the_same() {
        let mut seen = BTreeSet::new();
        for _ in 0..200 {
            let mut drawn = questions();
            draw(&mut drawn, 10).unwrap();
            let texts: BTreeSet<String> = drawn.iter().map(|q| q.text.clone()).collect();
            assert_eq!(texts.len(), 10);
            seen.extend(texts);
        }
        assert_eq!(seen.len(), 50);
        let mut all = questions();
        draw(&mut all, 1000).unwrap();
        assert_eq!(all.len(), 50);
    }
}
