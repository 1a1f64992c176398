//! What every request passes, and what browsers may do with the answers. Who may use which route, says
//! `access`.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::error::ApiError;
use super::{Web, max_body_bytes};
use crate::admission::{Admission, Client, FORWARDED_FOR, Peer};
use crate::metrics::METRICS;

/// Asked by whoever watches servers, by whatever name; they tell nothing that is worth a lure.
const PROBES: [&str; 2] = ["/healthz", "/readyz"];

/// What no page of ours asks a browser for, so that nothing that runs there can.
const PERMISSIONS: &str = "camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), \
    payment=(), serial=(), usb=()";

/// Refuses what is not meant for this server or too large for it, and notes who asks.
pub(super) async fn admit(
    State(admission): State<Arc<Admission>>,
    mut request: Request,
    next: Next,
) -> Response {
    if !PROBES.contains(&request.uri().path()) && !is_asked_by_own_name(&admission, &request) {
        METRICS.rejected("host");
        return ApiError::ForeignHost.into_response();
    }
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    let most = max_body_bytes(request.uri().path());
    if length.is_some_and(|length| length > most) {
        METRICS.rejected("body");
        return ApiError::TooLarge(most).into_response();
    }
    let peer = request.extensions().get::<Peer>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0);
    if !admission.is_proxy(peer) && request.headers().contains_key(FORWARDED_FOR) {
        warn_of_proxy(peer);
    }
    let client = admission.client(peer, request.headers());
    request.extensions_mut().insert(client);
    next.run(request).await
}

/// Says once that there may be a proxy: behind one that is not trusted all players are one address.
fn warn_of_proxy(peer: IpAddr) {
    static WARNED: AtomicBool = AtomicBool::new(false);
    if !WARNED.swap(true, Ordering::Relaxed) {
        tracing::warn!(
            %peer,
            "{FORWARDED_FOR} of a peer that is not trusted is not believed; if that is your proxy, \
            name it with --trusted-proxies"
        );
    }
}

/// Lets an address have the database read only so often, on routes where anybody can cause that.
pub(super) async fn meter(State(web): State<Web>, request: Request, next: Next) -> Response {
    match request.extensions().get::<Client>() {
        Some(client) if !web.admission.may_read(*client) => ApiError::TooMany.into_response(),
        _ => next.run(request).await,
    }
}

/// The same where somebody wants something of all games.
pub(super) async fn meter_all(State(web): State<Web>, request: Request, next: Next) -> Response {
    match request.extensions().get::<Client>() {
        Some(client) if !web.admission.may_read_all(*client) => ApiError::TooMany.into_response(),
        _ => next.run(request).await,
    }
}

/// Whether every name by which a request asks is this server's own. A browser always says one; who
/// says none cannot have been lured by a page.
fn is_asked_by_own_name(admission: &Admission, request: &Request) -> bool {
    static WARNED: AtomicBool = AtomicBool::new(false);
    let hosts = request.headers().get_all(header::HOST).iter();
    let hosts = hosts.map(|host| host.to_str().unwrap_or(""));
    let mut names = hosts.chain(request.uri().authority().map(|authority| authority.as_str()));
    match names.find(|name| !admission.answers_to(name)) {
        Some(name) => {
            if WARNED.swap(true, Ordering::Relaxed) {
                tracing::debug!(name, "refused a request by a foreign name");
            } else {
                tracing::warn!(
                    name,
                    "refused a request by a foreign name; if it is this server's own, \
                    tell it with --public-url or --allowed-hosts"
                );
            }
            false
        }
        None => true,
    }
}

/// Says in JSON that a request took too long, which its timer says in no words.
pub(super) async fn say_late(response: Response) -> Response {
    match response.status() {
        StatusCode::REQUEST_TIMEOUT => ApiError::TooSlow.into_response(),
        _ => response,
    }
}

/// Whether browsers may be told to come to a name by HTTPS alone, for a year: not to one that means
/// another machine elsewhere or tomorrow. Of addresses they do not take it (RFC 6797, 8.1.1).
fn is_lasting(host: &str) -> bool {
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name).trim_end_matches('.');
    let is_ip = host.starts_with('[') || name.parse::<IpAddr>().is_ok();
    let last = name.rsplit('.').next().unwrap_or(name).to_ascii_lowercase();
    !is_ip && name.contains('.') && !["local", "localhost"].contains(&last.as_str())
}

/// Headers that every answer carries.
pub(super) async fn set_headers(
    State(https): State<bool>,
    request: Request,
    next: Next,
) -> Response {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let is_pinned = https && host.is_some_and(is_lasting);
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("permissions-policy"), PERMISSIONS),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if is_pinned {
        let year = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers
        .entry(header::CONTENT_SECURITY_POLICY)
        .or_insert(HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_bound_to_names_that_last() {
        for host in ["quiz.example.org", "quiz.example.org:8443", "Quiz.Example.org.", "quiz.lan"] {
            assert!(is_lasting(host), "{host}");
        }
        for host in [
            "localhost",
            "localhost:8080",
            "app.localhost",
            "quiz.local",
            "quiz.LOCAL.:443",
            "quiz",
            "192.168.1.5",
            "192.168.1.5:8080",
            "[::1]",
            "[::1]:8080",
            "",
        ] {
            assert!(!is_lasting(host), "{host}");
        }
    }
}
