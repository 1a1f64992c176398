//! What the audit reads: claims as they stand, also those that no script of ours wrote.
//!
//! Called by `audit`, on a connection of its own. It only reads, and in small steps.

use std::time::Duration;

use futures_util::future::try_join_all;
use redis::AsyncCommands;

use crate::rain::calls::scan_claims;
use crate::rain::stream::GROUP;
use crate::redis_url::RedisUrl;
use crate::store::StoreError;
use crate::store::redis::Connection;
use crate::store::redis::keys::ShardKeys;

/// How long a call may take.
const CALL_TIMEOUT: Duration = Duration::from_secs(10);

/// A connection that looks.
pub struct ClaimReader {
    con: Connection,
}

impl ClaimReader {
    /// Connects, or finds at once that nobody is there.
    ///
    /// # Errors
    /// Redis was not reached.
    pub async fn connect(url: impl Into<RedisUrl>) -> Result<Self, StoreError> {
        Ok(Self { con: Connection::open(url.into(), CALL_TIMEOUT).await? })
    }

    /// Redis time in milliseconds.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn time_ms(&mut self) -> Result<u64, StoreError> {
        crate::store::redis::time_ms(&self.con).await
    }

    /// Which incarnation of each shard of a rain Redis has, in the same order; `None`: none.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn incarnations(
        &mut self,
        shards: &[ShardKeys],
    ) -> Result<Vec<Option<String>>, StoreError> {
        let reads = shards.iter().map(|shard| {
            let mut con = self.con.clone();
            async move { con.hget(shard.meta(), "incarnation").await }
        });
        Ok(try_join_all(reads).await?)
    }

    /// Every claim of a shard: account and `<packet>:<amount>:<at ms>`, as they stand. A claim may
    /// come twice.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn claims(
        &mut self,
        keys: ShardKeys,
        mut f: impl FnMut(&str, &str),
    ) -> Result<(), StoreError> {
        let mut cursor = 0;
        loop {
            let (next, rows) = scan_claims(&mut self.con, keys, cursor).await?;
            for (account, claim) in &rows {
                f(account, claim);
            }
            if next == 0 {
                return Ok(());
            }
            cursor = next;
        }
    }

    /// Since when the oldest stream entry waits that was read and not acknowledged, in ms.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn unacknowledged_since_ms(
        &mut self,
        keys: ShardKeys,
    ) -> Result<Option<u64>, StoreError> {
        type Pending = (u64, Option<String>, Option<String>, redis::Value);
        let pending: redis::RedisResult<Pending> =
            redis::cmd("XPENDING").arg(keys.stream()).arg(GROUP).query_async(&mut self.con).await;
        match pending {
            Err(error) if error.code() == Some("NOGROUP") => Ok(None),
            other => Ok(other?.1.and_then(|id| id.split_once('-')?.0.parse().ok())),
        }
    }
}
