//! What is over: games whose keys can go, and games of play money that can be forgotten.
//!
//! Called by `retention`. Real money is never deleted, and nothing is deleted here
//! whose keys may still be in Redis.

use quizrain_shared::api::PayoutState;
use quizrain_shared::ids::{GameId, RainId};
use quizrain_shared::money::Currency;
use quizrain_shared::played::MAX_REPEATS;
use quizrain_shared::quiz::Quiz;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::ledger::shards_from;
use crate::quiz::FORGET_USES_OF_GAME;
use crate::store::StoreError;
use crate::store::sql::skipped::name;
use crate::store::sql::{Sql, bounded, one_of, parse, to_db};

/// A game that is over, and what has keys of its own.
#[derive(Clone, Debug)]
pub struct EndedGame {
    /// The game.
    pub game: GameId,
    /// How many rounds it had at most.
    pub rounds: u16,
    /// Its rains, and how many shards each has.
    pub rains: Vec<(RainId, u16)>,
}

/// A rain may have claims that are not in the ledger yet, and one that was never opened has money
/// that is not the sponsor's again yet.
const UNSETTLED: &str = "settled_ms IS NULL";

/// The host's own balance system may still be asked about a packet.
fn unpaid() -> String {
    let answered = one_of("payouts.state", &PayoutState::FINAL);
    format!("EXISTS (SELECT 1 FROM payouts WHERE payouts.rain = rains.rain AND NOT ({answered}))")
}

/// Somebody may still be told of a game.
fn untold() -> String {
    let open = one_of("webhooks.state", &PayoutState::OPEN);
    format!("EXISTS (SELECT 1 FROM webhooks WHERE webhooks.game = games.game AND {open})")
}

/// Games that one call finds.
const BATCH: i64 = 200;

/// Reads a game that is over, and its rains.
fn read_ended(row: &AnyRow, rains: &[AnyRow]) -> Result<EndedGame, sqlx::Error> {
    let body: String = row.try_get("body")?;
    let quiz: Quiz = serde_json::from_str(&body).map_err(|e| sqlx::Error::Decode(Box::new(e)))?;
    let rain = |row: &AnyRow| Ok((parse(row.try_get("rain")?)?, shards_from(row)?));
    Ok(EndedGame {
        game: parse(row.try_get("game")?)?,
        rounds: u16::try_from(quiz.questions.len()).unwrap_or(u16::MAX).saturating_add(MAX_REPEATS),
        rains: rains.iter().map(rain).collect::<Result<_, sqlx::Error>>()?,
    })
}

impl Sql {
    /// Games that are over, ended before a time or had somebody taken out of their log, have nothing left to settle
    /// or to log, and may have keys in Redis; the oldest first, not all of them at once. One that cannot be read
    /// keeps its keys.
    ///
    /// # Errors
    /// The database failed.
    pub async fn games_with_keys(&self, before_ms: u64) -> Result<Vec<EndedGame>, StoreError> {
        bounded(async {
            let sql = format!(
                "SELECT game, body FROM games
             WHERE ended_ms IS NOT NULL AND keys_deleted_ms IS NULL
                 AND (ended_ms <= $1 OR EXISTS (SELECT 1 FROM game_log
                     WHERE game_log.game = games.game AND what = 'erased'))
                 AND NOT EXISTS
                     (SELECT 1 FROM rains WHERE rains.game = games.game AND {UNSETTLED})
                 AND EXISTS (SELECT 1 FROM game_log
                     WHERE game_log.game = games.game AND what = 'finished')
             ORDER BY ended_ms LIMIT {BATCH}"
            );
            let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(to_db(before_ms))
                .fetch_all(&self.reader)
                .await?;
            let mut games = Vec::with_capacity(rows.len());
            for row in rows {
                let id = name(&row);
                let rains = sqlx::query("SELECT rain, shards FROM rains WHERE game = $1")
                    .bind(&id)
                    .fetch_all(&self.reader)
                    .await?;
                let game = read_ended(&row, &rains);
                games.push((id, game));
            }
            Ok(self.skipped.sift("games_with_keys", games))
        })
        .await
    }

    /// Notes that Redis holds nothing of a game any more.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn set_keys_deleted(&self, game: GameId, now_ms: u64) -> Result<(), StoreError> {
        bounded(async {
            sqlx::query(
                "UPDATE games SET keys_deleted_ms = $2
             WHERE game = $1 AND ended_ms IS NOT NULL AND keys_deleted_ms IS NULL",
            )
            .bind(game.to_string())
            .bind(to_db(now_ms))
            .execute(&self.writer)
            .await?;
            Ok(())
        })
        .await
    }

    /// Games that ended before a time, have no keys in Redis, nothing left to settle or to tell, and
    /// never had to do with real money; not all of them at once.
    ///
    /// # Errors
    /// The database failed.
    pub async fn games_of_points(&self, before_ms: u64) -> Result<Vec<GameId>, StoreError> {
        bounded(async {
            let (unpaid, untold) = (unpaid(), untold());
            let sql = format!(
                "SELECT game FROM games
             WHERE ended_ms <= $1 AND keys_deleted_ms IS NOT NULL AND NOT {untold} AND NOT EXISTS
                 (SELECT 1 FROM rains WHERE rains.game = games.game
                      AND (currency <> $2 OR ({UNSETTLED}) OR {unpaid}))
             ORDER BY ended_ms LIMIT {BATCH}"
            );
            let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(to_db(before_ms))
                .bind(Currency::POINTS.code())
                .fetch_all(&self.reader)
                .await?;
            let id = |row: &AnyRow| parse(row.try_get("game")?);
            Ok(self.skipped.read("games_of_points", &rows, id))
        })
        .await
    }

    /// Deletes one of [`Sql::games_of_points`] with all that belongs to it, in one transaction.
    /// `false`: it is not such a game, nothing changed.
    ///
    /// # Errors
    /// The database failed; nothing changed.
    pub async fn forget_game_of_points(&self, game: GameId) -> Result<bool, StoreError> {
        bounded(async {
            const RAINS: &str = "(SELECT rain FROM rains WHERE game = $1)";
            let id = game.to_string();
            let mut tx = self.write().await?;
            // Looked at again under the write lock: what is deleted here cannot be brought back.
            let (unpaid, untold) = (unpaid(), untold());
            let sql = format!(
                "SELECT COUNT(*) FROM games WHERE game = $1 AND ended_ms IS NOT NULL
                 AND keys_deleted_ms IS NOT NULL AND NOT {untold} AND NOT EXISTS
                 (SELECT 1 FROM rains WHERE rains.game = games.game
                      AND (currency <> $2 OR ({UNSETTLED}) OR {unpaid}))"
            );
            let (fits,): (i64,) = sqlx::query_as(sqlx::AssertSqlSafe(sql))
                .bind(&id)
                .bind(Currency::POINTS.code())
                .fetch_one(&mut *tx)
                .await?;
            if fits == 0 {
                return Ok(false);
            }
            // Children first.
            for sql in [
                // What the sponsor has left is what the entries say, also of those that stay.
                format!(
                    "UPDATE sponsors SET balance = balance
                     + (SELECT CAST(COALESCE(SUM(CASE WHEN debit = 'sponsor' THEN amount
                                                      ELSE -amount END), 0) AS BIGINT)
                        FROM entries WHERE entries.currency = sponsors.currency
                            AND 'sponsor' IN (debit, credit) AND book IN {RAINS})"
                ),
                format!("DELETE FROM entries WHERE book IN {RAINS}"),
                format!("DELETE FROM links WHERE book IN {RAINS}"),
                format!("DELETE FROM books WHERE book IN {RAINS}"),
                format!("DELETE FROM dead_letters WHERE rain IN {RAINS}"),
                format!("DELETE FROM generations WHERE rain IN {RAINS}"),
                format!("DELETE FROM voids WHERE rain IN {RAINS}"),
                format!("DELETE FROM payouts WHERE rain IN {RAINS}"),
                format!("DELETE FROM payout_holds WHERE rain IN {RAINS}"),
                format!("DELETE FROM contributions WHERE rain IN {RAINS}"),
                format!("DELETE FROM prizes WHERE rain IN {RAINS}"),
                format!("DELETE FROM packets WHERE rain IN {RAINS}"),
                "DELETE FROM rains WHERE game = $1".to_owned(),
                "DELETE FROM game_log WHERE game = $1".to_owned(),
                "DELETE FROM player_fields WHERE game = $1".to_owned(),
                "DELETE FROM seats WHERE game = $1".to_owned(),
                "DELETE FROM result_links WHERE game = $1".to_owned(),
                "DELETE FROM webhooks WHERE game = $1".to_owned(),
                "DELETE FROM crew WHERE game = $1".to_owned(),
                FORGET_USES_OF_GAME.to_owned(),
                "DELETE FROM games WHERE game = $1".to_owned(),
            ] {
                sqlx::query(sqlx::AssertSqlSafe(sql)).bind(&id).execute(&mut *tx).await?;
            }
            tx.commit().await?;
            Ok(true)
        })
        .await
    }

    /// Games that ended before a time, have a log and no keys in Redis, from which it could be written
    /// anew; not all of them at once.
    ///
    /// # Errors
    /// The database failed.
    pub async fn games_with_old_results(&self, before_ms: u64) -> Result<Vec<GameId>, StoreError> {
        bounded(async {
            let sql = format!(
                "SELECT game FROM games WHERE ended_ms <= $1 AND keys_deleted_ms IS NOT NULL
                 AND EXISTS (SELECT 1 FROM game_log WHERE game_log.game = games.game)
                 ORDER BY ended_ms LIMIT {BATCH}"
            );
            let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(to_db(before_ms))
                .fetch_all(&self.reader)
                .await?;
            let id = |row: &AnyRow| parse(row.try_get("game")?);
            Ok(self.skipped.read("games_with_old_results", &rows, id))
        })
        .await
    }

    /// Deletes the log of one of [`Sql::games_with_old_results`] and who had seats, the link to its results, and its
    /// webhooks, also those that never arrived.
    ///
    /// # Errors
    /// The database failed; nothing changed.
    pub async fn forget_results(&self, game: GameId) -> Result<(), StoreError> {
        // A receiver is told the same of a payout until it has answered.
        let told = format!(
            "UPDATE payouts SET field = NULL WHERE field IS NOT NULL AND {}
                 AND rain IN (SELECT rain FROM rains WHERE game = $1)",
            one_of("state", &PayoutState::FINAL)
        );
        bounded(async {
            let mut tx = self.write().await?;
            for sql in [
                "DELETE FROM webhooks WHERE game = $1",
                "DELETE FROM result_links WHERE game = $1",
                "DELETE FROM game_log WHERE game = $1",
                "DELETE FROM player_fields WHERE game = $1",
                "DELETE FROM seats WHERE game = $1",
                &told,
            ] {
                let query = sqlx::query(sqlx::AssertSqlSafe(sql));
                query.bind(game.to_string()).execute(&mut *tx).await?;
            }
            Ok(tx.commit().await?)
        })
        .await
    }
}
