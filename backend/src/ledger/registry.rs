//! The registry of rains: sealed packet by packet, with the pot funded, before they open.

use std::collections::HashSet;

use quizrain_shared::api::DeadLetterState;
use quizrain_shared::ids::{GameId, RainId};
use quizrain_shared::rain::RainPlan;
use sqlx::Row;

use crate::ledger::rain_row::{COLUMNS, RainRow, parse_rain};
use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, from_db, parse, to_db};

/// How near its end a rain is.
#[derive(Clone, Copy, Debug)]
pub struct RainEnd {
    /// Since when nothing is caught in it any more, in ms of server time.
    pub closed_ms: Option<u64>,
    /// Nothing is settled in it any more.
    pub settled: bool,
    /// Claims of it were put aside, and wait for the host.
    pub letters: bool,
    /// How often another server of Redis took over one of its shards.
    pub takeovers: u64,
}

impl Sql {
    /// A rain by its id.
    ///
    /// # Errors
    /// The database failed.
    pub async fn rain(&self, rain: RainId) -> Result<Option<RainRow>, StoreError> {
        bounded(async {
            let row = sqlx::query(sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE rain = $1")))
                .bind(rain.to_string())
                .fetch_optional(&self.reader)
                .await?;
            Ok(row.as_ref().map(parse_rain).transpose()?)
        })
        .await
    }

    /// The rains of a game.
    ///
    /// # Errors
    /// The database failed.
    pub async fn rains_of(&self, game: GameId) -> Result<HashSet<RainId>, StoreError> {
        bounded(async {
            let rows: Vec<(String,)> = sqlx::query_as("SELECT rain FROM rains WHERE game = $1")
                .bind(game.to_string())
                .fetch_all(&self.reader)
                .await?;
            Ok(rows.iter().map(|(rain,)| parse(rain)).collect::<Result<_, sqlx::Error>>()?)
        })
        .await
    }

    /// The plans of a game's rains that have opened, first to last.
    ///
    /// # Errors
    /// The database failed.
    pub async fn opened_plans(&self, game: GameId) -> Result<Vec<RainPlan>, StoreError> {
        bounded(async {
            let sql =
                format!("{COLUMNS} WHERE game = $1 AND opens_ms IS NOT NULL ORDER BY ordinal");
            let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(game.to_string())
                .fetch_all(&self.reader)
                .await?;
            let rains = self.skipped.read("opened_plans", &rows, parse_rain);
            Ok(rains.into_iter().map(|rain| rain.plan).collect())
        })
        .await
    }

    /// The newest rain of a game.
    ///
    /// # Errors
    /// The database failed.
    pub async fn newest_rain(&self, game: GameId) -> Result<Option<RainRow>, StoreError> {
        bounded(async {
            let sql = format!("{COLUMNS} WHERE game = $1 ORDER BY ordinal DESC LIMIT 1");
            let row = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(game.to_string())
                .fetch_optional(&self.reader)
                .await?;
            Ok(row.as_ref().map(parse_rain).transpose()?)
        })
        .await
    }

    /// Rains that may still have claims to settle, those that can be read.
    ///
    /// # Errors
    /// The database failed.
    pub async fn unsettled_rains(&self) -> Result<Vec<RainRow>, StoreError> {
        bounded(async {
            let sql = format!("{COLUMNS} WHERE opens_ms IS NOT NULL AND settled_ms IS NULL");
            let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(&self.reader).await?;
            Ok(self.skipped.read("unsettled_rains", &rows, parse_rain))
        })
        .await
    }

    /// Rains that were sealed and will never open, those that can be read: their game is over, or
    /// has another rain since.
    ///
    /// # Errors
    /// The database failed.
    pub async fn unopened_rains(&self) -> Result<Vec<RainRow>, StoreError> {
        bounded(async {
            let sql = format!(
                "{COLUMNS} WHERE opens_ms IS NULL AND settled_ms IS NULL AND (
                 EXISTS (SELECT 1 FROM games WHERE games.game = rains.game
                     AND games.ended_ms IS NOT NULL)
                 OR EXISTS (SELECT 1 FROM rains AS later WHERE later.game = rains.game
                     AND later.ordinal > rains.ordinal))"
            );
            let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(&self.reader).await?;
            Ok(self.skipped.read("unopened_rains", &rows, parse_rain))
        })
        .await
    }

    /// Notes the window of an open rain. `false`: it was given up meanwhile, nothing changed.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn set_window(
        &self,
        rain: RainId,
        opens_ms: u64,
        closes_ms: u64,
    ) -> Result<bool, StoreError> {
        bounded(async {
            let done = sqlx::query(
                "UPDATE rains SET opens_ms = $2, closes_ms = $3
             WHERE rain = $1 AND closed_ms IS NULL",
            )
            .bind(rain.to_string())
            .bind(to_db(opens_ms))
            .bind(to_db(closes_ms))
            .execute(&self.writer)
            .await?;
            Ok(done.rows_affected() == 1)
        })
        .await
    }

    /// How near its end a rain is.
    ///
    /// # Errors
    /// The database failed.
    pub async fn end_of(&self, rain: RainId) -> Result<RainEnd, StoreError> {
        bounded(async {
            let row = sqlx::query(
                "SELECT closed_ms, settled_ms, (SELECT COUNT(*) FROM dead_letters
                 WHERE rain = $1 AND state <> $2) AS letters,
                 (SELECT COUNT(*) FROM generations
                  WHERE rain = $1 AND generation > 1) AS takeovers
             FROM rains WHERE rain = $1",
            )
            .bind(rain.to_string())
            .bind(DeadLetterState::Refuted.word())
            .fetch_one(&self.reader)
            .await?;
            let closed_ms: Option<i64> = row.try_get("closed_ms")?;
            Ok(RainEnd {
                closed_ms: closed_ms.and_then(|ms| u64::try_from(ms).ok()),
                settled: row.try_get::<Option<i64>, _>("settled_ms")?.is_some(),
                letters: row.try_get::<i64, _>("letters")? > 0,
                takeovers: from_db(row.try_get("takeovers")?)?,
            })
        })
        .await
    }

    /// How many claims of a rain are in the ledger.
    ///
    /// # Errors
    /// The database failed.
    pub async fn settled_count(&self, rain: RainId) -> Result<u64, StoreError> {
        bounded(async {
            let row = sqlx::query(
                "SELECT COUNT(*) AS settled FROM entries WHERE book = $1 AND kind = 'settle'",
            )
            .bind(rain.to_string())
            .fetch_one(&self.reader)
            .await?;
            Ok(from_db(row.try_get("settled")?)?)
        })
        .await
    }

    /// Notes that a rain which has not opened never will. `false`: it has opened since, nothing
    /// changed; once it is given up, its window is refused.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn give_up_rain(&self, rain: RainId, now_ms: u64) -> Result<bool, StoreError> {
        bounded(async {
            let done = sqlx::query(
                "UPDATE rains SET closed_ms = COALESCE(closed_ms, $2)
                 WHERE rain = $1 AND opens_ms IS NULL",
            )
            .bind(rain.to_string())
            .bind(to_db(now_ms))
            .execute(&self.writer)
            .await?;
            Ok(done.rows_affected() == 1)
        })
        .await
    }

    /// Notes that no claim can be granted any more.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn close_rain(&self, rain: RainId, now_ms: u64) -> Result<(), StoreError> {
        bounded(async {
            sqlx::query("UPDATE rains SET closed_ms = $2 WHERE rain = $1 AND closed_ms IS NULL")
                .bind(rain.to_string())
                .bind(to_db(now_ms))
                .execute(&self.writer)
                .await?;
            Ok(())
        })
        .await
    }

    /// The same for a driver. `false`: another epoch drives the game by now, nothing changed.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn close_rain_in(
        &self,
        rain: RainId,
        epoch: u64,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        bounded(async {
            let done = sqlx::query(
                "UPDATE rains SET closed_ms = COALESCE(closed_ms, $2) WHERE rain = $1
                 AND EXISTS (SELECT 1 FROM games WHERE games.game = rains.game
                     AND games.epoch <= $3)",
            )
            .bind(rain.to_string())
            .bind(to_db(now_ms))
            .bind(to_db(epoch))
            .execute(&self.writer)
            .await?;
            Ok(done.rows_affected() == 1)
        })
        .await
    }
}
