//! Frames for everybody that can wait a moment: how far things are, and that the server lives.
//!
//! Ten thousand of them at once hold up for tens of milliseconds whatever players do meanwhile. So
//! a big room hears them part by part, and not more often than that takes.

use std::sync::Arc;
use std::time::Duration;

use quizrain_shared::wire::ServerFrame;

use crate::live::Live;
use crate::live::hub::{Broadcast, Room};

/// Time for each socket that hears a frame.
const PER_SOCKET: Duration = Duration::from_micros(100);

/// A room up to this size hears it at once.
const AT_ONCE: usize = 500;

/// How long a frame for all of a room takes.
pub(crate) fn time_for(room: &Room) -> Duration {
    PER_SOCKET.saturating_mul(u32::try_from(room.len()).unwrap_or(u32::MAX))
}

/// Tells everybody of a room.
pub(crate) fn send(live: &Live, room: &Arc<Room>, frame: ServerFrame) {
    if room.len() <= AT_ONCE {
        return room.broadcast(&frame);
    }
    room.note(&frame);
    let (room, stop) = (Arc::clone(room), live.stop.clone());
    live.tasks.spawn(async move {
        let frame = Broadcast::new(&frame);
        let pause = time_for(&room) / u32::try_from(Room::PARTS).unwrap_or(1);
        for part in 0..Room::PARTS {
            room.send_part(part, &frame);
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
        }
    });
}
