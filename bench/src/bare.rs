//! The bare server: axum's WebSockets and nothing else, which the product is compared with.
//!
//! Started by `measure` as a process of its own. It has what any sensible server has (small
//! buffers, `TCP_NODELAY`, a long listen queue) and does no work: it answers each frame with as
//! many bytes as it is told, repeats one frame to everybody, or does so once all have said something.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context;
use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::response::Response;
use axum::routing::get;
use axum::serve::ListenerExt;
use bytes::Bytes;
use clap::Args;
use quizrain_testkit::limits::raise_open_files;
use serde::Deserialize;
use tokio::net::TcpSocket;
use tokio::sync::broadcast;

/// As in the product: what more is resident for each socket is memory that nobody needs.
const READ_BUFFER_BYTES: usize = 512;
const WRITE_BUFFER_BYTES: usize = 4 * 1024;
const BACKLOG: u32 = 4096;

/// What the bare server can be told.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Address and port to listen on; port 0 takes a free one and prints it.
    #[arg(long, env = "QUIZRAIN_BENCH_BARE_LISTEN", default_value = "127.0.0.1:0")]
    listen: SocketAddr,
}

/// How large an answer is.
#[derive(Deserialize)]
struct Echo {
    bytes: Option<usize>,
}

/// How many frames make one to everybody, and how large that is.
#[derive(Deserialize)]
struct Gather {
    of: usize,
    bytes: usize,
}

/// Everybody who listens.
#[derive(Clone)]
struct Everybody {
    published: broadcast::Sender<Bytes>,
    /// How many frames were gathered.
    gathered: Arc<AtomicUsize>,
}

/// Serves until it is ended.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    // Each socket is one: whoever is let in while there are any.
    let _ = raise_open_files(u64::MAX);
    tokio::runtime::Runtime::new()?.block_on(serve(options.listen))
}

async fn serve(address: SocketAddr) -> anyhow::Result<()> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_reuseaddr(true)?;
    socket.bind(address).with_context(|| format!("cannot listen on {address}"))?;
    let listener = socket.listen(BACKLOG)?;
    println!("listening {}", listener.local_addr()?);
    let listener = listener.tap_io(|stream| {
        // Where it fails the figures only get worse, and the product does the same.
        let _ = stream.set_nodelay(true);
    });
    Ok(axum::serve(listener, routes()).await?)
}

fn routes() -> Router {
    let (published, _) = broadcast::channel::<Bytes>(64);
    Router::new()
        .route("/echo", get(echo))
        .route("/listen", get(listen))
        .route("/publish", get(publish))
        .route("/gather", get(gather))
        .with_state(Everybody { published, gathered: Arc::default() })
}

fn small(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade.read_buffer_size(READ_BUFFER_BYTES).write_buffer_size(WRITE_BUFFER_BYTES)
}

/// Answers each frame with so many bytes, or with itself.
async fn echo(Query(echo): Query<Echo>, upgrade: WebSocketUpgrade) -> Response {
    let fixed = echo.bytes.map(|bytes| Bytes::from(vec![0; bytes.min(64 * 1024)]));
    small(upgrade).on_upgrade(move |mut socket: WebSocket| async move {
        while let Some(Ok(message)) = socket.recv().await {
            let Message::Binary(bytes) = message else { continue };
            let answer = fixed.clone().unwrap_or(bytes);
            if socket.send(Message::Binary(answer)).await.is_err() {
                return;
            }
        }
    })
}

/// Hears what is published.
async fn listen(State(everybody): State<Everybody>, upgrade: WebSocketUpgrade) -> Response {
    small(upgrade).on_upgrade(move |mut socket: WebSocket| async move {
        let mut published = everybody.published.subscribe();
        loop {
            tokio::select! {
                message = socket.recv() => if !matches!(message, Some(Ok(_))) { return },
                bytes = published.recv() => {
                    let Ok(bytes) = bytes else { return };
                    if socket.send(Message::Binary(bytes)).await.is_err() {
                        return;
                    }
                }
            }
        }
    })
}

/// Each frame goes to everybody who listens.
async fn publish(State(everybody): State<Everybody>, upgrade: WebSocketUpgrade) -> Response {
    small(upgrade).on_upgrade(move |mut socket: WebSocket| async move {
        while let Some(Ok(message)) = socket.recv().await {
            if let Message::Binary(bytes) = message {
                // Nobody listening is no error.
                let _ = everybody.published.send(bytes);
            }
        }
    })
}

/// Answers each frame with itself, and everybody hears one as soon as so many have come.
async fn gather(
    State(everybody): State<Everybody>,
    Query(Gather { of, bytes }): Query<Gather>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let news = Bytes::from(vec![0; bytes.min(64 * 1024)]);
    small(upgrade).on_upgrade(move |mut socket: WebSocket| async move {
        let mut published = everybody.published.subscribe();
        loop {
            let answer = tokio::select! {
                message = socket.recv() => {
                    let Some(Ok(message)) = message else { return };
                    let Message::Binary(bytes) = message else { continue };
                    let gathered = everybody.gathered.fetch_add(1, Ordering::Relaxed) + 1;
                    if gathered.is_multiple_of(of) {
                        let _ = everybody.published.send(news.clone());
                    }
                    bytes
                }
                bytes = published.recv() => {
                    let Ok(bytes) = bytes else { return };
                    bytes
                }
            };
            if socket.send(Message::Binary(answer)).await.is_err() {
                return;
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::measure::swarm::{Event, Swarm};

    #[test]
    fn everybody_hears_once_when_all_have_said_something() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        runtime.spawn(async move { axum::serve(listener, routes()).await });
        let mut swarm = Swarm::new(address, "/gather?of=3&bytes=100", None).unwrap();
        (0..3).for_each(|_| swarm.connect().unwrap());
        let mut open = 0;
        let patience = Duration::from_secs(60);
        let opened = swarm.until("sockets", patience, |_, _, event| {
            open += usize::from(matches!(event, Event::Open));
            Ok(open == 3)
        });
        opened.unwrap();
        for _ in 0..2 {
            (0..3).for_each(|index| swarm.link(index).send(&[7; 5]));
            let (mut answers, mut news) = (0, 0);
            let heard = swarm.until("all frames", patience, |_, _, event| {
                let Event::Frame(frame) = event else { panic!("{event:?}") };
                answers += usize::from(frame == [7; 5]);
                news += usize::from(frame == [0; 100]);
                Ok(answers == 3 && news == 3)
            });
            heard.unwrap();
        }
    }
}
