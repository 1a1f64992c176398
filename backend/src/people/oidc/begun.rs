//! A sign-in that was begun: what the browser carries while it is at the provider, sealed for its own token.
//!
//! One random secret makes all three values that the provider's answer must fit to (state, nonce, PKCE
//! verifier). The seal's key is made of the client's secret, which every server has and no browser.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use quizrain_shared::ids::{HostId, Pin};
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hkdf::{HKDF_SHA256, Salt};
use ring::hmac::{HMAC_SHA256, Key, sign};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::Registration;
use crate::people::Device;

/// How long a sign-in may take, in seconds.
pub(super) const SECONDS: u64 = 600;

/// Characters of a client's secret at least: browsers get something that is sealed with it.
const LEAST_SECRET: usize = 16;

/// A secret that could be found by trying.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the client's secret must have {LEAST_SECRET} characters or more")]
pub struct WeakSecret;

/// What somebody is to have who signs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wish {
    /// To play.
    Play {
        /// To which game the browser comes back.
        pin: Option<Pin>,
        /// Whether the person gets what the browser has as nobody's.
        inherit: bool,
    },
    /// To host, with the account that is connected with them.
    Host,
    /// To have this account connected with them, whose password they have shown.
    Connect(HostId),
}

/// A sign-in that was begun.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begun {
    secret: [u8; 32],
    until: u64,
    /// What for.
    pub wish: Wish,
}

impl Begun {
    pub(super) fn new(secret: [u8; 32], wish: Wish, now: u64) -> Self {
        Self { secret, until: now.saturating_add(SECONDS), wish }
    }

    /// One of the values that are made of the secret.
    fn value(&self, name: &str) -> String {
        let key = Key::new(HMAC_SHA256, &self.secret);
        URL_SAFE_NO_PAD.encode(sign(&key, name.as_bytes()))
    }

    /// What comes back with the browser: where it goes then, for its page, and what nobody can guess.
    pub(super) fn state(&self) -> String {
        let value = self.value("state");
        match self.wish {
            Wish::Play { pin: Some(pin), .. } => format!("{pin}.{value}"),
            _ => value,
        }
    }

    /// What comes back in the ID token.
    pub(super) fn nonce(&self) -> String {
        self.value("nonce")
    }

    /// What proves to the provider who began (RFC 7636, 4.1).
    pub(super) fn verifier(&self) -> String {
        self.value("verifier")
    }

    /// What the provider knows of that beforehand (RFC 7636, 4.2).
    pub(super) fn challenge(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(self.verifier()))
    }

    pub(super) fn has_state(&self, state: &str) -> bool {
        self.state().as_bytes().ct_eq(state.as_bytes()).into()
    }

    /// Until when it is good, in seconds since 1970.
    pub(super) fn until(&self) -> u64 {
        self.until
    }

    pub(super) fn is_over(&self, now: u64) -> bool {
        now >= self.until
    }
}

/// Closes and opens what browsers carry.
pub(super) struct Seal(LessSafeKey);

impl Seal {
    pub(super) fn new(registration: &Registration) -> Result<Self, WeakSecret> {
        let Registration { issuer, client_id, client_secret, .. } = registration;
        if client_secret.chars().count() < LEAST_SECRET {
            return Err(WeakSecret);
        }
        let secret = Salt::new(HKDF_SHA256, b"quizrain sign-in at a provider, 1")
            .extract(client_secret.as_bytes());
        let info = [issuer.as_bytes(), b"\n", client_id.as_bytes()];
        let key = secret.expand(&info, &CHACHA20_POLY1305).map_err(|_| WeakSecret)?;
        Ok(Self(LessSafeKey::new(UnboundKey::from(key))))
    }

    /// What this browser carries; the nonce must be another one each time.
    pub(super) fn close(
        &self,
        begun: &Begun,
        device: Device,
        nonce: [u8; NONCE_LEN],
    ) -> Option<String> {
        let mut sealed = postcard::to_allocvec(begun).ok()?;
        let aad = Aad::from(device.0);
        let key = &self.0;
        key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), aad, &mut sealed).ok()?;
        Some(URL_SAFE_NO_PAD.encode([&nonce[..], &sealed].concat()))
    }

    /// What was closed for this browser.
    pub(super) fn open(&self, sealed: &str, device: Device) -> Option<Begun> {
        let bytes = URL_SAFE_NO_PAD.decode(sealed).ok()?;
        let (nonce, sealed) = bytes.split_at_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let mut sealed = sealed.to_vec();
        let opened = self.0.open_in_place(nonce, Aad::from(device.0), &mut sealed).ok()?;
        postcard::from_bytes(opened).ok()
    }
}
