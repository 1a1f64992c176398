//! The code of an invite, as it stands on a card.
//!
//! Ten of 32 letters and digits that nobody takes for another: 50 bits, short enough to type. Who guesses
//! at a server with 100,000 invites that nobody has used hits one in 10^10 tries, and an address has
//! 12,000 wrong ones an hour.

use std::str::FromStr;

use crate::store::random::random_bytes;

/// Letters and digits without I, L, O and U (Crockford's Base32).
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Letters and digits of a code.
const LENGTH: usize = 10;

/// A code. It has no `Display` and no `Debug`, so that it cannot slip into a log.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct InviteCode(String);

/// A text that is no code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoCode;

impl InviteCode {
    /// A new one.
    pub(super) fn random() -> Result<Self, getrandom::Error> {
        let bytes: [u8; LENGTH] = random_bytes()?;
        let letter = |byte: u8| char::from(LETTERS[usize::from(byte % 32)]);
        Ok(Self(bytes.into_iter().map(letter).collect()))
    }

    /// As the database has it.
    pub(in crate::people) fn stored(&self) -> &str {
        &self.0
    }

    /// As it stands on a card: `ABCDE-FGHJK`.
    #[must_use]
    pub fn reveal(&self) -> String {
        let (first, second) = self.0.split_at(LENGTH / 2);
        format!("{first}-{second}")
    }
}

impl FromStr for InviteCode {
    type Err = NoCode;

    /// Takes what people type: small letters, spaces, O for 0, I and L for 1.
    fn from_str(text: &str) -> Result<Self, NoCode> {
        let mut code = String::with_capacity(LENGTH);
        for c in text.chars().filter(|c| !c.is_whitespace() && *c != '-') {
            let letter = match c.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                other => other,
            };
            let is_one = u8::try_from(letter).is_ok_and(|letter| LETTERS.contains(&letter));
            if !is_one || code.len() == LENGTH {
                return Err(NoCode);
            }
            code.push(letter);
        }
        if code.len() == LENGTH { Ok(Self(code)) } else { Err(NoCode) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let code = InviteCode::random().unwrap();
        for text in [
            code.reveal(),
            code.reveal().to_lowercase(),
            code.stored().to_owned(),
            format!(" {} ", code.reveal().replace('-', " ").replace('0', "o").replace('1', "l")),
        ] {
            assert!(text.parse() == Ok(code.clone()), "{text}");
        }
        assert!("oil-00".repeat(2).parse() == "0110001100".parse::<InviteCode>());
        for text in ["", "ABCDE-FGHJ", "ABCDE-FGHJKM", "ABCDE-FGHJU", "ABCDE_FGHJK", "ÄBCDEFGHJK"]
        {
            assert!(text.parse::<InviteCode>().is_err(), "{text}");
        }
    }

    #[test]
    fn letters_are_even_and_codes_do_not_repeat() {
        let codes: std::collections::HashSet<String> =
            (0..3200).map(|_| InviteCode::random().unwrap().0).collect();
        assert_eq!(codes.len(), 3200);
        for letter in LETTERS {
            let count =
                codes.iter().flat_map(|code| code.bytes()).filter(|it| it == letter).count();
            // 32,000 letters: 1,000 of each, give or take eight times the deviation of 31.
            assert!((750..1250).contains(&count), "{}: {count}", char::from(*letter));
        }
    }
}
