//! What a person can ask of the server, and which frame is the answer to it.
//!
//! Kept in [`super::Pending`] until it is answered. Asking twice is harmless: on the server,
//! everything here is idempotent or bound to the stage that the asker saw.

use crate::avatar::Avatar;
use crate::ids::{Contribution, RainId};
use crate::question::Answer;
use crate::wire::{Encoding, HostFrame, Paced, PlayerFrame, Refusal, ServerFrame, Stage, Welcome};

use super::timing::{ANSWER_RETRY_MS, JOIN_RETRY_MS, TAP_RETRY_MS};

/// What players and hosts can ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// A seat.
    Join(Seeker),
    /// That an answer to a round counts.
    Answer(u16, Answer),
    /// A packet, with a finger on a drop.
    Tap(RainId, u32),
    /// The next question, for whoever plays at their own pace; or what became of this one.
    Pace(u16),
    /// Another face.
    Avatar(Avatar),
    /// What a host wishes.
    Host(HostFrame),
}

/// Who wants a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeker {
    /// The wished nickname.
    pub nickname: String,
    /// What this client adds to the draws of the game.
    pub entropy: Contribution,
    /// The wished team, where players choose one.
    pub team: Option<u8>,
    /// What the game asks for, where it does.
    pub field: Option<String>,
    /// The wished face.
    pub avatar: Option<Avatar>,
}

/// What a frame means to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Nothing.
    Unrelated,
    /// It is decided.
    Done,
    /// Nothing is decided; ask again in a moment.
    Later,
    /// Nothing is decided; ask again in so many seconds.
    In(u16),
    /// Nothing is decided, and the request may have been lost; ask again at once.
    Lost,
}

impl Request {
    /// The frame that asks, in postcard.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let player = |frame: &PlayerFrame| Encoding::Postcard.encode(frame);
        match self {
            Self::Join(Seeker { nickname, entropy, team, field, avatar }) => {
                player(&PlayerFrame::Join {
                    nickname: nickname.clone(),
                    entropy: *entropy,
                    team: *team,
                    field: field.clone(),
                    avatar: *avatar,
                })
            }
            Self::Answer(round, answer) => {
                player(&PlayerFrame::Answer { round: *round, answer: answer.clone() })
            }
            Self::Tap(rain, drop) => player(&PlayerFrame::Tap { rain: *rain, drop: *drop }),
            Self::Pace(question) => player(&PlayerFrame::Pace { question: *question }),
            Self::Avatar(avatar) => player(&PlayerFrame::Avatar { avatar: *avatar }),
            Self::Host(frame) => Encoding::Postcard.encode(frame),
        }
    }

    /// How long to wait for an answer before asking again on the same connection.
    /// A host's second "next" would be refused as stale while the first is being carried out.
    #[must_use]
    pub fn retry_after_ms(&self) -> f64 {
        match self {
            Self::Join(..) => JOIN_RETRY_MS,
            Self::Answer(..) | Self::Pace(_) | Self::Avatar(_) => ANSWER_RETRY_MS,
            Self::Tap(..) => TAP_RETRY_MS,
            Self::Host(_) => f64::INFINITY,
        }
    }

    /// What a frame says about it.
    #[must_use]
    pub fn progress(&self, frame: &ServerFrame) -> Progress {
        let decided = match frame {
            // A snapshot follows a reconnection, which may have swallowed the question.
            ServerFrame::Welcome(welcome) if self.is_granted(welcome) => true,
            ServerFrame::Welcome(_) => return Progress::Lost,
            ServerFrame::Refused(Refusal::TooManyJoins { seconds }) if self.is_about(frame) => {
                return Progress::In(*seconds);
            }
            ServerFrame::Refused(why) | ServerFrame::Missed { why, .. }
                if why.is_transient() && self.is_about(frame) =>
            {
                return Progress::Later;
            }
            _ => self.is_about(frame),
        };
        if decided { Progress::Done } else { Progress::Unrelated }
    }

    fn is_about(&self, frame: &ServerFrame) -> bool {
        match (self, frame) {
            // Of what a player wishes, it is said of another face alone, which may be asked for beside an answer.
            (Self::Avatar(_) | Self::Host(_), ServerFrame::Refused(_)) => true,
            (_, ServerFrame::Refused(why)) => *why != Refusal::NotNow,
            (Self::Answer(of, _), ServerFrame::Answered { round, .. }) => of <= round,
            (Self::Answer(of, _), ServerFrame::Paced(paced)) => is_past(paced, *of),
            // Whatever it says is where the player is.
            (Self::Pace(_), ServerFrame::Paced(_)) => true,
            (Self::Avatar(avatar), ServerFrame::Seated(seat)) => seat.avatar == *avatar,
            (Self::Tap(of, _), ServerFrame::Packet(news)) => *of == news.caught.rain,
            (Self::Tap(of, _), ServerFrame::Missed { rain, .. }) => of == rain,
            (Self::Host(HostFrame::Configure { settings }), ServerFrame::Lobby(lobby)) => {
                lobby.settings == *settings
            }
            (Self::Host(HostFrame::ListPlayers { search, skip }), ServerFrame::Players(list)) => {
                list.search == *search && list.skip == *skip
            }
            (
                Self::Host(HostFrame::Remove { .. } | HostFrame::Rename { .. }),
                ServerFrame::Done,
            ) => true,
            (Self::Host(HostFrame::Pick { question, .. }), ServerFrame::Picked(picked)) => {
                question == picked
            }
            (Self::Host(HostFrame::Sound { play, .. }), ServerFrame::Sound { play: told, .. }) => {
                play == told
            }
            (Self::Host(wish), ServerFrame::Stage(stage)) => {
                wish.seen().is_some_and(|seen| stage.at.seq > seen)
            }
            _ => false,
        }
    }

    /// Whether a snapshot shows that it has come true.
    fn is_granted(&self, welcome: &Welcome) -> bool {
        let you = welcome.you.as_ref();
        match self {
            Self::Join(..) => you.is_some(),
            Self::Answer(round, _) => you.is_some_and(|you| {
                let scored = you.outcome.as_ref().is_some_and(|outcome| outcome.round >= *round);
                let paced = you.paced.as_ref().is_some_and(|paced| is_past(paced, *round));
                scored || paced || you.answer.is_some()
            }),
            Self::Pace(question) => {
                you.and_then(|you| you.paced.as_ref()).is_some_and(|it| is_past(it, *question))
            }
            Self::Avatar(avatar) => you.is_some_and(|you| you.seat.avatar == *avatar),
            Self::Tap(rain, _) => {
                you.and_then(|you| you.caught.as_ref()).is_some_and(|caught| caught.rain == *rain)
            }
            Self::Host(HostFrame::Configure { settings }) => welcome.lobby.settings == *settings,
            Self::Host(wish) => wish.seen().is_some_and(|seen| welcome.stage.at.seq > seen),
        }
    }
}

/// Whether a player who plays at their own pace answers this question no more.
fn is_past(paced: &Paced, round: u16) -> bool {
    let open = matches!(paced.stage, Some(Stage::Asking { .. }));
    paced.round > round || paced.round == round && !open
}
