//! The players whose sockets are in a room: who is here, who came from elsewhere, who has answered.

use std::cmp;
use std::sync::Mutex;
use std::time::Duration;

use quizrain_shared::ids::AccountId;
use quizrain_shared::wire::{CloseReason, ServerFrame};

use super::{Room, Shard, locked};
use crate::live::hub::outbox::{Frame, Link};

#[derive(Debug)]
pub(super) struct Player {
    pub(super) socket: u64,
    pub(super) link: Link,
    /// The account's seat in the game; `None`: it is still choosing a name, or nobody has looked yet.
    pub(super) seat: Option<u32>,
    /// The hash of the token by which the account is a person's; `None`: it is the browser's own.
    pub(super) device: Option<[u8; 32]>,
    /// The seat that a host has taken away from the account while this socket was open.
    pub(super) removed: Option<u32>,
    /// The last round that this player answered on this node.
    pub(super) answered: Option<u16>,
    /// When the socket was opened, in server time.
    pub(super) opened_ms: u64,
}

impl Player {
    pub(super) fn close_if_removed(&self) {
        if self.seat.is_some() && self.seat == self.removed {
            self.link.close(CloseReason::Removed);
        }
    }
}

/// A player's socket: whose, and when it was opened, in server time.
pub(crate) type Arrival = (AccountId, u64);

/// How the seated players of a room stand in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundPresence {
    /// How many are connected.
    pub seated: u32,
    /// How many of them have not answered.
    pub missing: u32,
    /// How long ago somebody left, or the room was made.
    pub left: Duration,
}

impl Room {
    /// Sends a frame to one player, if connected here.
    pub fn send_to(&self, account: &AccountId, frame: &ServerFrame) {
        if let Some(player) = self.shard_of(account).players.get(account) {
            player.link.send(&Frame::new(frame));
        }
    }

    /// Whether a player is connected here.
    pub fn has_player(&self, account: &AccountId) -> bool {
        self.shard_of(account).players.contains_key(account)
    }

    /// The players who have a seat and are connected here.
    pub fn seated(&self) -> Vec<(AccountId, u32)> {
        let of = |shard: &Mutex<Shard>| -> Vec<(AccountId, u32)> {
            let shard = locked(shard);
            let seated = shard.players.iter().filter_map(|(it, player)| Some((*it, player.seat?)));
            seated.collect()
        };
        self.shards.iter().flat_map(of).collect()
    }

    /// Players who are connected here by a browser that somebody has signed in with, and its hash.
    pub fn signed_in(&self) -> Vec<(AccountId, [u8; 32])> {
        let of = |shard: &Mutex<Shard>| -> Vec<(AccountId, [u8; 32])> {
            let shard = locked(shard);
            let theirs =
                shard.players.iter().filter_map(|(it, player)| Some((*it, player.device?)));
            theirs.collect()
        };
        self.shards.iter().flat_map(of).collect()
    }

    /// Closes the socket of a player whose seat a host has taken away, if it is here, or once it turns
    /// out to have that seat: it may have been read just before. One that was opened afterwards, and
    /// has none or another, stays.
    pub fn remove_player(&self, account: &AccountId, seat: u32) {
        if let Some(player) = self.shard_of(account).players.get_mut(account) {
            player.removed = Some(seat);
            player.close_if_removed();
        }
    }

    /// Closes a player's socket, if it is here: whoever still has the account comes back at once.
    pub fn restart_player(&self, account: &AccountId) {
        if let Some(player) = self.shard_of(account).players.get(account) {
            player.link.close(CloseReason::GoingAway);
        }
    }

    /// Players' sockets that came since the last call and are still here, for the other servers.
    pub fn take_arrivals(&self) -> Vec<Arrival> {
        let mut arrivals = std::mem::take(&mut *locked(&self.arrivals));
        arrivals.retain(|(account, opened_ms)| {
            let shard = self.shard_of(account);
            shard.players.get(account).is_some_and(|player| player.opened_ms == *opened_ms)
        });
        arrivals
    }

    /// Keeps these for the next call: the other servers have not heard of them.
    pub fn put_back_arrivals(&self, arrivals: Vec<Arrival>) {
        locked(&self.arrivals).extend(arrivals);
    }

    /// Closes the sockets of players who have come to another server since. Where the one here is
    /// newer, that server has not heard of it, and is told again. `theirs_first` says which of two
    /// counts as the older one that were opened in the same millisecond.
    pub fn replace_elsewhere(&self, arrivals: &[Arrival], theirs_first: bool) {
        for &(account, theirs_ms) in arrivals {
            let shard = self.shard_of(&account);
            let Some(player) = shard.players.get(&account) else { continue };
            match player.opened_ms.cmp(&theirs_ms) {
                cmp::Ordering::Less => player.link.close(CloseReason::Replaced),
                cmp::Ordering::Equal if !theirs_first => player.link.close(CloseReason::Replaced),
                _ => locked(&self.arrivals).push((account, player.opened_ms)),
            }
        }
    }

    /// How the seated players who are connected here stand in a round.
    pub fn round_presence(&self, round: u16) -> RoundPresence {
        let left = locked(&self.complete_since).elapsed();
        let mut round_presence = RoundPresence { seated: 0, missing: 0, left };
        for shard in &self.shards {
            for player in locked(shard).players.values().filter(|player| player.seat.is_some()) {
                round_presence.seated += 1;
                round_presence.missing += u32::from(player.answered != Some(round));
            }
        }
        round_presence
    }

    /// Whether every seated player who is connected here has answered the round, and whoever is
    /// missing has been so for a while: somebody whose phone or server is just coming back does
    /// not lose a turn.
    pub fn all_answered(&self, round: u16, missing_for: Duration) -> bool {
        let RoundPresence { seated, missing, left } = self.round_presence(round);
        seated > 0 && missing == 0 && left >= missing_for
    }
}
