//! What happens to the window, as long as somebody listens.

use std::borrow::Cow;

use leptos::tachys::html::event::EventDescriptor;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Event;

/// Somebody who listens. Like all that a page keeps of the browser, it may be handed around in the one thread that
/// there is; a closure of Rust's own may not.
pub(crate) struct Listener {
    event: Cow<'static, str>,
    act: JsValue,
}

impl Listener {
    /// Listens no longer.
    pub(crate) fn remove(self) {
        if let Some(window) = web_sys::window() {
            let _ =
                window.remove_event_listener_with_callback(&self.event, self.act.unchecked_ref());
        }
    }
}

/// Listens to an event of the window, by its name, until the listener is removed.
pub(crate) fn on_window(
    event: impl Into<Cow<'static, str>>,
    act: impl FnMut(Event) + 'static,
) -> Listener {
    fn listen(event: Cow<'static, str>, act: Box<dyn FnMut(Event)>) -> Listener {
        let act = Closure::wrap(act).into_js_value();
        if let Some(window) = web_sys::window() {
            let _ = window.add_event_listener_with_callback(&event, act.unchecked_ref());
        }
        Listener { event, act }
    }
    listen(event.into(), Box::new(act))
}

/// The same, of a known type.
pub(crate) fn on_window_event<E: EventDescriptor>(
    event: E,
    mut act: impl FnMut(E::EventType) + 'static,
) -> Listener
where
    E::EventType: JsCast,
{
    on_window(event.name(), move |event| act(event.unchecked_into()))
}
