//! A room: the sockets of one game on this node, and the newest stage that the node knows.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use quizrain_shared::ids::{AccountId, GameId};
use quizrain_shared::phase::Kind;
use quizrain_shared::wire::{Position, ServerFrame, StageAt};
use tokio::sync::watch;

use super::outbox::{Closed, Frame, Link};

#[derive(Debug)]
struct Player {
    socket: u64,
    link: Link,
    /// Whether the account has a seat in the game, or is still choosing a name.
    seated: bool,
    /// The last round that this player answered on this node.
    answered: Option<u16>,
}

#[derive(Debug)]
struct Sockets {
    /// Since when no player has left. A new room waits for everybody.
    complete_since: Instant,
    players: HashMap<AccountId, Player>,
    /// Hosts, screens, and phones without a seat.
    watchers: HashMap<u64, Link>,
}

/// What happened since somebody last looked. Whoever tells it merges many events into one frame.
#[derive(Debug, Default)]
struct Changes {
    lobby: AtomicBool,
    answers: AtomicBool,
    claims: AtomicBool,
}

/// The sockets of one game on this node.
#[derive(Debug)]
pub struct Room {
    game: GameId,
    sockets: Mutex<Sockets>,
    stage: watch::Sender<Option<Arc<StageAt>>>,
    changes: Changes,
    next_socket: AtomicU64,
}

/// A socket's place in a room, which it leaves when this is dropped.
#[derive(Debug)]
pub struct Presence {
    room: Arc<Room>,
    socket: u64,
    account: Option<AccountId>,
}

impl Room {
    pub(super) fn new(game: GameId) -> Self {
        Self {
            game,
            sockets: Mutex::new(Sockets {
                complete_since: Instant::now(),
                players: HashMap::new(),
                watchers: HashMap::new(),
            }),
            stage: watch::Sender::new(None),
            changes: Changes::default(),
            next_socket: AtomicU64::new(0),
        }
    }

    fn sockets(&self) -> MutexGuard<'_, Sockets> {
        // A panic elsewhere leaves the maps whole: each change is one insert or remove.
        self.sockets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// Lets a socket in, as a player's or as a watcher. A player's newer socket closes the older
    /// one at once.
    pub fn enter(self: &Arc<Self>, link: Link, account: Option<AccountId>) -> Presence {
        let socket = self.next_socket.fetch_add(1, Ordering::Relaxed);
        let mut sockets = self.sockets();
        match account {
            None => {
                sockets.watchers.insert(socket, link);
            }
            Some(account) => {
                let player = Player { socket, link, seated: false, answered: None };
                if let Some(old) = sockets.players.insert(account, player) {
                    old.link.close(Closed::Replaced);
                }
            }
        }
        Presence { room: Arc::clone(self), socket, account }
    }

    /// The newest stage, and its changes.
    pub fn watch_stage(&self) -> watch::Receiver<Option<Arc<StageAt>>> {
        self.stage.subscribe()
    }

    /// The newest position.
    pub fn position(&self) -> Option<Position> {
        self.stage.borrow().as_ref().map(|stage| stage.at)
    }

    /// Takes a stage if it is newer than the known one; whether it was. Everybody is told.
    pub fn publish(&self, stage: StageAt) -> bool {
        let frame = ServerFrame::Stage(stage.clone());
        let newer = self.stage.send_if_modified(|known| {
            let newer = known.as_ref().is_none_or(|known| {
                known.at.incarnation != stage.at.incarnation || known.at.seq < stage.at.seq
            });
            if newer {
                *known = Some(Arc::new(stage));
            }
            newer
        });
        if newer {
            self.broadcast(&frame);
        }
        newer
    }

    /// Sends a frame to everybody.
    pub fn broadcast(&self, frame: &ServerFrame) {
        let frame = Frame::new(frame);
        let sockets = self.sockets();
        sockets.players.values().for_each(|player| player.link.send(&frame));
        sockets.watchers.values().for_each(|link| link.send(&frame));
    }

    /// Sends each connected player a frame of its own, where `frame` has one.
    pub fn send_each(&self, frame: impl Fn(&AccountId) -> Option<ServerFrame>) {
        for (account, player) in &self.sockets().players {
            if let Some(frame) = frame(account) {
                player.link.send(&Frame::new(&frame));
            }
        }
    }

    /// Sends a frame to one player, if connected here.
    pub fn send_to(&self, account: &AccountId, frame: &ServerFrame) {
        if let Some(player) = self.sockets().players.get(account) {
            player.link.send(&Frame::new(frame));
        }
    }

    /// Notes an answer, for the next count.
    pub fn note_answer(&self, account: &AccountId, round: u16) {
        if let Some(player) = self.sockets().players.get_mut(account) {
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

    /// Whether every seated player who is connected here has answered the round, and whoever is
    /// missing has been so for a while: somebody whose phone or server is just coming back does
    /// not lose a turn.
    pub fn all_answered(&self, round: u16, missing_for: Duration) -> bool {
        let sockets = self.sockets();
        if sockets.complete_since.elapsed() < missing_for {
            return false;
        }
        let mut seated = sockets.players.values().filter(|player| player.seated).peekable();
        seated.peek().is_some() && seated.all(|player| player.answered == Some(round))
    }

    /// Whether the game is over.
    pub fn is_ended(&self) -> bool {
        self.stage.borrow().as_ref().is_some_and(|stage| stage.phase.kind == Kind::Ended)
    }

    /// Whether no socket is here.
    pub fn is_empty(&self) -> bool {
        let sockets = self.sockets();
        sockets.players.is_empty() && sockets.watchers.is_empty()
    }

    /// Closes every socket.
    pub fn close_all(&self, why: Closed) {
        let sockets = self.sockets();
        sockets.players.values().for_each(|player| player.link.close(why));
        sockets.watchers.values().for_each(|link| link.close(why));
    }
}

impl Presence {
    /// The room.
    #[must_use]
    pub fn room(&self) -> &Arc<Room> {
        &self.room
    }

    /// Notes whether the player has a seat.
    pub fn set_seated(&self, seated: bool) {
        let mut sockets = self.room.sockets();
        let player = self.account.and_then(|account| sockets.players.get_mut(&account));
        if let Some(player) = player.filter(|player| player.socket == self.socket) {
            player.seated = seated;
        }
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        let mut sockets = self.room.sockets();
        match self.account {
            None => {
                sockets.watchers.remove(&self.socket);
            }
            Some(account) => {
                let mine = sockets.players.get(&account).is_some_and(|p| p.socket == self.socket);
                if mine {
                    sockets.players.remove(&account);
                    sockets.complete_since = Instant::now();
                }
            }
        }
        drop(sockets);
        // Somebody who left is not waited for any longer.
        self.room.note_missing();
    }
}
