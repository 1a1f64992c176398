//! The stage: what everybody of a game sees, the same for players, screen and host.

use serde::{Deserialize, Serialize};

use crate::allocation::Split;
use crate::avatar::Avatar;
use crate::ids::{Commitment, Entropy, Incarnation, RainId};
use crate::mode::TeamRow;
use crate::money::{Currency, Minor};
use crate::phase::Phase;
use crate::question::{Key, Picture, QuestionView, SoundView, Tally};
use crate::rain::Eligibility;

/// A point in a game's history. A larger `seq` of the same incarnation is newer; another
/// incarnation means that history was lost and only a new snapshot helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// The life of the game's state.
    pub incarnation: Incarnation,
    /// Grows by one with each change of the stage.
    pub seq: u64,
}

/// The stage at a position, with its window in server time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StageAt {
    /// Where in the game's history.
    pub at: Position,
    /// Where in the phase machine.
    pub phase: Phase,
    /// When this stage opened, in milliseconds of server time. Of a rain: the first drop.
    pub opens_ms: u64,
    /// When it closes by itself, in milliseconds of server time; 0 where it does not.
    pub closes_ms: u64,
    /// What is shown.
    pub stage: Stage,
}

/// What is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Stage {
    /// Players arrive.
    Lobby,
    /// A question can be read; how it is answered comes when it opens.
    Reading {
        /// The question.
        text: String,
        /// What it is about.
        picture: Option<Picture>,
        /// What is heard.
        sound: Option<SoundView>,
        /// Points for a full and instant answer.
        points: u16,
    },
    /// A slide between questions.
    Slide {
        /// What is on it.
        slide: QuestionView,
    },
    /// A question is open.
    Asking {
        /// The question.
        question: QuestionView,
    },
    /// The open question takes no answers for a while. Where this stage closes, it goes on then.
    Paused {
        /// The question.
        text: String,
        /// How long it has been open, in ms, without pauses.
        elapsed_ms: u64,
        /// How much of its time is left, in ms; 0 where it has no end of its own.
        left_ms: u64,
    },
    /// Time is up and answers are being counted.
    Closing {
        /// The question.
        question: QuestionView,
    },
    /// The right answer.
    Revealed {
        /// The question.
        question: QuestionView,
        /// What is right, where anything is.
        key: Option<Key>,
        /// What was answered.
        tally: Tally,
        /// How many players answered.
        answered: u32,
        /// A sentence about the answer; may be empty.
        explanation: String,
    },
    /// The best players.
    Board(Standings),
    /// Packets fall.
    Rain(RainView),
    /// The rain is over.
    RainDone {
        /// The rain.
        rain: RainView,
        /// How many packets were caught.
        caught: u32,
        /// How much money was caught.
        caught_amount: Minor,
        /// Whether the host stopped it: what was caught stays, the rest went back.
        stopped: bool,
        /// The largest catches, largest first, ten at most.
        winners: Vec<Winner>,
    },
    /// The winners of the quiz.
    Podium(Standings),
    /// The game is over.
    Ended(Standings),
    /// The questions are open to everybody, each at their own pace: what a player is shown instead
    /// is told to that player alone, see [`super::Paced`].
    Paced,
    /// Time is up for everybody who played at their own pace, and scores are being made.
    Counting,
}

impl Stage {
    /// The sound of what is shown.
    #[must_use]
    pub fn sound(&self) -> Option<&SoundView> {
        match self {
            Self::Reading { sound, .. } => sound.as_ref(),
            Self::Slide { slide: question }
            | Self::Asking { question }
            | Self::Closing { question }
            | Self::Revealed { question, .. } => question.sound.as_ref(),
            _ => None,
        }
    }

    /// Leaves out what big screens alone need: which sound it is that they play.
    pub(super) fn keep_for_players(&mut self) {
        let sound = match self {
            Self::Reading { sound, .. } => sound,
            Self::Slide { slide: question }
            | Self::Asking { question }
            | Self::Closing { question }
            | Self::Revealed { question, .. } => &mut question.sound,
            _ => return,
        };
        if let Some(sound) = sound {
            sound.media = None;
        }
    }
}

/// How players stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standings {
    /// Best first, ten at most.
    pub top: Vec<BoardRow>,
    /// How many players there are.
    pub players: u32,
    /// How many of them are still in; `None` where nobody goes out.
    pub survivors: Option<u32>,
    /// How teams stand, best first; none where there are no teams.
    pub teams: Vec<TeamRow>,
}

/// One line of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardRow {
    /// From 1; equal scores share a rank.
    pub rank: u32,
    /// The player.
    pub nickname: String,
    /// All points so far.
    pub score: i64,
    /// The player's team, from 0, where there are teams.
    pub team: Option<u8>,
    /// Whether the player is out.
    pub out: bool,
    /// What the player looks like; logs that are older do not say.
    #[serde(default)]
    pub avatar: Avatar,
}

/// What everybody may know of a rain beforehand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RainView {
    /// The rain.
    pub rain: RainId,
    /// Which rain of the game, from 1, those that were sealed and never opened among them.
    pub number: u32,
    /// Where drops fall follows from this; amounts do not. 16 hex digits in JSON.
    #[serde(with = "crate::ids::hex_u64")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "crate::schema::hex_u64"))]
    pub picture_seed: u64,
    /// The pot's currency.
    pub currency: Currency,
    /// The whole pot.
    pub pot: Minor,
    /// How many packets.
    pub packets: u32,
    /// The smallest packet that there may be.
    pub min: Minor,
    /// The largest packet that there may be.
    pub max: Minor,
    /// How the pot was cut.
    pub split: Split,
    /// In how many shards the packets lie: packet `n` in shard `n` modulo that.
    pub shards: u16,
    /// Who may grab.
    pub eligibility: Eligibility,
    /// The players' part of the draw: all their contributions, combined.
    pub entropy: Entropy,
    /// Binds the server to link, rules and ordered amounts before the first tap.
    pub commitment: Commitment,
}

/// A catch, as the others see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Winner {
    /// The player.
    pub nickname: String,
    /// How much.
    pub amount: Minor,
}
