//! What describes the API: the OpenAPI document, which is made from the types of the wire when they change
//! (`schema/`), and a page of it for people, made of nothing but that document.

mod page;
mod types;

use std::sync::LazyLock;

use axum::Router;
use axum::http::header;
use axum::middleware::from_fn;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::Web;
use super::etag;

const DOCUMENT: &str = include_str!("../../../../docs/schema/openapi.json");

const STYLE: &str = include_str!("page.css");

/// The page, and the policy that lets it have its own style and nothing else.
static PAGE: LazyLock<(String, String)> = LazyLock::new(|| {
    let document: Value = serde_json::from_str(DOCUMENT).unwrap_or_default();
    let style = STANDARD.encode(Sha256::digest(STYLE));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{style}'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'"
    );
    (page::write(&document, STYLE), policy)
});

pub(super) fn router() -> Router<Web> {
    Router::new()
        .route("/api/openapi.json", get(document))
        .route_layer(from_fn(etag::tag))
        .route("/api/docs", get(page))
}

async fn document() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT).into_response()
}

async fn page() -> Response {
    let (page, policy) = &*PAGE;
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, policy.as_str()),
    ];
    (headers, page.as_str()).into_response()
}
