//! Payouts: what the host's own balance system is to be told, and what it said.
//!
//! Called by the payer; rows are made by `ledger::settle`. A payout is taken before it is sent and
//! in the same transaction the money moves to the clearing account, so whatever becomes of the
//! process, the ledger knows that it may have been sent. `confirmed` and `refused` are for ever.
//!
//! When a payout is due, was sent and was changed is told by the database's clock, which all
//! servers share. Entries have Redis time, as everywhere in the ledger.

use std::collections::HashMap;
use std::time::Duration;

use quizrain_shared::api::{OwnPayout, PayoutState};
use quizrain_shared::ids::{AccountId, GameId, RainId};
use quizrain_shared::money::{Currency, Minor};
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::failing::fail_at;
use crate::ledger::{Entry, Kind, follow_heirs, post};
use crate::payout::Payee;
use crate::store::StoreError;
use crate::store::sql::{
    Dialect, Sql, Tx, bounded, from_db, ms, one_of, parse, places, read_word, to_db,
};

/// Their table.
pub(super) const TABLE: &str = "payouts";

/// Characters that are kept of what the receiver said.
const LONGEST: usize = 200;

/// A payout that was taken to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenPayout {
    /// Its name, for ever.
    pub key: String,
    /// The rain.
    pub rain: RainId,
    /// The game of the rain.
    pub game: GameId,
    /// The packet.
    pub packet: u32,
    /// Whom to pay.
    pub account: AccountId,
    /// How much.
    pub amount: Minor,
    /// In which currency.
    pub currency: Currency,
    /// When it was caught, in ms of Redis time.
    pub caught_ms: u64,
    /// When it was credited, in ms of Redis time.
    pub credited_ms: u64,
    /// Who is behind the account, where somebody vouches for that.
    pub identity: Option<Payee>,
    /// What the player has filled in, where the game asked for something.
    pub field: Option<String>,
    /// How often it was taken, with this time. More than once: it may have been sent before.
    pub attempts: u64,
    /// When it was taken first, in ms by the database's clock.
    pub sent_ms: u64,
    /// When it was taken this time, likewise.
    pub taken_ms: u64,
}

/// What is known of a payout after an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The receiver has paid it.
    Confirmed,
    /// The receiver will never pay it, and why.
    Refused(String),
    /// No final answer, and why; to be tried again after this time.
    Unknown(String, Duration),
    /// No final answer, and why; not tried again until the host asks for it.
    NeedsHuman(String),
}

impl Outcome {
    /// The state of the payout after it.
    #[must_use]
    pub fn state(&self) -> PayoutState {
        match self {
            Self::Confirmed => PayoutState::Confirmed,
            Self::Refused(_) => PayoutState::Refused,
            Self::Unknown(..) => PayoutState::Unknown,
            Self::NeedsHuman(_) => PayoutState::NeedsHuman,
        }
    }

    fn detail(&self) -> String {
        match self {
            Self::Confirmed => String::new(),
            Self::Refused(why) | Self::Unknown(why, _) | Self::NeedsHuman(why) => {
                // PostgreSQL has no texts with NUL in them.
                why.chars().filter(|c| *c != '\0').take(LONGEST).collect()
            }
        }
    }

    /// What a final answer means in the ledger.
    fn entry(&self) -> Option<Kind> {
        match self {
            Self::Confirmed => Some(Kind::Paid),
            Self::Refused(_) => Some(Kind::Unpay),
            Self::Unknown(..) | Self::NeedsHuman(_) => None,
        }
    }
}

/// A final answer that came after another one. The first stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The payout.
    pub key: String,
    /// What the ledger has; `None` where the payout is gone.
    pub stands: Option<PayoutState>,
    /// What was said now.
    pub said: PayoutState,
}

impl Sql {
    /// The payouts to an account, the newest first.
    pub(super) async fn payouts_to(
        &self,
        account: AccountId,
    ) -> Result<Vec<OwnPayout>, StoreError> {
        bounded(async {
            let rows = sqlx::query(
                "SELECT key, rain, packet, amount, currency, state, sent_ms, changed_ms, detail
                 FROM payouts WHERE account = $1 ORDER BY changed_ms DESC, key",
            )
            .bind(account.to_string())
            .fetch_all(&self.reader)
            .await?;
            let payout = |row: &AnyRow| {
                let packet: i64 = row.try_get("packet")?;
                let sent_ms: Option<i64> = row.try_get("sent_ms")?;
                Ok(OwnPayout {
                    key: row.try_get("key")?,
                    rain: parse(row.try_get("rain")?)?,
                    packet: u32::try_from(packet).map_err(|e| sqlx::Error::Decode(Box::new(e)))?,
                    amount: Minor(row.try_get("amount")?),
                    currency: parse(row.try_get("currency")?)?,
                    state: read_word(row, "payouts", "state")?,
                    sent_at_ms: sent_ms.map(from_db).transpose()?,
                    changed_at_ms: from_db(row.try_get("changed_ms")?)?,
                    detail: row.try_get("detail")?,
                })
            };
            Ok(rows.iter().map(payout).collect::<Result<_, sqlx::Error>>()?)
        })
        .await
    }

    /// How many payouts to an account have no last answer yet.
    pub(super) async fn payouts_waiting_for(&self, account: AccountId) -> Result<u64, StoreError> {
        bounded(async {
            // Also what is held for a host.
            let done = one_of("state", &PayoutState::FINAL);
            let sql = format!("SELECT COUNT(*) FROM payouts WHERE account = $1 AND NOT ({done})");
            let query = sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(account.to_string());
            let (waiting,): (i64,) = query.fetch_one(&self.reader).await?;
            Ok(from_db(waiting)?)
        })
        .await
    }

    /// Forgets what the receiver said about an account, of payouts that are done.
    pub(super) async fn forget_payout_answers(&self, account: AccountId) -> Result<(), StoreError> {
        bounded(async {
            let done = one_of("state", &PayoutState::FINAL);
            let sql = format!(
                "UPDATE payouts SET detail = '', field = NULL WHERE account = $1
                     AND (detail <> '' OR field IS NOT NULL) AND {done}"
            );
            let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(account.to_string());
            query.execute(&self.writer).await?;
            Ok(())
        })
        .await
    }

    /// A rain with payouts that are due, the longest due one first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn rain_with_payouts_due(&self) -> Result<Option<RainId>, StoreError> {
        bounded(async {
            let (now, open) = (self.dialect.now_ms(), one_of("state", &PayoutState::OPEN));
            let sql = format!(
                "SELECT rain FROM payouts WHERE {open} AND due_ms <= {now} ORDER BY due_ms LIMIT 1"
            );
            let row = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_optional(&self.reader).await?;
            Ok(row.map(|row| parse(row.try_get("rain")?)).transpose()?)
        })
        .await
    }

    /// Takes payouts of a rain that are due, `most` at most: they are `sent` now, nobody else gets
    /// them before the lease is over, and their money is in the clearing account. One that is not
    /// what the ledger has is not sent and needs a human.
    ///
    /// # Errors
    /// The database failed. What was taken all the same is due again after the lease.
    pub async fn take_payouts(
        &self,
        rain: RainId,
        most: usize,
        lease: Duration,
        now_ms: u64,
    ) -> Result<Vec<TakenPayout>, StoreError> {
        fail_at!("payout.before_take");
        bounded(async {
            let book = rain.to_string();
            let mut tx = self.write().await?;
            let (now, open) = (self.dialect.now_ms(), one_of("state", &PayoutState::OPEN));
            // The outer conditions are looked at again after waiting for another node's lock.
            let sql = format!(
                "UPDATE payouts SET state = $4, attempts = attempts + 1, due_ms = {now} + $3,
                     sent_ms = COALESCE(sent_ms, {now}), changed_ms = {now}
                 WHERE key IN (SELECT key FROM payouts WHERE rain = $1 AND {open} AND due_ms <= {now}
                               ORDER BY due_ms, packet LIMIT $2)
                     AND {open} AND due_ms <= {now}
                 RETURNING key, packet, account, amount, currency, attempts, sent_ms, field,
                     changed_ms AS taken_ms"
            );
            let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(&book)
                .bind(i64::try_from(most).unwrap_or(i64::MAX))
                .bind(ms(lease))
                .bind(PayoutState::Sent.word())
                .fetch_all(&mut *tx)
                .await?;
            if rows.is_empty() {
                return Ok(Vec::new());
            }
            let settled = settled(&mut tx, rain, &rows).await?;
            let mut taken = Vec::with_capacity(rows.len());
            for row in &rows {
                match read(row, rain, &settled)? {
                    Ok(payout) => taken.push(payout),
                    Err(key) => hold_back(&mut tx, &key).await?,
                }
            }
            taken.sort_by_key(|payout| payout.packet);
            let entries = taken.iter().map(|payout| entry(payout, Kind::Pay, now_ms)).collect();
            post(&mut tx, &book, entries, now_ms).await?;
            tx.commit().await?;
            fail_at!("payout.after_take");
            Ok(taken)
        })
        .await
    }

    /// Records what became of payouts of one rain; final answers that contradict an earlier one
    /// are handed back and change nothing.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn record_payouts(
        &self,
        rain: RainId,
        results: &[(TakenPayout, Outcome)],
        now_ms: u64,
    ) -> Result<Vec<Contradiction>, StoreError> {
        fail_at!("payout.after_post");
        bounded(async {
            let mut tx = self.write().await?;
            let mut entries = Vec::new();
            let mut late = Vec::new();
            for (payout, outcome) in results {
                let recorded = record(&mut tx, payout, outcome).await?;
                match outcome.entry() {
                    Some(kind) if recorded => entries.push(entry(payout, kind, now_ms)),
                    Some(_) => late.push((payout, outcome)),
                    None => {}
                }
            }
            let mut contradictions = Vec::new();
            for (payout, outcome) in late {
                let row = sqlx::query("SELECT state FROM payouts WHERE key = $1")
                    .bind(&payout.key)
                    .fetch_optional(&mut *tx)
                    .await?;
                let stands = row.map(|row| read_word(&row, "payouts", "state")).transpose()?;
                if stands != Some(outcome.state()) {
                    let (key, said) = (payout.key.clone(), outcome.state());
                    contradictions.push(Contradiction { key, stands, said });
                }
            }
            let back = entries.iter().filter(|entry| entry.kind == Kind::Unpay);
            let back: Vec<Entry> = back.cloned().collect();
            if !entries.is_empty() {
                post(&mut tx, &rain.to_string(), entries, now_ms).await?;
            }
            follow_heirs(&mut tx, &rain.to_string(), &back, now_ms).await?;
            fail_at!("payout.before_record_commit");
            tx.commit().await?;
            fail_at!("payout.after_record");
            Ok(contradictions)
        })
        .await
    }

    /// Has payouts of a rain that need a human tried again; how many.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn redrive_payouts(&self, rain: RainId) -> Result<u64, StoreError> {
        bounded(async {
            let now = self.dialect.now_ms();
            let sql = format!(
                "UPDATE payouts SET state = $2, due_ms = {now}, changed_ms = {now}
                 WHERE rain = $1 AND state = $3"
            );
            let done = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(rain.to_string())
                .bind(PayoutState::Unknown.word())
                .bind(PayoutState::NeedsHuman.word())
                .execute(&self.writer)
                .await?;
            Ok(done.rows_affected())
        })
        .await
    }
}

/// What the ledger has of a packet: the record, of which the payout is a copy.
struct Settlement {
    game: GameId,
    account: AccountId,
    amount: Minor,
    currency: Currency,
    caught_ms: u64,
    at_ms: u64,
    payee: Option<Payee>,
}

/// Who is behind the account of a row.
fn payee(row: &AnyRow) -> Result<Option<Payee>, sqlx::Error> {
    let issuer: Option<String> = row.try_get("issuer")?;
    let subject: Option<String> = row.try_get("subject")?;
    Ok(issuer.zip(subject).map(|(issuer, subject)| Payee { issuer, subject }))
}

/// Settlements of the packets of rows, and perhaps of some between them.
async fn settled(
    tx: &mut Tx,
    rain: RainId,
    rows: &[AnyRow],
) -> Result<HashMap<i64, Settlement>, StoreError> {
    let packets: Vec<i64> =
        rows.iter().map(|row| row.try_get("packet")).collect::<Result<_, _>>()?;
    let sql = format!(
        "SELECT entries.item, COALESCE(inherited.account, entries.account) AS account,
             entries.amount, entries.currency, entries.caught_ms, entries.at_ms, rains.game,
             persons.issuer, persons.subject
         FROM entries JOIN rains ON rains.rain = entries.book
         LEFT JOIN entries AS inherited ON inherited.book = entries.book
             AND inherited.item = entries.item AND inherited.kind = 'inherit'
         LEFT JOIN persons ON persons.account = COALESCE(inherited.account, entries.account)
         WHERE entries.book = $1 AND entries.kind = 'settle' AND entries.item IN {}",
        places(1, packets.len(), Some(2))
    );
    let mut select = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(rain.to_string());
    for packet in packets {
        select = select.bind(packet);
    }
    let mut settled = HashMap::new();
    for row in select.fetch_all(&mut **tx).await? {
        let caught_ms: Option<i64> = row.try_get("caught_ms")?;
        let at_ms = from_db(row.try_get("at_ms")?)?;
        settled.insert(
            row.try_get("item")?,
            Settlement {
                game: parse(row.try_get("game")?)?,
                account: parse(row.try_get("account")?)?,
                amount: Minor(row.try_get("amount")?),
                currency: parse(row.try_get("currency")?)?,
                caught_ms: caught_ms.map(from_db).transpose()?.unwrap_or(at_ms),
                at_ms,
                payee: payee(&row)?,
            },
        );
    }
    Ok(settled)
}

/// Reads a payout that was taken; its key alone where it is not what the ledger has.
fn read(
    row: &AnyRow,
    rain: RainId,
    settled: &HashMap<i64, Settlement>,
) -> Result<Result<TakenPayout, String>, sqlx::Error> {
    let key: String = row.try_get("key")?;
    let item: i64 = row.try_get("packet")?;
    let (account, currency): (String, String) = (row.try_get("account")?, row.try_get("currency")?);
    let amount = Minor(row.try_get("amount")?);
    let same = |settlement: &&Settlement| {
        settlement.account.to_string() == account
            && settlement.amount == amount
            && settlement.currency.code() == currency
            && key == format!("qr1-{rain}-{item}")
    };
    let Some((settlement, packet)) = settled.get(&item).filter(same).zip(u32::try_from(item).ok())
    else {
        return Ok(Err(key));
    };
    Ok(Ok(TakenPayout {
        key,
        rain,
        game: settlement.game,
        packet,
        account: settlement.account,
        amount,
        currency: settlement.currency,
        caught_ms: settlement.caught_ms,
        credited_ms: settlement.at_ms,
        identity: settlement.payee.clone(),
        field: row.try_get("field")?,
        attempts: from_db(row.try_get("attempts")?)?,
        sent_ms: from_db(row.try_get("sent_ms")?)?,
        taken_ms: from_db(row.try_get("taken_ms")?)?,
    }))
}

/// Keeps a payout that is not what the ledger has from being sent.
async fn hold_back(tx: &mut Tx, key: &str) -> Result<(), StoreError> {
    tracing::error!(key, "a payout is not what the ledger has; not sent");
    let sql = format!(
        "UPDATE payouts SET state = $2, changed_ms = {},
             detail = 'differs from the ledger; not sent' WHERE key = $1",
        Dialect::of(tx).now_ms()
    );
    let query =
        sqlx::query(sqlx::AssertSqlSafe(sql)).bind(key).bind(PayoutState::NeedsHuman.word());
    query.execute(&mut **tx).await?;
    Ok(())
}

/// Records one outcome; whether it changed anything. A final one is taken whenever there is none
/// yet; another one only if nobody took the payout again since.
async fn record(tx: &mut Tx, payout: &TakenPayout, outcome: &Outcome) -> Result<bool, StoreError> {
    let still = match outcome.entry() {
        Some(_) => format!("NOT ({}) AND attempts >= $5", one_of("state", &PayoutState::FINAL)),
        None => format!("state = '{}' AND attempts = $5", PayoutState::Sent),
    };
    let wait = match outcome {
        Outcome::Unknown(_, wait) => *wait,
        Outcome::Confirmed | Outcome::Refused(_) | Outcome::NeedsHuman(_) => Duration::ZERO,
    };
    let now = Dialect::of(tx).now_ms();
    // What the player has filled in is told to nobody any more.
    let forget = if outcome.entry().is_some() { ", field = NULL" } else { "" };
    let sql = format!(
        "UPDATE payouts SET state = $2, due_ms = {now} + $3, changed_ms = {now}, detail = $4{forget}
         WHERE key = $1 AND {still}"
    );
    let done = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(&payout.key)
        .bind(outcome.state().word())
        .bind(ms(wait))
        .bind(outcome.detail())
        .bind(to_db(payout.attempts))
        .execute(&mut **tx)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// An entry about a payout.
fn entry(payout: &TakenPayout, kind: Kind, now_ms: u64) -> Entry {
    Entry {
        kind,
        reverses: false,
        item: i64::from(payout.packet),
        account: Some(payout.account),
        amount: payout.amount,
        currency: payout.currency,
        caught_ms: None,
        at_ms: now_ms,
    }
}
