//! How many players have answered here: the last answer that is waited for ends the wait at once, and not
//! at the next tick.

use std::sync::Mutex;

use quizrain_shared::ids::AccountId;
use tokio::sync::Notify;

use super::{Room, locked};

#[derive(Debug, Default)]
pub(super) struct Answers {
    /// A round, and how many have answered it.
    counted: Mutex<(u16, u32)>,
    complete: Notify,
}

impl Room {
    /// Notes an answer, for the next count.
    pub fn note_answer(&self, account: &AccountId, round: u16) {
        let is_new = (self.shard_of(account).players.get_mut(account))
            .is_some_and(|player| player.answered.replace(round) != Some(round));
        self.note_missing();
        if is_new && self.count_answer(round) >= locked(&self.summary).players() {
            self.answers.complete.notify_one();
        }
    }

    /// How many have answered the round with this one.
    fn count_answer(&self, round: u16) -> u32 {
        let mut counted = locked(&self.answers.counted);
        if counted.0 != round {
            *counted = (round, 0);
        }
        counted.1 += 1;
        counted.1
    }

    /// Waits until as many have answered here as the game has players, by what was told last. It is time to
    /// look then, and no more: who connects again counts twice, and who came since does not count.
    pub async fn answers_complete(&self) {
        self.answers.complete.notified().await;
    }
}
