//! An answer as it travels and is stored: bytes that only the file of its question's kind reads.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::ids::{hex_pair, write_hex};

/// Most bytes of an answer.
pub const MAX_ANSWER_BYTES: usize = 600;

/// Bytes that need no memory of their own: answers are read and counted by the ten thousands.
const SHORT: usize = 22;

/// What a player answered, [`MAX_ANSWER_BYTES`] at most: hex text in human-readable encodings,
/// plain bytes in postcard.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Answer(Bytes);

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Bytes {
    /// How many there are, and then zeros.
    Short(u8, [u8; SHORT]),
    /// More than fit there.
    Long(Box<[u8]>),
}

/// Not the bytes of an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected an answer: {MAX_ANSWER_BYTES} bytes at most, as lower-case hex")]
pub struct InvalidAnswer;

impl Answer {
    /// A short answer of a size that its kind knows.
    pub(super) fn of<const N: usize>(bytes: [u8; N]) -> Self {
        const { assert!(N <= SHORT) };
        let mut short = [0; SHORT];
        short[..N].copy_from_slice(&bytes);
        Self(Bytes::Short(N as u8, short))
    }

    /// The bytes, as the kind of question wrote them.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match &self.0 {
            Bytes::Short(len, bytes) => bytes.split_at(usize::from(*len)).0,
            Bytes::Long(bytes) => bytes,
        }
    }
}

impl TryFrom<&[u8]> for Answer {
    type Error = InvalidAnswer;

    fn try_from(bytes: &[u8]) -> Result<Self, InvalidAnswer> {
        if bytes.len() > MAX_ANSWER_BYTES {
            return Err(InvalidAnswer);
        }
        let mut short = [0; SHORT];
        Ok(Self(match short.get_mut(..bytes.len()) {
            Some(place) => {
                place.copy_from_slice(bytes);
                Bytes::Short(bytes.len() as u8, short)
            }
            None => Bytes::Long(bytes.into()),
        }))
    }
}

impl FromStr for Answer {
    type Err = InvalidAnswer;

    fn from_str(hex: &str) -> Result<Self, InvalidAnswer> {
        let (pairs, []) = hex.as_bytes().as_chunks() else {
            return Err(InvalidAnswer);
        };
        let mut bytes = [0; MAX_ANSWER_BYTES];
        let bytes = bytes.get_mut(..pairs.len()).ok_or(InvalidAnswer)?;
        for (byte, pair) in bytes.iter_mut().zip(pairs) {
            *byte = hex_pair(pair).ok_or(InvalidAnswer)?;
        }
        Self::try_from(&*bytes)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(self.bytes(), f)
    }
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Answer({self})")
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_bytes(self.bytes())
        }
    }
}

impl<'de> Deserialize<'de> for Answer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let answer = if deserializer.is_human_readable() {
            std::borrow::Cow::<'de, str>::deserialize(deserializer)?.parse()
        } else {
            <&[u8]>::deserialize(deserializer)?.try_into()
        };
        answer.map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Encoding;

    #[test]
    fn answers_have_a_largest_size_in_every_form() {
        for len in [0, 1, SHORT, SHORT + 1, MAX_ANSWER_BYTES] {
            let bytes: Vec<u8> = (0..len).map(|i| 255 - i as u8).collect();
            let answer = Answer::try_from(&bytes[..]).unwrap();
            assert_eq!(answer.bytes(), bytes);
            assert_eq!(answer.to_string().parse(), Ok(answer.clone()));
            for encoding in Encoding::ALL {
                assert_eq!(encoding.decode::<Answer>(&encoding.encode(&answer)).unwrap(), answer);
            }
        }
        let longer = [7; MAX_ANSWER_BYTES + 1];
        assert_eq!(Answer::try_from(&longer[..]), Err(InvalidAnswer));
        let hex = "07".repeat(longer.len());
        assert_eq!(hex.parse::<Answer>(), Err(InvalidAnswer));
        let postcard = Encoding::Postcard.encode(&longer.to_vec());
        assert!(Encoding::Postcard.decode::<Answer>(&postcard).is_err());
        assert!(Encoding::Json.decode::<Answer>(&Encoding::Json.encode(&hex)).is_err());
        for bad in ["0", "0A", "0g", "-", " 00"] {
            assert_eq!(bad.parse::<Answer>(), Err(InvalidAnswer), "{bad}");
        }
    }
}
