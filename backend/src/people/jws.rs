//! A signed token taken apart, and its signature checked (RFC 7515, compact form).
//!
//! The only library of this that needs neither a C library nor unaudited RSA has an open advisory, so the
//! few lines are here, over `ring`. The key says by which algorithm it is used, and never the token: a
//! token that names another one is refused before anything is computed.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use quizrain_shared::api::SignInRefusal;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Deserializer};

use super::keys::Keys;

/// What stands before the claims.
#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    /// What a reader must understand or refuse: nothing of it is known here, and it may not stand there for nothing.
    #[serde(default, deserialize_with = "there")]
    crit: bool,
}

/// That a member is there, whatever it says: also `null`.
fn there<'de, D: Deserializer<'de>>(member: D) -> Result<bool, D::Error> {
    IgnoredAny::deserialize(member).map(|_| true)
}

fn decoded(part: &str) -> Result<Vec<u8>, SignInRefusal> {
    URL_SAFE_NO_PAD.decode(part).map_err(|_| SignInRefusal::Malformed)
}

/// The claims of a token of so many bytes at most that one of these keys has signed.
pub(super) fn open<T: DeserializeOwned>(
    token: &str,
    most: usize,
    keys: &Keys,
) -> Result<T, SignInRefusal> {
    if token.len() > most {
        return Err(SignInRefusal::TooLong);
    }
    let (signed, signature) = token.rsplit_once('.').ok_or(SignInRefusal::Malformed)?;
    let (header, claims) = signed.split_once('.').ok_or(SignInRefusal::Malformed)?;
    let header: Header =
        serde_json::from_slice(&decoded(header)?).map_err(|_| SignInRefusal::Malformed)?;
    if header.crit {
        return Err(SignInRefusal::Malformed);
    }
    let (claims, signature) = (decoded(claims)?, decoded(signature)?);
    let mut named = keys.named(header.kid.as_deref()).peekable();
    if named.peek().is_none() {
        return Err(SignInRefusal::UnknownKey);
    }
    let mut fitting = named.filter(|key| key.algorithm() == header.alg).peekable();
    if fitting.peek().is_none() {
        return Err(SignInRefusal::Algorithm);
    }
    if !fitting.any(|key| key.has_signed(signed.as_bytes(), &signature)) {
        return Err(SignInRefusal::Signature);
    }
    serde_json::from_slice(&claims).map_err(|_| SignInRefusal::Malformed)
}
