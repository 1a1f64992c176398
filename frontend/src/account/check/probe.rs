//! Measures the line: the browser does what `state::check::measure` says, and the page shows what came of it.

use futures_channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::wire::{CheckAnswer, CheckFrame, Encoding};

use crate::net::check::{self, Answers};
use crate::net::device;
use crate::net::socket::{Event, Line, SocketEvent};
use crate::net::window::{Listener, on_window};
use crate::state::check::Reach;
use crate::state::check::measure::{Act, Measure, PING_EVERY_MS};
use crate::state::check::trips::Figures;

/// Round trips that are shown.
const SHOWN: usize = 60;

/// What is known of the line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shown {
    pub(super) reach: Reach,
    pub(super) figures: Figures,
    /// The last round trips, oldest first; `None` is a lost one.
    pub(super) last: Vec<Option<f64>>,
    /// Whether it is measured just now.
    pub(super) running: bool,
}

/// What measures. Copies are the same.
#[derive(Clone, Copy)]
pub(super) struct Probe {
    measure: StoredValue<Measure>,
    line: StoredValue<Line>,
    /// Whether it is being asked why there is no socket.
    asking: StoredValue<bool>,
    pub(super) shown: RwSignal<Shown>,
}

impl Probe {
    /// Measures at once, and again when asked to, for as long as the reactive owner of the caller lives.
    pub(super) fn start() -> Self {
        let (queue, events) = unbounded();
        let probe = Self {
            measure: StoredValue::new(Measure::new()),
            line: StoredValue::new(Line::new("/ws/check", queue.clone())),
            asking: StoredValue::new(false),
            shown: RwSignal::new(Shown {
                reach: Reach::Opening,
                figures: Figures::default(),
                last: Vec::new(),
                running: true,
            }),
        };
        let stop = queue.clone();
        on_cleanup(move || {
            let _ = stop.unbounded_send(Event::Stop);
        });
        spawn_local(probe.run(queue, events));
        probe
    }

    /// Measures anew, with so many pings.
    pub(super) fn again(self, pings: usize) {
        let _ = self.measure.try_update_value(|measure| measure.start(pings));
        self.show();
    }

    async fn run(self, queue: UnboundedSender<Event>, mut events: UnboundedReceiver<Event>) {
        let wakers = ["online", "offline"].map(|event| {
            let queue = queue.clone();
            on_window(event, move |_| {
                let _ = queue.unbounded_send(Event::Wake);
            })
        });
        let ticking = move || {
            let _ = queue.unbounded_send(Event::Tick);
        };
        let every = std::time::Duration::from_millis(PING_EVERY_MS.into());
        let interval = set_interval_with_handle(ticking, every);
        while let Ok(event) = events.recv().await {
            if matches!(event, Event::Stop) {
                break;
            }
            self.handle(event);
            self.show();
        }
        if let Ok(interval) = interval {
            interval.clear();
        }
        wakers.into_iter().for_each(Listener::remove);
    }

    /// Events may still arrive after the page is gone: everything here is `try_`.
    fn handle(self, event: Event) {
        let now = device::local_ms();
        match event {
            Event::Socket(generation, event) => {
                if self.line.try_with_value(|line| line.is_current(generation)) == Some(true) {
                    self.handle_socket(event, now);
                }
            }
            Event::Wake => {
                let _ = self.measure.try_update_value(|measure| measure.wake(now));
            }
            // In a tab that nobody sees it asks nobody anything.
            Event::Tick if !device::visible() => {}
            Event::Tick => {
                let acts = self.measure.try_update_value(|measure| measure.tick(now));
                self.act(acts.unwrap_or_default());
            }
            Event::Stop | Event::Offline => {}
        }
    }

    fn handle_socket(self, event: SocketEvent, now: f64) {
        match event {
            SocketEvent::Opened => {
                let _ = self.measure.try_update_value(|measure| measure.opened(now));
            }
            SocketEvent::Closed(code) => {
                let acts = self.measure.try_update_value(|measure| measure.closed(code, now));
                self.act(acts.unwrap_or_default());
            }
            SocketEvent::Bytes(bytes) => {
                let answer = Encoding::Postcard.decode::<CheckAnswer>(&bytes);
                if let Ok(CheckAnswer::Pong { number, now_ms }) = answer {
                    let clock_ms = check::clock_ms();
                    let _ = self.measure.try_update_value(|measure| {
                        measure.answered(number, now_ms as f64, now, clock_ms);
                    });
                }
            }
        }
    }

    fn act(self, acts: Vec<Act>) {
        for act in acts {
            match act {
                Act::Connect => {
                    let _ = self.line.try_update_value(Line::connect);
                }
                Act::Close => {
                    let _ = self.line.try_update_value(Line::close);
                }
                Act::Ping(number) => {
                    let bytes = Encoding::Postcard.encode(&CheckFrame::Ping { number });
                    let _ = self.line.try_with_value(|line| line.send(&bytes));
                }
                Act::AskWhy => self.ask_why(),
            }
        }
    }

    /// Finds out why there is no socket, once at a time.
    fn ask_why(self) {
        if self.asking.try_with_value(|asking| *asking) != Some(false) {
            return;
        }
        let _ = self.asking.try_update_value(|asking| *asking = true);
        spawn_local(async move {
            let why = match check::who_answers().await {
                Answers::Server => Reach::NoSocket,
                Answers::Another => Reach::Portal,
                Answers::Nobody => Reach::Offline,
            };
            let _ = self.asking.try_update_value(|asking| *asking = false);
            let _ = self.measure.try_update_value(|measure| measure.told_why(why));
            self.show();
        });
    }

    /// Shows what is known, where it is something new.
    fn show(self) {
        let now = device::local_ms();
        let shown = self.measure.try_with_value(|measure| Shown {
            reach: measure.reach(),
            figures: measure.trips().figures(now),
            last: measure.trips().last(SHOWN, now),
            running: !measure.is_done(now),
        });
        if let Some(shown) = shown
            && self.shown.try_with_untracked(|before| *before != shown) == Some(true)
        {
            let _ = self.shown.try_set(shown);
        }
    }
}
