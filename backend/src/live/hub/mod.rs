//! The hub: which sockets are connected to this node, and how frames reach them.
//!
//! Called by `live::sockets` (sockets come and go) and `live` (frames go out). It knows wire types
//! alone: no store, no rule of the game.

mod outbox;
mod room;
mod summary;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use quizrain_shared::ids::GameId;

pub(crate) use outbox::{Broadcast, Frame, Link, Outbox};
pub(crate) use quizrain_shared::wire::CloseReason;
pub(crate) use room::{Presence, Room, RoundPresence};
pub(crate) use summary::View;

/// Every game with a socket on this node, or driven by it.
#[derive(Debug, Default)]
pub struct Hub {
    rooms: Mutex<HashMap<GameId, Arc<Room>>>,
}

impl Hub {
    /// The game's room, made where it is missing.
    pub fn room(&self, game: GameId) -> Arc<Room> {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(rooms.entry(game).or_insert_with(|| Arc::new(Room::new(game))))
    }

    /// The game's room, where there is one.
    pub fn find(&self, game: GameId) -> Option<Arc<Room>> {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.get(&game).map(Arc::clone)
    }

    /// Every room.
    pub fn rooms(&self) -> Vec<Arc<Room>> {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.values().map(Arc::clone).collect()
    }

    /// Forgets the rooms of games that are over and that nobody looks at.
    pub fn sweep(&self) {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.retain(|_, room| !(room.is_ended() && room.is_empty()));
    }

    /// Every socket's link, in no order.
    pub fn links(&self) -> Vec<Link> {
        self.rooms().iter().flat_map(|room| room.links()).collect()
    }

    /// Closes every socket.
    pub fn close_all(&self, why: CloseReason) {
        for room in self.rooms() {
            room.close_all(why);
        }
    }
}
