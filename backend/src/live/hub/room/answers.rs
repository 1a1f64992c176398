//! How many players have answered here: where all of them are connected to the node that drives the game, the last
//! answer ends the wait at once. Where somebody is elsewhere or gone, the next tick finds out.

use std::cmp::Ordering;
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
        let mut shard = self.shard_of(account);
        let player = shard.players.get_mut(account);
        let is_new = player.is_some_and(|it| it.answered.replace(round) != Some(round));
        // While the shard is held: whoever leaves is taken off again.
        let count = is_new.then(|| self.count_answer(round));
        drop(shard);
        self.note_missing();
        if count.is_some_and(|count| count >= locked(&self.summary).players()) {
            self.answers.complete.notify_one();
        }
    }

    /// How many have answered the round with this one; none of a round that is over.
    fn count_answer(&self, round: u16) -> u32 {
        let mut counted = locked(&self.answers.counted);
        match round.cmp(&counted.0) {
            Ordering::Less => return 0,
            Ordering::Equal => counted.1 += 1,
            Ordering::Greater => *counted = (round, 1),
        }
        counted.1
    }

    /// Takes somebody off who is not here any more; whoever comes back is noted again.
    pub(super) fn uncount_answer(&self, answered: Option<u16>) {
        let mut counted = locked(&self.answers.counted);
        if answered == Some(counted.0) {
            counted.1 = counted.1.saturating_sub(1);
        }
    }

    /// Waits until as many who are here have answered as the game has players, by what was told last. It is
    /// time to look then, and no more: others may have come since.
    pub async fn answers_complete(&self) {
        self.answers.complete.notified().await;
    }
}
