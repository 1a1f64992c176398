//! What the server sends. Players, hosts and screens get the same frames; personal ones go to
//! one player only.

use serde::{Deserialize, Serialize};

use crate::avatar::Avatar;
use crate::field::JoinField;
use crate::identity::Identity;
use crate::ids::{GameId, Mac, Pin, Promise, RainId};
use crate::mode::{Life, Mode};
use crate::money::{Currency, Minor};
use crate::name::NameRule;
use crate::phase::{Kind, Phase};
use crate::played::Played;
use crate::question::{Answer, Tally};
use crate::score::Grade;
use crate::settings::Settings;

use super::reaction::ReactionCounts;
use super::refusal::Refusal;
use super::stage::{Position, Stage, StageAt, Standings, Winner};

/// From the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    target_pointer_width = "64",
    expect(clippy::large_enum_variant, reason = "frames are few, and encoded soon")
)]
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
        answer: Answer,
    },
    /// Personal: what a round brought.
    Outcome(Outcome),
    /// Personal: what became of a packet, from the verdict to the payout. May come more than once
    /// and out of order: see [`PacketState::rank`].
    Packet(PacketUpdate),
    /// Personal: no packet, and why.
    Missed {
        /// The rain.
        rain: RainId,
        /// Why.
        why: Refusal,
    },
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
    /// This server stops soon: connect again at a random moment within this time.
    Reconnect {
        /// How long the server waits, in ms.
        within_ms: u32,
    },
    /// For hosts: all that is amiss with the servers just now.
    Incidents(Vec<Incident>),
    /// Personal: the seat, which has another name or another face now.
    Seated(Seat),
    /// Personal, to a host: players that were asked for.
    Players(PlayerList),
    /// Personal, to a host: what was asked for is done, and shows nowhere else.
    Done,
    /// Personal, at a host's desk: what its token lets it do.
    Right(Right),
    /// For hosts: which question a host has picked to come next, from 0; `None`: the one that is next
    /// anyway.
    Picked(Option<u16>),
    /// For hosts and screens: what was answered so far, one a second at most.
    LiveTally(LiveTally),
    /// Personal: what this player is shown while everybody plays at their own pace.
    Paced(Box<Paced>),
    /// For hosts and screens: how players stand meanwhile; once a second at most.
    PaceBoard(PaceBoard),
    /// For hosts and screens: a host has the sound of what is shown played again from its start, or
    /// stopped.
    Sound {
        /// Which question, from 0.
        round: u16,
        /// Whether it is played.
        play: bool,
    },
    /// For hosts and screens: how players have reacted since the last of these; merged to a few a second.
    Reacted {
        /// How often each reaction came.
        counts: ReactionCounts,
    },
}

/// What a token lets its owner do at the desk of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Right {
    /// All that a host may, and let others in: whoever made the game or took it over.
    Owner,
    /// All that a host may.
    Host,
    /// See the desk and touch nothing.
    Viewer,
}

/// What was answered so far to a question about which nothing is right or wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LiveTally {
    /// Which question, from 0.
    pub round: u16,
    /// How many players had answered.
    pub answered: u32,
    /// What. Open texts come newest first.
    pub tally: Tally,
}

/// Where a player is who plays at their own pace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Paced {
    /// Which question, from 0; as many as there are: this player is done with all of them.
    pub round: u16,
    /// When it opened to this player, in milliseconds of server time.
    pub opens_ms: u64,
    /// When it takes no answer any more, in milliseconds of server time; 0: it has no end of its own.
    pub closes_ms: u64,
    /// [`Stage::Asking`], [`Stage::Revealed`] or [`Stage::Slide`]; `None`: all questions are done.
    pub stage: Option<Stage>,
    /// What the question brought, once it is answered or its time is over.
    pub outcome: Option<Outcome>,
    /// All points so far.
    pub score: i64,
    /// Rank by score among those who have begun, from 1.
    pub rank: u32,
    /// How many have begun.
    pub players: u32,
}

impl Paced {
    /// What this player is shown in place of the game's stage; `None`: that stage.
    #[must_use]
    pub fn shown(&self, open: &StageAt) -> Option<StageAt> {
        let stage = self.stage.clone()?;
        let kind = match &stage {
            Stage::Slide { .. } => Kind::Slide,
            Stage::Revealed { .. } => Kind::Revealed,
            _ => Kind::Asking,
        };
        let played = Played::in_order(self.round.saturating_add(1));
        let closes_ms = if kind == Kind::Asking { self.closes_ms } else { 0 };
        let phase = Phase { kind, played, questions: open.phase.questions };
        Some(StageAt { at: open.at, phase, opens_ms: self.opens_ms, closes_ms, stage })
    }
}

/// How players stand while everybody plays at their own pace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PaceBoard {
    /// The best of those who have begun.
    pub standings: Standings,
    /// How many players have begun.
    pub begun: u32,
    /// How many of them are done with all questions.
    pub finished: u32,
}

/// What is amiss with the servers, as far as a host must know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Incident {
    /// Redis does not answer: nobody can join, answer or catch, and nothing moves on.
    RedisAway,
    /// The database takes no writes: packets are caught and credited later, no rain can be opened,
    /// and no server can take over from one that fails.
    DatabaseAway,
    /// Redis lost the last moments a short time ago: what screens show now is where the game stands.
    RolledBack,
}

/// A snapshot for one client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

impl ServerFrame {
    /// The frame without what big screens alone show: which sound they play, and who came last. `None`: players
    /// have it as it is.
    #[must_use]
    pub fn for_players(&self) -> Option<Self> {
        match self {
            Self::Stage(stage) if stage.stage.sound().is_some() => {
                let mut stage = stage.clone();
                stage.stage.keep_for_players();
                Some(Self::Stage(stage))
            }
            Self::Lobby(lobby) if !lobby.newest.is_empty() => {
                Some(Self::Lobby(Lobby { newest: Vec::new(), ..lobby.clone() }))
            }
            _ => None,
        }
    }
}

impl Welcome {
    /// Leaves out what big screens alone show.
    pub fn keep_for_players(&mut self) {
        self.stage.stage.keep_for_players();
        self.lobby.newest = Vec::new();
    }
}

/// What does not change during a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameInfo {
    /// The game.
    pub game: GameId,
    /// The digits to join.
    pub pin: Pin,
    /// The quiz's title.
    pub title: String,
    /// Binds the server to its part of every draw of the game.
    pub promise: Promise,
    /// What it is played for.
    pub mode: Mode,
    /// How players come to their names.
    pub names: NameRule,
    /// Who takes a seat.
    pub identity: Identity,
    /// What everybody who takes a seat is asked for; their hosts see it, and no player.
    pub field: Option<Box<JoinField>>,
}

/// Who is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lobby {
    /// How many players have a seat.
    pub players: u32,
    /// Those who came last, newest first, a screenful at most; for players, who do not show them, none.
    pub newest: Vec<Face>,
    /// How the game is run.
    pub settings: Settings,
}

/// A player, as everybody sees them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Face {
    /// The nickname.
    pub nickname: String,
    /// What the player looks like.
    pub avatar: Avatar,
}

/// A player's seat in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seat {
    /// In order of arrival, from 1.
    pub number: u32,
    /// The nickname, cleaned.
    pub nickname: String,
    /// The team, from 0, where there are teams.
    pub team: Option<u8>,
    /// What the player looks like; logs of games do not say.
    #[serde(default)]
    pub avatar: Avatar,
}

/// Players that a host asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerList {
    /// What was searched for.
    pub search: String,
    /// How many were left out at the beginning.
    pub skip: u32,
    /// How many fit the search.
    pub found: u32,
    /// In the order of their ranks, fifty at most.
    pub rows: Vec<PlayerRow>,
}

/// A player as a host sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerRow {
    /// The seat.
    pub seat: Seat,
    /// All points so far.
    pub score: i64,
    /// From 1; 0 before the first round that was scored, and for who came after the last one.
    pub rank: u32,
    /// Whether the player is still in, in a game of survival.
    pub life: Option<Life>,
    /// Whether a socket is open, at whichever server; `None`: one of them did not say.
    pub connected: Option<bool>,
    /// How many others took their seats from the same address.
    pub same_address: u32,
    /// What the player has filled in, where the game asks for something.
    pub field: Option<String>,
}

/// A player's own part of a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct You {
    /// The seat.
    pub seat: Seat,
    /// The answer that counts for the open question.
    pub answer: Option<Answer>,
    /// The last round that was scored.
    pub outcome: Option<Outcome>,
    /// The packet of the newest rain.
    pub caught: Option<Caught>,
    /// Where they are, once they have begun to play at their own pace.
    pub paced: Option<Box<Paced>>,
}

/// What a round brought a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// Which question, from 0.
    pub round: u16,
    /// The answer; `None` where none came in time.
    pub answer: Option<Answer>,
    /// How good it is.
    pub grade: Grade,
    /// When it arrived, in ms after the question opened.
    pub elapsed_ms: u32,
    /// How many of them do not count: what the player's line took, as the server measured it, as far
    /// as that is given back.
    pub line_ms: u16,
    /// Points of this round; below 0 where a wrong answer costs.
    pub points: i32,
    /// Those of them that right answers in a row brought.
    pub bonus: u32,
    /// Points that the host gave or took by hand after this round; not among them.
    pub corrected: i32,
    /// How many graded questions in a row were answered rightly.
    pub streak: u16,
    /// Whether the player is still in, in a game of survival.
    pub life: Option<Life>,
    /// All points so far.
    pub score: i64,
    /// Rank by score, from 1.
    pub rank: u32,
    /// Among how many players.
    pub players: u32,
}

/// A packet that is a player's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// What became of a player's packet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PacketUpdate {
    /// The packet.
    pub caught: Caught,
    /// How far it is.
    pub state: PacketState,
    /// To be kept until the packet is credited or void.
    pub receipt: Option<Receipt>,
}

/// How far a player's packet is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PacketState {
    /// Caught, and not in the ledger yet.
    Crediting,
    /// In the ledger.
    Credited,
    /// On its way to the host's own balance system.
    Paying,
    /// There.
    Paid,
    /// It would not take it: the account has it as before.
    Refused,
    /// A host must look at it.
    Held,
    /// Lost before it was in the ledger, and not this player's.
    Void,
}

impl PacketState {
    /// Each of them.
    pub const ALL: [Self; 7] = [
        Self::Crediting,
        Self::Credited,
        Self::Paying,
        Self::Paid,
        Self::Refused,
        Self::Held,
        Self::Void,
    ];

    /// Its name.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Crediting => "crediting",
            Self::Credited => "credited",
            Self::Paying => "paying",
            Self::Paid => "paid",
            Self::Refused => "refused",
            Self::Held => "held",
            Self::Void => "void",
        }
    }

    /// Which of two news of one packet to believe: the one of higher rank, whichever came last.
    #[must_use]
    pub fn rank(self) -> u8 {
        match self {
            Self::Crediting => 0,
            Self::Void => 1,
            Self::Credited => 2,
            Self::Paying => 3,
            Self::Held => 4,
            Self::Refused => 5,
            Self::Paid => 6,
        }
    }
}

/// A server's word that an account has caught a packet: whoever lost it to a failing store gets it
/// back for this, where it is still free.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Receipt {
    /// The rain.
    pub rain: RainId,
    /// The packet's number in the sealed list, from 0.
    pub packet: u32,
    /// How much is in it.
    pub amount: Minor,
    /// When it was caught, in ms of server time.
    pub at_ms: u64,
    /// Over all of that and the account.
    pub mac: Mac,
}

/// How far a rain is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
