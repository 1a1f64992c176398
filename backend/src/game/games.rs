//! The registry of games: made, found by id or pin, driven by whoever has the right, ended.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use moka::future::Cache;
use quizrain_shared::api::{CreateGame, GameSummary, HostRight, ListGames};
use quizrain_shared::ids::{GameId, GuestListId, HostId, Incarnation, Link, MediaId, Pin};
use quizrain_shared::question::Question;
use quizrain_shared::settings::Settings;
use quizrain_shared::wire::Refusal;
use redis::aio::ConnectionLike;

use crate::batch::{ReadGate, shared};
use crate::error::Error;
use crate::events;
use crate::game::booth::Booth;
use crate::game::calls::GameRef;
use crate::game::{Game, GameOptions, GameRow, Limits, Registered, calls};
use crate::hosts::Sees;
use crate::people::host_right;
use crate::quiz::{Library, QuizRow};
use crate::store::random::{Words, random_bytes, random_token};
use crate::store::redis::Redis;
use crate::store::redis::forget::forget_game;
use crate::store::sql::Sql;
use crate::store::{Clock, StoreError};

/// How long a pin is known to have no live game. Servers hear of new games by themselves.
const PIN_TTL: Duration = Duration::from_secs(1);

/// Pins about which that is known.
const MAX_PINS: u64 = 10_000;

/// How often a taken pin is replaced by another; with a thousand live games among 900,000 pins
/// even one repetition is rare.
const PIN_TRIES: usize = 50;

/// The games of this registry, and those that this node knows.
pub struct Games {
    library: Library,
    pub(super) redis: Redis,
    pub(crate) sql: Sql,
    clock: Arc<Clock>,
    pub(super) gate: Arc<ReadGate>,
    limits: Limits,
    /// Whether webhooks tell of games that are made here.
    announced: bool,
    /// Live games by id.
    cache: RwLock<HashMap<GameId, Arc<Game>>>,
    /// What the registry said of pins that no game in the cache has.
    pins: Cache<Pin, Option<Arc<Game>>>,
    pub(crate) booth: Booth,
}

impl Games {
    /// The games of these stores.
    #[must_use]
    pub fn new(
        redis: Redis,
        sql: Sql,
        clock: Arc<Clock>,
        gate: Arc<ReadGate>,
        limits: Limits,
    ) -> Self {
        Self {
            library: Library::new(sql.clone()),
            redis,
            sql,
            clock,
            gate,
            limits,
            announced: false,
            cache: RwLock::default(),
            pins: Cache::builder().max_capacity(MAX_PINS).time_to_live(PIN_TTL).build(),
            booth: Booth::default(),
        }
    }

    /// Has webhooks tell of games that are made from now on, or not.
    #[must_use]
    pub fn announced(self, announced: bool) -> Self {
        Self { announced, ..self }
    }

    /// Server time in ms.
    pub(crate) fn now_ms(&self) -> u64 {
        self.clock.now_ms()
    }

    fn cached(&self, game: GameId) -> Option<Arc<Game>> {
        let games = self.cache.read().unwrap_or_else(PoisonError::into_inner);
        games.get(&game).cloned()
    }

    fn cached_by_pin(&self, pin: Pin) -> Option<Arc<Game>> {
        let games = self.cache.read().unwrap_or_else(PoisonError::into_inner);
        games.values().find(|game| game.pin == pin).cloned()
    }

    /// Caches a live game. One that is over is not cached: its pin may be another's soon.
    fn cache(&self, row: GameRow) -> Arc<Game> {
        let ended = row.ended;
        let game = Arc::new(Game::new(row, &self.redis, &self.sql, self.limits));
        if ended {
            return game;
        }
        let mut games = self.cache.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(games.entry(game.id).or_insert(game))
    }

    /// Drops the games that are not among these. One that was made at this moment may go as well:
    /// the next call reads it again.
    pub(crate) fn keep_only(&self, live: &HashSet<GameId>) {
        let mut games = self.cache.write().unwrap_or_else(PoisonError::into_inner);
        games.retain(|game, _| live.contains(game));
    }

    /// The live games for the guests of a list.
    #[must_use]
    pub fn for_guests(&self, guests: GuestListId) -> Vec<Arc<Game>> {
        let games = self.cache.read().unwrap_or_else(PoisonError::into_inner);
        games.values().filter(|game| game.options.guests == Some(guests)).cloned().collect()
    }

    /// The live game with a pin.
    ///
    /// # Errors
    /// [`Refusal::UnknownPin`], or the database failed or is busy.
    pub async fn by_pin(&self, pin: Pin) -> Result<Arc<Game>, Error> {
        let game = self.to_show(pin).await?;
        if game.was_over { Err(Refusal::UnknownPin.into()) } else { Ok(game) }
    }

    /// The game that a pin leads to: the live one, else the one that ended last, for as long as its
    /// keys are kept. What is over can be looked at and takes nobody in.
    ///
    /// # Errors
    /// [`Refusal::UnknownPin`], or the database failed or is busy.
    pub async fn to_show(&self, pin: Pin) -> Result<Arc<Game>, Error> {
        if let Some(game) = self.cached_by_pin(pin) {
            return Ok(game);
        }
        let found = self.pins.try_get_with(
            pin,
            self.gate.read("pin", async {
                let row = match self.sql.game_by_pin(pin).await? {
                    None => self.sql.ended_game_by_pin(pin).await?,
                    live => live,
                };
                Ok(row.map(|row| self.cache(row)))
            }),
        );
        let found = found.await.map_err(|error| shared(&error))?;
        if found.as_ref().is_some_and(|game| !game.was_over) {
            // The registry knows when it is over.
            self.pins.invalidate(&pin).await;
        }
        found.ok_or_else(|| Refusal::UnknownPin.into())
    }

    /// Makes a game of a quiz: of all its questions in their order, or of so many drawn from it; for an
    /// account, where whoever asks is signed in.
    ///
    /// # Errors
    /// No such quiz or picture, a quiz that is not finished, or a store failed.
    pub async fn create(&self, wish: CreateGame, host: Option<HostId>) -> Result<HostRight, Error> {
        let CreateGame {
            quiz,
            questions,
            mode,
            names,
            settings,
            identity,
            pays_anybody,
            guests,
            field,
        } = wish;
        let QuizRow { id, mut quiz } = self.library.quiz(&quiz).await?.ok_or(Error::NotFound)?;
        if let Some(problem) = quiz.problems().into_iter().next() {
            return Err(Error::Unfinished(problem));
        }
        if let Some(count) = questions {
            draw(&mut quiz.questions, usize::from(count.get()))?;
        }
        // Its settings have it from here on.
        let look = quiz.theme.take().unwrap_or_default();
        let settings = settings.unwrap_or_default().with_look(look);
        let shown: Vec<MediaId> = settings.theme.media().collect();
        if !self.sql.has_pictures(&shown).await? {
            return Err(Error::NoLook);
        }
        let token = random_token()?;
        let questions = u16::try_from(quiz.questions.len()).unwrap_or(u16::MAX);
        let row = GameRow {
            game: GameId(random_bytes()?),
            pin: random_pin()?,
            quiz,
            options: GameOptions { mode, names, identity, pays_anybody, guests, field },
            incarnation: Incarnation(random_bytes()?),
            epoch: 1,
            host_hash: host_right(&token),
            host,
            secret: Link(random_bytes()?),
            ended: false,
        };
        // In Redis first: nobody can look for a game there that SQL does not name yet. A disk that is busy for a
        // second is no reason to have its host try again.
        let con = &mut self.redis.slow().await?;
        let reference = GameRef { game: row.game, incarnation: row.incarnation };
        let made = calls::create(con, reference, row.epoch, questions, &settings).await?;
        if made == calls::Created::Taken {
            return Err(Refusal::Unavailable.into());
        }
        let registered = self.register(row, &shown).await;
        if let Err(error) = &registered {
            forget_unregistered(con, reference.game, error).await;
        }
        let game = registered?;
        if let Err(error) = self.library.set_played(&id).await {
            tracing::warn!(game = %game.id, %error, "failed to note when a quiz was played; its list shows the time before");
        }
        if let Err(error) = events::publish_game(con, game.id).await {
            // It is made all the same: servers that have not heard of it find it in SQL.
            tracing::warn!(game = %game.id, %error, "failed to publish a new game; other nodes find it in the database");
        }
        tracing::info!(game = %game.id, pin = %game.pin, "game made");
        Ok(HostRight { game: game.id, pin: game.pin, token })
    }

    /// Registers a game that shows these pictures beside its quiz, under a pin that no live one has.
    async fn register(&self, mut row: GameRow, shown: &[MediaId]) -> Result<Arc<Game>, Error> {
        for _ in 0..PIN_TRIES {
            match self.sql.put_game(&row, shown, self.announced, self.now_ms()).await? {
                Registered::Done => return Ok(self.cache(row)),
                // It was deleted at this moment.
                Registered::NoPicture => return Err(Error::NoLook),
                Registered::PinTaken => row.pin = random_pin()?,
            }
        }
        Err(Refusal::Unavailable.into())
    }

    /// Tells every server of those live games that are not among these and can be read.
    ///
    /// # Errors
    /// A store failed; doing it again is harmless.
    pub async fn announce_missing(&self, known: &HashSet<GameId>) -> Result<(), Error> {
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
    pub async fn live(&self) -> Result<Vec<Arc<Game>>, Error> {
        let rows = self.sql.live_games().await?;
        Ok(rows.into_iter().map(|row| self.cache(row)).collect())
    }

    /// The live games that somebody sees, as they are asked for, newest first, without where they stand; `None`:
    /// `after` is no game to them.
    ///
    /// # Errors
    /// The database failed.
    pub async fn listed(
        &self,
        wish: ListGames,
        sees: Sees,
    ) -> Result<Option<Vec<GameSummary>>, Error> {
        if let Some(after) = wish.after
            && !self.sql.is_seen(after, sees).await?
        {
            return Ok(None);
        }
        Ok(Some(self.sql.listed_games(wish, sees).await?))
    }

    /// A game, also one that is over.
    ///
    /// # Errors
    /// No such game, or the database failed.
    pub async fn get(&self, id: GameId) -> Result<Arc<Game>, Error> {
        if let Some(game) = self.cached(id) {
            return Ok(game);
        }
        let row = self.sql.game(id).await?.ok_or(Error::NotFound)?;
        Ok(self.cache(row))
    }

    /// A game as the registry has it now.
    ///
    /// # Errors
    /// The database failed.
    pub async fn find(&self, id: GameId) -> Result<Option<GameRow>, StoreError> {
        self.sql.game(id).await
    }

    /// Has a game run in another way than before from now on.
    ///
    /// # Errors
    /// [`Refusal::Invalid`], the game is over, or a store failed; doing it again is harmless.
    pub async fn configure(
        &self,
        game: &Game,
        before: &Settings,
        settings: &Settings,
    ) -> Result<(), Error> {
        settings.check().map_err(|_| Refusal::Invalid)?;
        // What was shown before is noted: who locks a game or stops it needs no database.
        let known: Vec<MediaId> = before.theme.media().collect();
        let shown: Vec<MediaId> =
            settings.theme.media().filter(|media| !known.contains(media)).collect();
        if !shown.is_empty() && !self.sql.show_media(game.id, &shown).await? {
            return Err(Refusal::Invalid.into());
        }
        let con = &mut self.redis.connection();
        let done = calls::configure(con, game.reference(), settings).await?;
        if done { Ok(()) } else { Err(Refusal::GameEnded.into()) }
    }

    /// An epoch that nobody else drives this game in. `None`: the game is over.
    ///
    /// # Errors
    /// The database failed.
    pub async fn take_epoch(&self, game: GameId) -> Result<Option<u64>, Error> {
        Ok(self.sql.take_epoch(game).await?)
    }

    /// Notes in the registry that a game is over and forgets it here.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn end(&self, game: GameId) -> Result<(), StoreError> {
        self.sql.end_game(game, self.now_ms()).await?;
        self.cache.write().unwrap_or_else(PoisonError::into_inner).remove(&game);
        Ok(())
    }
}

/// Takes out of Redis what a game has there that was not registered. One that may be registered keeps it: its host
/// finds it among the live games.
async fn forget_unregistered(con: &mut impl ConnectionLike, game: GameId, why: &Error) {
    if matches!(why, Error::Store(error) if error.may_be_done()) {
        return;
    }
    // No round was played.
    if let Err(error) = forget_game(con, game, 0).await {
        tracing::warn!(%game, %error, "failed to delete the state of a game that was not made; it stays in Redis");
    }
}

/// Keeps `count` questions, each as likely as any other, in random order. No slide: it belongs to what stands
/// around it.
fn draw(questions: &mut Vec<Question>, count: usize) -> Result<(), getrandom::Error> {
    questions.retain(|question| !question.is_slide());
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

    use quizrain_shared::question::{QuestionKind, TrueFalse};

    use super::*;

    fn questions() -> Vec<Question> {
        let kind = QuestionKind::TrueFalse(TrueFalse { correct: true });
        let question = |i: u16| Question::new(i.to_string(), kind.clone());
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
