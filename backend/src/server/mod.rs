//! Serves HTTP over connections that are each held to their time. Started by `app`.
//!
//! A connection that says nothing, or half a request, costs a file handle and is closed after a
//! while; so is one whose other end takes nothing any more. Sockets live on after their upgrade and
//! are `live::sockets`'s from then on, but their place among the connections is freed only when
//! they end.

mod accept;
mod connection;
mod tls;

use std::time::Duration;

use axum::Router;
use axum::http;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_service::Service;

pub use accept::{Door, Listening};
pub use tls::{Acceptor, Tls, TlsError};

use crate::admission::Peer;
use crate::metrics::METRICS;

/// What a request's line and headers may have together.
const MAX_HEAD_BYTES: usize = 32 * 1024;

/// Headers of one request.
const MAX_HEADERS: usize = 64;

/// How long a connection may finish what it was doing when the server ends.
const CLOSING_TIMEOUT: Duration = Duration::from_secs(5);

/// Serves until it is told to end, and then what was begun. `idle` is what a connection may take
/// for the head of a request, and stay without one; a handshake has as long.
pub async fn serve(
    mut listening: Listening,
    tls: Option<Acceptor>,
    routes: Router,
    idle: Duration,
    closing: CancellationToken,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(idle)
        .max_headers(MAX_HEADERS)
        .max_buf_size(MAX_HEAD_BYTES);
    let tasks = TaskTracker::new();
    loop {
        let connection = tokio::select! {
            biased;
            () = closing.cancelled() => break,
            connection = listening.accept() => connection,
        };
        let (http, routes, closing) = (http.clone(), routes.clone(), closing.clone());
        let peer = Peer(connection.peer());
        match &tls {
            None => {
                tasks.spawn(run(http, connection, peer, routes, closing));
            }
            Some(tls) => {
                let tls = tls.clone();
                tasks.spawn(async move {
                    let shaken = tokio::select! {
                        () = closing.cancelled() => return,
                        shaken = tokio::time::timeout(idle, tls.accept(connection)) => shaken,
                    };
                    match shaken {
                        Ok(Ok(stream)) => run(http, stream, peer, routes, closing).await,
                        Ok(Err(error)) => {
                            METRICS.tls_handshakes_failed.inc();
                            tracing::debug!(%error, "no handshake; closed");
                        }
                        Err(_) => {
                            METRICS.tls_handshakes_failed.inc();
                            tracing::debug!("a handshake did not end in time; closed");
                        }
                    }
                });
            }
        }
    }
    drop(listening);
    tasks.close();
    tasks.wait().await;
}

/// Serves one connection until it is over, or has become a socket.
async fn run<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    http: http1::Builder,
    stream: S,
    peer: Peer,
    routes: Router,
    closing: CancellationToken,
) {
    let service = service_fn(move |mut request: http::Request<Incoming>| {
        request.extensions_mut().insert(peer);
        routes.clone().call(request)
    });
    let served = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
    let mut served = std::pin::pin!(served);
    let ended = tokio::select! {
        ended = served.as_mut() => Ok(ended),
        () = closing.cancelled() => {
            served.as_mut().graceful_shutdown();
            tokio::time::timeout(CLOSING_TIMEOUT, served).await
        }
    };
    match ended {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::debug!(%error, "connection ended"),
        Err(_) => tracing::debug!("a connection did not end in time; closed"),
    }
}
