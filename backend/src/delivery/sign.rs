//! Signatures on requests, so that a receiver knows who speaks and when.
//!
//! HMAC-SHA-256 over `<unix seconds>.<body>`; in a query, which has no body, the key stands in its
//! place. Called by the client, and by receivers through [`verify`].

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The header that carries a signature.
pub const HEADER: &str = "quizrain-signature";

/// How far the signature's time may be from the receiver's, in seconds.
pub const WINDOW_S: u64 = 300;

/// The shortest secret, in bytes.
pub const SHORTEST_SECRET: usize = 32;

/// The longest header that is looked at, in bytes.
const LONGEST_HEADER: usize = 512;

/// What both sides know and nobody else.
#[derive(Clone)]
pub struct Secret(Box<str>);

impl Secret {
    /// A secret, without the white space around it.
    ///
    /// # Errors
    /// It is shorter than [`SHORTEST_SECRET`].
    pub fn new(text: &str) -> Result<Self, ShortSecret> {
        let text = text.trim();
        if text.len() < SHORTEST_SECRET {
            return Err(ShortSecret);
        }
        Ok(Self(text.into()))
    }

    /// The MAC over a time and what is signed, not yet read out.
    fn mac(&self, time_s: u64, signed: &[u8]) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.0.as_bytes()).ok()?;
        mac.update(format!("{time_s}.").as_bytes());
        mac.update(signed);
        Some(mac)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// The secret is too short to be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the secret has fewer than 32 characters; `openssl rand -hex 32` makes a good one")]
pub struct ShortSecret;

/// A signature that proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Forged {
    /// Not of the form `t=<seconds>,v1=<hex>`.
    #[error("the signature header cannot be read")]
    Unreadable,
    /// Nobody who knows the secret signed this.
    #[error("the signature is not ours")]
    Mismatch,
    /// It was good once: more than five minutes from now.
    #[error("the signature is too old or from the future")]
    OutOfWindow,
}

/// The header's value for a body (or, in a query, a key) sent at this time, in seconds since 1970.
#[must_use]
pub fn sign(secret: &Secret, time_s: u64, signed: &[u8]) -> String {
    // HMAC takes keys of every length, so there is always a MAC.
    let mac = secret.mac(time_s, signed).map(|mac| mac.finalize().into_bytes());
    format!("t={time_s},v1={}", hex::encode(mac.unwrap_or_default()))
}

/// Checks a header against the very bytes that came and the receiver's own clock, in seconds since
/// 1970. Takes the same time wherever a signature differs. Of several `v1`, one good one is enough;
/// other names are for later versions.
///
/// # Errors
/// The header says nothing, the signature is not ours, or it is not from the last five minutes.
pub fn verify(secret: &Secret, header: &str, signed: &[u8], now_s: u64) -> Result<(), Forged> {
    if header.len() > LONGEST_HEADER {
        return Err(Forged::Unreadable);
    }
    let (mut time, mut signatures) = (None, Vec::new());
    for part in header.split(',') {
        match part.trim().split_once('=').ok_or(Forged::Unreadable)? {
            ("t", text) if time.is_none() && text.bytes().all(|b| b.is_ascii_digit()) => {
                time = Some(text.parse::<u64>().map_err(|_| Forged::Unreadable)?);
            }
            ("t", _) => return Err(Forged::Unreadable),
            ("v1", text) => signatures.push(hex::decode(text).map_err(|_| Forged::Unreadable)?),
            _ => {}
        }
    }
    let time = time.filter(|_| !signatures.is_empty()).ok_or(Forged::Unreadable)?;
    let mac = secret.mac(time, signed).ok_or(Forged::Mismatch)?;
    let good = |signature: &Vec<u8>| mac.clone().verify_slice(signature).is_ok();
    if !signatures.iter().any(good) {
        return Err(Forged::Mismatch);
    }
    if now_s.abs_diff(time) > WINDOW_S {
        return Err(Forged::OutOfWindow);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOC: &str = include_str!("../../../docs/PAYOUTS.md");

    fn secret() -> Secret {
        Secret::new("0123456789abcdef0123456789abcdef").unwrap()
    }

    /// The value of a line `name  value` of a vector in the document.
    fn field<'a>(vector: &'a str, name: &str) -> &'a str {
        let line = vector.lines().find(|line| line.split_whitespace().next() == Some(name));
        line.unwrap_or_else(|| panic!("no {name} in {vector}"))[name.len()..].trim_start()
    }

    #[test]
    fn the_document_s_vectors_are_what_we_sign() {
        let vectors: Vec<&str> = DOC.split("```vector\n").skip(1).collect();
        assert!(vectors.len() >= 3);
        for vector in vectors {
            let vector = vector.split("```").next().unwrap();
            let secret = Secret::new(field(vector, "secret")).unwrap();
            let time: u64 = field(vector, "time").parse().unwrap();
            let signed = field(vector, "signed").as_bytes();
            let header = sign(&secret, time, signed);
            assert_eq!(header, field(vector, "header"), "{vector}");
            assert_eq!(verify(&secret, &header, signed, time + WINDOW_S), Ok(()));
        }
    }

    #[test]
    fn a_changed_byte_anywhere_is_seen() {
        let (secret, body) = (secret(), b"{\"amount_minor\":\"1\"}".to_vec());
        let header = sign(&secret, 1000, &body);
        assert_eq!(verify(&secret, &header, &body, 1000), Ok(()));
        for at in 0..body.len() {
            let mut body = body.clone();
            body[at] ^= 1;
            assert_eq!(verify(&secret, &header, &body, 1000), Err(Forged::Mismatch));
        }
        let other = Secret::new(&"x".repeat(32)).unwrap();
        assert_eq!(verify(&other, &header, &body, 1000), Err(Forged::Mismatch));
        // A newer time is not signed.
        let newer = header.replace("t=1000", "t=1300");
        assert_eq!(verify(&secret, &newer, &body, 1300), Err(Forged::Mismatch));
    }

    #[test]
    fn the_window_has_two_ends() {
        let secret = secret();
        let header = sign(&secret, 1000, b"x");
        for (now, expected) in [
            (700, Ok(())),
            (1300, Ok(())),
            (699, Err(Forged::OutOfWindow)),
            (1301, Err(Forged::OutOfWindow)),
            (u64::MAX, Err(Forged::OutOfWindow)),
        ] {
            assert_eq!(verify(&secret, &header, b"x", now), expected, "{now}");
        }
    }

    #[test]
    fn headers_that_say_nothing_are_refused() {
        let secret = secret();
        let good = sign(&secret, 1000, b"x");
        let mac = good.split_once("v1=").unwrap().1;
        for bad in [
            String::new(),
            "t=1000".into(),
            format!("v1={mac}"),
            format!("t=,v1={mac}"),
            format!("t=+1000,v1={mac}"),
            format!("t=1000,t=1000,v1={mac}"),
            format!("t=99999999999999999999,v1={mac}"),
            "t=1000,v1=xyz".into(),
            format!("t=1000 v1={mac}"),
            format!("t=1000,v1={mac}{}", ",v2=0".repeat(200)),
        ] {
            assert_eq!(verify(&secret, &bad, b"x", 1000), Err(Forged::Unreadable), "{bad}");
        }
        for bad in ["t=1000,v1=", &good[..good.len() - 2], &format!("t=1000,v2={mac},v1=00")] {
            assert_eq!(verify(&secret, bad, b"x", 1000), Err(Forged::Mismatch), "{bad}");
        }
        let two = format!("t=1000,v1={},v1={mac},v9=later", "00".repeat(32));
        assert_eq!(verify(&secret, &two, b"x", 1000), Ok(()));
    }

    #[test]
    fn secrets_are_long_and_never_shown() {
        assert_eq!(Secret::new(&"x".repeat(31)).unwrap_err(), ShortSecret);
        assert_eq!(Secret::new(&format!("  {}\n", "x".repeat(31))).unwrap_err(), ShortSecret);
        assert!(!format!("{:?}", secret()).contains("0123"));
    }
}
