//! A player under faults: catches packets, comes back after every disconnect, and remembers every
//! packet it was told of.
//!
//! Called by `soak`. The mind is that of every bot; what is added is the memory, a tap that is
//! repeated after the verdict now and then, and the connection that is cut with many others.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::bail;
use quizrain_shared::client::{Backoff, Receipts, Request};
use quizrain_shared::ids::{AccountId, GameId, Pin, Token};
use quizrain_shared::wire::{Caught, PacketState, PlayerFrame, ServerFrame};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use super::memory::Memory;
use crate::bots::person::Person;
use crate::bots::player::{BROKEN, Phone};
use crate::bots::random::Random;
use crate::bots::server::Server;
use crate::bots::socket::{Gone, Socket};
use crate::bots::tally::Tally;

/// Occasions of chance, apart from those of bots.
const TOKEN: u64 = 18 << 32;
const PAUSES: u64 = 19 << 32;
const CUT: u64 = 20 << 32;
const AGAIN: u64 = 21 << 32;
const RECEIPTS: u64 = 26 << 32;

/// How often a player who has a packet taps once more.
const TAPS_AGAIN: f64 = 0.2;
/// Within which time, in seconds.
const TAPS_AGAIN_WITHIN: f64 = 4.0;
/// How long a snapshot may take when nothing is wrong.
const SNAPSHOT: Duration = Duration::from_secs(10);
/// How long a snapshot may still show a packet as being credited then, and how often to look.
const CREDITED: Duration = Duration::from_secs(7);
const RETRY_EVERY: Duration = Duration::from_millis(300);
/// How long the answers to receipts may take then.
const ANSWERS: Duration = Duration::from_secs(5);

/// A cut of many connections at once: which one, and how many players it hits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cut {
    pub(super) number: u32,
    pub(super) share: f64,
}

/// A player, between games and connections.
#[derive(Clone)]
pub(super) struct Player {
    pub(super) server: Arc<Server>,
    pub(super) game: GameId,
    pin: Pin,
    pub(super) token: Token,
    pub(super) account: AccountId,
    seed: u64,
    number: u32,
    memory: Arc<Memory>,
    /// The receipts that the phone stores.
    receipts: Arc<Mutex<Receipts>>,
    tally: Arc<Tally>,
    cut: watch::Receiver<Cut>,
}

impl Player {
    pub(super) fn new(
        server: &Arc<Server>,
        (game, pin): (GameId, Pin),
        (seed, number): (u64, u32),
        (memory, tally): (&Arc<Memory>, &Arc<Tally>),
        cut: watch::Receiver<Cut>,
    ) -> Self {
        let mut random = Random::of(seed, number, TOKEN);
        let mut token = [0; 16];
        token[..8].copy_from_slice(&random.next().to_le_bytes());
        token[8..].copy_from_slice(&random.next().to_le_bytes());
        let (server, memory, tally) = (Arc::clone(server), Arc::clone(memory), Arc::clone(tally));
        let token = Token(token);
        let account = quizrain::people::account_of(&token);
        let receipts = Arc::default();
        Self { server, game, pin, token, account, seed, number, memory, receipts, tally, cut }
    }

    fn random(&self, occasion: u64) -> Random {
        Random::of(self.seed, self.number, occasion)
    }

    fn hello(&self) -> PlayerFrame {
        PlayerFrame::Hello { pin: self.pin, token: self.token }
    }

    fn person(&self) -> Person {
        Person::new(self.seed, self.number)
    }

    /// Remembers what a frame promises.
    fn hear(&self, frame: &ServerFrame) {
        let mut log = self.memory.log();
        match frame {
            ServerFrame::Packet(news) if news.state == PacketState::Void => {
                log.note_void(self.account, &news.caught);
            }
            ServerFrame::Packet(news) => log.note(self.account, &news.caught),
            ServerFrame::Welcome(welcome) => {
                if let Some(caught) = welcome.you.as_ref().and_then(|you| you.caught.as_ref()) {
                    log.note(self.account, caught);
                }
            }
            _ => {}
        }
    }

    fn stored(&self) -> Receipts {
        self.receipts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn store(&self, receipts: &Receipts) {
        let mut stored = self.receipts.lock().unwrap_or_else(PoisonError::into_inner);
        if *stored != *receipts {
            stored.clone_from(receipts);
        }
    }

    /// Plays until everybody stops.
    pub(super) async fn live(mut self, stop: CancellationToken) {
        tokio::select! {
            () = stop.cancelled() => {}
            () = self.play() => {}
        }
    }

    async fn play(&mut self) {
        let mut backoff = Backoff::default();
        let mut random = self.random(PAUSES);
        loop {
            let (hello, receipts) = (self.hello(), self.stored());
            let (person, chance) = (self.person(), random.clone());
            let phone = Phone::new(&self.server, &self.tally, person, &hello, receipts, chance);
            self.converse(phone).await;
            // It was told that there is no such game, or no seat: not so.
            sleep(random.backoff(&mut backoff)).await;
        }
    }

    /// Plays until the phone is told that there is nothing to play.
    async fn converse(&mut self, mut phone: Phone) {
        let mut cuts = self.cut.clone();
        cuts.mark_unchanged();
        let (mut tapped, mut again) = (None::<Request>, None::<Instant>);
        while !phone.mind.is_over() {
            let mut is_packet = false;
            let hear = |frame: &ServerFrame| {
                self.hear(frame);
                is_packet = matches!(frame, ServerFrame::Packet(_));
            };
            let once_more = async {
                match again {
                    Some(at) => sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = phone.step(hear) => {}
                () = once_more => {
                    again = None;
                    if let Some(tap) = tapped.take() {
                        phone.send(tap.encode()).await;
                    }
                }
                changed = cuts.changed() => {
                    let cut = *cuts.borrow_and_update();
                    let hit = self.random(CUT + u64::from(cut.number)).chance(cut.share);
                    if changed.is_err() || hit {
                        phone.closed(BROKEN);
                    }
                }
            }
            let client = &phone.mind.client;
            self.store(&client.receipts);
            if let Some(tap @ Request::Tap(..)) = client.pending.waiting() {
                tapped = Some(tap.clone());
            }
            if is_packet && tapped.is_some() && again.is_none() {
                let mut random = self.random(AGAIN + self.memory.log().count);
                again = random.chance(TAPS_AGAIN).then(|| {
                    Instant::now() + Duration::from_secs_f64(TAPS_AGAIN_WITHIN * random.unit())
                });
            }
        }
    }

    /// A new connection, when nothing is wrong any more: the packet of the newest rain, as the
    /// player sees it now. Receipts that the player still has are answered first.
    pub(super) async fn fetch_caught(&self) -> anyhow::Result<Option<Caught>> {
        let mut socket = Socket::open(&self.server, "/ws/player").await?;
        let snapshot = async {
            let since = Instant::now();
            socket.send(&self.hello()).await?;
            loop {
                let frame = socket.next().await?;
                self.hear(&frame);
                if let ServerFrame::Welcome(welcome) = &frame {
                    let caught = welcome.you.as_ref().and_then(|you| you.caught.clone());
                    let credited = caught.as_ref().is_none_or(|caught| caught.credited);
                    if credited || since.elapsed() > CREDITED {
                        return Ok((frame, caught));
                    }
                    // A ledger that is slow to answer hides nothing: it says so a little later.
                    sleep(RETRY_EVERY).await;
                    socket.send(&self.hello()).await?;
                }
            }
        };
        let (welcome, caught) = match timeout(SNAPSHOT, snapshot).await {
            Ok(Ok(seen)) => seen,
            Ok(Err::<_, Gone>(gone)) => bail!("no snapshot for a player: {gone:?}"),
            Err(_) => bail!("no snapshot for a player within {SNAPSHOT:?}"),
        };
        let answers = async {
            let (mut receipts, mut random) = (self.stored(), self.random(RECEIPTS));
            receipts.receive(&welcome, 0.0);
            let since = Instant::now();
            while let Some(due_ms) = receipts.due_at() {
                let now_ms = since.elapsed().as_secs_f64() * 1000.0;
                tokio::select! {
                    frame = socket.next() => {
                        let frame = frame?;
                        self.hear(&frame);
                        receipts.receive(&frame, now_ms);
                    }
                    () = sleep_until(since + Duration::from_secs_f64(due_ms / 1000.0)) => {
                        if let Some(receipt) = receipts.due(due_ms, random.unit()) {
                            socket.send(&PlayerFrame::ShowReceipt { receipt }).await?;
                        }
                    }
                }
            }
            Ok::<_, Gone>(())
        };
        // A receipt without an answer stays a promise: the check finds what became of it.
        let _ = timeout(ANSWERS, answers).await;
        Ok(caught)
    }
}
