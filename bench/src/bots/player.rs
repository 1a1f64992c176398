//! A bot's phone: the socket of one mind, which comes back when it is cut off.

use std::sync::Arc;
use std::time::Duration;

use quizrain_shared::client::{Action, Receipts};
use quizrain_shared::ids::{Pin, Token};
use quizrain_shared::wire::{PlayerFrame, ServerFrame};
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use super::mind::Mind;
use super::person::Person;
use super::random::Random;
use super::server::Server;
use super::socket::{ConnectError, Gone, Socket};
use super::tally::Tally;

/// The close code of a socket that was not closed in order, or never opened.
pub(crate) const BROKEN: u16 = 1006;

/// What a bot needs to play.
#[derive(Clone)]
pub(super) struct Game {
    pub(super) server: Arc<Server>,
    pub(super) pin: Pin,
    pub(super) tally: Arc<Tally>,
    pub(super) stop: CancellationToken,
}

/// A phone in somebody's hand.
pub(crate) struct Phone {
    pub(crate) mind: Mind,
    server: Arc<Server>,
    tally: Arc<Tally>,
    random: Random,
    /// The zero of the mind's clock.
    since: Instant,
    socket: Option<Socket>,
    /// Whether a socket is wanted in the place of the one there is.
    connecting: bool,
    /// Whether it has tried to connect, and whether it ever was connected.
    was_tried: bool,
    was_connected: bool,
}

impl Phone {
    pub(crate) fn new(
        server: &Arc<Server>,
        tally: &Arc<Tally>,
        person: Person,
        hello: &PlayerFrame,
        receipts: Receipts,
        random: Random,
    ) -> Self {
        Self {
            mind: Mind::new(person, Arc::clone(tally), hello, receipts, 0.0),
            server: Arc::clone(server),
            tally: Arc::clone(tally),
            random,
            since: Instant::now(),
            socket: None,
            connecting: false,
            was_tried: false,
            was_connected: false,
        }
    }

    fn now(&self) -> f64 {
        self.since.elapsed().as_secs_f64() * 1000.0
    }

    /// Whether the bot has nothing more to do in this game.
    pub(crate) fn is_done(&self) -> bool {
        self.mind.is_done(self.now())
    }

    /// Does what is due, or else waits for what happens next; `hear` is told of each frame before the
    /// mind is. Dropping the future loses nothing that is not asked for again.
    pub(crate) async fn step(&mut self, hear: impl FnOnce(&ServerFrame)) {
        if self.connecting {
            return self.connect().await;
        }
        let actions = self.mind.tick(self.now(), self.random.unit());
        if !actions.is_empty() {
            return self.act(actions).await;
        }
        let wait = (self.mind.due_at() - self.now()).clamp(0.0, 60_000.0);
        let due = Instant::now() + Duration::from_secs_f64(wait / 1000.0);
        let next = async {
            match &mut self.socket {
                Some(socket) => socket.next().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = sleep_until(due) => {}
            frame = next => match frame {
                Ok(frame) => {
                    hear(&frame);
                    let actions = self.mind.receive(frame, self.now(), self.random.unit());
                    self.act(actions).await;
                }
                Err(Gone::Closed(code)) => self.closed(code),
                Err(_) => self.closed(BROKEN),
            }
        }
    }

    async fn act(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Connect => self.connecting = true,
                Action::Close => self.lose(),
                Action::Send(bytes) => self.send(bytes).await,
                Action::StoreReceipts => {}
            }
        }
    }

    /// Sends a frame, if connected.
    pub(crate) async fn send(&mut self, bytes: Vec<u8>) {
        if let Some(socket) = &mut self.socket
            && socket.send_bytes(bytes).await.is_err()
        {
            self.closed(BROKEN);
        }
    }

    async fn connect(&mut self) {
        self.socket = None;
        if std::mem::replace(&mut self.was_tried, true) {
            self.server.elsewhere(self.random.next());
        }
        match Socket::open(&self.server, "/ws/player").await {
            Ok(socket) => {
                if !std::mem::replace(&mut self.was_connected, true) {
                    self.tally.count().connected += 1;
                }
                self.socket = Some(socket);
                self.connecting = false;
                let actions = self.mind.client.opened(self.now());
                self.act(actions).await;
            }
            Err(error) => {
                let mut counts = self.tally.count();
                counts.not_connected += 1;
                counts.out_of_files |= matches!(error, ConnectError::OutOfFiles);
                counts.connect_problem = Some(error.to_string());
                drop(counts);
                self.closed(BROKEN);
            }
        }
    }

    /// The socket is gone.
    pub(crate) fn closed(&mut self, code: u16) {
        self.connecting = false;
        let (now, jitter) = (self.now(), self.random.unit());
        // Whatever it asks for, only that there is no socket.
        let _ = self.mind.client.closed(code, now, jitter);
        self.lose();
    }

    fn lose(&mut self) {
        if self.socket.take().is_some() && !self.mind.is_over() {
            self.tally.count().dropped += 1;
        }
    }

    /// Says goodbye, so that the server need not find out.
    pub(crate) async fn close(self) {
        if let Some(socket) = self.socket {
            socket.close().await;
        }
    }
}

/// Plays until the game is over or everybody stops.
pub(super) async fn live(game: Game, person: Person, token: Token, random: Random) {
    let hello = PlayerFrame::Hello { pin: game.pin, token };
    let receipts = Receipts::default();
    let mut phone = Phone::new(&game.server, &game.tally, person, &hello, receipts, random);
    while !phone.is_done() {
        tokio::select! {
            () = game.stop.cancelled() => break,
            () = phone.step(|_| {}) => {}
        }
    }
    phone.close().await;
}
