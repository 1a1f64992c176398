//! What a browser caught as nobody's becomes the person's who has signed in with it: once, to one person, for
//! ever. Called by `rain` where a player asks for it, and inside the transactions after which a packet is its
//! player's.
//!
//! A packet moves by two entries: `leave` takes it from the browser's account, `inherit` gives it to the
//! person's. What is at the receiver of payouts, or on its way there, stays as it was sent; refused, it
//! moves. So at any moment a browser that has an heir has nothing, which the audit checks.
//!
//! Whoever settles keeps heirs from changing until the transaction ends ([`keep_heirs`]). What moves later,
//! because a payout was refused, meets an heir who comes at the same moment at the lock of the book.

use std::collections::HashMap;

use quizrain_shared::api::{PayoutState, Sum};
use quizrain_shared::ids::AccountId;
use quizrain_shared::money::{Currency, Minor};
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::failing::fail_at;
use crate::ledger::post::{lock, post};
use crate::ledger::{Entry, Kind};
use crate::store::StoreError;
use crate::store::sql::{Dialect, Sql, Tx, bounded, parse, parts, to_db, values};

/// What whoever becomes an heir or holds payouts locks in PostgreSQL, and whoever settles shares. `SQLite` has one writer.
const ALONE: &str = "SELECT 1 AS locked FROM pg_advisory_xact_lock(1364347214)";
const SHARED: &str = "SELECT 1 AS locked FROM pg_advisory_xact_lock_shared(1364347214)";

/// What became of a wish to have what a browser has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inherited {
    /// It is the person's, by this call or an earlier one: so much has moved until now.
    Moved(Vec<Sum>),
    /// It is another person's. Nothing changed.
    Taken,
}

/// A packet that an heir is to have.
struct Owed {
    item: i64,
    browser: AccountId,
    person: AccountId,
    amount: Minor,
    currency: Currency,
}

impl Owed {
    fn read(row: &AnyRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            item: row.try_get("item")?,
            browser: parse(row.try_get("account")?)?,
            person: parse(row.try_get("person")?)?,
            amount: Minor(row.try_get("amount")?),
            currency: parse(row.try_get("currency")?)?,
        })
    }

    fn entries(&self, now_ms: u64) -> [Entry; 2] {
        let entry = |kind, account| Entry {
            kind,
            reverses: false,
            item: self.item,
            account: Some(account),
            amount: self.amount,
            currency: self.currency,
            caught_ms: None,
            at_ms: now_ms,
        };
        [entry(Kind::Leave, self.browser), entry(Kind::Inherit, self.person)]
    }
}

/// Packets of a browser that has an heir, that are its player's now and have not moved.
async fn owed(tx: &mut Tx, book: &str, browser: &str) -> Result<Vec<Owed>, StoreError> {
    // A cross join, so that SQLite reads the few packets first.
    let rows = sqlx::query(
        "SELECT settled.item, settled.account, settled.amount, settled.currency, heirs.person
         FROM entries AS settled CROSS JOIN heirs
         WHERE settled.book = $1 AND settled.kind = 'settle' AND settled.account = $2
             AND heirs.browser = settled.account
             AND NOT EXISTS (SELECT 1 FROM entries AS moved WHERE moved.book = settled.book
                 AND moved.item = settled.item AND moved.kind = 'inherit')
             AND (SELECT SUM(CASE WHEN moved.credit = 'player' THEN moved.amount
                                  ELSE -moved.amount END)
                  FROM entries AS moved WHERE moved.book = settled.book
                      AND moved.item = settled.item
                      AND moved.kind IN ('settle', 'pay', 'unpay',
                          'reverse.settle', 'reverse.pay', 'reverse.unpay')) > 0",
    )
    .bind(book)
    .bind(browser)
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.iter().map(Owed::read).collect::<Result<_, _>>()?)
}

/// Moves packets to whom they are owed.
async fn move_owed(tx: &mut Tx, book: &str, owed: &[Owed], now_ms: u64) -> Result<(), StoreError> {
    if !owed.is_empty() {
        let entries = owed.iter().flat_map(|packet| packet.entries(now_ms)).collect();
        post(tx, book, entries, now_ms).await?;
    }
    Ok(())
}

/// Keeps anybody from becoming an heir until a transaction ends that is about to settle. Comes before the
/// lock of the book.
pub(crate) async fn keep_heirs(tx: &mut Tx) -> Result<(), StoreError> {
    if Dialect::of(tx) == Dialect::Postgres {
        sqlx::query(SHARED).execute(&mut **tx).await?;
    }
    Ok(())
}

/// Keeps anybody from settling, and from becoming an heir, until a transaction ends. Comes before all else of it.
pub(crate) async fn alone(tx: &mut Tx) -> Result<(), StoreError> {
    if Dialect::of(tx) == Dialect::Postgres {
        sqlx::query(ALONE).execute(&mut **tx).await?;
    }
    Ok(())
}

/// Who of these accounts has an heir, and whom. Few have: the others cost a look at keys.
async fn heirs_of(
    tx: &mut Tx,
    accounts: &[AccountId],
) -> Result<HashMap<AccountId, AccountId>, StoreError> {
    let mut heirs = HashMap::new();
    for part in parts(accounts) {
        let among = values(tx, 1, part.len());
        let sql = format!("SELECT browser, person FROM heirs WHERE browser IN {among}");
        let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
        for account in part {
            query = query.bind(account.to_string());
        }
        for row in query.fetch_all(&mut **tx).await? {
            heirs.insert(parse(row.try_get("browser")?)?, parse(row.try_get("person")?)?);
        }
    }
    Ok(heirs)
}

/// Moves on to heirs what entries of this transaction gave to players, in a book that it has locked.
pub(crate) async fn follow_heirs(
    tx: &mut Tx,
    book: &str,
    given: &[Entry],
    now_ms: u64,
) -> Result<(), StoreError> {
    let accounts: Vec<AccountId> = given.iter().filter_map(|entry| entry.account).collect();
    let heirs = heirs_of(tx, &accounts).await?;
    let owed = given.iter().filter_map(|entry| {
        let browser = entry.account?;
        let person = *heirs.get(&browser)?;
        let Entry { item, amount, currency, .. } = *entry;
        Some(Owed { item, browser, person, amount, currency })
    });
    move_owed(tx, book, &owed.collect::<Vec<_>>(), now_ms).await
}

/// Makes a person the heir of a browser that has none; whose heir's it is then.
async fn put_heir(
    tx: &mut Tx,
    browser: &str,
    person: AccountId,
    now_ms: u64,
) -> Result<AccountId, StoreError> {
    sqlx::query(
        "INSERT INTO heirs (browser, person, at_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    )
    .bind(browser)
    .bind(person.to_string())
    .bind(to_db(now_ms))
    .execute(&mut **tx)
    .await?;
    let row = sqlx::query("SELECT person FROM heirs WHERE browser = $1")
        .bind(browser)
        .fetch_one(&mut **tx)
        .await?;
    Ok(parse(row.try_get("person")?)?)
}

/// Has payouts of a browser that were never sent paid to its heir. Before any book is locked: whoever sends
/// them locks the payout first as well.
async fn redirect_payouts(tx: &mut Tx, browser: &str, person: &str) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE payouts SET account = $2
         WHERE key IN (SELECT 'qr1-' || book || '-' || item FROM entries
                       WHERE account = $1 AND kind = 'settle')
             AND state IN ($3, $4) AND sent_ms IS NULL",
    )
    .bind(browser)
    .bind(person)
    .bind(PayoutState::Pending.word())
    .bind(PayoutState::Held.word())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

async fn books_of(tx: &mut Tx, browser: &str) -> Result<Vec<String>, StoreError> {
    let rows = sqlx::query(
        "SELECT DISTINCT book FROM entries WHERE account = $1 AND kind = 'settle' ORDER BY book",
    )
    .bind(browser)
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.iter().map(|row| row.try_get("book")).collect::<Result<_, _>>()?)
}

/// What has moved from a browser.
async fn moved(tx: &mut Tx, browser: &str) -> Result<Vec<Sum>, StoreError> {
    let rows = sqlx::query(
        "SELECT moved.currency, CAST(SUM(moved.amount) AS BIGINT) AS amount
         FROM entries AS settled
         JOIN entries AS moved ON moved.book = settled.book AND moved.item = settled.item
             AND moved.kind = 'leave'
         WHERE settled.account = $1 AND settled.kind = 'settle'
         GROUP BY moved.currency ORDER BY moved.currency",
    )
    .bind(browser)
    .fetch_all(&mut **tx)
    .await?;
    let sum = |row: &AnyRow| {
        let currency = parse(row.try_get("currency")?)?;
        Ok(Sum { currency, amount: Minor(row.try_get("amount")?) })
    };
    Ok(rows.iter().map(sum).collect::<Result<_, sqlx::Error>>()?)
}

impl Sql {
    /// Makes a person the heir of a browser's own account: what it has is theirs, and what is settled for it
    /// later. All in one transaction.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn inherit(
        &self,
        browser: AccountId,
        person: AccountId,
        now_ms: u64,
    ) -> Result<Inherited, StoreError> {
        fail_at!("inherit.before_begin");
        let done = bounded(async {
            let (name, heir) = (browser.to_string(), person.to_string());
            let mut tx = self.write().await?;
            alone(&mut tx).await?;
            if put_heir(&mut tx, &name, person, now_ms).await? != person {
                return Ok(Inherited::Taken);
            }
            redirect_payouts(&mut tx, &name, &heir).await?;
            fail_at!("inherit.after_payouts");
            for book in books_of(&mut tx, &name).await? {
                lock(&mut tx, &book).await?;
                let owed = owed(&mut tx, &book, &name).await?;
                move_owed(&mut tx, &book, &owed, now_ms).await?;
            }
            let moved = moved(&mut tx, &name).await?;
            fail_at!("inherit.before_commit");
            tx.commit().await?;
            Ok(Inherited::Moved(moved))
        })
        .await;
        fail_at!("inherit.after_commit");
        done
    }

    /// Whether a browser's own account has an heir, who has what it caught and will catch.
    ///
    /// # Errors
    /// The database failed.
    pub async fn has_heir(&self, browser: AccountId) -> Result<bool, StoreError> {
        self.is_in_heirs("SELECT 1 AS one FROM heirs WHERE browser = $1 LIMIT 1", browser).await
    }

    /// Whether a person is the heir of any browser, whose packets may still be on their way.
    ///
    /// # Errors
    /// The database failed.
    pub async fn is_heir(&self, person: AccountId) -> Result<bool, StoreError> {
        self.is_in_heirs("SELECT 1 AS one FROM heirs WHERE person = $1 LIMIT 1", person).await
    }

    /// The browsers' own accounts that a person is the heir of.
    ///
    /// # Errors
    /// The database failed.
    pub async fn browsers_of(&self, person: AccountId) -> Result<Vec<AccountId>, StoreError> {
        bounded(async {
            let rows = sqlx::query("SELECT browser FROM heirs WHERE person = $1")
                .bind(person.to_string())
                .fetch_all(&self.reader)
                .await?;
            let browser = |row: &AnyRow| parse(row.try_get("browser")?);
            Ok(rows.iter().map(browser).collect::<Result<_, _>>()?)
        })
        .await
    }

    async fn is_in_heirs(&self, sql: &'static str, who: AccountId) -> Result<bool, StoreError> {
        bounded(async {
            let query = sqlx::query(sql).bind(who.to_string());
            Ok(query.fetch_optional(&self.reader).await?.is_some())
        })
        .await
    }
}
