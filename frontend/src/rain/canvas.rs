//! The canvas on a page: runs the engine once a frame and turns fingers and keys into taps.
//!
//! The loop lives outside of reactivity. It ends with the page; a hidden page gets no frames.

use std::sync::Arc;

use leptos::prelude::*;
use quizrain_shared::rain::Motion;
use quizrain_shared::wire::{Stage, StageAt};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

use super::draw::Brush;
use super::engine::Engine;
use super::left::few_left;
use crate::dom::view;
use crate::live::{ElementRef, Memo, effect};
use crate::net::device;
use crate::state::session::Session;
use crate::text;
use web_sys::{HtmlCanvasElement, HtmlElement};

/// How often it is looked at what seldom changes, in milliseconds: the canvas's box, what is left, hooks for tests.
const LOOK_EVERY_MS: f64 = 150.0;

fn whole(pixels: f64) -> String {
    (pixels.round() as i32).to_string()
}

/// Everything that one canvas needs to live.
struct Show {
    engine: Engine,
    brush: Brush,
    session: Session,
    opens_ms: f64,
    canvas: HtmlCanvasElement,
    /// Few packets are left.
    few: Memo<bool>,
    looked_at: f64,
    /// Paints the next frame; the browser's own.
    frame: JsValue,
    handle: i32,
}

impl Show {
    /// Begins to paint a shower that opens and lasts so many milliseconds; `None` where a canvas
    /// cannot be painted.
    fn begin(
        own: StoredValue<Option<Self>>,
        canvas: HtmlCanvasElement,
        session: Session,
        (opens_ms, window_ms): (f64, u64),
        seed: u64,
        few: Memo<bool>,
    ) -> Option<Self> {
        let brush = Brush::new(canvas.clone(), session.theme())?;
        let reduced = device::prefers_reduced_motion();
        let motion = if reduced { Motion::Reduced } else { Motion::Full };
        let engine = Engine::new(seed, window_ms, motion);
        let frame = Closure::<dyn FnMut()>::new(move || {
            let _ = own.try_update_value(|show| show.as_mut().map(Self::paint));
        });
        let frame = frame.into_js_value();
        let looked_at = f64::NEG_INFINITY;
        let mut new =
            Self { engine, brush, session, opens_ms, canvas, few, looked_at, frame, handle: 0 };
        new.schedule();
        Some(new)
    }

    fn at_ms(&self) -> f64 {
        self.session.server_ms() - self.opens_ms
    }

    /// The drop under a finger.
    fn tap(&mut self, x: f64, y: f64) -> Option<u32> {
        let at_ms = self.at_ms();
        self.engine.tap(x, y, at_ms)
    }

    /// The drop that keys take.
    fn tap_lowest(&mut self) -> Option<u32> {
        let at_ms = self.at_ms();
        self.engine.tap_lowest(at_ms)
    }

    fn paint(&mut self) {
        let at_ms = self.at_ms();
        if (at_ms - self.looked_at).abs() >= LOOK_EVERY_MS {
            self.looked_at = at_ms;
            self.look(at_ms);
        }
        self.brush.paint(&self.engine, at_ms);
        self.schedule();
    }

    fn look(&mut self, at_ms: f64) {
        let golden = self.few.try_get_untracked().unwrap_or_default();
        if let Some((width, height)) = self.brush.fit(golden) {
            self.engine.resize(width, height);
            self.brush.prepare(self.engine.widest());
        }
        self.hang_hooks(at_ms);
    }

    /// Tells browser tests where they could tap, in CSS pixels of the page.
    fn hang_hooks(&self, at_ms: f64) {
        let canvas = &self.canvas;
        if let Some(drop) = self.engine.lasting(at_ms) {
            let bounds = canvas.get_bounding_client_rect();
            let _ = canvas.set_attribute("data-drop-x", &whole(bounds.x() + drop.x));
            let _ = canvas.set_attribute("data-drop-y", &whole(bounds.y() + drop.y));
        } else {
            let _ = canvas.remove_attribute("data-drop-x");
            let _ = canvas.remove_attribute("data-drop-y");
        }
    }

    fn schedule(&mut self) {
        let frame = self.frame.unchecked_ref();
        self.handle = device::window().request_animation_frame(frame).unwrap_or(0);
    }
}

impl Drop for Show {
    fn drop(&mut self) {
        let _ = device::window().cancel_animation_frame(self.handle);
    }
}

/// The shower of the present stage. With `tap`, drops can be caught.
#[component]
pub(crate) fn RainCanvas(
    /// Whose clock.
    session: Session,
    /// The stage with the rain.
    stage: Arc<StageAt>,
    /// Who wants to know which drop was tapped.
    #[prop(optional, into)]
    tap: Option<Callback<u32>>,
) -> impl IntoView {
    let t = text::words();
    let Stage::Rain(view) = &stage.stage else {
        return ().into_any();
    };
    let (seed, opens_ms, rain) = (view.picture_seed, stage.opens_ms as f64, view.rain);
    let window_ms = stage.closes_ms.saturating_sub(stage.opens_ms);
    let few = session.part(move |known| few_left(known, rain).is_some());
    let show = StoredValue::new(None::<Show>);
    let canvas = ElementRef::<HtmlCanvasElement>::new();
    let key = ElementRef::<HtmlElement>::new();
    effect(move || {
        let Some(canvas) = canvas.get() else { return };
        if let Some(key) = key.get_untracked() {
            let _ = key.focus();
        }
        show.set_value(Show::begin(show, canvas, session, (opens_ms, window_ms), seed, few));
    });
    on_cleanup(move || {
        let _ = show.try_set_value(None);
    });
    let Some(tap) = tap else {
        return view! {
            <canvas class="rain" data-testid="rain-canvas" node_ref=canvas role="img"
                aria-label=t.say(|w| w.rain_label_watch)></canvas>
        }
        .into_any();
    };
    let caught = move |hit: Option<Option<u32>>| {
        if let Some(Some(drop)) = hit {
            tap.run(drop);
        }
    };
    let point = move |event: leptos::ev::PointerEvent| {
        event.prevent_default();
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        caught(show.try_update_value(|show| show.as_mut()?.tap(x, y)));
    };
    let press = move |_: leptos::ev::MouseEvent| {
        caught(show.try_update_value(|show| show.as_mut()?.tap_lowest()));
    };
    // What reads the screen presses buttons in their middle, where no drop need be: keys have their own.
    view! {
        <button type="button" class="rain-key visually-hidden" data-testid="rain-key" node_ref=key
            aria-label=t.say(|w| w.rain_label) on:click=press></button>
        <canvas class="rain" data-testid="rain-canvas" node_ref=canvas aria-hidden="true"
            on:pointerdown=point></canvas>
    }
    .into_any()
}
