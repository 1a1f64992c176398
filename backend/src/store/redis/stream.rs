//! The stream of claims on their way to the ledger, read by the settler's consumer group.

use quizrain_shared::ids::{AccountId, RainId};
use redis::aio::ConnectionLike;
use redis::streams::StreamReadReply;

use super::keys::RainKeys;
use crate::store::StoreError;
use crate::store::claim::Claim;

const GROUP: &str = "settler";

/// The only consumer. Its name is fixed, so that after a restart it finds its own pending entries.
const CONSUMER: &str = "settler-1";

/// A stream entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its id in the stream.
    pub id: String,
    /// Who caught what; `None` where the entry cannot be read.
    pub claim: Option<(AccountId, Claim)>,
}

/// From where to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// Entries that were delivered before and not acknowledged.
    Pending,
    /// Entries that were never delivered; waits this long for some.
    New {
        /// In milliseconds.
        wait_ms: usize,
    },
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
    if let From::New { wait_ms } = from {
        command.arg("BLOCK").arg(wait_ms);
    }
    let id = if from == From::Pending { "0" } else { ">" };
    command.arg("STREAMS").arg(RainKeys(rain).stream()).arg(id);
    let reply: Option<StreamReadReply> = command.query_async(con).await?;
    let entries = reply.into_iter().flat_map(|reply| reply.keys).flat_map(|key| key.ids);
    Ok(entries
        .map(|entry| {
            let text = |field: &str| entry.get::<String>(field);
            let claim = || Some((text("account")?.parse().ok()?, Claim::parse(&text("claim")?)?));
            Entry { claim: claim(), id: entry.id }
        })
        .collect())
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
