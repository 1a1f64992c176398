//! The registry of games.

use std::fmt::Write as _;

use quizrain_shared::api::{GameSummary, ListGames};
use quizrain_shared::field::JoinField;
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::{GameId, GuestListId, HostId, Incarnation, Link, MediaId, Pin};
use quizrain_shared::mode::Mode;
use quizrain_shared::name::NameRule;
use quizrain_shared::quiz::Quiz;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sqlx::Row;
use sqlx::any::AnyRow;

use super::seen::and_seen;
use crate::failing::fail_at;
use crate::hosts::Sees;
use crate::people::Owner;
use crate::quiz::{MediaUser, note_shown, note_uses};
use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, from_db, parse, to_db};

/// A game.
#[derive(Clone, Debug)]
pub struct GameRow {
    /// The game.
    pub game: GameId,
    /// The digits to join.
    pub pin: Pin,
    /// The quiz as it was when the game was made.
    pub quiz: Quiz,
    /// What does not change about how it is played.
    pub options: GameOptions,
    /// The incarnation of its state in Redis.
    pub incarnation: Incarnation,
    /// Who drives it, counted up at each takeover.
    pub epoch: u64,
    /// SHA-256 of the host token, as hex.
    pub host_hash: String,
    /// Whose account made it or took it over, where whoever did was signed in.
    pub host: Option<HostId>,
    /// The last link of the chain from which its rains are drawn.
    pub secret: Link,
    /// Whether it is over.
    pub ended: bool,
}

/// What became of a game that was to be registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Registered {
    /// It is there.
    Done,
    /// A live game has its pin: choose another. Nothing changed.
    PinTaken,
    /// A picture that it shows is not here. Nothing changed.
    NoPicture,
}

/// What does not change about how a game is played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameOptions {
    /// What it is played for.
    pub mode: Mode,
    /// How players come to their names.
    pub names: NameRule,
    /// Who takes a seat.
    #[serde(default)]
    pub identity: Identity,
    /// Whether money may be paid out to browsers, of which one person may have several.
    #[serde(default)]
    pub pays_anybody: bool,
    /// Whose guests take a seat, where it is for people who are invited.
    #[serde(default)]
    pub guests: Option<GuestListId>,
    /// What everybody who takes a seat is asked for.
    #[serde(default)]
    pub field: Option<JoinField>,
}

impl GameOptions {
    /// Whether somebody may have a seat.
    #[must_use]
    pub fn admits(&self, owner: Owner) -> bool {
        self.identity.admits(owner.identity)
            && match self.identity {
                Identity::Open => true,
                Identity::Signed => owner.believed,
                Identity::Invited => self.guests == owner.guests,
            }
    }
}

fn json<T: DeserializeOwned>(row: &AnyRow, column: &str) -> Result<T, sqlx::Error> {
    let text: String = row.try_get(column)?;
    serde_json::from_str(&text).map_err(|e| sqlx::Error::Decode(Box::new(e)))
}

fn to_json<T: Serialize>(value: &T) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|e| sqlx::Error::Encode(Box::new(e)))
}

/// What [`parse_game`] reads.
pub(crate) const COLUMNS: &str = "SELECT game, pin, body, options, incarnation, epoch, host_hash, host, secret, ended_ms FROM games";

/// Reads a game.
pub(crate) fn parse_game(row: &AnyRow) -> Result<GameRow, sqlx::Error> {
    Ok(GameRow {
        game: parse(row.try_get("game")?)?,
        pin: parse_pin(row)?,
        quiz: json(row, "body")?,
        options: json(row, "options")?,
        incarnation: parse(row.try_get("incarnation")?)?,
        epoch: from_db(row.try_get("epoch")?)?,
        host_hash: row.try_get("host_hash")?,
        host: row.try_get::<Option<&str>, _>("host")?.map(parse).transpose()?,
        secret: parse(row.try_get("secret")?)?,
        ended: row.try_get::<Option<i64>, _>("ended_ms")?.is_some(),
    })
}

fn parse_pin(row: &AnyRow) -> Result<Pin, sqlx::Error> {
    let pin = from_db(row.try_get("pin")?)?;
    let pin = u32::try_from(pin).ok().and_then(Pin::new);
    pin.ok_or_else(|| sqlx::Error::Decode("not a pin".into()))
}

/// Reads a game as it is listed, but where it stands, which Redis knows.
fn parse_summary(row: &AnyRow) -> Result<GameSummary, sqlx::Error> {
    Ok(GameSummary {
        game: parse(row.try_get("game")?)?,
        pin: parse_pin(row)?,
        title: row.try_get("title")?,
        now: None,
    })
}

impl Sql {
    /// Registers a game, which shows these pictures beside its quiz, and of which webhooks tell or not.
    ///
    /// # Errors
    /// The database failed.
    pub async fn put_game(
        &self,
        game: &GameRow,
        shown: &[MediaId],
        announced: bool,
        now_ms: u64,
    ) -> Result<Registered, StoreError> {
        bounded(async {
            let body = to_json(&game.quiz)?;
            let options = to_json(&game.options)?;
            let mut tx = self.write().await?;
            let done = sqlx::query(
            "INSERT INTO games (game, pin, title, body, incarnation, epoch, host_hash, created_ms,
                 secret, options, events, host)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING",
        )
        .bind(game.game.to_string())
        .bind(i64::from(game.pin.number()))
        .bind(&game.quiz.title)
        .bind(body)
        .bind(game.incarnation.to_string())
        .bind(to_db(game.epoch))
        .bind(&game.host_hash)
        .bind(to_db(now_ms))
        .bind(game.secret.reveal())
        .bind(options)
        .bind(announced.then_some(0_i64))
        .bind(game.host.map(|host| host.to_string()))
        .execute(&mut *tx)
        .await?;
            if done.rows_affected() == 0 {
                return Ok(Registered::PinTaken);
            }
            // Its pictures stay, whatever becomes of the quiz.
            note_uses(&mut tx, MediaUser::Game(game.game), &game.quiz).await?;
            if !note_shown(&mut tx, game.game, shown).await? {
                return Ok(Registered::NoPicture);
            }
            tx.commit().await?;
            Ok(Registered::Done)
        })
        .await
    }

    /// Has pictures that a game shows beside its quiz stay as long as it does; whether the game and all of them are
    /// here. Nothing changed where not.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub(super) async fn show_media(
        &self,
        game: GameId,
        shown: &[MediaId],
    ) -> Result<bool, StoreError> {
        bounded(async {
            let mut tx = self.write().await?;
            let found = sqlx::query("SELECT 1 FROM games WHERE game = $1");
            let found = found.bind(game.to_string()).fetch_optional(&mut *tx).await?;
            let here = found.is_some() && note_shown(&mut tx, game, shown).await?;
            if here {
                tx.commit().await?;
            }
            Ok(here)
        })
        .await
    }

    /// A game by its id.
    ///
    /// # Errors
    /// The database failed.
    pub async fn game(&self, game: GameId) -> Result<Option<GameRow>, StoreError> {
        bounded(async {
            let row = sqlx::query(sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE game = $1")))
                .bind(game.to_string())
                .fetch_optional(&self.reader)
                .await?;
            Ok(row.as_ref().map(parse_game).transpose()?)
        })
        .await
    }

    /// The live game with a pin.
    ///
    /// # Errors
    /// The database failed.
    pub async fn game_by_pin(&self, pin: Pin) -> Result<Option<GameRow>, StoreError> {
        bounded(async {
            let sql = format!("{COLUMNS} WHERE pin = $1 AND ended_ms IS NULL");
            let row = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(i64::from(pin.number()))
                .fetch_optional(&self.reader)
                .await?;
            Ok(row.as_ref().map(parse_game).transpose()?)
        })
        .await
    }

    /// Of the games that are over, the one with a pin that ended last and whose keys are still in
    /// Redis.
    ///
    /// # Errors
    /// The database failed.
    pub async fn ended_game_by_pin(&self, pin: Pin) -> Result<Option<GameRow>, StoreError> {
        bounded(async {
            let sql = format!(
                "{COLUMNS} WHERE pin = $1 AND ended_ms IS NOT NULL AND keys_deleted_ms IS NULL
                 ORDER BY ended_ms DESC LIMIT 1"
            );
            let row = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(i64::from(pin.number()))
                .fetch_optional(&self.reader)
                .await?;
            Ok(row.as_ref().map(parse_game).transpose()?)
        })
        .await
    }

    /// Every live game that can be read, newest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn live_games(&self) -> Result<Vec<GameRow>, StoreError> {
        let bytewise = self.dialect.bytewise();
        let sql = format!(
            "{COLUMNS} WHERE ended_ms IS NULL ORDER BY created_ms DESC, game {bytewise} DESC"
        );
        bounded(async {
            let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(&self.reader).await?;
            Ok(self.skipped.read("live_games", &rows, parse_game))
        })
        .await
    }

    /// Live games that somebody sees, newest first: those after a game, which may be over by now. Pages of hosts ask
    /// for this again and again: no quiz is read for it.
    ///
    /// # Errors
    /// The database failed.
    pub async fn listed_games(
        &self,
        wish: ListGames,
        sees: Sees,
    ) -> Result<Vec<GameSummary>, StoreError> {
        let bytewise = self.dialect.bytewise();
        let seen = and_seen(sees);
        let mut sql = format!("SELECT game, pin, title FROM games WHERE ended_ms IS NULL{seen}");
        if wish.after.is_some() {
            let made = "(SELECT created_ms FROM games WHERE game = $1)";
            let _ = write!(
                sql,
                " AND (created_ms < {made} OR created_ms = {made} AND game {bytewise} < $1)"
            );
        }
        let _ = write!(sql, " ORDER BY created_ms DESC, game {bytewise} DESC");
        if let Some(limit) = wish.limit {
            let _ = write!(sql, " LIMIT {limit}");
        }
        bounded(async {
            let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
            if let Some(after) = wish.after {
                query = query.bind(after.to_string());
            }
            let rows = query.fetch_all(&self.reader).await?;
            Ok(self.skipped.read("listed_games", &rows, parse_summary))
        })
        .await
    }

    /// The ids of live games.
    ///
    /// # Errors
    /// The database failed.
    pub async fn live_game_ids(&self) -> Result<Vec<GameId>, StoreError> {
        bounded(async {
            let rows = sqlx::query("SELECT game FROM games WHERE ended_ms IS NULL")
                .fetch_all(&self.reader)
                .await?;
            let id = |row: &AnyRow| parse(row.try_get("game")?);
            Ok(self.skipped.read("live_game_ids", &rows, id))
        })
        .await
    }

    /// Gives a live game another host token, which is that of an account or nobody's, and ends the rights
    /// of its crew.
    ///
    /// # Errors
    /// The database failed; nothing changed.
    pub async fn set_host_hash(
        &self,
        game: GameId,
        hash: &str,
        host: Option<HostId>,
    ) -> Result<bool, StoreError> {
        bounded(async {
            let mut tx = self.write().await?;
            let done = sqlx::query(
                "UPDATE games SET host_hash = $2, host = $3 WHERE game = $1 AND ended_ms IS NULL",
            )
            .bind(game.to_string())
            .bind(hash)
            .bind(host.map(|host| host.to_string()))
            .execute(&mut *tx)
            .await?;
            if done.rows_affected() == 0 {
                return Ok(false);
            }
            sqlx::query("DELETE FROM crew WHERE game = $1")
                .bind(game.to_string())
                .execute(&mut *tx)
                .await?;
            tx.commit().await?;
            Ok(true)
        })
        .await
    }

    /// Counts up who drives a live game; the number that belongs to the caller from now on. `None`:
    /// the game is over.
    ///
    /// # Errors
    /// The database failed: a number may have been left out, which is harmless.
    pub async fn take_epoch(&self, game: GameId) -> Result<Option<u64>, StoreError> {
        bounded(async {
            let row = sqlx::query(
                "UPDATE games SET epoch = epoch + 1 WHERE game = $1 AND ended_ms IS NULL
                 RETURNING epoch",
            )
            .bind(game.to_string())
            .fetch_optional(&self.writer)
            .await?;
            Ok(row.map(|row| from_db(row.try_get("epoch")?)).transpose()?)
        })
        .await
    }

    /// Shows a live game at the booth, in place of the one before. `false`: it is over, nothing
    /// changed.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn set_booth(&self, game: GameId, now_ms: u64) -> Result<bool, StoreError> {
        bounded(async {
            let done =
                sqlx::query("UPDATE games SET booth_ms = $2 WHERE game = $1 AND ended_ms IS NULL")
                    .bind(game.to_string())
                    .bind(to_db(now_ms))
                    .execute(&self.writer)
                    .await?;
            if done.rows_affected() == 0 {
                return Ok(false);
            }
            // Until then the newer of the two is at the booth.
            sqlx::query("UPDATE games SET booth_ms = NULL WHERE booth_ms <= $2 AND game <> $1")
                .bind(game.to_string())
                .bind(to_db(now_ms))
                .execute(&self.writer)
                .await?;
            Ok(true)
        })
        .await
    }

    /// The pin of the live game at the booth.
    ///
    /// # Errors
    /// The database failed.
    pub async fn booth(&self) -> Result<Option<Pin>, StoreError> {
        bounded(async {
            let row = sqlx::query(
                "SELECT pin FROM games WHERE booth_ms IS NOT NULL AND ended_ms IS NULL
                 ORDER BY booth_ms DESC LIMIT 1",
            )
            .fetch_optional(&self.reader)
            .await?;
            let pin = row.map(|row| from_db(row.try_get("pin")?)).transpose()?;
            Ok(pin.and_then(|pin| u32::try_from(pin).ok()).and_then(Pin::new))
        })
        .await
    }

    /// Marks a game as over; its pin is free then.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn end_game(&self, game: GameId, now_ms: u64) -> Result<(), StoreError> {
        fail_at!("game.before_end");
        bounded(async {
            sqlx::query("UPDATE games SET ended_ms = $2 WHERE game = $1 AND ended_ms IS NULL")
                .bind(game.to_string())
                .bind(to_db(now_ms))
                .execute(&self.writer)
                .await?;
            Ok(())
        })
        .await
    }
}
