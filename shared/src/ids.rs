//! Identifiers. Ids name things and may be shown; a [`Token`] gives a right and may not.
//!
//! In human-readable encodings they are lower-case hex text, in postcard plain bytes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::typed::half_width;

/// A text is not an identifier of the expected kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}")]
pub struct InvalidId {
    expected: &'static str,
}

fn hex_digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    }
}

fn parse_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let text = text.as_bytes();
    if text.len() != 2 * N {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(text.as_chunks().0) {
        *byte = hex_pair(pair)?;
    }
    Some(bytes)
}

/// The byte that two lower-case hex digits write.
pub(crate) fn hex_pair([high, low]: &[u8; 2]) -> Option<u8> {
    Some(hex_digit(*high)? << 4 | hex_digit(*low)?)
}

pub(crate) fn write_hex(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    // Not digit by digit through the formatter, which took a twentieth of a server's time where many tap.
    const DIGITS: [u8; 16] = *b"0123456789abcdef";
    let digit = |four: u8| DIGITS[usize::from(four & 15)];
    let mut text = [0; 64];
    bytes.chunks(text.len() / 2).try_for_each(|part| {
        let (pairs, _) = text.as_chunks_mut();
        for ([high, low], byte) in pairs.iter_mut().zip(part) {
            (*high, *low) = (digit(byte >> 4), digit(*byte));
        }
        f.write_str(
            text.get(..2 * part.len())
                .and_then(|text| str::from_utf8(text).ok())
                .unwrap_or_default(),
        )
    })
}

/// Reads bytes one by one: serde's own reader of an array is written out once for each of its places, and
/// phones load it.
struct Bytes<const N: usize>;

impl<'de, const N: usize> de::Visitor<'de> for Bytes<N> {
    type Value = [u8; N];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes")
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut from: A) -> Result<[u8; N], A::Error> {
        let mut bytes = [0; N];
        for (i, byte) in bytes.iter_mut().enumerate() {
            let next = from.next_element()?;
            *byte = next.ok_or_else(|| de::Error::invalid_length(i, &self))?;
        }
        Ok(bytes)
    }
}

macro_rules! hex_bytes {
    ($(#[$meta:meta])* $name:ident, $len:literal, $expected:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub [u8; $len]);

        impl FromStr for $name {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<Self, InvalidId> {
                parse_hex(text).map(Self).ok_or(InvalidId { expected: $expected })
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    serializer.collect_str(&Hex(&self.0))
                } else {
                    self.0.serialize(serializer)
                }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if deserializer.is_human_readable() {
                    let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
                    text.parse().map_err(de::Error::custom)
                } else {
                    deserializer.deserialize_tuple($len, Bytes::<$len>).map(Self)
                }
            }
        }
    };
}

/// A 64-bit number as 16 hex digits in human-readable encodings, whose numbers may lose digits
/// above 2^53.
pub(crate) mod hex_u64 {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    pub(crate) fn serialize<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(&format_args!("{number:016x}"))
        } else {
            number.serialize(serializer)
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        if deserializer.is_human_readable() {
            let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
            let bytes = super::parse_hex(&text).map(u64::from_be_bytes);
            bytes.ok_or_else(|| de::Error::custom("expected 16 hex digits"))
        } else {
            u64::deserialize(deserializer)
        }
    }
}

struct Hex<'a>(&'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(self.0, f)
    }
}

macro_rules! id {
    ($(#[$meta:meta])* $name:ident, $len:literal, $expected:literal) => {
        hex_bytes!($(#[$meta])* $name, $len, $expected);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write_hex(&self.0, f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({self})", stringify!($name))
            }
        }
    };
}

id!(
    /// One run of a quiz.
    GameId, 8, "a game id: 16 hex digits"
);
id!(
    /// A quiz of the library.
    QuizId, 8, "a quiz id: 16 hex digits"
);
id!(
    /// A list of guests, each with an invite.
    GuestListId, 8, "a guest list id: 16 hex digits"
);
id!(
    /// A picture or a sound: the first half of the SHA-256 of its bytes.
    MediaId, 16, "a media id: 32 hex digits"
);
id!(
    /// One shower of packets in a game.
    RainId, 8, "a rain id: 16 hex digits"
);
id!(
    /// Who a balance belongs to. Derived from the account's token by a one-way hash.
    AccountId, 16, "an account id: 32 hex digits"
);
id!(
    /// The account of a host.
    HostId, 8, "a host's id: 16 hex digits"
);
id!(
    /// A life of a game's or a rain's state in Redis. State that was lost and built anew has
    /// another incarnation, so nothing that was said about the old one can touch it.
    Incarnation, 8, "an incarnation: 16 hex digits"
);
id!(
    /// SHA-256 over a rain's link, rules and ordered amounts, shown before the rain opens.
    Commitment, 32, "a commitment: 64 hex digits"
);
id!(
    /// A server's signature under a receipt, which only that server can make and check.
    Mac, 32, "a signature: 64 hex digits"
);
id!(
    /// What a player's phone adds to the draws of a game: random, drawn by the phone when it joins.
    Contribution, 16, "a contribution: 32 hex digits"
);
id!(
    /// All contributions to a draw, combined: SHA-256 of their list.
    Entropy, 32, "combined entropy: 64 hex digits"
);
id!(
    /// The end of a game's chain of links, shown before anybody joins. Every link leads to it.
    Promise, 32, "a promise: 64 hex digits"
);
hex_bytes!(
    /// A link of the chain from which a game's rains are drawn: secret until its rain is settled.
    ///
    /// It has no `Display`, and `Debug` hides it, so that it cannot slip into a log.
    Link, 32, "a link: 64 hex digits"
);
hex_bytes!(
    /// A right: a random 128-bit secret that its owner holds and nobody else is ever shown.
    ///
    /// It has no `Display`, and `Debug` hides it, so that it cannot slip into a log.
    Token, 16, "a token: 32 hex digits"
);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Link(..)")
    }
}

impl Link {
    /// The link as hex text, for the registry and for the sealed list of a settled rain.
    #[must_use]
    pub fn reveal(&self) -> String {
        Hex(&self.0).to_string()
    }
}

impl Token {
    /// The token as hex text, for its owner's eyes: a browser's storage, the operator's terminal.
    #[must_use]
    pub fn reveal(&self) -> String {
        Hex(&self.0).to_string()
    }
}

/// The six digits that players type to find a game: `100000..=999999`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct Pin(u32);

impl Pin {
    /// The smallest pin.
    pub const MIN: u32 = 100_000;
    /// The largest pin.
    pub const MAX: u32 = 999_999;

    /// A pin, or `None` outside `100000..=999999`.
    #[must_use]
    pub fn new(number: u32) -> Option<Self> {
        (Self::MIN..=Self::MAX).contains(&number).then_some(Self(number))
    }

    /// The pin as a number.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0
    }
}

impl TryFrom<u32> for Pin {
    type Error = InvalidId;

    fn try_from(number: u32) -> Result<Self, InvalidId> {
        Self::new(number).ok_or(InvalidId { expected: "a pin: six digits, not starting with 0" })
    }
}

impl From<Pin> for u32 {
    fn from(pin: Pin) -> u32 {
        pin.0
    }
}

impl FromStr for Pin {
    type Err = InvalidId;

    /// Reads what a person types: spaces and a hyphen between the digits are fine, and so are
    /// full-width digits.
    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let digits: String = half_width(text).chars().filter(|c| !matches!(c, ' ' | '-')).collect();
        let plain = digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_digit());
        let number = if plain { digits.parse().unwrap_or(0) } else { 0 };
        Self::try_from(number)
    }
}

impl fmt::Display for Pin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Pin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pin({})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_what_they_write() {
        let id = GameId([0, 1, 2, 3, 0xab, 0xcd, 0xef, 0xff]);
        assert_eq!(id.to_string(), "00010203abcdefff");
        assert_eq!(id.to_string().parse(), Ok(id));
        for bad in
            ["", "00010203ABCDEFFF", "00010203abcdeff", "00010203abcdefff0", "zz010203abcdefff"]
        {
            assert!(bad.parse::<GameId>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_token_does_not_print_itself() {
        let token = Token([7; 16]);
        assert_eq!(format!("{token:?}"), "Token(..)");
        assert_eq!(token.reveal().parse(), Ok(token));
    }

    #[test]
    fn pins_are_six_digits() {
        assert_eq!("123 456".parse(), Ok(Pin(123_456)));
        assert_eq!("123-456".parse(), Ok(Pin(123_456)));
        assert_eq!("１２３　４５６".parse(), Ok(Pin(123_456)));
        assert_eq!("１２３－456".parse(), Ok(Pin(123_456)));
        assert_eq!("١٢٣٤٥٦".parse(), Ok(Pin(123_456)));
        for bad in ["", "12345", "1234567", "012345", "+12345", "12345a"] {
            assert!(bad.parse::<Pin>().is_err(), "{bad}");
        }
        assert!(serde_json::from_str::<Pin>("99999").is_err());
    }
}
