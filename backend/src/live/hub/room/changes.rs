//! What changed in a room, for whoever tells it: many events are merged into one frame.

use std::sync::atomic::{AtomicBool, Ordering};

use super::Room;

/// What happened since somebody last looked. Whoever tells it merges many events into one frame.
#[derive(Debug, Default)]
pub(super) struct Changes {
    lobby: AtomicBool,
    answers: AtomicBool,
    claims: AtomicBool,
    watchers: AtomicBool,
}

impl Room {
    /// Notes that the next count must look again at who is missing.
    pub fn note_missing(&self) {
        self.changes.answers.store(true, Ordering::Release);
    }

    /// Notes a change of the lobby, for the next frame about it.
    pub fn note_lobby(&self) {
        self.changes.lobby.store(true, Ordering::Release);
    }

    /// Notes a claim, for the next count.
    pub fn note_claim(&self) {
        self.changes.claims.store(true, Ordering::Release);
    }

    /// Notes a host or a screen that came.
    pub(super) fn note_watcher_arrival(&self) {
        self.changes.watchers.store(true, Ordering::Release);
    }

    /// Whether the lobby changed since the last call.
    pub fn take_lobby_change(&self) -> bool {
        self.changes.lobby.swap(false, Ordering::AcqRel)
    }

    /// Whether answers came since the last call.
    pub fn take_answers(&self) -> bool {
        self.changes.answers.swap(false, Ordering::AcqRel)
    }

    /// Whether claims came since the last call.
    pub fn take_claims(&self) -> bool {
        self.changes.claims.swap(false, Ordering::AcqRel)
    }

    /// Whether a host or a screen came since the last call.
    pub fn take_watcher_arrival(&self) -> bool {
        self.changes.watchers.swap(false, Ordering::AcqRel)
    }
}
