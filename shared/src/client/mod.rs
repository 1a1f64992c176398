//! The client: what it makes of what the server says, what it asks and how it stays connected,
//! without a clock, a socket or a screen. The page is one, and so are the players who test servers.
//!
//! Times are milliseconds of any clock that never goes back, and `jitter` is an even number from 0
//! to 1: callers pass both. Whoever drives a [`Client`] tells it what happens, and does the
//! [`Action`]s that come back, in their order.

mod apply;
mod backoff;
mod clock;
mod connection;
mod pending;
pub mod receipts;
mod requests;
#[cfg(test)]
mod samples;
pub mod statement;
pub mod timing;
mod view;

pub use apply::Effect;
pub use backoff::Backoff;
pub use clock::ServerClock;
pub use connection::{AfterClose, Status};
pub use pending::{Due, Pending};
pub use receipts::Receipts;
pub use requests::{Progress, Request, Seeker};
pub use view::GameView;

use crate::phase::Kind;
use crate::wire::{Encoding, PlayerFrame, Reaction, Refusal, ServerFrame, Stage};

use connection::Connection;
use timing::{ANSWER_RETRY_MS, TIME_UP_MS};

/// What whoever drives a client does for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Open a socket, in the place of the one there is. It answers by [`Client::opened`] or
    /// [`Client::closed`]; what the one before still says counts for nothing.
    Connect,
    /// Close the socket, if it is not closed yet.
    Close,
    /// Send a frame, which is encoded in postcard.
    Send(Vec<u8>),
    /// The receipts have changed: store them, if they are stored at all.
    StoreReceipts,
}

/// One client of one game: a player's, a host's or a screen's.
#[derive(Clone, Debug, PartialEq)]
pub struct Client {
    /// What is known.
    pub view: GameView,
    /// What is waited for.
    pub pending: Pending,
    /// Receipts of packets that are not credited yet.
    pub receipts: Receipts,
    /// Server time.
    pub clock: ServerClock,
    connection: Connection,
    /// When it asked last what became of a question whose time is over.
    asked_at: f64,
}

impl Client {
    /// A client that connects at its first [`Self::tick`]. `hello` is its first frame in postcard,
    /// `receipts` are those that were kept before.
    #[must_use]
    pub fn new(hello: Vec<u8>, receipts: Receipts, now: f64) -> Self {
        Self {
            view: GameView::default(),
            pending: Pending::default(),
            receipts,
            clock: ServerClock::default(),
            connection: Connection::new(hello, now),
            asked_at: f64::NEG_INFINITY,
        }
    }

    /// How the connection is.
    #[must_use]
    pub fn status(&self) -> &Status {
        &self.connection.status
    }

    /// Whether it stays away until somebody says [`Self::restart`].
    #[must_use]
    pub fn is_resting(&self) -> bool {
        self.connection.is_resting()
    }

    /// When it last said hello.
    #[must_use]
    pub fn hello_at(&self) -> f64 {
        self.connection.hello_at
    }

    /// Asks for a snapshot, soon.
    pub fn request_snapshot(&mut self) {
        self.connection.request_snapshot();
    }

    /// Whether the game is over for all that is known here, and the screen may keep showing it.
    fn is_over(&self) -> bool {
        self.view.kind() == Some(Kind::Ended)
    }

    /// The socket is open.
    pub fn opened(&mut self, now: f64) -> Vec<Action> {
        self.connection.opened(now).into_iter().collect()
    }

    /// The socket is closed, or could not be opened (code 1006).
    pub fn closed(&mut self, code: u16, now: f64, jitter: f64) -> Vec<Action> {
        self.connection.closed(code, self.is_over(), now, jitter).into_iter().collect()
    }

    /// The device woke up, or its network came back.
    pub fn wake(&mut self, now: f64) -> Vec<Action> {
        self.connection.wake(now).into_iter().collect()
    }

    /// The device says that its network is gone.
    pub fn offline(&mut self, now: f64) -> Vec<Action> {
        self.connection.offline(now).into_iter().collect()
    }

    /// Another client of the same player has taken over, and the server need not say it: this one stays away.
    pub fn replaced(&mut self) -> Vec<Action> {
        self.connection.replaced().into_iter().collect()
    }

    /// Connects anew: takes the place back, or tries a refused game again.
    pub fn restart(&mut self, now: f64) -> Vec<Action> {
        self.connection.restart(now).into_iter().collect()
    }

    /// Something came that is of no interest, or cannot be read: the server lives.
    pub fn alive(&mut self, now: f64) {
        self.connection.alive(now);
    }

    /// Asks for something; without an answer it is asked again until `until`.
    pub fn submit(&mut self, request: Request, now: f64, until: f64) -> Vec<Action> {
        let sent = self.connection.is_welcomed().then(|| Action::Send(request.encode()));
        self.pending.submit(request, now, until);
        sent.into_iter().collect()
    }

    /// Shows how somebody feels. Nobody answers to it, and one that is lost is not shown later.
    #[must_use]
    pub fn react(&self, reaction: Reaction) -> Vec<Action> {
        let frame = PlayerFrame::React { reaction };
        let sent = self.connection.is_welcomed();
        sent.then(|| Action::Send(Encoding::Postcard.encode(&frame))).into_iter().collect()
    }

    /// A frame came.
    pub fn receive(&mut self, frame: ServerFrame, now: f64, jitter: f64) -> Vec<Action> {
        self.connection.alive(now);
        let is_welcome = match &frame {
            ServerFrame::Welcome(welcome) => {
                self.clock.observe(welcome.now_ms, now);
                true
            }
            ServerFrame::Heartbeat { now_ms, .. } => {
                self.clock.observe(*now_ms, now);
                false
            }
            ServerFrame::Reconnect { within_ms } => {
                self.connection.leave_within(*within_ms, now, jitter);
                return Vec::new();
            }
            ServerFrame::Refused(why)
                if !self.connection.is_welcomed() || *why == Refusal::NotAllowed =>
            {
                let is_over = self.is_over();
                return self.connection.refused(why.clone(), is_over).into_iter().collect();
            }
            _ => false,
        };
        self.pending.receive(&frame, now, jitter);
        let mut actions = Vec::new();
        if self.receipts.receive(&frame, now) {
            actions.push(Action::StoreReceipts);
        }
        let effect = self.view.apply(frame);
        if is_welcome {
            self.connection.welcome();
            self.connection.note_snapshot(effect == Effect::RequestSnapshot);
        }
        if effect == Effect::RequestSnapshot {
            self.connection.request_snapshot();
        }
        actions.extend(self.tick(now, jitter));
        actions
    }

    /// When [`Self::tick`] has something to do, if nothing happens before.
    #[must_use]
    pub fn due_at(&self) -> f64 {
        let connection = self.connection.due_at();
        if !self.connection.is_welcomed() {
            return connection;
        }
        let receipts = self.receipts.due_at().unwrap_or(f64::INFINITY);
        let overdue = self.overdue().map_or(f64::INFINITY, |(_, at)| at);
        connection.min(self.pending.due_at()).min(receipts).min(overdue)
    }

    /// Time passed.
    pub fn tick(&mut self, now: f64, jitter: f64) -> Vec<Action> {
        let mut actions: Vec<Action> = self.connection.tick(now, jitter).into_iter().collect();
        if self.connection.is_welcomed() {
            let receipt = self.receipts.due(now, jitter);
            let shown = receipt.map(|receipt| PlayerFrame::ShowReceipt { receipt });
            actions.extend(shown.map(|frame| Action::Send(Encoding::Postcard.encode(&frame))));
            match self.pending.due(now) {
                Some(Due::Send(request)) => actions.push(Action::Send(request.encode())),
                Some(Due::ConnectionSuspect) => self.connection.suspect(now),
                None => {}
            }
            if let Some((question, _)) = self.overdue().filter(|(_, at)| *at <= now) {
                self.asked_at = now;
                actions.extend(self.submit(Request::Pace(question), now, f64::INFINITY));
            }
        }
        actions
    }

    /// A question whose time is over for this player alone, who plays at their own pace, and when to
    /// ask what became of it.
    fn overdue(&self) -> Option<(u16, f64)> {
        let paced = self.view.paced().filter(|_| self.pending.waiting().is_none())?;
        let timed = matches!(paced.stage, Some(Stage::Asking { .. })) && paced.closes_ms > 0;
        let closes = paced.closes_ms as f64 - self.clock.server_ms(0.0);
        let at = (closes + TIME_UP_MS).max(self.asked_at + ANSWER_RETRY_MS);
        timed.then_some((paced.round, at))
    }
}

#[cfg(test)]
mod tests;
