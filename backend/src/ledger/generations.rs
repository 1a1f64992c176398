//! Raises generations, and checks them in whatever settles.
//!
//! Both lock the rain's book first, so one of them comes after the other: a transaction that
//! settles has committed before the generation is raised, or finds that it was.

use std::collections::HashMap;

use quizrain_shared::ids::RainId;
use sqlx::Row;

use crate::ledger::post::lock;
use crate::ledger::{Generation, book_of};
use crate::store::StoreError;
use crate::store::redis::ReplicationId;
use crate::store::shard::Shard;
use crate::store::sql::{Sql, Tx, bounded, to_db};

/// How long ago a server must have been superseded that may be the newest again. Until then it may
/// be one that was cut off and does not know it. After that it has the shard, and nobody else: a
/// slot of a cluster moved there and back, or whoever took over never held it.
const RETURNS_AFTER_MS: i64 = 60_000;

impl Sql {
    /// The newest generation of each shard of a rain that has one.
    ///
    /// # Errors
    /// The database failed.
    pub async fn newest_generations(&self, rain: RainId) -> Result<Newest, StoreError> {
        bounded(async {
            let rows = sqlx::query(
                "SELECT shard, generation, replication_id FROM generations AS its
                 WHERE rain = $1 AND generation = (
                     SELECT MAX(generation) FROM generations
                     WHERE rain = $1 AND shard = its.shard)",
            )
            .bind(rain.to_string())
            .fetch_all(&self.reader)
            .await?;
            let newest = rows.iter().map(|row| {
                let replication_id = ReplicationId::new(row.try_get("replication_id")?);
                Ok((row.try_get("shard")?, (row.try_get("generation")?, replication_id)))
            });
            newest.collect::<Result<_, sqlx::Error>>().map(Newest).map_err(StoreError::from)
        })
        .await
    }

    /// The generations of shards that one server holds, raised where it is new to them: from then
    /// on nothing is settled that another server granted. `seen` was read before the server was
    /// asked for its replication id: who asked long ago must not supersede who asked since.
    ///
    /// # Errors
    /// [`StoreError::Superseded`]: another server took over from this one, or from what was seen;
    /// nothing changed. Or the database failed; doing it again is harmless.
    pub async fn raise_generations(
        &self,
        rain: RainId,
        shards: &[Shard],
        replication_id: &ReplicationId,
        seen: &Newest,
        now_ms: u64,
    ) -> Result<Vec<Generation>, StoreError> {
        let newest = shards.iter().filter_map(|shard| seen.of(rain, *shard));
        let known: Vec<_> =
            newest.filter(|newest| newest.replication_id == *replication_id).collect();
        if known.len() == shards.len() {
            return Ok(known);
        }
        bounded(async {
            let mut tx = self.write().await?;
            lock(&mut tx, &book_of(rain)).await?;
            let mut generations = Vec::with_capacity(shards.len());
            for shard in shards {
                let number = raise(&mut tx, rain, *shard, replication_id, seen, now_ms).await?;
                generations.push(Generation {
                    rain,
                    shard: *shard,
                    number,
                    replication_id: replication_id.clone(),
                });
            }
            tx.commit().await?;
            Ok(generations)
        })
        .await
    }
}

/// The newest generations of a rain's shards, as they were when they were read.
#[derive(Clone, Debug, Default)]
pub struct Newest(HashMap<i64, (i64, ReplicationId)>);

impl Newest {
    /// Of a shard of that rain; `None` before its first.
    #[must_use]
    pub fn of(&self, rain: RainId, shard: Shard) -> Option<Generation> {
        let (number, replication_id) = self.0.get(&i64::from(shard.number))?;
        Some(Generation { rain, shard, number: *number, replication_id: replication_id.clone() })
    }
}

async fn raise(
    tx: &mut Tx,
    rain: RainId,
    shard: Shard,
    replication_id: &ReplicationId,
    seen: &Newest,
    now_ms: u64,
) -> Result<i64, StoreError> {
    let row = sqlx::query(
        "SELECT COALESCE(MAX(generation), 0) AS newest,
             COALESCE(MAX(CASE WHEN replication_id = $3 THEN generation END), 0) AS its,
             COALESCE(MAX(at_ms), 0) AS raised_ms
         FROM generations WHERE rain = $1 AND shard = $2",
    )
    .bind(rain.to_string())
    .bind(i64::from(shard.number))
    .bind(replication_id.to_string())
    .fetch_one(&mut **tx)
    .await?;
    let (newest, its): (i64, i64) = (row.try_get("newest")?, row.try_get("its")?);
    if its == newest && its > 0 {
        return Ok(its);
    }
    let raised_ms: i64 = row.try_get("raised_ms")?;
    let of_late = to_db(now_ms).saturating_sub(raised_ms) < RETURNS_AFTER_MS;
    let seen = seen.0.get(&i64::from(shard.number)).map_or(0, |(number, _)| *number);
    if newest != seen || its > 0 && of_late {
        return Err(StoreError::Superseded);
    }
    let next = newest.saturating_add(1);
    sqlx::query(
        "INSERT INTO generations (rain, shard, generation, replication_id, at_ms)
         VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(rain.to_string())
    .bind(i64::from(shard.number))
    .bind(next)
    .bind(replication_id.to_string())
    .bind(to_db(now_ms))
    .execute(&mut **tx)
    .await?;
    Ok(next)
}

/// Fails unless this is the newest generation of its shard. The caller has locked the rain's book.
pub(crate) async fn check(tx: &mut Tx, generation: &Generation) -> Result<(), StoreError> {
    let row = sqlx::query(
        "SELECT COALESCE(MAX(generation), 0) AS newest FROM generations
         WHERE rain = $1 AND shard = $2",
    )
    .bind(generation.rain.to_string())
    .bind(i64::from(generation.shard.number))
    .fetch_one(&mut **tx)
    .await?;
    if row.try_get::<i64, _>("newest")? == generation.number {
        Ok(())
    } else {
        Err(StoreError::Superseded)
    }
}
