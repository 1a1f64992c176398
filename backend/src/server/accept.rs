//! Accepts connections on a thread of its own.
//!
//! When thousands arrive at once, a task that accepts between thousands of others falls behind, the
//! kernel's queue overflows, and whoever found it full tries again a whole second later. A thread
//! that does nothing else keeps the queue short; what it accepted waits here instead. Whoever has
//! too many connections already is turned away here, before anything else is spent on them.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use quizrain_shared::api::Problem;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use tokio::net::TcpSocket;
use tokio::sync::mpsc;

use super::connection::Connection;
use crate::admission::{Admission, Full, Slot, Slots};

/// Connections that the kernel keeps until they are accepted, as far as it lets us choose.
const BACKLOG: u32 = 4096;

/// Accepted connections that may wait to be served.
const WAITING: usize = 16 * 1024;

/// How often the thread looks whether anybody still wants connections.
const POLL_TIMEOUT: Timespec = Timespec { tv_sec: 0, tv_nsec: 200_000_000 };

/// How long to wait when the system has nothing left for another connection.
const EXHAUSTED: Duration = Duration::from_millis(200);

/// What the kernel may hold of a connection that was not sent yet. Without a bound it takes
/// megabytes for whoever never reads. What is on its way to the other end is not bounded by it.
#[cfg(target_os = "linux")]
const UNSENT_BYTES: u32 = 16 * 1024;

/// How long what was sent may stay without acknowledgement, or find no room at the other end.
/// Pages give a server up after half of that.
#[cfg(target_os = "linux")]
const UNACKNOWLEDGED: Duration = Duration::from_secs(30);

/// Connections of whoever watches servers; one is enough for most.
const PROBES: usize = 64;

/// Who is let in at an address.
#[derive(Debug)]
pub enum Door {
    /// Whom the admission has room for.
    Everybody {
        /// Who counts.
        admission: Arc<Admission>,
        /// Whether TLS is spoken there: then nobody is told anything without it.
        speaks_tls: bool,
    },
    /// Who watches servers: a server that is full is looked at all the more.
    Probes(Arc<Slots>),
}

impl Door {
    /// For who watches servers.
    #[must_use]
    pub fn probes() -> Self {
        Self::Probes(Slots::new("probes", PROBES, PROBES))
    }

    fn enter(&self, peer: IpAddr) -> Result<Slot, Full> {
        match self {
            Self::Everybody { admission, .. } => admission.connection(peer),
            Self::Probes(slots) => slots.take(None),
        }
    }

    fn turn_away(&self, stream: &TcpStream, full: Full) {
        if !matches!(self, Self::Everybody { speaks_tls: true, .. }) {
            say_full(stream, full);
        }
    }
}

/// Connections as they arrive.
#[derive(Debug)]
pub struct Listening {
    address: SocketAddr,
    accepted: mpsc::Receiver<(TcpStream, SocketAddr, Slot)>,
}

impl Listening {
    /// Listens on an address; the thread ends once this is dropped.
    ///
    /// # Errors
    /// The address cannot be used, or there is no thread to be had.
    pub fn start(address: SocketAddr, door: Door) -> io::Result<Self> {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        socket.set_reuseaddr(true)?;
        #[cfg(target_os = "linux")]
        {
            // Each connection has them from its listener.
            let socket = socket2::SockRef::from(&socket);
            socket.set_tcp_notsent_lowat(UNSENT_BYTES)?;
            socket.set_tcp_user_timeout(Some(UNACKNOWLEDGED))?;
        }
        socket.bind(address)?;
        let listener = socket.listen(BACKLOG)?.into_std()?;
        let address = listener.local_addr()?;
        let (sender, accepted) = mpsc::channel(WAITING);
        std::thread::Builder::new().name("accept".into()).spawn(move || {
            while !sender.is_closed() {
                accept_all(&listener, &door, &sender);
            }
        })?;
        Ok(Self { address, accepted })
    }

    /// The address, with the port that the system chose where it was asked to.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The next connection.
    pub(super) async fn accept(&mut self) -> Connection {
        loop {
            let Some((stream, peer, slot)) = self.accepted.recv().await else {
                // The thread lives as long as this does.
                std::future::pending().await
            };
            match Connection::new(stream, peer, slot) {
                Ok(connection) => return connection,
                Err(error) => tracing::debug!(%error, "failed to set up a connection; closed"),
            }
        }
    }
}

/// Waits for connections and accepts what is there.
fn accept_all(
    listener: &TcpListener,
    door: &Door,
    accepted: &mpsc::Sender<(TcpStream, SocketAddr, Slot)>,
) {
    let mut events = [PollFd::new(listener, PollFlags::IN)];
    if let Err(error) = poll(&mut events, Some(&POLL_TIMEOUT)) {
        tracing::debug!(%error, "failed to wait for connections; trying again");
        return;
    }
    loop {
        match listener.accept() {
            Ok((stream, peer)) => match door.enter(peer.ip()) {
                Ok(slot) => {
                    if accepted.blocking_send((stream, peer, slot)).is_err() {
                        return;
                    }
                }
                Err(full) => door.turn_away(&stream, full),
            },
            Err(error) => match error.kind() {
                ErrorKind::WouldBlock => return,
                ErrorKind::Interrupted
                | ErrorKind::ConnectionAborted
                | ErrorKind::ConnectionReset => {}
                _ => {
                    tracing::warn!(%error, "failed to accept a connection; trying again in a moment");
                    std::thread::sleep(EXHAUSTED);
                    return;
                }
            },
        }
    }
}

/// Says that there is no room, as far as that costs no waiting.
fn say_full(mut stream: &TcpStream, full: Full) {
    let (status, text) = match full {
        Full::Server => ("503 Service Unavailable", "this server has no room"),
        Full::Address => ("429 Too Many Requests", "too many connections from this address"),
    };
    let problem = Problem { error: text.to_owned(), why: None };
    let body = serde_json::to_string(&problem).unwrap_or_default();
    let answer = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         retry-after: 5\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let said = stream.set_nonblocking(true).and_then(|()| stream.write_all(answer.as_bytes()));
    if said.is_ok() {
        // What was not read when a connection is closed takes the answer with it.
        let _ = stream.read(&mut [0; 4096]);
        let _ = stream.shutdown(Shutdown::Write);
    }
}
