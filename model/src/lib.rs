//! What becomes of a claim, as a state machine small enough to try everything: granted by Redis,
//! told, streamed, settled, acknowledged, lost by a failover, put back, and finished.
//!
//! Every order of every step is tried for three players, two packets and two nodes, with failovers
//! that lose what the replica has not heard, nodes that are killed, entries that are delivered
//! twice, and settlers that lag for as long as they like. [`Protection`] switches off what keeps
//! told packets safe, one at a time: then the checker has to find how one is lost.
//!
//! A step is one script, one transaction or one message. Replication ids are names without an order.
//! From every state the rain can be finished; no account has two packets, no packet is told and
//! credited to two players; under `replicated` whatever was told is credited, and otherwise what is
//! void was granted before a failover and is somebody else's. Of prizes nothing is void, and nobody but the
//! player of a packet ever has it.
//!
//! Assumed: a failover promotes the replica that `WAIT` counted; a call to a Redis that is gone has
//! ended before its node has brought the next one up to date; the hold lasts long enough for every
//! node to look and for phones to come back; a minute after a failover no node hears the server of
//! before. Not modelled: who may grab and who was sent away (a tap that is refused is one that did not
//! come), several shards, payouts, corrections, dead letters, the chain and backups, an old primary that
//! comes back with a file of its own, a database that goes back, wrong clocks.
//!
//! `QUIZRAIN_TEST_MODEL=kill` kills a node as well, `=split` lets nodes ask a primary with which they
//! are cut off; both take minutes.

pub mod properties;
mod state;
mod steps;
mod stuck;

use stateright::{Model, Property};

pub use state::{
    Batch, FOREIGN, Ledger, NODES, Node, NodeState, PACKETS, PLAYERS, Packet, Player,
    ReplicationId, Reply, Restoring, Server, State,
};
pub use steps::{Source, Step};
pub use stuck::stuck;

/// Who must have a claim before its player hears of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// The server that granted it.
    Local,
    /// Its replica too.
    Replicated,
}

/// What keeps told packets safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Protection {
    /// Only claims that stand on the server of the newest generation are settled, which is raised
    /// before the ledger is read; under `replicated`, only what a replica has.
    pub fence: bool,
    /// A rain is finished only after every node has brought the server up to date, and players had
    /// the time to show their receipts.
    pub hold: bool,
    /// A server is asked for its life by a script with the shard's key, so that no other answers.
    pub own_replication_id: bool,
    /// The generation is raised only if what was the newest before that is so still.
    pub seen: bool,
    /// A life that was superseded may be settled again, once nobody hears the server of before; only
    /// looked at where nodes may be cut off with it ([`Rain::split`]).
    pub returns: bool,
}

impl Protection {
    /// All of it, as in the program.
    pub const FULL: Self =
        Self { fence: true, hold: true, own_replication_id: true, seen: true, returns: true };
}

/// The model.
#[derive(Clone, Copy, Debug)]
pub struct Rain {
    /// When players hear of a claim.
    pub durability: Durability,
    /// What is switched on.
    pub protection: Protection,
    /// Whether the server was noted before the rain fell: otherwise that takes the first tap.
    pub noted: bool,
    /// Players who tap, of [`PLAYERS`] at most.
    pub players: usize,
    /// Whether packets are prizes: a tap grants the player's own packet, and to whoever has none it
    /// grants nothing.
    pub prizes: bool,
    /// Whether nodes may be cut off with the primary before a failover, and ask it for its life.
    pub split: bool,
    /// Failovers at most.
    pub failovers: u8,
    /// Nodes that are killed at most.
    pub kills: u8,
}

impl Model for Rain {
    type State = State;
    type Action = Step;

    fn init_states(&self) -> Vec<State> {
        vec![State::open(self.noted, self.kills)]
    }

    fn actions(&self, state: &State, steps: &mut Vec<Step>) {
        self.steps(state, steps);
    }

    fn next_state(&self, last: &State, step: Step) -> Option<State> {
        let mut state = last.clone();
        self.take(&mut state, step);
        self.forget(&mut state);
        (state != *last).then_some(state)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        properties::all()
    }
}
