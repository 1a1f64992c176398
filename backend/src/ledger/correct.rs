//! Corrections: a settlement that was wrong is taken back by new entries, never by changing it.

use quizrain_shared::api::PayoutState;
use quizrain_shared::ids::{AccountId, RainId};
use quizrain_shared::money::Minor;
use sqlx::Row;

use crate::ledger::fund::{Move, move_balance};
use crate::ledger::post::{lock, post};
use crate::ledger::{COLUMNS, Entry, Kind, book_of};
use crate::store::StoreError;
use crate::store::sql::{Sql, Tx, bounded, parse};

/// Who has inherited a packet.
async fn heir_of_packet(
    tx: &mut Tx,
    book: &str,
    packet: u32,
) -> Result<Option<AccountId>, StoreError> {
    let row = sqlx::query(
        "SELECT account FROM entries WHERE book = $1 AND item = $2 AND kind = 'inherit'",
    )
    .bind(book)
    .bind(i64::from(packet))
    .fetch_optional(&mut **tx)
    .await?;
    Ok(row.map(|row| parse(row.try_get("account")?)).transpose()?)
}

/// What became of a correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corrected {
    /// So much went from the player back to the sponsor. Also when it was so already.
    Done(Minor),
    /// The ledger has no such settlement.
    NoSuch,
    /// It is on its way to the host's own balance system, or there already: it cannot be taken
    /// back here.
    PaidOut,
    /// The rain is not finished yet.
    NotYet,
}

impl Sql {
    /// Takes a settlement of a finished rain back: the packet's amount goes from the player to the
    /// sponsor. The settlement stays in the ledger, and the packet is nobody's again.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn reverse_settlement(
        &self,
        rain: RainId,
        packet: u32,
        now_ms: u64,
    ) -> Result<Corrected, StoreError> {
        bounded(async {
            let book = book_of(rain);
            let mut tx = self.write().await?;
            let known: i64 = sqlx::query("SELECT COUNT(*) AS rains FROM rains WHERE rain = $1")
                .bind(&book)
                .fetch_one(&mut *tx)
                .await?
                .try_get("rains")?;
            if known == 0 {
                return Ok(Corrected::NoSuch);
            }
            lock(&mut tx, &book).await?;
            let sql = format!(
                "SELECT {COLUMNS} FROM entries WHERE book = $1 AND item = $2 AND kind = 'settle'"
            );
            let row = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(&book)
                .bind(i64::from(packet))
                .fetch_optional(&mut *tx)
                .await?;
            let Some(settled) = row.as_ref().map(Entry::read).transpose()? else {
                return Ok(Corrected::NoSuch);
            };
            let state = sqlx::query(
                "SELECT settled_ms, (SELECT COUNT(*) FROM payouts
                     WHERE rain = $1 AND packet = $2 AND state <> $3) AS paid
                 FROM rains WHERE rain = $1",
            )
            .bind(&book)
            .bind(i64::from(packet))
            .bind(PayoutState::Refused.word())
            .fetch_one(&mut *tx)
            .await?;
            if state.try_get::<Option<i64>, _>("settled_ms")?.is_none() {
                return Ok(Corrected::NotYet);
            }
            if state.try_get::<i64, _>("paid")? > 0 {
                return Ok(Corrected::PaidOut);
            }
            let (amount, currency) = (settled.amount, settled.currency);
            let reversal = Entry { reverses: true, caught_ms: None, at_ms: now_ms, ..settled };
            let back = |kind| Entry { kind, reverses: false, account: None, ..reversal.clone() };
            let mut entries = vec![reversal.clone(), back(Kind::Expire), back(Kind::Return)];
            // From an heir first to the browser that had caught it.
            if let Some(heir) = heir_of_packet(&mut tx, &book, packet).await? {
                entries.push(Entry {
                    kind: Kind::Inherit,
                    account: Some(heir),
                    ..reversal.clone()
                });
                entries.push(Entry { kind: Kind::Leave, ..reversal.clone() });
            }
            if post(&mut tx, &book, entries, now_ms).await? > 0 {
                move_balance(&mut tx, currency, amount, Move::Back).await?;
            }
            tx.commit().await?;
            Ok(Corrected::Done(amount))
        })
        .await
    }
}
