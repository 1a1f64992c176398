//! What players can show of how they feel, in the lobby and at the podium.

use serde::{Deserialize, Serialize};

/// A reaction: a picture that rises on big screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Reaction {
    /// Applause.
    Clap,
    /// A heart.
    Heart,
    /// Laughter.
    Laugh,
    /// Surprise.
    Surprise,
    /// A party.
    Party,
}

impl Reaction {
    /// Each of them, in the order in which they are counted.
    pub const ALL: [Self; 5] = [Self::Clap, Self::Heart, Self::Laugh, Self::Surprise, Self::Party];

    /// Its picture, which every system has among its letters.
    #[must_use]
    pub fn emoji(self) -> &'static str {
        match self {
            Self::Clap => "\u{1f44f}",
            Self::Heart => "\u{2764}\u{fe0f}",
            Self::Laugh => "\u{1f602}",
            Self::Surprise => "\u{1f62e}",
            Self::Party => "\u{1f389}",
        }
    }
}

/// How often each reaction came, in the order of [`Reaction::ALL`].
pub type ReactionCounts = [u16; Reaction::ALL.len()];
