//! A room: the sockets of one game on this node, and what the node last showed them.

mod outcomes;
mod watchers;

use std::cmp;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use quizrain_shared::ids::{AccountId, GameId};
use quizrain_shared::phase::Kind;
use quizrain_shared::wire::{
    CloseReason, Incident, LiveTally, Position, ServerFrame, StageAt, Welcome,
};
use tokio::sync::watch;

use crate::live::hub::outbox::{Frame, Link};
use crate::live::hub::summary::{Summary, View};
use outcomes::Outcomes;

/// Sockets are spread over so many maps, so that thousands who arrive while a frame goes out to
/// thousands seldom wait for each other.
const SHARDS: u64 = 16;

#[derive(Debug)]
struct Player {
    socket: u64,
    link: Link,
    /// The account's seat in the game; `None`: it is still choosing a name, or nobody has looked yet.
    seat: Option<u32>,
    /// The seat that a host has taken away from the account while this socket was open.
    removed: Option<u32>,
    /// The last round that this player answered on this node.
    answered: Option<u16>,
    /// When the socket was opened, in server time.
    opened_ms: u64,
}

impl Player {
    fn close_if_removed(&self) {
        if self.seat.is_some() && self.seat == self.removed {
            self.link.close(CloseReason::Removed);
        }
    }
}

/// A player's socket: whose, and when it was opened, in server time.
pub(crate) type Arrival = (AccountId, u64);

#[derive(Debug)]
struct Watcher {
    link: Link,
    /// Of a host: the hash of the token that it showed.
    right: Option<String>,
}

#[derive(Debug, Default)]
struct Shard {
    players: HashMap<AccountId, Player>,
    /// Hosts and screens.
    watchers: HashMap<u64, Watcher>,
}

impl Shard {
    fn links(&self) -> impl Iterator<Item = &Link> {
        let players = self.players.values().map(|player| &player.link);
        players.chain(self.watchers.values().map(|watcher| &watcher.link))
    }
}

/// What happened since somebody last looked. Whoever tells it merges many events into one frame.
#[derive(Debug, Default)]
struct Changes {
    lobby: AtomicBool,
    answers: AtomicBool,
    claims: AtomicBool,
    watchers: AtomicBool,
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

/// How the seated players of a room stand in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundPresence {
    /// How many are connected.
    pub seated: u32,
    /// How many of them have not answered.
    pub missing: u32,
    /// How long ago somebody left, or the room was made.
    pub left: Duration,
}

/// A socket's place in a room, which it leaves when this is dropped.
#[derive(Debug)]
pub struct Presence {
    room: Arc<Room>,
    socket: u64,
    account: Option<AccountId>,
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
                let player =
                    Player { socket, link, seat: None, removed: None, answered: None, opened_ms };
                if let Some(old) = self.shard_of(&account).players.insert(account, player) {
                    old.link.close(CloseReason::Replaced);
                }
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
        let frame = Frame::new(frame);
        self.each_link(|link| link.send(&frame));
    }

    /// Into how many parts a room falls, for [`Room::send_part`].
    pub const PARTS: usize = SHARDS as usize;

    /// Notes a frame that everybody is told part by part.
    pub fn note(&self, frame: &ServerFrame) {
        locked(&self.summary).note(frame);
    }

    /// Sends a frame to one part of the room.
    pub fn send_part(&self, part: usize, frame: &Frame<'_>) {
        if let Some(shard) = self.shards.get(part) {
            locked(shard).links().for_each(|link| link.send(frame));
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

    /// Sends a frame to one player, if connected here.
    pub fn send_to(&self, account: &AccountId, frame: &ServerFrame) {
        if let Some(player) = self.shard_of(account).players.get(account) {
            player.link.send(&Frame::new(frame));
        }
    }

    /// Whether a player is connected here.
    pub fn has_player(&self, account: &AccountId) -> bool {
        self.shard_of(account).players.contains_key(account)
    }

    /// Closes the socket of a player whose seat a host has taken away, if it is here, or once it turns
    /// out to have that seat: it may have been read just before. One that was opened afterwards, and
    /// has none or another, stays.
    pub fn remove_player(&self, account: &AccountId, seat: u32) {
        if let Some(player) = self.shard_of(account).players.get_mut(account) {
            player.removed = Some(seat);
            player.close_if_removed();
        }
    }

    /// Players' sockets that came since the last call and are still here, for the other servers.
    pub fn take_arrivals(&self) -> Vec<Arrival> {
        let mut arrivals = std::mem::take(&mut *locked(&self.arrivals));
        arrivals.retain(|(account, opened_ms)| {
            let shard = self.shard_of(account);
            shard.players.get(account).is_some_and(|player| player.opened_ms == *opened_ms)
        });
        arrivals
    }

    /// Keeps these for the next call: the other servers have not heard of them.
    pub fn put_back_arrivals(&self, arrivals: Vec<Arrival>) {
        locked(&self.arrivals).extend(arrivals);
    }

    /// Closes the sockets of players who have come to another server since. Where the one here is
    /// newer, that server has not heard of it, and is told again. `theirs_first` says which of two
    /// counts as the older one that were opened in the same millisecond.
    pub fn replace_elsewhere(&self, arrivals: &[Arrival], theirs_first: bool) {
        for &(account, theirs_ms) in arrivals {
            let shard = self.shard_of(&account);
            let Some(player) = shard.players.get(&account) else { continue };
            match player.opened_ms.cmp(&theirs_ms) {
                cmp::Ordering::Less => player.link.close(CloseReason::Replaced),
                cmp::Ordering::Equal if !theirs_first => player.link.close(CloseReason::Replaced),
                _ => locked(&self.arrivals).push((account, player.opened_ms)),
            }
        }
    }

    /// Notes that Redis is behind what is shown here.
    pub fn note_lost(&self) {
        *locked(&self.lost) = Some(Instant::now());
    }

    /// How long ago Redis was last behind what is shown here.
    pub fn lost_since(&self) -> Option<Duration> {
        locked(&self.lost).map(|lost| lost.elapsed())
    }

    /// Notes an answer, for the next count.
    pub fn note_answer(&self, account: &AccountId, round: u16) {
        if let Some(player) = self.shard_of(account).players.get_mut(account) {
            player.answered = Some(round);
        }
        self.changes.answers.store(true, Ordering::Release);
    }

    /// Notes that the next count must look again at who is missing.
    pub fn note_missing(&self) {
        self.changes.answers.store(true, Ordering::Release);
    }

    /// Notes a change of the lobby, for the next frame about it.
    pub fn note_lobby(&self) {
        self.changes.lobby.store(true, Ordering::Release);
    }

    /// Notes a claim, for the next count.
    pub fn note_claim(&self) {
        self.changes.claims.store(true, Ordering::Release);
    }

    /// Whether the lobby changed since the last call.
    pub fn take_lobby_change(&self) -> bool {
        self.changes.lobby.swap(false, Ordering::AcqRel)
    }

    /// Whether answers came since the last call.
    pub fn take_answers(&self) -> bool {
        self.changes.answers.swap(false, Ordering::AcqRel)
    }

    /// Whether claims came since the last call.
    pub fn take_claims(&self) -> bool {
        self.changes.claims.swap(false, Ordering::AcqRel)
    }

    /// How the seated players who are connected here stand in a round.
    pub fn round_presence(&self, round: u16) -> RoundPresence {
        let left = locked(&self.complete_since).elapsed();
        let mut round_presence = RoundPresence { seated: 0, missing: 0, left };
        for shard in &self.shards {
            for player in locked(shard).players.values().filter(|player| player.seat.is_some()) {
                round_presence.seated += 1;
                round_presence.missing += u32::from(player.answered != Some(round));
            }
        }
        round_presence
    }

    /// Whether every seated player who is connected here has answered the round, and whoever is
    /// missing has been so for a while: somebody whose phone or server is just coming back does
    /// not lose a turn.
    pub fn all_answered(&self, round: u16, missing_for: Duration) -> bool {
        let RoundPresence { seated, missing, left } = self.round_presence(round);
        seated > 0 && missing == 0 && left >= missing_for
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

impl Presence {
    /// The room.
    #[must_use]
    pub fn room(&self) -> &Arc<Room> {
        &self.room
    }

    /// Notes the player's seat, if there is one.
    pub fn set_seat(&self, seat: Option<u32>) {
        let Some(account) = self.account else { return };
        let mut shard = self.room.shard_of(&account);
        let player = shard.players.get_mut(&account);
        if let Some(player) = player.filter(|player| player.socket == self.socket) {
            player.seat = seat;
            player.close_if_removed();
        }
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        match self.account {
            None => {
                self.room.shard(self.socket).watchers.remove(&self.socket);
            }
            Some(account) => {
                let mut shard = self.room.shard_of(&account);
                let mine = shard.players.get(&account).is_some_and(|p| p.socket == self.socket);
                if mine {
                    shard.players.remove(&account);
                    drop(shard);
                    *locked(&self.room.complete_since) = Instant::now();
                }
                // It may have asked for something just before, and left before it was noted.
                self.room.note_lobby();
                self.room.note_claim();
            }
        }
        // Somebody who left is not waited for any longer.
        self.room.note_missing();
    }
}
