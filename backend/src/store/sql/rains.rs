//! The registry of rains: sealed packet by packet, with the pot funded, before they open.

use quizrain_shared::ids::{Commitment, GameId, Incarnation, RainId};
use quizrain_shared::money::Minor;
use quizrain_shared::rain::RainPlan;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::{Sql, from_db, parse, to_db};
use crate::store::StoreError;
use crate::store::claim::Packet;

/// A rain.
#[derive(Clone, Debug)]
pub struct RainRow {
    /// The rain.
    pub rain: RainId,
    /// Its game.
    pub game: GameId,
    /// First, second … rain of the game, from 0.
    pub ordinal: u32,
    /// The life of its pool in Redis.
    pub incarnation: Incarnation,
    /// What the host decided.
    pub plan: RainPlan,
    /// Where drops fall.
    pub picture_seed: u64,
    /// Secret until the rain has closed, as hex.
    pub nonce: String,
    /// Binds the server to nonce, rules and ordered amounts.
    pub commitment: Commitment,
    /// The window in ms of Redis time, once the rain has been opened.
    pub window: Option<(u64, u64)>,
    /// Whether no claim can be granted any more.
    pub closed: bool,
}

const COLUMNS: &str = "SELECT rain, game, ordinal, incarnation, plan, picture_seed, nonce, \
     commitment, opens_ms, closes_ms, closed_ms FROM rains";

fn parse_rain(row: &SqliteRow) -> Result<RainRow, sqlx::Error> {
    let plan: String = row.try_get("plan")?;
    let seed: String = row.try_get("picture_seed")?;
    let ordinal = u32::try_from(row.try_get::<i64, _>("ordinal")?);
    Ok(RainRow {
        rain: parse(row.try_get("rain")?)?,
        game: parse(row.try_get("game")?)?,
        ordinal: ordinal.map_err(|e| sqlx::Error::Decode(Box::new(e)))?,
        incarnation: parse(row.try_get("incarnation")?)?,
        plan: serde_json::from_str(&plan).map_err(|e| sqlx::Error::Decode(Box::new(e)))?,
        picture_seed: u64::from_str_radix(&seed, 16)
            .map_err(|e| sqlx::Error::Decode(Box::new(e)))?,
        nonce: row.try_get("nonce")?,
        commitment: parse(row.try_get("commitment")?)?,
        window: match (row.try_get("opens_ms")?, row.try_get("closes_ms")?) {
            (Some(opens), Some(closes)) => Some((from_db(opens)?, from_db(closes)?)),
            _ => None,
        },
        closed: row.try_get::<Option<i64>, _>("closed_ms")?.is_some(),
    })
}

/// Rows of (rain, packet, amount) that one statement takes: 3 parameters each, 32,766 at most.
const PACKETS_PER_STATEMENT: usize = 10_000;

impl Sql {
    /// Seals a rain: the rain, every packet and the funding of the pot, in one transaction.
    /// `false`: the game has a rain with this ordinal, nothing changed.
    ///
    /// # Errors
    /// The database failed; nothing changed.
    pub async fn put_rain(
        &self,
        rain: &RainRow,
        amounts: &[Minor],
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let plan =
            serde_json::to_string(&rain.plan).map_err(|e| sqlx::Error::Encode(Box::new(e)))?;
        let id = rain.rain.to_string();
        let mut tx = self.write().await?;
        let done = sqlx::query(
            "INSERT INTO rains (rain, game, ordinal, incarnation, currency, pot, packets, plan,
                 picture_seed, nonce, commitment, created_ms)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING",
        )
        .bind(&id)
        .bind(rain.game.to_string())
        .bind(i64::from(rain.ordinal))
        .bind(rain.incarnation.to_string())
        .bind(rain.plan.currency.code())
        .bind(rain.plan.pot().0)
        .bind(i64::from(rain.plan.bounds.packets))
        .bind(plan)
        .bind(format!("{:016x}", rain.picture_seed))
        .bind(&rain.nonce)
        .bind(rain.commitment.to_string())
        .bind(to_db(now_ms))
        .execute(&mut *tx)
        .await?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        let numbered: Vec<(i64, Minor)> = (0..).zip(amounts.iter().copied()).collect();
        for chunk in numbered.chunks(PACKETS_PER_STATEMENT) {
            let mut insert = sqlx::QueryBuilder::new("INSERT INTO packets (rain, packet, amount) ");
            insert.push_values(chunk, |mut row, (packet, amount)| {
                row.push_bind(&id).push_bind(packet).push_bind(amount.0);
            });
            insert.build().execute(&mut *tx).await?;
        }
        sqlx::query(
            "INSERT INTO entries (entry, rain, debit, credit, amount, currency, at_ms)
             VALUES ($1, $2, 'sponsor', $3, $4, $5, $6)",
        )
        .bind(format!("fund:{id}"))
        .bind(&id)
        .bind(format!("pot:{id}"))
        .bind(rain.plan.pot().0)
        .bind(rain.plan.currency.code())
        .bind(to_db(now_ms))
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(true)
    }

    /// The sealed list, in order.
    ///
    /// # Errors
    /// The database failed.
    pub async fn packets(&self, rain: RainId) -> Result<Vec<Packet>, StoreError> {
        let rows: Vec<(i64, i64)> =
            sqlx::query_as("SELECT packet, amount FROM packets WHERE rain = $1 ORDER BY packet")
                .bind(rain.to_string())
                .fetch_all(&self.pool)
                .await?;
        let packet = |(number, amount)| {
            let number = u32::try_from(number).map_err(|e| sqlx::Error::Decode(Box::new(e)))?;
            Ok(Packet { number, amount: Minor(amount) })
        };
        Ok(rows.into_iter().map(packet).collect::<Result<_, sqlx::Error>>()?)
    }

    /// A rain by its id.
    ///
    /// # Errors
    /// The database failed.
    pub async fn rain(&self, rain: RainId) -> Result<Option<RainRow>, StoreError> {
        let row = sqlx::query(sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE rain = $1")))
            .bind(rain.to_string())
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.as_ref().map(parse_rain).transpose()?)
    }

    /// The newest rain of a game.
    ///
    /// # Errors
    /// The database failed.
    pub async fn newest_rain(&self, game: GameId) -> Result<Option<RainRow>, StoreError> {
        let sql = format!("{COLUMNS} WHERE game = $1 ORDER BY ordinal DESC LIMIT 1");
        let row = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(game.to_string())
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.as_ref().map(parse_rain).transpose()?)
    }

    /// Rains that may still have claims to settle.
    ///
    /// # Errors
    /// The database failed.
    pub async fn unsettled_rains(&self) -> Result<Vec<RainRow>, StoreError> {
        let sql = format!("{COLUMNS} WHERE opens_ms IS NOT NULL AND settled_ms IS NULL");
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(&self.pool).await?;
        Ok(rows.iter().map(parse_rain).collect::<Result<_, _>>()?)
    }

    /// Notes the window of an open rain.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn set_window(
        &self,
        rain: RainId,
        opens_ms: u64,
        closes_ms: u64,
    ) -> Result<(), StoreError> {
        sqlx::query("UPDATE rains SET opens_ms = $2, closes_ms = $3 WHERE rain = $1")
            .bind(rain.to_string())
            .bind(to_db(opens_ms))
            .bind(to_db(closes_ms))
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Notes that no claim can be granted any more.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn close_rain(&self, rain: RainId, now_ms: u64) -> Result<(), StoreError> {
        sqlx::query("UPDATE rains SET closed_ms = $2 WHERE rain = $1 AND closed_ms IS NULL")
            .bind(rain.to_string())
            .bind(to_db(now_ms))
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Notes that every claim of a closed rain is in the ledger, if as many are as were caught.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn finish_rain(
        &self,
        rain: RainId,
        caught: u32,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let done = sqlx::query(
            "UPDATE rains SET settled_ms = $2 WHERE rain = $1 AND closed_ms IS NOT NULL
                 AND $3 = (SELECT COUNT(*) FROM settlements WHERE settlements.rain = rains.rain)",
        )
        .bind(rain.to_string())
        .bind(to_db(now_ms))
        .bind(i64::from(caught))
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    /// Whether a player's packet of a rain is in the ledger.
    ///
    /// # Errors
    /// The database failed.
    pub async fn is_credited(&self, rain: RainId, packet: u32) -> Result<bool, StoreError> {
        let row = sqlx::query("SELECT COUNT(*) FROM settlements WHERE rain = $1 AND packet = $2")
            .bind(rain.to_string())
            .bind(i64::from(packet))
            .fetch_one(&self.pool)
            .await?;
        Ok(from_db(row.try_get(0)?)? > 0)
    }
}
