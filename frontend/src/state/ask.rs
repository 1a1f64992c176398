//! What a person can ask of the server, and which frame is the answer to it.
//!
//! Kept in `outbox` until it is answered. Asking twice is harmless: on the server, everything here
//! is idempotent or bound to the stage that the asker saw.

use quizrain_shared::ids::{Contribution, RainId};
use quizrain_shared::phase::Move;
use quizrain_shared::quiz::ChoiceSet;
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::{Encoding, HostFrame, PlayerFrame, ServerFrame, Welcome};

use super::apply::is_passing;

/// What players and hosts can ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    /// A seat, with what this browser adds to the draws of the game.
    Join(String, Contribution),
    /// That an answer to a round counts.
    Answer(u16, ChoiceSet),
    /// A packet, with a finger on a drop.
    Tap(RainId, u32),
    /// A step from the stage at a position.
    Move(Move, u64),
    /// A shower, from the stage at a position.
    OpenRain(RainPlan, u64),
    /// A closed or an open door.
    Lock(bool),
}

/// What a frame means to somebody who asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// Nothing.
    None,
    /// It is decided.
    Decided,
    /// Nothing is decided; ask again in a moment.
    Later,
    /// Nothing is decided, and the question may have been lost; ask again at once.
    Again,
}

impl Ask {
    /// The frame that asks.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let player = |frame: &PlayerFrame| Encoding::Postcard.encode(frame);
        let host = |frame: &HostFrame| Encoding::Postcard.encode(frame);
        match self {
            Self::Join(nickname, entropy) => {
                player(&PlayerFrame::Join { nickname: nickname.clone(), entropy: *entropy })
            }
            Self::Answer(round, choices) => {
                player(&PlayerFrame::Answer { round: *round, choices: *choices })
            }
            Self::Tap(rain, drop) => player(&PlayerFrame::Tap { rain: *rain, drop: *drop }),
            Self::Move(mv, seen) => host(&HostFrame::Move { mv: *mv, seen: *seen }),
            Self::OpenRain(plan, seen) => {
                host(&HostFrame::OpenRain { plan: plan.clone(), seen: *seen })
            }
            Self::Lock(locked) => host(&HostFrame::Lock { locked: *locked }),
        }
    }

    /// How long to wait for an answer before asking again on the same connection, in milliseconds.
    /// A host's second "next" would be refused as stale while the first is being carried out.
    pub(super) fn patience_ms(&self) -> f64 {
        match self {
            Self::Join(..) => 3000.0,
            Self::Answer(..) => 1500.0,
            Self::Tap(..) => 700.0,
            Self::Move(..) | Self::OpenRain(..) | Self::Lock(_) => f64::INFINITY,
        }
    }

    /// What a frame says about it.
    pub(super) fn reply(&self, frame: &ServerFrame) -> Reply {
        let decided = match frame {
            // A snapshot follows a reconnection, which may have swallowed the question.
            ServerFrame::Welcome(welcome) if self.is_granted(welcome) => true,
            ServerFrame::Welcome(_) => return Reply::Again,
            ServerFrame::Refused(why) | ServerFrame::Missed { why, .. }
                if is_passing(why) && self.is_about(frame) =>
            {
                return Reply::Later;
            }
            _ => self.is_about(frame),
        };
        if decided { Reply::Decided } else { Reply::None }
    }

    fn is_about(&self, frame: &ServerFrame) -> bool {
        match (self, frame) {
            (_, ServerFrame::Refused(_)) => true,
            (Self::Answer(of, _), ServerFrame::Answered { round, .. }) => of <= round,
            (Self::Tap(of, _), ServerFrame::Packet(news)) => *of == news.caught.rain,
            (Self::Tap(of, _), ServerFrame::Missed { rain, .. }) => of == rain,
            (Self::Move(_, seen) | Self::OpenRain(_, seen), ServerFrame::Stage(stage)) => {
                stage.at.seq > *seen
            }
            (Self::Lock(locked), ServerFrame::Lobby(lobby)) => lobby.locked == *locked,
            _ => false,
        }
    }

    /// Whether a snapshot shows that the wish has come true.
    fn is_granted(&self, welcome: &Welcome) -> bool {
        let you = welcome.you.as_ref();
        match self {
            Self::Join(..) => you.is_some(),
            Self::Answer(round, _) => you.is_some_and(|you| {
                let scored = you.outcome.as_ref().is_some_and(|outcome| outcome.round >= *round);
                scored || you.answer.is_some()
            }),
            Self::Tap(rain, _) => {
                you.and_then(|you| you.caught.as_ref()).is_some_and(|caught| caught.rain == *rain)
            }
            Self::Move(_, seen) | Self::OpenRain(_, seen) => welcome.stage.at.seq > *seen,
            Self::Lock(locked) => welcome.lobby.locked == *locked,
        }
    }
}
