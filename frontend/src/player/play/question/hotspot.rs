//! A pin on a picture, put there with a finger or with the arrow keys.

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;
use quizrain_shared::question::{Answer, Picture, Place, Region, WHOLE};
use wasm_bindgen::JsCast;
use web_sys::Element;

use crate::components::picture::{picture, pin, region};
use crate::dom::view;
use crate::live::{Memo, live, value};
use crate::text;

use super::{Answering, Inputs};

/// How far an arrow key moves the pin; with Shift, a tenth of it.
const STEP: i32 = 200;

/// The place at so much of a picture's width and height, from 0 to 1; what is outside, at its edge.
fn place(x: f64, y: f64) -> Place {
    let part = |share: f64| (share.clamp(0.0, 1.0) * f64::from(WHOLE)).round() as u16;
    Place { x: part(x), y: part(y) }
}

/// The place after an arrow key, from the middle where there is none yet.
fn moved(from: Option<Place>, key: &str, step: i32) -> Option<Place> {
    let (x, y) = match key {
        "ArrowLeft" => (-step, 0),
        "ArrowRight" => (step, 0),
        "ArrowUp" => (0, -step),
        "ArrowDown" => (0, step),
        _ => return None,
    };
    let by = |at: u16, by: i32| (i32::from(at) + by).clamp(0, i32::from(WHOLE)) as u16;
    Some(match from {
        Some(at) => Place { x: by(at.x, x), y: by(at.y, y) },
        None => Place { x: WHOLE / 2, y: WHOLE / 2 },
    })
}

/// Where a finger is on the picture that hears of it.
fn under(event: &PointerEvent) -> Option<Place> {
    let on = event.current_target()?.dyn_into::<Element>().ok()?.get_bounding_client_rect();
    let x = (f64::from(event.client_x()) - on.left()) / on.width().max(1.0);
    let y = (f64::from(event.client_y()) - on.top()) / on.height().max(1.0);
    Some(place(x, y))
}

pub(super) fn inputs(shown: Option<&Picture>, answering: Answering) -> Inputs {
    let t = text::player();
    let Answering { fixed, draft, .. } = answering;
    let hint: super::Said = |w| w.put_pin;
    let Some(shown) = shown else { return Inputs { view: ().into_any(), hint: None } };
    let now = move || answering.shown.get().as_ref().and_then(Place::of);
    let put = move |place: Option<Place>| {
        if let Some(place) = place.filter(|_| !fixed.get_untracked()) {
            draft.set(Some(place.into()));
        }
    };
    let on_key = move |event: KeyboardEvent| {
        let step = if event.shift_key() { STEP / 10 } else { STEP };
        let place = moved(untrack(now), &event.key(), step);
        if place.is_some() {
            event.prevent_default();
            put(place);
        }
    };
    let on_pointer = move |event: PointerEvent| {
        if event.buttons() != 0 {
            put(under(&event));
        }
    };
    let said =
        value(move || now().map(|at| (t.now().pin_at)((at.x / 100).into(), (at.y / 100).into())));
    let pinned = live(move || now().map(pin));
    let over = view! {
        <div class="spot-place" data-testid="spot" tabindex="0" role="application"
            aria-label=t.say(|w| w.pin_label)
            class:is-fixed=fixed
            on:pointerdown=on_pointer on:pointermove=on_pointer on:keydown=on_key>
            {pinned}
        </div>
    };
    let view = view! {
        <div class="spot">
            {picture(shown, over.into_any())}
            <p class="visually-hidden" role="status" data-testid="pin-said">{said}</p>
        </div>
    };
    Inputs { view: view.into_any(), hint: Some(hint) }
}

/// Where pins are right, and the player's own.
pub(super) fn revealed(
    shown: Option<&Picture>,
    right: Region,
    answer: Memo<Option<Answer>>,
) -> AnyView {
    let Some(shown) = shown else { return ().into_any() };
    let own = live(move || answer.get().as_ref().and_then(Place::of).map(pin));
    let over = view! { {region(right)} {own} };
    view! { <div class="spot">{picture(shown, over.into_any())}</div> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pin_stays_on_the_picture() {
        assert_eq!(place(0.5, 0.25), Place { x: 5000, y: 2500 });
        assert_eq!(place(-3.0, 7.0), Place { x: 0, y: WHOLE });
        assert_eq!(place(f64::NAN, 1.0), Place { x: 0, y: WHOLE });
        let corner = Some(place(0.0, 0.99));
        assert_eq!(moved(corner, "ArrowLeft", STEP), corner);
        assert_eq!(moved(corner, "ArrowDown", STEP), Some(place(0.0, 1.0)));
        assert_eq!(moved(corner, "ArrowRight", STEP), Some(place(0.02, 0.99)));
        assert_eq!(moved(None, "ArrowUp", STEP), Some(place(0.5, 0.5)));
        assert_eq!(moved(corner, "a", STEP), None);
    }
}
