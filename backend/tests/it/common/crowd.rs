//! A crowd of light players, spread over the nodes of a game. They come back as pages do: at
//! another node when theirs is gone, and with what they had not been answered.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use quizrain_shared::client::Request;
use quizrain_shared::client::timing::TAP_RETRY_MS;
use quizrain_shared::rain::DROP_EVERY_MS;
use quizrain_shared::wire::{
    Caught, PacketState, PacketUpdate, Position, Refusal, ServerFrame, Stage, Welcome,
};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use super::light::{Event, LightPlayer};
use super::seed::now_ms;
use super::server::{DEADLINE, HostRight};

/// What one player went through.
#[derive(Clone, Debug, Default)]
pub(crate) struct Story {
    /// Which player: the number that makes the token.
    pub(crate) number: u64,
    /// The number of the seat.
    pub(crate) seat: Option<u32>,
    /// Every packet that the player was told to have, with its amount.
    pub(crate) acknowledged: BTreeSet<(u32, i64)>,
    /// Those of them that were said to be in the ledger.
    pub(crate) credited: BTreeSet<(u32, i64)>,
    /// Those that were said to be lost.
    pub(crate) void: BTreeSet<(u32, i64)>,
    /// When the first of them was told, and by the node at which address.
    pub(crate) first_acknowledged: Option<(Instant, String)>,
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
    hosted: HostRight,
    connected: AtomicUsize,
    /// How many of them at which address.
    places: Mutex<HashMap<String, usize>>,
    /// How many were told of a packet, by the node at which address.
    acknowledged: Mutex<HashMap<String, usize>>,
    credited: AtomicUsize,
    over: AtomicUsize,
    home: CancellationToken,
}

/// How often a player without a seat tries at one node.
const UNSEATED_TRIES: usize = 4;

/// Players who play until they are sent home.
pub(crate) struct Crowd {
    shared: Arc<Shared>,
    players: JoinSet<Story>,
}

impl Crowd {
    /// So many players on their way to these addresses, in turns.
    pub(crate) fn gather(addresses: &[&str], hosted: HostRight, players: usize) -> Self {
        Self::gather_numbers(addresses, hosted, 0..players)
    }

    /// The players with these numbers on their way to these addresses, in turns.
    pub(crate) fn gather_numbers(
        addresses: &[&str],
        hosted: HostRight,
        players: Range<usize>,
    ) -> Self {
        let shared = Arc::new(Shared {
            addresses: Mutex::new(addresses.iter().map(ToString::to_string).collect()),
            hosted,
            connected: AtomicUsize::new(0),
            places: Mutex::default(),
            acknowledged: Mutex::default(),
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
    pub(crate) async fn until_acknowledged_at(&self, address: &str, wanted: usize) {
        let at = |shared: &Shared| {
            shared.acknowledged.lock().unwrap().get(address).copied().unwrap_or_default()
        };
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
    light: LightPlayer,
    shared: Arc<Shared>,
    story: Story,
    /// Where it connected last.
    address: String,
    /// Where it is connected and seated.
    place: Option<String>,
    lost_at: Option<Instant>,
    /// When to ask for a packet next.
    tap_at: f64,
    counted_over: bool,
}

impl Player {
    fn new(number: usize, shared: Arc<Shared>) -> Self {
        Self {
            light: LightPlayer::new(number, &shared.hosted),
            shared,
            story: Story { number: number as u64, ..Story::default() },
            address: String::new(),
            place: None,
            lost_at: None,
            tap_at: f64::INFINITY,
            counted_over: false,
        }
    }

    async fn play(mut self) -> Story {
        let home = self.shared.home.clone();
        loop {
            // At another node each time, but for those who have no seat yet: a crowd is spread evenly.
            let tries = if self.story.seat.is_none() { UNSEATED_TRIES } else { 1 };
            let attempt = self.light.number as usize + self.light.attempts / tries;
            let next = {
                let addresses = self.shared.addresses.lock().unwrap();
                addresses[attempt % addresses.len()].clone()
            };
            let attempts = self.light.attempts;
            let event = tokio::select! {
                () = home.cancelled() => break,
                event = self.light.step(&next, self.tap_at) => event,
            };
            if attempts < self.light.attempts {
                self.address = next;
            }
            self.hear(event);
            let now = self.light.now();
            if self.tap_at <= now {
                self.tap_at = now + TAP_RETRY_MS;
                if self.light.client.pending.waiting().is_none()
                    && let Some(request) = self.wish()
                    && let Some(lost) = self.light.ask(request).await
                {
                    self.hear(lost);
                }
            }
        }
        self.leave();
        self.story
    }

    fn leave(&mut self) {
        if let Some(place) = self.place.take() {
            self.shared.connected.fetch_sub(1, Ordering::SeqCst);
            *self.shared.places.lock().unwrap().entry(place).or_default() -= 1;
        }
    }

    fn hear(&mut self, event: Event) {
        match event {
            Event::Lost(code) if self.place.is_some() => {
                self.leave();
                self.story.codes.extend(code);
                self.story.lost += 1;
                self.lost_at = Some(Instant::now());
            }
            Event::Frame(frame) => self.hear_frame(*frame),
            Event::Lost(_) | Event::Nothing => {}
        }
    }

    fn hear_frame(&mut self, frame: ServerFrame) {
        match frame {
            ServerFrame::Welcome(welcome) => self.on_welcome(&welcome),
            ServerFrame::Packet(news) => self.on_packet(news),
            ServerFrame::Missed { why, .. } if why == Refusal::SoldOut || self.is_rain_done() => {
                self.story.too_late = true;
                self.count_over();
            }
            ServerFrame::Refused(Refusal::NotSeated) => self.light.client.request_snapshot(),
            ServerFrame::Refused(why) => {
                let expected = why.is_transient() || self.place.is_some();
                assert!(expected, "player {}: {why}", self.story.number);
            }
            _ => {}
        }
    }

    fn on_welcome(&mut self, welcome: &Welcome) {
        let Some(you) = &welcome.you else { return };
        if self.place.is_none() {
            self.story.away.extend(self.lost_at.take().map(|since| since.elapsed()));
            self.shared.connected.fetch_add(1, Ordering::SeqCst);
            *self.shared.places.lock().unwrap().entry(self.address.clone()).or_default() += 1;
            self.place = Some(self.address.clone());
            // Not all at the same moment.
            self.tap_at = self.light.now() + (self.story.number * 7 % 500) as f64;
        }
        let seat = you.seat.number;
        let known = *self.story.seat.get_or_insert(seat);
        assert_eq!(known, seat, "player {} has another seat", self.story.number);
        self.story.at = Some(welcome.stage.at);
        self.story.shown.clone_from(&you.caught);
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
            self.story.acknowledged.insert(packet);
            if self.story.first_acknowledged.is_none() {
                self.story.first_acknowledged = Some((Instant::now(), self.address.clone()));
                let mut acknowledged = self.shared.acknowledged.lock().unwrap();
                *acknowledged.entry(self.address.clone()).or_default() += 1;
            }
        }
        if news.state == PacketState::Credited && self.story.credited.insert(packet) {
            self.shared.credited.fetch_add(1, Ordering::SeqCst);
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
    fn wish(&self) -> Option<Request> {
        if self.story.is_over() || self.story.packet.is_some() {
            return None;
        }
        let stage = self.light.client.view.stage.as_ref()?;
        match &stage.stage {
            Stage::Rain(rain) => {
                let since = now_ms().checked_sub(stage.opens_ms + DROP_EVERY_MS)?;
                let drop = u32::try_from(since / DROP_EVERY_MS).ok()?;
                Some(Request::Tap(rain.rain, drop))
            }
            // Back after the end: it says what was caught before, or that it is too late.
            Stage::RainDone { rain, .. } => Some(Request::Tap(rain.rain, 0)),
            _ => None,
        }
    }

    fn is_rain_done(&self) -> bool {
        let stage = self.light.client.view.stage.as_ref();
        stage.is_some_and(|stage| matches!(stage.stage, Stage::RainDone { .. }))
    }
}
