//! Scripted clients over real WebSockets. Like a page they ask again where the server is busy, and
//! come back where it sends them away for a while.

mod asks;

use std::collections::VecDeque;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::{SinkExt, StreamExt};
use quizrain_shared::ids::Token;
use quizrain_shared::phase::Kind;
use quizrain_shared::wire::{
    Caught, Encoding, HostFrame, Incident, Outcome, PacketState, PacketUpdate, PlayerFrame,
    RainView, Refusal, ScreenFrame, ServerFrame, Stage, StageAt, Welcome,
};
use serde::Serialize;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use super::contribution;
use super::server::{DEADLINE, HostRight};

/// How soon it asks again where the server is busy.
const BUSY: Duration = Duration::from_millis(150);

pub(crate) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// One socket, and what it has received.
pub(crate) struct Client {
    socket: Socket,
    encoding: Encoding,
    /// How to open the socket again, and what to say first.
    request: Request,
    hello: Option<Message>,
    /// Whether this socket's hello was answered; a server that is too busy for one closes.
    welcomed: bool,
    /// What was said last, unless it is known to be done.
    said: Option<Message>,
    /// What came while something was insisted on, and nobody has read yet.
    unread: VecDeque<ServerFrame>,
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

/// Opens a socket, as soon as the server takes one.
pub(crate) async fn connect(request: &Request) -> Socket {
    let since = Instant::now();
    loop {
        match connect_async_with_config(request.clone(), None, true).await {
            Ok((socket, _)) => return socket,
            Err(Error::Http(answer)) if answer.status().as_u16() == 503 => {}
            Err(error) => panic!("no socket: {error}"),
        }
        assert!(since.elapsed() < DEADLINE, "it takes no socket");
        sleep(BUSY).await;
    }
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
    /// Opens a socket and says nothing.
    pub(crate) async fn open(server: &impl AsRef<str>, path: &str, encoding: Encoding) -> Self {
        Self::over(request(server, path, Some(encoding.subprotocol()), None), encoding).await
    }

    async fn over(request: Request, encoding: Encoding) -> Self {
        Self {
            socket: connect(&request).await,
            encoding,
            request,
            hello: None,
            welcomed: false,
            said: None,
            unread: VecDeque::new(),
            seen: Vec::new(),
            stage: None,
            offset_ms: 0,
        }
    }

    /// A player's socket in an encoding, after its hello.
    pub(crate) async fn player_in(
        server: &impl AsRef<str>,
        hosted: &HostRight,
        number: u64,
        encoding: Encoding,
    ) -> Self {
        let mut client = Self::open(server, "/ws/player", encoding).await;
        client.send(&PlayerFrame::Hello { pin: hosted.pin, token: token(number) }).await;
        client
    }

    /// A player's socket after its hello.
    pub(crate) async fn player(server: &impl AsRef<str>, hosted: &HostRight, number: u64) -> Self {
        Self::player_in(server, hosted, number, Encoding::Postcard).await
    }

    /// A player's socket, welcomed, over this process as a proxy that names another address.
    pub(crate) async fn player_from(
        server: &impl AsRef<str>,
        hosted: &HostRight,
        number: u64,
        address: &str,
    ) -> Self {
        let encoding = Encoding::Postcard;
        let mut request = request(server, "/ws/player", Some(encoding.subprotocol()), None);
        request.headers_mut().insert("x-forwarded-for", address.parse().unwrap());
        let mut client = Self::over(request, encoding).await;
        client.send(&PlayerFrame::Hello { pin: hosted.pin, token: token(number) }).await;
        client.welcome().await;
        client
    }

    /// A player with a seat.
    pub(crate) async fn seated(
        server: &impl AsRef<str>,
        hosted: &HostRight,
        number: u64,
        name: &str,
    ) -> Self {
        let mut client = Self::player(server, hosted, number).await;
        client.welcome().await;
        client.join(name).await;
        client
    }

    /// Players with a seat, each of whom is called by their number.
    pub(crate) async fn many(
        server: &impl AsRef<str>,
        hosted: &HostRight,
        numbers: impl IntoIterator<Item = u64>,
    ) -> Vec<Self> {
        let mut players = Vec::new();
        for number in numbers {
            players.push(Self::seated(server, hosted, number, &format!("p{number}")).await);
        }
        players
    }

    /// The host's socket, welcomed.
    pub(crate) async fn host(server: &impl AsRef<str>, hosted: &HostRight) -> Self {
        let hello = HostFrame::Hello { game: hosted.game, token: hosted.token };
        Self::welcomed(server, "/ws/host", &hello).await
    }

    /// A projector's socket, welcomed.
    pub(crate) async fn screen(server: &impl AsRef<str>, hosted: &HostRight) -> Self {
        Self::welcomed(server, "/ws/screen", &ScreenFrame::Hello { pin: hosted.pin }).await
    }

    async fn welcomed(server: &impl AsRef<str>, path: &str, hello: &impl Serialize) -> Self {
        let mut client = Self::open(server, path, Encoding::Postcard).await;
        client.send(hello).await;
        client.welcome().await;
        client
    }

    /// Says the last thing again. Where that was a hello, the server closes the socket instead.
    async fn say_again(&mut self) {
        if self.welcomed
            && let Some(said) = self.said.clone()
        {
            sleep(BUSY).await;
            self.send_raw(said).await;
        }
    }

    /// Whether a page would come back after this: the server restarts, or is cut off from Redis,
    /// or had no time for a hello.
    fn is_for_a_while(&self, code: u16) -> bool {
        matches!(code, 1012 | 1013) || (code == 1006 && !self.welcomed)
    }

    /// Opens the socket again and says hello, and again what is not known to be done.
    async fn come_back(&mut self, code: u16) {
        let hello = self.hello.clone().expect("something to say");
        println!("a client comes back after {code}");
        sleep(BUSY).await;
        let mut socket = connect(&self.request).await;
        let said = self.said.clone().filter(|said| *said != hello);
        for message in [Some(hello), said].into_iter().flatten() {
            // Where this fails, the next frame says so.
            let _ = socket.send(message).await;
        }
        (self.socket, self.welcomed) = (socket, false);
    }

    /// Sends a frame. Whether it arrives shows when something is read.
    pub(crate) async fn send<F: Serialize>(&mut self, frame: &F) {
        let bytes = self.encoding.encode(frame);
        let message = match self.encoding {
            Encoding::Postcard => Message::binary(bytes),
            Encoding::Json => Message::text(String::from_utf8(bytes).unwrap()),
        };
        self.hello.get_or_insert_with(|| message.clone());
        self.said = Some(message.clone());
        self.send_raw(message).await;
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
                self.welcomed = true;
                self.stage = Some(welcome.stage.clone());
                self.offset_ms = i64::try_from(welcome.now_ms).unwrap() - local_ms();
            }
            _ => {}
        }
    }

    /// The next frame, or the close code with which the server ended the socket.
    pub(crate) async fn next(&mut self) -> Result<ServerFrame, u16> {
        match self.unread.pop_front() {
            Some(frame) => Ok(frame),
            None => self.receive().await,
        }
    }

    async fn receive(&mut self) -> Result<ServerFrame, u16> {
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
    /// or closes for a while, and nobody waits to hear that, it is asked again.
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
                    Err(code) if self.is_for_a_while(code) => {
                        Box::pin(self.come_back(code)).await;
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

    /// Waits for a snapshot that shows this player's packet as credited. The one that came may say
    /// less, where the ledger had no time for it.
    pub(crate) async fn shown_credited(&mut self, mut shown: Caught) {
        let since = Instant::now();
        while !shown.credited {
            assert!(since.elapsed() < DEADLINE, "no snapshot shows the credit: {shown:?}");
            sleep(BUSY).await;
            let hello = self.hello.clone().expect("a hello");
            self.said = Some(hello.clone());
            self.send_raw(hello).await;
            shown = self.welcome().await.you.unwrap().caught.unwrap();
        }
    }

    /// Waits for the next refusal.
    pub(crate) async fn refusal(&mut self) -> Refusal {
        self.until(|frame| match frame {
            ServerFrame::Refused(refusal) if refusal != Refusal::Unavailable => Some(refusal),
            _ => None,
        })
        .await
    }

    /// Waits until a host is told that just this is amiss.
    pub(crate) async fn incidents(&mut self, amiss: &[Incident]) {
        self.until(|frame| match frame {
            ServerFrame::Incidents(now) => (now == amiss).then_some(()),
            _ => None,
        })
        .await;
    }

    /// Waits until the server says that it is busy.
    pub(crate) async fn busy(&mut self) {
        self.until(|frame| is_busy(&frame).then_some(())).await;
    }

    /// Takes a seat; the snapshot afterwards.
    pub(crate) async fn join(&mut self, nickname: &str) -> Welcome {
        self.send(&PlayerFrame::Join {
            avatar: None,
            field: None,
            nickname: nickname.to_owned(),
            entropy: contribution(nickname),
            team: None,
        })
        .await;
        loop {
            // Without a seat it answers a hello that had to be said again.
            let welcome = self.welcome().await;
            if welcome.you.is_some() {
                return welcome;
            }
        }
    }

    /// Waits until the stage is of this kind; the stage.
    pub(crate) async fn stage(&mut self, kind: Kind) -> StageAt {
        self.stage_where(|stage| stage.phase.kind == kind).await
    }

    /// Waits until the stage is like this; the stage.
    pub(crate) async fn stage_where(&mut self, fits: impl Fn(&StageAt) -> bool) -> StageAt {
        let known = self.stage.clone().filter(&fits);
        let stage_of = |frame| match frame {
            ServerFrame::Stage(stage) if fits(&stage) => Some(stage),
            ServerFrame::Welcome(welcome) if fits(&welcome.stage) => Some(welcome.stage),
            _ => None,
        };
        match known {
            Some(stage) => stage,
            None => self.until(stage_of).await,
        }
    }

    /// Every stage that came.
    pub(crate) fn stages(&self) -> impl Iterator<Item = &StageAt> {
        self.seen.iter().filter_map(|frame| match frame {
            ServerFrame::Stage(stage) => Some(stage),
            _ => None,
        })
    }

    /// What the last round brought that was heard of.
    pub(crate) fn last_outcome(&self) -> Option<&Outcome> {
        self.seen.iter().rev().find_map(|frame| match frame {
            ServerFrame::Outcome(outcome) => Some(outcome),
            _ => None,
        })
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

    /// Waits until the packet is in the ledger, if the news has not come already.
    pub(crate) async fn credited(&mut self) -> Caught {
        let credit = |frame: ServerFrame| match frame {
            ServerFrame::Packet(PacketUpdate { caught, state: PacketState::Credited, .. }) => {
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
