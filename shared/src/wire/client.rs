//! What clients send, one enum for each kind of socket.

use serde::{Deserialize, Serialize};

use crate::avatar::Avatar;
use crate::ids::{Contribution, GameId, Pin, RainId, Token};
use crate::phase::Move;
use crate::question::{Answer, Key, Mark};
use crate::rain::RainPlan;
use crate::settings::Settings;

use super::reaction::Reaction;
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
        /// The wished team, from 0, where players choose one.
        team: Option<u8>,
        /// What [`super::GameInfo::field`] asks for. What comes with the seat counts, and nothing after it.
        #[serde(default)]
        field: Option<String>,
        /// The wished face; `None`: the one that the nickname has.
        #[serde(default)]
        avatar: Option<Avatar>,
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
    /// In a game that everybody plays at their own pace: on to this question, the next one for this
    /// player. Answered by [`super::ServerFrame::Paced`], which is where the player is: an answer, or
    /// the end of its time, comes before the next question, and asking again changes nothing.
    Pace {
        /// Which question, from 0; as many as there are: the end.
        question: u16,
    },
    /// How this player feels, in the lobby or at the podium. Counted, and not answered: where it is not
    /// taken it is lost.
    React {
        /// What is shown of it.
        reaction: Reaction,
    },
    /// Have another face. Answered by [`super::ServerFrame::Seated`]; repeating it is harmless.
    Avatar {
        /// Which one.
        avatar: Avatar,
    },
}

/// Who may not come to a game any more, once a player is sent away from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Ban {
    /// Nobody.
    No,
    /// The player's account.
    Account,
    /// The account, and whoever has no seat and comes from the address from which the player took
    /// theirs.
    Address,
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
    /// Hide a text that players typed, pick it for the big screen, or show it like any other.
    MarkText {
        /// As it is shown.
        text: String,
        /// How it is shown from now on.
        mark: Mark,
        /// As in [`HostFrame::Move`].
        seen: u64,
    },
    /// Run the game like this from now on.
    Configure {
        /// All settings, those that stay among them.
        settings: Settings,
    },
    /// Answered by [`super::ServerFrame::Players`].
    ListPlayers {
        /// A part of a nickname, in whatever case; empty: everybody.
        search: String,
        /// How many of those found to leave out, in the order of their ranks.
        skip: u32,
    },
    /// Send a player away. Answered by [`super::ServerFrame::Done`].
    Remove {
        /// The seat's number.
        seat: u32,
        /// Who is kept from coming back to this game.
        ban: Ban,
    },
    /// Give a player another name. Answered by [`super::ServerFrame::Done`].
    Rename {
        /// The seat's number.
        seat: u32,
        /// The new name.
        nickname: String,
    },
    /// Correct a player's points by hand, after the last round that was scored.
    AdjustScore {
        /// The seat's number.
        seat: u32,
        /// How many points more, or less.
        points: i32,
        /// Why, for the game's log: 200 characters at most.
        note: String,
        /// As in [`HostFrame::Move`].
        seen: u64,
    },
    /// Grant a revive card: who is out is in again, who is in has one more.
    Revive {
        /// The seat's number; `None`: everybody who is out.
        seat: Option<u32>,
        /// As in [`HostFrame::Move`].
        seen: u64,
    },
    /// Say that something else is right about a question: what it brought is scored again.
    FixKey {
        /// Which question, from 0.
        question: u16,
        /// What is right.
        key: Key,
        /// As in [`HostFrame::Move`].
        seen: u64,
    },
    /// Have all hosts see which question is to come next. Answered by
    /// [`super::ServerFrame::Picked`]; [`HostFrame::Ask`] goes on to it.
    Pick {
        /// Which question, from 0; `None`: the one that is next anyway.
        question: Option<u16>,
        /// As in [`HostFrame::Move`].
        seen: u64,
    },
    /// Keep a game open for longer that everybody plays at their own pace.
    AddMinutes {
        /// How many minutes more, 1 to 10,080; it is open for as many at most from now on.
        minutes: u16,
        /// As in [`HostFrame::Move`].
        seen: u64,
    },
    /// Have the big screens play the sound of what is shown again from its start, or stop it. Answered
    /// by [`super::ServerFrame::Sound`].
    Sound {
        /// Whether it is played.
        play: bool,
        /// As in [`HostFrame::Move`].
        seen: u64,
    },
}

impl HostFrame {
    /// Whether it changes nothing, so that a viewer may ask for it. What is not named here a viewer is
    /// refused.
    #[must_use]
    pub fn is_for_viewers(&self) -> bool {
        matches!(self, Self::Hello { .. } | Self::ListPlayers { .. })
    }

    /// The sequence number of the state that the host was looking at, where the wish is for that
    /// state alone.
    #[must_use]
    pub fn seen(&self) -> Option<u64> {
        match self {
            Self::Move { seen, .. }
            | Self::Ask { seen, .. }
            | Self::AddTime { seen, .. }
            | Self::OpenRain { seen, .. }
            | Self::MarkText { seen, .. }
            | Self::AdjustScore { seen, .. }
            | Self::Revive { seen, .. }
            | Self::FixKey { seen, .. }
            | Self::Pick { seen, .. }
            | Self::AddMinutes { seen, .. }
            | Self::Sound { seen, .. } => Some(*seen),
            Self::Hello { .. }
            | Self::Configure { .. }
            | Self::ListPlayers { .. }
            | Self::Remove { .. }
            | Self::Rename { .. } => None,
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
