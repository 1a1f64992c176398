//! Live games on this node: the sockets of players, hosts and screens, the rooms that they are in,
//! and what goes out to them.
//!
//! What happens anywhere comes over Redis to the one [`subscriber`], which shows it in its room. A
//! game that appears is told to whoever drives games ([`Found`]).

mod broadcast;
mod desk;
mod display;
mod heartbeat;
mod hub;
mod incidents;
mod missed;
mod presence;
mod roll_call;
mod signed_out;
pub mod sockets;
mod subscriber;
mod tally;
mod ticker;
mod updates;

use std::sync::Arc;

use tokio::sync::{Notify, mpsc};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::flags::Flags;
use crate::game::{Game, Games, Play};
use crate::nodes::Nodes;
use crate::people::People;
use crate::rain::{Packets, Rains};
use crate::store::Clock;
use crate::store::redis::Redis;

pub(crate) use broadcast::time_for;
pub(crate) use hub::{CloseReason, Frame, Hub, Room};
pub(crate) use roll_call::RollCalls;
pub(crate) use ticker::{TickResult, Ticker};

/// What lives on this node, and the loops that tell it.
#[derive(Clone)]
pub struct Live {
    /// The rooms.
    pub hub: Arc<Hub>,
    /// The registry of games.
    pub games: Arc<Games>,
    /// Games as they are played.
    pub play: Arc<Play>,
    /// Of whom hosts should know.
    pub flags: Flags,
    /// Whether payouts of players who are flagged when it rains wait for the host.
    pub holds_flagged: bool,
    /// Rains.
    pub rains: Arc<Rains>,
    /// What players have.
    pub packets: Arc<Packets>,
    /// Whose browsers are.
    pub people: Arc<People>,
    /// The other nodes.
    pub nodes: Arc<Nodes>,
    /// What this node asks the others.
    pub(crate) roll_calls: Arc<RollCalls>,
    /// Server time.
    pub clock: Arc<Clock>,
    /// Where events come from.
    pub redis: Redis,
    /// Everything ends.
    pub stop: CancellationToken,
    /// Every task.
    pub tasks: TaskTracker,
    /// Who hears of games that appear.
    pub found: mpsc::UnboundedSender<Found>,
}

/// A game that this node has heard of.
pub struct Found {
    /// The game.
    pub game: Arc<Game>,
    /// Rings when somebody gave back its lease.
    pub released: Arc<Notify>,
    /// Rings when Redis lost what this node showed of it.
    pub lost: Arc<Notify>,
}

impl Live {
    /// Starts the loops, which run until told to stop.
    pub fn start(&self) {
        let tasks = &self.tasks;
        tasks.spawn(subscriber::run(self.clone()));
        tasks.spawn(subscriber::send_heartbeats(self.clone()));
        tasks.spawn(updates::run(self.clone()));
        if !self.nodes.peers().alone() {
            tasks.spawn(heartbeat::run(self.clone()));
        }
        tasks.spawn(incidents::run(self.clone()));
    }
}
