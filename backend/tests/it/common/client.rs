//! Scripted clients over real WebSockets.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::{SinkExt, StreamExt};
use quizrain_shared::ids::{RainId, Token};
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::quiz::ChoiceSet;
use quizrain_shared::rain::{RainPlan, lifetime};
use quizrain_shared::wire::{
    Caught, Encoding, HostFrame, Outcome, PacketNews, PacketState, PlayerFrame, Protocol, RainView,
    Refusal, ScreenFrame, ServerFrame, Stage, StageAt, Version, Welcome,
};
use serde::Serialize;
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::server::{DEADLINE, Hosted};

/// How long our page waits for a verdict before it taps again.
const ASK_AGAIN: Duration = Duration::from_millis(700);

/// How soon it asks again where the server is busy.
const BUSY: Duration = Duration::from_millis(150);

/// One socket, and what it has received. Like a page, it asks again where the server is busy.
pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    encoding: Encoding,
    /// How to open the socket again.
    request: Request,
    /// What was said last.
    said: Option<Message>,
    /// Every frame so far, oldest first.
    pub(crate) seen: Vec<ServerFrame>,
    /// The newest stage.
    pub(crate) stage: Option<StageAt>,
    /// Server time minus this process's clock, in ms.
    offset_ms: i64,
}

fn local_ms() -> i64 {
    i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap()
}

fn is_busy(frame: &ServerFrame) -> bool {
    matches!(frame, ServerFrame::Refused(Refusal::Unavailable))
}

/// A token that only this number gives.
pub(crate) fn token(number: u64) -> Token {
    let mut bytes = [7; 16];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    Token(bytes)
}

/// A request for a socket with a subprotocol and an origin.
pub(crate) fn request(
    server: &impl AsRef<str>,
    path: &str,
    protocol: Option<&str>,
    origin: Option<&str>,
) -> Request {
    let mut request = format!("ws://{}{path}", server.as_ref()).into_client_request().unwrap();
    for (name, value) in [("sec-websocket-protocol", protocol), ("origin", origin)] {
        if let Some(value) = value {
            request.headers_mut().insert(name, value.parse().unwrap());
        }
    }
    request
}

impl Client {
    /// Opens a socket of the newest version and says nothing.
    pub(crate) async fn open(server: &impl AsRef<str>, path: &str, encoding: Encoding) -> Self {
        Self::open_as(server, path, Protocol { version: Version::V2, encoding }).await
    }

    /// Opens a socket that speaks a protocol and says nothing.
    pub(crate) async fn open_as(server: &impl AsRef<str>, path: &str, protocol: Protocol) -> Self {
        let request = request(server, path, Some(protocol.subprotocol()), None);
        let (socket, _) = connect_async(request.clone()).await.unwrap();
        let (encoding, seen) = (protocol.encoding, Vec::new());
        Self { socket, encoding, request, said: None, seen, stage: None, offset_ms: 0 }
    }

    /// A player's socket in an encoding, after its hello.
    pub(crate) async fn player_in(
        server: &impl AsRef<str>,
        hosted: &Hosted,
        number: u64,
        encoding: Encoding,
    ) -> Self {
        let mut client = Self::open(server, "/ws/player", encoding).await;
        client.send(&PlayerFrame::Hello { pin: hosted.pin, token: token(number) }).await;
        client
    }

    /// A player's socket after its hello.
    pub(crate) async fn player(server: &impl AsRef<str>, hosted: &Hosted, number: u64) -> Self {
        Self::player_in(server, hosted, number, Encoding::Postcard).await
    }

    /// A player with a seat.
    pub(crate) async fn seated(
        server: &impl AsRef<str>,
        hosted: &Hosted,
        number: u64,
        name: &str,
    ) -> Self {
        let mut client = Self::player(server, hosted, number).await;
        client.welcome().await;
        client.join(name).await;
        client
    }

    /// The host's socket, welcomed.
    pub(crate) async fn host(server: &impl AsRef<str>, hosted: &Hosted) -> Self {
        let hello = HostFrame::Hello { game: hosted.game, token: hosted.token };
        Self::welcomed(server, "/ws/host", &hello).await
    }

    /// A projector's socket, welcomed.
    pub(crate) async fn screen(server: &impl AsRef<str>, hosted: &Hosted) -> Self {
        Self::welcomed(server, "/ws/screen", &ScreenFrame::Hello { pin: hosted.pin }).await
    }

    async fn welcomed(server: &impl AsRef<str>, path: &str, hello: &impl Serialize) -> Self {
        let mut client = Self::open(server, path, Encoding::Postcard).await;
        client.send(hello).await;
        client.welcome().await;
        client
    }

    /// Says the last thing again; a server that was too busy for a hello has closed the socket.
    async fn say_again(&mut self) {
        tokio::time::sleep(BUSY).await;
        let said = self.said.clone().expect("an answer to something");
        if self.stage.is_none() {
            (self.socket, _) = connect_async(self.request.clone()).await.unwrap();
        }
        self.socket.send(said).await.unwrap();
    }

    /// Sends a frame.
    pub(crate) async fn send<F: Serialize>(&mut self, frame: &F) {
        let bytes = self.encoding.encode(frame);
        let message = match self.encoding {
            Encoding::Postcard => Message::binary(bytes),
            Encoding::Json => Message::text(String::from_utf8(bytes).unwrap()),
        };
        self.said = Some(message.clone());
        self.socket.send(message).await.unwrap();
    }

    /// Sends a frame without reading anything; whether the server still takes it.
    pub(crate) async fn send_deaf<F: Serialize>(&mut self, frame: &F) -> bool {
        self.socket.send(Message::binary(self.encoding.encode(frame))).await.is_ok()
    }

    /// Sends any message; the server may close on it before all of it is written.
    pub(crate) async fn send_raw(&mut self, message: Message) {
        let _ = self.socket.send(message).await;
    }

    fn note(&mut self, frame: &ServerFrame) {
        match frame {
            ServerFrame::Stage(stage) => self.stage = Some(stage.clone()),
            ServerFrame::Welcome(welcome) => {
                self.stage = Some(welcome.stage.clone());
                self.offset_ms = i64::try_from(welcome.now_ms).unwrap() - local_ms();
            }
            _ => {}
        }
    }

    /// The next frame, or the close code with which the server ended the socket.
    pub(crate) async fn next(&mut self) -> Result<ServerFrame, u16> {
        loop {
            let message = timeout(DEADLINE, self.socket.next()).await;
            let message =
                message.unwrap_or_else(|_| panic!("silence after {:?}", self.seen.last()));
            let bytes = match message {
                Some(Ok(Message::Binary(bytes))) if self.encoding == Encoding::Postcard => bytes,
                Some(Ok(Message::Text(text))) if self.encoding == Encoding::Json => text.into(),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                Some(Ok(Message::Close(frame))) => {
                    return Err(frame.map_or(1005, |frame| frame.code.into()));
                }
                Some(Ok(other)) => panic!("not a frame: {other:?}"),
                Some(Err(_)) | None => return Err(1006),
            };
            let frame: ServerFrame = self.encoding.decode(&bytes).unwrap();
            self.note(&frame);
            self.seen.push(frame.clone());
            return Ok(frame);
        }
    }

    /// Waits for a frame that fits; what comes before it is only noted. Where the server is busy
    /// and nobody waits to hear that, it is asked again.
    pub(crate) async fn until<T>(&mut self, mut pick: impl FnMut(ServerFrame) -> Option<T>) -> T {
        let waited = timeout(DEADLINE, async {
            loop {
                match self.next().await {
                    Ok(frame) => {
                        let busy = is_busy(&frame);
                        if let Some(found) = pick(frame) {
                            return found;
                        }
                        if busy {
                            Box::pin(self.say_again()).await;
                        }
                    }
                    Err(code) => panic!("closed with {code} after {:?}", self.seen.last()),
                }
            }
        });
        let waited = waited.await;
        waited.unwrap_or_else(|_| panic!("it did not come; last was {:?}", self.seen.last()))
    }

    /// Waits until the server closes; the code.
    pub(crate) async fn closed(&mut self) -> u16 {
        let closed = timeout(DEADLINE, async {
            loop {
                if let Err(code) = self.next().await {
                    return code;
                }
            }
        });
        closed.await.unwrap_or_else(|_| panic!("it stays open"))
    }

    /// Waits for the next snapshot.
    pub(crate) async fn welcome(&mut self) -> Welcome {
        self.until(|frame| match frame {
            ServerFrame::Welcome(welcome) => Some(*welcome),
            ServerFrame::Refused(refusal) if refusal != Refusal::Unavailable => {
                panic!("no welcome: {refusal}")
            }
            _ => None,
        })
        .await
    }

    /// Waits for the next refusal.
    pub(crate) async fn refusal(&mut self) -> Refusal {
        self.until(|frame| match frame {
            ServerFrame::Refused(refusal) if refusal != Refusal::Unavailable => Some(refusal),
            _ => None,
        })
        .await
    }

    /// Waits until the server says that it is busy.
    pub(crate) async fn busy(&mut self) {
        self.until(|frame| is_busy(&frame).then_some(())).await;
    }

    /// Takes a seat; the snapshot afterwards.
    pub(crate) async fn join(&mut self, nickname: &str) -> Welcome {
        self.send(&PlayerFrame::Join { nickname: nickname.to_owned() }).await;
        self.welcome().await
    }

    /// Waits until the stage is of this kind; the stage.
    pub(crate) async fn stage(&mut self, kind: Kind) -> StageAt {
        let known = self.stage.clone().filter(|stage| stage.phase.kind == kind);
        let stage_of = |frame| match frame {
            ServerFrame::Stage(stage) if stage.phase.kind == kind => Some(stage),
            ServerFrame::Welcome(welcome) if welcome.stage.phase.kind == kind => {
                Some(welcome.stage)
            }
            _ => None,
        };
        match known {
            Some(stage) => stage,
            None => self.until(stage_of).await,
        }
    }

    /// The host's move on what it sees.
    pub(crate) async fn make(&mut self, mv: Move) {
        let seen = self.stage.as_ref().unwrap().at.seq;
        self.send(&HostFrame::Move { mv, seen }).await;
    }

    /// The host lets packets fall.
    pub(crate) async fn open_rain(&mut self, plan: RainPlan) {
        let seen = self.stage.as_ref().unwrap().at.seq;
        self.send(&HostFrame::OpenRain { plan, seen }).await;
    }

    /// Answers a round.
    pub(crate) async fn answer(&mut self, round: u16, choices: u8) {
        self.send(&PlayerFrame::Answer { round, choices: ChoiceSet(choices) }).await;
    }

    /// Waits for what a round brought.
    pub(crate) async fn outcome(&mut self) -> Outcome {
        self.until(|frame| match frame {
            ServerFrame::Outcome(outcome) => Some(outcome),
            _ => None,
        })
        .await
    }

    /// The rain on the stage, once it is announced.
    pub(crate) async fn rain(&mut self) -> (RainView, StageAt) {
        let stage = self.stage(Kind::Rain).await;
        match &stage.stage {
            Stage::Rain(view) => (view.clone(), stage),
            other => panic!("a rain's phase with {other:?}"),
        }
    }

    /// Waits until server time: a tap needs a drop that falls.
    pub(crate) async fn until_ms(&self, server_ms: u64) {
        let left = i64::try_from(server_ms).unwrap() - local_ms() - self.offset_ms;
        tokio::time::sleep(Duration::from_millis(left.try_into().unwrap_or(0))).await;
    }

    /// Taps a drop now, and waits for nothing.
    pub(crate) async fn tap_drop(&mut self, view: &RainView, drop: u32) {
        self.send(&PlayerFrame::Tap { rain: view.rain, drop }).await;
    }

    /// Waits for the first drop and taps it; the verdict.
    pub(crate) async fn tap(&mut self) -> Result<Caught, Refusal> {
        let (view, stage) = self.rain().await;
        self.until_ms(stage.opens_ms + lifetime(view.picture_seed, 0).0 + 5).await;
        self.tap_drop(&view, 0).await;
        self.verdict().await
    }

    /// Waits for a tap's verdict.
    pub(crate) async fn verdict(&mut self) -> Result<Caught, Refusal> {
        self.until(|frame| match frame {
            ServerFrame::Caught(caught) | ServerFrame::Packet(PacketNews { caught, .. }) => {
                Some(Ok(caught))
            }
            ServerFrame::Missed { why, .. } => Some(Err(why)),
            ServerFrame::Refused(why) if why != Refusal::Unavailable => Some(Err(why)),
            _ => None,
        })
        .await
    }

    /// Says something, and says it again where nothing comes or Redis is busy, as the page does,
    /// until something fits.
    pub(crate) async fn insist<F: Serialize, T>(
        &mut self,
        ask: impl Fn() -> F,
        mut pick: impl FnMut(ServerFrame) -> Option<T>,
    ) -> T {
        let since = Instant::now();
        loop {
            assert!(since.elapsed() < DEADLINE, "no answer; last was {:?}", self.seen.last());
            self.send(&ask()).await;
            let said = timeout_at(Instant::now() + ASK_AGAIN, self.until(&mut pick)).await;
            if let Ok(said) = said {
                return said;
            }
        }
    }

    /// Taps in a rain until there is a verdict.
    pub(crate) async fn insist_on(
        &mut self,
        rain: RainId,
        drop: impl Fn() -> u32,
    ) -> Result<Caught, Refusal> {
        let tap = || PlayerFrame::Tap { rain, drop: drop() };
        self.insist(tap, |frame| match frame {
            ServerFrame::Caught(caught) | ServerFrame::Packet(PacketNews { caught, .. })
                if caught.rain == rain =>
            {
                Some(Ok(caught))
            }
            ServerFrame::Missed { rain: of, why } if of == rain => Some(Err(why)),
            ServerFrame::Refused(why) if why != Refusal::Unavailable => Some(Err(why)),
            _ => None,
        })
        .await
    }

    /// Waits until the packet is in the ledger, if the news has not come already.
    pub(crate) async fn credited(&mut self) -> Caught {
        let credit = |frame: ServerFrame| match frame {
            ServerFrame::Credited(caught)
            | ServerFrame::Packet(PacketNews { caught, state: PacketState::Credited, .. }) => {
                Some(caught)
            }
            _ => None,
        };
        match self.seen.iter().cloned().find_map(credit) {
            Some(caught) => caught,
            None => self.until(credit).await,
        }
    }
}
