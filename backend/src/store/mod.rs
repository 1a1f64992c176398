//! What is kept: Redis is the fast gate and referee, SQL is the record.
//!
//! Connections, and what every store needs: rooms have their own script calls and statements.

pub(crate) mod away;
mod clock;
pub(crate) mod random;
pub mod redis;
pub mod shard;
pub mod sql;

use std::time::Duration;

pub use clock::Clock;

/// A store did not do what it was asked. A refusal is not among these: it is an answer.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Redis could not be reached, timed out, or refused. What happened is unknown.
    #[error("Redis: {0}")]
    Redis(#[from] ::redis::RedisError),
    /// The database could not be reached, timed out, or refused.
    #[error("database: {0}")]
    Sql(#[from] sqlx::Error),
    /// The database hangs, or is locked by somebody else.
    #[error("the database did not answer within {0:?}")]
    Slow(Duration),
    /// Another server of Redis took over: what this one said is not settled, and nothing is granted
    /// on it. Nothing changed.
    #[error("another server of Redis took over the shard")]
    Superseded,
    /// Another batch added the next link of a book first. Nothing changed.
    #[error("another batch was faster; doing it again")]
    LinkTaken,
    /// Another server wrote the next row of a game's log first. Nothing changed.
    #[error("another server wrote into the log; doing it again")]
    LogTaken,
    /// Redis has another replication id, or claims changed hands, while some were put back. What
    /// was done holds.
    #[error("Redis changed while claims were put back; doing it again")]
    Changed,
    /// A key of a game or rain holds another type than ours.
    #[error("the Redis key {0} has the wrong type; somebody else writes to it")]
    Corrupt(String),
    /// A sum that does not come out, or does not fit. Nothing changed.
    #[error("the amounts do not add up: {0}")]
    Sum(String),
    /// What was read is not what we write.
    #[error("{place} holds something that this version cannot read: {what}")]
    Unreadable {
        /// Where.
        place: &'static str,
        /// What was found.
        what: String,
    },
}

/// Classes of PostgreSQL's error codes that say nothing about the statement: connection, rollback
/// (deadlock and the like), resources, operator, system. And one code by itself: the server only
/// reads at the moment.
const AWAY_POSTGRES: [&str; 6] = ["08", "25006", "40", "53", "57", "58"];

/// SQLite's primary codes of that sort: busy, locked, out of memory, interrupted, input or output,
/// disk full, cannot open, protocol of the lock.
const AWAY_SQLITE: [i32; 8] = [5, 6, 7, 9, 10, 13, 14, 15];

impl StoreError {
    /// Whether the store is away, so that the same call can succeed later. Otherwise it is what
    /// was asked that fails.
    #[must_use]
    pub fn is_away(&self) -> bool {
        match self {
            Self::Redis(_) | Self::Slow(_) | Self::LinkTaken | Self::LogTaken | Self::Changed => {
                true
            }
            Self::Sql(sqlx::Error::Database(error)) => {
                let code = error.code().unwrap_or_default();
                // PostgreSQL's codes have five characters, SQLite's are numbers whose last eight
                // bits are the primary code.
                match code.parse::<i32>() {
                    Ok(number) if code.len() < 5 => AWAY_SQLITE.contains(&(number & 0xff)),
                    _ => AWAY_POSTGRES.iter().any(|class| code.starts_with(class)),
                }
            }
            Self::Sql(error) => matches!(
                error,
                sqlx::Error::Io(_)
                    | sqlx::Error::Tls(_)
                    | sqlx::Error::Protocol(_)
                    | sqlx::Error::PoolTimedOut
                    | sqlx::Error::PoolClosed
                    | sqlx::Error::WorkerCrashed
            ),
            Self::Superseded | Self::Corrupt(_) | Self::Sum(_) | Self::Unreadable { .. } => false,
        }
    }

    /// Whether what was asked may have been done all the same: nothing was heard. A database that answers with an
    /// error has changed nothing, unless it is PostgreSQL that says good-bye.
    #[must_use]
    pub(crate) fn may_be_done(&self) -> bool {
        match self {
            Self::Sql(sqlx::Error::Database(error)) => {
                let code = error.code().unwrap_or_default();
                ["08", "57"].iter().any(|class| code.starts_with(class))
            }
            // It had no connection yet.
            Self::Sql(sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed) => false,
            _ => self.is_away(),
        }
    }
}
