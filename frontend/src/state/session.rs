//! A page's live connection to its game: the shared client, driven by the browser.
//!
//! Pages make one, read what it knows and call its verbs. One task hears what happens, tells the
//! client and does what it says, so nothing here is touched by two hands.

use futures_channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use leptos::prelude::*;
use quizrain_shared::avatar::Avatar;
use quizrain_shared::client::timing::{CLICK_MS, GRACE_MS};
use quizrain_shared::client::{
    Action, Client, GameView, Pending, Receipts, Request, Seeker, Status,
};
use quizrain_shared::ids::{Contribution, GameId, Pin, RainId, Token};
use quizrain_shared::mode::Mode;
use quizrain_shared::phase::Move;
use quizrain_shared::question::{Answer, Mark};
use quizrain_shared::rain::RainPlan;
use quizrain_shared::settings::Settings;
use quizrain_shared::theme::Theme;
use quizrain_shared::wire::{
    Encoding, GameInfo, HostFrame, PlayerFrame, Reaction, ScreenFrame, ServerFrame, StageAt,
};
use wasm_bindgen_futures::spawn_local;

use crate::live::{Memo, memo};
use crate::net::device;
use crate::net::socket::{Event, Line, SocketEvent};
use crate::net::storage;
use crate::net::window::Listener;
use crate::net::window::on_window;

use super::shown::Shown;
use super::{draws, receipts, seals};

/// How often the client is told the time.
const TICK: std::time::Duration = std::time::Duration::from_millis(200);

/// What a client is told, at a moment and with a jitter. Boxed, because each closure would be compiled
/// with all of the signal's machinery.
type Input = Box<dyn FnOnce(&mut Client, f64, f64) -> Vec<Action>>;

/// A live connection. Copies are the same connection.
#[derive(Clone, Copy)]
pub(crate) struct Session {
    client: RwSignal<Client>,
    line: StoredValue<Line>,
    /// The game of a player's connection: receipts of its packets are stored.
    pin: Option<Pin>,
}

impl Session {
    /// A player's connection.
    pub(crate) fn player(pin: Pin, token: Token) -> Self {
        let receipts = receipts::read(storage::receipts().as_deref(), pin);
        storage::take_seat(pin);
        Self::open("/ws/player", &PlayerFrame::Hello { pin, token }, receipts, Some(pin))
    }

    /// A host's connection.
    pub(crate) fn host(game: GameId, token: Token) -> Self {
        Self::open("/ws/host", &HostFrame::Hello { game, token }, Receipts::default(), None)
    }

    /// A projector's connection.
    pub(crate) fn screen(pin: Pin) -> Self {
        Self::open("/ws/screen", &ScreenFrame::Hello { pin }, Receipts::default(), None)
    }

    /// Connects, for as long as the reactive owner of the caller lives.
    fn open(
        path: &str,
        hello: &impl serde::Serialize,
        receipts: Receipts,
        pin: Option<Pin>,
    ) -> Self {
        let (queue, events) = unbounded();
        let client = Client::new(Encoding::Postcard.encode(hello), receipts, device::local_ms());
        let session = Self {
            client: RwSignal::new(client),
            line: StoredValue::new(Line::new(path, queue.clone())),
            pin,
        };
        let stop = queue.clone();
        on_cleanup(move || {
            let _ = stop.unbounded_send(Event::Stop);
        });
        spawn_local(session.run(queue, events));
        session
    }

    async fn run(self, queue: UnboundedSender<Event>, mut events: UnboundedReceiver<Event>) {
        let wakers = listen_for_wake_ups(&queue);
        let ticking = move || {
            let _ = queue.unbounded_send(Event::Tick);
        };
        let interval = set_interval_with_handle(ticking, TICK);
        self.handle(Event::Tick);
        while let Ok(event) = events.recv().await {
            if matches!(event, Event::Stop) {
                break;
            }
            self.handle(event);
        }
        if let Ok(interval) = interval {
            interval.clear();
        }
        wakers.into_iter().for_each(Listener::remove);
    }

    /// Events may still arrive after the page is gone: everything here is `try_`.
    fn handle(self, event: Event) {
        match event {
            Event::Socket(generation, event) => {
                if self.line.try_with_value(|line| line.is_current(generation)) == Some(true) {
                    self.handle_socket(event);
                }
            }
            // What is said of a lost connection depends on the network.
            Event::Wake => self.drive(true, Box::new(|client, now, _| client.wake(now))),
            Event::Offline => self.drive(true, Box::new(|client, now, _| client.offline(now))),
            Event::Tick => self.drive(false, Box::new(Client::tick)),
            Event::Stop => {}
        }
    }

    fn handle_socket(self, event: SocketEvent) {
        match event {
            SocketEvent::Opened => self.drive(false, Box::new(|client, now, _| client.opened(now))),
            SocketEvent::Closed(code) => {
                self.line.try_update_value(Line::close);
                self.drive(
                    false,
                    Box::new(move |client, now, jitter| client.closed(code, now, jitter)),
                );
            }
            SocketEvent::Bytes(bytes) => match Encoding::Postcard.decode(&bytes) {
                Ok(frame) => {
                    self.note_promises(&frame);
                    // A heartbeat changes nothing: do not wake up every memo for it.
                    let changes = !matches!(frame, ServerFrame::Heartbeat { .. });
                    self.drive(
                        changes,
                        Box::new(move |client, now, jitter| client.receive(frame, now, jitter)),
                    );
                }
                // A frame of a newer server that this page cannot read is not worth a crash.
                Err(_) => self.drive(
                    false,
                    Box::new(|client, now, _| {
                        client.alive(now);
                        Vec::new()
                    }),
                ),
            },
        }
    }

    /// Tells the client what happened and does what it says. Readers are woken where it `changes`
    /// what is known, and where the connection or what is waited for is another one.
    fn drive(self, changes: bool, input: Input) {
        let (now, jitter) = (device::local_ms(), device::jitter());
        let actions = self.client.try_maybe_update(|client| {
            let before = (client.status().clone(), client.pending.waiting().is_some());
            let actions = input(client, now, jitter);
            let same =
                before.0 == *client.status() && before.1 == client.pending.waiting().is_some();
            (changes || !same, actions)
        });
        actions.into_iter().flatten().for_each(|action| self.act(&action));
    }

    fn act(self, action: &Action) {
        match action {
            // The server would give the seat to whoever comes last, and somebody plays over there.
            Action::Connect if self.pin.is_some_and(storage::seat_is_elsewhere) => {
                self.drive(false, Box::new(|client, _, _| client.replaced()));
                None
            }
            Action::Connect => self.line.try_update_value(Line::connect),
            Action::Close => self.line.try_update_value(Line::close),
            Action::Send(bytes) => self.line.try_with_value(|line| line.send(bytes)),
            Action::StoreReceipts => self.client.try_with_untracked(|client| {
                if let Some(pin) = self.pin {
                    let stored = storage::receipts();
                    let text = receipts::write(stored.as_deref(), pin, &client.receipts);
                    storage::set_receipts(&text);
                }
            }),
        };
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
                let known = self.client.try_with_untracked(|Client { view, .. }| {
                    (view.game.clone(), view.you.as_ref().map(|you| you.seat.number))
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

    fn submit(self, request: Request, until: f64) {
        self.drive(true, Box::new(move |client, now, _| client.submit(request, now, until)));
    }

    /// A click is repeated for a while, and then forgotten: later it might surprise.
    fn click(self, request: Request) {
        self.submit(request, device::local_ms() + CLICK_MS);
    }

    /// Server time in milliseconds.
    pub(crate) fn server_ms(self) -> f64 {
        let local = device::local_ms();
        self.client.try_with_untracked(|client| client.clock.server_ms(local)).unwrap_or(local)
    }

    /// The local time at which the present stage's window is well over.
    fn well_after(self) -> f64 {
        let closes = self.client.with_untracked(|client| {
            client.view.stage.as_ref().map(|stage| stage.closes_ms).filter(|closes| *closes > 0)
        });
        closes.map_or(f64::INFINITY, |closes| {
            device::local_ms() + (closes as f64 - self.server_ms()) + GRACE_MS
        })
    }

    /// Something of the game that never changes; `None`: the game is not known yet.
    pub(crate) fn of_game<T>(self, read: impl FnOnce(&GameInfo) -> T) -> Option<T> {
        let read = |client: &Client| client.view.game.as_ref().map(read);
        self.client.try_with_untracked(read).flatten()
    }

    /// Asks for a seat, in a team where players choose one, with what the game asks for.
    pub(crate) fn join(self, nickname: String, team: Option<u8>, field: Option<String>) {
        let fresh = Contribution(device::random_bytes());
        let known = storage::draws();
        let drawn = self.of_game(|game| draws::contribute(known.as_deref(), game, fresh));
        let (entropy, text) = drawn.unwrap_or((fresh, None));
        if let Some(text) = text {
            storage::set_draws(&text);
        }
        let avatar = Some(storage::avatar());
        let seeker = Seeker { nickname, entropy, team, field, avatar };
        self.submit(Request::Join(seeker), f64::INFINITY);
    }

    /// Asks for another face.
    pub(crate) fn renew_avatar(self) {
        self.click(Request::Avatar(storage::renew_avatar()));
    }

    /// Answers the open question.
    pub(crate) fn answer(self, round: u16, answer: Answer) {
        self.submit(Request::Answer(round, answer), self.well_after());
    }

    /// On to a question, for whoever plays at their own pace.
    pub(crate) fn pace(self, question: u16) {
        self.submit(Request::Pace(question), f64::INFINITY);
    }

    /// Grabs.
    pub(crate) fn tap(self, rain: RainId, drop: u32) {
        self.submit(Request::Tap(rain, drop), self.well_after());
    }

    /// Shows how this player feels.
    pub(crate) fn react(self, reaction: Reaction) {
        self.drive(false, Box::new(move |client, _, _| client.react(reaction)));
    }

    /// Moves the game on from the stage that the host sees.
    pub(crate) fn advance(self, mv: Move) {
        self.wish(|seen| HostFrame::Move { mv, seen });
    }

    /// Lets packets fall.
    pub(crate) fn open_rain(self, plan: RainPlan) {
        self.wish(|seen| HostFrame::OpenRain { plan, seen });
    }

    /// Hides or picks one of the texts that players typed, or neither.
    pub(crate) fn mark_text(self, text: String, mark: Mark) {
        self.wish(|seen| HostFrame::MarkText { text, mark, seen });
    }

    /// Runs the game with other settings; those that were asked for a moment ago are kept.
    pub(crate) fn configure(self, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.client.with_untracked(|client| match client.pending.waiting() {
            Some(Request::Host(HostFrame::Configure { settings })) => *settings,
            _ => client.view.settings(),
        });
        change(&mut settings);
        self.wish(|_| HostFrame::Configure { settings });
    }

    /// What else a host wishes, of the stage with this sequence number.
    pub(crate) fn wish(self, wish: impl FnOnce(u64) -> HostFrame) {
        self.click(Request::Host(wish(self.seen())));
    }

    /// Takes the seat back from another tab, or tries a refused game again.
    pub(crate) fn restart(self) {
        if let Some(pin) = self.pin {
            storage::take_seat(pin);
        }
        self.drive(false, Box::new(|client, now, _| client.restart(now)));
    }

    fn seen(self) -> u64 {
        self.client
            .with_untracked(|Client { view, .. }| view.stage.as_ref().map_or(0, |it| it.at.seq))
    }

    /// How the connection is.
    pub(crate) fn status(self) -> Memo<Status> {
        memo(move || self.client.with(|client| client.status().clone()))
    }

    /// The stage, which changes only when the server says so.
    pub(crate) fn stage(self) -> Memo<Option<std::sync::Arc<StageAt>>> {
        self.part(|known| known.stage.clone())
    }

    /// The same, which changes only where something else is shown.
    pub(crate) fn shown(self) -> Memo<Option<Shown>> {
        self.part(|known| known.stage.clone().map(Shown))
    }

    /// When the stage opens and closes now, in milliseconds of server time.
    pub(crate) fn window(self) -> (u64, u64) {
        let window = |client: &Client| {
            client.view.stage.as_ref().map(|stage| (stage.opens_ms, stage.closes_ms))
        };
        self.client.try_with_untracked(window).flatten().unwrap_or_default()
    }

    /// What the game is played for, which does not change once it is known.
    pub(crate) fn mode(self) -> Mode {
        self.of_game(|game| game.mode.clone()).unwrap_or_default()
    }

    /// How the game looks now.
    pub(crate) fn theme(self) -> Theme {
        let theme = |client: &Client| client.view.settings().theme;
        self.client.try_with_untracked(theme).unwrap_or_default()
    }

    /// This player's team, which does not change either.
    pub(crate) fn team(self) -> Option<u8> {
        self.client.try_with_untracked(|client| client.view.you.as_ref()?.seat.team).flatten()
    }

    /// This player's face.
    pub(crate) fn face(self) -> Memo<Option<Avatar>> {
        self.part(|known| known.you.as_ref().map(|you| you.seat.avatar))
    }

    /// A part of what is known, which wakes its readers only when it changes.
    pub(crate) fn part<T: PartialEq + Send + Sync + 'static>(
        self,
        read: impl Fn(&GameView) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        memo(move || self.client.with(|client| read(&client.view)))
    }

    /// This player's answer to the question shown.
    pub(crate) fn own_answer(self) -> Memo<Option<Answer>> {
        self.part(|known| known.answer().cloned())
    }

    /// A part of what is waited for, likewise.
    pub(crate) fn waiting<T: PartialEq + Send + Sync + 'static>(
        self,
        read: impl Fn(&Pending) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        memo(move || self.client.with(|client| read(&client.pending)))
    }
}

fn listen_for_wake_ups(queue: &UnboundedSender<Event>) -> [Listener; 4] {
    // `visibilitychange` bubbles from the document to the window.
    ["visibilitychange", "online", "offline", "pageshow"].map(|event| {
        let to = queue.clone();
        on_window(event, move |_| {
            let said = if event == "offline" { Event::Offline } else { Event::Wake };
            if device::visible() || event == "offline" {
                let _ = to.unbounded_send(said);
            }
        })
    })
}
