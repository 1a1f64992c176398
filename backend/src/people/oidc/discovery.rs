//! What a provider says of itself (OpenID Connect Discovery 1.0): where its pages and its keys are.
//!
//! Read when the server starts and every ten minutes. What it said last goes on while it is away; until it
//! has said anything, it is asked again every ten seconds, and where somebody wants to sign in.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use serde::Deserialize;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;
use url::Url;

use super::WeakSecret;
use crate::delivery::{ClientError, Fetcher, InvalidTarget, Target};
use crate::people::jwks::FetchedKeys;

/// How often it is asked.
const EVERY: Duration = Duration::from_secs(600);

/// How often it is, until it has answered.
const FIRST_EVERY: Duration = Duration::from_secs(10);

/// How often it is because somebody wants to sign in.
const SELDOM: Duration = Duration::from_secs(5);

/// How long an answer may take.
const TIMEOUT: Duration = Duration::from_secs(5);

/// What its keys are called in the log.
const OPTION: &str = "--oidc-issuer";

/// A provider that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum InvalidProvider {
    /// Not an address.
    #[error("--oidc-issuer must be a web address")]
    Address,
    /// An address that must not be asked.
    #[error("--oidc-issuer {0}{hint}", hint = hint(.0))]
    Target(InvalidTarget),
    /// The HTTP client.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// The secret.
    #[error(transparent)]
    Secret(#[from] WeakSecret),
}

fn hint(why: &InvalidTarget) -> &'static str {
    match why.may_be_private() {
        true => " (in your own network, use --oidc-allow-private)",
        false => "",
    }
}

/// The parts of the document that matter here.
#[derive(Deserialize)]
struct Document {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    #[serde(default)]
    userinfo_endpoint: Option<String>,
    #[serde(default)]
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
    #[serde(default)]
    code_challenge_methods_supported: Option<Vec<String>>,
    /// RFC 9207, 3.
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}

/// What it says of itself.
pub(super) struct Found {
    /// Its page.
    pub(super) authorization: Url,
    /// Whether browsers come back with its name.
    pub(super) names_itself: bool,
    /// Where codes are exchanged.
    pub(super) token: Fetcher,
    /// Whether the client's secret goes among the fields there, and not into a header.
    pub(super) posts_secret: bool,
    /// Where it says what somebody is called, if it does.
    pub(super) userinfo: Option<Fetcher>,
    /// With what it signs.
    pub(super) keys: Arc<FetchedKeys>,
    keys_at: String,
}

/// Asks a provider what it is.
pub(super) struct Discovery {
    issuer: String,
    allow_private: bool,
    document: Fetcher,
    found: RwLock<Option<Arc<Found>>>,
    /// When it was asked because of a sign-in: one at a time does that.
    asked: Mutex<Option<Instant>>,
}

fn address(text: &str) -> Result<Url, String> {
    text.parse().map_err(|_| format!("{text:?} is no address"))
}

fn fetcher(text: &str, allow_private: bool) -> Result<Fetcher, String> {
    let target = Target::new(&address(text)?, allow_private);
    let target = target.map_err(|why| format!("{text:?} {why}"))?;
    Fetcher::new(target, TIMEOUT).map_err(|why| why.to_string())
}

impl Discovery {
    pub(super) fn new(issuer: &str, allow_private: bool) -> Result<Self, InvalidProvider> {
        let address = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
        let url = address.parse::<Url>().map_err(|_| InvalidProvider::Address)?;
        let target = Target::new(&url, allow_private).map_err(InvalidProvider::Target)?;
        Ok(Self {
            issuer: issuer.to_owned(),
            allow_private,
            document: Fetcher::new(target, TIMEOUT)?,
            found: RwLock::default(),
            asked: Mutex::default(),
        })
    }

    fn now(&self) -> Option<Arc<Found>> {
        self.found.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What is known; asked now where nothing is.
    pub(super) async fn found(&self) -> Option<Arc<Found>> {
        if let Some(found) = self.now() {
            return Some(found);
        }
        let mut asked = self.asked.lock().await;
        // Whoever waited here looks at what the one before has found.
        if self.now().is_none() && asked.is_none_or(|at| at.elapsed() >= SELDOM) {
            self.ask().await;
            *asked = Some(Instant::now());
        }
        self.now()
    }

    /// Asks again and again.
    pub(super) async fn watch(&self, stop: CancellationToken) {
        loop {
            self.ask().await;
            let known = self.now().is_some_and(|found| !found.keys.now().is_empty());
            let pause = if known { EVERY } else { FIRST_EVERY };
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Asks now. What goes wrong is said in the log, and changes nothing.
    async fn ask(&self) {
        match self.read().await {
            Ok(found) => {
                found.keys.read().await;
                let first = self.now().is_none();
                *self.found.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(found));
                if first {
                    tracing::info!(issuer = self.issuer, "players can sign in at --oidc-issuer");
                }
            }
            Err(error) if self.now().is_none() => tracing::warn!(
                error,
                "failed to find out about --oidc-issuer, trying again; nobody can sign in there until then"
            ),
            Err(error) => tracing::warn!(
                error,
                "failed to find out about --oidc-issuer, trying again; what it said last goes on"
            ),
        }
    }

    async fn read(&self) -> Result<Found, String> {
        let bytes = self.document.fetch().await?;
        let document: Document =
            serde_json::from_slice(&bytes).map_err(|error| format!("no such document: {error}"))?;
        if document.issuer != self.issuer {
            return Err(format!(
                "it calls itself {:?}; --oidc-issuer must be the same, letter for letter",
                document.issuer
            ));
        }
        let takes = |methods: &Option<Vec<String>>, method: &str| {
            methods.as_ref().is_none_or(|them| them.iter().any(|it| it == method))
        };
        if !takes(&document.code_challenge_methods_supported, "S256") {
            return Err("it does not take PKCE with S256".to_owned());
        }
        // A browser is sent there, so its addresses count by the same rules.
        let authorization = address(&document.authorization_endpoint)?;
        let mut page = authorization.clone();
        page.set_query(None);
        Target::new(&page, self.allow_private).map_err(|why| format!("{page} {why}"))?;
        let methods = &document.token_endpoint_auth_methods_supported;
        let keys = match self.now().filter(|before| before.keys_at == document.jwks_uri) {
            Some(before) => Arc::clone(&before.keys),
            None => {
                let fetcher = fetcher(&document.jwks_uri, self.allow_private)?;
                Arc::new(FetchedKeys::new(fetcher, OPTION))
            }
        };
        Ok(Found {
            authorization,
            names_itself: document.authorization_response_iss_parameter_supported,
            token: fetcher(&document.token_endpoint, self.allow_private)?,
            posts_secret: !takes(methods, "client_secret_basic")
                && takes(methods, "client_secret_post"),
            userinfo: document
                .userinfo_endpoint
                .map(|text| fetcher(&text, self.allow_private))
                .transpose()?,
            keys,
            keys_at: document.jwks_uri,
        })
    }
}
