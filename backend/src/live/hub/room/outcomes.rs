//! What a revealed round brought each player, told to those who are connected here.

use std::collections::HashMap;

use quizrain_shared::ids::AccountId;
use quizrain_shared::wire::{Outcome, ServerFrame};

use super::{Room, locked};
use crate::live::hub::outbox::Frame;

/// By account.
pub(super) type Outcomes = HashMap<AccountId, Outcome>;

impl Room {
    /// Tells each player who is connected here what a round brought, but for those who were told just
    /// that when the round was shown before: a text that a host hides changes nobody's points. Whoever
    /// has come since found it in the snapshot.
    pub fn send_outcomes(&self, outcomes: HashMap<AccountId, Outcome>) {
        let mut told = locked(&self.outcomes);
        for shard in &self.shards {
            for (account, player) in &locked(shard).players {
                let outcome = outcomes.get(account).filter(|it| told.get(account) != Some(it));
                if let Some(outcome) = outcome {
                    player.link.send(&Frame::new(&ServerFrame::Outcome(outcome.clone())));
                }
            }
        }
        *told = outcomes;
    }

    /// Forgets what players were told: another stage is shown.
    pub fn forget_outcomes(&self) {
        *locked(&self.outcomes) = HashMap::new();
    }
}
