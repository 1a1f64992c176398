//! Who players are: browsers, or people whom somebody vouches for.

use serde::{Deserialize, Serialize};

/// Who takes a seat in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Identity {
    /// Whoever comes: each browser is another player, and one person may have several.
    #[default]
    Open,
    /// People whom the host's own system signs in: one person is one player, on every device.
    Signed,
    /// Guests of one list, each with an invite: the first browser that shows it, and no other.
    Invited,
}

impl Identity {
    /// Each of them.
    pub const ALL: [Self; 3] = [Self::Open, Self::Signed, Self::Invited];

    /// Its name in JSON and in the database.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Signed => "signed",
            Self::Invited => "invited",
        }
    }

    /// Whether a game of this kind takes an account of that kind.
    #[must_use]
    pub fn admits(self, account: Self) -> bool {
        self == Self::Open || self == account
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_and_texts_have_the_same_words() {
        for identity in Identity::ALL {
            assert_eq!(serde_json::to_value(identity).unwrap(), identity.word());
        }
    }

    #[test]
    fn an_open_game_takes_everybody_and_another_one_its_own() {
        assert!(Identity::Open.admits(Identity::Open) && Identity::Open.admits(Identity::Signed));
        assert!(Identity::Signed.admits(Identity::Signed));
        assert!(!Identity::Signed.admits(Identity::Open));
        assert!(!Identity::Signed.admits(Identity::Invited));
        assert!(!Identity::Invited.admits(Identity::Signed));
    }
}
