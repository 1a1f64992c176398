//! What the server sends. Players, hosts and screens get the same frames; personal ones go to
//! one player only.

use serde::{Deserialize, Serialize};

use crate::ids::{GameId, Pin, RainId};
use crate::money::{Currency, Minor};
use crate::quiz::ChoiceSet;

use super::refusal::Refusal;
use super::stage::{Position, StageAt, Winner};

/// From the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ServerFrame {
    /// A snapshot: everything this client needs to draw its screen. A stage that follows with no
    /// larger position is old news.
    Welcome(Box<Welcome>),
    /// The stage changed.
    Stage(StageAt),
    /// Players arrived; merged to a few a second.
    Lobby(Lobby),
    /// Answers came in; merged to a few a second.
    Progress {
        /// Which question, from 0.
        round: u16,
        /// How many players have answered.
        answered: u32,
        /// How many players there are.
        players: u32,
    },
    /// Personal: the answer that counts for this player.
    Answered {
        /// Which question, from 0.
        round: u16,
        /// The first answer.
        choices: ChoiceSet,
    },
    /// Personal: what a round brought.
    Outcome(Outcome),
    /// Personal: the packet is this player's.
    Caught(Caught),
    /// Personal: no packet, and why.
    Missed {
        /// The rain.
        rain: RainId,
        /// Why.
        why: Refusal,
    },
    /// Personal: the packet is in the ledger. May come more than once.
    Credited(Caught),
    /// Packets were caught; merged to a few a second.
    RainProgress(RainProgress),
    /// Personal: what was asked for was not done.
    Refused(Refusal),
    /// The server lives, what time it has, and the newest position: a client that is behind
    /// has missed something and asks for a snapshot by saying hello again.
    Heartbeat {
        /// Milliseconds of server time.
        now_ms: u64,
        /// The newest position.
        at: Position,
    },
}

/// A snapshot for one client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Welcome {
    /// Milliseconds of server time.
    pub now_ms: u64,
    /// The game.
    pub game: GameInfo,
    /// The stage.
    pub stage: StageAt,
    /// The lobby.
    pub lobby: Lobby,
    /// How many players have answered the open question.
    pub answered: u32,
    /// How far the rain is; `None` before the first rain.
    pub rain: Option<RainProgress>,
    /// The player's own part; `None` for hosts, screens, and players who have not joined.
    pub you: Option<You>,
}

/// What does not change during a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameInfo {
    /// The game.
    pub game: GameId,
    /// The digits to join.
    pub pin: Pin,
    /// The quiz's title.
    pub title: String,
}

/// Who is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lobby {
    /// How many players have a seat.
    pub players: u32,
    /// Nicknames of those who came last, newest first, a screenful at most.
    pub newest: Vec<String>,
    /// Whether the host refuses newcomers.
    pub locked: bool,
}

/// A player's seat in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// In order of arrival, from 1.
    pub number: u32,
    /// The nickname, cleaned.
    pub nickname: String,
}

/// A player's own part of a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct You {
    /// The seat.
    pub seat: Seat,
    /// The answer that counts for the open question.
    pub answer: Option<ChoiceSet>,
    /// The last round that was scored.
    pub outcome: Option<Outcome>,
    /// The packet of the newest rain.
    pub caught: Option<Caught>,
}

/// What a round brought a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Which question, from 0.
    pub round: u16,
    /// The answer; `None` where none came in time.
    pub answer: Option<ChoiceSet>,
    /// Whether the answer was wholly right.
    pub right: bool,
    /// Points of this round.
    pub points: u32,
    /// All points so far.
    pub score: u64,
    /// Rank by score, from 1.
    pub rank: u32,
    /// Among how many players.
    pub players: u32,
}

/// A packet that is a player's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caught {
    /// The rain.
    pub rain: RainId,
    /// The packet's number in the sealed list, from 0.
    pub packet: u32,
    /// How much.
    pub amount: Minor,
    /// In which currency.
    pub currency: Currency,
    /// Whether it is in the ledger.
    pub credited: bool,
}

/// How far a rain is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RainProgress {
    /// The rain.
    pub rain: RainId,
    /// How many packets have been caught.
    pub caught: u32,
    /// How many packets there were.
    pub packets: u32,
    /// The newest catches, newest first, a few at most.
    pub newest: Vec<Winner>,
}
