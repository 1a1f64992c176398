//! An OpenID provider of a test's own, which says whatever the test wants. A real one plays in
//! `e2e/tests/oidc.spec.ts`.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::sync::oneshot;
use url::Url;

/// What it calls the server.
const CLIENT: &str = "quizrain at home";

/// What it has given to it. Both have what must be encoded in a header.
pub(crate) const SECRET: &str = "a secret: 100% of the client's";

/// What it calls everybody.
pub(crate) const NAME: &str = "Anna Lovelace-Szabó";

/// What it will say to one code.
struct Granted {
    subject: String,
    nonce: String,
    challenge: String,
    redirect: String,
}

#[derive(Default)]
struct Inner {
    issuer: String,
    codes: HashMap<String, Granted>,
    given: u64,
    /// Of which key its tokens are.
    key: u8,
    /// What else its tokens say; `null` takes a claim away.
    changes: Value,
    /// Whether it signs with another key than it shows.
    forges: bool,
    /// Whether it says that browsers come back with its name.
    names_itself: bool,
}

type Shared = Arc<Mutex<Inner>>;

/// A running provider; ends when dropped.
pub(crate) struct Provider {
    inner: Shared,
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

fn key(seed: u8) -> Ed25519KeyPair {
    Ed25519KeyPair::from_seed_unchecked(&[seed; 32]).unwrap()
}

async fn document(State(inner): State<Shared>) -> Json<Value> {
    let (issuer, names_itself) = {
        let inner = inner.lock().unwrap();
        (inner.issuer.clone(), inner.names_itself)
    };
    Json(json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize?theme=dark"),
        "token_endpoint": format!("{issuer}/token"),
        "jwks_uri": format!("{issuer}/jwks"),
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": names_itself,
    }))
}

async fn jwks(State(inner): State<Shared>) -> Json<Value> {
    let seed = inner.lock().unwrap().key;
    let x = URL_SAFE_NO_PAD.encode(key(seed).public_key().as_ref());
    let public =
        json!({ "kty": "OKP", "crv": "Ed25519", "use": "sig", "kid": seed.to_string(), "x": x });
    Json(json!({ "keys": [public] }))
}

/// Whether a header has the client's name and secret, encoded twice (RFC 6749, 2.3.1).
fn is_client(headers: &HeaderMap) -> bool {
    let encoded =
        |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let text = STANDARD.encode(format!("{}:{}", encoded(CLIENT), encoded(SECRET)));
    headers.get("authorization").unwrap().to_str().unwrap() == format!("Basic {text}")
}

async fn token(
    State(inner): State<Shared>,
    headers: HeaderMap,
    body: String,
) -> (StatusCode, Json<Value>) {
    let refuse = |error: &str| (StatusCode::BAD_REQUEST, Json(json!({ "error": error })));
    if !is_client(&headers) {
        return refuse("invalid_client");
    }
    let fields: HashMap<String, String> =
        url::form_urlencoded::parse(body.as_bytes()).into_owned().collect();
    assert_eq!(fields["grant_type"], "authorization_code");
    let mut inner = inner.lock().unwrap();
    let Some(granted) = inner.codes.remove(&fields["code"]) else {
        return refuse("invalid_grant");
    };
    let proof = URL_SAFE_NO_PAD.encode(Sha256::digest(&fields["code_verifier"]));
    if proof != granted.challenge || fields["redirect_uri"] != granted.redirect {
        return refuse("invalid_grant");
    }
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let now = now.as_secs();
    let mut claims = json!({
        "iss": inner.issuer, "aud": CLIENT, "sub": granted.subject, "nonce": granted.nonce,
        "iat": now, "exp": now + 300, "name": NAME,
    });
    for (name, value) in inner.changes.as_object().into_iter().flatten() {
        claims[name] = value.clone();
    }
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let header = json!({ "alg": "EdDSA", "kid": inner.key.to_string() });
    let signed = format!("{}.{}", part(&header), part(&claims));
    let seed = if inner.forges { 99 } else { inner.key };
    let signature = URL_SAFE_NO_PAD.encode(key(seed).sign(signed.as_bytes()));
    let id_token = format!("{signed}.{signature}");
    (StatusCode::OK, Json(json!({ "id_token": id_token, "access_token": "x" })))
}

impl Provider {
    /// Starts one on a thread of its own, so that tests may block.
    pub(crate) fn start() -> Self {
        Self::start_at("127.0.0.1:0".parse().unwrap())
    }

    /// The same at an address, which may have been its own before.
    pub(crate) fn start_at(address: SocketAddr) -> Self {
        let inner: Shared = Arc::default();
        let (stop, stopped) = oneshot::channel();
        let (sender, receiver) = std::sync::mpsc::channel();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let routes = Router::new()
            .route("/.well-known/openid-configuration", get(document))
            .route("/jwks", get(jwks))
            .route("/token", post(token))
            .with_state(Arc::clone(&inner));
        let thread = std::thread::spawn(move || {
            runtime.block_on(async move {
                let listener = tokio::net::TcpListener::bind(address).await.unwrap();
                sender.send(listener.local_addr().unwrap()).unwrap();
                tokio::select! {
                    served = axum::serve(listener, routes) => served.unwrap(),
                    _ = stopped => {}
                }
            });
        });
        let address = receiver.recv().unwrap();
        inner.lock().unwrap().issuer = format!("http://{address}");
        Self { inner, address, stop: Some(stop), thread: Some(thread) }
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// What it calls itself.
    pub(crate) fn issuer(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Variables of a server that is its client.
    pub(crate) fn env(&self) -> [(String, String); 5] {
        [
            ("QUIZRAIN_OIDC_ISSUER", self.issuer().as_str()),
            ("QUIZRAIN_OIDC_CLIENT_ID", CLIENT),
            ("QUIZRAIN_OIDC_CLIENT_SECRET", SECRET),
            ("QUIZRAIN_OIDC_NAME", "Example \"ID\""),
            ("QUIZRAIN_OIDC_ALLOW_PRIVATE", "true"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
    }

    /// Somebody comes to its page by this address and signs in: the code for the browser to bring back.
    pub(crate) fn grant(&self, url: &Url, subject: &str) -> String {
        assert!(
            url.as_str().starts_with(&format!("{}/authorize?theme=dark&", self.issuer())),
            "{url}"
        );
        let asked: HashMap<String, String> = url.query_pairs().into_owned().collect();
        assert_eq!(
            ["response_type", "client_id", "scope", "code_challenge_method"]
                .map(|name| &asked[name]),
            ["code", CLIENT, "openid profile", "S256"]
        );
        let mut inner = self.inner.lock().unwrap();
        inner.given += 1;
        let code = format!("a-code-that-is-long-{}", inner.given);
        let granted = Granted {
            subject: subject.to_owned(),
            nonce: asked["nonce"].clone(),
            challenge: asked["code_challenge"].clone(),
            redirect: asked["redirect_uri"].clone(),
        };
        inner.codes.insert(code.clone(), granted);
        code
    }

    /// Servers that start from now on hear that browsers come back with its name.
    pub(crate) fn name_itself(&self) {
        self.inner.lock().unwrap().names_itself = true;
    }

    /// From now on its tokens say this as well.
    pub(crate) fn say(&self, changes: Value) {
        self.inner.lock().unwrap().changes = changes;
    }

    /// From now on it signs with another key, which it shows.
    pub(crate) fn change_key(&self) {
        self.inner.lock().unwrap().key += 1;
    }

    /// From now on it signs, or not, with a key that it does not show.
    pub(crate) fn forge(&self, forges: bool) {
        self.inner.lock().unwrap().forges = forges;
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
