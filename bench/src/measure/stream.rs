//! A connection of the load client, plain or through TLS. Called by `swarm`.
//!
//! Nothing waits here: what the system does not take or have now would block, and the next event goes on.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use mio::net::TcpStream;
use rustls::{ClientConfig, ClientConnection, HandshakeKind};

/// Bytes in and out.
#[derive(Debug)]
pub(crate) struct Stream {
    tcp: TcpStream,
    tls: Option<Box<ClientConnection>>,
}

impl Stream {
    /// Through TLS where there is a configuration for it.
    pub(crate) fn new(
        tcp: TcpStream,
        tls: Option<&Arc<ClientConfig>>,
        to: IpAddr,
    ) -> Result<Self, rustls::Error> {
        let tls = tls.map(|config| ClientConnection::new(Arc::clone(config), to.into()));
        Ok(Self { tcp, tls: tls.transpose()?.map(Box::new) })
    }

    /// Whether a read that does not fill its buffer has emptied the socket.
    pub(crate) fn reads_all(&self) -> bool {
        self.tls.is_none()
    }

    /// Which handshake there was.
    pub(crate) fn handshake(&self) -> Option<HandshakeKind> {
        self.tls.as_ref()?.handshake_kind()
    }

    /// What went wrong with the connection, once.
    pub(crate) fn take_error(&self) -> io::Result<Option<io::Error>> {
        self.tcp.take_error()
    }

    /// The other end, once there is one.
    pub(crate) fn peer_addr(&self) -> io::Result<SocketAddr> {
        self.tcp.peer_addr()
    }
}

/// Sends what is encrypted and not sent yet.
fn send(tls: &mut ClientConnection, tcp: &mut TcpStream) -> io::Result<()> {
    while tls.wants_write() {
        match tls.write_tls(tcp) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Err(error) if error.kind() != ErrorKind::Interrupted => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(tls) = &mut self.tls else { return self.tcp.read(buffer) };
        loop {
            match tls.reader().read(buffer) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                read => return read,
            }
            if tls.read_tls(&mut self.tcp)? == 0 {
                return Ok(0);
            }
            let processed = tls.process_new_packets();
            // A handshake goes on by that, and what waited for its end. Where it fails the next read tells.
            let _ = send(tls, &mut self.tcp);
            processed.map_err(|error| io::Error::new(ErrorKind::InvalidData, error))?;
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(tls) = &mut self.tls else { return self.tcp.write(bytes) };
        let taken = tls.writer().write(bytes)?;
        // What does not go now is kept there, and goes with the next flush.
        let sent = send(tls, &mut self.tcp);
        if taken > 0 { Ok(taken) } else { sent.and(Err(ErrorKind::WouldBlock.into())) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.tls.as_mut().map_or(Ok(()), |tls| send(tls, &mut self.tcp))
    }
}
