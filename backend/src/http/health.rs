//! Whether the process lives (`/healthz`) and whether it can play (`/readyz`).

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::get;

use super::Web;

pub(super) fn router() -> Router<Web> {
    Router::new().route("/healthz", get(async || "ok\n")).route("/readyz", get(ready))
}

async fn ready(State(web): State<Web>) -> impl IntoResponse {
    let redis = web.service.redis().time_ms().await;
    let database = web.service.sql().ping().await;
    let word = |up: bool| if up { "up" } else { "down" };
    let text = format!("redis {}\ndatabase {}\n", word(redis.is_ok()), word(database.is_ok()));
    let up = redis.is_ok() && database.is_ok();
    (if up { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE }, text)
}
