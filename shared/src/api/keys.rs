//! Keys for programs: each opens a part of the API, and is made and revoked by whoever has the host key.

use serde::{Deserialize, Serialize};

use crate::ids::HostId;
use crate::question;

use super::words::words;

words! {
    /// What a key opens. None of them opens another's.
    pub enum Scope: "scope of a key" {
        /// To find and read quizzes, and take them away as files.
        QuizzesRead = "quizzes:read",
        /// To write, file, bin and import quizzes, and to upload pictures.
        QuizzesWrite = "quizzes:write",
        /// To make games, and all that the host key may with them but to read their results.
        GamesRun = "games:run",
        /// To read the results and statements of games.
        ResultsRead = "results:read",
    }
}

/// How many keys a server has at most.
pub const MAX_KEYS: u32 = 100;

/// Most characters of a key's name.
pub const MAX_KEY_NAME_CHARS: usize = 60;

/// What a key cannot be made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum InvalidKey {
    /// Nothing can be seen of its name.
    #[error("a key needs a name, so that you know it again")]
    Nameless,
    /// Of more than [`MAX_KEY_NAME_CHARS`] characters.
    #[error("the name of a key has {MAX_KEY_NAME_CHARS} characters at most")]
    LongName,
    /// With characters that cannot be seen, or that turn others around.
    #[error("the name of a key has characters that cannot be shown")]
    Unprintable,
    /// It opens nothing.
    #[error("a key needs at least one scope")]
    NoScope,
    /// It ends before it begins.
    #[error("a key cannot expire in the past")]
    Past,
}

/// `POST /api/keys`: asks for a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewKey {
    /// What it is called in the list.
    pub name: String,
    /// What it opens.
    pub scopes: Vec<Scope>,
    /// Until when, in ms of server time; for ever where it is missing.
    #[serde(default)]
    pub until_ms: Option<u64>,
}

impl NewKey {
    /// The same in its only form: the name without spaces around it, each scope once and in order.
    ///
    /// # Errors
    /// There can be no such key at this time (in ms).
    pub fn checked(self, now_ms: u64) -> Result<Self, InvalidKey> {
        let name = self.name.trim();
        let mut scopes = self.scopes;
        scopes.sort_unstable();
        scopes.dedup();
        match () {
            () if name.is_empty() => Err(InvalidKey::Nameless),
            () if name.chars().count() > MAX_KEY_NAME_CHARS => Err(InvalidKey::LongName),
            () if name.chars().any(|c| c.is_control() || question::is_hostile(c)) => {
                Err(InvalidKey::Unprintable)
            }
            () if scopes.is_empty() => Err(InvalidKey::NoScope),
            () if self.until_ms.is_some_and(|until_ms| until_ms <= now_ms) => Err(InvalidKey::Past),
            () => Ok(Self { name: name.to_owned(), scopes, until_ms: self.until_ms }),
        }
    }
}

/// A key as `GET /api/keys` lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeySummary {
    /// The first characters of the key, which name it and give no right.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What it opens.
    pub scopes: Vec<Scope>,
    /// When it was made, in ms of server time.
    pub created_ms: u64,
    /// Until when it opens that; `None`: for ever.
    pub until_ms: Option<u64>,
    /// When it was shown last, to a minute; `None`: never.
    pub used_ms: Option<u64>,
    /// Whose account made it; `None`: whoever had the host key.
    pub host: Option<HostId>,
    /// The login name of that account, unless it is deleted.
    pub login: Option<String>,
}

/// A key that was made. The whole of it is told here and nowhere else.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MadeKey {
    /// What programs show: `Authorization: Bearer …`.
    pub key: String,
    /// Its line of the list.
    pub summary: KeySummary,
}

impl std::fmt::Debug for MadeKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MadeKey").field("summary", &self.summary).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str, scopes: &[Scope], until_ms: Option<u64>) -> NewKey {
        NewKey { name: name.to_owned(), scopes: scopes.to_vec(), until_ms }
    }

    #[test]
    fn a_key_has_one_form() {
        let made = key(" CI ", &[Scope::GamesRun, Scope::QuizzesRead, Scope::GamesRun], Some(11));
        let expected = key("CI", &[Scope::QuizzesRead, Scope::GamesRun], Some(11));
        assert_eq!(made.checked(10), Ok(expected));
    }

    #[test]
    fn what_can_be_no_key_is_refused() {
        let all = Scope::ALL;
        for (made, why) in [
            (key(" \t", all, None), InvalidKey::Nameless),
            (key(&"x".repeat(MAX_KEY_NAME_CHARS + 1), all, None), InvalidKey::LongName),
            (key("a\u{202e}b", all, None), InvalidKey::Unprintable),
            (key("a\nb", all, None), InvalidKey::Unprintable),
            (key("CI", &[], None), InvalidKey::NoScope),
            (key("CI", all, Some(10)), InvalidKey::Past),
        ] {
            assert_eq!(made.checked(10), Err(why));
        }
        assert!(key(&"语".repeat(MAX_KEY_NAME_CHARS), all, None).checked(10).is_ok());
    }
}
