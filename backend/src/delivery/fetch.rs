//! Reads one document from a checked address. Called by `people` for the keys of who signs people in.

use std::time::Duration;

use super::Target;
use super::client::{ClientError, Reply, describe, http};

/// Reads what lies at one address. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Fetcher {
    http: reqwest::Client,
    target: Target,
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
        let request = self.http.get(self.target.url().clone());
        let reply = Reply::of(request.send().await.map_err(describe)?);
        match reply.status() {
            200 => reply.body().await,
            status => Err(format!("status {status}")),
        }
    }
}
