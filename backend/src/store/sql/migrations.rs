//! The steps that bring the tables up to date: the files of `migrations/`, embedded at build time.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType};

/// Number, what it does, and its statements.
static MIGRATIONS: &[(i64, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// All, in their order.
#[must_use]
pub fn migrations() -> Vec<Migration> {
    let read = |&(number, what, sql): &(i64, &'static str, &'static str)| {
        Migration::new(number, what.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    MIGRATIONS.iter().map(read).collect()
}

/// The number of the newest.
pub(crate) fn newest() -> i64 {
    MIGRATIONS.iter().map(|(number, ..)| *number).max().unwrap_or(0)
}
