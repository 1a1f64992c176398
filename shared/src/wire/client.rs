//! What clients send, one enum for each kind of socket.

use serde::{Deserialize, Serialize};

use crate::ids::{Contribution, GameId, Pin, RainId, Token};
use crate::phase::Move;
use crate::question::Answer;
use crate::rain::RainPlan;

use super::server::Receipt;

/// From a player's phone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PlayerFrame {
    /// First frame: which game, and whose phone. Answered by [`super::ServerFrame::Welcome`].
    Hello {
        /// The game.
        pin: Pin,
        /// The account's secret, made by the browser.
        token: Token,
    },
    /// Take a seat. Answered by a new welcome; repeating it is harmless.
    Join {
        /// The wished nickname.
        nickname: String,
        /// What this phone adds to the draws of the game. The first one counts.
        entropy: Contribution,
    },
    /// Answer the open question. The first answer counts.
    Answer {
        /// Which question, from 0: an answer never slips to another one.
        round: u16,
        /// What is answered, as the question's kind has it.
        answer: Answer,
    },
    /// A finger on a drop. Repeating it is harmless: the same packet comes back.
    Tap {
        /// The rain that is falling.
        rain: RainId,
        /// The drop's number in the shower.
        drop: u32,
    },
    /// A packet that this player was told they have and that a snapshot does not show. Answered by
    /// [`super::ServerFrame::Packet`]: credited, or void. Repeating it is harmless.
    ShowReceipt {
        /// What came with the verdict.
        receipt: Receipt,
    },
}

/// From a host's page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum HostFrame {
    /// First frame: which game, and the right to drive it.
    Hello {
        /// The game.
        game: GameId,
        /// The game's host token, given once when the game was made.
        token: Token,
    },
    /// Move the game on.
    Move {
        /// The step.
        mv: Move,
        /// The sequence number of the state that the host was looking at: a second click on an
        /// old screen does nothing.
        seen: u64,
    },
    /// Go on to a question of the host's choice: one that was left out, or one that is asked again,
    /// whose points count anew. As [`Move::Ask`] otherwise.
    Ask {
        /// Which question, from 0.
        question: u16,
        /// As in [`HostFrame::Move`].
        seen: u64,
    },
    /// Give the question that is being read or is open more time.
    AddTime {
        /// How many seconds more, 1 to 60.
        seconds: u8,
        /// As in [`HostFrame::Move`].
        seen: u64,
    },
    /// Let packets fall.
    OpenRain {
        /// The shower.
        plan: RainPlan,
        /// As in [`HostFrame::Move`].
        seen: u64,
    },
    /// Show a text no more that players typed.
    HideText {
        /// As the reveal has it.
        text: String,
        /// As in [`HostFrame::Move`].
        seen: u64,
    },
    /// Let nobody else in, or open the door again.
    Lock {
        /// Whether new players are refused.
        locked: bool,
    },
}

impl HostFrame {
    /// The sequence number of the state that the host was looking at, where the wish is for that
    /// state alone.
    #[must_use]
    pub fn seen(&self) -> Option<u64> {
        match self {
            Self::Move { seen, .. }
            | Self::Ask { seen, .. }
            | Self::AddTime { seen, .. }
            | Self::OpenRain { seen, .. }
            | Self::HideText { seen, .. } => Some(*seen),
            Self::Hello { .. } | Self::Lock { .. } => None,
        }
    }
}

/// From a projector.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ScreenFrame {
    /// First frame: which game to show.
    Hello {
        /// The game.
        pin: Pin,
    },
}
