//! Whether the process lives (`/healthz`), whether it can play (`/readyz`), and what it counts
//! (`/metrics`).

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;

use super::Web;
use crate::metrics::METRICS;

/// The format in which Prometheus is told.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

pub(super) fn router() -> Router<Web> {
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
}

async fn ready(State(web): State<Web>) -> impl IntoResponse {
    let redis = web.service.redis().time_ms().await;
    let database = web.service.sql().ping().await;
    let word = |up: bool| if up { "up" } else { "down" };
    let cut_off = web.service.peers().cut_off();
    let mut text = format!("redis {}\ndatabase {}\n", word(redis.is_ok()), word(database.is_ok()));
    if cut_off {
        text.push_str("servers cut off from the others\n");
    }
    let up = redis.is_ok() && database.is_ok() && !cut_off;
    (if up { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE }, text)
}

async fn metrics() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, OPEN_METRICS)], METRICS.text())
}
