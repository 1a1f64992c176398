//! What a player sees of a game afterwards.

use serde::{Deserialize, Serialize};

use super::{Balance, OwnPacket};
use crate::ids::{GameId, MediaId};
use crate::mode::Life;
use crate::question::Line;
use crate::score::Grade;

/// `GET /api/games/{game}/receipt`: a game that is over, as one of its players played it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameReceipt {
    /// The game.
    pub game: GameId,
    /// The quiz's title.
    pub title: String,
    /// The logo of the game's host, at `/media/{logo}`.
    #[serde(default)]
    pub logo: Option<MediaId>,
    /// The player's last nickname.
    pub nickname: String,
    /// The player's team, where there are teams.
    pub team: Option<OwnTeam>,
    /// All points.
    pub score: i64,
    /// Rank from 1; `None`: nothing was scored while the player was there.
    pub rank: Option<u32>,
    /// How many players there were when it ended.
    pub players: u32,
    /// Whether the player was still in, in a game of survival.
    pub life: Option<Life>,
    /// The questions whose answers were shown, in the order in which they were asked; of one that was
    /// asked again, the last time.
    pub questions: Vec<ReceiptQuestion>,
    /// What the player has caught, newest first.
    pub packets: Vec<OwnPacket>,
    /// Whether all packets are there; see [`super::Balance::complete`].
    pub complete: bool,
}

impl GameReceipt {
    /// With what the account has of the game by now. All else stays as it was told first: a log that is
    /// finished says nothing new.
    #[must_use]
    pub fn with_packets_of(self, balance: Balance) -> Self {
        let Balance { packets, complete, .. } = balance;
        let packets = packets.into_iter().filter(|packet| packet.game == self.game).collect();
        Self { packets, complete, ..self }
    }
}

/// A player's team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OwnTeam {
    /// Its name.
    pub name: String,
    /// Its rank, from 1; `None`: nothing was scored.
    pub rank: Option<u32>,
    /// The mean of its members' points.
    pub score: i64,
}

/// A question of a receipt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReceiptQuestion {
    /// The round in which it was asked, from 0; slides count.
    pub round: u16,
    /// The question.
    pub text: String,
    /// What is right, as it counts in the end; none: nothing is right or wrong.
    pub right: Vec<Line>,
    /// Whether the host corrected what is right.
    pub fixed: bool,
    /// What it brought the player; `None`: they came later.
    pub own: Option<OwnRound>,
    /// What the host gave or took by hand after it, in order.
    pub corrections: Vec<Correction>,
}

/// What a round brought a player, as in [`crate::wire::Outcome`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OwnRound {
    /// The answer; `None`: none came in time.
    pub answer: Option<Vec<Line>>,
    /// How good it is.
    pub grade: Grade,
    /// When it arrived, in ms after the question opened.
    pub elapsed_ms: u32,
    /// How many of them the player's line took, and do not count.
    pub line_ms: u16,
    /// Points of this round.
    pub points: i32,
    /// Those of them that right answers in a row brought.
    pub bonus: u32,
    /// Points that the host gave or took by hand; not among them.
    pub corrected: i32,
    /// How many graded questions in a row were answered rightly.
    pub streak: u16,
    /// Whether the player is still in, in a game of survival.
    pub life: Option<Life>,
    /// All points so far.
    pub score: i64,
    /// Rank after this round, from 1.
    pub rank: u32,
}

/// Points that the host gave or took by hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Correction {
    /// How many; below 0: taken.
    pub points: i32,
    /// What the host noted with it; may be empty.
    pub note: String,
}
