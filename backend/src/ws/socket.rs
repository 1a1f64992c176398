//! One socket's loop, the same for players, hosts and screens: frames in, frames out, signs of
//! life, and an end with a reason.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use bytes::Bytes;
use quizrain_shared::wire::{Encoding, Refusal, ServerFrame};
use serde::de::DeserializeOwned;
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_util::sync::CancellationToken;

use super::limit::{Limit, Pace};
use crate::hub::{Closed, Outbox};

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
    encoding: Encoding,
    limit: Limit,
    malformed: u32,
}

/// What a role does with its frames.
pub(super) trait Role {
    /// What its client sends.
    type Frame: DeserializeOwned + Send;

    /// Handles a frame; the answer goes to this client alone.
    async fn handle(&mut self, frame: Self::Frame) -> ControlFlow<Closed, Option<ServerFrame>>;
}

/// Why a socket is over.
enum Over {
    /// It is gone; nobody is left to tell.
    Gone,
    /// It is to be told why.
    Close(Closed),
    /// Its client sent a frame beyond the size limit.
    TooLarge,
}

impl Wire {
    pub(super) fn new(socket: WebSocket, encoding: Encoding) -> Self {
        Self { socket, encoding, limit: Limit::new(Instant::now()), malformed: 0 }
    }

    pub(super) fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Waits for the first frame, which every client owes at once.
    pub(super) async fn hello<F: DeserializeOwned>(&mut self) -> Option<F> {
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
        deadline.await.ok().flatten()
    }

    /// Reads a frame from a message; the wrong kind of message is malformed as well.
    fn read<F: DeserializeOwned>(&self, message: &Message) -> Result<F, ()> {
        let bytes: &[u8] = match (message, self.encoding) {
            (Message::Binary(bytes), Encoding::Postcard) => bytes,
            (Message::Text(text), Encoding::Json) => text.as_bytes(),
            _ => return Err(()),
        };
        self.encoding.decode(bytes).map_err(|error| {
            tracing::debug!(%error, "malformed frame");
        })
    }

    fn message(&self, bytes: Bytes) -> Message {
        match self.encoding {
            Encoding::Postcard => Message::Binary(bytes),
            Encoding::Json => Message::Text(Utf8Bytes::try_from(bytes).unwrap_or_default()),
        }
    }

    /// Sends one frame to this client.
    pub(super) async fn send(&mut self, frame: &ServerFrame) -> Result<(), ()> {
        let message = self.message(self.encoding.encode(frame).into());
        let sent = timeout(PATIENCE, self.socket.send(message)).await;
        sent.map_err(|_| ())?.map_err(|_| ())
    }

    /// Says why, and closes.
    pub(super) async fn close(mut self, why: Closed) {
        self.say_goodbye(why.code(), why.reason()).await;
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

    /// Runs until the socket is over.
    pub(super) async fn run(
        mut self,
        mut outbox: Outbox,
        stop: CancellationToken,
        mut role: impl Role,
    ) {
        let over = self.pump(&mut outbox, &stop, &mut role).await;
        match over {
            Over::Gone => {}
            Over::Close(why) => self.close(why).await,
            Over::TooLarge => self.say_goodbye(1009, "frame too large").await,
        }
    }

    async fn pump(
        &mut self,
        outbox: &mut Outbox,
        stop: &CancellationToken,
        role: &mut impl Role,
    ) -> Over {
        let closing = outbox.closing();
        let mut pings = interval(PING_EVERY);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        pings.reset();
        let mut unanswered = 0;
        loop {
            tokio::select! {
                () = closing.cancelled() => {
                    return Over::Close(outbox.why().unwrap_or(Closed::GoingAway));
                }
                () = stop.cancelled() => return Over::Close(Closed::GoingAway),
                Some(bytes) = outbox.next() => {
                    let message = self.message(bytes);
                    tokio::select! {
                        () = closing.cancelled() => {}
                        sent = self.socket.send(message) => if sent.is_err() { return Over::Gone },
                    }
                }
                _ = pings.tick() => {
                    if unanswered == PINGS_UNANSWERED {
                        return Over::Gone;
                    }
                    unanswered += 1;
                    let ping = timeout(PATIENCE, self.socket.send(Message::Ping(Bytes::new())));
                    if !matches!(ping.await, Ok(Ok(()))) {
                        return Over::Gone;
                    }
                }
                message = self.socket.recv() => {
                    unanswered = 0;
                    let message = match message {
                        None | Some(Ok(Message::Close(_))) => return Over::Gone,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                        Some(Ok(message)) => message,
                        Some(Err(error)) if is_too_large(&error) => return Over::TooLarge,
                        Some(Err(_)) => return Over::Gone,
                    };
                    if let ControlFlow::Break(over) = self.on_message(&message, role).await {
                        return over;
                    }
                }
            }
        }
    }

    async fn on_message(&mut self, message: &Message, role: &mut impl Role) -> ControlFlow<Over> {
        let answer = match self.limit.take(Instant::now()) {
            Pace::Hopeless => return ControlFlow::Break(Over::Close(Closed::Misbehaved)),
            Pace::TooFast => Some(ServerFrame::Refused(Refusal::TooFast)),
            Pace::Fine => match self.read(message) {
                Ok(frame) => match role.handle(frame).await {
                    ControlFlow::Continue(answer) => answer,
                    ControlFlow::Break(why) => return ControlFlow::Break(Over::Close(why)),
                },
                Err(()) => {
                    self.malformed += 1;
                    if self.malformed > MALFORMED {
                        return ControlFlow::Break(Over::Close(Closed::Misbehaved));
                    }
                    Some(ServerFrame::Refused(Refusal::Malformed))
                }
            },
        };
        match answer {
            Some(answer) if self.send(&answer).await.is_err() => ControlFlow::Break(Over::Gone),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// Whether a message broke the size limit. tungstenite says so in words only, through axum.
fn is_too_large(error: &axum::Error) -> bool {
    error.to_string().contains("too long") || error.to_string().contains("too big")
}
