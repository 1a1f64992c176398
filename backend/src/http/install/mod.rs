//! What puts Quizrain on a phone's home screen: a manifest with its icons, and the service worker that says what is
//! wrong where a page cannot be reached. Nothing else needs any of them.
//!
//! Their names have no hash, so browsers ask again for them: for the worker each time.

use axum::Router;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::Web;

const MANIFEST: &str = include_str!("manifest.webmanifest");

const WORKER: &str = include_str!("sw.js");

/// Made of `frontend/icon.svg`, each by its path.
const ICONS: [(&str, &[u8]); 4] = [
    ("/icon-192.png", include_bytes!("icon-192.png")),
    ("/icon-512.png", include_bytes!("icon-512.png")),
    ("/icon-maskable-512.png", include_bytes!("icon-maskable-512.png")),
    ("/apple-touch-icon.png", include_bytes!("apple-touch-icon.png")),
];

/// For how long browsers keep what hardly ever changes.
const FOR_A_DAY: &str = "public, max-age=86400";

pub(super) fn router() -> Router<Web> {
    let icons = ICONS.into_iter().fold(Router::new(), |router, (path, icon)| {
        router.route(path, get(async move || icon_as_png(icon)))
    });
    icons.route("/manifest.webmanifest", get(manifest)).route("/sw.js", get(worker))
}

fn icon_as_png(icon: &'static [u8]) -> Response {
    let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, FOR_A_DAY)];
    (headers, icon).into_response()
}

async fn manifest() -> Response {
    let headers =
        [(header::CONTENT_TYPE, "application/manifest+json"), (header::CACHE_CONTROL, FOR_A_DAY)];
    (headers, MANIFEST).into_response()
}

/// The worker asks for pages in the place of the browser, and for nothing else.
async fn worker() -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
        ),
    ];
    (headers, WORKER).into_response()
}
