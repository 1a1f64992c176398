//! Outboxes: a bounded queue of encoded frames for each socket.

use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use quizrain_shared::wire::{Encoding, ServerFrame};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Frames that may wait for one socket. A phone that is further behind has lost more than it can
/// catch up with, and asks for a snapshot instead.
const CAPACITY: usize = 64;

/// Why the server closes a socket. The codes above 4000 are this protocol's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// A newer socket of the same player took over.
    Replaced,
    /// The socket reads too slowly; connect again for a snapshot.
    Slow,
    /// The token gives no right to this.
    NotAllowed,
    /// No such game.
    UnknownGame,
    /// Frames that make no sense, or far too many of them.
    Misbehaved,
    /// The server stops; connect again.
    GoingAway,
}

impl Closed {
    /// The WebSocket close code.
    #[must_use]
    pub fn code(self) -> u16 {
        match self {
            Self::Replaced => 4001,
            Self::Slow => 4002,
            Self::NotAllowed => 4003,
            Self::UnknownGame => 4004,
            Self::Misbehaved => 1008,
            Self::GoingAway => 1012,
        }
    }

    /// The reason in words.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Self::Replaced => "replaced by a newer connection",
            Self::Slow => "too slow, resync",
            Self::NotAllowed => "not allowed",
            Self::UnknownGame => "unknown game",
            Self::Misbehaved => "policy violation",
            Self::GoingAway => "server restarts",
        }
    }
}

#[derive(Debug, Default)]
struct Closing {
    why: OnceLock<Closed>,
    token: CancellationToken,
}

/// A frame for many sockets, encoded once for each encoding in use.
#[derive(Debug)]
pub struct Frame<'a> {
    frame: &'a ServerFrame,
    encoded: [OnceLock<Bytes>; Encoding::ALL.len()],
}

impl<'a> Frame<'a> {
    /// A frame, not encoded yet.
    #[must_use]
    pub fn new(frame: &'a ServerFrame) -> Self {
        Self { frame, encoded: Default::default() }
    }

    fn bytes(&self, encoding: Encoding) -> Bytes {
        let slot = match encoding {
            Encoding::Postcard => &self.encoded[0],
            Encoding::Json => &self.encoded[1],
        };
        slot.get_or_init(|| encoding.encode(self.frame).into()).clone()
    }
}

/// The sending end of a socket's outbox.
#[derive(Clone, Debug)]
pub struct Link {
    encoding: Encoding,
    queue: mpsc::Sender<Bytes>,
    closing: Arc<Closing>,
}

impl Link {
    /// Queues a frame. A socket that cannot keep up is closed, unless the frame only shows
    /// progress: the next one tells more.
    pub fn send(&self, frame: &Frame<'_>) {
        let progress = matches!(
            frame.frame,
            ServerFrame::Lobby(_)
                | ServerFrame::Progress { .. }
                | ServerFrame::RainProgress(_)
                | ServerFrame::Heartbeat { .. }
        );
        if let Err(mpsc::error::TrySendError::Full(_)) =
            self.queue.try_send(frame.bytes(self.encoding))
            && !progress
        {
            self.close(Closed::Slow);
        }
    }

    /// Closes the socket; the first reason counts.
    pub fn close(&self, why: Closed) {
        let _ = self.closing.why.set(why);
        self.closing.token.cancel();
    }
}

/// The receiving end of a socket's outbox.
#[derive(Debug)]
pub struct Outbox {
    queue: mpsc::Receiver<Bytes>,
    closing: Arc<Closing>,
}

impl Outbox {
    /// A new outbox and the link to it.
    #[must_use]
    pub fn new(encoding: Encoding) -> (Link, Self) {
        let (sender, queue) = mpsc::channel(CAPACITY);
        let closing = Arc::new(Closing::default());
        (Link { encoding, queue: sender, closing: Arc::clone(&closing) }, Self { queue, closing })
    }

    /// The next frame, in the socket's encoding.
    pub async fn next(&mut self) -> Option<Bytes> {
        self.queue.recv().await
    }

    /// A frame that waits already.
    pub fn try_next(&mut self) -> Option<Bytes> {
        self.queue.try_recv().ok()
    }

    /// A signal that comes when the socket is to be closed.
    #[must_use]
    pub fn closing(&self) -> CancellationToken {
        self.closing.token.clone()
    }

    /// Why the socket is to be closed.
    #[must_use]
    pub fn why(&self) -> Option<Closed> {
        self.closing.why.get().copied()
    }
}
