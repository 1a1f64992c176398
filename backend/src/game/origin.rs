//! What a game keeps of the address from which a player took their seat: enough to tell whether somebody
//! else comes from there, and no address.
//!
//! The first 64 bits of an HMAC-SHA-256 under the game's secret, which is in SQL and nowhere else: who
//! reads Redis alone learns no address from it, and nobody can tell whether two games had the same
//! guest. Over UTF-8 text, each line ended by a line feed:
//!
//! ```text
//! quizrain.v1.origin
//! <IPv4 address, or the network of an IPv6 address>
//! ```

use std::fmt;
use std::str::FromStr;

use hex::FromHexError;
use quizrain_shared::ids::Link;

use crate::admission::Address;

/// Where somebody comes from, as one game knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin(pub [u8; 8]);

impl Origin {
    /// What the game with this secret keeps of an address.
    pub(crate) fn of(secret: &Link, address: Address) -> Self {
        Self(address.mark(&secret.0, "quizrain.v1.origin"))
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl FromStr for Origin {
    type Err = FromHexError;

    fn from_str(text: &str) -> Result<Self, FromHexError> {
        let mut origin = [0; 8];
        hex::decode_to_slice(text, &mut origin)?;
        Ok(Self(origin))
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn origin(secret: u8, address: &str) -> Origin {
        Origin::of(&Link([secret; 32]), address.parse::<IpAddr>().unwrap().into())
    }

    #[test]
    fn a_game_knows_an_address_again_and_no_other_game_does() {
        // `openssl dgst -sha256 -mac HMAC -macopt hexkey:0707…` says the same.
        assert_eq!(origin(7, "192.0.2.1").to_string(), "9fc8212734aa093f");
        assert_eq!(origin(7, "192.0.2.1"), origin(7, "::ffff:192.0.2.1"));
        assert_eq!(origin(7, "2001:db8::1"), origin(7, "2001:db8::ffff:1"));
        assert_ne!(origin(7, "2001:db8::1"), origin(7, "2001:db8:0:1::1"));
        assert_ne!(origin(7, "192.0.2.1"), origin(7, "192.0.2.2"));
        assert_ne!(origin(7, "192.0.2.1"), origin(8, "192.0.2.1"));
    }

    #[test]
    fn it_reads_as_it_is_written() {
        let origin = Origin([0, 1, 2, 3, 4, 5, 6, 255]);
        assert_eq!(origin.to_string().parse(), Ok(origin));
        for text in ["", "00", "0001020304050607ff", "000102030405060g"] {
            assert!(text.parse::<Origin>().is_err(), "{text}");
        }
    }
}
