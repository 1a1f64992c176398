//! From an HTTP request to a socket: origin, subprotocol, sizes.

use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use prometheus_client::metrics::gauge::Gauge;
use quizrain_shared::wire::Encoding;
use quizrain_shared::wire::limits::MAX_CLIENT_FRAME_BYTES;
use tracing::Instrument;

use crate::admission::{Client, Full};
use crate::live::sockets::Sockets;
use crate::live::sockets::guest::Guest;
use crate::live::sockets::socket::{Role, Wire};
use crate::metrics::METRICS;

/// What is read at a time, and resident for every socket: a tap has 20 bytes, and what is larger is read in
/// pieces. tungstenite clears it before each read, and uses it again where no message of before is kept.
const READ_BUFFER_BYTES: usize = 512;

/// From how much on frames that are written together are sent in parts.
const WRITE_BUFFER_BYTES: usize = 4 * 1024;

/// What may wait unsent for one socket before it is given up.
const MAX_WRITE_BUFFER_BYTES: usize = 256 * 1024;

/// Prepares an upgrade, or says why there is none.
pub(super) fn prepare(
    sockets: &Sockets,
    headers: &HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<(WebSocketUpgrade, Encoding), Box<Response>> {
    if !sockets.own_pages.is_origin(headers) {
        tracing::info!(origin = ?headers.get(header::ORIGIN), "refused a socket from a foreign page");
        let text = "this page may not open a socket here\n";
        return Err(Box::new((StatusCode::FORBIDDEN, text).into_response()));
    }
    if sockets.leaving.is_cancelled() {
        return Err(Box::new(elsewhere("this server ends; try another\n")));
    }
    if sockets.live.nodes.peers().cut_off() {
        return Err(Box::new(elsewhere("this server does not reach Redis; try another\n")));
    }
    let upgrade = upgrade
        .protocols(Encoding::ALL.map(Encoding::subprotocol))
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(WRITE_BUFFER_BYTES)
        .max_write_buffer_size(MAX_WRITE_BUFFER_BYTES);
    let chosen = upgrade.selected_protocol().and_then(|name| name.to_str().ok());
    match chosen.and_then(Encoding::from_subprotocol) {
        Some(encoding) => Ok((upgrade, encoding)),
        None => {
            let names = Encoding::ALL.map(Encoding::subprotocol).join(" or ");
            let text = format!("offer the WebSocket subprotocol {names}\n");
            Err(Box::new((StatusCode::BAD_REQUEST, text).into_response()))
        }
    }
}

/// Sends whoever asks, or the proxy in between, to another server.
fn elsewhere(why: &'static str) -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "1")], why).into_response()
}

/// Asks whoever has too many sockets to come back later.
fn no_room(full: Full) -> Response {
    let (status, text) = match full {
        Full::Server => (StatusCode::SERVICE_UNAVAILABLE, "this server has no room; try another\n"),
        Full::Address => (StatusCode::TOO_MANY_REQUESTS, "too many sockets from this address\n"),
    };
    (status, [(header::RETRY_AFTER, "5")], text).into_response()
}

/// What a kind of sockets is called, and what one of them may send.
#[derive(Clone, Copy)]
pub(super) struct Terms {
    pub(super) role: &'static str,
    pub(super) max_frame_bytes: usize,
    pub(super) frames_per_second: u32,
}

/// Makes a prepared upgrade a socket, which is served on these terms until it is over.
pub(super) fn accept<F: Future<Output = ()> + Send + 'static>(
    sockets: Arc<Sockets>,
    (upgrade, encoding): (WebSocketUpgrade, Encoding),
    terms: Terms,
    serve: impl FnOnce(Arc<Sockets>, Box<Wire>) -> F + Send + 'static,
) -> Response {
    let Terms { role, max_frame_bytes, frames_per_second } = terms;
    let upgrade = upgrade.max_message_size(max_frame_bytes).max_frame_size(max_frame_bytes);
    upgrade.on_upgrade(move |socket| {
        // On the heap, once: a future keeps room for whatever was ever moved through it.
        let wire = Box::new(Wire::new(socket, encoding, frames_per_second));
        async move {
            let _open = Open::new(role);
            let tasks = sockets.tasks.clone();
            // Below what is logged by default: ten thousand spans are megabytes.
            let span = tracing::debug_span!("socket", role);
            tasks.track_future(serve(sockets, wire).instrument(span)).await;
        }
    })
}

/// Counts a socket for as long as it is open.
struct Open(Gauge);

impl Open {
    fn new(role: &'static str) -> Self {
        let gauge = METRICS.sockets(role);
        gauge.inc();
        Self(gauge)
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Makes a request a socket of that role.
pub(crate) async fn upgrade<R: Role>(
    State(sockets): State<Arc<Sockets>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let prepared = match prepare(&sockets, &headers, upgrade) {
        Ok(prepared) => prepared,
        Err(refusal) => return *refusal,
    };
    let guest = match Guest::enter(&sockets, client, R::IS_SCREEN) {
        Ok(guest) => guest,
        Err(full) => return no_room(full),
    };
    let terms = Terms {
        role: R::NAME,
        max_frame_bytes: MAX_CLIENT_FRAME_BYTES,
        frames_per_second: sockets.frames_per_second,
    };
    accept(sockets, prepared, terms, move |sockets, wire| serve::<R>(sockets, wire, guest))
}

/// Serves a socket until it is over.
async fn serve<R: Role>(sockets: Arc<Sockets>, mut wire: Box<Wire>, guest: Guest) {
    let opened = Box::pin(async { R::open(&mut wire, sockets, guest).await.map(Box::new) }).await;
    wire.run(opened).await;
}
