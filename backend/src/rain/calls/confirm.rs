//! What stands in the claims of a shard, on the server from which it is settled.

use quizrain_shared::ids::AccountId;
use redis::AsyncCommands;

use crate::ledger::Claim;
use crate::rain::calls::{CHUNK, ShardRef};
use crate::store::StoreError;
use crate::store::redis::reply::Reply;
use crate::store::redis::{ReplicationId, scripts};

/// What `confirm.lua` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmed {
    /// The claim of each account, in the same order.
    Each(Vec<Option<Claim>>),
    /// No such rain, or another incarnation.
    Unknown,
    /// The server has this other replication id.
    OtherReplication(ReplicationId),
}

/// The replication id of the server that takes what is written to a shard. Only the server that has
/// its keys can answer: another one would tell its own.
///
/// # Errors
/// Redis failed; calling again is harmless.
pub async fn replication_id_of(
    con: &mut impl AsyncCommands,
    rain: ShardRef,
) -> Result<ReplicationId, StoreError> {
    let keys = rain.keys();
    let mut call = scripts::CONFIRM.call();
    call.key(keys.meta()).key(keys.claims()).arg(rain.incarnation.to_string());
    call.arg(ReplicationId::default().to_string()).arg("read");
    let mut reply = Reply::of("confirm.lua", &call, con).await?;
    match reply.word() {
        "replication" => Ok(ReplicationId::new(reply.next()?)),
        _ => Err(reply.unexpected()),
    }
}

/// Tells which claims these accounts have on the server with this replication id. With `write`, a
/// WAIT on the same connection then waits until a replica has them all.
///
/// # Errors
/// Redis failed; calling again is harmless.
pub async fn confirm(
    con: &mut impl AsyncCommands,
    rain: ShardRef,
    replication_id: &ReplicationId,
    write: bool,
    accounts: &[AccountId],
) -> Result<Confirmed, StoreError> {
    let keys = rain.keys();
    let mut claims = Vec::with_capacity(accounts.len());
    for part in accounts.chunks(CHUNK) {
        let mut call = scripts::CONFIRM.call();
        call.key(keys.meta())
            .key(keys.claims())
            .arg(rain.incarnation.to_string())
            .arg(replication_id.to_string())
            .arg(if write { "write" } else { "read" });
        for account in part {
            call.arg(account.to_string());
        }
        let mut reply = Reply::of("confirm.lua", &call, con).await?;
        match reply.word() {
            "each" => claims.extend(reply.each(part.len(), |word, claim| match word {
                // What cannot be read is nobody's claim.
                "stands" => Some(Claim::parse(claim)),
                "none" => Some(None),
                _ => None,
            })?),
            "unknown" => return Ok(Confirmed::Unknown),
            "replication" => {
                return Ok(Confirmed::OtherReplication(ReplicationId::new(reply.next()?)));
            }
            _ => return Err(reply.unexpected()),
        }
    }
    Ok(Confirmed::Each(claims))
}
