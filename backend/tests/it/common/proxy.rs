//! A line to Redis that breaks when a test wants it to.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

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
        let (through, open) = watch::channel(true);
        let accepting = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(carry(client, upstream.clone(), Arc::clone(&breaks), open.clone()));
            }
        });
        Self { socket, next, through, accepting }
    }

    /// Where to connect to.
    pub(crate) fn socket(&self) -> PathBuf {
        self.socket.clone()
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
