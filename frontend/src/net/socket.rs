//! The WebSocket: connects, listens for silence, reconnects for ever.
//!
//! `state::session` opens one for each game page. One task owns the browser's socket, its
//! closures and all timing; everybody else talks to it through a queue, so nothing here is
//! touched by two hands.

use futures_channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use leptos::leptos_dom::helpers::WindowListenerHandle;
use leptos::prelude::{set_interval_with_handle, window_event_listener_untyped};
use quizrain_shared::client::timing::{OPENING_MS, SILENCE_MS, STABLE_MS};
use quizrain_shared::client::{AfterClose, Backoff};
use quizrain_shared::wire::{CloseReason, Encoding, ServerFrame};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{BinaryType, CloseEvent, MessageEvent, WebSocket};

use super::device;

/// After the page wakes up, an answer to hello must come this fast.
const WAKE_MS: f64 = 4000.0;
/// After something went unanswered, the next frame must come this fast.
const DOUBT_MS: f64 = 7000.0;
/// A handshake older than this is given up when the network comes back.
const STUCK_MS: f64 = 1000.0;
/// How often the task looks at its clock.
const TICK: std::time::Duration = std::time::Duration::from_millis(200);

/// What the socket tells its owner.
pub(crate) enum Event {
    /// A frame came.
    Frame(ServerFrame),
    /// The connection is gone; a new attempt follows by itself.
    Lost,
    /// A newer socket of this player took over; nothing follows by itself.
    Replaced,
    /// The game does not exist; nothing follows by itself.
    UnknownGame,
    /// Too many pins were tried in vain from this network; a new attempt follows by itself.
    Held,
    /// Time passed, in milliseconds of the monotonic clock.
    Tick(f64),
}

enum Input {
    Opened(u32),
    Bytes(u32, Vec<u8>),
    Closed(u32, u16),
    Wake,
    Doubt,
    Tick,
    Send(Vec<u8>),
    Hello,
    Rest,
    Restart,
    Stop,
}

/// A handle to the socket's task.
#[derive(Clone)]
pub(crate) struct Link {
    queue: UnboundedSender<Input>,
}

impl Link {
    /// Connects to a path of this server and says hello whenever the connection opens.
    pub(crate) fn open(path: &str, hello: Vec<u8>, tell: impl Fn(Event) + 'static) -> Self {
        let (queue, inputs) = unbounded();
        let location = device::window().location();
        let scheme = if location.protocol().is_ok_and(|it| it == "https:") { "wss" } else { "ws" };
        let url = format!("{scheme}://{}{path}", location.host().unwrap_or_default());
        let task = Task {
            url,
            hello,
            tell: Box::new(tell),
            queue: queue.clone(),
            stage: Stage::Waiting { until: 0.0 },
            generation: 0,
            backoff: Backoff::default(),
            leave_at: None,
        };
        spawn_local(task.run(inputs));
        Self { queue }
    }

    /// Sends a frame, if connected.
    pub(crate) fn send(&self, bytes: Vec<u8>) {
        let _ = self.queue.unbounded_send(Input::Send(bytes));
    }

    /// Says hello again: asks for a snapshot.
    pub(crate) fn hello(&self) {
        let _ = self.queue.unbounded_send(Input::Hello);
    }

    /// Something went unanswered: waits less long for a sign of life than usual.
    pub(crate) fn doubt(&self) {
        let _ = self.queue.unbounded_send(Input::Doubt);
    }

    /// Closes, and stays closed until [`Self::restart`].
    pub(crate) fn rest(&self) {
        let _ = self.queue.unbounded_send(Input::Rest);
    }

    /// Connects anew after [`Event::Replaced`] or [`Event::UnknownGame`], or after [`Self::rest`].
    pub(crate) fn restart(&self) {
        let _ = self.queue.unbounded_send(Input::Restart);
    }

    /// Closes for good.
    pub(crate) fn stop(&self) {
        let _ = self.queue.unbounded_send(Input::Stop);
    }
}

/// A browser socket with the closures that it calls; closed when dropped.
struct Wire {
    socket: WebSocket,
    _on_open: Closure<dyn FnMut()>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_close: Closure<dyn FnMut(CloseEvent)>,
}

impl Wire {
    fn open(url: &str, generation: u32, queue: &UnboundedSender<Input>) -> Option<Self> {
        let protocol = Encoding::Postcard.subprotocol();
        let socket = WebSocket::new_with_str(url, protocol).ok()?;
        socket.set_binary_type(BinaryType::Arraybuffer);
        let to = queue.clone();
        let on_open = Closure::<dyn FnMut()>::new(move || {
            let _ = to.unbounded_send(Input::Opened(generation));
        });
        let to = queue.clone();
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Ok(buffer) = event.data().dyn_into::<js_sys::ArrayBuffer>() {
                let bytes = js_sys::Uint8Array::new(&buffer).to_vec();
                let _ = to.unbounded_send(Input::Bytes(generation, bytes));
            }
        });
        let to = queue.clone();
        let on_close = Closure::<dyn FnMut(CloseEvent)>::new(move |event: CloseEvent| {
            let _ = to.unbounded_send(Input::Closed(generation, event.code()));
        });
        socket.set_onopen(Some(on_open.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        socket.set_onclose(Some(on_close.as_ref().unchecked_ref()));
        Some(Self { socket, _on_open: on_open, _on_message: on_message, _on_close: on_close })
    }

    fn send(&self, bytes: &[u8]) -> Result<(), JsValue> {
        self.socket.send_with_u8_array(bytes)
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        let _ = self.socket.close();
    }
}

enum Stage {
    /// No socket; the next attempt is due at a time.
    Waiting { until: f64 },
    /// A handshake is under way.
    Opening { wire: Wire, until: f64 },
    /// Frames flow; without one until then, the socket is dead.
    Open { wire: Wire, since: f64, until: f64 },
    /// No socket, and none wanted until somebody says so.
    Resting,
}

struct Task {
    url: String,
    hello: Vec<u8>,
    tell: Box<dyn Fn(Event)>,
    queue: UnboundedSender<Input>,
    stage: Stage,
    /// Which socket is the present one: late events of an older one are ignored.
    generation: u32,
    backoff: Backoff,
    /// When to leave a server that stops.
    leave_at: Option<f64>,
}

impl Task {
    async fn run(mut self, mut inputs: UnboundedReceiver<Input>) {
        let to = self.queue.clone();
        let ticking = move || {
            let _ = to.unbounded_send(Input::Tick);
        };
        let interval = set_interval_with_handle(ticking, TICK);
        let wakers = self.listen_for_wake_ups();
        self.connect();
        while let Ok(input) = inputs.recv().await {
            if matches!(input, Input::Stop) {
                break;
            }
            self.handle(input);
        }
        if let Ok(interval) = interval {
            interval.clear();
        }
        wakers.into_iter().for_each(WindowListenerHandle::remove);
    }

    fn listen_for_wake_ups(&self) -> [WindowListenerHandle; 4] {
        // `visibilitychange` bubbles from the document to the window.
        ["visibilitychange", "online", "offline", "pageshow"].map(|event| {
            let to = self.queue.clone();
            window_event_listener_untyped(event, move |_| {
                if device::visible() {
                    let _ = to.unbounded_send(Input::Wake);
                }
            })
        })
    }

    fn connect(&mut self) {
        self.generation += 1;
        self.leave_at = None;
        let until = device::local_ms() + OPENING_MS;
        match Wire::open(&self.url, self.generation, &self.queue) {
            Some(wire) => self.stage = Stage::Opening { wire, until },
            None => self.retry(),
        }
    }

    fn retry(&mut self) {
        let until = device::local_ms() + self.backoff.next_ms(device::jitter());
        self.stage = Stage::Waiting { until };
        (self.tell)(Event::Lost);
    }

    fn say_hello(&self) {
        if let Stage::Open { wire, .. } = &self.stage {
            let _ = wire.send(&self.hello);
        }
    }

    fn handle(&mut self, input: Input) {
        let now = device::local_ms();
        match input {
            Input::Opened(generation) if generation == self.generation => {
                if let Stage::Opening { wire, .. } =
                    std::mem::replace(&mut self.stage, Stage::Resting)
                {
                    self.stage = Stage::Open { wire, since: now, until: now + SILENCE_MS };
                    self.say_hello();
                }
            }
            Input::Bytes(generation, bytes) if generation == self.generation => {
                if let Stage::Open { until, .. } = &mut self.stage {
                    *until = now + SILENCE_MS;
                }
                // A frame of a newer server that this page cannot read is not worth a crash.
                match Encoding::Postcard.decode(&bytes) {
                    // Each at a moment of its own, so that the other servers are not run over.
                    Ok(ServerFrame::Reconnect { within_ms }) => {
                        self.leave_at = Some(now + f64::from(within_ms) * device::jitter());
                    }
                    Ok(frame) => (self.tell)(Event::Frame(frame)),
                    Err(_) => {}
                }
            }
            Input::Closed(generation, code) if generation == self.generation => {
                match AfterClose::of(code) {
                    AfterClose::Stay(CloseReason::Replaced) => self.rest(Event::Replaced),
                    AfterClose::Stay(CloseReason::UnknownGame) => self.rest(Event::UnknownGame),
                    AfterClose::Hold => {
                        let until = now + AfterClose::held_ms(device::jitter());
                        self.stage = Stage::Waiting { until };
                        (self.tell)(Event::Held);
                    }
                    AfterClose::Reconnect | AfterClose::Stay(_) => self.retry(),
                }
            }
            Input::Opened(_) | Input::Bytes(..) | Input::Closed(..) | Input::Stop => {}
            Input::Wake => self.wake(now),
            Input::Doubt => {
                // A live server's next heartbeat comes in time; nothing is sent to a busy one.
                if let Stage::Open { until, .. } = &mut self.stage {
                    *until = until.min(now + DOUBT_MS);
                }
            }
            Input::Tick => self.tick(now),
            Input::Send(bytes) => {
                if let Stage::Open { wire, .. } = &self.stage {
                    let _ = wire.send(&bytes);
                }
            }
            Input::Hello => self.say_hello(),
            Input::Rest => self.stage = Stage::Resting,
            Input::Restart => {
                self.backoff.reset();
                self.connect();
            }
        }
    }

    fn rest(&mut self, why: Event) {
        self.stage = Stage::Resting;
        (self.tell)(why);
    }

    fn wake(&mut self, now: f64) {
        match &mut self.stage {
            Stage::Waiting { .. } => {
                self.backoff.reset();
                self.connect();
            }
            Stage::Open { until, .. } => {
                // The device may have slept for an hour: a dead socket still looks open.
                *until = until.min(now + WAKE_MS);
                self.say_hello();
            }
            Stage::Opening { until, .. } if *until - now < OPENING_MS - STUCK_MS => self.connect(),
            Stage::Opening { .. } | Stage::Resting => {}
        }
    }

    fn tick(&mut self, now: f64) {
        match &self.stage {
            // Without a word to the owner: it hears of it only if no other server answers.
            Stage::Open { .. } if self.leave_at.is_some_and(|at| at <= now) => self.connect(),
            Stage::Waiting { until } if *until <= now => self.connect(),
            Stage::Opening { until, .. } | Stage::Open { until, .. } if *until <= now => {
                self.retry();
            }
            Stage::Open { since, .. } if now - since > STABLE_MS => self.backoff.reset(),
            _ => {}
        }
        (self.tell)(Event::Tick(now));
    }
}
