//! Why a request brought nothing, as data: pages of hosts say it in their own language.

use serde::{Deserialize, Serialize};

use super::library::{MAX_TAG_CHARS, MAX_TAGS};
use super::uploads::{InvalidPicture, InvalidSound};
use crate::quiz::QuizProblem;
use crate::wire::Refusal;

/// Why a request brought nothing, of what hosts meet.
// No text is its own: pages of players carry it along, and to free one takes code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// There is none, or none any more.
    #[error("no such thing here")]
    NotFound,
    /// One address asks too much.
    #[error("too much is asked from this address; try again in a moment")]
    TooMany,
    /// All together ask too much.
    #[error("too many ask just now; try again in a moment")]
    Busy,
    /// A part of it cannot be read.
    #[error("not all of it can be read just now; try again in a moment")]
    Incomplete,
    /// It took longer than a request may.
    #[error("this took too long")]
    TooSlow,
    /// It has more than so many bytes.
    #[error("this is too large; {kib} KiB is all that is taken here", kib = .0 / 1024)]
    TooLarge(usize),
    /// Something failed that is not the asker's.
    #[error("something went wrong here; try again")]
    Internal,
    /// It cannot be done where the game stands.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// An upload is no picture that can be taken.
    #[error(transparent)]
    Picture(#[from] InvalidPicture),
    /// An upload is no sound that can be taken.
    #[error(transparent)]
    Sound(#[from] InvalidSound),
    /// The quiz is in the bin, where nothing is written.
    #[error("this quiz is in the bin; restore it first")]
    InBin,
    /// Somebody else has saved it since; the version that it has now.
    #[error("somebody else has saved this quiz since: it has version {0} now")]
    Stale(u64),
    /// Another quiz has its id.
    #[error("another quiz has this id")]
    Taken,
    /// It is to be an account's, and none has made it.
    #[error("this quiz is the team's; make a copy to have one of your own")]
    Teams,
    /// The quiz is too large to be kept.
    #[error("{0}")]
    Quiz(QuizProblem),
    /// No game is made of a quiz that breaks rules; the first of them.
    #[error("this quiz is not finished: {0}")]
    Unfinished(QuizProblem),
    /// A question, counted from 1, has a picture or a sound that is not here.
    #[error("the picture or sound of question {0} is not here; upload it again")]
    NoMedia(usize),
    /// What was said of the columns of a table makes no sense.
    #[error("the columns cannot be read")]
    Columns,
    /// Of a file that is brought, no question is wanted.
    #[error("no question is chosen")]
    NothingChosen,
    /// Too many tags, or one that is empty or too long.
    #[error("a quiz has {MAX_TAGS} tags at most, of 1 to {MAX_TAG_CHARS} characters")]
    Tags,
    /// More than so many characters are looked for.
    #[error("a search has {0} characters at most")]
    Search(usize),
    /// The pattern of what players are asked for cannot be read.
    #[error("the pattern cannot be read")]
    Pattern,
    /// Its example is none.
    #[error("the example does not match the pattern")]
    Example,
    /// The game is for people who are signed in, and nobody can sign in.
    #[error(
        "this server signs nobody in: start it with --identity-key, --identity-jwks-url or --oidc-issuer (docs/HOSTING.md)"
    )]
    SignsNobodyIn,
    /// The game is for guests of a list that there is not.
    #[error("there is no such guest list")]
    NoGuestList,
}
