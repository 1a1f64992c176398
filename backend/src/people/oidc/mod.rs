//! Signing in at an OpenID provider: authorization code flow with PKCE (OpenID Connect Core 1.0, 3.1; RFC
//! 7636). Called by `http`.
//!
//! A browser begins with its own token in a header. What belongs to that beginning it carries itself,
//! sealed, so that any server can finish it and none remembers it; what a browser has used is in SQL, so
//! that none finishes it twice.
//!
//! The crate `openidconnect` is not used: it cannot be had without `rsa`, which has an open advisory
//! (RUSTSEC-2023-0071). Signatures are checked where those of all signed tokens are, in `jws`.

mod begun;
mod discovery;
mod id_token;
mod sql;
#[cfg(test)]
mod tests;

use quizrain_shared::api::SignInRefusal;
use serde::Deserialize;
use tokio_util::sync::CancellationToken;
use url::Url;

use super::claims::{Proof, cleaned_name, hash};
use super::{Device, People};
use crate::error::Error;
use crate::store::StoreError;
use crate::store::random::random_bytes;
use begun::{SECONDS, Seal};
use discovery::{Discovery, Found};
use id_token::Expected;

pub use begun::{Begun, WeakSecret, Wish};
pub use discovery::InvalidProvider;

/// Bytes of a code at most.
const MAX_CODE_BYTES: usize = 4096;

/// What this server is to a provider, as the operator has registered it there.
#[derive(Clone)]
pub struct Registration {
    /// Who signs people in, as its tokens name it.
    pub issuer: String,
    /// What the provider calls this server.
    pub client_id: String,
    /// What proves that it is this server.
    pub client_secret: String,
    /// What people call the provider.
    pub name: String,
    /// What is asked for, with spaces between.
    pub scopes: String,
    /// Whether the provider may be on this machine or in its network.
    pub allow_private: bool,
}

/// A provider, and this server as its client.
pub struct Provider {
    registration: Registration,
    /// Where browsers of players come back to.
    redirect: String,
    /// And those of hosts.
    host_redirect: String,
    seal: Seal,
    discovery: Discovery,
}

/// Where a browser goes, and what it carries meanwhile.
#[derive(Debug)]
pub struct Departure {
    /// The address of the provider's page.
    pub url: Url,
    /// What was begun, sealed.
    pub sealed: String,
    /// How long it may be away, in seconds.
    pub seconds: u64,
}

/// What the provider answers to a code.
#[derive(Deserialize)]
struct Tokens {
    id_token: String,
    access_token: Option<String>,
}

/// What it says of somebody besides (OpenID Connect Core 1.0, 5.3).
#[derive(Deserialize)]
struct UserInfo {
    sub: String,
    name: Option<String>,
}

/// What it answers instead (RFC 6749, 5.2).
#[derive(Deserialize)]
struct Refused {
    error: String,
}

/// A word of somebody else's, for the log.
fn word(text: &str) -> String {
    text.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').take(40).collect()
}

/// What somebody is called whose ID token does not say it. It is for show: nobody is kept out where it is
/// not to be had.
async fn name(found: &Found, tokens: &Tokens, subject: &str) -> Option<String> {
    let (userinfo, token) = found.userinfo.as_ref().zip(tokens.access_token.as_deref())?;
    match userinfo.fetch_with(Some(token)).await {
        Ok(bytes) => {
            let said = serde_json::from_slice::<UserInfo>(&bytes).ok();
            cleaned_name(said.filter(|said| said.sub == subject)?.name)
        }
        Err(error) => {
            tracing::debug!(error, "failed to ask --oidc-issuer what somebody is called");
            None
        }
    }
}

impl Provider {
    /// A provider. Nothing is asked of it yet.
    ///
    /// # Errors
    /// It must not be asked, or the secret is too weak.
    pub fn new(registration: Registration) -> Result<Self, InvalidProvider> {
        Ok(Self {
            seal: Seal::new(&registration)?,
            discovery: Discovery::new(&registration.issuer, registration.allow_private)?,
            registration,
            redirect: String::new(),
            host_redirect: String::new(),
        })
    }

    /// The same, whose browsers come back to these addresses: of players, and of hosts.
    #[must_use]
    pub fn returning_to(self, redirect: String, host_redirect: String) -> Self {
        Self { redirect, host_redirect, ..self }
    }

    /// Where a browser comes back to.
    fn redirect(&self, wish: &Wish) -> &str {
        match wish {
            Wish::Play { .. } => &self.redirect,
            Wish::Host | Wish::Connect(_) => &self.host_redirect,
        }
    }

    /// What people call it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.registration.name
    }

    /// Keeps what is known of it fresh.
    pub async fn watch(&self, stop: CancellationToken) {
        self.discovery.watch(stop).await;
    }

    /// Begins a sign-in of a browser.
    ///
    /// # Errors
    /// The operating system gives no randomness.
    pub async fn begin(
        &self,
        device: Device,
        wish: Wish,
        now: u64,
    ) -> Result<Result<Departure, SignInRefusal>, Error> {
        let Some(found) = self.discovery.found().await else {
            return Ok(Err(SignInRefusal::ProviderDown));
        };
        let begun = Begun::new(random_bytes()?, wish, now);
        // So few bytes can always be sealed.
        let Some(sealed) = self.seal.close(&begun, device, random_bytes()?) else {
            return Ok(Err(SignInRefusal::ProviderDown));
        };
        let mut url = found.authorization.clone();
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.registration.client_id)
            .append_pair("redirect_uri", self.redirect(&wish))
            .append_pair("scope", &self.registration.scopes)
            .append_pair("state", &begun.state())
            .append_pair("nonce", &begun.nonce())
            .append_pair("code_challenge", &begun.challenge())
            .append_pair("code_challenge_method", "S256");
        Ok(Ok(Departure { url, sealed, seconds: SECONDS }))
    }

    /// What this browser has begun and comes back from, in the state that the provider returned.
    ///
    /// # Errors
    /// It has begun nothing of that kind, or too long ago.
    pub fn begun(
        &self,
        device: Device,
        sealed: Option<&str>,
        state: &str,
        now: u64,
    ) -> Result<Begun, SignInRefusal> {
        let begun = sealed.and_then(|sealed| self.seal.open(sealed, device));
        let begun = begun.filter(|begun| begun.has_state(state)).ok_or(SignInRefusal::NotBegun)?;
        if begun.is_over(now) { Err(SignInRefusal::TooLate) } else { Ok(begun) }
    }

    /// Whether what a browser has come back with is this provider's answer, and not what another one has put into the
    /// address (RFC 9207, 2.4).
    pub async fn has_answered(&self, named: Option<&str>) -> bool {
        match named {
            Some(named) => named == self.registration.issuer,
            None => !self.discovery.found().await.is_some_and(|found| found.names_itself),
        }
    }

    /// Why it is that the provider has sent somebody back with a word in place of a code.
    #[must_use]
    pub fn refusal(&self, error: &str) -> SignInRefusal {
        match error {
            "access_denied" | "login_required" | "interaction_required" | "consent_required" => {
                SignInRefusal::Cancelled
            }
            error => {
                let issuer = &self.registration.issuer;
                tracing::info!(issuer, error = word(error), "the provider refused a sign-in");
                SignInRefusal::ProviderRefused
            }
        }
    }

    /// Who it is that the provider has given this code for.
    ///
    /// # Errors
    /// Nobody, and why.
    pub async fn redeem(
        &self,
        begun: &Begun,
        code: &str,
        now: u64,
    ) -> Result<Proof, SignInRefusal> {
        let found = self.discovery.found().await.ok_or(SignInRefusal::ProviderDown)?;
        let tokens = self.exchange(&found, begun, code).await?;
        let nonce = begun.nonce();
        let expected = Expected {
            issuer: &self.registration.issuer,
            client: &self.registration.client_id,
            nonce: &nonce,
            now,
        };
        let verify = || id_token::verify(&tokens.id_token, &found.keys.now(), &expected);
        let verified = match verify() {
            Err(SignInRefusal::UnknownKey) if found.keys.look_again().await => verify(),
            verified => verified,
        };
        let mut proof = verified.map_err(|why| match why {
            SignInRefusal::Nonce | SignInRefusal::TokenAudience | SignInRefusal::TokenExpired => {
                why
            }
            other => {
                tracing::warn!(reason = ?other, "failed to believe an ID token of --oidc-issuer");
                SignInRefusal::TokenInvalid
            }
        })?;
        if proof.name.is_none() {
            proof.name = name(&found, &tokens, &proof.subject).await;
        }
        Ok(proof)
    }

    /// Exchanges a code for what it stands for.
    async fn exchange(
        &self,
        found: &Found,
        begun: &Begun,
        code: &str,
    ) -> Result<Tokens, SignInRefusal> {
        if code.is_empty() || code.len() > MAX_CODE_BYTES {
            return Err(SignInRefusal::UsedCode);
        }
        let Registration { client_id, client_secret, .. } = &self.registration;
        let verifier = begun.verifier();
        let mut fields = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", self.redirect(&begun.wish)),
            ("code_verifier", verifier.as_str()),
        ];
        let basic = (!found.posts_secret).then_some((client_id.as_str(), client_secret.as_str()));
        if basic.is_none() {
            fields.extend([
                ("client_id", client_id.as_str()),
                ("client_secret", client_secret.as_str()),
            ]);
        }
        let (status, body) = found.token.post_form(&fields, basic).await.map_err(|error| {
            tracing::warn!(error, "failed to have a code exchanged by --oidc-issuer");
            SignInRefusal::ProviderDown
        })?;
        if status == 200 {
            return serde_json::from_slice(&body).map_err(|_| SignInRefusal::TokenInvalid);
        }
        let error = serde_json::from_slice::<Refused>(&body).map(|it| word(&it.error));
        let error = error.unwrap_or_default();
        if error == "invalid_grant" {
            return Err(SignInRefusal::UsedCode);
        }
        tracing::warn!(status, error, "failed to have a code exchanged by --oidc-issuer: refused");
        Err(if status >= 500 {
            SignInRefusal::ProviderDown
        } else {
            SignInRefusal::ProviderRefused
        })
    }
}

impl People {
    /// Uses up what was begun; whether nobody had. Once for ever, whatever comes of it.
    ///
    /// # Errors
    /// The database failed: it may be used up.
    pub async fn use_up(&self, begun: &Begun, device: Device) -> Result<bool, StoreError> {
        let used = hex::encode(hash("quizrain sign-in at a provider", [&begun.state(), ""]));
        self.sql.use_up(&used, begun.until(), device).await
    }

    /// The time by which sign-ins are judged, in seconds since 1970.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.clock.now_ms() / 1000
    }
}
