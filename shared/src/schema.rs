//! JSON Schema of the types that write themselves.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::api::Positions;
use crate::ids::{
    AccountId, Commitment, Contribution, Entropy, GameId, GuestListId, HostId, Incarnation, Mac,
    MediaId, Pin, Promise, RainId, Token,
};
use crate::money::{Currency, Minor};
use crate::question::{Answer, MAX_ANSWER_BYTES};

/// So many bytes, or a number of so many, as lower-case hex.
fn hex(bytes: usize, what: &str) -> Schema {
    let digits = 2 * bytes;
    json_schema!({
        "type": "string",
        "pattern": format!("^[0-9a-f]{{{digits}}}$"),
        "description": what,
    })
}

/// A 64-bit number, which JSON numbers would round.
pub(crate) fn hex_u64(_: &mut SchemaGenerator) -> Schema {
    hex(8, "A 64-bit number.")
}

macro_rules! schema {
    ($($name:ident => $schema:expr;)*) => {
        $(impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                $schema
            }
        })*
    };
}

schema! {
    Positions => json_schema!({
        "type": "string",
        "pattern": "^([0-9]{1,5}(-[0-9]{1,5})?(,[0-9]{1,5}(-[0-9]{1,5})?)*)?$",
        "description": "Positions from 0, in ascending order: 0,4-7.",
    });
    GameId => hex(8, "One run of a quiz.");
    GuestListId => hex(8, "A list of guests, each with an invite.");
    HostId => hex(8, "The account of a host.");
    RainId => hex(8, "One shower of packets in a game.");
    AccountId => hex(16, "Who a balance belongs to: the first half of SHA-256 of the token's bytes.");
    Incarnation => hex(8, "A life of a game's state.");
    Commitment => hex(32, "SHA-256 of a rain's sealed text.");
    Contribution => hex(16, "What a player's phone adds to the draws of a game: 16 random bytes.");
    Entropy => hex(32, "SHA-256 of the list of contributions to a draw.");
    Promise => hex(32, "The end of the chain of links from which a game's rains are drawn.");
    MediaId => hex(16, "A picture or a sound: the first half of SHA-256 of its bytes.");
    Mac => hex(32, "A server's signature under a receipt.");
    Token => hex(16, "A right: a secret.");
    Answer => json_schema!({
        "type": "string",
        "pattern": format!("^([0-9a-f]{{2}}){{0,{MAX_ANSWER_BYTES}}}$"),
        "description": "An answer: bytes whose meaning is that of the question's kind.",
    });
    Pin => json_schema!({
        "type": "integer",
        "minimum": Pin::MIN,
        "maximum": Pin::MAX,
        "description": "The six digits that players type.",
    });
    Minor => json_schema!({
        "type": "string",
        "pattern": "^-?[0-9]{1,19}$",
        "description": "Whole minor units.",
    });
    Currency => json_schema!({
        "type": "string",
        "pattern": "^([A-Z]{3}|points)$",
        "description": "An ISO 4217 code, or points.",
    });
}
