//! What a browser carries opens for it alone and for ten minutes, and an ID token is believed for one
//! sign-in at one client.

use quizrain_shared::api::SignInRefusal::{self, *};
use quizrain_shared::ids::{Pin, Token};
use serde_json::{Value, json};

use super::begun::{Begun, SECONDS, Seal, WeakSecret};
use super::id_token::{Expected, verify};
use super::{Provider, Registration};
use crate::people::keys::Keys;
use crate::people::tests::Signer;
use crate::people::{Device, Wish};

const ISSUER: &str = "https://accounts.example.org";
const CLIENT: &str = "quizrain";
const NONCE: &str = "a nonce";
const NOW: u64 = 1_800_000_000;

fn registration(secret: &str) -> Registration {
    Registration {
        issuer: ISSUER.to_owned(),
        client_id: CLIENT.to_owned(),
        client_secret: secret.to_owned(),
        name: "Example".to_owned(),
        scopes: "openid".to_owned(),
        allow_private: false,
    }
}

fn device(number: u8) -> Device {
    Device::of(&Token([number; 16]))
}

/// To play in a game, as nobody until now.
fn to_play() -> Wish {
    Wish::Play { pin: Pin::new(123_456), inherit: false }
}

const SECRET: &str = "a secret of the client";

#[test]
fn what_was_begun_opens_for_its_own_browser_at_any_server_and_for_nobody_else() {
    let seal = Seal::new(&registration(SECRET)).unwrap();
    let begun = Begun::new([7; 32], to_play(), NOW);
    let sealed = seal.close(&begun, device(1), [9; 12]).unwrap();
    let other_server = Seal::new(&registration(SECRET)).unwrap();
    assert!(other_server.open(&sealed, device(1)) == Some(begun.clone()));
    assert!(seal.open(&sealed, device(2)).is_none());
    assert!(
        Seal::new(&registration("another one of it")).unwrap().open(&sealed, device(1)).is_none()
    );
    let elsewhere = Registration { issuer: "https://other".to_owned(), ..registration(SECRET) };
    assert!(Seal::new(&elsewhere).unwrap().open(&sealed, device(1)).is_none());
    // Each bit counts.
    for at in 0..sealed.len() {
        let mut changed = sealed.clone().into_bytes();
        changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
        let changed = String::from_utf8(changed).unwrap();
        assert!(seal.open(&changed, device(1)).is_none(), "{at}");
        assert!(seal.open(&sealed[..at], device(1)).is_none(), "{at}");
    }
    assert_eq!(Seal::new(&registration("short")).err(), Some(WeakSecret));
}

#[test]
fn a_browser_comes_back_from_what_it_began_within_ten_minutes() {
    let provider = Provider::new(registration(SECRET)).unwrap();
    let begun = Begun::new([7; 32], to_play(), NOW);
    let other = Begun::new([8; 32], to_play(), NOW);
    let sealed = provider.seal.close(&begun, device(1), [9; 12]).unwrap();
    let back = |number: u8, sealed: Option<&str>, state: &str, now: u64| {
        provider.begun(device(number), sealed, state, now).err()
    };
    let (sealed, state) = (Some(sealed.as_str()), begun.state());
    assert_eq!(back(1, sealed, &state, NOW + SECONDS - 1), None);
    assert_eq!(back(1, sealed, &state, NOW + SECONDS), Some(TooLate));
    assert_eq!(back(1, None, &state, NOW), Some(NotBegun));
    assert_eq!(back(2, sealed, &state, NOW), Some(NotBegun));
    let elsewhere = state.replace("123456", "654321");
    for state in ["", &elsewhere, &other.state(), &state[7..]] {
        assert_eq!(back(1, sealed, state, NOW), Some(NotBegun), "{state}");
    }
    // All that is made of the secret differs, and none tells another.
    let [state, nonce, verifier, challenge] =
        [begun.state(), begun.nonce(), begun.verifier(), begun.challenge()];
    assert!(state.starts_with("123456.") && state != other.state() && nonce != other.nonce());
    let mut values = [&state[7..], &nonce, &verifier, &challenge];
    values.sort_unstable();
    assert!(values.windows(2).all(|pair| pair[0] != pair[1]), "{values:?}");
    assert!(values.iter().all(|value| value.len() == 43), "{values:?}");
}

#[test]
fn a_provider_in_the_own_network_must_be_asked_for() {
    for issuer in
        ["http://accounts.example.org", "https://127.0.0.1", "https://a:b@example.org", "x"]
    {
        let registration = Registration { issuer: issuer.to_owned(), ..registration(SECRET) };
        assert!(Provider::new(registration).is_err(), "{issuer}");
    }
    let private = Registration {
        issuer: "http://127.0.0.1:9".to_owned(),
        allow_private: true,
        ..registration(SECRET)
    };
    assert!(Provider::new(private).is_ok());
}

/// Good claims with others among them; `null` takes one away.
fn with(changes: &Value) -> Value {
    let mut claims = json!({
        "iss": ISSUER, "aud": CLIENT, "sub": "4711", "iat": NOW, "exp": NOW + 300, "nonce": NONCE,
    });
    for (name, value) in changes.as_object().unwrap() {
        match value {
            Value::Null => claims.as_object_mut().unwrap().remove(name),
            value => claims.as_object_mut().unwrap().insert(name.clone(), value.clone()),
        };
    }
    claims
}

#[test]
fn whatever_is_wrong_with_an_id_token_is_refused() {
    let signer = Signer::new(1);
    let keys = Keys::read(&signer.pem()).unwrap();
    let expected = Expected { issuer: ISSUER, client: CLIENT, nonce: NONCE, now: NOW };
    let header = json!({ "alg": "EdDSA" });
    let cases: [(Value, Option<SignInRefusal>); 23] = [
        (json!({}), None),
        (json!({ "aud": [CLIENT] }), None),
        (json!({ "aud": [CLIENT, "other"], "azp": CLIENT }), None),
        (json!({ "azp": CLIENT }), None),
        (json!({ "iat": NOW + 29, "nbf": NOW + 29 }), None),
        (json!({ "iss": "https://accounts.example.org/" }), Some(Issuer)),
        (json!({ "iss": null }), Some(Issuer)),
        (json!({ "aud": "other" }), Some(TokenAudience)),
        (json!({ "aud": null }), Some(TokenAudience)),
        (json!({ "aud": [CLIENT, "other"] }), Some(TokenAudience)),
        (json!({ "azp": "other" }), Some(TokenAudience)),
        (json!({ "exp": NOW - 30 }), Some(TokenExpired)),
        (json!({ "exp": null }), Some(Lifetime)),
        (json!({ "iat": null }), Some(Lifetime)),
        (json!({ "iat": NOW + 31 }), Some(NotYet)),
        (json!({ "nonce": "another" }), Some(Nonce)),
        (json!({ "nonce": null }), Some(Nonce)),
        (json!({ "sub": null }), Some(Subject)),
        (json!({ "sub": "" }), Some(Subject)),
        (json!({ "sub": 4711 }), Some(Subject)),
        (json!({ "exp": "soon" }), Some(Lifetime)),
        (json!({ "nbf": "soon" }), Some(Malformed)),
        (json!({ "nonce": 1 }), Some(Malformed)),
    ];
    for (changes, why) in cases {
        let token = signer.sign(&header, &with(&changes));
        assert_eq!(verify(&token, &keys, &expected).err(), why, "{changes}");
    }
    let good = with(&json!({ "name": " Anna " }));
    let proof = verify(&signer.sign(&header, &good), &keys, &expected).unwrap();
    assert_eq!((proof.subject.as_str(), proof.name.as_deref()), ("4711", Some("Anna")));
    let forged = Signer::new(2).sign(&header, &good);
    assert_eq!(verify(&forged, &keys, &expected).err(), Some(Signature));
    let token = signer.sign(&json!({ "alg": "none" }), &good);
    let unsigned = format!("{}.", token.rsplit_once('.').unwrap().0);
    assert_eq!(verify(&unsigned, &keys, &expected).err(), Some(Algorithm));
}
