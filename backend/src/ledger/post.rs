//! Writes entries: the only way into the ledger.
//!
//! A book is locked, entries go in with the number of the next link, and the link is added by
//! compare-and-set: where somebody else added it first, the transaction fails and is done again.

use sqlx::Row;

use crate::ledger::chain::{Chain, FIRST};
use crate::ledger::{Entry, to_db};
use crate::store::StoreError;
use crate::store::sql::{Tx, values};

/// Entries in one statement: 11 parameters each, 32,766 at most.
const STATEMENT: usize = 500;

/// A book whose next link is ours to add, until the transaction ends.
#[derive(Debug)]
pub(crate) struct Head {
    book: String,
    link: i64,
    hash: String,
}

impl Head {
    /// The number that new entries get.
    pub(crate) fn next(&self) -> i64 {
        self.link + 1
    }
}

/// Opens a book, and waits for whoever writes to it now: two batches at once would only undo each
/// other's work, since one of them finds the link taken.
pub(crate) async fn lock(tx: &mut Tx, book: &str) -> Result<Head, StoreError> {
    let row = sqlx::query("UPDATE books SET link = link WHERE book = $1 RETURNING link, hash")
        .bind(book)
        .fetch_optional(&mut **tx)
        .await?;
    let row = row.ok_or_else(|| StoreError::Unreadable {
        place: "the ledger",
        what: format!("no book {book}"),
    })?;
    Ok(Head { book: book.to_owned(), link: row.try_get("link")?, hash: row.try_get("hash")? })
}

/// Adds a link over entries that were inserted with [`Head::next`]. Nothing for no entries.
pub(crate) async fn seal(
    tx: &mut Tx,
    head: Head,
    entries: &mut [Entry],
    now_ms: u64,
) -> Result<(), StoreError> {
    if entries.is_empty() {
        return Ok(());
    }
    entries.sort_by_cached_key(|entry| (entry.word(), entry.item));
    let before = if head.link == 0 { FIRST } else { &head.hash };
    let mut chain = Chain::begin(&head.book, head.next(), before);
    for entry in &*entries {
        chain.add_entry(&entry.word(), entry);
    }
    let hash = chain.end();
    let moved = sqlx::query("UPDATE books SET link = $3, hash = $4 WHERE book = $1 AND link = $2")
        .bind(&head.book)
        .bind(head.link)
        .bind(head.next())
        .bind(&hash)
        .execute(&mut **tx)
        .await?;
    let linked = sqlx::query(
        "INSERT INTO links (book, link, hash, entries, at_ms) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING",
    )
    .bind(&head.book)
    .bind(head.next())
    .bind(&hash)
    .bind(i64::try_from(entries.len()).unwrap_or(i64::MAX))
    .bind(to_db(now_ms))
    .execute(&mut **tx)
    .await?;
    if moved.rows_affected() != 1 || linked.rows_affected() != 1 {
        return Err(StoreError::LinkTaken);
    }
    Ok(())
}

/// Writes entries that are not there yet, as one link of a book; how many were new.
///
/// An entry is known by its kind and item: one that is there already stays as it is, so posting
/// again is harmless.
pub(crate) async fn post(
    tx: &mut Tx,
    book: &str,
    entries: Vec<Entry>,
    now_ms: u64,
) -> Result<usize, StoreError> {
    let head = lock(tx, book).await?;
    let mut new = Vec::with_capacity(entries.len());
    for part in entries.chunks(STATEMENT) {
        let sql = format!(
            "INSERT INTO entries (book, kind, item, link, debit, credit, account, amount, currency,
                 caught_ms, at_ms)
             VALUES {} ON CONFLICT DO NOTHING RETURNING kind, item",
            values(tx, part.len(), 11)
        );
        let mut insert = sqlx::query(sqlx::AssertSqlSafe(sql));
        for entry in part {
            let (debit, credit) = entry.sides();
            insert = insert
                .bind(&head.book)
                .bind(entry.word())
                .bind(entry.item)
                .bind(head.next())
                .bind(debit)
                .bind(credit)
                .bind(entry.account.map(|account| account.to_string()))
                .bind(entry.amount.0)
                .bind(entry.currency.code())
                .bind(entry.caught_ms.map(to_db))
                .bind(to_db(entry.at_ms));
        }
        let rows = insert.fetch_all(&mut **tx).await?;
        if rows.len() == part.len() {
            new.extend_from_slice(part);
            continue;
        }
        for row in rows {
            let (word, item): (String, i64) = (row.try_get("kind")?, row.try_get("item")?);
            new.extend(part.iter().find(|e| e.item == item && e.word() == word).cloned());
        }
    }
    let count = new.len();
    seal(tx, head, &mut new, now_ms).await?;
    Ok(count)
}
