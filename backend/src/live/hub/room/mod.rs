//! A room: the sockets of one game on this node, and what the node last showed them.

mod answers;
mod changes;
mod outcomes;
mod players;
mod presence;
mod reactions;
mod watchers;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use quizrain_shared::ids::{AccountId, GameId};
use quizrain_shared::phase::Kind;
use quizrain_shared::wire::{
    CloseReason, Incident, LiveTally, Position, ServerFrame, StageAt, Welcome,
};
use tokio::sync::watch;

use crate::live::hub::outbox::{Broadcast, Link};
use crate::live::hub::summary::{Summary, View};
use answers::Answers;
use changes::Changes;
use outcomes::Outcomes;
use players::{Arrival, Player};
use reactions::Reactions;
use watchers::Watcher;

pub(crate) use players::RoundPresence;
pub(crate) use presence::Presence;

/// Sockets are spread over so many maps, so that thousands who arrive while a frame goes out to
/// thousands seldom wait for each other.
const SHARDS: u64 = 16;

#[derive(Debug, Default)]
struct Shard {
    players: HashMap<AccountId, Player>,
    /// Hosts and screens.
    watchers: HashMap<u64, Watcher>,
}

impl Shard {
    fn links(&self) -> impl Iterator<Item = &Link> {
        self.player_links().chain(self.watcher_links())
    }

    fn player_links(&self) -> impl Iterator<Item = &Link> {
        self.players.values().map(|player| &player.link)
    }

    fn watcher_links(&self) -> impl Iterator<Item = &Link> {
        self.watchers.values().map(|watcher| &watcher.link)
    }
}

/// The sockets of one game on this node.
#[derive(Debug)]
pub struct Room {
    game: GameId,
    shards: [Mutex<Shard>; SHARDS as usize],
    /// Since when no player has left. A new room waits for everybody.
    complete_since: Mutex<Instant>,
    stage: watch::Sender<Option<Arc<StageAt>>>,
    /// The epoch in which the game moved to that stage; written while the stage is.
    epoch: AtomicU64,
    summary: Mutex<Summary>,
    reading: tokio::sync::Mutex<()>,
    changes: Changes,
    answers: Answers,
    reactions: Reactions,
    /// Players' sockets of which the other servers have not heard.
    arrivals: Mutex<Vec<Arrival>>,
    /// What hosts were told is amiss.
    incidents: Mutex<Vec<Incident>>,
    /// The question that a host has picked to come next, and the newest round then.
    picked: Mutex<Option<(u16, Option<u16>)>>,
    /// What hosts and screens were told last of the answers to an open question.
    tally: Mutex<Option<LiveTally>>,
    /// What players were told last that a revealed round brought.
    outcomes: Mutex<Outcomes>,
    /// When Redis was last behind what is shown here.
    lost: Mutex<Option<Instant>>,
    next_socket: AtomicU64,
}

/// A panic elsewhere leaves what is locked here whole: each change is one assignment or insert.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Room {
    pub(crate) fn new(game: GameId) -> Self {
        Self {
            game,
            shards: Default::default(),
            complete_since: Mutex::new(Instant::now()),
            stage: watch::Sender::new(None),
            epoch: AtomicU64::new(0),
            summary: Mutex::default(),
            reading: tokio::sync::Mutex::default(),
            changes: Changes::default(),
            answers: Answers::default(),
            reactions: Reactions::default(),
            arrivals: Mutex::default(),
            incidents: Mutex::default(),
            picked: Mutex::default(),
            tally: Mutex::default(),
            outcomes: Mutex::default(),
            lost: Mutex::default(),
            next_socket: AtomicU64::new(0),
        }
    }

    /// Account ids are hashes, so their first bytes spread evenly.
    fn shard_of(&self, account: &AccountId) -> MutexGuard<'_, Shard> {
        self.shard(u64::from(account.0[0]))
    }

    fn shard(&self, number: u64) -> MutexGuard<'_, Shard> {
        // The remainder is below the number of shards.
        locked(&self.shards[(number % SHARDS) as usize])
    }

    fn each_link(&self, visit: impl Fn(&Link)) {
        for shard in &self.shards {
            locked(shard).links().for_each(&visit);
        }
    }

    /// The links of all sockets.
    pub(crate) fn links(&self) -> Vec<Link> {
        let of = |shard: &Mutex<Shard>| locked(shard).links().cloned().collect::<Vec<_>>();
        self.shards.iter().flat_map(of).collect()
    }

    /// The game.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// Lets a socket in, as a player's or as a watcher. A player's newer socket closes the older
    /// one at once.
    pub fn enter(self: &Arc<Self>, link: Link, player: Option<Arrival>) -> Presence {
        let socket = self.next_socket.fetch_add(1, Ordering::Relaxed);
        match player {
            None => self.enter_as_screen(socket, link),
            Some((account, opened_ms)) => {
                let player = Player {
                    socket,
                    link,
                    seat: None,
                    device: None,
                    removed: None,
                    answered: None,
                    opened_ms,
                };
                let mut shard = self.shard_of(&account);
                if let Some(old) = shard.players.insert(account, player) {
                    self.uncount_answer(old.answered);
                    old.link.close(CloseReason::Replaced);
                }
                drop(shard);
                if !self.is_ended() {
                    locked(&self.arrivals).push((account, opened_ms));
                }
            }
        }
        Presence { room: Arc::clone(self), socket, account: player.map(|(account, _)| account) }
    }

    /// The newest stage, and its changes.
    pub fn watch_stage(&self) -> watch::Receiver<Option<Arc<StageAt>>> {
        self.stage.subscribe()
    }

    /// The newest position.
    pub fn position(&self) -> Option<Position> {
        self.stage.borrow().as_ref().map(|stage| stage.at)
    }

    /// The newest stage, and the epoch in which the game moved to it.
    pub fn shown(&self) -> Option<(Arc<StageAt>, u64)> {
        let stage = self.stage.borrow();
        stage.clone().map(|stage| (stage, self.epoch.load(Ordering::Relaxed)))
    }

    /// Takes a stage, to which the game moved in this epoch, if it is newer than the known one;
    /// whether it was. Everybody is told.
    pub fn publish(&self, stage: StageAt, epoch: u64) -> bool {
        let frame = ServerFrame::Stage(stage.clone());
        let newer = self.stage.send_if_modified(|known| {
            let newer = known.as_ref().is_none_or(|known| {
                known.at.incarnation != stage.at.incarnation || known.at.seq < stage.at.seq
            });
            if newer {
                *known = Some(Arc::new(stage));
                self.epoch.store(epoch, Ordering::Relaxed);
            }
            newer
        });
        if newer {
            self.broadcast(&frame);
        }
        newer
    }

    /// Sends a frame to everybody at once.
    pub fn broadcast(&self, frame: &ServerFrame) {
        self.note(frame);
        let frame = Broadcast::new(frame);
        (0..Self::PARTS).for_each(|part| self.send_part(part, &frame));
    }

    /// Into how many parts a room falls, for [`Room::send_part`].
    pub const PARTS: usize = SHARDS as usize;

    /// Notes a frame that everybody is told part by part.
    pub fn note(&self, frame: &ServerFrame) {
        locked(&self.summary).note(frame);
    }

    /// Sends a frame to one part of the room.
    pub fn send_part(&self, part: usize, frame: &Broadcast<'_>) {
        if let Some(shard) = self.shards.get(part) {
            let shard = locked(shard);
            shard.player_links().for_each(|link| link.send(frame.for_players()));
            shard.watcher_links().for_each(|link| link.send(frame.for_watchers()));
        }
    }

    /// What everybody sees now, for a socket that has just entered: what changes from here on
    /// waits in its outbox. `None` until the room was told.
    pub fn view(&self) -> Option<View> {
        let stage = self.stage.borrow().clone()?;
        locked(&self.summary).view(stage)
    }

    /// Waits until nobody else reads a snapshot for this room.
    pub async fn reading(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.reading.lock().await
    }

    /// Takes what a snapshot says for what everybody was told, where nobody was told more.
    pub fn learn(&self, snapshot: &Welcome) {
        locked(&self.summary).learn(snapshot);
    }

    /// Notes that Redis is behind what is shown here.
    pub fn note_lost(&self) {
        *locked(&self.lost) = Some(Instant::now());
    }

    /// How long ago Redis was last behind what is shown here.
    pub fn lost_since(&self) -> Option<Duration> {
        locked(&self.lost).map(|lost| lost.elapsed())
    }

    /// Whether the game is over.
    pub fn is_ended(&self) -> bool {
        self.stage.borrow().as_ref().is_some_and(|stage| stage.phase.kind == Kind::Ended)
    }

    /// How many sockets are here.
    pub fn len(&self) -> usize {
        let sockets = |shard: &Shard| shard.players.len() + shard.watchers.len();
        self.shards.iter().map(|shard| sockets(&locked(shard))).sum()
    }

    /// Whether no socket is here.
    pub fn is_empty(&self) -> bool {
        self.shards.iter().all(|shard| locked(shard).links().next().is_none())
    }

    /// How many frames wait in all outboxes, and in the fullest one.
    pub fn depth(&self) -> (usize, usize) {
        let (mut sum, mut deepest) = (0, 0);
        for shard in &self.shards {
            for depth in locked(shard).links().map(Link::depth) {
                sum += depth;
                deepest = deepest.max(depth);
            }
        }
        (sum, deepest)
    }

    /// Closes every socket.
    pub fn close_all(&self, why: CloseReason) {
        self.each_link(|link| link.close(why));
    }
}
