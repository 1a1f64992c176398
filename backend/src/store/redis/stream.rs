//! The stream of claims on their way to the ledger, read by the settler's consumer group.

use quizrain_shared::ids::{AccountId, RainId};
use redis::Value;
use redis::aio::ConnectionLike;
use redis::streams::StreamInfoGroupsReply;

use super::keys::RainKeys;
use crate::store::StoreError;
use crate::store::claim::Claim;

pub(super) const GROUP: &str = "settler";

/// The only consumer. Its name is fixed, so that after a restart it finds its own pending entries.
const CONSUMER: &str = "settler-1";

/// A stream entry: the claims of one call of `claim.lua`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its id in the stream.
    pub id: String,
    /// Who caught what.
    pub claims: Vec<(AccountId, Claim)>,
    /// How many fields could not be read.
    pub unreadable: usize,
}

/// Reads the entries of a reply, `[[id, [account, claim, …]], …]`. What is no entry at all, such
/// as one that was deleted since it was delivered, has no claims.
pub(super) fn entries(reply: Value) -> Vec<Entry> {
    let Value::Array(rows) = reply else {
        return Vec::new();
    };
    let entry = |row| {
        let (id, fields): (String, Option<Vec<(String, String)>>) =
            redis::from_redis_value(row).ok()?;
        let fields = fields.unwrap_or_default();
        let claim = |(account, claim): &(String, String)| {
            Some((account.parse().ok()?, Claim::parse(claim)?))
        };
        let claims: Vec<_> = fields.iter().filter_map(claim).collect();
        Some(Entry { id, unreadable: fields.len() - claims.len(), claims })
    };
    rows.into_iter().filter_map(entry).collect()
}

/// From where to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// Entries that were delivered before and not acknowledged.
    Pending,
    /// Entries that were never delivered.
    New,
}

/// Makes the consumer group where it is missing.
///
/// # Errors
/// Redis failed; calling again is harmless.
pub async fn ensure_group(con: &mut impl ConnectionLike, rain: RainId) -> Result<(), StoreError> {
    let made: redis::RedisResult<()> = redis::cmd("XGROUP")
        .arg("CREATE")
        .arg(RainKeys(rain).stream())
        .arg(GROUP)
        .arg("0")
        .arg("MKSTREAM")
        .query_async(con)
        .await;
    match made {
        Err(error) if error.code() == Some("BUSYGROUP") => Ok(()),
        other => Ok(other?),
    }
}

/// How many entries the settler has not acknowledged; 0 where there is no stream yet.
///
/// # Errors
/// Redis failed.
pub async fn lag(con: &mut impl ConnectionLike, rain: RainId) -> Result<i64, StoreError> {
    let key = RainKeys(rain).stream();
    let groups: redis::RedisResult<StreamInfoGroupsReply> =
        redis::cmd("XINFO").arg("GROUPS").arg(key).query_async(con).await;
    let groups = match groups {
        Err(error) if error.code() == Some("ERR") => return Ok(0),
        other => other?.groups,
    };
    let waiting = |group: redis::streams::StreamInfoGroup| {
        i64::try_from(group.pending + group.lag.unwrap_or(0)).unwrap_or(i64::MAX)
    };
    Ok(groups.into_iter().map(waiting).sum())
}

/// Reads up to `count` entries, oldest first.
///
/// # Errors
/// Redis failed; nothing is lost, the entries are pending.
pub async fn read(
    con: &mut impl ConnectionLike,
    rain: RainId,
    from: From,
    count: usize,
) -> Result<Vec<Entry>, StoreError> {
    let mut command = redis::cmd("XREADGROUP");
    command.arg("GROUP").arg(GROUP).arg(CONSUMER).arg("COUNT").arg(count);
    let id = if from == From::Pending { "0" } else { ">" };
    command.arg("STREAMS").arg(RainKeys(rain).stream()).arg(id);
    // One stream was asked for: `[[key, entries]]`, or nothing.
    let reply: Option<Vec<(String, Value)>> = command.query_async(con).await?;
    let streams = reply.unwrap_or_default();
    Ok(streams.into_iter().flat_map(|(_, rows)| entries(rows)).collect())
}

/// Says that entries are in the ledger.
///
/// # Errors
/// Redis failed; the entries stay pending and come again.
pub async fn acknowledge(
    con: &mut impl ConnectionLike,
    rain: RainId,
    entries: &[Entry],
) -> Result<(), StoreError> {
    if entries.is_empty() {
        return Ok(());
    }
    let mut command = redis::cmd("XACK");
    command.arg(RainKeys(rain).stream()).arg(GROUP);
    for entry in entries {
        command.arg(&entry.id);
    }
    Ok(command.query_async(con).await?)
}
