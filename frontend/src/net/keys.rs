//! What a host asks of the keys of programs.

use quizrain_shared::api::{KeySummary, MadeKey, NewKey};
use quizrain_shared::ids::Token;

use super::host::{json, request};
use super::http::HttpError;

/// Every key, the newest first.
pub(crate) async fn list(host_key: &Token) -> Result<Vec<KeySummary>, HttpError> {
    request("GET", "/api/keys", Some(host_key), None).await
}

/// Makes one. It is told now and never again.
pub(crate) async fn make(host_key: &Token, wish: &NewKey) -> Result<MadeKey, HttpError> {
    request("POST", "/api/keys", Some(host_key), json(wish).as_deref()).await
}

/// Revokes one; those that are left.
pub(crate) async fn revoke(host_key: &Token, id: &str) -> Result<Vec<KeySummary>, HttpError> {
    request("DELETE", &["/api/keys/", id].concat(), Some(host_key), None).await
}
