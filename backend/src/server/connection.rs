//! A connection that holds its place for as long as it lives, also when it has become a socket.

use std::io::{self, IoSlice};
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;

use crate::admission::Slot;

/// An accepted connection.
#[derive(Debug)]
pub(super) struct Connection {
    stream: TcpStream,
    peer: SocketAddr,
    _slot: Slot,
}

impl Connection {
    /// Makes it tokio's.
    pub(super) fn new(
        stream: std::net::TcpStream,
        peer: SocketAddr,
        slot: Slot,
    ) -> io::Result<Self> {
        stream.set_nonblocking(true)?;
        // Small frames must not wait for the acknowledgement of earlier ones.
        stream.set_nodelay(true)?;
        Ok(Self { stream: TcpStream::from_std(stream)?, peer, _slot: slot })
    }

    /// Who is at the other end.
    pub(super) fn peer(&self) -> IpAddr {
        self.peer.ip()
    }

    /// What comes first, which stays to be read; nothing where the other end has closed.
    pub(super) async fn first_byte(&self) -> io::Result<Option<u8>> {
        let mut byte = [0];
        let some = self.stream.peek(&mut byte).await?;
        Ok((some > 0).then_some(byte[0]))
    }

    /// Says no more, and takes what had come: what was not read when a connection is closed takes
    /// the last answer with it.
    pub(super) async fn end_reading(&mut self) -> io::Result<()> {
        self.stream.shutdown().await?;
        self.stream.read(&mut [0; 4096]).await.map(drop)
    }

    fn stream(self: Pin<&mut Self>) -> Pin<&mut TcpStream> {
        Pin::new(&mut self.get_mut().stream)
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.stream().poll_read(context, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.stream().poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream().poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream().poll_shutdown(context)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.stream().poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
