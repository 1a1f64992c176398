//! The front end, embedded and compressed at build time.
//!
//! Files have a hash in their names and may be kept for ever. The page itself is made for each
//! request, because its scripts carry a nonce that the content security policy names.

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::Web;

struct Asset {
    name: &'static str,
    content: &'static [u8],
    brotli: Option<&'static [u8]>,
}

static ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// What Trunk writes where the nonce belongs.
const NONCE: &str = "{{__TRUNK_NONCE__}}";

/// The pages of the app; the app itself chooses by the address.
pub(super) fn router() -> Router<Web> {
    let mut router = Router::new();
    let paths =
        ["/", "/host", "/host/{game}", "/play/{pin}", "/screen/{pin}", "/booth", "/balance"];
    for path in paths {
        router = router.route(path, get(page));
    }
    router.fallback(file)
}

fn find(name: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.name == name)
}

async fn page(State(_): State<Web>) -> Response {
    let Some(index) = find("index.html").and_then(|asset| std::str::from_utf8(asset.content).ok())
    else {
        let text = "The front end is not part of this build. scripts/run builds everything.\n";
        return (StatusCode::SERVICE_UNAVAILABLE, text).into_response();
    };
    let mut random = [0; 16];
    if getrandom::fill(&mut random).is_err() {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    let nonce = hex::encode(random);
    // 'wasm-unsafe-eval' lets WebAssembly be compiled and nothing else.
    let policy = format!(
        "default-src 'none'; script-src 'self' 'nonce-{nonce}' 'wasm-unsafe-eval'; \
         style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; \
         manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
        (header::CONTENT_SECURITY_POLICY, policy),
    ];
    (headers, index.replace(NONCE, &nonce)).into_response()
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let name = uri.path().trim_start_matches('/');
    let Some(asset) = find(name).filter(|asset| asset.name != "index.html") else {
        return (StatusCode::NOT_FOUND, "no such page\n").into_response();
    };
    let accepts = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let takes_brotli = accepts.is_some_and(|value| {
        value.split(',').any(|coding| {
            let mut parts = coding.trim().split(';').map(str::trim);
            parts.next() == Some("br") && !parts.any(|q| matches!(q, "q=0" | "q=0.0"))
        })
    });
    let common = [
        (header::CONTENT_TYPE, content_type(name)),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (header::VARY, "accept-encoding"),
    ];
    match asset.brotli.filter(|_| takes_brotli) {
        Some(packed) => (common, [(header::CONTENT_ENCODING, "br")], packed).into_response(),
        None => (common, asset.content).into_response(),
    }
}
