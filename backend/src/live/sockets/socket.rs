//! One socket's loop, the same for players, hosts and screens: frames in, frames out, signs of
//! life, and an end with a reason.

use std::ops::ControlFlow::{self, Break, Continue};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use bytes::Bytes;
use futures_util::SinkExt;
use quizrain_shared::wire::{Encoding, Refusal, ServerFrame, limits};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::time::{Interval, MissedTickBehavior, interval_at, timeout};
use tokio_util::sync::CancellationToken;

use crate::live::hub::{CloseReason, Outbox};
use crate::live::sockets::Sockets;
use crate::live::sockets::guest::{Guest, Turned};
use crate::live::sockets::limit::{Limit, Pace};
use crate::live::sockets::line::Line;
use crate::metrics::METRICS;

/// How long a socket may take to say hello.
const HELLO_TIMEOUT: Duration = Duration::from_millis(limits::HELLO_MS as u64);

/// How long a socket may take nothing of what is written to it. The kernel holds little of it, so
/// whoever does not read is soon found out.
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);

/// How long both sides may take to say goodbye.
const GOODBYE_TIMEOUT: Duration = Duration::from_secs(1);

/// How often a silent client is asked whether it lives.
const PING_EVERY: Duration = Duration::from_millis(limits::PING_EVERY_MS as u64);

/// When it is asked first, at the earliest and at the latest: a crowd that comes at once is not asked at once.
const FIRST_PING: Duration = Duration::from_millis(limits::FIRST_PING_MS as u64);
const LAST_FIRST_PING: Duration = Duration::from_millis(limits::LAST_FIRST_PING_MS as u64);

/// A socket that speaks frames.
pub(crate) struct Wire {
    socket: WebSocket,
    encoding: Encoding,
    limit: Limit,
    malformed: u32,
    line: Line,
}

/// What a role does with its frames.
pub(crate) trait Role: Sized + Send + 'static {
    /// What metrics call it.
    const NAME: &str;

    /// Whether it is counted among the screens.
    const IS_SCREEN: bool;

    /// What its client sends.
    type Frame: DeserializeOwned + Send;

    /// Waits for the hello, lets the client into its game's room and welcomes it.
    fn open(
        wire: &mut Wire,
        sockets: Arc<Sockets>,
        guest: Guest,
    ) -> impl Future<Output = Result<(Outbox, Self), Over>> + Send;

    /// Handles a frame that came over a line that takes so many ms; the answer goes to this client
    /// alone. Frames for everybody go out meanwhile, the client's next frame has to wait.
    fn handle(
        &mut self,
        frame: Self::Frame,
        line_ms: u16,
    ) -> impl Future<Output = ControlFlow<CloseReason, Option<ServerFrame>>> + Send;
}

/// Why a socket is over.
pub(crate) enum Over {
    /// It is gone; nobody is left to tell.
    Gone,
    /// The client closes it; its close frame is to be answered.
    Left,
    /// It is to be told why.
    Close(CloseReason),
}

impl Wire {
    pub(crate) fn new(socket: WebSocket, encoding: Encoding, frames_per_second: u32) -> Self {
        let limit = Limit::new(Instant::now(), frames_per_second);
        Self { socket, encoding, limit, malformed: 0, line: Line::default() }
    }

    pub(crate) fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Waits for the first frame, which every client owes at once.
    pub(crate) async fn hello<F: DeserializeOwned>(
        &mut self,
        leaving: &CancellationToken,
    ) -> Result<F, Over> {
        let message = self.receive_soon(leaving).await?;
        match self.read(&message) {
            Ok(hello) => Ok(hello),
            Err(()) => Err(self.refuse(Refusal::Malformed).await),
        }
    }

    /// Waits for a message, which has to come at once.
    async fn receive_soon(&mut self, leaving: &CancellationToken) -> Result<Message, Over> {
        let next = async {
            loop {
                let message = self.socket.recv().await;
                if let Some(message) = self.sort(message)? {
                    return Ok(message);
                }
                // Pings of the protocol's own are answered as well, and cost as much.
                if self.limit.take(Instant::now()) == Pace::Hopeless {
                    return Err(Over::Close(CloseReason::Misbehaved));
                }
            }
        };
        tokio::select! {
            next = timeout(HELLO_TIMEOUT, next) => {
                next.unwrap_or(Err(Over::Close(CloseReason::Misbehaved)))
            }
            () = leaving.cancelled() => Err(Over::Close(CloseReason::GoingAway)),
        }
    }

    /// Waits for a frame of a client that is in no game, and owes each at once. `None`: it came too fast, and is
    /// not to be answered.
    pub(crate) async fn next<F: DeserializeOwned>(
        &mut self,
        leaving: &CancellationToken,
    ) -> Result<Option<F>, Over> {
        let message = self.receive_soon(leaving).await?;
        METRICS.frames.inc();
        match self.limit.take(Instant::now()) {
            Pace::Hopeless => Err(Over::Close(CloseReason::Misbehaved)),
            Pace::TooFast => {
                METRICS.frames_too_fast.inc();
                Ok(None)
            }
            Pace::Fine => self.read(&message).map(Some).map_err(|()| {
                METRICS.frames_malformed.inc();
                Over::Close(CloseReason::Misbehaved)
            }),
        }
    }

    /// Sends a frame to a client that is in no game.
    pub(crate) async fn send(&mut self, frame: &impl Serialize) -> Result<(), Over> {
        let message = self.message(self.encoding.encode(frame).into());
        match timeout(WRITE_TIMEOUT, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Over::Gone),
        }
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

    /// Sends a welcome.
    pub(crate) async fn welcome(
        &mut self,
        welcome: &ServerFrame,
        outbox: &mut Outbox,
    ) -> Result<(), Over> {
        match self.write(vec![self.encoded(welcome)], outbox).await {
            Continue(()) => Ok(()),
            Break(over) => Err(over),
        }
    }

    fn encoded(&self, frame: &ServerFrame) -> Message {
        self.message(self.encoding.encode(frame).into())
    }

    async fn say_goodbye(&mut self, why: CloseReason) {
        let frame = CloseFrame { code: why.code(), reason: Utf8Bytes::from_static(why.reason()) };
        let goodbye = async {
            let _ = self.socket.send(Message::Close(Some(frame))).await;
            self.hear_out().await;
        };
        let _ = timeout(GOODBYE_TIMEOUT, goodbye).await;
    }

    /// Reads until nothing more comes: the close frames of both sides are exchanged then.
    async fn hear_out(&mut self) {
        let rest = async { while let Some(Ok(_)) = self.socket.recv().await {} };
        let _ = timeout(GOODBYE_TIMEOUT, rest).await;
    }

    /// Runs until the socket is over. What is seldom done is done on the heap: what a socket keeps
    /// while it waits counts ten thousand times.
    pub(crate) async fn run<R: Role>(&mut self, opened: Result<Box<(Outbox, R)>, Over>) {
        let over = match opened {
            Ok(mut opened) => {
                let (outbox, role) = &mut *opened;
                self.pump(outbox, role).await
            }
            Err(over) => over,
        };
        self.end(over).await;
    }

    /// Ends the socket as it is over.
    pub(crate) async fn end(&mut self, over: Over) {
        match over {
            Over::Gone => {}
            Over::Left => Box::pin(self.hear_out()).await,
            Over::Close(why) => Box::pin(self.say_goodbye(why)).await,
        }
    }

    /// Tells a client why it is not welcome.
    pub(crate) async fn refuse(&mut self, refusal: Refusal) -> Over {
        let why = match refusal {
            Refusal::UnknownPin | Refusal::GameEnded => CloseReason::UnknownGame,
            Refusal::NotAllowed => CloseReason::NotAllowed,
            Refusal::Malformed => CloseReason::Misbehaved,
            _ => CloseReason::GoingAway,
        };
        let message = self.encoded(&ServerFrame::Refused(refusal));
        let _ = timeout(WRITE_TIMEOUT, self.socket.send(message)).await;
        Over::Close(why)
    }

    /// Tells whoever said hello why it led nowhere.
    pub(crate) async fn turn(&mut self, turned: Turned) -> Over {
        match turned {
            Turned::Refused(refusal) => self.refuse(refusal).await,
            Turned::Away(why) => Over::Close(why),
        }
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
                    if unanswered == limits::MAX_PINGS_UNANSWERED {
                        return Over::Gone;
                    }
                    unanswered += 1;
                    let ping = Message::Ping(self.line.ping(Instant::now()));
                    Box::pin(self.write(vec![ping], outbox)).await
                }
            };
            if let Break(over) = event {
                return over;
            }
        }
    }

    /// What is to be handled of what was received.
    fn sort(
        &mut self,
        message: Option<Result<Message, axum::Error>>,
    ) -> Result<Option<Message>, Over> {
        match message {
            None => Err(Over::Gone),
            Some(Ok(Message::Close(_))) => Err(Over::Left),
            Some(Ok(Message::Pong(payload))) => {
                self.line.note_pong(&payload, Instant::now());
                Ok(None)
            }
            Some(Ok(Message::Ping(_))) => Ok(None),
            Some(Ok(message)) => Ok(Some(message)),
            Some(Err(error)) if is_too_large(&error) => Err(Over::Close(CloseReason::TooLarge)),
            Some(Err(_)) => Err(Over::Gone),
        }
    }

    /// Delivers a frame of the outbox, and with it whatever else waits there: one write for all.
    async fn deliver(
        &mut self,
        frame: Result<Bytes, CloseReason>,
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
        let written = timeout(WRITE_TIMEOUT, async {
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
            Pace::Hopeless => return Break(Over::Close(CloseReason::Misbehaved)),
            Pace::TooFast => {
                METRICS.frames_too_fast.inc();
                Some(ServerFrame::Refused(Refusal::TooFast))
            }
            Pace::Fine => match self.read(message) {
                Ok(frame) => self.work(frame, outbox, role).await?,
                Err(()) => {
                    METRICS.frames_malformed.inc();
                    self.malformed += 1;
                    if self.malformed > limits::MAX_FRAMES_MALFORMED {
                        return Break(Over::Close(CloseReason::Misbehaved));
                    }
                    Some(ServerFrame::Refused(Refusal::Malformed))
                }
            },
        };
        Continue(answer.map(|answer| self.encoded(&answer)))
    }

    /// Has a frame handled, and goes on delivering what others are told: a store that stands still
    /// holds up the answer alone.
    async fn work<R: Role>(
        &mut self,
        frame: R::Frame,
        outbox: &mut Outbox,
        role: &mut R,
    ) -> ControlFlow<Over, Option<ServerFrame>> {
        let mut work = pin!(role.handle(frame, self.line.ms()));
        loop {
            tokio::select! {
                biased;
                answer = &mut work => return answer.map_break(Over::Close),
                frame = outbox.next() => Box::pin(self.deliver(frame, outbox)).await?,
            }
        }
    }
}

/// The first one soon: before anybody answers, it is known how long their line takes. Multiples of the golden
/// ratio spread sockets evenly, however many there are.
fn pings() -> Interval {
    static SOCKETS: AtomicU32 = AtomicU32::new(0);
    let turn = SOCKETS.fetch_add(0x9e37_79b9, Ordering::Relaxed);
    let share = f64::from(turn) / f64::from(u32::MAX);
    let first = FIRST_PING + (LAST_FIRST_PING - FIRST_PING).mul_f64(share);
    let mut pings = interval_at(tokio::time::Instant::now() + first, PING_EVERY);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    pings
}

/// Whether a message broke the size limit. tungstenite says so in words only, through axum.
fn is_too_large(error: &axum::Error) -> bool {
    error.to_string().contains("too long") || error.to_string().contains("too big")
}
