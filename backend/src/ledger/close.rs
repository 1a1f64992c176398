//! The end of a rain: what nobody caught goes back to the sponsor, once, and the book is closed.

use quizrain_shared::api::{DeadLetterState, GameEvent, RainSettled};
use quizrain_shared::ids::RainId;
use quizrain_shared::money::{Currency, Minor};
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::failing::fail_at;
use crate::ledger::fund::{Move, move_balance};
use crate::ledger::generations::check;
use crate::ledger::post::{lock, post};
use crate::ledger::voids::delete_settled;
use crate::ledger::{Entry, Generation, Kind, WHOLE_RAIN, book_of};
use crate::store::StoreError;
use crate::store::sql::{Sql, Tx, bounded, from_db, parse, to_db};
use crate::webhook;

/// What became of a rain that was to be finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finished {
    /// Every claim is in the ledger, and so much went back to the sponsor. Also when it was so
    /// already.
    Done {
        /// Packets that were caught.
        settled: u32,
        /// What nobody caught.
        returned: Minor,
    },
    /// Claims may still be granted, another server of Redis took over, or a host still has to look
    /// at some. Nothing changed.
    NotYet,
}

/// A rain, and what the ledger has of it.
const RAIN_AND_ITS_ENTRIES: &str = "
SELECT game, ordinal, packets, opens_ms, closes_ms, pot, currency, closed_ms, settled_ms,
    (SELECT COUNT(*) FROM entries WHERE book = $1 AND kind = 'settle') AS settled,
    (SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM entries
     WHERE book = $1 AND kind = 'settle') AS credited,
    (SELECT COUNT(*) FROM dead_letters WHERE rain = $1 AND state <> $2) AS dead
FROM rains WHERE rain = $1";

/// How many packets are settled, and what is left of the pot.
fn shared_out(rain: RainId, row: &AnyRow) -> Result<(u32, Minor), StoreError> {
    let settled = from_db(row.try_get("settled")?)?;
    let settled = u32::try_from(settled).map_err(|e| sqlx::Error::Decode(Box::new(e)))?;
    let (pot, credited): (i64, i64) = (row.try_get("pot")?, row.try_get("credited")?);
    let left = pot.checked_sub(credited).filter(|left| *left >= 0).ok_or_else(|| {
        StoreError::Sum(format!("rain {rain} has credited {credited} of a pot of {pot}"))
    })?;
    Ok((settled, Minor(left)))
}

/// Posts what goes back to the sponsor, and adds it to their balance.
async fn give_back(
    tx: &mut Tx,
    book: &str,
    (returned, currency): (Minor, Currency),
    now_ms: u64,
) -> Result<(), StoreError> {
    let entry = |kind| Entry {
        kind,
        reverses: false,
        item: WHOLE_RAIN,
        account: None,
        amount: returned,
        currency,
        caught_ms: None,
        at_ms: now_ms,
    };
    post(tx, book, vec![entry(Kind::Expire), entry(Kind::Return)], now_ms).await?;
    move_balance(tx, currency, returned, Move::Back).await?;
    Ok(())
}

/// What a webhook tells of a rain of which so many packets were caught, and so much went back.
fn told(
    rain: RainId,
    row: &AnyRow,
    caught: u32,
    returned: Minor,
) -> Result<GameEvent, sqlx::Error> {
    let count = |number: i64| u32::try_from(number).map_err(|e| sqlx::Error::Decode(Box::new(e)));
    let time = |column| row.try_get::<Option<i64>, _>(column)?.map(from_db).transpose();
    Ok(GameEvent::RainSettled(RainSettled {
        rain,
        rain_number: count(row.try_get("ordinal")?)?.saturating_add(1),
        currency: parse(row.try_get("currency")?)?,
        packets: count(row.try_get("packets")?)?,
        pot_minor: Minor(row.try_get("pot")?),
        caught,
        credited_minor: Minor(row.try_get("credited")?),
        returned_minor: returned,
        opens_ms: time("opens_ms")?,
        closes_ms: time("closes_ms")?,
    }))
}

impl Sql {
    /// Returns what is not settled and closes the book of a closed rain, in one transaction, which
    /// also queues the webhook that says so. The caller has seen that every claim is in the ledger or
    /// was put aside, in these generations of its shards: none is settled later. A rain that never
    /// opened has none.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn finish_rain(
        &self,
        rain: RainId,
        generations: &[Generation],
        now_ms: u64,
    ) -> Result<Finished, StoreError> {
        fail_at!("close.before_begin");
        bounded(async {
            let book = book_of(rain);
            let mut tx = self.write().await?;
            // Whoever settles has done so, or comes after us and finds the rain settled.
            lock(&mut tx, &book).await?;
            let row = sqlx::query(RAIN_AND_ITS_ENTRIES)
                .bind(&book)
                .bind(DeadLetterState::Refuted.word())
                .fetch_one(&mut *tx)
                .await?;
            let (settled, returned) = shared_out(rain, &row)?;
            if row.try_get::<Option<i64>, _>("settled_ms")?.is_some() {
                return Ok(Finished::Done { settled, returned });
            }
            for generation in generations {
                match check(&mut tx, generation).await {
                    Err(StoreError::Superseded) => return Ok(Finished::NotYet),
                    checked => checked?,
                }
            }
            let dead: i64 = row.try_get("dead")?;
            if row.try_get::<Option<i64>, _>("closed_ms")?.is_none() || dead > 0 {
                return Ok(Finished::NotYet);
            }
            let currency: Currency = parse(row.try_get("currency")?)?;
            if returned > Minor::ZERO {
                give_back(&mut tx, &book, (returned, currency), now_ms).await?;
            }
            delete_settled(&mut tx, rain).await?;
            fail_at!("close.after_return");
            sqlx::query("UPDATE rains SET settled_ms = $2 WHERE rain = $1 AND settled_ms IS NULL")
                .bind(&book)
                .bind(to_db(now_ms))
                .execute(&mut *tx)
                .await?;
            let event = told(rain, &row, settled, returned)?;
            webhook::queue(&mut tx, parse(row.try_get("game")?)?, now_ms, event).await?;
            fail_at!("close.before_commit");
            tx.commit().await?;
            fail_at!("close.after_commit");
            Ok(Finished::Done { settled, returned })
        })
        .await
    }
}
