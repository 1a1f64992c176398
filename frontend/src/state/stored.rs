//! What the browser stores as text: values in postcard, in hex digits. JSON would bring its reader and its
//! writer to every phone. Called by `seals`, `draws` and `receipts`.

use quizrain_shared::wire::Encoding;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A value as a text.
pub(super) fn write(value: &impl Serialize) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |half: u8| char::from(DIGITS[usize::from(half)]);
    let bytes = Encoding::Postcard.encode(value);
    bytes.into_iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// The value of a text; `None` where it was not written here.
pub(super) fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    let digit = |digit: u8| char::from(digit).to_digit(16);
    let byte = |pair: &[u8]| u8::try_from(digit(pair[0])? << 4 | digit(pair[1])?).ok();
    let pairs = text.as_bytes().chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return None;
    }
    let bytes: Option<Vec<u8>> = pairs.map(byte).collect();
    Encoding::Postcard.decode(&bytes?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_and_nothing_else() {
        let value = (vec![0_u8, 127, 255], Some("雨".to_owned()));
        let text = write(&value);
        assert!(text.bytes().all(|digit| digit.is_ascii_hexdigit()), "{text}");
        assert_eq!(read(&text), Some(value));
        let odd = [&text[1..], &text[2..], &format!("{text}00"), "", "雨", "[]", "zz"];
        for odd in odd {
            assert_eq!(read::<(Vec<u8>, Option<String>)>(odd), None, "{odd}");
        }
    }
}
