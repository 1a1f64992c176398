//! Which pages of other sites may ask the API (CORS, <https://fetch.spec.whatwg.org/#http-cors-protocol>).
//! None, unless the operator names them.
//!
//! Nothing here is a right: whoever asks still needs a token or a key, and browsers add none by themselves,
//! as there are no cookies. Requests by a foreign name of this server are refused before they come here.

use std::time::Duration;

use axum::Router;
use axum::http::{HeaderValue, Method, header};
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::config::WebOrigin;

/// How long a browser may remember what it may ask.
const MAX_AGE: Duration = Duration::from_secs(600);

/// Lets pages of these origins ask these routes, and no others.
pub(super) fn before<S: Clone + Send + Sync + 'static>(
    origins: &[WebOrigin],
    routes: Router<S>,
) -> Router<S> {
    let exact = origins.iter().filter(|origin| !origin.is_any());
    let exact = exact.filter_map(|origin| HeaderValue::from_str(origin.as_str()).ok());
    let allowed = match origins {
        [] => return routes,
        [only] if only.is_any() => AllowOrigin::any(),
        _ => AllowOrigin::list(exact),
    };
    let methods = [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::DELETE];
    let asked = [header::AUTHORIZATION, header::CONTENT_TYPE, header::IF_NONE_MATCH];
    let told = [
        header::ALLOW,
        header::CONTENT_DISPOSITION,
        header::ETAG,
        header::LOCATION,
        header::RETRY_AFTER,
        header::WWW_AUTHENTICATE,
    ];
    let cors = CorsLayer::new()
        .allow_origin(allowed)
        .allow_methods(methods)
        .allow_headers(asked)
        .expose_headers(told)
        .max_age(MAX_AGE);
    routes.layer(cors)
}
