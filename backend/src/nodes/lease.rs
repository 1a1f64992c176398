//! Which node drives a game: a key that runs out by itself unless it is renewed.
//!
//! It saves work and protects nothing: what a driver writes carries its epoch, which is counted up
//! in SQL whenever a node takes a game over.

use std::time::Duration;

use quizrain_shared::ids::GameId;
use redis::AsyncCommands;

use crate::redis_url::Kind;
use crate::store::StoreError;
use crate::store::redis::Redis;
use crate::store::redis::keys::GameKeys;
use crate::store::redis::reply::Reply;
use crate::store::redis::scripts::{self, Call};

const SCRIPT: &str = "lease.lua";

impl Redis {
    /// Whether one call can renew the leases of several games: not where keys have slots.
    #[must_use]
    pub fn renews_together(&self) -> bool {
        !matches!(self.url.kind, Kind::Cluster)
    }
}

/// Somebody who wants to drive a game.
#[derive(Clone, Copy, Debug)]
pub struct Claimant<'a> {
    /// The game.
    pub game: GameId,
    /// Who it is, `<node>:<run>`: another for each run of a driver.
    pub token: &'a str,
    /// How long the lease lasts without being renewed.
    pub ttl: Duration,
}

/// What `lease.lua` says to who wants to take it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It is ours, for the time that was asked for.
    Held,
    /// It is somebody else's, for so long if it is not renewed.
    Busy(Duration),
}

/// Takes the lease, where it is free, ours, or an earlier run's of this node.
///
/// # Errors
/// Redis failed: whether it was taken is unknown, calling again tells.
pub async fn take(
    con: &mut impl AsyncCommands,
    claimant: Claimant<'_>,
) -> Result<Taken, StoreError> {
    let mut reply = run(con, "take", claimant, 0).await?;
    match reply.word() {
        "held" => Ok(Taken::Held),
        "busy" => Ok(Taken::Busy(Duration::from_millis(reply.next()?))),
        _ => Err(reply.unexpected()),
    }
}

/// Has the lease last again, and keeps everybody with an older epoch than this one (0: none) from
/// moving the game. `false`: it is not ours any more.
///
/// # Errors
/// Redis failed: whether it was renewed is unknown, calling again tells.
pub async fn renew(
    con: &mut impl AsyncCommands,
    claimant: Claimant<'_>,
    epoch: u64,
) -> Result<bool, StoreError> {
    renewed(&run(con, "renew", claimant, epoch).await?)
}

/// Renews many leases, each with its epoch, in one pipeline; what [`renew`] says of each. In a
/// cluster all of the games must be in one slot.
///
/// # Errors
/// Redis failed for all of them.
pub async fn renew_each(
    con: &mut impl AsyncCommands,
    claimants: &[(Claimant<'_>, u64)],
) -> Result<Vec<Result<bool, StoreError>>, StoreError> {
    let call = |(claimant, epoch): &(Claimant<'_>, u64)| call("renew", *claimant, *epoch);
    let calls: Vec<Call<'_>> = claimants.iter().map(call).collect();
    let replies = Reply::of_each(SCRIPT, &calls, con).await?;
    Ok(replies.into_iter().map(|reply| renewed(&reply?)).collect())
}

fn renewed(reply: &Reply) -> Result<bool, StoreError> {
    match reply.word() {
        "held" => Ok(true),
        "lost" => Ok(false),
        _ => Err(reply.unexpected()),
    }
}

/// Gives the lease back and tells whoever waits for it. `false`: it was not ours any more.
///
/// # Errors
/// Redis failed: the lease runs out by itself.
pub async fn release(
    con: &mut impl AsyncCommands,
    claimant: Claimant<'_>,
) -> Result<bool, StoreError> {
    let reply = run(con, "release", claimant, 0).await?;
    match reply.word() {
        "released" => Ok(true),
        "lost" => Ok(false),
        _ => Err(reply.unexpected()),
    }
}

async fn run(
    con: &mut impl AsyncCommands,
    verb: &str,
    claimant: Claimant<'_>,
    epoch: u64,
) -> Result<Reply, StoreError> {
    Reply::of(SCRIPT, &call(verb, claimant, epoch), con).await
}

fn call(verb: &str, claimant: Claimant<'_>, epoch: u64) -> Call<'static> {
    let keys = GameKeys(claimant.game);
    let mut call = scripts::LEASE.call();
    call.key(keys.lease())
        .key(keys.state())
        .key(keys.events())
        .arg(verb)
        .arg(claimant.token)
        .arg(u64::try_from(claimant.ttl.as_millis()).unwrap_or(u64::MAX))
        .arg(epoch);
    call
}
