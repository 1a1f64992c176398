//! Webhooks: checked like payouts, kept once each, in the order in which they first came.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::ledger::Webhook;
use super::{Failed, Receiver, check};

/// Takes one.
pub(super) async fn take(
    State(receiver): State<Arc<Receiver>>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Failed> {
    let Some(secret) = &receiver.webhook_secret else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    check(secret, &headers, &body)?;
    let webhook: Webhook =
        serde_json::from_slice(&body).map_err(|_| Failed::Malformed("not a webhook"))?;
    if headers.get("idempotency-key").is_none_or(|key| key != webhook.id.as_str()) {
        return Err(Failed::Malformed("not a webhook"));
    }
    let fault = receiver.faults.next();
    if let Some(answer) = fault.before(&receiver.faults).await {
        return Ok(answer);
    }
    receiver.ledger.note(&webhook, &body).await?;
    Ok(fault.after(&receiver.faults, (StatusCode::OK, json!({ "id": webhook.id }))).await)
}
