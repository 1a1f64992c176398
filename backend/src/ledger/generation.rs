//! Generations of settlement: from which server of Redis a shard of a rain is settled.
//!
//! A server has another replication id after every start as a primary and every fail-over. The
//! first who wants to bring such a server up to date raises the shard's generation in SQL before
//! reading the ledger, and every transaction that settles a claim names the generation in which the
//! claim was read and confirmed. So whatever a server said that was superseded meanwhile, or
//! whatever is still in somebody's memory, is either in the ledger before it is read or never.

use quizrain_shared::ids::RainId;

use crate::store::redis::ReplicationId;
use crate::store::shard::Shard;

/// The right to settle claims of one shard that stand on one server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generation {
    /// The rain.
    pub rain: RainId,
    /// The shard.
    pub shard: Shard,
    /// 1 for the server that the rain was opened on, and one more for each that took over.
    pub number: i64,
    /// The replication id of the server.
    pub replication_id: ReplicationId,
}
