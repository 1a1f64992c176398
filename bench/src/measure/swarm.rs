//! Thousands of WebSockets on one thread: connects, frames in, frames out. Called by the rows.
//!
//! It has to cost far less than the server it measures: one readiness loop, one read for most
//! frames, frames built on the stack, nothing decoded that a row does not ask for.

use std::io::{self, ErrorKind, Read, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token, Waker};
use rustls::{ClientConfig, HandshakeKind};

use super::frames::{self, Parser};
use super::stop;
use super::stream::Stream;

/// The ticker's token; sockets count from 0.
const TICK: Token = Token(usize::MAX);

/// How long one wait may take before a wish to stop is noticed.
const POLL_TIMEOUT: Duration = Duration::from_millis(100);

/// What happens to one socket.
#[derive(Debug)]
pub(crate) enum Event<'a> {
    /// The upgrade is done.
    Open,
    /// A frame came.
    Frame(&'a [u8]),
    /// The socket is gone, and why.
    Closed(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Connecting,
    Upgrading,
    Open,
    Gone,
}

/// The writing half of one socket, as a row sees it.
#[derive(Debug)]
pub(crate) struct Link {
    stream: Stream,
    unsent: Vec<u8>,
    state: State,
}

impl Link {
    /// Sends one binary frame; what the system does not take now follows when it can.
    pub(crate) fn send(&mut self, payload: &[u8]) {
        self.send_as(frames::BINARY, payload);
    }

    /// Which handshake of TLS there was.
    pub(crate) fn handshake(&self) -> Option<HandshakeKind> {
        self.stream.handshake()
    }

    fn send_as(&mut self, opcode: u8, payload: &[u8]) {
        if self.state == State::Gone {
            return;
        }
        let before = self.unsent.len();
        frames::encode(opcode, payload, &mut self.unsent);
        if before == 0 {
            self.flush();
        }
    }

    fn flush(&mut self) {
        while !self.unsent.is_empty() {
            match self.stream.write(&self.unsent) {
                Ok(written) => drop(self.unsent.drain(..written)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // Would block: the next writable event goes on. Broken: the next read tells.
                Err(_) => return,
            }
        }
        // What is encrypted and was not sent, which is nothing where there is no TLS.
        let _ = self.stream.flush();
    }
}

#[derive(Debug)]
struct Conn {
    /// Where it is not the swarm's.
    request: Option<Vec<u8>>,
    link: Link,
    parser: Parser,
    answer: Vec<u8>,
}

/// The upgrade's request.
fn request(to: SocketAddr, path: &str, protocol: Option<&str>) -> Vec<u8> {
    let protocol =
        protocol.map(|name| format!("Sec-WebSocket-Protocol: {name}\r\n")).unwrap_or_default();
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: {to}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: cXVpenJhaW4gbWVhc3VyZQ==\r\n\
         {protocol}\r\n"
    );
    request.into_bytes()
}

/// Many sockets to one address, or spread evenly over several.
#[derive(Debug)]
pub(crate) struct Swarm {
    poll: Poll,
    waker: Arc<Waker>,
    events: Events,
    conns: Vec<Conn>,
    buffer: Vec<u8>,
    /// Where they go, and the upgrade's request there. Socket `i` goes to number `i mod len`.
    to: Vec<(SocketAddr, Vec<u8>)>,
    tls: Option<Arc<ClientConfig>>,
    ticks: bool,
}

impl Swarm {
    /// No socket yet; all will ask for this path, and offer this subprotocol if any.
    pub(crate) fn new(to: SocketAddr, path: &str, protocol: Option<&str>) -> io::Result<Self> {
        Self::spread(&[to], path, protocol)
    }

    /// The same to several addresses, in turns.
    pub(crate) fn spread(
        to: &[SocketAddr],
        path: &str,
        protocol: Option<&str>,
    ) -> io::Result<Self> {
        if to.is_empty() {
            return Err(io::Error::new(ErrorKind::InvalidInput, "no address"));
        }
        let poll = Poll::new()?;
        Ok(Self {
            waker: Arc::new(Waker::new(poll.registry(), TICK)?),
            poll,
            events: Events::with_capacity(1024),
            conns: Vec::new(),
            buffer: vec![0; 64 * 1024],
            to: to.iter().map(|to| (*to, request(*to, path, protocol))).collect(),
            tls: None,
            ticks: false,
        })
    }

    /// The same, where each socket from now on speaks TLS if there is a configuration for it.
    pub(crate) fn over_tls(self, tls: Option<Arc<ClientConfig>>) -> Self {
        Self { tls, ..self }
    }

    /// How many sockets there are.
    pub(crate) fn len(&self) -> usize {
        self.conns.len()
    }

    /// How many addresses there are.
    pub(crate) fn addresses(&self) -> usize {
        self.to.len()
    }

    /// Which address a socket goes to, by its number.
    pub(crate) fn address_of(&self, index: usize) -> usize {
        index % self.to.len()
    }

    /// The writing half of a socket.
    pub(crate) fn link(&mut self, index: usize) -> &mut Link {
        &mut self.conns[index].link
    }

    /// What wakes the loop from another thread; a loop has one.
    pub(crate) fn waker(&self) -> Arc<Waker> {
        Arc::clone(&self.waker)
    }

    fn dial(&self, index: usize) -> anyhow::Result<Conn> {
        let (to, _) = self.to[self.address_of(index)];
        let mut stream =
            TcpStream::connect(to).with_context(|| format!("cannot connect to {to}"))?;
        stream.set_nodelay(true)?;
        // A reset at the end: thousands of ports that wait a minute would be missing later.
        socket2::SockRef::from(&stream).set_linger(Some(Duration::ZERO))?;
        let interest = Interest::READABLE | Interest::WRITABLE;
        self.poll.registry().register(&mut stream, Token(index), interest)?;
        let stream = Stream::new(stream, self.tls.as_ref(), to.ip())?;
        let link = Link { stream, unsent: Vec::new(), state: State::Connecting };
        Ok(Conn { request: None, link, parser: Parser::default(), answer: Vec::new() })
    }

    /// Starts to connect one more.
    pub(crate) fn connect(&mut self) -> anyhow::Result<()> {
        let conn = self.dial(self.conns.len())?;
        self.conns.push(conn);
        Ok(())
    }

    /// Starts to connect one more that asks for another path.
    pub(crate) fn connect_to(&mut self, path: &str, protocol: Option<&str>) -> anyhow::Result<()> {
        let index = self.conns.len();
        let mut conn = self.dial(index)?;
        conn.request = Some(request(self.to[self.address_of(index)].0, path, protocol));
        self.conns.push(conn);
        Ok(())
    }

    /// Starts to connect a socket that is gone once more.
    pub(crate) fn reconnect(&mut self, index: usize) -> anyhow::Result<()> {
        self.conns[index] = self.dial(index)?;
        Ok(())
    }

    /// Waits for events, at most so long, and hands on all of them. Whether it was woken.
    pub(crate) fn turn(
        &mut self,
        wait: Duration,
        mut on: impl FnMut(usize, &mut Link, Event<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<bool> {
        stop::check()?;
        match self.poll.poll(&mut self.events, Some(wait.min(POLL_TIMEOUT))) {
            Err(error) if error.kind() != ErrorKind::Interrupted => return Err(error.into()),
            _ => {}
        }
        self.ticks = false;
        for event in &self.events {
            if event.token() == TICK {
                self.ticks = true;
                continue;
            }
            let index = event.token().0;
            let (_, request) = &self.to[index % self.to.len()];
            let conn = &mut self.conns[index];
            let on_event = |link: &mut Link, event: Event<'_>| on(index, link, event);
            if let Err(why) = conn.on_ready(request, &mut self.buffer, on_event)? {
                conn.link.state = State::Gone;
                on(index, &mut conn.link, Event::Closed(why))?;
            }
        }
        Ok(self.ticks)
    }

    /// Turns until the handler says that all is done.
    pub(crate) fn until(
        &mut self,
        what: &str,
        patience: Duration,
        mut on: impl FnMut(usize, &mut Link, Event<'_>) -> anyhow::Result<bool>,
    ) -> anyhow::Result<()> {
        let (start, mut done) = (Instant::now(), false);
        while !done {
            self.turn(POLL_TIMEOUT, |index, link, event| {
                done |= on(index, link, event)?;
                Ok(())
            })?;
            if !done && start.elapsed() > patience {
                bail!("{what}: not done after {} s", patience.as_secs());
            }
        }
        Ok(())
    }

    /// Takes in whatever still comes, for so long.
    pub(crate) fn drain(&mut self, time: Duration) -> anyhow::Result<()> {
        let start = Instant::now();
        while let Some(left) = time.checked_sub(start.elapsed()).filter(|left| !left.is_zero()) {
            self.turn(left, |index, _, event| match event {
                Event::Closed(why) => bail!("socket {index} was closed: {why}"),
                _ => Ok(()),
            })?;
        }
        Ok(())
    }
}

/// Why a socket is gone.
type Gone = String;

impl Conn {
    fn on_ready(
        &mut self,
        request: &[u8],
        buffer: &mut [u8],
        mut on: impl FnMut(&mut Link, Event<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<Result<(), Gone>> {
        if self.link.state == State::Gone {
            return Ok(Ok(()));
        }
        if self.link.state == State::Connecting {
            match self.link.stream.take_error() {
                Ok(None) => {}
                Ok(Some(error)) | Err(error) => return Ok(Err(error.to_string())),
            }
            if self.link.stream.peer_addr().is_err() {
                return Ok(Ok(()));
            }
            self.link.state = State::Upgrading;
            self.link.unsent.extend_from_slice(self.request.as_deref().unwrap_or(request));
        }
        self.link.flush();
        loop {
            match self.link.stream.read(buffer) {
                Ok(0) => return Ok(Err("the server ended the connection".to_owned())),
                Ok(read) => {
                    if let Err(why) = self.on_bytes(&buffer[..read], &mut on)? {
                        return Ok(Err(why));
                    }
                    // A short read has emptied the socket; what comes later is another event.
                    if read < buffer.len() && self.link.stream.reads_all() {
                        return Ok(Ok(()));
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(Ok(())),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Ok(Err(error.to_string())),
            }
        }
    }

    fn on_bytes(
        &mut self,
        bytes: &[u8],
        on: &mut impl FnMut(&mut Link, Event<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<Result<(), Gone>> {
        if self.link.state == State::Open {
            return self.on_frames(bytes, on);
        }
        self.answer.extend_from_slice(bytes);
        let Some(end) = self.answer.windows(4).position(|four| four == b"\r\n\r\n") else {
            return Ok(Ok(()));
        };
        let answer = std::mem::take(&mut self.answer);
        let (head, rest) = answer.split_at(end + 4);
        if !head.starts_with(b"HTTP/1.1 101") {
            let line = String::from_utf8_lossy(head).lines().next().unwrap_or("").to_owned();
            return Ok(Err(format!("no upgrade: {line}")));
        }
        self.link.state = State::Open;
        on(&mut self.link, Event::Open)?;
        self.on_frames(rest, on)
    }

    fn on_frames(
        &mut self,
        bytes: &[u8],
        on: &mut impl FnMut(&mut Link, Event<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<Result<(), Gone>> {
        let mut gone = None;
        let link = &mut self.link;
        self.parser.feed::<anyhow::Error>(bytes, |opcode, payload| match opcode {
            frames::BINARY => on(link, Event::Frame(payload)),
            frames::PING => {
                link.send_as(frames::PONG, payload);
                Ok(())
            }
            frames::CLOSE => {
                let code = payload.first_chunk().map_or(1005, |code| u16::from_be_bytes(*code));
                let reason = String::from_utf8_lossy(payload.get(2..).unwrap_or_default());
                gone = Some(format!("closed by the server, {code} {reason}"));
                Ok(())
            }
            _ => Ok(()),
        })?;
        Ok(gone.map_or(Ok(()), Err))
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn sockets_are_spread_evenly_and_each_asks_the_host_that_it_goes_to() {
        let listeners: Vec<TcpListener> =
            (0..3).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        let to: Vec<SocketAddr> =
            listeners.iter().map(|listener| listener.local_addr().unwrap()).collect();
        let mut swarm = Swarm::spread(&to, "/a", None).unwrap();
        for _ in 0..6 {
            swarm.connect().unwrap();
        }
        swarm.connect_to("/b", None).unwrap();
        assert_eq!((swarm.addresses(), swarm.address_of(7)), (3, 1));
        let mut asked = Vec::new();
        for (number, listener) in listeners.iter().enumerate() {
            for _ in 0..if number == 0 { 3 } else { 2 } {
                let (mut stream, _) = listener.accept().unwrap();
                let mut head = Vec::new();
                while !head.ends_with(b"\r\n\r\n") {
                    swarm.turn(Duration::from_millis(1), |_, _, _| Ok(())).unwrap();
                    stream.set_read_timeout(Some(Duration::from_millis(5))).unwrap();
                    let mut bytes = [0; 512];
                    if let Ok(read) = stream.read(&mut bytes) {
                        head.extend_from_slice(&bytes[..read]);
                    }
                }
                let head = String::from_utf8(head).unwrap();
                assert!(head.contains(&format!("Host: {}\r\n", to[number])), "{head}");
                asked.push(head.lines().next().unwrap().to_owned());
            }
        }
        asked.sort();
        let line = |path: &str| format!("GET {path} HTTP/1.1");
        assert_eq!(asked[..6], vec![line("/a"); 6]);
        assert_eq!(asked[6], line("/b"));
        assert!(Swarm::spread(&[], "/a", None).is_err());
    }
}
