//! Nodes: the other servers of this Redis, who of their players is connected where, and the leases
//! by which one node drives a game.

mod calls;
pub mod lease;
mod leases;
mod peers;
mod renewer;

use std::sync::Arc;
use std::time::Instant;

use quizrain_shared::ids::{AccountId, GameId};
use quizrain_shared::wire::ReactionCounts;

use crate::error::Error;
use crate::events;
use crate::store::Clock;
use crate::store::redis::Redis;

pub(crate) use calls::{Reports, channel};
pub(crate) use lease::{Claimant, Taken};
pub use leases::Leases;
pub use peers::Peers;
pub(crate) use renewer::{LeaseHandle, Renewer, soon};

/// This node among the others.
pub struct Nodes {
    peers: Peers,
    redis: Redis,
    clock: Arc<Clock>,
}

impl Nodes {
    /// This node, which knows others or has none.
    #[must_use]
    pub fn new(peers: Peers, redis: Redis, clock: Arc<Clock>) -> Self {
        Self { peers, redis, clock }
    }

    /// The other nodes.
    #[must_use]
    pub fn peers(&self) -> &Peers {
        &self.peers
    }

    /// Tells the other nodes that this one lives, and looks which ones there are.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn heartbeat(&self) -> Result<(), Error> {
        let (con, run) = (&mut self.redis.connection(), self.peers.run());
        let asked = Instant::now();
        let names = calls::names(con).await?;
        // It is new here, or Redis has forgotten it.
        if !names.iter().any(|name| name == run) {
            calls::enter(con, run, self.clock.now_ms()).await?;
        }
        let gone = self.peers.note(names, asked);
        calls::forget(con, &gone).await?;
        let number = self.peers.give(Instant::now());
        calls::publish_heartbeat(con, &channel(self.redis.database()), run, number).await?;
        self.peers.reach(Instant::now());
        Ok(())
    }

    /// Tells the other nodes that this one ends.
    ///
    /// # Errors
    /// Redis failed; they notice by themselves.
    pub async fn leave(&self) -> Result<(), Error> {
        let run = self.peers.run().to_owned();
        Ok(calls::forget(&mut self.redis.connection(), &[run]).await?)
    }

    /// Tells every node that players have opened sockets at this one, and when, in server time.
    ///
    /// # Errors
    /// Redis failed; telling it again is harmless.
    pub async fn announce_arrivals(
        &self,
        game: GameId,
        players: &[(AccountId, u64)],
    ) -> Result<(), Error> {
        let con = &mut self.redis.connection();
        Ok(events::announce_arrivals(con, game, self.peers.run(), players).await?)
    }

    /// Tells the other nodes how players who are connected to this one have reacted.
    ///
    /// # Errors
    /// Redis failed; telling it again may count it twice.
    pub async fn announce_reactions(
        &self,
        game: GameId,
        counts: ReactionCounts,
    ) -> Result<(), Error> {
        let con = &mut self.redis.connection();
        Ok(events::announce_reactions(con, game, self.peers.run(), counts).await?)
    }

    /// Tells how the players stand who are connected to this node; what every node has said.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn report_presence(&self, game: GameId, who: String) -> Result<Reports, Error> {
        let con = &mut self.redis.connection();
        Ok(calls::present(con, game, self.peers.run(), who).await?)
    }

    /// What every node has said of the players who are connected to it.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn presence_reports(&self, game: GameId) -> Result<Reports, Error> {
        Ok(calls::all_present(&mut self.redis.connection(), game).await?)
    }
}
