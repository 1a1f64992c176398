//! Outboxes: a bounded queue of encoded frames for each socket.
//!
//! One allocation for each socket holds the queue, the waker of the socket's task and the reason
//! to close: ten thousand idle sockets should cost little more than their buffers.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::Poll;

use bytes::Bytes;
use futures_util::task::AtomicWaker;
use quizrain_shared::wire::limits::MAX_FRAMES_WAITING;
use quizrain_shared::wire::{CloseReason, Encoding, ServerFrame};

use crate::metrics::METRICS;

/// Room for frames that a queue keeps when it is empty.
const MIN_CAPACITY: usize = 4;

/// A frame for many sockets, written once for each encoding in use.
#[derive(Debug)]
pub struct Frame<'a> {
    frame: Cow<'a, ServerFrame>,
    postcard: OnceLock<Bytes>,
    json: OnceLock<Bytes>,
}

impl<'a> Frame<'a> {
    /// A frame, not encoded yet.
    #[must_use]
    pub fn new(frame: &'a ServerFrame) -> Self {
        Self::of(Cow::Borrowed(frame))
    }

    fn of(frame: Cow<'a, ServerFrame>) -> Self {
        Self { frame, postcard: OnceLock::new(), json: OnceLock::new() }
    }

    /// The frame as it travels in this encoding.
    fn bytes(&self, encoding: Encoding) -> Bytes {
        let written = match encoding {
            Encoding::Postcard => &self.postcard,
            Encoding::Json => &self.json,
        };
        written.get_or_init(|| encoding.encode(self.frame.as_ref()).into()).clone()
    }

    /// Whether the frame only shows how far things are, so that the next one tells more.
    fn is_progress(&self) -> bool {
        matches!(
            *self.frame,
            ServerFrame::Lobby(_)
                | ServerFrame::Progress { .. }
                | ServerFrame::RainProgress(_)
                | ServerFrame::LiveTally(_)
                | ServerFrame::Reacted { .. }
                | ServerFrame::Heartbeat { .. }
        )
    }
}

/// A frame for all of a room.
#[derive(Debug)]
pub struct Broadcast<'a> {
    for_watchers: Frame<'a>,
    /// Where players have less of it.
    for_players: Option<Frame<'a>>,
}

impl<'a> Broadcast<'a> {
    /// A frame, not encoded yet.
    #[must_use]
    pub fn new(frame: &'a ServerFrame) -> Self {
        let for_players = frame.for_players().map(|frame| Frame::of(Cow::Owned(frame)));
        Self { for_watchers: Frame::new(frame), for_players }
    }

    /// As hosts and screens have it.
    pub fn for_watchers(&self) -> &Frame<'a> {
        &self.for_watchers
    }

    /// As players have it.
    pub fn for_players(&self) -> &Frame<'a> {
        self.for_players.as_ref().unwrap_or(&self.for_watchers)
    }
}

#[derive(Debug, Default)]
struct Queue {
    frames: VecDeque<Bytes>,
    closed: Option<CloseReason>,
}

#[derive(Debug)]
struct Shared {
    encoding: Encoding,
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
        let bytes = frame.bytes(self.0.encoding);
        let mut queue = self.0.queue();
        if queue.closed.is_some() {
            return;
        }
        if queue.frames.len() < MAX_FRAMES_WAITING {
            queue.frames.push_back(bytes);
        } else if frame.is_progress() {
            METRICS.outbox_dropped.inc();
            return;
        } else {
            METRICS.sockets_closed_slow.inc();
            queue.closed = Some(CloseReason::Slow);
        }
        drop(queue);
        self.0.socket.wake();
    }

    /// Closes the socket; the first reason counts.
    pub fn close(&self, why: CloseReason) {
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
pub(crate) struct Outbox(Arc<Shared>);

impl Outbox {
    /// A new outbox and the link to it.
    #[must_use]
    pub(crate) fn new(encoding: Encoding) -> (Link, Self) {
        let shared =
            Arc::new(Shared { encoding, queue: Mutex::default(), socket: AtomicWaker::new() });
        (Link(Arc::clone(&shared)), Self(shared))
    }

    /// The next frame in the socket's encoding, or why the socket is to be closed.
    ///
    /// # Errors
    /// The socket is to be closed; frames that wait are of no use any more.
    pub(crate) async fn next(&mut self) -> Result<Bytes, CloseReason> {
        self.wait(|outbox| outbox.try_next().transpose()).await
    }

    /// A frame that waits already.
    ///
    /// # Errors
    /// The socket is to be closed.
    pub(crate) fn try_next(&mut self) -> Result<Option<Bytes>, CloseReason> {
        let mut queue = self.0.queue();
        if let Some(why) = queue.closed {
            return Err(why);
        }
        let frame = queue.frames.pop_front();
        if queue.frames.is_empty() && queue.frames.capacity() > MIN_CAPACITY {
            queue.frames.shrink_to(MIN_CAPACITY);
        }
        Ok(frame)
    }

    /// Waits until the socket is to be closed.
    pub(crate) async fn closed(&mut self) -> CloseReason {
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
