//! A socket's place in a room, from its opening to its end.

use std::sync::Arc;
use std::time::Instant;

use quizrain_shared::ids::AccountId;

use super::players::Player;
use super::{Room, locked};

/// A socket's place in a room, which it leaves when this is dropped.
#[derive(Debug)]
pub struct Presence {
    pub(super) room: Arc<Room>,
    pub(super) socket: u64,
    pub(super) account: Option<AccountId>,
}

impl Presence {
    /// The room.
    #[must_use]
    pub fn room(&self) -> &Arc<Room> {
        &self.room
    }

    /// Notes the player's seat, if there is one.
    pub fn set_seat(&self, seat: Option<u32>) {
        self.with_player(|player| {
            player.seat = seat;
            player.close_if_removed();
        });
    }

    /// Notes the hash of the token by which the account is a person's.
    pub fn set_device(&self, hash: [u8; 32]) {
        self.with_player(|player| player.device = Some(hash));
    }

    fn with_player(&self, note: impl FnOnce(&mut Player)) {
        let Some(account) = self.account else { return };
        let mut shard = self.room.shard_of(&account);
        let player = shard.players.get_mut(&account);
        if let Some(player) = player.filter(|player| player.socket == self.socket) {
            note(player);
        }
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        match self.account {
            None => {
                self.room.shard(self.socket).watchers.remove(&self.socket);
            }
            Some(account) => {
                let mut shard = self.room.shard_of(&account);
                let mine = shard.players.get(&account).is_some_and(|p| p.socket == self.socket);
                if mine {
                    let gone = shard.players.remove(&account);
                    self.room.uncount_answer(gone.and_then(|player| player.answered));
                    drop(shard);
                    *locked(&self.room.complete_since) = Instant::now();
                }
                // It may have asked for something just before, and left before it was noted.
                self.room.note_lobby();
                self.room.note_claim();
            }
        }
        // Somebody who left is not waited for any longer.
        self.room.note_missing();
    }
}
