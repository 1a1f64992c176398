//! Accepts connections on a thread of its own.
//!
//! When thousands arrive at once, a task that accepts between thousands of others falls behind, the
//! kernel's queue overflows, and whoever found it full tries again a whole second later. A thread
//! that does nothing else keeps the queue short; what it accepted waits here instead.

use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use axum::serve::Listener;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::mpsc;

/// Connections that the kernel keeps until they are accepted, as far as it lets us choose.
const BACKLOG: u32 = 4096;

/// Accepted connections that may wait to be served.
const WAITING: usize = 16 * 1024;

/// How often the thread looks whether anybody still wants connections.
const LOOK_EVERY: Timespec = Timespec { tv_sec: 0, tv_nsec: 200_000_000 };

/// How long to wait when the system has nothing left for another connection.
const EXHAUSTED: Duration = Duration::from_millis(200);

/// Connections as they arrive.
#[derive(Debug)]
pub struct Accepting {
    address: SocketAddr,
    accepted: mpsc::Receiver<(std::net::TcpStream, SocketAddr)>,
}

impl Accepting {
    /// Listens on an address; the thread ends once this is dropped.
    ///
    /// # Errors
    /// The address cannot be used, or there is no thread to be had.
    pub fn start(address: SocketAddr) -> io::Result<Self> {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        let listener = socket.listen(BACKLOG)?.into_std()?;
        let address = listener.local_addr()?;
        let (sender, accepted) = mpsc::channel(WAITING);
        std::thread::Builder::new().name("accept".into()).spawn(move || {
            while !sender.is_closed() {
                accept_all(&listener, &sender);
            }
        })?;
        Ok(Self { address, accepted })
    }

    /// The address, with the port that the system chose where it was asked to.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

/// Waits for connections and accepts what is there.
fn accept_all(listener: &TcpListener, accepted: &mpsc::Sender<(std::net::TcpStream, SocketAddr)>) {
    let mut events = [PollFd::new(listener, PollFlags::IN)];
    if let Err(error) = poll(&mut events, Some(&LOOK_EVERY)) {
        tracing::debug!(%error, "could not wait for connections");
        return;
    }
    loop {
        match listener.accept() {
            Ok(connection) => {
                if accepted.blocking_send(connection).is_err() {
                    return;
                }
            }
            Err(error) => match error.kind() {
                ErrorKind::WouldBlock => return,
                ErrorKind::Interrupted
                | ErrorKind::ConnectionAborted
                | ErrorKind::ConnectionReset => {}
                _ => {
                    tracing::warn!(%error, "could not accept a connection");
                    std::thread::sleep(EXHAUSTED);
                    return;
                }
            },
        }
    }
}

impl Listener for Accepting {
    type Io = TcpStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (TcpStream, SocketAddr) {
        loop {
            let Some((stream, from)) = self.accepted.recv().await else {
                // The thread lives as long as this does.
                std::future::pending().await
            };
            match into_tokio(stream) {
                Ok(stream) => return (stream, from),
                Err(error) => tracing::debug!(%error, "a connection could not be used"),
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.address)
    }
}

fn into_tokio(stream: std::net::TcpStream) -> io::Result<TcpStream> {
    stream.set_nonblocking(true)?;
    // Small frames must not wait for the acknowledgement of earlier ones.
    stream.set_nodelay(true)?;
    TcpStream::from_std(stream)
}
