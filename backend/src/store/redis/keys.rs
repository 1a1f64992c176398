//! Key names. Every key of a game has the hash tag `{g:<game>}`, every key of a rain
//! `{r:<rain>}`, or `{r:<rain>:<pot>}` where it has several pots, so that a game and a pot each
//! live whole in one slot of a cluster. Names are made from ids alone, never from text that came
//! from outside.

use quizrain_shared::ids::{GameId, RainId};

use crate::store::pot::Pot;

/// The channel on which new games are told to every node.
pub const GAMES_CHANNEL: &str = "quizrain:games";

/// Hash: node -> since when there is one, in ms of server time. Also the channel on which nodes say
/// that they live.
pub(super) const NODES: &str = "quizrain:nodes";

/// The keys and the channel of one game.
#[derive(Clone, Copy, Debug)]
pub struct GameKeys(pub GameId);

impl GameKeys {
    fn key(&self, name: &str) -> String {
        format!("{{g:{}}}:{name}", self.0)
    }

    /// Hash: where the game stands.
    #[must_use]
    pub fn state(&self) -> String {
        self.key("state")
    }

    /// String: the token of who drives it.
    #[must_use]
    pub fn lease(&self) -> String {
        self.key("lease")
    }

    /// Hash: node -> who was connected to it when that changed last, while a question is open.
    #[must_use]
    pub fn present(&self) -> String {
        self.key("present")
    }

    /// Channel: what happens in the game.
    #[must_use]
    pub fn events(&self) -> String {
        self.key("events")
    }

    /// Set: ids of what players were told of their packets lately.
    #[must_use]
    pub fn pushed(&self) -> String {
        self.key("pushed")
    }

    /// Hash: account -> `<seat>:<nickname>`.
    #[must_use]
    pub fn players(&self) -> String {
        self.key("players")
    }

    /// Hash: folded nickname -> account.
    #[must_use]
    pub fn names(&self) -> String {
        self.key("names")
    }

    /// List: nicknames, newest first.
    #[must_use]
    pub fn newest(&self) -> String {
        self.key("newest")
    }

    /// Hash: account -> `<choices>:<elapsed ms>`.
    #[must_use]
    pub fn answers(&self, round: u16) -> String {
        self.key(&format!("answers:{round}"))
    }

    /// Hash: account -> the encoded outcome of a round.
    #[must_use]
    pub fn outcomes(&self, round: u16) -> String {
        self.key(&format!("outcomes:{round}"))
    }

    /// Every key that a game of so many rounds may have.
    #[must_use]
    pub fn all(&self, rounds: u16) -> Vec<String> {
        let mut keys = vec![
            self.state(),
            self.lease(),
            self.present(),
            self.pushed(),
            self.players(),
            self.names(),
            self.newest(),
        ];
        keys.extend((0..rounds).flat_map(|round| [self.answers(round), self.outcomes(round)]));
        keys
    }
}

/// The keys of one pot of a rain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RainKeys {
    /// The rain.
    pub rain: RainId,
    /// The pot.
    pub pot: Pot,
}

impl RainKeys {
    /// The keys of every pot of a rain that has so many.
    pub fn of(rain: RainId, pots: u16) -> impl Iterator<Item = Self> + Clone + Send {
        Pot::all(pots).map(move |pot| Self { rain, pot })
    }

    fn key(&self, name: &str) -> String {
        match self.pot {
            Pot { of: ..=1, .. } => format!("{{r:{}}}:{name}", self.rain),
            Pot { number, .. } => format!("{{r:{}:{number}}}:{name}", self.rain),
        }
    }

    /// Hash: incarnation, phase and window.
    #[must_use]
    pub fn meta(&self) -> String {
        self.key("meta")
    }

    /// List: `<packet>:<amount>`, next to be caught first.
    #[must_use]
    pub fn pool(&self) -> String {
        self.key("pool")
    }

    /// Hash: account -> `<packet>:<amount>:<at ms>`.
    #[must_use]
    pub fn claims(&self) -> String {
        self.key("claims")
    }

    /// Set: accounts that may grab.
    #[must_use]
    pub fn eligible(&self) -> String {
        self.key("eligible")
    }

    /// Stream: claims on their way to the ledger.
    #[must_use]
    pub fn stream(&self) -> String {
        self.key("stream")
    }

    /// Every key that it may have.
    #[must_use]
    pub fn all(&self) -> Vec<String> {
        vec![self.meta(), self.pool(), self.claims(), self.eligible(), self.stream()]
    }
}
