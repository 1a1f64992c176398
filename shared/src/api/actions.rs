//! What was done here: the log of actions that owners read.

use serde::{Deserialize, Serialize};

use super::words::words;
use crate::ids::HostId;

words! {
    /// Who did something.
    pub enum ActorKind: "kind of an actor" {
        /// A host who was signed in, or whose right to a desk was theirs.
        Host = "host",
        /// Whoever has the host key.
        Operator = "operator",
        /// A program, with a key.
        Program = "program",
        /// Whoever has a right to a game's desk that is no account's.
        Desk = "desk",
        /// Somebody who had shown nothing yet.
        Nobody = "nobody",
    }
}

/// How many actions a page has at most, and by itself.
pub const MAX_ACTIONS: u16 = 100;

/// What `GET /api/actions` is asked with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ListActions {
    /// A part of what was done, of an id that it names, of a login name or of a mark; empty: everything.
    pub search: String,
    /// Of this account alone.
    pub host: Option<HostId>,
    /// At this moment or later, in ms of server time.
    pub from_ms: Option<u64>,
    /// Before this moment, in ms of server time.
    pub until_ms: Option<u64>,
    /// The `next` of the page before.
    pub after: Option<String>,
    /// How many at most; 100 where it says nothing or more.
    pub limit: Option<u16>,
}

/// Something that was done, or refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Action {
    /// Names it.
    pub action: String,
    /// When, in ms of server time.
    pub at_ms: u64,
    /// Who did it.
    pub kind: ActorKind,
    /// Whose account, where it was one's.
    pub host: Option<HostId>,
    /// Their login name, as long as there is the account.
    pub login: Option<String>,
    /// Of a program the beginning of its key, of a desk that of its right's hash.
    pub mark: Option<String>,
    /// Method and route of a request, or the frame of a socket.
    pub what: String,
    /// The ids that it names.
    pub object: String,
    /// What came of it, as HTTP has it.
    pub status: u16,
    /// The same for the same address, and no address.
    pub address: String,
}

/// A page of actions, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ActionPage {
    /// They.
    pub actions: Vec<Action>,
    /// What `after` takes for those before; `None` on the last page.
    pub next: Option<String>,
}
