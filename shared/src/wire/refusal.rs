//! Refusals: answers to what cannot be done. They are not errors.

use serde::{Deserialize, Serialize};

use crate::draw::MAX_RAINS;
use crate::name::InvalidName;
use crate::rain::InvalidPlan;

/// Why something asked for was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Refusal {
    /// No game has this pin; to a host: no game has this id.
    #[error("there is no such game")]
    UnknownPin,
    /// The game has as many players as it may.
    #[error("the game is full")]
    GameFull,
    /// The host lets nobody else in.
    #[error("the game is locked")]
    GameLocked,
    /// The game is over.
    #[error("the game is over")]
    GameEnded,
    /// Somebody else of this game has this nickname.
    #[error("the nickname is taken")]
    NicknameTaken,
    /// The nickname cannot be used.
    #[error(transparent)]
    Nickname(InvalidName),
    /// The host has sent this player away for good.
    #[error("the host has removed you from this game")]
    Removed,
    /// The game has teams, and this is none of them.
    #[error("this game has no such team")]
    NoSuchTeam,
    /// Take a seat first.
    #[error("join the game first")]
    NotSeated,
    /// The answer belongs to a question that is not open.
    #[error("this question is not open")]
    NotOpen,
    /// The answer came after the deadline.
    #[error("too late")]
    TooLate,
    /// The answer does not fit the question.
    #[error("this question has no such answer")]
    NoSuchAnswer,
    /// The tap or the receipt names a rain that is not of this game.
    #[error("no such rain")]
    NoSuchRain,
    /// The tap names a drop that was not on a screen.
    #[error("no such drop on screen")]
    NoSuchDrop,
    /// The tap came before the first drop.
    #[error("too early")]
    TooEarly,
    /// The tap came after the rain.
    #[error("the rain is over")]
    RainOver,
    /// The player may not grab in this rain.
    #[error("not eligible for this rain")]
    NotEligible,
    /// Every packet has been caught.
    #[error("sold out")]
    SoldOut,
    /// The move is not legal where the game stands.
    #[error("not possible now")]
    NotNow,
    /// Every question has been asked, or the quiz has no such question.
    #[error("no question is left")]
    NoQuestionLeft,
    /// The game had moved on before the click arrived.
    #[error("the game had already moved on")]
    Stale,
    /// The rain's plan cannot be carried out.
    #[error(transparent)]
    Plan(InvalidPlan),
    /// The token gives no right to this.
    #[error("not allowed")]
    NotAllowed,
    /// Too many frames in a short time.
    #[error("too fast")]
    TooFast,
    /// The frame could not be read.
    #[error("malformed frame")]
    Malformed,
    /// The server could not reach its stores; nothing was decided, ask again.
    #[error("busy, ask again")]
    Unavailable,
    /// The sponsor has not paid in enough for the pot.
    #[error("the sponsor has not paid in enough for this pot")]
    Unfunded,
    /// Nobody has this seat.
    #[error("no such player")]
    NoSuchPlayer,
    /// The settings cannot be used, or what is said to be right does not fit its question.
    #[error("this cannot be used")]
    Invalid,
    /// The game has had as many rains as there are links to draw them from.
    #[error("a game has {MAX_RAINS} rains at most")]
    NoRainLeft,
    /// The token lets its owner see the desk and touch nothing.
    #[error("this link lets you watch and touch nothing")]
    OnlyWatching,
    /// As many seats as may be were taken from this address lately.
    #[error("too many join from this address; ask again in {seconds} seconds")]
    TooManyJoins {
        /// When to ask again, give or take.
        seconds: u16,
    },
    /// The game is for people who are signed in, and this account is nobody's whom it knows.
    #[error("this game is for people who are signed in")]
    SignInNeeded,
    /// What the game asks for is missing, or does not look like its example.
    #[error("this game asks for something else: see its example")]
    Field,
    /// Money that is paid out, in a game that knows browsers and no people, where its host has not
    /// allowed that.
    #[error("money is paid out to people who are signed in; this game is open to any browser")]
    IdentityNeeded,
}

impl Refusal {
    /// Whether it decides nothing: the same thing is asked again.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Unavailable | Self::TooFast)
    }
}
