//! The table of logs. Rows are numbered from 1 without gaps; none is ever changed, but where people are taken out.

use std::collections::HashSet;

use quizrain_shared::ids::{AccountId, GameId, Pin};
use sqlx::Row as _;
use sqlx::any::AnyRow;

use crate::failing::fail_at;
use crate::history::announce::announce;
use crate::history::rows::{
    ANSWERS, FINISHED, JOINED, Joined, MOVED, OUTCOMES, REMOVED, RENAMED, Row,
};
use crate::store::StoreError;
use crate::store::sql::{Sql, Tx, bounded, bounded_for, from_db, parse, to_db, values};

/// Rows that one statement writes or reads.
const AT_ONCE: usize = 50;

/// Games that one call finds.
const BATCH: i64 = 200;

/// A row as it stands.
#[derive(Clone, Debug)]
pub(crate) struct Logged {
    /// Its number, from 1.
    pub(crate) number: u64,
    /// The word.
    pub(crate) what: String,
    /// JSON.
    pub(crate) body: String,
}

pub(super) fn logged(row: &AnyRow) -> Result<Logged, sqlx::Error> {
    Ok(Logged {
        number: from_db(row.try_get("number")?)?,
        what: row.try_get("what")?,
        body: row.try_get("body")?,
    })
}

fn unreadable(error: &serde_json::Error) -> StoreError {
    StoreError::Unreadable { place: "a row of a game's log", what: error.to_string() }
}

/// Which of these sources a log has.
async fn known(
    tx: &mut Tx,
    game: GameId,
    sources: &[&String],
) -> Result<HashSet<String>, sqlx::Error> {
    let mut known = HashSet::new();
    for sources in sources.chunks(AT_ONCE) {
        let places = values(tx, 1, sources.len() + 1);
        let (own, others) = places.trim_matches(['(', ')']).split_once(',').unwrap_or_default();
        let sql =
            format!("SELECT source FROM game_log WHERE game = {own} AND source IN ({others})");
        let mut query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(game.to_string());
        for source in sources {
            query = query.bind(source.as_str());
        }
        for row in query.fetch_all(&mut **tx).await? {
            known.insert(row.try_get("source")?);
        }
    }
    Ok(known)
}

/// Writes rows behind the last one; how many were written.
pub(super) async fn insert(
    tx: &mut Tx,
    game: GameId,
    mut number: i64,
    rows: &[&Row],
) -> Result<u64, sqlx::Error> {
    let mut written = 0;
    for rows in rows.chunks(AT_ONCE) {
        let places = values(tx, rows.len(), 8);
        let sql = format!(
            "INSERT INTO game_log (game, number, what, at_ms, source, from_account, below_account,
                 body)
             VALUES {places} ON CONFLICT DO NOTHING"
        );
        let mut query = sqlx::query(sqlx::AssertSqlSafe(sql)).persistent(false);
        for row in rows {
            number += 1;
            query = query
                .bind(game.to_string())
                .bind(number)
                .bind(&row.what)
                .bind(to_db(row.at_ms))
                .bind(&row.source)
                .bind(&row.span.from)
                .bind(&row.span.below)
                .bind(&row.body);
        }
        written += query.execute(&mut **tx).await?.rows_affected();
    }
    Ok(written)
}

impl Sql {
    /// Which of these sources a game's log has.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn sources_logged(
        &self,
        game: GameId,
        sources: &[String],
    ) -> Result<HashSet<String>, StoreError> {
        bounded(async {
            let mut tx = self.snapshot().await?;
            Ok(known(&mut tx, game, &sources.iter().collect::<Vec<_>>()).await?)
        })
        .await
    }

    /// Writes groups of rows at the end of a game's log, all or none of them, and queues the webhooks
    /// of what they say; whose seats they tell of is noted before. A group is known by its
    /// last row: where the log has that, it has the group.
    ///
    /// # Errors
    /// Somebody else wrote at the same time, or the database failed; nothing changed, and doing it
    /// again is harmless.
    pub(crate) async fn append_log(
        &self,
        game: GameId,
        groups: &[Vec<Row>],
    ) -> Result<(), StoreError> {
        let count = groups.iter().map(Vec::len).sum();
        if count == 0 {
            return Ok(());
        }
        self.note_named(game, groups.iter().flatten()).await?;
        fail_at!("history.before_begin");
        bounded_for(count, async {
            let mut tx = self.write().await?;
            let sources: Vec<&String> = groups.iter().flatten().map(|row| &row.source).collect();
            let mut known = known(&mut tx, game, &sources).await?;
            let mut rows: Vec<&Row> = Vec::with_capacity(count);
            for group in groups {
                if group.last().is_some_and(|own| known.contains(&own.source)) {
                    continue;
                }
                rows.extend(group.iter().filter(|row| known.insert(row.source.clone())));
            }
            let (last,): (i64,) =
                sqlx::query_as("SELECT COALESCE(MAX(number), 0) FROM game_log WHERE game = $1")
                    .bind(game.to_string())
                    .fetch_one(&mut *tx)
                    .await?;
            let written = insert(&mut tx, game, last, &rows).await?;
            if written != rows.len() as u64 {
                return Err(StoreError::LogTaken);
            }
            announce(&mut tx, game, &rows).await?;
            fail_at!("history.before_commit");
            tx.commit().await?;
            fail_at!("history.after_commit");
            Ok(())
        })
        .await
    }

    /// The largest number of a seat in a game's log; 0: there is none.
    ///
    /// # Errors
    /// The database failed, or has a row that is not ours.
    pub(crate) async fn last_seat_logged(&self, game: GameId) -> Result<u32, StoreError> {
        let Some(body) = self.last_logged(game, JOINED).await? else { return Ok(0) };
        let joined: Joined = serde_json::from_str(&body).map_err(|error| unreadable(&error))?;
        Ok(joined.players.iter().map(|(_, number, ..)| *number).max().unwrap_or(0))
    }

    /// The kind of the phase that a game's last step led to, as far as its log goes.
    ///
    /// # Errors
    /// The database failed, or has a row that is not ours.
    pub(crate) async fn last_kind_logged(
        &self,
        game: GameId,
    ) -> Result<Option<String>, StoreError> {
        let Some(body) = self.last_logged(game, MOVED).await? else { return Ok(None) };
        let moved: serde_json::Value =
            serde_json::from_str(&body).map_err(|error| unreadable(&error))?;
        Ok(moved.get("kind").and_then(|kind| kind.as_str()).map(str::to_owned))
    }

    pub(super) async fn last_logged(
        &self,
        game: GameId,
        what: &str,
    ) -> Result<Option<String>, StoreError> {
        bounded(async {
            let row = sqlx::query(
                "SELECT body FROM game_log WHERE game = $1 AND what = $2
                 ORDER BY number DESC LIMIT 1",
            )
            .bind(game.to_string())
            .bind(what)
            .fetch_optional(&self.reader)
            .await?;
            Ok(row.map(|row| row.try_get("body")).transpose()?)
        })
        .await
    }

    /// The numbers of all seats in a game's log.
    ///
    /// # Errors
    /// The database failed, or has a row that is not ours.
    pub(crate) async fn seats_logged(&self, game: GameId) -> Result<HashSet<u32>, StoreError> {
        bounded(async {
            let rows = sqlx::query("SELECT body FROM game_log WHERE game = $1 AND what = $2")
                .bind(game.to_string())
                .bind(JOINED)
                .fetch_all(&self.reader)
                .await?;
            let mut numbers = HashSet::new();
            for row in rows {
                let body: &str = row.try_get("body")?;
                let joined: Joined =
                    serde_json::from_str(body).map_err(|error| unreadable(&error))?;
                numbers.extend(joined.players.into_iter().map(|(_, number, ..)| number));
            }
            Ok(numbers)
        })
        .await
    }

    /// Games that are over and whose rains are settled, but whose log is not finished; the oldest
    /// first, not all of them at once.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn unfinished_logs(&self) -> Result<Vec<GameId>, StoreError> {
        bounded(async {
            let sql = format!(
                "SELECT game FROM games WHERE ended_ms IS NOT NULL AND keys_deleted_ms IS NULL
                 AND NOT EXISTS (SELECT 1 FROM game_log
                     WHERE game_log.game = games.game AND what = '{FINISHED}')
                 AND NOT EXISTS (SELECT 1 FROM rains
                     WHERE rains.game = games.game AND settled_ms IS NULL)
                 ORDER BY ended_ms LIMIT {BATCH}"
            );
            let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(&self.reader).await?;
            let id = |row: &AnyRow| parse(row.try_get("game")?);
            Ok(self.skipped.read("unfinished_logs", &rows, id))
        })
        .await
    }

    /// Some rows of a game's log, in order, from behind this number.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn log_after(
        &self,
        game: GameId,
        number: u64,
    ) -> Result<Vec<Logged>, StoreError> {
        bounded(async {
            let rows = sqlx::query(
                "SELECT number, what, body FROM game_log WHERE game = $1 AND number > $2
                 ORDER BY number LIMIT $3",
            )
            .bind(game.to_string())
            .bind(to_db(number))
            .bind(i64::try_from(AT_ONCE).unwrap_or(i64::MAX))
            .fetch_all(&self.reader)
            .await?;
            Ok(rows.iter().map(logged).collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Some of the rows that say what an account did, in order, from behind this number: each step,
    /// who came, went and was renamed where that is said of the account, how it ended, and of what rounds have of
    /// many the parts in which it would be.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn log_about(
        &self,
        game: GameId,
        account: AccountId,
        number: u64,
    ) -> Result<Vec<Logged>, StoreError> {
        let bytewise = self.dialect.bytewise();
        bounded(async {
            let sql = format!(
                "SELECT number, what, body FROM game_log
                 WHERE game = $1 AND number > $2 AND (
                     what IN ('{MOVED}', '{ANSWERS}', '{OUTCOMES}')
                         AND from_account {bytewise} <= $3 AND below_account {bytewise} > $3
                     OR what IN ('{JOINED}', '{REMOVED}', '{RENAMED}') AND body LIKE $4
                     OR what = '{FINISHED}')
                 ORDER BY number LIMIT $5"
            );
            let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(game.to_string())
                .bind(to_db(number))
                .bind(account.to_string())
                .bind(format!("%\"{account}\"%"))
                .bind(i64::try_from(AT_ONCE).unwrap_or(i64::MAX))
                .fetch_all(&self.reader)
                .await?;
            Ok(rows.iter().map(logged).collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Whether nothing follows in a game's log.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn is_log_finished(&self, game: GameId) -> Result<bool, StoreError> {
        bounded(async {
            let sql = format!("SELECT 1 FROM game_log WHERE game = $1 AND what = '{FINISHED}'");
            let row = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(game.to_string());
            Ok(row.fetch_optional(&self.reader).await?.is_some())
        })
        .await
    }

    /// The newest game that had a pin.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn newest_with_pin(&self, pin: Pin) -> Result<Option<GameId>, StoreError> {
        bounded(async {
            let row = sqlx::query(
                "SELECT game FROM games WHERE pin = $1 ORDER BY created_ms DESC LIMIT 1",
            )
            .bind(i64::from(pin.number()))
            .fetch_optional(&self.reader)
            .await?;
            Ok(row.map(|row| parse(row.try_get("game")?)).transpose()?)
        })
        .await
    }
}
