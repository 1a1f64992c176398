//! Generations of settlement: from which server of Redis a shard of a rain is settled.
//!
//! A server has another replication id after every start as a primary and every fail-over. The
//! first who wants to bring such a server up to date raises the shard's generation in SQL before
//! reading the ledger, and every transaction that settles a claim names the generation in which the
//! claim was read and confirmed. So whatever a server said that was superseded meanwhile, or
//! whatever is still in somebody's memory, is either in the ledger before it is read or never.
//!
//! Four acts, each atomic, for shard `s` and the server with replication id `r`. The book is the
//! lock on the rain's row in `books`:
//!
//! - `raise(s, r)`, one SQL transaction: locks the book. `r` is the newest row of `s`: nothing. `r` is
//!   an older row: refused as superseded (for a minute; later it is a generation of its own, as where
//!   a slot of a cluster moves there and back). Otherwise adds row `(s, n + 1, r)`. Whoever raises has
//!   read the newest row first, then asked the server that has the shard's keys.
//! - `grant(r)`, `claim.lua`: refused unless the server's replication id is `r`.
//! - `confirm(r)`, `confirm.lua`: refused unless it is `r`; says which claims stand there, and under
//!   `replicated` only what a replica has.
//! - `settle(s, n)`, one SQL transaction: locks the book; refused unless row `n` is still the newest.
//!
//! Whoever brings a server up to date raises, reads the ledger, puts back what is settled and what
//! this node told, and only then grants. Whoever settles raises, reads claims, confirms, settles.
//! So every `settle(s, n)` commits before row `n + 1` exists, and so before anybody reads the
//! ledger for that server: nothing is granted there that the ledger has given to somebody else. And
//! whatever is settled as `n + 1` stands in that server's claims, so it contradicts no grant of it.
//!
//! Two primaries that both have a replica and both reach players (a true split brain) both tell:
//! one of them settles, and the players of the other hear that their packets are void.

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
