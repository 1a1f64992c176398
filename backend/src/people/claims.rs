//! What a signed token says, and whether it may be believed now and here.

use quizrain_shared::api::{MAX_JWT_BYTES, MAX_JWT_SECONDS, MAX_SUBJECT_CHARS, SignInRefusal};
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::AccountId;
use quizrain_shared::question::is_hostile;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use sha2::{Digest, Sha256};

use super::jwks::KeySource;
use super::jws;

/// How far the clocks of whoever signs and of this server may be apart, in seconds.
pub(super) const LEEWAY: u64 = 30;

/// Characters of a person's name that are kept.
const MAX_NAME_CHARS: usize = 100;

/// What accounts of people are made with, so that none is ever a browser's.
pub(super) const DOMAIN: &str = "quizrain person, signed, 1";

/// The registered claims (RFC 7519, 4.1) and a name. A claim of another type is refused: one that was
/// overlooked would be one that holds.
#[derive(Deserialize)]
struct Claims {
    #[serde(default, deserialize_with = "needed")]
    iss: Option<String>,
    #[serde(default, deserialize_with = "needed")]
    aud: Option<Audience>,
    #[serde(default, deserialize_with = "needed")]
    sub: Option<String>,
    #[serde(default, deserialize_with = "needed")]
    exp: Option<u64>,
    #[serde(default, deserialize_with = "needed")]
    nbf: Option<u64>,
    #[serde(default, deserialize_with = "needed")]
    iat: Option<u64>,
    jti: Option<String>,
    name: Option<String>,
}

/// A claim without which a token is refused: of another type it is as good as missing, so that whoever makes tokens is
/// told which one it is.
pub(super) fn needed<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    claim: D,
) -> Result<Option<T>, D::Error> {
    let claim = serde_json::Value::deserialize(claim)?;
    Ok(T::deserialize(claim).ok())
}

/// Whom a token is for.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Audience {
    One(String),
    Several(Vec<String>),
}

impl Audience {
    /// Whether this one is among them.
    pub(super) fn has(&self, audience: &str) -> bool {
        match self {
            Self::One(one) => one == audience,
            Self::Several(several) => several.iter().any(|one| one == audience),
        }
    }

    /// Whether there are others beside one.
    pub(super) fn is_shared(&self) -> bool {
        matches!(self, Self::Several(several) if several.len() > 1)
    }
}

/// Who somebody is, as a signed token or an invite proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The person's account.
    pub account: AccountId,
    /// How that is known.
    pub(super) identity: Identity,
    /// Who vouches.
    pub(super) issuer: String,
    /// For whom.
    pub(super) subject: String,
    /// What people call them.
    pub name: Option<String>,
    /// What names this one token, and until when it is good, in seconds since 1970.
    pub(super) single_use: Option<(String, u64)>,
}

impl Proof {
    /// What is kept of them where they are a host: nothing by which they could be found among players.
    #[must_use]
    pub fn as_host(&self) -> String {
        hex::encode(hash("quizrain host at a provider, 1", [&self.issuer, &self.subject]))
    }

    /// What they are called for their own eyes: what people call them, or else what whoever vouches does.
    #[must_use]
    pub fn who(&self) -> String {
        self.name.as_ref().unwrap_or(&self.subject).clone()
    }
}

/// Checks signed tokens.
#[derive(Clone, Debug)]
pub struct Verifier {
    pub(super) keys: KeySource,
    issuer: String,
    audience: String,
}

/// Whether a text names somebody: not empty, not long, and all of it can be seen.
pub(super) fn names(text: &str) -> bool {
    !text.trim().is_empty()
        && text.chars().count() <= MAX_SUBJECT_CHARS
        && !text.chars().any(char::is_control)
}

/// A hash over texts of any length.
pub(super) fn hash(domain: &str, texts: [&str; 2]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for text in [domain].into_iter().chain(texts) {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    hash.finalize().into()
}

/// The account of a person: the same for ever, and on every server that believes the same issuer.
pub(super) fn account_of_person(domain: &str, issuer: &str, subject: &str) -> AccountId {
    let mut id = [0; 16];
    id.copy_from_slice(&hash(domain, [issuer, subject])[..16]);
    AccountId(id)
}

/// What is kept of what somebody is called: what hides in it, or turns the order of letters around, is left out.
pub(super) fn cleaned_name(name: Option<String>) -> Option<String> {
    let name = name?;
    let seen = name.chars().filter(|c| !is_hostile(*c)).take(MAX_NAME_CHARS);
    let name = seen.collect::<String>().trim().to_owned();
    (!name.is_empty()).then_some(name)
}

impl Verifier {
    /// Believes tokens of this issuer for this audience, signed with one of these keys.
    #[must_use]
    pub fn new(keys: KeySource, issuer: String, audience: String) -> Self {
        Self { keys, issuer, audience }
    }

    /// What a token proves at a moment, in seconds since 1970.
    ///
    /// # Errors
    /// Nothing, and why.
    pub fn verify(&self, token: &str, now: u64) -> Result<Proof, SignInRefusal> {
        let claims: Claims = jws::open(token, MAX_JWT_BYTES, &self.keys.now())?;
        let issuer = claims.iss.filter(|issuer| *issuer == self.issuer);
        let issuer = issuer.ok_or(SignInRefusal::Issuer)?;
        if !claims.aud.is_some_and(|audience| audience.has(&self.audience)) {
            return Err(SignInRefusal::Audience);
        }
        let times = claims.exp.zip(claims.nbf).zip(claims.iat);
        let ((expires, not_before), issued) = times.ok_or(SignInRefusal::Lifetime)?;
        if expires.saturating_add(LEEWAY) <= now {
            return Err(SignInRefusal::Expired);
        }
        if not_before.max(issued) > now.saturating_add(LEEWAY) {
            return Err(SignInRefusal::NotYet);
        }
        if expires.saturating_sub(issued) > MAX_JWT_SECONDS || expires <= issued {
            return Err(SignInRefusal::Lifetime);
        }
        let subject = claims.sub.filter(|it| names(it)).ok_or(SignInRefusal::Subject)?;
        let single_use = match claims.jti {
            Some(id) if names(&id) => {
                let used = hex::encode(hash("quizrain sign-in", [&issuer, &id]));
                Some((used, expires.saturating_add(LEEWAY)))
            }
            Some(_) => return Err(SignInRefusal::Malformed),
            None => None,
        };
        let account = account_of_person(DOMAIN, &issuer, &subject);
        let name = cleaned_name(claims.name);
        Ok(Proof { account, identity: Identity::Signed, issuer, subject, name, single_use })
    }
}
