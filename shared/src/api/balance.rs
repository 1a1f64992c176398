//! What an account sees of the ledger.

use serde::{Deserialize, Serialize};

use crate::ids::{GameId, RainId};
use crate::money::{Currency, Minor};
use crate::wire::PacketState;

/// `GET /api/balance`: what an account has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Balance {
    /// By currency, what the ledger says.
    pub balances: Vec<Sum>,
    /// Every packet, newest first. Those that were taken back are nobody's.
    pub packets: Vec<OwnPacket>,
    /// Whether all of them are there: what a server of Redis has that does not answer just now is not.
    pub complete: bool,
}

/// A sum in one currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sum {
    /// The currency.
    pub currency: Currency,
    /// How much.
    pub amount: Minor,
}

/// A packet that an account has caught.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OwnPacket {
    /// The game.
    pub game: GameId,
    /// The rain.
    pub rain: RainId,
    /// Its number there.
    pub packet: u32,
    /// How much was in it.
    pub amount: Minor,
    /// In which currency.
    pub currency: Currency,
    /// The quiz's title.
    pub title: String,
    /// How far it is.
    #[serde(with = "word")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "word::schema"))]
    pub state: PacketState,
    /// When it was caught.
    pub caught_at_ms: u64,
    /// When it was credited.
    pub credited_at_ms: Option<u64>,
    /// Since when it is as far as it is.
    pub changed_at_ms: u64,
}

/// A state by its word: the API is in lower case.
mod word {
    use std::borrow::Cow;

    use serde::{Deserialize, Deserializer, Serializer, de};

    use crate::wire::PacketState;

    #[cfg(feature = "schema")]
    pub(super) fn schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "enum": PacketState::ALL.map(PacketState::word) })
    }

    pub(super) fn serialize<S: Serializer>(
        state: &PacketState,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(state.word())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<PacketState, D::Error> {
        let word = Cow::<'de, str>::deserialize(deserializer)?;
        let found = PacketState::ALL.into_iter().find(|state| state.word() == word);
        found.ok_or_else(|| de::Error::custom("no such state of a packet"))
    }
}
