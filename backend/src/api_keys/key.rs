//! A key as programs show it.

use std::str::FromStr;

use sha2::{Digest, Sha256};

use crate::store::random::random_bytes;

/// What every key begins with, so that people and scanners of sources know one when they see it.
const PREFIX: &str = "qrk_";

/// Bytes that name a key, and bytes that nobody can guess.
const ID_BYTES: usize = 6;
const SECRET_BYTES: usize = 20;

/// A key: `qrk_`, 12 hex digits that name it, `_`, 40 hex digits that give the right.
///
/// It has no `Display` and no `Debug`, so that it cannot slip into a log.
pub struct ApiKey {
    id: [u8; ID_BYTES],
    secret: [u8; SECRET_BYTES],
}

/// Whether a text can name a key.
pub(super) fn is_id(text: &str) -> bool {
    let digits = text.strip_prefix(PREFIX).unwrap_or_default();
    digits.len() == 2 * ID_BYTES && digits.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f'))
}

/// A text that is no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoKey;

impl ApiKey {
    /// A new one.
    pub(super) fn random() -> Result<Self, getrandom::Error> {
        Ok(Self { id: random_bytes()?, secret: random_bytes()? })
    }

    /// Its first characters, which name it and may be shown.
    pub(crate) fn id(&self) -> String {
        format!("{PREFIX}{}", hex::encode(self.id))
    }

    /// What is kept of it: the secret is random, so that nobody can guess it from that.
    pub(super) fn hash(&self) -> String {
        hex::encode(Sha256::digest(self.secret))
    }

    /// The whole of it, for its owner's eyes.
    pub(super) fn reveal(&self) -> String {
        format!("{}_{}", self.id(), hex::encode(self.secret))
    }
}

impl FromStr for ApiKey {
    type Err = NoKey;

    fn from_str(text: &str) -> Result<Self, NoKey> {
        let (id, secret) =
            text.strip_prefix(PREFIX).and_then(|it| it.split_once('_')).ok_or(NoKey)?;
        let mut key = Self { id: [0; ID_BYTES], secret: [0; SECRET_BYTES] };
        hex::decode_to_slice(id, &mut key.id).map_err(|_| NoKey)?;
        hex::decode_to_slice(secret, &mut key.secret).map_err(|_| NoKey)?;
        Ok(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_it_was_told() {
        let key = ApiKey::random().unwrap();
        let told = key.reveal();
        assert_eq!(told.len(), 4 + 12 + 1 + 40);
        assert!(told.starts_with(&format!("{}_", key.id())));
        let read: ApiKey = told.parse().unwrap();
        assert_eq!((read.id(), read.hash()), (key.id(), key.hash()));
        assert!(!read.hash().contains(&told[17..]));
        assert!(is_id(&key.id()) && !is_id(&told) && !is_id("") && !is_id("qrk_00000000000\0"));
    }

    #[test]
    fn other_texts_are_none() {
        let key = ApiKey::random().unwrap().reveal();
        for text in
            ["", "qrk_", "qrk__", &key[..56], &key[4..], &format!("{key}0"), &"a".repeat(32)]
        {
            assert_eq!(text.parse::<ApiKey>().err(), Some(NoKey), "{text}");
        }
        for (at, other) in [(0, "Q"), (10, "g"), (16, "0"), (20, "é"), (56, " ")] {
            let mut text = key.clone();
            text.replace_range(at..=at, other);
            assert_eq!(text.parse::<ApiKey>().err(), Some(NoKey), "{text}");
        }
    }
}
