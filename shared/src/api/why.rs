//! Why a request brought nothing, as data: pages of hosts say it in their own language.

use serde::{Deserialize, Serialize};

use super::crew::MAX_CREW;
use super::guests::MAX_GUEST_LISTS;
use super::hosts::{InvalidHost, MAX_HOSTS};
use super::keys::{InvalidKey, MAX_KEYS};
use super::library::{MAX_TAG_CHARS, MAX_TAGS};
use super::statement::PayoutState;
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
    /// The look of a quiz has a picture that is not here, or is none.
    #[error("a picture of the look is not here; upload it again")]
    NoLook,
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
    /// An account was tried too often.
    #[error("this was tried too often; wait a minute")]
    TooManySignIns,
    /// Codes of the app were wrong too often; in how many seconds one is looked at again.
    #[error(
        "wrong codes of the authenticator app were shown too often; sign in with a recovery code in its place, or wait"
    )]
    CodesWait(u64),
    /// An account cannot be like this.
    #[error(transparent)]
    Account(#[from] InvalidHost),
    /// It has a second factor.
    #[error("this account has a second factor already; end that first")]
    HasSecondFactor,
    /// Its login name is another one's.
    #[error("another account has this login name")]
    LoginTaken,
    /// There is no owner yet.
    #[error("the first account of a server is an owner's")]
    FirstIsOwner,
    /// It is one's own, which one cannot shut out.
    #[error("you cannot disable, delete or demote the account with which you are signed in")]
    OwnAccount,
    /// It is one's own, whose password one has.
    #[error("this is your own account: change its password, or use one of its recovery codes")]
    OwnPassword,
    /// It is one's own, whose app one has.
    #[error("this is your own account: end its second factor with a code of it")]
    OwnSecondFactor,
    /// It is one's own, which one disconnects with its password.
    #[error("this is your own account: disconnect it from the provider with its password")]
    OwnProvider,
    /// There are as many accounts as there may be.
    #[error("this server has {MAX_HOSTS} accounts, which is all it may")]
    TooManyHosts,
    /// A key cannot be like this.
    #[error(transparent)]
    Key(#[from] InvalidKey),
    /// There are as many keys as there may be.
    #[error("this server has {MAX_KEYS} keys, which is all it may; revoke some")]
    TooManyKeys,
    /// The desk of a game has as many links and rights as it may have.
    #[error(
        "this game has {MAX_CREW} links and rights to its desk, which is all it may have; end some"
    )]
    CrewFull,
    /// There are as many guest lists as there may be.
    #[error("this server has {MAX_GUEST_LISTS} guest lists, which is all it may")]
    TooManyGuestLists,
    /// A game is played by the guests of the list.
    #[error("a live game is for this guest list; end it first")]
    GuestsPlay,
    /// So many of its guests are signed in.
    #[error(
        "{0} of its invites are used; ?used=true deletes it all the same, and signs those guests out"
    )]
    GuestsUsed(u32),
    /// Somebody has come with the invite.
    #[error("this invite is used; free it first, or erase the person who came with it")]
    InviteUsed,
    /// The payout cannot be held any more: so far it is.
    #[error("too late: the payout is {0}")]
    PayoutTooLate(PayoutState),
    /// No payout waits for a host.
    #[error("nothing is held for this account")]
    NothingHeld,
    /// There is nothing to refuse yet.
    #[error(
        "nothing is credited to this account yet; what will be is held, and can be refused then"
    )]
    NothingCredited,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_it_has_to_be_freed() {
        assert!(!std::mem::needs_drop::<Why>());
    }
}
