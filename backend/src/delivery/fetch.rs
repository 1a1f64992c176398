//! Reads one document from a checked address, or posts a form there. Called by `people` for what is known
//! of who signs people in.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use url::form_urlencoded::Serializer;

use super::Target;
use super::client::{ClientError, Reply, describe, http};

/// Speaks with one address. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Fetcher {
    http: reqwest::Client,
    target: Target,
}

/// A text as forms have it.
fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// A value of a header that is in no log.
fn sensitive(text: &str) -> Result<HeaderValue, String> {
    let mut value = HeaderValue::from_str(text).map_err(|error| error.to_string())?;
    value.set_sensitive(true);
    Ok(value)
}

impl Fetcher {
    /// One that takes as long as `timeout` at most.
    ///
    /// # Errors
    /// No certificates on this machine, or no HTTP client.
    pub fn new(target: Target, timeout: Duration) -> Result<Self, ClientError> {
        Ok(Self { http: http(&target, timeout)?, target })
    }

    /// What lies there now.
    ///
    /// # Errors
    /// Why there is nothing: another status than 200, too long, not in time, or not reached.
    pub async fn fetch(&self) -> Result<Vec<u8>, String> {
        self.fetch_with(None).await
    }

    /// The same for whoever has this token, where there is one.
    ///
    /// # Errors
    /// As of [`Self::fetch`].
    pub async fn fetch_with(&self, token: Option<&str>) -> Result<Vec<u8>, String> {
        let mut request = self.http.get(self.target.url().clone());
        if let Some(token) = token {
            request = request.header(AUTHORIZATION, sensitive(&format!("Bearer {token}"))?);
        }
        let reply = Reply::of(request.send().await.map_err(describe)?);
        match reply.status() {
            200 => reply.body().await,
            status => Err(format!("status {status}")),
        }
    }

    /// Posts a form, as the client with this name and secret where there is one (RFC 6749, 2.3.1); status
    /// and body of what is answered.
    ///
    /// # Errors
    /// Why nothing is: too long, not in time, or not reached. It may have arrived.
    pub async fn post_form(
        &self,
        fields: &[(&str, &str)],
        client: Option<(&str, &str)>,
    ) -> Result<(u16, Vec<u8>), String> {
        let body = Serializer::new(String::new()).extend_pairs(fields).finish();
        let mut request = self
            .http
            .post(self.target.url().clone())
            .header(CONTENT_TYPE, HeaderValue::from_static("application/x-www-form-urlencoded"))
            .header(ACCEPT, HeaderValue::from_static("application/json"))
            .body(body);
        if let Some((name, secret)) = client {
            let text = STANDARD.encode(format!("{}:{}", encoded(name), encoded(secret)));
            request = request.header(AUTHORIZATION, sensitive(&format!("Basic {text}"))?);
        }
        let reply = Reply::of(request.send().await.map_err(describe)?);
        Ok((reply.status(), reply.body().await?))
    }
}
