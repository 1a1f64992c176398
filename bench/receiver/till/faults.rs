//! Misbehaviour on purpose, for tests: everything that the internet does to a request.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// How a request goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Fault {
    /// It does not.
    None,
    /// Nothing is done, and the answer takes too long.
    Timeout,
    /// Nothing is done: 500.
    Broken,
    /// Nothing is done: somewhere else, please.
    Elsewhere,
    /// Done, and the answer is 500.
    DoneBroken,
    /// Done, and the answer takes too long.
    Late,
    /// Done, and the answer is a page.
    Nonsense,
    /// Done, and the answer is about another key.
    WrongKey,
    /// Done, and the answer is not known yet.
    Pending,
    /// Done, and the connection breaks in the middle of the answer.
    HangUp,
    /// Done, and the answer never ends.
    Flood,
    /// Done, and the answer is a bare 409, which refuses nothing.
    BareConflict,
}

const FAULTS: [Fault; 11] = [
    Fault::Timeout,
    Fault::Broken,
    Fault::Elsewhere,
    Fault::DoneBroken,
    Fault::Late,
    Fault::Nonsense,
    Fault::WrongKey,
    Fault::Pending,
    Fault::HangUp,
    Fault::Flood,
    Fault::BareConflict,
];

/// Which request goes wrong, and how: the same for the same seed and order.
pub(crate) struct Faults {
    percent: u8,
    late: Duration,
    seed: u64,
    requests: AtomicU64,
    met: Mutex<HashMap<Fault, u64>>,
}

impl Faults {
    pub(crate) fn new(percent: u8, late_ms: u64, seed: u64) -> Self {
        let late = Duration::from_millis(late_ms);
        Self { percent, late, seed, requests: AtomicU64::new(0), met: Mutex::default() }
    }

    /// What happens to the next request.
    pub(crate) fn next(&self) -> Fault {
        let number = self.requests.fetch_add(1, Ordering::Relaxed);
        let chance = Sha256::digest(format!("{}.{number}", self.seed));
        let fault = if u16::from(chance[0]) * 100 / 256 >= u16::from(self.percent) {
            Fault::None
        } else {
            FAULTS[usize::from(chance[1]) % FAULTS.len()]
        };
        if let Ok(mut met) = self.met.lock() {
            *met.entry(fault).or_default() += 1;
        }
        fault
    }

    /// How often each happened.
    pub(crate) fn met(&self) -> Value {
        let met = self.met.lock().map(|met| met.clone()).unwrap_or_default();
        met.into_iter().map(|(fault, times)| (format!("{fault:?}"), Value::from(times))).collect()
    }
}

impl Fault {
    /// The answer in place of doing anything.
    pub(crate) async fn before(self, faults: &Faults) -> Option<Response> {
        match self {
            Self::Timeout => {
                tokio::time::sleep(faults.late).await;
                Some(StatusCode::GATEWAY_TIMEOUT.into_response())
            }
            Self::Broken => Some(StatusCode::INTERNAL_SERVER_ERROR.into_response()),
            Self::Elsewhere => Some(Redirect::temporary("/statement.csv").into_response()),
            _ => None,
        }
    }

    /// The answer after it was done.
    pub(crate) async fn after(
        self,
        faults: &Faults,
        (status, mut answer): (StatusCode, Value),
    ) -> Response {
        match self {
            Self::DoneBroken => StatusCode::BAD_GATEWAY.into_response(),
            Self::Late => {
                tokio::time::sleep(faults.late).await;
                (status, Json(answer)).into_response()
            }
            Self::Nonsense => (status, "<html><title>200 OK</title></html>").into_response(),
            Self::WrongKey => {
                answer["key"] = json!("qr1-0000000000000000-0");
                (status, Json(answer)).into_response()
            }
            Self::Pending => {
                let answer = json!({ "key": answer["key"], "state": "pending" });
                (StatusCode::ACCEPTED, Json(answer)).into_response()
            }
            Self::HangUp => {
                // The whole answer as JSON, but the body was to be longer.
                let text = answer.to_string();
                let length = [(header::CONTENT_LENGTH, (text.len() + 9).to_string())];
                let parts = [Ok(Bytes::from(text)), Err(std::io::Error::other("hung up"))];
                let body = Body::from_stream(futures_util::stream::iter(parts));
                (status, length, body).into_response()
            }
            Self::Flood => {
                let spaces = Bytes::from(vec![b' '; 16 * 1024]);
                let endless = futures_util::stream::repeat_with(move || {
                    Ok::<_, std::convert::Infallible>(spaces.clone())
                });
                (status, Body::from_stream(endless)).into_response()
            }
            Self::BareConflict => StatusCode::CONFLICT.into_response(),
            Self::None | Self::Timeout | Self::Broken | Self::Elsewhere => {
                (status, Json(answer)).into_response()
            }
        }
    }
}
