//! The receiver's web side: signature first, then the ledger, then the answer.

pub(crate) mod faults;
pub(crate) mod ledger;
mod webhooks;

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use quizrain::delivery::{Secret, sign};
use quizrain::payout::Payout;
use serde_json::{Value, json};

use faults::Faults;
use ledger::{Ledger, Recorded};

/// The longest payout, in bytes: ten times what Quizrain sends.
const LONGEST_PAYOUT: usize = 4096;

/// A receiver of payouts.
pub(crate) struct Receiver {
    /// What payouts are signed with.
    pub(crate) secret: Secret,
    /// What webhooks are signed with; without it, it takes none.
    pub(crate) webhook_secret: Option<Secret>,
    /// Whether it takes queries.
    pub(crate) queries: bool,
    /// What was paid.
    pub(crate) ledger: Ledger,
    /// How it misbehaves.
    pub(crate) faults: Faults,
}

/// Why there is no answer.
enum Failed {
    Forged(sign::Forged),
    Malformed(&'static str),
    Ledger(sqlx::Error),
}

impl From<sqlx::Error> for Failed {
    fn from(error: sqlx::Error) -> Self {
        Self::Ledger(error)
    }
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        match self {
            Self::Forged(forged) => (StatusCode::UNAUTHORIZED, forged.to_string()).into_response(),
            Self::Malformed(why) => (StatusCode::BAD_REQUEST, why).into_response(),
            Self::Ledger(error) => {
                eprintln!("ledger: {error}");
                // Not a refusal: the sender asks again.
                StatusCode::INTERNAL_SERVER_ERROR.into_response()
            }
        }
    }
}

/// Its routes.
pub(crate) fn router(receiver: Receiver) -> Router {
    Router::new()
        .route("/", post(pay))
        .route("/{key}", get(query))
        .route("/webhooks", post(webhooks::take))
        .route("/total", get(total))
        .route("/statement.csv", get(statement))
        .layer(DefaultBodyLimit::max(LONGEST_PAYOUT))
        .with_state(Arc::new(receiver))
}

/// Checks a request's signature against the bytes that came.
fn check(secret: &Secret, headers: &HeaderMap, signed: &[u8]) -> Result<(), Failed> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let header = headers.get(sign::HEADER).and_then(|value| value.to_str().ok()).unwrap_or("");
    sign::verify(secret, header, signed, now.as_secs()).map_err(Failed::Forged)
}

async fn pay(
    State(receiver): State<Arc<Receiver>>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Failed> {
    check(&receiver.secret, &headers, &body)?;
    let payout: Payout =
        serde_json::from_slice(&body).map_err(|_| Failed::Malformed("not a payout"))?;
    if headers.get("idempotency-key").is_none_or(|key| key != payout.key.as_str()) {
        return Err(Failed::Malformed("not a payout"));
    }
    let fault = receiver.faults.next();
    if let Some(answer) = fault.before(&receiver.faults).await {
        return Ok(answer);
    }
    let recorded = receiver.ledger.pay(&payout).await?;
    Ok(fault.after(&receiver.faults, answer(&payout.key, &recorded)).await)
}

async fn query(
    State(receiver): State<Arc<Receiver>>,
    Path(key): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    check(&receiver.secret, &headers, key.as_bytes())?;
    if !receiver.queries {
        return Ok(StatusCode::METHOD_NOT_ALLOWED.into_response());
    }
    let fault = receiver.faults.next();
    if let Some(answer) = fault.before(&receiver.faults).await {
        return Ok(answer);
    }
    let Some(recorded) = receiver.ledger.find(&key).await? else {
        return Ok((StatusCode::NOT_FOUND, "no such key").into_response());
    };
    Ok(fault.after(&receiver.faults, answer(&key, &recorded)).await)
}

/// What is answered for ever.
fn answer(key: &str, recorded: &Recorded) -> (StatusCode, Value) {
    match recorded {
        Recorded::Confirmed => (StatusCode::OK, json!({ "key": key, "state": "confirmed" })),
        Recorded::Refused(reason) => {
            (StatusCode::OK, json!({ "key": key, "state": "refused", "reason": reason }))
        }
        Recorded::Conflict => (StatusCode::CONFLICT, json!({ "key": key, "state": "conflict" })),
    }
}

async fn total(State(receiver): State<Arc<Receiver>>) -> Result<Response, Failed> {
    let mut total = receiver.ledger.total().await?;
    total["faults"] = receiver.faults.met();
    Ok(axum::Json(total).into_response())
}

async fn statement(State(receiver): State<Arc<Receiver>>) -> Result<Response, Failed> {
    let text = receiver.ledger.statement().await?;
    Ok(([(header::CONTENT_TYPE, "text/csv")], text).into_response())
}
