//! Claims become settlements, each exactly once.

use std::collections::{HashMap, HashSet};

use quizrain_shared::api::PayoutState;
use quizrain_shared::ids::{AccountId, RainId};
use quizrain_shared::money::{Currency, Minor};
use sqlx::{AnyConnection, Row};

use crate::failing::{fail_at, fail_for};
use crate::ledger::generations::check;
use crate::ledger::heirs::{follow_heirs, keep_heirs};
use crate::ledger::post::{lock, seal};
use crate::ledger::{Claim, Entry, Generation, Kind, Packet, book_of};
use crate::store::StoreError;
use crate::store::sql::{Dialect, Sql, Tx, bounded, parse, parts, to_db, values};

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// It is in the ledger, by this call or an earlier one.
    Credited,
    /// The ledger has this packet or this account with other content, or no such packet, or the
    /// rain is finished. Nothing was credited, and nothing ever will be.
    Contradicts,
}

/// What was claimed, as an entry.
fn entry((account, claim): &(AccountId, Claim), currency: Currency, now_ms: u64) -> Entry {
    Entry {
        kind: Kind::Settle,
        reverses: false,
        item: i64::from(claim.packet.number),
        account: Some(*account),
        amount: claim.packet.amount,
        currency,
        caught_ms: Some(claim.at_ms),
        at_ms: now_ms,
    }
}

impl Sql {
    /// Settles a batch of claims of one shard in one transaction, with the rows from which they are
    /// paid out where the rain is. A claim that is settled already is found and compared, so any
    /// batch may be repeated.
    ///
    /// # Errors
    /// [`StoreError::Superseded`]: the generation in which they were read is over. Or the database
    /// failed. Nothing of the batch was settled.
    pub async fn settle(
        &self,
        generation: &Generation,
        currency: Currency,
        claims: &[(AccountId, Claim)],
        now_ms: u64,
    ) -> Result<Vec<Settled>, StoreError> {
        if claims.is_empty() {
            return Ok(Vec::new());
        }
        fail_at!("settle.before_begin");
        fail_for!("settle.claim", claims.iter().map(|(account, _)| account.to_string()));
        bounded(async {
            let mut tx = self.write().await?;
            fail_at!("settle.after_begin");
            let results = settle_in(&mut tx, generation, currency, claims, now_ms).await?;
            fail_at!("settle.before_commit");
            tx.commit().await?;
            fail_at!("settle.after_commit");
            Ok(results)
        })
        .await
    }

    /// Which of these claims are in the ledger, in the same order.
    ///
    /// # Errors
    /// The database failed.
    pub async fn are_settled(
        &self,
        rain: RainId,
        claims: &[(AccountId, Claim)],
    ) -> Result<Vec<bool>, StoreError> {
        bounded(async {
            let mut con = self.reader.acquire().await?;
            let there = settled_among(&mut con, &book_of(rain), claims).await?;
            let settled = |claim: &(AccountId, Claim)| {
                there.get(&claim.1.packet.number).is_some_and(|row| row.is(claim))
            };
            Ok(claims.iter().map(settled).collect())
        })
        .await
    }
}

async fn settle_in(
    tx: &mut Tx,
    generation: &Generation,
    currency: Currency,
    claims: &[(AccountId, Claim)],
    now_ms: u64,
) -> Result<Vec<Settled>, StoreError> {
    let book = book_of(generation.rain);
    keep_heirs(tx).await?;
    let head = lock(tx, &book).await?;
    check(tx, generation).await?;
    fail_at!("settle.after_lock");
    let link = head.next();
    let new = insert_claims(tx, &book, link, claims, now_ms).await?;
    fail_at!("settle.after_insert");
    if new == claims.len() as u64 {
        let mut entries: Vec<Entry> =
            claims.iter().map(|claim| entry(claim, currency, now_ms)).collect();
        queue_payouts(tx, &book, link, claims).await?;
        fail_at!("settle.after_payouts");
        seal(tx, head, &mut entries, now_ms).await?;
        follow_heirs(tx, &book, &entries, now_ms).await?;
        return Ok(vec![Settled::Credited; claims.len()]);
    }
    // Some are repeated, or contradict: what is there says whose it is.
    let there = settled_among(tx, &book, claims).await?;
    let is_new = |claim: &&(AccountId, Claim)| {
        there.get(&claim.1.packet.number).is_some_and(|row| row.link == link && row.is(claim))
    };
    let mut seen = HashSet::new();
    let mut entries: Vec<Entry> = claims
        .iter()
        .filter(is_new)
        // A claim that is in the batch twice is one row.
        .filter(|claim| seen.insert(claim.1.packet.number))
        .map(|claim| entry(claim, currency, now_ms))
        .collect();
    if new > 0 {
        queue_payouts(tx, &book, link, claims).await?;
    }
    seal(tx, head, &mut entries, now_ms).await?;
    follow_heirs(tx, &book, &entries, now_ms).await?;
    let result = |claim: &(AccountId, Claim)| match there.get(&claim.1.packet.number) {
        Some(row) if row.is(claim) => Settled::Credited,
        _ => Settled::Contradicts,
    };
    Ok(claims.iter().map(result).collect())
}

/// Writes the entries of claims that are in the sealed list, amount and all, and only until the
/// unclaimed went back; how many are new.
///
/// Each claim looks its packet up by key. Joined, PostgreSQL would read all packets of the rain for each batch.
async fn insert_claims(
    tx: &mut Tx,
    book: &str,
    link: i64,
    claims: &[(AccountId, Claim)],
    now_ms: u64,
) -> Result<u64, StoreError> {
    let mut new = 0;
    for part in parts(claims) {
        let count = part.len() * 4;
        let sql = format!(
            "WITH claims (account, packet, amount, caught_ms) AS (VALUES {})
             INSERT INTO entries (book, kind, item, link, debit, credit, account, amount,
                 currency, caught_ms, at_ms)
             SELECT rains.rain, 'settle', claims.packet, ${}, 'pot', 'player', claims.account,
                 claims.amount, rains.currency, claims.caught_ms, ${}
             FROM rains CROSS JOIN claims
             WHERE rains.rain = ${} AND rains.settled_ms IS NULL
                 AND claims.amount = (SELECT packets.amount FROM packets
                     WHERE packets.rain = rains.rain AND packets.packet = claims.packet)
             ON CONFLICT DO NOTHING",
            values(tx, part.len(), 4),
            count + 1,
            count + 2,
            count + 3,
        );
        let mut insert = sqlx::query(sqlx::AssertSqlSafe(sql));
        for (account, claim) in part {
            insert = insert
                .bind(account.to_string())
                .bind(i64::from(claim.packet.number))
                .bind(claim.packet.amount.0)
                .bind(to_db(claim.at_ms));
        }
        let insert = insert.bind(link).bind(to_db(now_ms)).bind(book);
        new += insert.execute(&mut **tx).await?.rows_affected();
    }
    Ok(new)
}

/// A settlement that is there.
struct There {
    account: AccountId,
    packet: Packet,
    link: i64,
}

impl There {
    fn is(&self, (account, claim): &(AccountId, Claim)) -> bool {
        self.account == *account && self.packet == claim.packet
    }
}

fn range(claims: &[(AccountId, Claim)]) -> (i64, i64) {
    let packets = claims.iter().map(|(_, claim)| i64::from(claim.packet.number));
    packets.clone().min().zip(packets.max()).unwrap_or((0, -1))
}

/// Settlements of the packets that are claimed, and of some between them.
async fn settled_among(
    con: &mut AnyConnection,
    book: &str,
    claims: &[(AccountId, Claim)],
) -> Result<HashMap<u32, There>, StoreError> {
    let (first, last) = range(claims);
    let rows = sqlx::query(
        "SELECT item, account, amount, link FROM entries
         WHERE book = $1 AND kind = 'settle' AND item BETWEEN $2 AND $3",
    )
    .bind(book)
    .bind(first)
    .bind(last)
    .fetch_all(&mut *con)
    .await?;
    let mut there = HashMap::with_capacity(rows.len());
    for row in rows {
        let item: i64 = row.try_get("item")?;
        let number = u32::try_from(item).map_err(|e| sqlx::Error::Decode(Box::new(e)))?;
        let packet = Packet { number, amount: Minor(row.try_get("amount")?) };
        let account = parse(row.try_get("account")?)?;
        there.insert(number, There { account, packet, link: row.try_get("link")? });
    }
    Ok(there)
}

/// Writes what the payer is to tell, where the rain is paid out: in the transaction that settles,
/// so that there is none without the other. An heir is paid at once; what a host is to look at first is held.
async fn queue_payouts(
    tx: &mut Tx,
    book: &str,
    link: i64,
    claims: &[(AccountId, Claim)],
) -> Result<(), StoreError> {
    let paid_out = sqlx::query("SELECT payout FROM rains WHERE rain = $1")
        .bind(book)
        .fetch_optional(&mut **tx)
        .await?;
    if paid_out.map(|row| row.try_get::<i64, _>("payout")).transpose()? != Some(1) {
        return Ok(());
    }
    let (first, last) = range(claims);
    let now = Dialect::of(tx).now_ms();
    let sql = format!(
        "INSERT INTO payouts (key, rain, packet, account, amount, currency, state, attempts,
             due_ms, sent_ms, changed_ms, detail, field)
         SELECT 'qr1-' || entries.book || '-' || entries.item, entries.book, entries.item,
             COALESCE(heirs.person, entries.account), entries.amount, entries.currency,
             CASE WHEN EXISTS (SELECT 1 FROM payout_holds WHERE payout_holds.rain = entries.book
                     AND payout_holds.account IN (entries.account, heirs.person))
                 THEN $6 ELSE $5 END, 0, {now}, NULL, {now}, '', player_fields.value
         FROM entries LEFT JOIN heirs ON heirs.browser = entries.account
         JOIN rains ON rains.rain = entries.book
         LEFT JOIN player_fields ON player_fields.game = rains.game
             AND player_fields.account = entries.account
         WHERE entries.book = $1 AND entries.kind = 'settle' AND entries.item BETWEEN $2 AND $3
             AND entries.link = $4
         ON CONFLICT DO NOTHING"
    );
    sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(book)
        .bind(first)
        .bind(last)
        .bind(link)
        .bind(PayoutState::Pending.word())
        .bind(PayoutState::Held.word())
        .execute(&mut **tx)
        .await?;
    Ok(())
}
