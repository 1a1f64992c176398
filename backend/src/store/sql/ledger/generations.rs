//! Raises generations, and checks them in whatever settles.
//!
//! Both lock the rain's book first, so one of them comes after the other: a transaction that settles
//! has committed before the generation is raised, or finds that it was.

use quizrain_shared::ids::RainId;
use sqlx::Row;

use super::book_of;
use super::post::lock;
use crate::store::StoreError;
use crate::store::generation::Generation;
use crate::store::pot::Pot;
use crate::store::redis::Life;
use crate::store::sql::{Sql, Tx, bounded, to_db};

impl Sql {
    /// The newest generation of a shard; `None` before its first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn generation(
        &self,
        rain: RainId,
        pot: Pot,
    ) -> Result<Option<Generation>, StoreError> {
        bounded(async {
            let row = sqlx::query(
                "SELECT generation, replication_id FROM generations
                 WHERE rain = $1 AND shard = $2 ORDER BY generation DESC LIMIT 1",
            )
            .bind(rain.to_string())
            .bind(i64::from(pot.number))
            .fetch_optional(&self.pool)
            .await?;
            let Some(row) = row else { return Ok(None) };
            let life = Life::new(row.try_get("replication_id")?);
            Ok(Some(Generation { rain, pot, number: row.try_get("generation")?, life }))
        })
        .await
    }

    /// The generations of shards that one server holds, raised where it is new to them: from then on
    /// nothing is settled that another server granted.
    ///
    /// # Errors
    /// [`StoreError::Superseded`]: another server took over from this one; nothing changed. Or the
    /// database failed; doing it again is harmless.
    pub async fn raise_generations(
        &self,
        rain: RainId,
        pots: &[Pot],
        life: &Life,
        now_ms: u64,
    ) -> Result<Vec<Generation>, StoreError> {
        let mut known = Vec::with_capacity(pots.len());
        for pot in pots {
            known.extend(self.generation(rain, *pot).await?.filter(|newest| newest.life == *life));
        }
        if known.len() == pots.len() {
            return Ok(known);
        }
        bounded(async {
            let _turn = self.turn().await;
            let mut tx = self.write().await?;
            lock(&mut tx, &book_of(rain)).await?;
            let mut raised = Vec::with_capacity(pots.len());
            for pot in pots {
                let number = raise(&mut tx, rain, *pot, life, now_ms).await?;
                raised.push(Generation { rain, pot: *pot, number, life: life.clone() });
            }
            tx.commit().await?;
            Ok(raised)
        })
        .await
    }
}

async fn raise(
    tx: &mut Tx,
    rain: RainId,
    pot: Pot,
    life: &Life,
    now_ms: u64,
) -> Result<i64, StoreError> {
    let row = sqlx::query(
        "SELECT COALESCE(MAX(generation), 0) AS newest,
             COALESCE(MAX(CASE WHEN replication_id = $3 THEN generation END), 0) AS its
         FROM generations WHERE rain = $1 AND shard = $2",
    )
    .bind(rain.to_string())
    .bind(i64::from(pot.number))
    .bind(life.to_string())
    .fetch_one(&mut **tx)
    .await?;
    let (newest, its): (i64, i64) = (row.try_get("newest")?, row.try_get("its")?);
    if its == newest && its > 0 {
        return Ok(its);
    }
    if its > 0 {
        return Err(StoreError::Superseded);
    }
    let next = newest.saturating_add(1);
    sqlx::query(
        "INSERT INTO generations (rain, shard, generation, replication_id, at_ms)
         VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(rain.to_string())
    .bind(i64::from(pot.number))
    .bind(next)
    .bind(life.to_string())
    .bind(to_db(now_ms))
    .execute(&mut **tx)
    .await?;
    Ok(next)
}

/// Fails unless this is the newest generation of its shard. The caller has locked the rain's book.
pub(super) async fn check(tx: &mut Tx, generation: &Generation) -> Result<(), StoreError> {
    let row = sqlx::query(
        "SELECT COALESCE(MAX(generation), 0) AS newest FROM generations
         WHERE rain = $1 AND shard = $2",
    )
    .bind(generation.rain.to_string())
    .bind(i64::from(generation.pot.number))
    .fetch_one(&mut **tx)
    .await?;
    if row.try_get::<i64, _>("newest")? == generation.number {
        Ok(())
    } else {
        Err(StoreError::Superseded)
    }
}
