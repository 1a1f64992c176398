//! What hosts show in place of a password: the cookie of a session, and codes that choose a password once.
//! Both are random, so that a plain hash of them says nothing.

use std::str::FromStr;

use sha2::{Digest, Sha256};

use crate::store::random::random_bytes;

/// Bytes of a session's cookie: 256 bits.
const SESSION_BYTES: usize = 32;

/// Bytes of a code: 80 bits, which nobody guesses, and 20 digits, which somebody may type.
const CODE_BYTES: usize = 10;

/// Digits of a code that stand together.
const GROUP: usize = 5;

/// A text that is no such secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSecret;

/// The cookie of a session. It has no `Display` and no `Debug`, so that it cannot slip into a log.
pub struct SessionToken([u8; SESSION_BYTES]);

impl SessionToken {
    pub(super) fn random() -> Result<Self, getrandom::Error> {
        Ok(Self(random_bytes()?))
    }

    /// What is kept of it.
    pub(super) fn hash(&self) -> String {
        hex::encode(Sha256::digest(self.0))
    }

    /// The whole of it, for the browser's cookie.
    #[must_use]
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }
}

impl FromStr for SessionToken {
    type Err = NoSecret;

    fn from_str(text: &str) -> Result<Self, NoSecret> {
        let mut token = Self([0; SESSION_BYTES]);
        hex::decode_to_slice(text, &mut token.0).map_err(|_| NoSecret)?;
        Ok(token)
    }
}

/// A code that chooses a password, once. Like a session's cookie, it cannot slip into a log.
pub(super) struct Code([u8; CODE_BYTES]);

impl Code {
    pub(super) fn random() -> Result<Self, getrandom::Error> {
        Ok(Self(random_bytes()?))
    }

    /// What is kept of it.
    pub(super) fn hash(&self) -> String {
        hex::encode(Sha256::digest(self.0))
    }

    /// As its host reads it: `0a1b2-c3d4e-5f607-18293`.
    pub(super) fn reveal(&self) -> String {
        let digits = hex::encode(self.0);
        let groups: Vec<&str> =
            (0..digits.len()).step_by(GROUP).filter_map(|at| digits.get(at..at + GROUP)).collect();
        groups.join("-")
    }
}

impl FromStr for Code {
    type Err = NoSecret;

    /// Takes what people type: capitals, spaces, hyphens left out.
    fn from_str(text: &str) -> Result<Self, NoSecret> {
        let is_digit = |c: &char| !c.is_whitespace() && *c != '-';
        let digits: String =
            text.chars().filter(is_digit).take(2 * CODE_BYTES + 1).collect::<String>();
        let mut code = Self([0; CODE_BYTES]);
        hex::decode_to_slice(digits.to_ascii_lowercase(), &mut code.0).map_err(|_| NoSecret)?;
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let code = Code::random().unwrap();
        let told = code.reveal();
        assert_eq!((told.len(), told.matches('-').count()), (23, 3));
        for typed in [told.clone(), told.replace('-', ""), told.replace('-', " ").to_uppercase()] {
            assert_eq!(typed.parse::<Code>().map(|it| it.hash()), Ok(code.hash()), "{typed}");
        }
        for wrong in ["", "0", &told[1..], &format!("{told}0"), &told.replace('-', "g"), "é"] {
            assert!(wrong.parse::<Code>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_session_is_256_bits_and_its_hash_is_another_text() {
        let [one, other] = [(); 2].map(|()| SessionToken::random().unwrap());
        assert_eq!(one.reveal().len(), 64);
        assert_ne!(one.reveal(), other.reveal());
        assert_ne!(one.hash(), one.reveal());
        assert_eq!(one.reveal().parse::<SessionToken>().map(|it| it.hash()), Ok(one.hash()));
        for wrong in ["", "0", &one.reveal()[1..], &"g".repeat(64)] {
            assert!(wrong.parse::<SessionToken>().is_err(), "{wrong}");
        }
    }
}
