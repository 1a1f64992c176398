//! Posts what is delivered and asks about it. Called by payouts and webhooks.
//!
//! No redirects, no proxy, no cookies, no retries of its own: one request goes to one checked
//! address, and what comes back is bounded in time and size.

use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HeaderValue};
use reqwest::{Response, redirect, retry};
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt;

use super::Target;
use super::sign::{self, Secret};

/// The longest reply that is read, in bytes.
const LONGEST_REPLY: usize = 64 * 1024;

/// Connections kept open between requests.
const IDLE_CONNECTIONS: usize = 32;

/// The header that names what is delivered: the same however often it is sent.
const KEY_HEADER: &str = "idempotency-key";

/// The client cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// This machine has no list of certificate authorities.
    #[error("cannot use this machine's certificates (on Debian, install ca-certificates): {0}")]
    Tls(#[from] rustls::Error),
    /// The HTTP client.
    #[error("cannot make an HTTP client: {0}")]
    Http(#[from] reqwest::Error),
}

/// What speaks with one checked address and no other.
pub(super) fn http(target: &Target, timeout: Duration) -> Result<reqwest::Client, ClientError> {
    let provider = ring::default_provider().into();
    let tls =
        ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    let tls = if target.is_encrypted() {
        tls.with_platform_verifier()?
    } else {
        tls.with_root_certificates(RootCertStore::empty())
    };
    let http = reqwest::Client::builder()
        .user_agent(concat!("quizrain/", env!("CARGO_PKG_VERSION")))
        .tls_backend_preconfigured(tls.with_no_client_auth())
        .https_only(target.is_encrypted())
        .redirect(redirect::Policy::none())
        .referer(false)
        .retry(retry::never())
        .no_proxy()
        .dns_resolver(target.resolver())
        .pool_max_idle_per_host(IDLE_CONNECTIONS)
        .timeout(timeout);
    Ok(http.build()?)
}

/// Speaks with one receiver. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Client {
    http: reqwest::Client,
    target: Target,
    secret: Secret,
    timeout: Duration,
}

impl Client {
    /// A client for a receiver; a request and its whole reply take as long as `timeout` at most.
    ///
    /// # Errors
    /// No certificates on this machine, or no HTTP client.
    pub fn new(target: Target, secret: Secret, timeout: Duration) -> Result<Self, ClientError> {
        Ok(Self { http: http(&target, timeout)?, target, secret, timeout })
    }

    /// How long one request takes at most.
    #[must_use]
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    /// Posts JSON under a key; `now_ms` is the time it is signed with.
    ///
    /// # Errors
    /// Why there is no reply. It may have arrived.
    pub async fn post(&self, key: &str, body: Vec<u8>, now_ms: u64) -> Result<Reply, String> {
        let signature = sign::sign(&self.secret, now_ms / 1000, &body);
        let request = self
            .http
            .post(self.target.url().clone())
            .header(CONTENT_TYPE, HeaderValue::from_static("application/json"))
            .header(KEY_HEADER, key)
            .header(sign::HEADER, signature)
            .body(body);
        Ok(Reply(request.send().await.map_err(describe)?))
    }

    /// Asks about a key: its signature is over the key.
    ///
    /// # Errors
    /// Why there is no reply.
    pub async fn get(&self, key: &str, now_ms: u64) -> Result<Reply, String> {
        let signature = sign::sign(&self.secret, now_ms / 1000, key.as_bytes());
        let request = self.http.get(self.target.query_url(key)).header(sign::HEADER, signature);
        Ok(Reply(request.send().await.map_err(describe)?))
    }
}

/// The head of a reply, and its body if it is wanted.
#[derive(Debug)]
pub struct Reply(Response);

impl Reply {
    pub(super) fn of(response: Response) -> Self {
        Self(response)
    }

    /// The status.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.0.status().as_u16()
    }

    /// Reads the body, which counts towards the request's time.
    ///
    /// # Errors
    /// Why there is none: it did not come in time, or is too long.
    pub async fn body(mut self) -> Result<Vec<u8>, String> {
        let mut body = Vec::new();
        while let Some(chunk) = self.0.chunk().await.map_err(describe)? {
            if body.len() + chunk.len() > LONGEST_REPLY {
                return Err(format!("a reply of more than {LONGEST_REPLY} bytes"));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }
}

/// An error with its causes, without the URL: the log has that once, at the start.
pub(super) fn describe(error: reqwest::Error) -> String {
    if error.is_timeout() {
        return "no reply in time".to_owned();
    }
    let error = error.without_url();
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(&error);
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret() -> Secret {
        Secret::new(&"s".repeat(32)).unwrap()
    }

    #[test]
    fn the_debug_text_of_a_client_does_not_tell_the_secret() {
        let target = Target::new(&"http://127.0.0.1:1/".parse().unwrap(), true).unwrap();
        let client = Client::new(target, secret(), Duration::from_secs(1)).unwrap();
        assert!(!format!("{client:?}").contains("ssss"));
    }

    #[tokio::test]
    async fn a_receiver_that_does_not_speak_tls_is_not_believed() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("https://{}/pay", listener.local_addr().unwrap());
        let target = Target::new(&url.parse().unwrap(), true).unwrap();
        let client = Client::new(target, secret(), Duration::from_secs(5)).unwrap();
        let speak = async {
            use tokio::io::{AsyncReadExt, AsyncWriteExt};
            let (mut socket, _) = listener.accept().await.unwrap();
            let mut hello = [0; 64];
            let read = socket.read(&mut hello).await.unwrap();
            // A TLS handshake record, not a word of HTTP.
            assert!(read > 0 && hello[0] == 0x16);
            let body = "{\"key\":\"qr1-a-1\",\"state\":\"confirmed\"}";
            let reply = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}", body.len());
            let _ = socket.write_all(reply.as_bytes()).await;
        };
        let (asked, ()) = tokio::join!(client.get("qr1-a-1", 1000), speak);
        assert!(asked.is_err(), "{asked:?}");
    }
}
