//! Lines to Redis that break when a test wants them to, lead elsewhere, or are slow.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};
use tokio::sync::{mpsc, watch};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, sleep_until};

/// Where the line breaks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Break {
    /// Before the request is handed on: it is not carried out.
    Request = 1,
    /// After it was carried out, before the reply is handed back.
    Reply = 2,
}

/// Hands on what is said over a Unix socket of its own. Dropping it closes the socket.
pub(crate) struct Proxy {
    socket: PathBuf,
    upstream: Arc<Mutex<PathBuf>>,
    next: Arc<AtomicU8>,
    through: watch::Sender<bool>,
    accepting: JoinHandle<()>,
}

impl Proxy {
    /// Puts a line into a folder.
    pub(crate) fn start(dir: &Path, upstream: PathBuf) -> Self {
        let socket = dir.join("proxy.sock");
        let listener = UnixListener::bind(&socket).expect("a free place");
        let next = Arc::new(AtomicU8::new(0));
        let breaks = Arc::clone(&next);
        let upstream = Arc::new(Mutex::new(upstream));
        let leads_to = Arc::clone(&upstream);
        let (through, open) = watch::channel(true);
        let accepting = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let upstream = leads_to.lock().unwrap().clone();
                tokio::spawn(carry(client, upstream, Arc::clone(&breaks), open.clone()));
            }
        });
        Self { socket, upstream, next, through, accepting }
    }

    /// Where to connect to.
    pub(crate) fn socket(&self) -> PathBuf {
        self.socket.clone()
    }

    /// Connections from now on lead there.
    pub(crate) fn turn_to(&self, upstream: PathBuf) {
        *self.upstream.lock().unwrap() = upstream;
    }

    /// The connection over which the next request comes breaks.
    pub(crate) fn break_next(&self, place: Break) {
        self.next.store(place as u8, Ordering::SeqCst);
    }

    /// Nothing comes through in either direction, and nobody is told: as when a network falls
    /// apart.
    pub(crate) fn cut(&self) {
        self.through.send_replace(false);
    }

    /// What waits comes through, and all that follows.
    pub(crate) fn join(&self) {
        self.through.send_replace(true);
    }

    /// Nothing breaks.
    pub(crate) fn mend(&self) {
        self.next.store(0, Ordering::SeqCst);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn carry(
    mut client: UnixStream,
    upstream: PathBuf,
    next: Arc<AtomicU8>,
    mut open: watch::Receiver<bool>,
) {
    let Ok(mut server) = UnixStream::connect(upstream).await else { return };
    let (mut request, mut reply) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    let mut breaking = false;
    loop {
        tokio::select! {
            read = client.read(&mut request) => match read {
                Ok(length) if length > 0 => {
                    let _ = open.wait_for(|open| *open).await;
                    match next.swap(0, Ordering::SeqCst) {
                        place if place == Break::Request as u8 => return,
                        place => breaking |= place == Break::Reply as u8,
                    }
                    if server.write_all(&request[..length]).await.is_err() {
                        return;
                    }
                }
                _ => return,
            },
            read = server.read(&mut reply) => match read {
                Ok(length) if length > 0 && !breaking => {
                    let _ = open.wait_for(|open| *open).await;
                    if client.write_all(&reply[..length]).await.is_err() {
                        return;
                    }
                }
                _ => return,
            },
        }
    }
}

/// A line to a server on this machine whose answers arrive later than they were given. What is on
/// its way when it is dropped does not arrive.
pub(crate) struct SlowLine {
    pub(crate) port: u16,
    open: watch::Sender<bool>,
    carrying: JoinHandle<()>,
}

impl SlowLine {
    /// A line to a port, whose answers are so late.
    pub(crate) async fn start(to: u16, by: Duration) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("bound").port();
        let (open, through) = watch::channel(true);
        let carrying = tokio::spawn(async move {
            let mut lines = JoinSet::new();
            while let Ok((near, _)) = listener.accept().await {
                let Ok(far) = TcpStream::connect(("127.0.0.1", to)).await else { continue };
                let ((asked, answer), (answered, ask)) = (near.into_split(), far.into_split());
                lines.spawn(carry_later(asked, ask, Duration::ZERO, through.clone()));
                lines.spawn(carry_later(answered, answer, by, through.clone()));
            }
        });
        Self { port, open, carrying }
    }

    /// What is on its way, and all that follows, arrives no more.
    pub(crate) fn hold(&self) {
        self.open.send_replace(false);
    }
}

impl Drop for SlowLine {
    fn drop(&mut self) {
        self.carrying.abort();
    }
}

async fn carry_later(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    by: Duration,
    mut open: watch::Receiver<bool>,
) {
    let (queue, mut waiting) = mpsc::unbounded_channel::<(Instant, Vec<u8>)>();
    let read = async move {
        let mut buffer = vec![0; 1 << 16];
        while let Ok(length @ 1..) = from.read(&mut buffer).await {
            if queue.send((Instant::now() + by, buffer[..length].to_vec())).is_err() {
                return;
            }
        }
    };
    let write = async move {
        while let Some((due, bytes)) = waiting.recv().await {
            sleep_until(due).await;
            // The line was dropped: a task that is not ended yet must not let it arrive after all.
            if open.wait_for(|open| *open).await.is_err() {
                return;
            }
            if to.write_all(&bytes).await.is_err() {
                return;
            }
        }
    };
    tokio::join!(read, write);
}
