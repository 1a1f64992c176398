//! A page's live connection to its game: socket, server time, what is known, what is waited for.
//!
//! Pages make one, read its signals and call its verbs. Frames reach `GameView` here and nowhere
//! else.

use leptos::prelude::*;
use quizrain_shared::client::{
    Due, Effect as FrameEffect, GameView, Pending, Receipts, Request, ServerClock,
};
use quizrain_shared::ids::{Contribution, GameId, Pin, RainId, Token};
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::quiz::ChoiceSet;
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::{
    Encoding, HostFrame, PlayerFrame, Refusal, ScreenFrame, ServerFrame, StageAt,
};

use crate::live::memo;
use crate::net::device;
use crate::net::socket::{Event, Link};
use crate::net::storage;

use super::{draws, receipts, seals};

/// A snapshot is asked for at most this often, in milliseconds.
const HELLO_EVERY_MS: f64 = 1000.0;
/// A hello that brought no welcome is repeated after this time, in milliseconds.
const WELCOME_MS: f64 = 5000.0;
/// How long after a window's end an unanswered wish is still repeated, in milliseconds.
const GRACE_MS: f64 = 3000.0;
/// How long a host's click is repeated, in milliseconds.
const CLICK_MS: f64 = 15_000.0;

/// How the connection is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Connection {
    /// No snapshot yet.
    #[default]
    Connecting,
    /// Frames flow.
    Live,
    /// Lost; reconnecting by itself.
    Lost,
    /// Not let in for now; asking again by itself.
    Held,
    /// Another tab or device of the same player took over.
    Replaced,
    /// The server will not have us, and why.
    Refused(Refusal),
}

/// What a connection becomes when the server lets nobody in from here. Also a live one: a server that
/// stops sends its pages to another one.
fn when_held(now: &Connection) -> Option<Connection> {
    match now {
        Connection::Connecting => Some(Connection::Held),
        Connection::Live => Some(Connection::Lost),
        Connection::Lost | Connection::Held | Connection::Replaced | Connection::Refused(_) => None,
    }
}

/// A live connection. Copies are the same connection.
#[derive(Clone, Copy)]
pub(crate) struct Session {
    /// What is known.
    pub(crate) known: RwSignal<GameView>,
    /// How the connection is.
    pub(crate) connection: RwSignal<Connection>,
    /// What is waited for.
    pub(crate) pending: RwSignal<Pending>,
    clock: StoredValue<ServerClock>,
    link: StoredValue<Option<Link>>,
    /// The game of a player's connection, and the receipts of its packets.
    receipts: StoredValue<Option<(Pin, Receipts)>>,
    hello_at: StoredValue<f64>,
}

impl Session {
    /// A player's connection.
    pub(crate) fn player(pin: Pin, token: Token) -> Self {
        let session = Self::open("/ws/player", &PlayerFrame::Hello { pin, token });
        let receipts = receipts::read(storage::receipts().as_deref(), pin);
        session.receipts.set_value(Some((pin, receipts)));
        session
    }

    /// A host's connection.
    pub(crate) fn host(game: GameId, token: Token) -> Self {
        Self::open("/ws/host", &HostFrame::Hello { game, token })
    }

    /// A projector's connection.
    pub(crate) fn screen(pin: Pin) -> Self {
        Self::open("/ws/screen", &ScreenFrame::Hello { pin })
    }

    /// Connects, for as long as the reactive owner of the caller lives.
    fn open(path: &str, hello: &impl serde::Serialize) -> Self {
        let session = Self {
            known: RwSignal::default(),
            connection: RwSignal::default(),
            pending: RwSignal::default(),
            clock: StoredValue::default(),
            link: StoredValue::default(),
            receipts: StoredValue::new(None),
            hello_at: StoredValue::new(device::local_ms()),
        };
        let hello = Encoding::Postcard.encode(hello);
        let link = Link::open(path, hello, move |event| session.heed(event));
        let stop = link.clone();
        on_cleanup(move || stop.stop());
        session.link.set_value(Some(link));
        session
    }

    /// Events may still arrive after the page is gone: everything here is `try_`.
    fn heed(self, event: Event) {
        match event {
            Event::Frame(frame) => self.take(frame),
            Event::Lost => {
                let _ = self.hello_at.try_set_value(device::local_ms());
                self.turn(|now| match now {
                    Connection::Live => Some(Connection::Lost),
                    _ => None,
                });
            }
            Event::Replaced => self.turn(|_| Some(Connection::Replaced)),
            Event::UnknownGame => {
                self.turn(|now| match now {
                    // The refusal that came before says more.
                    Connection::Refused(_) => None,
                    _ if self.is_over() => Some(Connection::Live),
                    _ => Some(Connection::Refused(Refusal::UnknownPin)),
                });
            }
            Event::Held => self.turn(when_held),
            Event::Tick(now) => self.tick(now),
        }
    }

    fn tick(self, now: f64) {
        let Some(connection) = self.connection.try_get_untracked() else { return };
        match connection {
            Connection::Live => {
                self.show_receipt(now);
                let waits = self.pending.try_with_untracked(|pending| pending.waiting().is_some());
                if waits != Some(true) {
                    return;
                }
                match self.pending.try_update(|pending| pending.due(now)).flatten() {
                    Some(Due::Send(ask)) => self.send(&ask),
                    Some(Due::ConnectionSuspect) => self.with_link(Link::doubt),
                    None => {}
                }
            }
            Connection::Connecting | Connection::Lost => {
                let said = self.hello_at.try_get_value();
                if said.is_some_and(|said| now - said >= WELCOME_MS) {
                    self.ask_snapshot(now);
                }
            }
            Connection::Held | Connection::Replaced | Connection::Refused(_) => {}
        }
    }

    fn turn(self, to: impl FnOnce(&Connection) -> Option<Connection>) {
        if let Some(Some(next)) = self.connection.try_with_untracked(|now| to(now)) {
            let _ = self.connection.try_set(next);
        }
    }

    /// Whether the page shows how the game ended, and keeps showing it: nothing more comes.
    fn is_over(self) -> bool {
        self.known.try_with_untracked(|known| known.kind() == Some(Kind::Ended)) == Some(true)
    }

    fn take(self, frame: ServerFrame) {
        let now = device::local_ms();
        let server_ms = match &frame {
            ServerFrame::Welcome(welcome) => Some(welcome.now_ms),
            ServerFrame::Heartbeat { now_ms, .. } => Some(*now_ms),
            _ => None,
        };
        if let Some(server_ms) = server_ms {
            let _ = self.clock.try_update_value(|clock| clock.observe(server_ms, now));
        }
        let live = self.connection.try_with_untracked(|it| *it == Connection::Live);
        if let ServerFrame::Refused(why) = &frame
            && (live == Some(false) || *why == Refusal::NotAllowed)
        {
            // Instead of a welcome, or because another host took over. What passes is asked again.
            if !why.is_transient() {
                self.with_link(Link::rest);
                let ended = *why == Refusal::GameEnded || *why == Refusal::UnknownPin;
                let over = ended && self.is_over();
                let why = why.clone();
                self.turn(|_| Some(if over { Connection::Live } else { Connection::Refused(why) }));
            }
            return;
        }
        if self.pending.try_with_untracked(|pending| pending.waiting().is_some()) == Some(true) {
            let _ =
                self.pending.try_update(|pending| pending.receive(&frame, now, device::jitter()));
        }
        self.note_receipts(&frame, now);
        self.note_promises(&frame);
        let welcome = matches!(frame, ServerFrame::Welcome(_));
        // A heartbeat changes nothing: do not wake up every memo for it.
        let heed = if matches!(frame, ServerFrame::Heartbeat { .. }) {
            self.known.try_update_untracked(|known| known.apply(frame))
        } else {
            self.known.try_update(|known| known.apply(frame))
        };
        if welcome {
            self.turn(|_| Some(Connection::Live));
            self.show_receipt(now);
        }
        if heed == Some(FrameEffect::RequestSnapshot) {
            self.ask_snapshot(now);
        }
    }

    /// Keeps what a game promises before anybody can know what is in its rains, and what a rain
    /// promises before anybody can know what is in it.
    fn note_promises(self, frame: &ServerFrame) {
        let (game, you) = match frame {
            ServerFrame::Welcome(welcome) => {
                if let Some(text) = draws::note(storage::draws().as_deref(), &welcome.game) {
                    storage::set_draws(&text);
                }
                (Some(welcome.game.clone()), welcome.you.as_ref().map(|you| you.seat.number))
            }
            ServerFrame::Stage(_) => {
                let known = self.known.try_with_untracked(|known| {
                    (known.game.clone(), known.you.as_ref().map(|you| you.seat.number))
                });
                known.unwrap_or_default()
            }
            _ => return,
        };
        let Some((view, game)) = seals::shown(frame).zip(game) else { return };
        let entry = draws::of(storage::draws().as_deref(), game.game);
        let seals = storage::seals();
        if let Some(text) = seals::note(seals.as_deref(), view, &game, you, entry.as_ref()) {
            storage::set_seals(&text);
        }
    }

    /// Keeps receipts, and drops those that are answered.
    fn note_receipts(self, frame: &ServerFrame, now: f64) {
        let _ = self.receipts.try_update_value(|receipts| {
            if let Some((pin, receipts)) = receipts
                && receipts.receive(frame, now)
            {
                let stored = storage::receipts();
                storage::set_receipts(&receipts::write(stored.as_deref(), *pin, receipts));
            }
        });
    }

    /// Shows a receipt of a packet that the server does not know, once it is time to.
    fn show_receipt(self, now: f64) {
        let due = self
            .receipts
            .try_update_value(|receipts| receipts.as_mut()?.1.due(now, device::jitter()));
        if let Some(receipt) = due.flatten() {
            let shown = Encoding::Postcard.encode(&PlayerFrame::ShowReceipt { receipt });
            self.with_link(|link| link.send(shown));
        }
    }

    fn ask_snapshot(self, now: f64) {
        if self.hello_at.try_get_value().is_some_and(|last| now - last >= HELLO_EVERY_MS) {
            let _ = self.hello_at.try_set_value(now);
            self.with_link(Link::hello);
        }
    }

    fn with_link(self, act: impl FnOnce(&Link)) {
        let _ = self.link.try_with_value(|link| link.as_ref().map(act));
    }

    fn send(self, ask: &Request) {
        self.with_link(|link| link.send(ask.encode()));
    }

    fn ask(self, ask: Request, until: f64) {
        self.send(&ask);
        self.pending.update(|pending| pending.submit(ask, device::local_ms(), until));
    }

    /// A host's click is repeated for a while, and then forgotten: later it might surprise.
    fn click(self, ask: Request) {
        self.ask(ask, device::local_ms() + CLICK_MS);
    }

    /// Server time in milliseconds.
    pub(crate) fn server_ms(self) -> f64 {
        let local = device::local_ms();
        self.clock.try_with_value(|clock| clock.server_ms(local)).unwrap_or(local)
    }

    /// The local time at which the present stage's window is well over.
    fn well_after(self) -> f64 {
        let closes = self.known.with_untracked(|known| {
            known.stage.as_ref().map(|stage| stage.closes_ms).filter(|closes| *closes > 0)
        });
        closes.map_or(f64::INFINITY, |closes| {
            device::local_ms() + (closes as f64 - self.server_ms()) + GRACE_MS
        })
    }

    /// Asks for a seat.
    pub(crate) fn join(self, nickname: String) {
        let fresh = Contribution(device::random_bytes());
        let game = self.known.with_untracked(|known| known.game.clone());
        let (entropy, text) = game.map_or((fresh, None), |game| {
            draws::contribute(storage::draws().as_deref(), &game, fresh)
        });
        if let Some(text) = text {
            storage::set_draws(&text);
        }
        self.ask(Request::Join(nickname, entropy), f64::INFINITY);
    }

    /// Answers the open question.
    pub(crate) fn answer(self, round: u16, choices: ChoiceSet) {
        self.ask(Request::Answer(round, choices), self.well_after());
    }

    /// Grabs.
    pub(crate) fn tap(self, rain: RainId, drop: u32) {
        self.ask(Request::Tap(rain, drop), self.well_after());
    }

    /// Moves the game on from the stage that the host sees.
    pub(crate) fn reconnect(self, mv: Move) {
        self.click(Request::Move(mv, self.seen()));
    }

    /// Lets packets fall.
    pub(crate) fn open_rain(self, plan: RainPlan) {
        self.click(Request::OpenRain(plan, self.seen()));
    }

    /// Closes or opens the door.
    pub(crate) fn lock(self, locked: bool) {
        self.click(Request::Lock(locked));
    }

    /// Takes the seat back from another tab, or tries a refused game again.
    pub(crate) fn restart(self) {
        self.connection.set(Connection::Connecting);
        self.with_link(Link::restart);
    }

    fn seen(self) -> u64 {
        self.known.with_untracked(|known| known.stage.as_ref().map_or(0, |stage| stage.at.seq))
    }

    /// The stage, which changes only when the server says so.
    pub(crate) fn stage(self) -> Memo<Option<std::sync::Arc<StageAt>>> {
        memo(move || self.known.with(|known| known.stage.clone()))
    }

    /// A part of what is known, which wakes its readers only when it changes.
    pub(crate) fn part<T: PartialEq + Send + Sync + 'static>(
        self,
        read: impl Fn(&GameView) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        memo(move || self.known.with(&read))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_not_let_in_any_more_is_not_live() {
        assert_eq!(when_held(&Connection::Live), Some(Connection::Lost));
        assert_eq!(when_held(&Connection::Connecting), Some(Connection::Held));
        for now in [Connection::Lost, Connection::Held, Connection::Replaced] {
            assert_eq!(when_held(&now), None, "{now:?}");
        }
    }
}
