//! The registry of rains: sealed packet by packet, with the pot funded, before they open.

use std::collections::HashSet;
use std::fmt;

use quizrain_shared::api::DeadLetterState;
use quizrain_shared::ids::{AccountId, Commitment, Entropy, GameId, Incarnation, RainId};
use quizrain_shared::money::Minor;
use quizrain_shared::rain::RainPlan;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::ledger::Packet;
use crate::store::StoreError;
use crate::store::shard::MAX_SHARDS;
use crate::store::sql::{Sql, bounded, from_db, parse, to_db};

/// Packets that one statement reads.
const READ: usize = 20_000;

/// What receipts of a rain are signed with. It never leaves the servers.
#[derive(Clone)]
pub struct ReceiptKey(pub [u8; 32]);

impl fmt::Debug for ReceiptKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ReceiptKey(..)")
    }
}

impl ReceiptKey {
    /// The text that is stored.
    pub(crate) fn to_hex(&self) -> String {
        hex::encode(self.0)
    }

    fn parse(text: &str) -> Result<Self, sqlx::Error> {
        let mut key = [0; 32];
        hex::decode_to_slice(text, &mut key).map_err(|e| sqlx::Error::Decode(Box::new(e)))?;
        Ok(Self(key))
    }
}

/// A rain.
#[derive(Clone, Debug)]
pub struct RainRow {
    /// The rain.
    pub rain: RainId,
    /// Its game.
    pub game: GameId,
    /// First, second … rain of the game, from 0.
    pub ordinal: u32,
    /// The incarnation of its pool in Redis.
    pub incarnation: Incarnation,
    /// How many shards its packets lie in, 1 at least.
    pub shards: u16,
    /// What the host decided.
    pub plan: RainPlan,
    /// The sequence number of the stage on which the host decided it.
    pub seen: Option<u64>,
    /// Where drops fall.
    pub picture_seed: u64,
    /// The link that it was drawn from, as hex; secret until the rain is settled.
    pub link: String,
    /// What players contributed to the draw, combined.
    pub entropy: Entropy,
    /// Binds the server to link, rules and ordered amounts.
    pub commitment: Commitment,
    /// Signs receipts.
    pub receipt_key: ReceiptKey,
    /// The window in ms of Redis time, once the rain has been opened.
    pub window: Option<(u64, u64)>,
    /// Whether no claim can be granted any more.
    pub closed: bool,
    /// Whether what is caught is paid out by webhook.
    pub payout: bool,
}

/// What [`parse_rain`] reads.
pub(crate) const COLUMNS: &str = "SELECT rain, game, ordinal, incarnation, shards, plan, seen, \
     picture_seed, link, entropy, commitment, receipt_key, opens_ms, closes_ms, closed_ms, payout FROM rains";

/// Reads how many shards a rain has: a column of this name.
pub(crate) fn shards_from(row: &AnyRow) -> Result<u16, sqlx::Error> {
    let shards = row.try_get::<i64, _>("shards")?;
    let known = u16::try_from(shards).ok().filter(|shards| (1..=MAX_SHARDS).contains(shards));
    known.ok_or_else(|| sqlx::Error::Decode(format!("a rain has {shards} shards").into()))
}

/// Reads a rain.
pub(crate) fn parse_rain(row: &AnyRow) -> Result<RainRow, sqlx::Error> {
    let plan: String = row.try_get("plan")?;
    let seed: String = row.try_get("picture_seed")?;
    let ordinal = u32::try_from(row.try_get::<i64, _>("ordinal")?);
    Ok(RainRow {
        rain: parse(row.try_get("rain")?)?,
        game: parse(row.try_get("game")?)?,
        ordinal: ordinal.map_err(|e| sqlx::Error::Decode(Box::new(e)))?,
        incarnation: parse(row.try_get("incarnation")?)?,
        shards: shards_from(row)?,
        plan: serde_json::from_str(&plan).map_err(|e| sqlx::Error::Decode(Box::new(e)))?,
        seen: row.try_get::<Option<i64>, _>("seen")?.map(from_db).transpose()?,
        picture_seed: u64::from_str_radix(&seed, 16)
            .map_err(|e| sqlx::Error::Decode(Box::new(e)))?,
        link: row.try_get("link")?,
        entropy: parse(row.try_get("entropy")?)?,
        commitment: parse(row.try_get("commitment")?)?,
        receipt_key: ReceiptKey::parse(&row.try_get::<String, _>("receipt_key")?)?,
        window: match (row.try_get("opens_ms")?, row.try_get("closes_ms")?) {
            (Some(opens), Some(closes)) => Some((from_db(opens)?, from_db(closes)?)),
            _ => None,
        },
        closed: row.try_get::<Option<i64>, _>("closed_ms")?.is_some(),
        payout: row.try_get::<i64, _>("payout")? == 1,
    })
}

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
    /// The sealed list, in order.
    ///
    /// # Errors
    /// The database failed.
    pub async fn packets(&self, rain: RainId) -> Result<Vec<Packet>, StoreError> {
        let mut packets = Vec::new();
        loop {
            let part = self.packets_from(rain, packets.len()).await?;
            let more = part.len() >= READ;
            packets.extend(part);
            if !more {
                return Ok(packets);
            }
        }
    }

    /// Whose packets those of a rain of prizes are, from the first one on; of any other rain nobody's.
    ///
    /// # Errors
    /// The database failed.
    pub async fn prize_owners(&self, rain: RainId) -> Result<Vec<AccountId>, StoreError> {
        bounded(async {
            let accounts: Vec<String> =
                sqlx::query_scalar("SELECT account FROM prizes WHERE rain = $1 ORDER BY packet")
                    .bind(rain.to_string())
                    .fetch_all(&self.pool)
                    .await?;
            Ok(accounts.iter().map(|it| parse(it)).collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Some of them, from this number on: a part has the time that a call has.
    async fn packets_from(&self, rain: RainId, first: usize) -> Result<Vec<Packet>, StoreError> {
        bounded(async {
            let rows: Vec<(i64, i64)> = sqlx::query_as(
                "SELECT packet, amount FROM packets WHERE rain = $1 AND packet >= $2
                 ORDER BY packet LIMIT $3",
            )
            .bind(rain.to_string())
            .bind(i64::try_from(first).unwrap_or(i64::MAX))
            .bind(i64::try_from(READ).unwrap_or(i64::MAX))
            .fetch_all(&self.pool)
            .await?;
            let packet = |(number, amount)| {
                let number = u32::try_from(number).map_err(|e| sqlx::Error::Decode(Box::new(e)))?;
                Ok(Packet { number, amount: Minor(amount) })
            };
            Ok(rows.into_iter().map(packet).collect::<Result<_, sqlx::Error>>()?)
        })
        .await
    }

    /// The packets of a rain that are in the ledger as caught, in the order of their numbers, and
    /// when each was caught.
    ///
    /// # Errors
    /// The database failed.
    pub async fn caught_packets(&self, rain: RainId) -> Result<Vec<(Packet, u64)>, StoreError> {
        let mut caught: Vec<(Packet, u64)> = Vec::new();
        loop {
            let after = caught.last().map_or(-1, |(packet, _)| i64::from(packet.number));
            let part = self.caught_packets_after(rain, after).await?;
            let more = part.len() >= READ;
            caught.extend(part);
            if !more {
                return Ok(caught);
            }
        }
    }

    async fn caught_packets_after(
        &self,
        rain: RainId,
        after: i64,
    ) -> Result<Vec<(Packet, u64)>, StoreError> {
        bounded(async {
            let rows: Vec<(i64, i64, i64)> = sqlx::query_as(
                "SELECT item, amount, caught_ms FROM entries
                 WHERE book = $1 AND kind = 'settle' AND item > $2 ORDER BY item LIMIT $3",
            )
            .bind(rain.to_string())
            .bind(after)
            .bind(i64::try_from(READ).unwrap_or(i64::MAX))
            .fetch_all(&self.pool)
            .await?;
            let packet = |(number, amount, at_ms)| {
                let number = u32::try_from(number).map_err(|e| sqlx::Error::Decode(Box::new(e)))?;
                Ok((Packet { number, amount: Minor(amount) }, from_db(at_ms)?))
            };
            Ok(rows.into_iter().map(packet).collect::<Result<_, sqlx::Error>>()?)
        })
        .await
    }

    /// The list of contributions that a rain was drawn from; `None` for one that was sealed before
    /// there were any.
    ///
    /// # Errors
    /// The database failed.
    pub async fn contributions(&self, rain: RainId) -> Result<Option<String>, StoreError> {
        bounded(async {
            let row = sqlx::query("SELECT list FROM contributions WHERE rain = $1")
                .bind(rain.to_string())
                .fetch_optional(&self.pool)
                .await?;
            Ok(row.map(|row| row.try_get("list")).transpose()?)
        })
        .await
    }

    /// A rain by its id.
    ///
    /// # Errors
    /// The database failed.
    pub async fn rain(&self, rain: RainId) -> Result<Option<RainRow>, StoreError> {
        bounded(async {
            let row = sqlx::query(sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE rain = $1")))
                .bind(rain.to_string())
                .fetch_optional(&self.pool)
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
                .fetch_all(&self.pool)
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
                .fetch_all(&self.pool)
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
                .fetch_optional(&self.pool)
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
            let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(&self.pool).await?;
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
            let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(&self.pool).await?;
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
            .execute(&self.pool)
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
            .fetch_one(&self.pool)
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
            .fetch_one(&self.pool)
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
            .execute(&self.pool)
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
                .execute(&self.pool)
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
            .execute(&self.pool)
            .await?;
            Ok(done.rows_affected() == 1)
        })
        .await
    }
}
