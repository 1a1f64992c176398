//! What moves in the big picture: numbers that count up, and what style sheets have to know for the rest.
//!
//! Letters have their sizes by measuring, see `components::fit`: what moves is never laid out anew and
//! changes no text, or it would be measured on its way.

use std::time::Duration;

use leptos::task::spawn_local;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement, ResizeObserver};

use crate::live::Signal;
use crate::net::device;

/// How long numbers count, in milliseconds.
const COUNT_MS: f64 = 1100.0;
/// How often what they show is renewed.
const RENEW_MS: f64 = 40.0;

/// How far the numbers of a picture have got that begin to count after a while: from 0 to 1, and 1 from the
/// start where less motion is wished.
pub(super) fn counting_after(wait: Duration) -> Signal<f64> {
    if device::prefers_reduced_motion() {
        return Signal::new(1.0);
    }
    let far = Signal::new(0.0);
    let began = device::local_ms() + wait.as_secs_f64() * 1000.0;
    spawn_local(async move {
        // Until it is there, or the picture is gone.
        while far.try_get_untracked().is_some_and(|far| far < 1.0) {
            device::sleep(RENEW_MS).await;
            if far.try_get_untracked().is_some() {
                far.set(((device::local_ms() - began) / COUNT_MS).clamp(0.0, 1.0));
            }
        }
    });
    far
}

/// What a number shows that has got so far from one value to another: quick at first, and slow at the end.
pub(super) fn counted(from: i64, to: i64, far: f64) -> i64 {
    let left = (1.0 - far.clamp(0.0, 1.0)).powi(3);
    to.saturating_sub(((to as f64 - from as f64) * left).round() as i64)
}

/// Directive: custom properties, for which `view!` has no words.
pub(super) fn with_properties(element: Element, properties: Vec<(&'static str, String)>) {
    let element: HtmlElement = element.unchecked_into();
    for (name, value) in properties {
        let _ = element.style().set_property(name, &value);
    }
}

/// Directive: a list moves (`is-moving`) once the letters of the box around it have their size. Observers are
/// told in the order in which they were made, and a box is there before what is in it. A list that stays in the
/// document for another board begins anew.
pub(super) fn moving_once_fitted(list: Element) {
    let _ = list.class_list().toggle_with_force("is-moving", false);
    let watched = list.clone();
    let begin = move |_: JsValue, observer: ResizeObserver| {
        observer.disconnect();
        let _ = list.class_list().toggle_with_force("is-moving", true);
    };
    // The observer's own from here on.
    let begin = Closure::<dyn Fn(JsValue, ResizeObserver)>::new(begin).into_js_value();
    if let Ok(observer) = ResizeObserver::new(begin.unchecked_ref()) {
        observer.observe(&watched);
    }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn numbers_count_from_one_value_to_another() {
        assert_eq!(counted(500, 1339, 0.0), 500);
        assert_eq!(counted(500, 1339, 1.0), 1339);
        assert_eq!(counted(0, 800, 0.5), 700);
        assert_eq!(counted(900, 100, 0.5), 200, "and down");
        assert_eq!([-1.0, 7.0, f64::NAN].map(|far| counted(0, 8, far)), [0, 8, 8]);
        let shown: Vec<i64> = (0..=20).map(|step| counted(0, 97, f64::from(step) / 20.0)).collect();
        assert!(shown.is_sorted(), "{shown:?}");
        assert_eq!(counted(i64::MIN, i64::MAX, 1.0), i64::MAX);
    }
}
