//! Those of a room who watch: hosts and screens, and what they alone are told.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use quizrain_shared::wire::{CloseReason, Incident, LiveTally, Right, ServerFrame};

use super::{Presence, Room, Shard, locked};
use crate::live::hub::outbox::{Frame, Link};

#[derive(Debug)]
pub(super) struct Watcher {
    pub(super) link: Link,
    /// Of a host: the hash of the token that it showed.
    right: Option<String>,
}

impl Room {
    /// Lets a screen's socket in.
    pub(super) fn enter_as_screen(&self, socket: u64, link: Link) {
        // Locked, so that what changes now is told afterwards.
        let tally = locked(&self.tally);
        self.send_tally_to(&link, tally.as_ref());
        self.shard(socket).watchers.insert(socket, Watcher { link, right: None });
        self.note_watcher_arrival();
    }

    /// Lets a host's socket in, with the hash of the token that it showed, and tells it what that lets it
    /// do, what is amiss, and which question was picked.
    pub fn enter_as_host(self: &Arc<Self>, link: Link, right: Right, hash: String) -> Presence {
        let socket = self.next_socket.fetch_add(1, Ordering::Relaxed);
        link.send(&Frame::new(&ServerFrame::Right(right)));
        // Locked, so that what changes now is told afterwards.
        let (incidents, tally) = (locked(&self.incidents), locked(&self.tally));
        link.send(&Frame::new(&ServerFrame::Incidents(incidents.clone())));
        let picked = locked(&self.picked);
        let now = picked.filter(|(_, round)| self.round() == Some(*round));
        link.send(&Frame::new(&ServerFrame::Picked(now.map(|(question, _)| question))));
        self.send_tally_to(&link, tally.as_ref());
        self.shard(socket).watchers.insert(socket, Watcher { link, right: Some(hash) });
        self.note_watcher_arrival();
        Presence { room: Arc::clone(self), socket, account: None }
    }

    /// Closes the sockets of hosts who showed another token than the one with this hash.
    pub fn close_other_hosts(&self, right: &str) {
        for shard in &self.shards {
            for watcher in locked(shard).watchers.values() {
                if watcher.right.as_deref().is_some_and(|shown| shown != right) {
                    watcher.link.close(CloseReason::NotAllowed);
                }
            }
        }
    }

    /// Closes the sockets of hosts who showed a token with one of these hashes.
    pub fn close_hosts(&self, rights: &[String]) {
        for shard in &self.shards {
            for watcher in locked(shard).watchers.values() {
                if watcher.right.as_ref().is_some_and(|shown| rights.contains(shown)) {
                    watcher.link.close(CloseReason::NotAllowed);
                }
            }
        }
    }

    /// The hashes of the tokens that hosts who are here have shown.
    pub fn host_rights(&self) -> Vec<String> {
        let of = |shard: &Mutex<Shard>| -> Vec<String> {
            locked(shard).watchers.values().filter_map(|watcher| watcher.right.clone()).collect()
        };
        self.shards.iter().flat_map(of).collect()
    }

    /// Whether a host or a screen is here.
    pub fn has_watchers(&self) -> bool {
        self.shards.iter().any(|shard| !locked(shard).watchers.is_empty())
    }

    /// Sends a frame to hosts and screens.
    pub fn send_to_watchers(&self, frame: &ServerFrame) {
        let frame = Frame::new(frame);
        for shard in &self.shards {
            locked(shard).watchers.values().for_each(|watcher| watcher.link.send(&frame));
        }
    }

    fn tell_hosts(&self, frame: &ServerFrame) {
        let frame = Frame::new(frame);
        for shard in &self.shards {
            for watcher in locked(shard).watchers.values().filter(|it| it.right.is_some()) {
                watcher.link.send(&frame);
            }
        }
    }

    /// Tells hosts what is amiss, where that is something else than before.
    pub fn announce_incidents(&self, incidents: Vec<Incident>) {
        let mut shown = locked(&self.incidents);
        if *shown == incidents {
            return;
        }
        shown.clone_from(&incidents);
        self.tell_hosts(&ServerFrame::Incidents(incidents));
    }

    /// Tells hosts which question is to come after a round, as long as it is the newest.
    pub fn announce_picked(&self, question: Option<u16>, round: Option<u16>) {
        let mut picked = locked(&self.picked);
        if self.round() != Some(round) {
            return;
        }
        *picked = question.map(|question| (question, round));
        self.tell_hosts(&ServerFrame::Picked(question));
    }

    /// The newest round; `None` until the room was told where the game stands.
    fn round(&self) -> Option<Option<u16>> {
        self.stage.borrow().as_ref().map(|stage| stage.phase.round())
    }

    /// Tells hosts and screens what was answered so far, where that is something else than before.
    pub fn publish_tally(&self, tally: LiveTally) {
        let mut told = locked(&self.tally);
        if told.as_ref() == Some(&tally) {
            return;
        }
        *told = Some(tally.clone());
        self.send_to_watchers(&ServerFrame::LiveTally(tally));
    }

    /// Forgets what hosts and screens were told of it: they show it no more.
    pub fn forget_tally(&self) {
        *locked(&self.tally) = None;
    }

    /// Tells a host or screen that comes what the others were told of the question that is shown.
    fn send_tally_to(&self, link: &Link, told: Option<&LiveTally>) {
        let round = self.stage.borrow().as_ref().and_then(|stage| stage.phase.round());
        if let Some(tally) = told.filter(|tally| Some(tally.round) == round) {
            link.send(&Frame::new(&ServerFrame::LiveTally(tally.clone())));
        }
    }
}
