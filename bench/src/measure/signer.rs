//! A system of a host's own that signs people in: tokens by `EdDSA` (RFC 8037), and the public key for a server.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::anyhow;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};

const ISSUER: &str = "https://bench.example.org";
const AUDIENCE: &str = "quizrain";

/// What stands before an Ed25519 public key in DER (RFC 8410, 4).
const DER_PREFIX: [u8; 12] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0];

/// How long a token is good, in seconds.
const SECONDS: u64 = 600;

/// Signs people in.
pub(crate) struct Signer(Ed25519KeyPair);

impl Signer {
    /// The same in every run: it opens nothing but a server that is measured.
    pub(crate) fn new() -> anyhow::Result<Self> {
        let pair = Ed25519KeyPair::from_seed_unchecked(&[7; 32]);
        Ok(Self(pair.map_err(|why| anyhow!("no key to sign with: {why}"))?))
    }

    /// Its public key, in PEM.
    pub(crate) fn pem(&self) -> String {
        let der = [&DER_PREFIX, self.0.public_key().as_ref()].concat();
        format!("-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n", STANDARD.encode(der))
    }

    /// Variables of a server that believes it, beside that of the file of the key.
    pub(crate) fn variables() -> [(&'static str, &'static str); 2] {
        [("QUIZRAIN_IDENTITY_ISSUER", ISSUER), ("QUIZRAIN_IDENTITY_AUDIENCE", AUDIENCE)]
    }

    /// What somebody shows.
    pub(crate) fn token(&self, subject: &str) -> anyhow::Result<String> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let claims = json!({
            "iss": ISSUER, "aud": AUDIENCE, "sub": subject, "name": subject,
            "iat": now, "nbf": now, "exp": now + SECONDS,
        });
        let signed = format!("{}.{}", part(&json!({ "alg": "EdDSA" })), part(&claims));
        let signature = URL_SAFE_NO_PAD.encode(self.0.sign(signed.as_bytes()));
        Ok(format!("{signed}.{signature}"))
    }
}
