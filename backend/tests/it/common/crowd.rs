//! A crowd of light players, spread over the nodes of a game. They come back as pages do: at
//! another node when theirs is gone, and with what they had not been answered.
//!
//! A frame is decoded only where its first byte says that it is of interest, so that most of the
//! time goes into the servers.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use quizrain_shared::rain::DROP_EVERY_MS;
use quizrain_shared::wire::{
    Caught, Encoding, PacketState, PacketUpdate, PlayerFrame, Position, Receipt, Refusal,
    ServerFrame, Stage, StageAt, Welcome,
};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use tokio_util::sync::CancellationToken;

use super::client::token;
use super::contribution;
use super::seed::now_ms;
use super::server::{DEADLINE, Hosted};

/// How long a page waits for a verdict before it taps again.
const ASK_AGAIN: Duration = Duration::from_millis(700);

/// How long a page waits for a connection and its welcome before it tries elsewhere.
const WELCOMED_IN: Duration = Duration::from_secs(10);

/// Postcard writes an enum by position.
const WELCOME: u8 = 0;
const STAGE: u8 = 1;
const MISSED: u8 = 7;
const REFUSED: u8 = 9;
const PACKET: u8 = 6;
const MOVE_ON: u8 = 11;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// What one player went through.
#[derive(Clone, Debug, Default)]
pub(crate) struct Story {
    /// Which player: the number that makes the token.
    pub(crate) number: u64,
    /// The number of the seat.
    pub(crate) seat: Option<u32>,
    /// Every packet that the player was told to have, with its amount.
    pub(crate) told: BTreeSet<(u32, i64)>,
    /// Those of them that were said to be in the ledger.
    pub(crate) credited: BTreeSet<(u32, i64)>,
    /// Those that were said to be lost.
    pub(crate) void: BTreeSet<(u32, i64)>,
    /// When the first of them was told, and by the node at which address.
    pub(crate) first_told: Option<(Instant, String)>,
    /// What became of the packet in the end.
    pub(crate) packet: Option<PacketUpdate>,
    /// Every packet was gone, or the rain was over.
    pub(crate) too_late: bool,
    /// How often the connection was lost.
    pub(crate) lost: usize,
    /// The close codes of those that said one.
    pub(crate) codes: Vec<u16>,
    /// From each loss to the next welcome.
    pub(crate) away: Vec<Duration>,
    /// Where the game stood at the newest welcome.
    pub(crate) at: Option<Position>,
    /// The packet that the newest welcome showed.
    pub(crate) shown: Option<Caught>,
}

impl Story {
    /// Whether the player waits for nothing any more in this rain.
    fn is_over(&self) -> bool {
        let state = self.packet.as_ref().map(|news| news.state);
        self.too_late || matches!(state, Some(PacketState::Credited | PacketState::Void))
    }
}

/// What everybody shares.
struct Shared {
    addresses: Mutex<Vec<String>>,
    hosted: Hosted,
    connected: AtomicUsize,
    /// How many of them at which address.
    places: Mutex<HashMap<String, usize>>,
    /// How many were told of a packet, by the node at which address.
    told: Mutex<HashMap<String, usize>>,
    credited: AtomicUsize,
    over: AtomicUsize,
    home: CancellationToken,
}

/// Players who play until they are sent home.
pub(crate) struct Crowd {
    shared: Arc<Shared>,
    players: JoinSet<Story>,
}

impl Crowd {
    /// So many players on their way to these addresses, in turns.
    pub(crate) fn gather(addresses: &[&str], hosted: Hosted, players: usize) -> Self {
        Self::gather_numbers(addresses, hosted, 0..players)
    }

    /// The players with these numbers on their way to these addresses, in turns.
    pub(crate) fn gather_numbers(
        addresses: &[&str],
        hosted: Hosted,
        players: Range<usize>,
    ) -> Self {
        let shared = Arc::new(Shared {
            addresses: Mutex::new(addresses.iter().map(ToString::to_string).collect()),
            hosted,
            connected: AtomicUsize::new(0),
            places: Mutex::default(),
            told: Mutex::default(),
            credited: AtomicUsize::new(0),
            over: AtomicUsize::new(0),
            home: CancellationToken::new(),
        });
        let mut crowd = Self { shared, players: JoinSet::new() };
        for number in players {
            let player = Player::new(number, Arc::clone(&crowd.shared));
            crowd.players.spawn(player.play());
        }
        crowd
    }

    /// From now on they find servers here: one was started again on another port.
    pub(crate) fn moved(&self, addresses: &[&str]) {
        *self.shared.addresses.lock().unwrap() =
            addresses.iter().map(ToString::to_string).collect();
    }

    async fn until(&self, what: &str, count: impl Fn(&Shared) -> usize, wanted: usize) {
        let since = Instant::now();
        // A crowd of thousands takes a busy machine longer.
        let patience = DEADLINE * (1 + u32::try_from(self.players.len() / 1000).unwrap());
        while count(&self.shared) < wanted {
            let found = count(&self.shared);
            assert!(since.elapsed() < patience, "{found} of {wanted} {what}");
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until so many are connected and seated.
    pub(crate) async fn connected(&self, wanted: usize) {
        self.until("are connected", |shared| shared.connected.load(Ordering::SeqCst), wanted).await;
    }

    /// Waits until so many of those who are connected are so at this address.
    pub(crate) async fn connected_at(&self, address: &str, wanted: usize) {
        let at = |shared: &Shared| {
            shared.places.lock().unwrap().get(address).copied().unwrap_or_default()
        };
        self.until("are connected there", at, wanted).await;
    }

    /// Waits until so many were told by the node at this address that they have a packet.
    pub(crate) async fn told_at(&self, address: &str, wanted: usize) {
        let at =
            |shared: &Shared| shared.told.lock().unwrap().get(address).copied().unwrap_or_default();
        self.until("were told there", at, wanted).await;
    }

    /// Waits until so many were told that their packet is in the ledger.
    pub(crate) async fn credited(&self, wanted: usize) {
        let credited = |shared: &Shared| shared.credited.load(Ordering::SeqCst);
        self.until("are credited", credited, wanted).await;
    }

    /// Waits until somebody has lost the connection.
    pub(crate) async fn gone(&self) {
        let all = self.players.len();
        let away = |shared: &Shared| all - shared.connected.load(Ordering::SeqCst);
        self.until("have lost their connection", away, 1).await;
    }

    /// Waits until so many have nothing to wait for in the rain.
    pub(crate) async fn served(&self, wanted: usize) {
        self.until("are served", |shared| shared.over.load(Ordering::SeqCst), wanted).await;
    }

    /// Sends everybody home; their stories, by number.
    pub(crate) async fn home(mut self) -> Vec<Story> {
        self.shared.home.cancel();
        let mut stories = Vec::new();
        while let Some(story) = self.players.join_next().await {
            stories.push(story.expect("a player does not panic"));
        }
        stories
    }
}

struct Player {
    number: usize,
    shared: Arc<Shared>,
    story: Story,
    receipt: Option<Receipt>,
    stage: Option<StageAt>,
    /// Where it is connected.
    address: String,
    counted_over: bool,
}

/// Why a connection is over.
enum Over {
    Lost(Option<u16>),
    Home,
}

impl Player {
    fn new(number: usize, shared: Arc<Shared>) -> Self {
        Self {
            number,
            shared,
            story: Story { number: number as u64, ..Story::default() },
            receipt: None,
            stage: None,
            address: String::new(),
            counted_over: false,
        }
    }

    async fn play(mut self) -> Story {
        let mut lost_at: Option<Instant> = None;
        for attempt in self.number.. {
            if self.shared.home.is_cancelled() {
                break;
            }
            let address = {
                let addresses = self.shared.addresses.lock().unwrap();
                addresses[attempt % addresses.len()].clone()
            };
            let Ok(Some((mut socket, welcome))) = timeout(WELCOMED_IN, self.enter(&address)).await
            else {
                // As a page does: not all at the same moment.
                sleep(Duration::from_millis(50 + (self.number as u64 * 37 + attempt as u64) % 200))
                    .await;
                continue;
            };
            if let Some(since) = lost_at.take() {
                self.story.away.push(since.elapsed());
            }
            self.shared.connected.fetch_add(1, Ordering::SeqCst);
            *self.shared.places.lock().unwrap().entry(address.clone()).or_default() += 1;
            self.address.clone_from(&address);
            self.on_welcome(&welcome);
            let over = self.stay(&mut socket, &welcome).await;
            self.shared.connected.fetch_sub(1, Ordering::SeqCst);
            *self.shared.places.lock().unwrap().entry(address).or_default() -= 1;
            match over {
                Over::Home => break,
                Over::Lost(code) => {
                    self.story.codes.extend(code);
                    self.story.lost += 1;
                    lost_at = Some(Instant::now());
                }
            }
        }
        self.story
    }

    /// Connects, says hello and takes the seat.
    async fn enter(&self, address: &str) -> Option<(Socket, Box<Welcome>)> {
        let mut request = format!("ws://{address}/ws/player").into_client_request().ok()?;
        let protocol = Encoding::Postcard.subprotocol().parse().ok()?;
        request.headers_mut().insert("sec-websocket-protocol", protocol);
        let (mut socket, _) = connect_async(request).await.ok()?;
        let number = self.number as u64;
        let mut ask = PlayerFrame::Hello { pin: self.shared.hosted.pin, token: token(number) };
        loop {
            say(&mut socket, &ask).await?;
            match hear(&mut socket, &[WELCOME, REFUSED]).await.ok()? {
                ServerFrame::Welcome(welcome) if welcome.you.is_some() => {
                    return Some((socket, welcome));
                }
                ServerFrame::Welcome(_) => {
                    let nickname = format!("p{number}");
                    let entropy = contribution(&nickname);
                    ask = PlayerFrame::Join { nickname, entropy };
                }
                ServerFrame::Refused(Refusal::Unavailable) => sleep(ASK_AGAIN).await,
                other => panic!("player {number}: {other:?}"),
            }
        }
    }

    fn on_welcome(&mut self, welcome: &Welcome) {
        let you = welcome.you.as_ref().expect("seated");
        let seat = you.seat.number;
        let kept = *self.story.seat.get_or_insert(seat);
        assert_eq!(kept, seat, "player {} has another seat", self.number);
        self.story.at = Some(welcome.stage.at);
        self.story.shown.clone_from(&you.caught);
        self.stage = Some(welcome.stage.clone());
        if let Some(caught) = &you.caught {
            let state =
                if caught.credited { PacketState::Credited } else { PacketState::Crediting };
            self.on_packet(PacketUpdate { caught: caught.clone(), state, receipt: None });
        }
    }

    fn on_packet(&mut self, news: PacketUpdate) {
        let packet = (news.caught.packet, news.caught.amount.0);
        if news.state == PacketState::Void {
            self.story.void.insert(packet);
        } else {
            self.story.told.insert(packet);
            if self.story.first_told.is_none() {
                self.story.first_told = Some((Instant::now(), self.address.clone()));
                let mut told = self.shared.told.lock().unwrap();
                *told.entry(self.address.clone()).or_default() += 1;
            }
        }
        if news.state == PacketState::Credited && self.story.credited.insert(packet) {
            self.shared.credited.fetch_add(1, Ordering::SeqCst);
        }
        if news.receipt.is_some() {
            self.receipt.clone_from(&news.receipt);
        }
        let known = self.story.packet.as_ref();
        let newer = known.is_none_or(|known| {
            known.caught.packet != news.caught.packet || known.state.rank() < news.state.rank()
        });
        if newer {
            self.story.packet = Some(news);
        }
        self.count_over();
    }

    fn count_over(&mut self) {
        if self.story.is_over() && !std::mem::replace(&mut self.counted_over, true) {
            self.shared.over.fetch_add(1, Ordering::SeqCst);
        }
    }

    /// What to ask for now, if anything.
    fn wish(&self, presented: bool) -> Option<PlayerFrame> {
        if self.story.is_over() {
            return None;
        }
        if self.story.packet.is_some() {
            let receipt = self.receipt.clone().filter(|_| presented);
            return receipt.map(|receipt| PlayerFrame::ShowReceipt { receipt });
        }
        let stage = self.stage.as_ref()?;
        let view = match &stage.stage {
            Stage::Rain(view) => view,
            // Back after the end: it says what was caught before, or that it is too late.
            Stage::RainDone { rain, .. } => {
                return Some(PlayerFrame::Tap { rain: rain.rain, drop: 0 });
            }
            _ => return None,
        };
        let since = now_ms().checked_sub(stage.opens_ms + DROP_EVERY_MS)?;
        let drop = u32::try_from(since / DROP_EVERY_MS).ok()?;
        Some(PlayerFrame::Tap { rain: view.rain, drop })
    }

    fn is_rain_done(&self) -> bool {
        self.stage.as_ref().is_some_and(|stage| matches!(stage.stage, Stage::RainDone { .. }))
    }

    /// Plays on one connection until it is over.
    async fn stay(&mut self, socket: &mut Socket, welcome: &Welcome) -> Over {
        // The catch of before, which this snapshot does not show.
        let shown = welcome.you.as_ref().is_some_and(|you| you.caught.is_some());
        let mut presented = !shown && self.receipt.is_some();
        // Not all at the same moment.
        let mut next = Instant::now() + Duration::from_millis(self.number as u64 * 7 % 500);
        loop {
            let kinds = [STAGE, MISSED, PACKET, MOVE_ON];
            let home = self.shared.home.clone();
            let heard = tokio::select! {
                heard = timeout_at(next, hear(socket, &kinds)) => heard,
                () = home.cancelled() => return Over::Home,
            };
            match heard {
                Err(_) => {
                    next = Instant::now() + ASK_AGAIN;
                    if let Some(wish) = self.wish(presented)
                        && say(socket, &wish).await.is_none()
                    {
                        return Over::Lost(None);
                    }
                }
                Ok(Err(code)) => return Over::Lost(code),
                Ok(Ok(ServerFrame::Stage(stage))) => self.stage = Some(stage),
                Ok(Ok(ServerFrame::Packet(news))) => {
                    presented = false;
                    self.on_packet(news);
                }
                Ok(Ok(ServerFrame::Missed { why, .. }))
                    if why == Refusal::SoldOut || self.is_rain_done() =>
                {
                    self.story.too_late = true;
                    self.count_over();
                }
                Ok(Ok(ServerFrame::Reconnect { within_ms })) => {
                    let share = self.number as u64 * 31 % 100;
                    sleep(Duration::from_millis(u64::from(within_ms) * share / 100)).await;
                    return Over::Lost(None);
                }
                Ok(Ok(_)) => {}
            }
        }
    }
}

async fn say(socket: &mut Socket, frame: &PlayerFrame) -> Option<()> {
    socket.send(Message::binary(Encoding::Postcard.encode(frame))).await.ok()
}

/// The next frame of one of these kinds, or how the connection ended.
async fn hear(socket: &mut Socket, kinds: &[u8]) -> Result<ServerFrame, Option<u16>> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Binary(bytes))) => {
                if bytes.first().is_some_and(|kind| kinds.contains(kind)) {
                    return Ok(Encoding::Postcard.decode(&bytes).unwrap());
                }
            }
            Some(Ok(Message::Close(frame))) => return Err(frame.map(|frame| frame.code.into())),
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return Err(None),
        }
    }
}
