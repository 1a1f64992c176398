//! One socket's loop, the same for players, hosts and screens: frames in, frames out, signs of
//! life, and an end with a reason.

use std::ops::ControlFlow::{self, Break, Continue};
use std::pin::pin;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use bytes::Bytes;
use futures_util::SinkExt;
use quizrain_shared::wire::{ClientFrame, Encoding, Protocol, Refusal, ServerFrame};
use tokio::time::{Interval, MissedTickBehavior, interval, timeout};
use tokio_util::sync::CancellationToken;

use super::limit::{Limit, Pace};
use crate::hub::{Closed, Outbox};
use crate::metrics::METRICS;

/// How long a socket may take to say hello, and to take one frame.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often a silent client is asked whether it lives.
const PING_EVERY: Duration = Duration::from_secs(20);

/// Pings without any sign of life after which the socket is given up. They are counted, not
/// timed: when the server itself stood still, no client is blamed for it.
const PINGS_UNANSWERED: u32 = 3;

/// Frames that cannot be read after which the socket is closed.
const MALFORMED: u32 = 10;

/// A socket that speaks frames.
pub(super) struct Wire {
    socket: WebSocket,
    protocol: Protocol,
    limit: Limit,
    malformed: u32,
}

/// What a role does with its frames.
pub(super) trait Role {
    /// What its client sends.
    type Frame: ClientFrame + Send;

    /// Handles a frame; the answer goes to this client alone. Frames for everybody go out
    /// meanwhile, the client's next frame has to wait.
    fn handle(
        &mut self,
        frame: Self::Frame,
    ) -> impl Future<Output = ControlFlow<Closed, Option<ServerFrame>>> + Send;
}

/// Why a socket is over.
pub(super) enum Over {
    /// It is gone; nobody is left to tell.
    Gone,
    /// It is to be told why.
    Close(Closed),
    /// Its client sent a frame beyond the size limit.
    TooLarge,
}

impl Wire {
    pub(super) fn new(socket: WebSocket, protocol: Protocol, frames_per_second: u32) -> Self {
        let limit = Limit::new(Instant::now(), frames_per_second);
        Self { socket, protocol, limit, malformed: 0 }
    }

    pub(super) fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// Waits for the first frame, which every client owes at once.
    pub(super) async fn hello<F: ClientFrame>(
        &mut self,
        leaving: &CancellationToken,
    ) -> Result<F, Over> {
        let deadline = timeout(PATIENCE, async {
            loop {
                match self.socket.recv().await? {
                    Ok(Message::Ping(_) | Message::Pong(_)) => {}
                    Ok(message) => return self.read(&message).ok(),
                    Err(error) => {
                        self.on_broken(&error).await;
                        return None;
                    }
                }
            }
        });
        tokio::select! {
            hello = deadline => {
                hello.ok().flatten().ok_or(Over::Close(Closed::Misbehaved))
            }
            () = leaving.cancelled() => Err(Over::Close(Closed::GoingAway)),
        }
    }

    /// Reads a frame from a message; the wrong kind of message is malformed as well.
    fn read<F: ClientFrame>(&self, message: &Message) -> Result<F, ()> {
        let bytes: &[u8] = match (message, self.protocol.encoding) {
            (Message::Binary(bytes), Encoding::Postcard) => bytes,
            (Message::Text(text), Encoding::Json) => text.as_bytes(),
            _ => return Err(()),
        };
        self.protocol.read(bytes).map_err(|error| {
            tracing::debug!(%error, "malformed frame");
        })
    }

    fn message(&self, bytes: Bytes) -> Message {
        match self.protocol.encoding {
            Encoding::Postcard => Message::Binary(bytes),
            Encoding::Json => Message::Text(Utf8Bytes::try_from(bytes).unwrap_or_default()),
        }
    }

    /// Sends a welcome.
    pub(super) async fn welcome(
        &mut self,
        welcome: &ServerFrame,
        outbox: &mut Outbox,
    ) -> Result<(), Over> {
        match self.write(self.encoded(welcome).into_iter().collect(), outbox).await {
            Continue(()) => Ok(()),
            Break(over) => Err(over),
        }
    }

    /// The message that tells a frame, if the socket's version has it.
    fn encoded(&self, frame: &ServerFrame) -> Option<Message> {
        self.protocol.write(frame).map(|bytes| self.message(bytes.into()))
    }

    async fn say_goodbye(&mut self, code: u16, reason: &'static str) {
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        let goodbye = async {
            let _ = self.socket.send(Message::Close(Some(frame))).await;
            // The client's own close frame ends the stream.
            while let Some(Ok(_)) = self.socket.recv().await {}
        };
        let _ = timeout(Duration::from_secs(1), goodbye).await;
    }

    async fn on_broken(&mut self, error: &axum::Error) {
        if is_too_large(error) {
            self.say_goodbye(1009, "frame too large").await;
        }
    }

    /// Runs until the socket is over. What is seldom done is done on the heap: what a socket keeps
    /// while it waits counts ten thousand times.
    pub(super) async fn run<R: Role>(&mut self, opened: Result<(Outbox, R), Over>) {
        let over = match opened {
            Ok((mut outbox, mut role)) => self.pump(&mut outbox, &mut role).await,
            Err(over) => over,
        };
        let (code, reason) = match over {
            Over::Gone => return,
            Over::Close(why) => (why.code(), why.reason()),
            Over::TooLarge => (1009, "frame too large"),
        };
        Box::pin(self.say_goodbye(code, reason)).await;
    }

    /// Tells a client why it is not welcome.
    pub(super) async fn refuse(&mut self, refusal: Refusal) -> Over {
        let why = match refusal {
            Refusal::UnknownPin | Refusal::GameEnded => Closed::UnknownGame,
            Refusal::NotAllowed => Closed::NotAllowed,
            _ => Closed::GoingAway,
        };
        if let Some(message) = self.encoded(&ServerFrame::Refused(refusal)) {
            let _ = timeout(PATIENCE, self.socket.send(message)).await;
        }
        Over::Close(why)
    }

    async fn pump(&mut self, outbox: &mut Outbox, role: &mut impl Role) -> Over {
        let mut pings = pings();
        let mut unanswered = 0;
        loop {
            let event = tokio::select! {
                biased;
                frame = outbox.next() => Box::pin(self.deliver(frame, outbox)).await,
                message = self.socket.recv() => {
                    unanswered = 0;
                    match self.sort(message) {
                        Ok(Some(message)) => {
                            match Box::pin(self.on_message(&message, outbox, role)).await {
                                Continue(Some(answer)) => {
                                    Box::pin(self.write(vec![answer], outbox)).await
                                }
                                Continue(None) => continue,
                                Break(over) => Break(over),
                            }
                        }
                        Ok(None) => continue,
                        Err(over) => return over,
                    }
                }
                _ = pings.tick() => {
                    if unanswered == PINGS_UNANSWERED {
                        return Over::Gone;
                    }
                    unanswered += 1;
                    Box::pin(self.write(vec![Message::Ping(Bytes::new())], outbox)).await
                }
            };
            if let Break(over) = event {
                return over;
            }
        }
    }

    /// What is to be handled of what was received.
    fn sort(&self, message: Option<Result<Message, axum::Error>>) -> Result<Option<Message>, Over> {
        match message {
            None | Some(Ok(Message::Close(_))) => Err(Over::Gone),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
            Some(Ok(message)) => Ok(Some(message)),
            Some(Err(error)) if is_too_large(&error) => Err(Over::TooLarge),
            Some(Err(_)) => Err(Over::Gone),
        }
    }

    /// Delivers a frame of the outbox, and with it whatever else waits there: one write for all.
    async fn deliver(
        &mut self,
        frame: Result<Bytes, Closed>,
        outbox: &mut Outbox,
    ) -> ControlFlow<Over> {
        let mut messages = Vec::with_capacity(1);
        let mut next = frame.map(Some);
        loop {
            match next {
                Ok(Some(bytes)) => messages.push(self.message(bytes)),
                Ok(None) => return self.write(messages, outbox).await,
                Err(why) => return Break(Over::Close(why)),
            }
            next = outbox.try_next();
        }
    }

    /// Writes messages, unless the socket is to be closed before they are written.
    async fn write(&mut self, messages: Vec<Message>, outbox: &mut Outbox) -> ControlFlow<Over> {
        let all = async {
            for message in messages {
                self.socket.feed(message).await?;
            }
            self.socket.flush().await
        };
        let written = timeout(PATIENCE, async {
            tokio::select! {
                biased;
                sent = all => sent.map_err(|_| Over::Gone),
                why = outbox.closed() => Err(Over::Close(why)),
            }
        });
        match written.await {
            Ok(Ok(())) => Continue(()),
            Ok(Err(over)) => Break(over),
            Err(_) => Break(Over::Gone),
        }
    }

    async fn on_message(
        &mut self,
        message: &Message,
        outbox: &mut Outbox,
        role: &mut impl Role,
    ) -> ControlFlow<Over, Option<Message>> {
        METRICS.frames.inc();
        let answer = match self.limit.take(Instant::now()) {
            Pace::Hopeless => return Break(Over::Close(Closed::Misbehaved)),
            Pace::TooFast => {
                METRICS.frames_too_fast.inc();
                Some(ServerFrame::Refused(Refusal::TooFast))
            }
            Pace::Fine => match self.read(message) {
                Ok(frame) => self.work(frame, outbox, role).await?,
                Err(()) => {
                    METRICS.frames_malformed.inc();
                    self.malformed += 1;
                    if self.malformed > MALFORMED {
                        return Break(Over::Close(Closed::Misbehaved));
                    }
                    Some(ServerFrame::Refused(Refusal::Malformed))
                }
            },
        };
        Continue(answer.and_then(|answer| self.encoded(&answer)))
    }

    /// Has a frame handled, and goes on delivering what others are told: a store that stands still
    /// holds up the answer alone.
    async fn work<R: Role>(
        &mut self,
        frame: R::Frame,
        outbox: &mut Outbox,
        role: &mut R,
    ) -> ControlFlow<Over, Option<ServerFrame>> {
        let mut work = pin!(role.handle(frame));
        loop {
            tokio::select! {
                biased;
                answer = &mut work => return answer.map_break(Over::Close),
                frame = outbox.next() => Box::pin(self.deliver(frame, outbox)).await?,
            }
        }
    }
}

fn pings() -> Interval {
    let mut pings = interval(PING_EVERY);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    pings.reset();
    pings
}

/// Whether a message broke the size limit. tungstenite says so in words only, through axum.
fn is_too_large(error: &axum::Error) -> bool {
    error.to_string().contains("too long") || error.to_string().contains("too big")
}
