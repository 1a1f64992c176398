//! People: who somebody is, by the secret that they show.

use quizrain_shared::ids::{AccountId, Token};
use sha2::{Digest, Sha256};

/// The account that a browser's token stands for. The token itself is kept nowhere.
#[must_use]
pub fn account_of(token: &Token) -> AccountId {
    let hash = Sha256::digest(token.0);
    let mut id = [0; 16];
    id.copy_from_slice(&hash[..16]);
    AccountId(id)
}

/// What is kept of a token or a code that gives a right to a game, and may be told between servers: its
/// hash.
#[must_use]
pub fn host_right(token: &Token) -> String {
    hex::encode(Sha256::digest(token.0))
}
