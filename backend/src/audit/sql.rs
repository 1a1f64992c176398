//! What the audit reads: rows as they stand, also those that this program would never write.
//!
//! Called by `audit`. Everything is read in one snapshot, over a connection that cannot write and
//! brings no tables up to date. Rows come as text with spaces between the columns, so that a
//! value of the wrong type is a row to report and not an error that ends the audit.

use futures_util::TryStreamExt;
use sqlx::any::AnyRow;
use sqlx::{Any, AnyPool, Decode, Row, Type};
use url::Url;

use super::heirs::Heirs;
use super::report::{Invariant, Report};
use crate::game::sql;
use crate::ledger::{RAIN_COLUMNS, parse_rain};
use crate::store::StoreError;
use crate::store::sql::migrations::newest;
use crate::store::sql::{Dialect, Tx, open_pool, skipped};

/// Settings of an SQLite connection that only reads.
const SQLITE: &str = "PRAGMA busy_timeout = 10000; PRAGMA query_only = ON";

/// Settings of a PostgreSQL connection that only reads, and may take its time over a large rain.
const POSTGRES: &str = "SET default_transaction_read_only = on; SET statement_timeout = 0; \
     SET idle_in_transaction_session_timeout = '10min'; SET work_mem = '64MB'";

/// The columns of an entry, as a line of its link's hash has them.
const ENTRY: &str = "kind || ' ' || item || ' ' || debit || ' ' || credit || ' ' \
     || COALESCE(account, '-') || ' ' || amount || ' ' || currency || ' ' \
     || COALESCE(CAST(caught_ms AS TEXT), '-') || ' ' || at_ms";

/// The ledger cannot be looked at.
#[derive(Debug, thiserror::Error)]
pub enum ReaderError {
    /// Not one of ours.
    #[error("{0}: is not supported; use sqlite: or postgres:")]
    Scheme(String),
    /// Not reached, not readable, or not a ledger.
    #[error("cannot read the ledger")]
    Read(#[from] sqlx::Error),
    /// Tables of another version.
    #[error(
        "the ledger's tables are {age} than this program: they have version {found}, it knows {ours}"
    )]
    Schema {
        /// `newer` or `older`.
        age: &'static str,
        /// The tables' version.
        found: i64,
        /// The version that this program knows.
        ours: i64,
    },
}

/// Some books in the order of their names.
#[derive(Clone, Debug)]
pub enum Range {
    /// One book.
    One(String),
    /// What follows one name, up to another.
    Between {
        /// The last name that is not part of it; nothing: from the first.
        after: String,
        /// The last name that is; `None`: to the end.
        until: Option<String>,
    },
}

/// A rain as it stands.
#[derive(Clone, Debug)]
pub struct RainRecord {
    /// Its id.
    pub rain: String,
    /// The incarnation of its pool.
    pub incarnation: String,
    /// How many shards its packets lie in.
    pub shards: i64,
    /// The currency.
    pub currency: String,
    /// The pot in minor units.
    pub pot: i64,
    /// How many packets.
    pub packets: i64,
    /// The plan, as JSON.
    pub plan: String,
    /// Its game.
    pub game: String,
    /// First, second … rain of the game, from 0.
    pub ordinal: i64,
    /// The link that it was drawn from.
    pub link: String,
    /// What players contributed to the draw, combined.
    pub entropy: String,
    /// 1: there is a list of contributions.
    pub drawn: i64,
    /// What players were shown.
    pub commitment: String,
    /// Start of the window, in ms of Redis time.
    pub opens_ms: Option<i64>,
    /// End of the window.
    pub closes_ms: Option<i64>,
    /// Since when no claim can be granted.
    pub closed_ms: Option<i64>,
    /// When everything was in the ledger and the unclaimed went back.
    pub settled_ms: Option<i64>,
    /// 1: what is caught is paid out.
    pub payout: i64,
    /// Columns whose value is of another type: what is said of them above is made up.
    pub unreadable: Vec<&'static str>,
}

/// Reads columns of a row, and notes those that hold something of another type.
struct Columns<'r> {
    row: &'r AnyRow,
    unreadable: Vec<&'static str>,
}

impl<'r> Columns<'r> {
    fn get<T: Default + Decode<'r, Any> + Type<Any>>(&mut self, column: &'static str) -> T {
        self.row.try_get(column).unwrap_or_else(|_| {
            self.unreadable.push(column);
            T::default()
        })
    }
}

/// A row of the registry that servers skip, because they cannot read it.
#[derive(Clone, Debug)]
pub struct UnreadableRow {
    /// Which table.
    pub table: &'static str,
    /// What names it there.
    pub name: String,
    /// The rain, where it is one.
    pub rain: Option<String>,
    /// What they say.
    pub why: String,
}

/// A claim that could not be settled, as it stands.
#[derive(Clone, Debug)]
pub struct LetterRecord {
    /// The rain.
    pub rain: String,
    /// As it stood in the stream.
    pub account: String,
    /// Likewise.
    pub claim: String,
    /// A word of [`DeadLetterState`](quizrain_shared::api::DeadLetterState), or whatever is there.
    pub state: String,
    /// Why.
    pub reason: String,
    /// When it got here, in ms of Redis time.
    pub at_ms: i64,
}

/// A claim that is void.
#[derive(Clone, Debug)]
pub struct VoidRecord {
    /// The rain.
    pub rain: String,
    /// Who was told that it is void.
    pub account: String,
    /// `<packet>:<amount>:<caught ms>`.
    pub claim: String,
    /// Why.
    pub reason: String,
}

/// The ledger as it was at one moment.
pub struct LedgerReader {
    tx: Tx,
    pool: AnyPool,
    dialect: Dialect,
}

impl Range {
    fn filter(&self, column: &str) -> String {
        match self {
            Self::One(_) => format!("{column} = $1"),
            Self::Between { until: Some(_), .. } => format!("{column} > $1 AND {column} <= $2"),
            Self::Between { until: None, .. } => format!("{column} > $1"),
        }
    }

    fn bounds(&self) -> impl Iterator<Item = &str> {
        let (first, second) = match self {
            Self::One(book) => (book, None),
            Self::Between { after, until } => (after, until.as_ref()),
        };
        std::iter::once(first).chain(second).map(String::as_str)
    }
}

impl LedgerReader {
    /// Opens a ledger to read it as it is now.
    ///
    /// # Errors
    /// It cannot be reached or read, or its tables are of another version.
    pub async fn open(url: &Url) -> Result<Self, ReaderError> {
        let (dialect, settings) = match url.scheme() {
            "sqlite" => (Dialect::Sqlite, SQLITE),
            "postgres" | "postgresql" => (Dialect::Postgres, POSTGRES),
            other => return Err(ReaderError::Scheme(other.to_owned())),
        };
        let mut url = url.clone();
        if dialect == Dialect::Sqlite {
            let others: Vec<(String, String)> = url
                .query_pairs()
                .filter(|(name, _)| name != "mode")
                .map(|(n, v)| (n.into(), v.into()))
                .collect();
            url.query_pairs_mut().clear().extend_pairs(others).append_pair("mode", "ro");
        }
        let pool = open_pool(&url, settings, 2, false).await?;
        let tx = pool
            .begin_with(match dialect {
                Dialect::Sqlite => "BEGIN",
                Dialect::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
            })
            .await?;
        let mut reader = Self { tx, pool, dialect };
        // The first read makes the snapshot.
        let found: i64 = sqlx::query("SELECT MAX(version) AS version FROM _sqlx_migrations")
            .fetch_one(&mut *reader.tx)
            .await?
            .try_get("version")?;
        let ours = newest();
        let age = match found.cmp(&ours) {
            std::cmp::Ordering::Equal => return Ok(reader),
            std::cmp::Ordering::Greater => "newer",
            std::cmp::Ordering::Less => "older",
        };
        Err(ReaderError::Schema { age, found, ours })
    }

    /// Rains of a range, in the order of their ids, so many at most.
    ///
    /// # Errors
    /// The database failed.
    pub async fn rains(
        &mut self,
        range: &Range,
        most: usize,
    ) -> Result<Vec<RainRecord>, StoreError> {
        let sql = format!(
            "SELECT rain, incarnation, shards, currency, pot, packets, plan, game, ordinal, link, entropy,
                 commitment, opens_ms, closes_ms, closed_ms, settled_ms, payout,
                 (SELECT COUNT(*) FROM contributions WHERE contributions.rain = rains.rain) AS drawn
             FROM rains WHERE {} ORDER BY rain LIMIT {most}",
            range.filter("rain")
        );
        let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
        for bound in range.bounds() {
            query = query.bind(bound);
        }
        let rows = query.fetch_all(&mut *self.tx).await?;
        let rain = |row: &AnyRow| {
            let id = row.try_get("rain")?;
            let mut columns = Columns { row, unreadable: Vec::new() };
            Ok(RainRecord {
                rain: id,
                incarnation: columns.get("incarnation"),
                shards: columns.get("shards"),
                currency: columns.get("currency"),
                pot: columns.get("pot"),
                packets: columns.get("packets"),
                plan: columns.get("plan"),
                game: columns.get("game"),
                ordinal: columns.get("ordinal"),
                link: columns.get("link"),
                entropy: columns.get("entropy"),
                drawn: columns.get("drawn"),
                commitment: columns.get("commitment"),
                opens_ms: columns.get("opens_ms"),
                closes_ms: columns.get("closes_ms"),
                closed_ms: columns.get("closed_ms"),
                settled_ms: columns.get("settled_ms"),
                payout: columns.get("payout"),
                unreadable: columns.unreadable,
            })
        };
        Ok(rows.iter().map(rain).collect::<Result<_, sqlx::Error>>()?)
    }

    /// Games and rains, or one rain, that servers still have to do with and cannot read.
    ///
    /// # Errors
    /// The database failed.
    pub async fn unreadable(
        &mut self,
        rain: Option<&str>,
    ) -> Result<Vec<UnreadableRow>, StoreError> {
        let mut found = Vec::new();
        let mut note = |table, row: &AnyRow, error: Option<sqlx::Error>| {
            if let Some(error) = error {
                let (name, why) = (skipped::name(row), error.to_string());
                let rain = (table == "rains").then(|| name.clone());
                found.push(UnreadableRow { table, name, rain, why });
            }
        };
        let only = if rain.is_some() { " AND rain = $1" } else { "" };
        let sql = format!("{} WHERE settled_ms IS NULL{only}", RAIN_COLUMNS);
        let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
        if let Some(rain) = rain {
            query = query.bind(rain);
        }
        for row in query.fetch_all(&mut *self.tx).await? {
            note("rains", &row, parse_rain(&row).err());
        }
        if rain.is_none() {
            let sql = format!(
                "{} WHERE ended_ms IS NULL OR keys_deleted_ms IS NULL ORDER BY game",
                sql::COLUMNS
            );
            for row in sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(&mut *self.tx).await? {
                note("games", &row, sql::parse_game(&row).err());
            }
        }
        Ok(found)
    }

    /// Whether a rain is settled now, which it may not have been when the snapshot was made.
    ///
    /// # Errors
    /// The database failed.
    pub async fn is_settled_by_now(&self, rain: &str) -> Result<bool, StoreError> {
        let row = sqlx::query(
            "SELECT COUNT(*) AS open FROM rains WHERE rain = $1 AND settled_ms IS NULL",
        )
        .bind(rain)
        .fetch_one(&self.pool)
        .await?;
        Ok(row.try_get::<i64, _>("open")? == 0)
    }

    /// The sealed lists of a range: rain, and `packet amount`, in this order.
    ///
    /// # Errors
    /// The database failed.
    pub async fn packets(
        &mut self,
        range: &Range,
        row: impl FnMut(&str, &str),
    ) -> Result<(), StoreError> {
        let columns = "rain, packet || ' ' || amount FROM packets";
        self.each(columns, "rain", "rain, packet", range, row).await
    }

    /// Whose prizes those of a range are: rain, and `packet account`, in this order.
    ///
    /// # Errors
    /// The database failed.
    pub async fn prizes(
        &mut self,
        range: &Range,
        row: impl FnMut(&str, &str),
    ) -> Result<(), StoreError> {
        let columns = "rain, packet || ' ' || account FROM prizes";
        self.each(columns, "rain", "rain, packet", range, row).await
    }

    /// The chains of a range: book, and `link hash entries`, in this order.
    ///
    /// # Errors
    /// The database failed.
    pub async fn links(
        &mut self,
        range: &Range,
        row: impl FnMut(&str, &str),
    ) -> Result<(), StoreError> {
        let columns = "book, link || ' ' || hash || ' ' || entries FROM links";
        self.each(columns, "book", "book, link", range, row).await
    }

    /// The ends of the chains of a range: book, and `link hash` (the hash may be empty).
    ///
    /// # Errors
    /// The database failed.
    pub async fn heads(
        &mut self,
        range: &Range,
        row: impl FnMut(&str, &str),
    ) -> Result<(), StoreError> {
        self.each("book, link || ' ' || hash FROM books", "book", "book", range, row).await
    }

    /// The entries of a range: book, and `link` followed by the entry's line in the hash of its
    /// link; by book, kind and item.
    ///
    /// # Errors
    /// The database failed.
    pub async fn entries(
        &mut self,
        range: &Range,
        row: impl FnMut(&str, &str),
    ) -> Result<(), StoreError> {
        let columns = format!("book, link || ' ' || {ENTRY} FROM entries");
        let order = format!("book, kind {}, item", self.dialect.bytewise());
        self.each(&columns, "book", &order, range, row).await
    }

    /// The outbox of a range: rain, and `packet key account amount currency state sent changed`,
    /// with `-` where it was not sent.
    ///
    /// # Errors
    /// The database failed.
    pub async fn payouts(
        &mut self,
        range: &Range,
        row: impl FnMut(&str, &str),
    ) -> Result<(), StoreError> {
        let columns = "rain, packet || ' ' || key || ' ' || account || ' ' || amount || ' ' \
             || currency || ' ' || state || ' ' || COALESCE(CAST(sent_ms AS TEXT), '-') || ' ' \
             || changed_ms FROM payouts";
        self.each(columns, "rain", "rain, packet", range, row).await
    }

    /// The dead letters of a range.
    ///
    /// # Errors
    /// The database failed.
    pub async fn letters(&mut self, range: &Range) -> Result<Vec<LetterRecord>, StoreError> {
        let sql = format!(
            "SELECT rain, account, claim, state, reason, at_ms FROM dead_letters WHERE {}
             ORDER BY rain, at_ms",
            range.filter("rain")
        );
        let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
        for bound in range.bounds() {
            query = query.bind(bound);
        }
        let rows = query.fetch_all(&mut *self.tx).await?;
        let letter = |row: &AnyRow| {
            Ok(LetterRecord {
                rain: row.try_get("rain")?,
                account: row.try_get("account")?,
                claim: row.try_get("claim")?,
                state: row.try_get("state")?,
                reason: row.try_get("reason")?,
                // Older than anything that still happens, where it cannot be read.
                at_ms: row.try_get("at_ms").unwrap_or_default(),
            })
        };
        Ok(rows.iter().map(letter).collect::<Result<_, sqlx::Error>>()?)
    }

    /// Claims of rains that players were told are void.
    ///
    /// # Errors
    /// The database failed.
    pub async fn voids(&mut self, range: &Range) -> Result<Vec<VoidRecord>, StoreError> {
        let sql = format!(
            "SELECT rain, account, claim, reason FROM voids WHERE {} ORDER BY rain, account, claim",
            range.filter("rain")
        );
        let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
        for bound in range.bounds() {
            query = query.bind(bound);
        }
        let rows = query.fetch_all(&mut *self.tx).await?;
        let void = |row: &AnyRow| {
            Ok(VoidRecord {
                rain: row.try_get("rain")?,
                account: row.try_get("account")?,
                claim: row.try_get("claim")?,
                reason: row.try_get("reason")?,
            })
        };
        Ok(rows.iter().map(void).collect::<Result<_, sqlx::Error>>()?)
    }

    /// Who has inherited from which browser. A row that cannot be read is a violation.
    ///
    /// # Errors
    /// The database failed.
    pub(super) async fn heirs(&mut self, report: &mut Report) -> Result<Heirs, StoreError> {
        let mut heirs = Heirs::new();
        let mut rows =
            sqlx::query("SELECT browser, person FROM heirs ORDER BY browser").fetch(&mut *self.tx);
        while let Some(row) = rows.try_next().await? {
            let (browser, person): (&str, &str) = (row.try_get(0)?, row.try_get(1)?);
            match browser.parse().ok().zip(person.parse().ok()) {
                Some((browser, person)) => drop(heirs.insert(browser, person)),
                None => report.violation(
                    Invariant::I3,
                    None,
                    format!("heirs {browser}"),
                    format!("cannot be read: {person}"),
                ),
            }
        }
        Ok(heirs)
    }

    /// What the sponsor is said to have: currency and balance, where it is a whole number.
    ///
    /// # Errors
    /// The database failed.
    pub async fn sponsors(&mut self) -> Result<Vec<(String, Option<i64>)>, StoreError> {
        let rows =
            sqlx::query("SELECT currency, balance FROM sponsors").fetch_all(&mut *self.tx).await?;
        let sponsor = |row: &AnyRow| Ok((row.try_get(0)?, row.try_get(1).ok()));
        Ok(rows.iter().map(sponsor).collect::<Result<_, sqlx::Error>>()?)
    }

    /// How many entries there are, counted in the table itself: no index has these columns.
    ///
    /// # Errors
    /// The database failed.
    pub async fn count_entries(&mut self) -> Result<u64, StoreError> {
        let row = sqlx::query("SELECT COUNT(debit || credit) AS entries FROM entries")
            .fetch_one(&mut *self.tx)
            .await?;
        Ok(crate::store::sql::from_db(row.try_get("entries")?)?)
    }

    async fn each(
        &mut self,
        columns_from: &str,
        key: &str,
        order: &str,
        range: &Range,
        mut f: impl FnMut(&str, &str),
    ) -> Result<(), StoreError> {
        let sql = format!("SELECT {columns_from} WHERE {} ORDER BY {order}", range.filter(key));
        let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
        for bound in range.bounds() {
            query = query.bind(bound);
        }
        let mut rows = query.fetch(&mut *self.tx);
        while let Some(row) = rows.try_next().await? {
            // Where a column is missing that must be there, so is the whole text.
            f(row.try_get(0)?, row.try_get::<Option<&str>, _>(1)?.unwrap_or_default());
        }
        Ok(())
    }
}
