//! The ledger as it is, read with queries of our own: nothing of the back end's code is believed,
//! and no unique index is relied on.

use anyhow::bail;
use sqlx::AnyPool;
use sqlx::AssertSqlSafe;

use crate::from_row::from_row;

/// A rain of the registry.
#[derive(Clone, Debug)]
pub(super) struct Rain {
    /// Its id, in hex.
    pub(super) id: String,
    pub(super) game: String,
    pub(super) currency: String,
    pub(super) pot: i64,
    pub(super) packets: i64,
    pub(super) opens_ms: Option<i64>,
    pub(super) settled_ms: Option<i64>,
}

from_row!(Rain { id, game, currency, pot, packets, opens_ms, settled_ms });

/// A row of the ledger.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    pub(super) kind: String,
    pub(super) item: i64,
    pub(super) debit: String,
    pub(super) credit: String,
    pub(super) account: Option<String>,
    pub(super) amount: i64,
    pub(super) currency: String,
}

from_row!(Entry { kind, item, debit, credit, account, amount, currency });

/// A grant of a packet, as an account's balance has it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Grant {
    pub(super) book: String,
    pub(super) item: i64,
    pub(super) amount: i64,
    pub(super) currency: String,
}

from_row!(Grant { book, item, amount, currency });

/// Every rain, oldest first.
pub(super) async fn rains(pool: &AnyPool) -> anyhow::Result<Vec<Rain>> {
    let query = sqlx::query_as(
        "SELECT rain AS id, game, currency, pot, packets, opens_ms, settled_ms FROM rains \
         ORDER BY created_ms, ordinal",
    );
    Ok(query.fetch_all(pool).await?)
}

/// The sealed packets of a rain: number and amount.
pub(super) async fn packets(pool: &AnyPool, rain: &str) -> anyhow::Result<Vec<(i64, i64)>> {
    let query = sqlx::query_as("SELECT packet, amount FROM packets WHERE rain = $1");
    Ok(query.bind(rain).fetch_all(pool).await?)
}

/// All that the ledger says about a rain.
pub(super) async fn entries(pool: &AnyPool, rain: &str) -> anyhow::Result<Vec<Entry>> {
    let query = sqlx::query_as(
        "SELECT kind, item, debit, credit, account, amount, currency FROM entries WHERE book = $1",
    );
    Ok(query.bind(rain).fetch_all(pool).await?)
}

/// What an account was granted, in order.
pub(super) async fn grants(pool: &AnyPool, account: &str) -> anyhow::Result<Vec<Grant>> {
    let query = sqlx::query_as(
        "SELECT book, item, amount, currency FROM entries \
         WHERE account = $1 AND debit = 'pot' AND credit = 'player' ORDER BY book, item",
    );
    Ok(query.bind(account).fetch_all(pool).await?)
}

/// How many rains are not settled.
pub(super) async fn unsettled(pool: &AnyPool) -> anyhow::Result<i64> {
    let query = sqlx::query_as("SELECT COUNT(*) FROM rains WHERE settled_ms IS NULL");
    let (count,): (i64,) = query.fetch_one(pool).await?;
    Ok(count)
}

/// Of how many games the log is finished.
pub(super) async fn finished_logs(pool: &AnyPool) -> anyhow::Result<i64> {
    let query = sqlx::query_as("SELECT COUNT(*) FROM game_log WHERE what = 'finished'");
    let (count,): (i64,) = query.fetch_one(pool).await?;
    Ok(count)
}

/// How often a back end began to drive a game.
pub(super) async fn takeovers(pool: &AnyPool) -> anyhow::Result<i64> {
    let query = sqlx::query_as("SELECT epoch FROM games");
    let epochs: Vec<(i64,)> = query.fetch_all(pool).await?;
    Ok(epochs.into_iter().map(|(epoch,)| epoch).sum())
}

/// How to spoil a ledger, to see that it is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Break {
    /// Pay somebody a second time.
    Dup,
    /// Forget what somebody was paid.
    Lose,
}

/// Spoils what the ledger says about a packet that somebody was told of. What was done, in words.
pub(super) async fn spoil(
    pool: &AnyPool,
    how: Break,
    (book, item): (&str, i64),
    sqlite: bool,
) -> anyhow::Result<String> {
    unguard(pool, sqlite).await?;
    let (query, done) = match how {
        Break::Dup => (
            "INSERT INTO entries (book, kind, item, link, debit, credit, account, amount, currency, \
             caught_ms, at_ms) SELECT book, kind, 1000000 + item, link, debit, credit, account, \
             amount, currency, caught_ms, at_ms FROM entries \
             WHERE book = $1 AND kind = 'settle' AND item = $2",
            "paid a second time",
        ),
        Break::Lose => (
            "DELETE FROM entries WHERE book = $1 AND kind = 'settle' AND item = $2",
            "removed from the ledger",
        ),
    };
    let changed = sqlx::query(query).bind(book).bind(item).execute(pool).await?.rows_affected();
    if changed != 1 {
        bail!("the ledger was not spoilt: {changed} rows changed");
    }
    Ok(format!("packet {item} of rain {book} was {done}"))
}

/// Takes away what keeps a ledger from being spoilt: the unique index on accounts, and triggers.
async fn unguard(pool: &AnyPool, sqlite: bool) -> anyhow::Result<()> {
    let guards = if sqlite {
        "SELECT type, name FROM sqlite_master WHERE tbl_name = 'entries' AND name NOT LIKE \
         'sqlite_%' AND (type = 'trigger' OR (type = 'index' AND sql LIKE 'CREATE UNIQUE%'))"
    } else {
        "SELECT 'index', indexname::TEXT FROM pg_indexes WHERE tablename = 'entries' \
         AND indexdef LIKE '%UNIQUE%WHERE%' \
         UNION ALL SELECT 'trigger', tgname::TEXT FROM pg_trigger \
         WHERE tgrelid = 'entries'::regclass AND NOT tgisinternal"
    };
    let guards: Vec<(String, String)> = sqlx::query_as(guards).fetch_all(pool).await?;
    for (what, name) in guards {
        // The names are those of the ledger's own migrations.
        let on = if what == "trigger" && !sqlite { " ON entries" } else { "" };
        let drop = format!("DROP {what} \"{name}\"{on}");
        sqlx::query(AssertSqlSafe(drop)).execute(pool).await?;
    }
    Ok(())
}
