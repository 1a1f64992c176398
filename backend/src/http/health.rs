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
    Router::new().route("/healthz", get(async || "ok\n")).route("/readyz", get(ready))
}

pub(super) fn numbers() -> Router<Web> {
    Router::new().route("/metrics", get(metrics))
}

/// Not ready is who cannot do what another server may do. The database is one for all of them, and
/// packets are caught without it: its state is told, and takes nobody out.
async fn ready(State(web): State<Web>) -> impl IntoResponse {
    let redis = web.redis.time_ms().await.is_ok();
    let database = METRICS.database_up.get() == 1;
    let word = |up: bool| if up { "up" } else { "down" };
    let cut_off = web.nodes.peers().cut_off();
    let mut text = format!("redis {}\ndatabase {}\n", word(redis), word(database));
    if cut_off {
        text.push_str("servers cut off from the others\n");
    }
    (if redis && !cut_off { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE }, text)
}

async fn metrics() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, OPEN_METRICS)], METRICS.text())
}
