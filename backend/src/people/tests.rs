//! Signed tokens: those of another implementation are believed, and everything that is wrong with one is
//! its own refusal. `vectors/` was signed by the Python package `cryptography`, with keys that nobody has
//! any more.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use quizrain_shared::api::MAX_JWT_BYTES;
use quizrain_shared::api::SignInRefusal::{self, *};
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};
use sha2::Sha256;

use super::claims::{DOMAIN, Verifier, account_of_person};
use super::jwks::KeySource;
use super::keys::{InvalidKeys, Keys};

const JWKS: &str = include_str!("vectors/keys.json");
const PEM: &str = include_str!("vectors/keys.pem");
const TOKENS: &str = include_str!("vectors/tokens.txt");

const ISSUER: &str = "https://staff.example.org";
const NOW: u64 = 1_800_000_000;

fn verifier(keys: &str) -> Verifier {
    Verifier::new(
        KeySource::Given(Arc::new(Keys::read(keys).unwrap())),
        ISSUER.to_owned(),
        "quizrain".to_owned(),
    )
}

/// Somebody who signs, and the file of their public key.
pub(super) struct Signer(Ed25519KeyPair);

impl Signer {
    pub(super) fn new(seed: u8) -> Self {
        Self(Ed25519KeyPair::from_seed_unchecked(&[seed; 32]).unwrap())
    }

    pub(super) fn pem(&self) -> String {
        // The form of every key of this kind (RFC 8410, 4).
        let mut der = hex::decode("302a300506032b6570032100").unwrap();
        der.extend(self.0.public_key().as_ref());
        let text = STANDARD.encode(der);
        format!("-----BEGIN PUBLIC KEY-----\n{text}\n-----END PUBLIC KEY-----\n")
    }

    pub(super) fn sign(&self, header: &Value, claims: &Value) -> String {
        let signed = unsigned(header, claims);
        let signature = URL_SAFE_NO_PAD.encode(self.0.sign(signed.as_bytes()));
        format!("{signed}.{signature}")
    }
}

fn unsigned(header: &Value, claims: &Value) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    format!("{}.{}", part(header), part(claims))
}

fn good() -> Value {
    json!({
        "iss": ISSUER, "aud": "quizrain", "sub": "e-4711", "iat": NOW, "nbf": NOW, "exp": NOW + 600,
    })
}

/// Good claims with others among them; `null` takes one away.
fn with(changes: &Value) -> Value {
    let mut claims = good();
    for (name, value) in changes.as_object().unwrap() {
        match value {
            Value::Null => claims.as_object_mut().unwrap().remove(name),
            value => claims.as_object_mut().unwrap().insert(name.clone(), value.clone()),
        };
    }
    claims
}

#[test]
fn tokens_of_another_implementation_are_believed_in_all_three_algorithms() {
    let account = account_of_person(DOMAIN, ISSUER, "e-4711");
    let mut read = 0;
    for keys in [JWKS, PEM] {
        for (algorithm, token) in TOKENS.lines().filter_map(|line| line.split_once(' ')) {
            let proof = verifier(keys).verify(token, NOW).unwrap();
            assert_eq!((proof.account, proof.name.as_deref()), (account, Some("Anna 安娜")));
            read += 1;
            // Each bit counts, of what is signed and of the signature.
            for at in [0, token.find('.').unwrap() + 9, token.len() - 9] {
                let mut changed = token.as_bytes().to_vec();
                changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
                let changed = String::from_utf8(changed).unwrap();
                assert!(verifier(keys).verify(&changed, NOW).is_err(), "{algorithm} at {at}");
            }
        }
    }
    assert_eq!(read, 6);
    assert_ne!(account, account_of_person(DOMAIN, "https://staff.example.or", "ge-4711"));
}

/// What a token is, the token, and why it is refused, if it is.
type Case = (&'static str, String, Option<SignInRefusal>);

/// A good header, and good claims with changes, signed.
fn signed(signer: &Signer, changes: &Value) -> String {
    signer.sign(&json!({ "alg": "EdDSA" }), &with(changes))
}

/// The public key as if it were a secret that both sides share.
fn hs256(signer: &Signer) -> String {
    let signed = unsigned(&json!({ "alg": "HS256" }), &good());
    let mut mac = Hmac::<Sha256>::new_from_slice(signer.pem().as_bytes()).unwrap();
    mac.update(signed.as_bytes());
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
}

/// What is not a token, or was not signed with the key.
fn forms(signer: &Signer) -> Vec<Case> {
    let claims = |changes: Value| signed(signer, &changes);
    let (header, other) = (json!({ "alg": "EdDSA" }), Signer::new(2));
    let none = unsigned(&json!({ "alg": "none" }), &good());
    let other_key = json!({ "alg": "EdDSA", "kid": "2" });
    let key_of_its_own = json!({ "alg": "EdDSA", "jwk": { "kty": "OKP" } });
    vec![
        ("empty", String::new(), Some(Malformed)),
        ("two parts", "a.b".to_owned(), Some(Malformed)),
        ("four parts", format!("a.{}", claims(json!({}))), Some(Malformed)),
        ("no JSON", "YQ.YQ.YQ".to_owned(), Some(Malformed)),
        ("padded", format!("{}=", claims(json!({}))), Some(Malformed)),
        ("long", "a".repeat(MAX_JWT_BYTES + 1), Some(TooLong)),
        ("none", format!("{none}."), Some(Algorithm)),
        ("None", unsigned(&json!({ "alg": "None" }), &good()) + ".", Some(Algorithm)),
        ("HS256 with the public key", hs256(signer), Some(Algorithm)),
        ("another kind of key", signer.sign(&json!({ "alg": "ES256" }), &good()), Some(Algorithm)),
        ("forged", other.sign(&header, &good()), Some(Signature)),
        ("forged, with its own key", other.sign(&key_of_its_own, &good()), Some(Signature)),
        ("a key that has no id is any", signer.sign(&other_key, &good()), None),
        ("not signed", unsigned(&header, &good()) + ".", Some(Signature)),
        (
            "what must be understood",
            signer.sign(&json!({ "alg": "EdDSA", "crit": ["exp"] }), &good()),
            Some(Malformed),
        ),
        (
            "that nothing must be",
            signer.sign(&json!({ "alg": "EdDSA", "crit": null }), &good()),
            Some(Malformed),
        ),
    ]
}

/// What a token says.
fn contents(signer: &Signer) -> Vec<Case> {
    let claims = |changes: Value| signed(signer, &changes);
    let long = "x".repeat(201);
    vec![
        ("good", claims(json!({})), None),
        ("several audiences", claims(json!({ "aud": ["a", "quizrain"] })), None),
        ("clocks that differ a little", claims(json!({ "nbf": NOW + 29, "iat": NOW + 29 })), None),
        ("expired within that", claims(json!({ "iat": NOW - 60, "exp": NOW - 29 })), None),
        ("an hour", claims(json!({ "exp": NOW + 3600 })), None),
        ("another issuer", claims(json!({ "iss": "https://evil.example" })), Some(Issuer)),
        ("no issuer", claims(json!({ "iss": null })), Some(Issuer)),
        ("another audience", claims(json!({ "aud": "payroll" })), Some(Audience)),
        ("no audience", claims(json!({ "aud": null })), Some(Audience)),
        ("none of several audiences", claims(json!({ "aud": ["a", "b"] })), Some(Audience)),
        ("expired", claims(json!({ "iat": NOW - 600, "exp": NOW - 30 })), Some(Expired)),
        ("not yet", claims(json!({ "nbf": NOW + 31 })), Some(NotYet)),
        ("made in the future", claims(json!({ "iat": NOW + 31 })), Some(NotYet)),
        ("for longer than an hour", claims(json!({ "exp": NOW + 3601 })), Some(Lifetime)),
        ("for ever", claims(json!({ "exp": u64::MAX })), Some(Lifetime)),
        ("no end", claims(json!({ "exp": null })), Some(Lifetime)),
        ("no beginning", claims(json!({ "nbf": null })), Some(Lifetime)),
        ("no time", claims(json!({ "iat": null })), Some(Lifetime)),
        ("an issuer that is a number", claims(json!({ "iss": 1 })), Some(Issuer)),
        ("an audience that is a number", claims(json!({ "aud": 1 })), Some(Audience)),
        ("audiences that are numbers", claims(json!({ "aud": ["quizrain", 1] })), Some(Audience)),
        ("an end that is a text", claims(json!({ "exp": "1800000600" })), Some(Lifetime)),
        (
            "an end that is no whole number",
            claims(json!({ "exp": 1_800_000_600.5 })),
            Some(Lifetime),
        ),
        ("a beginning that is a text", claims(json!({ "nbf": "0" })), Some(Lifetime)),
        ("a time that is a text", claims(json!({ "iat": "1800000000" })), Some(Lifetime)),
        ("an end below zero", claims(json!({ "exp": -1 })), Some(Lifetime)),
        ("nobody", claims(json!({ "sub": null })), Some(Subject)),
        ("an empty subject", claims(json!({ "sub": " " })), Some(Subject)),
        ("a long subject", claims(json!({ "sub": long })), Some(Subject)),
        ("a subject with a zero", claims(json!({ "sub": "a\u{0}b" })), Some(Subject)),
        ("a subject that is a number", claims(json!({ "sub": 4711 })), Some(Subject)),
        ("a subject that is a list", claims(json!({ "sub": ["e-4711"] })), Some(Subject)),
        ("a name that is a number", claims(json!({ "name": 1 })), Some(Malformed)),
        ("an id that is a number", claims(json!({ "jti": 1 })), Some(Malformed)),
    ]
}

#[test]
fn whatever_is_wrong_with_a_token_is_its_own_refusal() {
    let signer = Signer::new(1);
    let verifier = verifier(&signer.pem());
    for (name, token, expected) in forms(&signer).into_iter().chain(contents(&signer)) {
        assert_eq!(verifier.verify(&token, NOW).err(), expected, "{name}");
    }
    let named =
        signed(&signer, &json!({ "name": "\u{2066} An\u{0}\u{202e}na \u{2069}", "jti": "1" }));
    let proof = verifier.verify(&named, NOW).unwrap();
    assert_eq!(proof.name.as_deref(), Some("Anna"));
    assert_eq!(proof.single_use.map(|(_, until)| until), Some(NOW + 630));
}

#[test]
fn a_key_is_for_its_own_id_and_a_file_that_is_no_use_says_why() {
    let token = TOKENS.lines().find_map(|line| line.strip_prefix("EdDSA ")).unwrap();
    let renamed = JWKS.replace("\"d\"", "\"other\"");
    assert_eq!(verifier(&renamed).verify(token, NOW), Err(UnknownKey));
    let private = "-----BEGIN PRIVATE KEY-----\nMC4=\n-----END PRIVATE KEY-----\n";
    for (text, why) in [
        ("", InvalidKeys::Form),
        ("{}", InvalidKeys::Form),
        ("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n", InvalidKeys::Kind(1)),
        (r#"{"keys":[]}"#, InvalidKeys::None),
        (r#"{"keys":[{"kty":"RSA","use":"enc","n":"AQAB","e":"AQAB"}]}"#, InvalidKeys::None),
        (r#"{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB"}]}"#, InvalidKeys::Kind(1)),
        (r#"{"keys":[{"kty":"RSA","use":"enc"},{"kty":"RSA"}]}"#, InvalidKeys::Kind(2)),
        (r#"{"keys":[{"kty":"oct","k":"AQAB"}]}"#, InvalidKeys::Private),
        (r#"{"keys":[{"kty":"OKP","crv":"Ed25519","x":"AQAB","d":"AQAB"}]}"#, InvalidKeys::Private),
        (private, InvalidKeys::Private),
    ] {
        assert_eq!(Keys::read(text).err(), Some(why), "{text}");
    }
    let meant = JWKS.replace("RS256", "PS256");
    assert_eq!(Keys::read(&meant).err(), Some(InvalidKeys::Kind(1)));
}
