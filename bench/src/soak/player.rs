//! A player under faults: catches packets, comes back after every disconnect, and remembers every
//! packet it was told of.
//!
//! Called by `soak`. The mind is that of every bot; what is added is the memory, a tap that is
//! repeated after the verdict now and then, and the connection that is cut with many others.

use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use quizrain_shared::client::Backoff;
use quizrain_shared::client::timing::STABLE_MS;
use quizrain_shared::ids::{AccountId, GameId, Pin, Token};
use quizrain_shared::wire::{Caught, PacketState, PlayerFrame, ServerFrame};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use super::memory::Memory;
use super::pocket::Pocket;
use crate::bots::mind::Mind;
use crate::bots::person::Person;
use crate::bots::random::Random;
use crate::bots::server::Server;
use crate::bots::socket::{Gone, Socket};
use crate::bots::tally::Tally;

/// Occasions of chance, apart from those of bots.
const TOKEN: u64 = 18 << 32;
const PAUSES: u64 = 19 << 32;
const CUT: u64 = 20 << 32;
const AGAIN: u64 = 21 << 32;
const LEAVE: u64 = 25 << 32;
const POCKET: u64 = 26 << 32;

/// How often a player who has a packet taps once more.
const TAPS_AGAIN: f64 = 0.2;
/// Within which time, in seconds.
const TAPS_AGAIN_WITHIN: f64 = 4.0;
/// How long a snapshot may take when nothing is wrong.
const SNAPSHOT: Duration = Duration::from_secs(10);
/// How long a snapshot may still show a packet as being credited then, and how often to look.
const CREDITED: Duration = Duration::from_secs(7);
const LOOK_AGAIN: Duration = Duration::from_millis(300);
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
    pocket: Pocket,
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
        let account = quizrain::service::account_of(&token);
        let pocket = Pocket::new(Random::of(seed, number, POCKET));
        Self { server, game, pin, token, account, seed, number, memory, pocket, tally, cut }
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
        self.pocket.heed(frame);
        let mut told = self.memory.told();
        match frame {
            ServerFrame::Packet(news) if news.state == PacketState::Void => {
                told.note_void(self.account, &news.caught);
            }
            ServerFrame::Packet(news) => told.note(self.account, &news.caught),
            ServerFrame::Welcome(welcome) => {
                if let Some(caught) = welcome.you.as_ref().and_then(|you| you.caught.as_ref()) {
                    told.note(self.account, caught);
                }
            }
            _ => {}
        }
    }

    /// Shows the receipts that are due.
    async fn present(&self, socket: &mut Socket) -> Result<(), Gone> {
        while let Some(frame) = self.pocket.act() {
            socket.send(&frame).await?;
        }
        Ok(())
    }

    /// Plays until everybody stops.
    pub(super) async fn live(mut self, stop: CancellationToken) {
        tokio::select! {
            () = stop.cancelled() => {}
            () = self.play() => {}
        }
    }

    async fn play(&mut self) {
        let mut mind = Mind::new(self.person(), Arc::clone(&self.tally));
        let (mut backoff, mut random) = (Backoff::default(), self.random(PAUSES));
        loop {
            if let Ok(mut socket) = Socket::open(&self.server, "/ws/player").await {
                let since = Instant::now();
                let _ = self.converse(&mut socket, &mut mind).await;
                if since.elapsed().as_secs_f64() * 1000.0 > STABLE_MS {
                    backoff.reset();
                }
            }
            if mind.is_over() {
                // It was told that there is no such game, or no seat: not so.
                mind = Mind::new(self.person(), Arc::clone(&self.tally));
            }
            let wait = random.backoff(&mut backoff);
            self.server.elsewhere(wait.as_micros() as u64);
            sleep(wait).await;
        }
    }

    /// Plays on one connection until it ends.
    async fn converse(&mut self, socket: &mut Socket, mind: &mut Mind) -> Result<(), Gone> {
        let hello = self.hello();
        socket.send(&hello).await?;
        mind.greeted(Instant::now());
        let (mut tapped, mut again, mut leave) = (None, None::<Instant>, None::<Instant>);
        let mut greeted = false;
        loop {
            if mind.is_over() {
                return Ok(());
            }
            let show = greeted.then(|| self.pocket.due()).flatten();
            let due = [mind.due(), again, leave, show].into_iter().flatten().min();
            let wake = async {
                match due {
                    Some(due) => sleep_until(due).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                frame = socket.next() => {
                    let frame = frame?;
                    self.hear(&frame);
                    greeted |= matches!(frame, ServerFrame::Welcome(_));
                    if matches!(frame, ServerFrame::Packet(_)) && tapped.is_some() && again.is_none() {
                        let mut random = self.random(AGAIN + self.memory.told().count);
                        again = random.chance(TAPS_AGAIN).then(|| {
                            Instant::now() + Duration::from_secs_f64(TAPS_AGAIN_WITHIN * random.unit())
                        });
                    }
                    if let ServerFrame::Reconnect { within_ms } = frame {
                        let mut random = self.random(LEAVE + self.memory.told().count);
                        let within = Duration::from_millis(u64::from(within_ms));
                        leave = Some(Instant::now() + within.mul_f64(random.unit()));
                    }
                    mind.heed(frame, Instant::now());
                }
                () = wake => {
                    let now = Instant::now();
                    if leave.is_some_and(|at| at <= now) {
                        return Err(Gone::Broken);
                    }
                    if again.is_some_and(|at| at <= now) {
                        again = None;
                        if let Some(frame) = tapped.take() {
                            socket.send(&frame).await?;
                        }
                    }
                    if greeted {
                        self.present(socket).await?;
                    }
                    if let Some(frame) = mind.act(now, &hello) {
                        socket.send(&frame).await?;
                        if matches!(frame, PlayerFrame::Tap { .. }) {
                            tapped = Some(frame);
                        }
                    }
                }
                changed = self.cut.changed() => {
                    let cut = *self.cut.borrow_and_update();
                    let hit = self.random(CUT + u64::from(cut.number)).chance(cut.share);
                    if changed.is_err() || hit {
                        return Err(Gone::Broken);
                    }
                }
            }
        }
    }

    /// A new connection, when nothing is wrong any more: the packet of the newest rain, as the
    /// player sees it now. Receipts that the player still has are answered first.
    pub(super) async fn look(&self) -> anyhow::Result<Option<Caught>> {
        let mut socket = Socket::open(&self.server, "/ws/player").await?;
        let welcome = async {
            let since = Instant::now();
            socket.send(&self.hello()).await?;
            loop {
                let frame = socket.next().await?;
                self.hear(&frame);
                if let ServerFrame::Welcome(welcome) = frame {
                    let caught = welcome.you.and_then(|you| you.caught);
                    let credited = caught.as_ref().is_none_or(|caught| caught.credited);
                    if credited || since.elapsed() > CREDITED {
                        return Ok(caught);
                    }
                    // A ledger that is slow to answer hides nothing: it says so a little later.
                    sleep(LOOK_AGAIN).await;
                    socket.send(&self.hello()).await?;
                }
            }
        };
        let caught = match timeout(SNAPSHOT, welcome).await {
            Ok(Ok(caught)) => caught,
            Ok(Err::<_, Gone>(gone)) => bail!("no snapshot for a player: {gone:?}"),
            Err(_) => bail!("no snapshot for a player within {SNAPSHOT:?}"),
        };
        let answers = async {
            while let Some(due) = self.pocket.due() {
                tokio::select! {
                    frame = socket.next() => self.hear(&frame?),
                    () = sleep_until(due) => self.present(&mut socket).await?,
                }
            }
            Ok::<_, Gone>(())
        };
        // A receipt without an answer stays a promise: the check finds what became of it.
        let _ = timeout(ANSWERS, answers).await;
        Ok(caught)
    }
}
