//! What an ID token says, and whether it may be believed now and here (OpenID Connect Core 1.0, 3.1.3.7).

use quizrain_shared::api::SignInRefusal;
use quizrain_shared::identity::Identity;
use serde::Deserialize;
use subtle::ConstantTimeEq;

use crate::people::claims::{
    Audience, DOMAIN, LEEWAY, Proof, account_of_person, cleaned_name, names, needed,
};
use crate::people::jws;
use crate::people::keys::Keys;

/// Bytes of one at most: some providers list every group of a person.
const MAX_BYTES: usize = 32 * 1024;

/// Its claims. One of another type is refused.
#[derive(Deserialize)]
struct Claims {
    #[serde(default, deserialize_with = "needed")]
    iss: Option<String>,
    #[serde(default, deserialize_with = "needed")]
    aud: Option<Audience>,
    azp: Option<String>,
    #[serde(default, deserialize_with = "needed")]
    sub: Option<String>,
    #[serde(default, deserialize_with = "needed")]
    exp: Option<u64>,
    nbf: Option<u64>,
    #[serde(default, deserialize_with = "needed")]
    iat: Option<u64>,
    nonce: Option<String>,
    name: Option<String>,
}

/// What it must say.
pub(super) struct Expected<'e> {
    /// Who made it.
    pub(super) issuer: &'e str,
    /// For which client.
    pub(super) client: &'e str,
    /// For which sign-in.
    pub(super) nonce: &'e str,
    /// In seconds since 1970.
    pub(super) now: u64,
}

/// Whom a token proves, that was made for this sign-in.
pub(super) fn verify(
    token: &str,
    keys: &Keys,
    expected: &Expected<'_>,
) -> Result<Proof, SignInRefusal> {
    let claims: Claims = jws::open(token, MAX_BYTES, keys)?;
    let issuer = claims.iss.filter(|it| it == expected.issuer).ok_or(SignInRefusal::Issuer)?;
    let audience = claims.aud.filter(|it| it.has(expected.client));
    let audience = audience.ok_or(SignInRefusal::TokenAudience)?;
    // Where there are several, it says which of them asked for it.
    match claims.azp {
        Some(party) if party != expected.client => return Err(SignInRefusal::TokenAudience),
        None if audience.is_shared() => return Err(SignInRefusal::TokenAudience),
        _ => {}
    }
    let (expires, issued) = claims.exp.zip(claims.iat).ok_or(SignInRefusal::Lifetime)?;
    if expires.saturating_add(LEEWAY) <= expected.now {
        return Err(SignInRefusal::TokenExpired);
    }
    if claims.nbf.unwrap_or(issued).max(issued) > expected.now.saturating_add(LEEWAY) {
        return Err(SignInRefusal::NotYet);
    }
    let nonce = claims.nonce.unwrap_or_default();
    if !bool::from(nonce.as_bytes().ct_eq(expected.nonce.as_bytes())) {
        return Err(SignInRefusal::Nonce);
    }
    let subject = claims.sub.filter(|it| names(it)).ok_or(SignInRefusal::Subject)?;
    Ok(Proof {
        account: account_of_person(DOMAIN, &issuer, &subject),
        identity: Identity::Signed,
        issuer,
        subject,
        name: cleaned_name(claims.name),
        single_use: None,
    })
}
