//! The stream of claims on their way to the ledger, read by the settlers' consumer group.
//!
//! The stream is a nudge and a queue, not a record: what it loses is found in the claims.

use std::collections::HashMap;
use std::time::Duration;

use quizrain_shared::ids::AccountId;
use redis::Value;
use redis::aio::ConnectionLike;
use redis::streams::StreamInfoGroupsReply;

use crate::ledger::Claim;
use crate::store::StoreError;
use crate::store::redis::keys::ShardKeys;

pub(crate) const GROUP: &str = "settler";

/// A stream entry: the claims of one call of `claim.lua`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its id in the stream.
    pub id: String,
    /// Who caught what.
    pub claims: Vec<(AccountId, Claim)>,
    /// Fields that are not ours, as they stand there.
    pub unreadable: Vec<(String, String)>,
}

/// Reads the entries of a reply, `[[id, [account, claim, …]], …]`. What is no entry at all, such
/// as one that was deleted since it was delivered, has no claims.
pub(crate) fn entries(reply: Value) -> Vec<Entry> {
    let Value::Array(rows) = reply else {
        return Vec::new();
    };
    let entry = |row| {
        let (id, fields): (String, Option<Vec<(String, String)>>) =
            redis::from_redis_value(row).ok()?;
        let fields = fields.unwrap_or_default();
        let (mut claims, mut unreadable) = (Vec::with_capacity(fields.len()), Vec::new());
        for field in fields {
            match read_claim(&field.0, &field.1) {
                Some(claim) => claims.push(claim),
                None => unreadable.push(field),
            }
        }
        Some(Entry { id, claims, unreadable })
    };
    rows.into_iter().filter_map(entry).collect()
}

/// Reads a field of a stream entry, or of the claims: an account and its claim.
#[must_use]
pub fn read_claim(account: &str, claim: &str) -> Option<(AccountId, Claim)> {
    Some((account.parse().ok()?, Claim::parse(claim)?))
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
pub async fn ensure_group(
    con: &mut impl ConnectionLike,
    keys: ShardKeys,
) -> Result<(), StoreError> {
    let made: redis::RedisResult<()> = redis::cmd("XGROUP")
        .arg("CREATE")
        .arg(keys.stream())
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

/// Whether an error says that the stream cannot be used: it is something else, or it is gone with
/// its group.
#[must_use]
pub fn is_broken(error: &StoreError) -> bool {
    matches!(error, StoreError::Redis(error)
        if matches!(error.code(), Some("WRONGTYPE" | "NOGROUP")))
}

/// Whether an error says that the stream takes nothing: it is something else, or Redis is full.
#[must_use]
pub fn takes_nothing(error: &StoreError) -> bool {
    matches!(error, StoreError::Redis(error)
        if matches!(error.code(), Some("WRONGTYPE" | "OOM")))
}

/// Claims in one entry that are put back. Should one of them end its readers, those of its entry
/// are tried one by one.
const PUT_BACK: usize = 64;

/// Puts claims into the stream that it has lost.
///
/// # Errors
/// Redis failed, or [`takes_nothing`]; calling again is harmless, since a claim may come twice.
pub async fn put_back(
    con: &mut impl ConnectionLike,
    keys: ShardKeys,
    claims: &[(AccountId, Claim)],
) -> Result<(), StoreError> {
    // Without a group nobody would wait for them.
    ensure_group(con, keys).await?;
    for part in claims.chunks(PUT_BACK) {
        let mut command = redis::cmd("XADD");
        command.arg(keys.stream()).arg("*");
        for (account, claim) in part {
            command.arg(account.to_string()).arg(claim.to_string());
        }
        command.exec_async(con).await?;
    }
    Ok(())
}

/// How many entries the settlers have not acknowledged; 0 where there is no stream yet.
///
/// # Errors
/// Redis failed.
pub async fn lag(con: &mut impl ConnectionLike, keys: ShardKeys) -> Result<i64, StoreError> {
    let key = keys.stream();
    let groups: redis::RedisResult<StreamInfoGroupsReply> =
        redis::cmd("XINFO").arg("GROUPS").arg(&key).query_async(con).await;
    let groups = match groups {
        // No such key, or it is no stream: nothing waits there.
        Err(error) if matches!(error.code(), Some("ERR" | "WRONGTYPE")) => return Ok(0),
        other => other?.groups,
    };
    let mut waiting = 0;
    for group in groups {
        let mut unread = group.lag.unwrap_or(0);
        if unread > 0 {
            // Entries that were trimmed count for ever: is there one to read?
            let after = format!("({}", group.last_delivered_id);
            let mut command = redis::cmd("XRANGE");
            let next: Vec<Value> =
                command.arg(&key).arg(after).arg("+").arg("COUNT").arg(1).query_async(con).await?;
            unread = if next.is_empty() { 0 } else { unread };
        }
        waiting += i64::try_from(group.pending + unread).unwrap_or(i64::MAX);
    }
    Ok(waiting)
}

/// Reads up to `count` entries for a consumer, oldest first. Its name must be its own, and the
/// same after a restart, so that it finds what it had not acknowledged.
///
/// # Errors
/// Redis failed; nothing is lost, the entries are pending.
pub async fn read(
    con: &mut impl ConnectionLike,
    keys: ShardKeys,
    consumer: &str,
    from: From,
    count: usize,
) -> Result<Vec<Entry>, StoreError> {
    let mut command = redis::cmd("XREADGROUP");
    command.arg("GROUP").arg(GROUP).arg(consumer).arg("COUNT").arg(count);
    let id = if from == From::Pending { "0" } else { ">" };
    command.arg("STREAMS").arg(keys.stream()).arg(id);
    // One stream was asked for: `[[key, entries]]`, or nothing.
    let reply: Option<Vec<(String, Value)>> = command.query_async(con).await?;
    let streams = reply.unwrap_or_default();
    Ok(streams.into_iter().flat_map(|(_, rows)| entries(rows)).collect())
}

/// Takes over up to `count` entries that some consumer, who may be dead, has not acknowledged for
/// so long.
///
/// # Errors
/// Redis failed; nothing is lost, the entries are pending.
pub async fn take_over(
    con: &mut impl ConnectionLike,
    keys: ShardKeys,
    consumer: &str,
    idle: Duration,
    count: usize,
) -> Result<Vec<Entry>, StoreError> {
    // `[next id, entries, deleted ids]`; older servers leave out the last.
    let reply: Vec<Value> = redis::cmd("XAUTOCLAIM")
        .arg(keys.stream())
        .arg(GROUP)
        .arg(consumer)
        .arg(u64::try_from(idle.as_millis()).unwrap_or(u64::MAX))
        .arg("0-0")
        .arg("COUNT")
        .arg(count)
        .query_async(con)
        .await?;
    Ok(reply.into_iter().nth(1).map(entries).unwrap_or_default())
}

/// Which of these entries a consumer still holds, and how often the most delivered of them was
/// delivered. One that was taken over may be acknowledged in the same moment by whoever held it: it
/// is settled or put aside, and its deliveries are counted no more.
///
/// # Errors
/// Redis failed.
pub async fn held(
    con: &mut impl ConnectionLike,
    keys: ShardKeys,
    consumer: &str,
    mut entries: Vec<Entry>,
) -> Result<(Vec<Entry>, u64), StoreError> {
    let (Some(first), Some(last)) = (entries.first(), entries.last()) else {
        return Ok((entries, 0));
    };
    let rows: Vec<(String, String, u64, u64)> = redis::cmd("XPENDING")
        .arg(keys.stream())
        .arg(GROUP)
        .arg(&first.id)
        .arg(&last.id)
        .arg(entries.len())
        .arg(consumer)
        .query_async(con)
        .await?;
    let times: HashMap<String, u64> =
        rows.into_iter().map(|(id, _, _, times)| (id, times)).collect();
    entries.retain(|entry| times.contains_key(&entry.id));
    Ok((entries, times.into_values().max().unwrap_or(0)))
}

/// Says that entries are in the ledger.
///
/// # Errors
/// Redis failed; the entries stay pending and come again.
pub async fn acknowledge(
    con: &mut impl ConnectionLike,
    keys: ShardKeys,
    entries: &[Entry],
) -> Result<(), StoreError> {
    if entries.is_empty() {
        return Ok(());
    }
    let mut command = redis::cmd("XACK");
    command.arg(keys.stream()).arg(GROUP);
    for entry in entries {
        command.arg(&entry.id);
    }
    Ok(command.query_async(con).await?)
}
