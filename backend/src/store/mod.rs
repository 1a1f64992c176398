//! What is kept: Redis is the fast gate and referee, SQL is the record.
//!
//! Called by `service` and `worker`. Nothing above this module knows a key, a script or a table.

pub mod claim;
pub mod redis;
pub mod sql;

/// A store did not do what it was asked. A refusal is not among these: it is an answer.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Redis could not be reached, timed out, or refused. What happened is unknown.
    #[error("Redis: {0}")]
    Redis(#[from] ::redis::RedisError),
    /// The database could not be reached, timed out, or refused.
    #[error("database: {0}")]
    Sql(#[from] sqlx::Error),
    /// A key of a game or rain holds another type than ours.
    #[error("the Redis key {0} has the wrong type; somebody else writes to it")]
    Corrupt(String),
    /// What was read is not what we write.
    #[error("{place} holds something that this version cannot read: {what}")]
    Unreadable {
        /// Where.
        place: &'static str,
        /// What was found.
        what: String,
    },
}
