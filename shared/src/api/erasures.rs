//! People who are erased.

use serde::{Deserialize, Serialize};

use crate::ids::AccountId;

/// `POST /api/erasures`: whom to erase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Erase {
    /// Whoever is behind an account.
    Account(AccountId),
    /// Who is called so by whoever vouches for them.
    Person {
        /// Who vouches.
        issuer: String,
        /// What they call the person.
        subject: String,
    },
}

/// What was erased of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErasedPerson {
    /// From how many games their names and texts went.
    pub games: u32,
    /// How many payouts to them have no last answer yet: until then it stays known whom they are for.
    pub payouts: u32,
}

/// Why nobody was erased.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotErased {
    /// They have or had a seat in a game that goes on, or that is not settled.
    Playing,
    /// Something that they caught is not in the ledger yet.
    Crediting,
}
