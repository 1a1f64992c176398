//! How players have reacted, for the next frame to hosts and screens. Counted, and never stored.

use std::sync::atomic::{AtomicU32, Ordering};

use quizrain_shared::phase::Kind;
use quizrain_shared::wire::{Reaction, ReactionCounts};

use super::{Room, locked};

/// How often each reaction came since somebody last looked.
#[derive(Debug, Default)]
struct Counter([AtomicU32; Reaction::ALL.len()]);

impl Counter {
    fn add(&self, counts: ReactionCounts) {
        for (known, count) in self.0.iter().zip(counts) {
            known.fetch_add(count.into(), Ordering::Relaxed);
        }
    }

    fn take(&self) -> ReactionCounts {
        let counts = self.0.each_ref().map(|known| known.swap(0, Ordering::Relaxed));
        counts.map(|count| u16::try_from(count).unwrap_or(u16::MAX))
    }
}

/// What was counted here, and what other nodes have told.
#[derive(Debug, Default)]
pub(super) struct Reactions {
    here: Counter,
    elsewhere: Counter,
}

impl Room {
    /// Notes a reaction of a player who is connected here, where the game takes one now.
    pub fn note_reaction(&self, reaction: Reaction) {
        let kind = self.stage.borrow().as_ref().map(|stage| stage.phase.kind);
        if kind.is_some_and(Kind::takes_reactions) && locked(&self.summary).takes_reactions() {
            self.reactions.here.add(Reaction::ALL.map(|it| u16::from(it == reaction)));
        }
    }

    /// Notes reactions of players who are connected to another node.
    pub fn note_reactions_elsewhere(&self, counts: ReactionCounts) {
        self.reactions.elsewhere.add(counts);
    }

    /// What players here have shown since the last call, and what those elsewhere have.
    pub fn take_reactions(&self) -> [ReactionCounts; 2] {
        [self.reactions.here.take(), self.reactions.elsewhere.take()]
    }
}
