//! Those whom a host lets to the desk of a game: by a phone of their own, or to help, or to watch.

use serde::{Deserialize, Serialize};

use crate::ids::Token;
use crate::wire::Right;

use super::words::words;

words! {
    /// What a link gives a right to.
    pub enum CrewRight: "right of a link" {
        /// All that a host may, but for letting others in.
        Host = "host",
        /// To see the desk and touch nothing.
        Viewer = "viewer",
    }
}

impl From<CrewRight> for Right {
    fn from(right: CrewRight) -> Self {
        match right {
            CrewRight::Host => Self::Host,
            CrewRight::Viewer => Self::Viewer,
        }
    }
}

/// How many links that wait and rights that were given a game has at most.
pub const MAX_CREW: u32 = 20;

/// How long a link can be used, in milliseconds.
pub const LINK_MS: u64 = 10 * 60 * 1000;

/// `POST /api/games/{game}/crew`: asks for a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewLink {
    /// What it gives a right to.
    pub right: CrewRight,
}

/// A link that gives one browser a right. Its code is told here and nowhere else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CrewLink {
    /// Names it among [`CrewMember`]s.
    pub id: String,
    /// The page to open; the code is its fragment, which no server is sent.
    pub url: String,
    /// The same as a QR code, in SVG.
    pub qr: String,
    /// Until when it can be used, in ms of server time.
    pub until_ms: u64,
}

/// A link that waits, or the right that it gave: `GET /api/games/{game}/crew` lists them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CrewMember {
    /// Names it.
    pub id: String,
    /// What it gives a right to.
    pub right: CrewRight,
    /// Until when the link can be used; `None` once somebody has used it.
    pub until_ms: Option<u64>,
    /// What the account is called that has the right, in each of its browsers; `None`: nobody was signed in.
    pub name: Option<String>,
}

/// `POST /api/games/{game}/crew/join`: uses a link. Asked again with the same token, the answer is the
/// same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JoinCrew {
    /// The code of the link.
    pub code: Token,
    /// What this browser will show from now on: random, made by itself.
    pub token: Token,
}

/// `POST /api/games/{game}/crew/enter`: comes to a desk without a link, by the right of one's own account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EnterDesk {
    /// What this browser will show from now on: random, made by itself.
    pub token: Token,
}

/// The answer to both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JoinedCrew {
    /// What the token gives a right to.
    pub right: CrewRight,
}

/// `POST /api/games/{game}/crew/end`: ends a link, or the right that it gave.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EndCrew {
    /// Which one, with all that its account has in the game; all of them where it is missing.
    pub id: Option<String>,
}
