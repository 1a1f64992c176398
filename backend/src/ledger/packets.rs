//! The packets of a rain: what was sealed, whose prizes are, what was caught, and what it was drawn from.

use quizrain_shared::ids::{AccountId, RainId};
use quizrain_shared::money::Minor;
use sqlx::Row;

use crate::ledger::Packet;
use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, from_db, parse};

/// Packets that one statement reads.
const READ: usize = 20_000;

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
                    .fetch_all(&self.reader)
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
            .fetch_all(&self.reader)
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
            .fetch_all(&self.reader)
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
                .fetch_optional(&self.reader)
                .await?;
            Ok(row.map(|row| row.try_get("list")).transpose()?)
        })
        .await
    }
}
