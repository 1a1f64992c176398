//! A rain's keys: its pool, its window, who caught what. Of a rain that has several shards, every
//! function is about one.
//!
//! Every function takes the connection, so that tests can run the same code on a cluster. What
//! scripts decide is here, what they put back is in `restore`, what is only read is in `read`.

mod confirm;
mod read;
mod restore;

use futures_util::future::join_all;
use quizrain_shared::ids::{AccountId, Incarnation, RainId};
use redis::AsyncCommands;

use crate::failing::fail_at;
use crate::ledger::{Claim, Packet};
use crate::store::StoreError;
use crate::store::redis::keys::ShardKeys;
use crate::store::redis::reply::Reply;
use crate::store::redis::{ReplicationId, scripts};
use crate::store::shard::Shard;

pub use confirm::{Confirmed, confirm, replication_id_of};
pub use read::{
    caught_count, claims, claims_of, count_of, listed, newest_first, progress, scan_claims,
};
pub use restore::{Losses, Restored, Source, restore, restore_at_any_replication_id};

/// Packets that one call of `load_rain.lua` takes.
pub const CHUNK: usize = 1000;

/// Chunks on their way at a time.
const CHUNKS_AT_ONCE: usize = 8;

/// A rain in Redis: which one, which incarnation of it, and which of its shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardRef {
    /// The rain.
    pub rain: RainId,
    /// That of its pool.
    pub incarnation: Incarnation,
    /// The shard.
    pub shard: Shard,
}

impl ShardRef {
    /// Its keys.
    #[must_use]
    pub fn keys(&self) -> ShardKeys {
        ShardKeys { rain: self.rain, shard: self.shard }
    }
}

/// Whom a rain is open to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenTo {
    /// Everybody.
    Everyone,
    /// Whoever is listed.
    Listed,
    /// Whoever has a packet of their own, for that packet.
    Prizes,
}

impl OpenTo {
    fn word(self) -> &'static str {
        match self {
            Self::Everyone => "everyone",
            Self::Listed => "listed",
            Self::Prizes => "prizes",
        }
    }
}

/// What `load_rain.lua` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loaded {
    /// The pool has this many packets; go on from here.
    Length(usize),
    /// The rain is open or closed.
    NotLoading,
    /// Another incarnation of this rain is there.
    Unknown,
}

/// What `open_rain.lua` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opened {
    /// The window, in ms of Redis time.
    Open {
        /// First drop.
        opens_ms: u64,
        /// End.
        closes_ms: u64,
    },
    /// The rain was closed before.
    Closed,
    /// The pool has only this many packets.
    Short(usize),
    /// No such rain, or another incarnation.
    Unknown,
}

/// What `claim.lua` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The account's packet, and whether this call granted it.
    Caught {
        /// The claim.
        claim: Claim,
        /// Whether this call granted it.
        new: bool,
    },
    /// Before the first drop.
    Early,
    /// After the end.
    Over,
    /// The account may not grab, or was sent away.
    Ineligible,
    /// The pool is empty.
    SoldOut,
    /// No such rain, or another incarnation.
    Unknown,
}

/// Puts packets behind those that the pool has, until it has them all.
///
/// Chunks follow each other without waiting for replies: each says where it starts, so one that
/// finds the pool elsewhere changes nothing.
///
/// # Errors
/// Redis failed; calling again goes on from where the pool is.
pub async fn load(
    con: &(impl AsyncCommands + Clone),
    rain: ShardRef,
    open_to: OpenTo,
    packets: &[Packet],
) -> Result<Loaded, StoreError> {
    let mut loaded = 0;
    while loaded < packets.len() {
        let starts = (loaded..packets.len()).step_by(CHUNK).take(CHUNKS_AT_ONCE);
        let calls = starts.map(|start| async move {
            let chunk = &packets[start..packets.len().min(start + CHUNK)];
            load_chunk(&mut con.clone(), rain, start, open_to, chunk).await
        });
        // The calls may arrive in another order, where Redis does not know the script yet, and
        // then some find the pool shorter than it is in the end.
        let mut length = loaded;
        for said in join_all(calls).await {
            match said? {
                Loaded::Length(found) => length = length.max(found),
                other => return Ok(other),
            }
        }
        if length == loaded {
            break;
        }
        loaded = length;
    }
    Ok(Loaded::Length(loaded))
}

/// Puts a chunk of packets, [`CHUNK`] at most, behind the first `offset`.
///
/// # Errors
/// Redis failed; calling again is harmless.
pub async fn load_chunk(
    con: &mut impl AsyncCommands,
    rain: ShardRef,
    offset: usize,
    open_to: OpenTo,
    packets: &[Packet],
) -> Result<Loaded, StoreError> {
    let keys = rain.keys();
    let mut call = scripts::LOAD_RAIN.call();
    call.key(keys.meta())
        .key(keys.pool())
        .arg(rain.incarnation.to_string())
        .arg(offset)
        .arg(open_to.word());
    for packet in packets {
        call.arg(format!("{}:{}", packet.number, packet.amount));
    }
    let mut reply = Reply::of("load_rain.lua", &call, con).await?;
    match reply.word() {
        "loaded" | "at" => Ok(Loaded::Length(reply.next()?)),
        "phase" => Ok(Loaded::NotLoading),
        "unknown" => Ok(Loaded::Unknown),
        _ => Err(reply.unexpected()),
    }
}

/// Lists accounts that may grab.
///
/// # Errors
/// Redis failed; calling again is harmless.
pub async fn list_eligible(
    con: &mut impl AsyncCommands,
    keys: ShardKeys,
    accounts: &[AccountId],
) -> Result<(), StoreError> {
    list(con, &keys.eligible(), accounts).await
}

/// Lists accounts that are granted nothing more, whoever may grab.
///
/// # Errors
/// Redis failed; calling again is harmless.
pub async fn list_removed(
    con: &mut impl AsyncCommands,
    keys: ShardKeys,
    accounts: &[AccountId],
) -> Result<(), StoreError> {
    list(con, &keys.removed(), accounts).await
}

async fn list(
    con: &mut impl AsyncCommands,
    key: &str,
    accounts: &[AccountId],
) -> Result<(), StoreError> {
    for chunk in accounts.chunks(CHUNK) {
        let members: Vec<String> = chunk.iter().map(ToString::to_string).collect();
        let _: () = con.sadd(key, members).await?;
    }
    Ok(())
}

/// Notes whose packets are whose in a rain of prizes: the first account has the first packet of the
/// pool, and so on.
///
/// # Errors
/// Redis failed; calling again is harmless.
pub async fn list_owners(
    con: &mut impl AsyncCommands,
    keys: ShardKeys,
    accounts: &[AccountId],
) -> Result<(), StoreError> {
    let key = keys.eligible();
    let owners: Vec<(String, usize)> = accounts.iter().map(ToString::to_string).zip(0..).collect();
    for chunk in owners.chunks(CHUNK) {
        let () = con.hset_multiple(&key, chunk).await?;
    }
    Ok(())
}

/// Gives a loaded rain its window, counted from now.
///
/// # Errors
/// Redis failed; calling again is harmless.
pub async fn open(
    con: &mut impl AsyncCommands,
    rain: ShardRef,
    packets: u32,
    countdown_ms: u64,
    lasts_ms: u64,
) -> Result<Opened, StoreError> {
    open_with(con, rain, packets, "now", (countdown_ms, lasts_ms)).await
}

/// Gives a loaded shard the window that the first shard of its rain has.
///
/// # Errors
/// Redis failed; calling again is harmless.
pub async fn open_like(
    con: &mut impl AsyncCommands,
    rain: ShardRef,
    packets: u32,
    window: (u64, u64),
) -> Result<Opened, StoreError> {
    fail_at!("rain.before_next_shard");
    open_with(con, rain, packets, "then", window).await
}

async fn open_with(
    con: &mut impl AsyncCommands,
    rain: ShardRef,
    packets: u32,
    from: &str,
    (first, last): (u64, u64),
) -> Result<Opened, StoreError> {
    let keys = rain.keys();
    let mut call = scripts::OPEN_RAIN.call();
    call.key(keys.meta())
        .key(keys.pool())
        .arg(rain.incarnation.to_string())
        .arg(packets)
        .arg(from)
        .arg(first)
        .arg(last);
    let mut reply = Reply::of("open_rain.lua", &call, con).await?;
    match reply.word() {
        "open" => Ok(Opened::Open { opens_ms: reply.next()?, closes_ms: reply.next()? }),
        "closed" => Ok(Opened::Closed),
        "short" => Ok(Opened::Short(reply.next()?)),
        "unknown" => Ok(Opened::Unknown),
        _ => Err(reply.unexpected()),
    }
}

/// What `claim.lua` says to all of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// The verdicts, in the order of the accounts.
    Each(Vec<Verdict>),
    /// The server has this other replication id, and nothing happened: it may have lost its last
    /// writes, and must be brought up to date first.
    OtherReplication(ReplicationId),
}

/// Grabs a packet for each account, or finds the one it has, at this replication id of the server.
///
/// # Errors
/// Redis failed: which packets were granted is unknown, calling again tells.
pub async fn claim(
    con: &mut impl AsyncCommands,
    rain: ShardRef,
    replication_id: &ReplicationId,
    accounts: &[AccountId],
) -> Result<Claimed, StoreError> {
    let keys = rain.keys();
    let mut call = scripts::CLAIM.call();
    call.key(keys.meta())
        .key(keys.pool())
        .key(keys.taken())
        .key(keys.claims())
        .key(keys.eligible())
        .key(keys.stream())
        .key(keys.removed())
        .arg(rain.incarnation.to_string())
        .arg(replication_id.to_string());
    for account in accounts {
        call.arg(account.to_string());
    }
    let mut reply = Reply::of("claim.lua", &call, con).await?;
    match reply.word() {
        "each" => verdicts(&reply, accounts.len()).map(Claimed::Each),
        "unknown" => Ok(Claimed::Each(vec![Verdict::Unknown; accounts.len()])),
        "replication" => Ok(Claimed::OtherReplication(ReplicationId::new(reply.next()?))),
        _ => Err(reply.unexpected()),
    }
}

/// The same at whatever replication id, for tests and benches, which have nothing to put back.
///
/// # Errors
/// As of [`claim`].
pub async fn claim_at_any_replication_id(
    con: &mut impl AsyncCommands,
    rain: ShardRef,
    accounts: &[AccountId],
) -> Result<Vec<Verdict>, StoreError> {
    let mut replication_id = ReplicationId::default();
    loop {
        match claim(con, rain, &replication_id, accounts).await? {
            Claimed::Each(verdicts) => return Ok(verdicts),
            Claimed::OtherReplication(now) => replication_id = now,
        }
    }
}

fn verdicts(reply: &Reply, count: usize) -> Result<Vec<Verdict>, StoreError> {
    reply.each(count, |word, rest| {
        let caught = |new| Some(Verdict::Caught { claim: Claim::parse(rest)?, new });
        match word {
            "caught" => caught(true),
            "repeat" => caught(false),
            "early" => Some(Verdict::Early),
            "over" => Some(Verdict::Over),
            "ineligible" => Some(Verdict::Ineligible),
            "sold_out" => Some(Verdict::SoldOut),
            _ => None,
        }
    })
}

/// Ends a rain; how many packets were caught and are left. `None`: no such rain.
///
/// # Errors
/// Redis failed; calling again is harmless.
pub async fn close(
    con: &mut impl AsyncCommands,
    rain: ShardRef,
) -> Result<Option<(u32, u32)>, StoreError> {
    let keys = rain.keys();
    let mut call = scripts::CLOSE_RAIN.call();
    call.key(keys.meta())
        .key(keys.pool())
        .key(keys.taken())
        .key(keys.claims())
        .arg(rain.incarnation.to_string());
    let mut reply = Reply::of("close_rain.lua", &call, con).await?;
    match reply.word() {
        "closed" => Ok(Some((reply.next()?, reply.next()?))),
        "unknown" => Ok(None),
        _ => Err(reply.unexpected()),
    }
}
