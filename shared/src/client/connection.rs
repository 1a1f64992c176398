//! Whether there is a connection: when to open one, when to give one up, when to say hello, and what
//! an end of it means.

use crate::wire::{CloseReason, Refusal};

use super::Action;
use super::backoff::Backoff;
use super::timing::{
    HELD_MS, OPENING_MS, SILENCE_MS, SNAPSHOT_EVERY_MS, STABLE_MS, STUCK_OPENING_MS, SUSPECT_MS,
    WAKE_MS, WELCOME_MS,
};

/// What a client does once its socket is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterClose {
    /// Connects again after a back-off.
    Reconnect,
    /// Connects again after [`Self::held_ms`].
    Hold,
    /// Stays away, and why.
    Stay(CloseReason),
}

impl AfterClose {
    /// What follows from a close code, those that are not this protocol's among them.
    #[must_use]
    pub fn of(code: u16) -> Self {
        match CloseReason::from_code(code) {
            Some(CloseReason::TooManyTries) => Self::Hold,
            Some(
                why @ (CloseReason::Replaced
                | CloseReason::NotAllowed
                | CloseReason::Removed
                | CloseReason::UnknownGame),
            ) => Self::Stay(why),
            // A phone that fell asleep before its hello is told that it misbehaves.
            _ => Self::Reconnect,
        }
    }

    /// The wait of a client that is held.
    #[must_use]
    pub fn held_ms(jitter: f64) -> f64 {
        HELD_MS * (0.5 + jitter)
    }
}

/// How the connection is, as people are told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// No snapshot yet.
    #[default]
    Connecting,
    /// Frames flow.
    Live,
    /// Lost; reconnecting by itself.
    Lost,
    /// Not let in for now; asking again by itself.
    Held,
    /// Another client of the same player took over.
    Replaced,
    /// The server will not have us, and why.
    Refused(Refusal),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    /// No socket; the next attempt is due at a time.
    Waiting { until: f64 },
    /// A handshake is under way.
    Opening { until: f64 },
    /// Frames flow; without one until then, the socket is dead.
    Open { since: f64, until: f64, welcomed: bool },
    /// No socket, and none wanted until somebody says so.
    Resting,
}

/// One client's connection.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Connection {
    phase: Phase,
    pub(super) status: Status,
    hello: Vec<u8>,
    pub(super) hello_at: f64,
    snapshot_wanted: bool,
    /// How many snapshots in a row were older than what the client knows.
    stale_snapshots: u32,
    backoff: Backoff,
    /// When to leave a server that stops.
    leave_at: f64,
}

impl Connection {
    pub(super) fn new(hello: Vec<u8>, now: f64) -> Self {
        Self {
            phase: Phase::Waiting { until: now },
            status: Status::Connecting,
            hello,
            hello_at: now,
            snapshot_wanted: false,
            stale_snapshots: 0,
            backoff: Backoff::default(),
            leave_at: f64::INFINITY,
        }
    }

    /// Whether the server has answered the hello on this socket.
    pub(super) fn is_welcomed(&self) -> bool {
        matches!(self.phase, Phase::Open { welcomed: true, .. })
    }

    /// Whether no socket is wanted.
    pub(super) fn is_resting(&self) -> bool {
        self.phase == Phase::Resting
    }

    /// A connection that held for long enough was a good one.
    fn reset_if_stable(&mut self, now: f64) {
        if let Phase::Open { since, .. } = self.phase
            && now - since > STABLE_MS
        {
            self.backoff.reset();
        }
    }

    fn connect(&mut self, now: f64) -> Option<Action> {
        self.reset_if_stable(now);
        self.leave_at = f64::INFINITY;
        self.phase = Phase::Opening { until: now + OPENING_MS };
        Some(Action::Connect)
    }

    fn say_hello(&mut self, now: f64) -> Option<Action> {
        self.hello_at = now;
        self.snapshot_wanted = false;
        Some(Action::Send(self.hello.clone()))
    }

    fn rest(&mut self, status: Status) -> Option<Action> {
        self.phase = Phase::Resting;
        self.status = status;
        Some(Action::Close)
    }

    fn lose(&mut self, now: f64, jitter: f64) -> Option<Action> {
        self.reset_if_stable(now);
        let wait_ms = self.backoff.next_ms(jitter);
        self.wait(now + wait_ms);
        Some(Action::Close)
    }

    fn wait(&mut self, until: f64) {
        self.phase = Phase::Waiting { until };
        if self.status == Status::Live {
            self.status = Status::Lost;
        }
    }

    /// The handshake is done.
    pub(super) fn opened(&mut self, now: f64) -> Option<Action> {
        if !matches!(self.phase, Phase::Opening { .. }) {
            return None;
        }
        self.phase = Phase::Open { since: now, until: now + SILENCE_MS, welcomed: false };
        self.say_hello(now)
    }

    /// Something came.
    pub(super) fn alive(&mut self, now: f64) {
        if let Phase::Open { until, welcomed, .. } = &mut self.phase {
            *until = now + SILENCE_MS;
            // The device was wrong about its network, or has it again.
            if *welcomed {
                self.status = Status::Live;
            }
        }
    }

    /// A snapshot came.
    pub(super) fn welcome(&mut self) {
        if let Phase::Open { welcomed, .. } = &mut self.phase {
            *welcomed = true;
            self.status = Status::Live;
        }
    }

    /// The server stops within a time. Clients leave each at a moment of its own, so that the other
    /// servers are not run over.
    pub(super) fn leave_within(&mut self, within_ms: u32, now: f64, jitter: f64) {
        self.leave_at = now + f64::from(within_ms) * jitter;
    }

    /// Something was missed.
    pub(super) fn request_snapshot(&mut self) {
        self.snapshot_wanted = true;
    }

    /// A snapshot was older than what the client knows, or not: where the server went back, all of its
    /// clients get such ones until it is itself again, and ask more and more seldom.
    pub(super) fn note_snapshot(&mut self, is_stale: bool) {
        self.stale_snapshots = if is_stale { self.stale_snapshots.saturating_add(1) } else { 0 };
    }

    /// Something went unanswered. A live server's next heartbeat comes in time; nothing is sent to a
    /// busy one.
    pub(super) fn suspect(&mut self, now: f64) {
        if let Phase::Open { until, .. } = &mut self.phase {
            *until = until.min(now + SUSPECT_MS);
        }
    }

    /// The server refused instead of a welcome, or another host took over. `is_over`: the client has
    /// seen the end of the game, which stays true.
    pub(super) fn refused(&mut self, why: Refusal, is_over: bool) -> Option<Action> {
        if why.is_transient() {
            return None;
        }
        let ended = matches!(why, Refusal::GameEnded | Refusal::UnknownPin);
        self.rest(if ended && is_over { Status::Live } else { Status::Refused(why) })
    }

    /// The socket is closed, or could not be opened.
    pub(super) fn closed(
        &mut self,
        code: u16,
        is_over: bool,
        now: f64,
        jitter: f64,
    ) -> Option<Action> {
        if matches!(self.phase, Phase::Waiting { .. } | Phase::Resting) {
            return None;
        }
        match AfterClose::of(code) {
            AfterClose::Reconnect => self.lose(now, jitter),
            AfterClose::Hold => {
                self.reset_if_stable(now);
                if self.status == Status::Connecting {
                    self.status = Status::Held;
                }
                self.wait(now + AfterClose::held_ms(jitter));
                Some(Action::Close)
            }
            AfterClose::Stay(CloseReason::Replaced) => self.replaced(),
            AfterClose::Stay(CloseReason::NotAllowed) => self.refused(Refusal::NotAllowed, is_over),
            AfterClose::Stay(CloseReason::Removed) => self.refused(Refusal::Removed, false),
            AfterClose::Stay(_) => self.refused(Refusal::UnknownPin, is_over),
        }
    }

    /// The device woke up, or its network came back.
    pub(super) fn wake(&mut self, now: f64) -> Option<Action> {
        match &mut self.phase {
            Phase::Waiting { .. } => {
                self.backoff.reset();
                self.connect(now)
            }
            Phase::Open { until, .. } => {
                // The device may have slept for an hour: a dead socket still looks open.
                *until = until.min(now + WAKE_MS);
                self.backoff.reset();
                self.say_hello(now)
            }
            Phase::Opening { until } if *until - now < OPENING_MS - STUCK_OPENING_MS => {
                self.connect(now)
            }
            Phase::Opening { .. } | Phase::Resting => None,
        }
    }

    /// The network is gone, says the device. People are told at once; a server that is reached all the same, such as
    /// one of this machine, answers.
    pub(super) fn offline(&mut self, now: f64) -> Option<Action> {
        if self.is_resting() {
            return None;
        }
        if self.status == Status::Live {
            self.status = Status::Lost;
        }
        match self.phase {
            Phase::Open { .. } => self.wake(now),
            _ => None,
        }
    }

    /// Another page of this browser has the place.
    pub(super) fn replaced(&mut self) -> Option<Action> {
        self.rest(Status::Replaced)
    }

    /// Connects anew, whatever there was before.
    pub(super) fn restart(&mut self, now: f64) -> Option<Action> {
        self.backoff.reset();
        self.status = Status::Connecting;
        self.connect(now)
    }

    /// When the next hello is due on an open socket.
    fn hello_due_at(&self, welcomed: bool) -> f64 {
        match (welcomed, self.snapshot_wanted) {
            (_, true) => {
                self.hello_at + SNAPSHOT_EVERY_MS * f64::from(1 << self.stale_snapshots.min(4))
            }
            (false, false) => self.hello_at + WELCOME_MS,
            (true, false) => f64::INFINITY,
        }
    }

    /// When [`Self::tick`] has something to do.
    pub(super) fn due_at(&self) -> f64 {
        match self.phase {
            Phase::Waiting { until } | Phase::Opening { until } => until,
            Phase::Open { until, welcomed, .. } => {
                until.min(self.leave_at).min(self.hello_due_at(welcomed))
            }
            Phase::Resting => f64::INFINITY,
        }
    }

    /// Time passed.
    pub(super) fn tick(&mut self, now: f64, jitter: f64) -> Option<Action> {
        match self.phase {
            // People are told only if no other server answers.
            Phase::Open { .. } if self.leave_at <= now => self.connect(now),
            Phase::Waiting { until } if until <= now => self.connect(now),
            Phase::Opening { until } | Phase::Open { until, .. } if until <= now => {
                self.lose(now, jitter)
            }
            Phase::Open { welcomed, .. } if self.hello_due_at(welcomed) <= now => {
                self.say_hello(now)
            }
            _ => None,
        }
    }
}
