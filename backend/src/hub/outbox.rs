//! Outboxes: a bounded queue of encoded frames for each socket.
//!
//! One allocation for each socket holds the queue, the waker of the socket's task and the reason
//! to close: ten thousand idle sockets should cost little more than their buffers.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::Poll;

use bytes::Bytes;
use futures_util::task::AtomicWaker;
use quizrain_shared::wire::{Protocol, ServerFrame, Version};

use crate::metrics::METRICS;

/// Frames that may wait for one socket. A phone that is further behind has lost more than it can
/// catch up with, and asks for a snapshot instead.
const CAPACITY: usize = 64;

/// Room for frames that a queue keeps when it is empty.
const KEPT: usize = 4;

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
    /// Other servers go on without this one; connect again, perhaps to one of them.
    CutOff,
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
            Self::CutOff => 1013,
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
            Self::CutOff => "try again later",
        }
    }
}

/// A frame for many sockets, encoded once for each protocol in use that tells it differently.
#[derive(Debug)]
pub struct Frame<'a> {
    frame: &'a ServerFrame,
    encoded: [OnceLock<Option<Bytes>>; Protocol::ALL.len()],
}

impl<'a> Frame<'a> {
    /// A frame, not encoded yet.
    #[must_use]
    pub fn new(frame: &'a ServerFrame) -> Self {
        Self { frame, encoded: Default::default() }
    }

    /// The frame as a socket is told it, if at all.
    fn bytes(&self, protocol: Protocol) -> Option<Bytes> {
        // What v1 has is the same in every version.
        let version =
            if self.frame.since() == Version::V1 { Version::V1 } else { protocol.version };
        let told_as = Protocol { version, ..protocol };
        let slot = Protocol::ALL.iter().position(|it| *it == told_as)?;
        self.encoded[slot].get_or_init(|| told_as.write(self.frame).map(Bytes::from)).clone()
    }

    /// Whether the frame only shows how far things are, so that the next one tells more.
    fn is_progress(&self) -> bool {
        matches!(
            self.frame,
            ServerFrame::Lobby(_)
                | ServerFrame::Progress { .. }
                | ServerFrame::RainProgress(_)
                | ServerFrame::Heartbeat { .. }
        )
    }
}

#[derive(Debug, Default)]
struct Queue {
    frames: VecDeque<Bytes>,
    closed: Option<Closed>,
}

#[derive(Debug)]
struct Shared {
    protocol: Protocol,
    queue: Mutex<Queue>,
    socket: AtomicWaker,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        // A panic elsewhere leaves the queue whole: each change is one push or pop.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The sending end of a socket's outbox.
#[derive(Clone, Debug)]
pub struct Link(Arc<Shared>);

impl Link {
    /// Queues a frame. A socket that cannot keep up is closed, unless the frame only shows
    /// progress.
    pub fn send(&self, frame: &Frame<'_>) {
        let Some(bytes) = frame.bytes(self.0.protocol) else { return };
        let mut queue = self.0.queue();
        if queue.closed.is_some() {
            return;
        }
        if queue.frames.len() < CAPACITY {
            queue.frames.push_back(bytes);
        } else if frame.is_progress() {
            METRICS.outbox_dropped.inc();
            return;
        } else {
            METRICS.outbox_slow.inc();
            queue.closed = Some(Closed::Slow);
        }
        drop(queue);
        self.0.socket.wake();
    }

    /// Closes the socket; the first reason counts.
    pub fn close(&self, why: Closed) {
        self.0.queue().closed.get_or_insert(why);
        self.0.socket.wake();
    }

    /// How many frames wait.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.0.queue().frames.len()
    }
}

/// The receiving end of a socket's outbox, for one task.
#[derive(Debug)]
pub struct Outbox(Arc<Shared>);

impl Outbox {
    /// A new outbox and the link to it.
    #[must_use]
    pub fn new(protocol: Protocol) -> (Link, Self) {
        let shared =
            Arc::new(Shared { protocol, queue: Mutex::default(), socket: AtomicWaker::new() });
        (Link(Arc::clone(&shared)), Self(shared))
    }

    /// The next frame in the socket's protocol, or why the socket is to be closed.
    ///
    /// # Errors
    /// The socket is to be closed; frames that wait are of no use any more.
    pub async fn next(&mut self) -> Result<Bytes, Closed> {
        self.wait(|outbox| outbox.try_next().transpose()).await
    }

    /// A frame that waits already.
    ///
    /// # Errors
    /// The socket is to be closed.
    pub fn try_next(&mut self) -> Result<Option<Bytes>, Closed> {
        let mut queue = self.0.queue();
        if let Some(why) = queue.closed {
            return Err(why);
        }
        let frame = queue.frames.pop_front();
        if queue.frames.is_empty() && queue.frames.capacity() > KEPT {
            queue.frames.shrink_to(KEPT);
        }
        Ok(frame)
    }

    /// Waits until the socket is to be closed.
    pub async fn closed(&mut self) -> Closed {
        self.wait(|outbox| outbox.0.queue().closed).await
    }

    async fn wait<T>(&mut self, mut ready: impl FnMut(&mut Self) -> Option<T>) -> T {
        poll_fn(|context| {
            // Looked at once more after the waker stands: what came in between is not missed.
            if let Some(ready) = ready(self) {
                return Poll::Ready(ready);
            }
            self.0.socket.register(context.waker());
            ready(self).map_or(Poll::Pending, Poll::Ready)
        })
        .await
    }
}
