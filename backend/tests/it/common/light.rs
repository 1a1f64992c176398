//! The shared client on a socket of its own: what thousands of players in one test are made of.
//!
//! A frame is decoded only where its first byte says that it is of interest, so that most of the
//! time goes into the servers.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use quizrain_shared::client::timing::OPENING_MS;
use quizrain_shared::client::{Action, Client, Receipts, Request, Seeker};
use quizrain_shared::wire::{Encoding, PlayerFrame, ServerFrame};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::client::token;
use super::contribution;
use super::server::HostRight;

/// Kinds of frames by their first byte, which are decoded: postcard writes an enum by position.
const WELCOME: u8 = 0;
const STAGE: u8 = 1;
const PACKET: u8 = 6;
const MISSED: u8 = 7;
const REFUSED: u8 = 9;
const RECONNECT: u8 = 11;
const OF_INTEREST: [u8; 6] = [WELCOME, STAGE, PACKET, MISSED, REFUSED, RECONNECT];

/// The close code of a connection that broke, or never was.
const BROKEN: u16 = 1006;

/// What happened to a player.
pub(crate) enum Event {
    /// Nothing of interest.
    Nothing,
    /// This came, and the client has taken it in.
    Frame(Box<ServerFrame>),
    /// There is no connection any more; the code with which the server closed it, if it did.
    Lost(Option<u16>),
}

/// One player's client.
pub(crate) struct LightPlayer {
    pub(crate) number: u64,
    pub(crate) client: Client,
    /// The zero of the client's clock.
    since: Instant,
    chance: u64,
    socket: Option<WebSocketStream<MaybeTlsStream<TcpStream>>>,
    connecting: bool,
    /// How often it has tried to connect.
    pub(crate) attempts: usize,
}

impl LightPlayer {
    /// The player of this number, on the way into a game.
    pub(crate) fn new(number: usize, hosted: &HostRight) -> Self {
        let id = number as u64;
        let hello = PlayerFrame::Hello { pin: hosted.pin, token: token(id) };
        let hello = Encoding::Postcard.encode(&hello);
        Self {
            number: id,
            client: Client::new(hello, Receipts::default(), 0.0),
            since: Instant::now(),
            chance: id,
            socket: None,
            connecting: false,
            attempts: 0,
        }
    }

    /// Now, by the client's clock.
    pub(crate) fn now(&self) -> f64 {
        self.since.elapsed().as_secs_f64() * 1000.0
    }

    fn jitter(&mut self) -> f64 {
        let mixed = self.chance.wrapping_mul(0x5851_f42d_4c95_7f2d);
        self.chance = mixed.wrapping_add(0x1405_7b7e_f767_814f);
        (self.chance >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Does what is due, or else waits for what happens next, until a time at most. Where it has to
    /// connect, it does so to the node at this address. Dropping the future loses nothing that is
    /// not asked for again.
    pub(crate) async fn step(&mut self, address: &str, until: f64) -> Event {
        if self.connecting {
            return self.connect(address).await;
        }
        let (now, jitter) = (self.now(), self.jitter());
        let actions = self.client.tick(now, jitter);
        if !actions.is_empty() {
            return self.act(actions).await.unwrap_or(Event::Nothing);
        }
        let due = self.client.due_at().min(until);
        let wait = Duration::from_secs_f64((due - now).clamp(0.0, 60_000.0) / 1000.0);
        let next = async {
            match &mut self.socket {
                Some(socket) => socket.next().await,
                None => std::future::pending().await,
            }
        };
        match timeout(wait, next).await {
            Err(_) => Event::Nothing,
            Ok(Some(Ok(Message::Binary(bytes)))) => self.hear(&bytes).await,
            Ok(Some(Ok(Message::Close(frame)))) => {
                self.closed(frame.map_or(1005, |frame| frame.code.into()))
            }
            Ok(Some(Ok(_))) => Event::Nothing,
            Ok(Some(Err(_)) | None) => self.closed(BROKEN),
        }
    }

    async fn hear(&mut self, bytes: &[u8]) -> Event {
        let (now, jitter) = (self.now(), self.jitter());
        if !bytes.first().is_some_and(|kind| OF_INTEREST.contains(kind)) {
            self.client.alive(now);
            return Event::Nothing;
        }
        let frame: ServerFrame = Encoding::Postcard.decode(bytes).unwrap();
        let mut actions = self.client.receive(frame.clone(), now, jitter);
        let is_seated = !matches!(&frame, ServerFrame::Welcome(welcome) if welcome.you.is_none());
        if !is_seated && !self.client.pending.is_joining() {
            let nickname = format!("p{}", self.number);
            let entropy = contribution(&nickname);
            let join =
                Request::Join(Seeker { nickname, entropy, team: None, field: None, avatar: None });
            actions.extend(self.client.submit(join, now, f64::INFINITY));
        }
        self.act(actions).await.unwrap_or(Event::Frame(Box::new(frame)))
    }

    /// Asks for something until it is answered.
    pub(crate) async fn ask(&mut self, request: Request) -> Option<Event> {
        let actions = self.client.submit(request, self.now(), f64::INFINITY);
        self.act(actions).await
    }

    async fn act(&mut self, actions: Vec<Action>) -> Option<Event> {
        let mut lost = None;
        for action in actions {
            match action {
                Action::Connect => {
                    self.connecting = true;
                    lost = self.socket.take().map(|_| Event::Lost(None));
                }
                Action::Close => lost = self.socket.take().map(|_| Event::Lost(None)),
                Action::Send(bytes) => {
                    if let Some(socket) = &mut self.socket {
                        // Whoever is closed meanwhile learns it from the close code.
                        let _ = socket.send(Message::binary(bytes)).await;
                    }
                }
                Action::StoreReceipts => {}
            }
        }
        lost
    }

    async fn connect(&mut self, address: &str) -> Event {
        self.attempts += 1;
        let mut request = format!("ws://{address}/ws/player").into_client_request().unwrap();
        let protocol = Encoding::Postcard.subprotocol().parse().unwrap();
        request.headers_mut().insert("sec-websocket-protocol", protocol);
        let opening = timeout(Duration::from_millis(OPENING_MS as u64), connect_async(request));
        let opened = opening.await;
        self.connecting = false;
        let Ok(Ok((socket, _))) = opened else { return self.closed(BROKEN) };
        self.socket = Some(socket);
        let actions = self.client.opened(self.now());
        self.act(actions).await.unwrap_or(Event::Nothing)
    }

    fn closed(&mut self, code: u16) -> Event {
        let (now, jitter) = (self.now(), self.jitter());
        // Whatever it asks for, only that there is no socket.
        let _ = self.client.closed(code, now, jitter);
        self.socket = None;
        Event::Lost((code != BROKEN && code != 1005).then_some(code))
    }
}
