//! The whole screen for a page, in browsers that give it. Called by big screens.

use leptos::prelude::document;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// What a browser says to the window when a page gets the whole screen, and when it has it no longer.
pub(crate) const CHANGES: &str = "fullscreenchange";

/// Whether this browser would give it.
pub(crate) fn is_possible() -> bool {
    document().fullscreen_enabled()
}

/// Whether the page has it.
pub(crate) fn is_on() -> bool {
    document().fullscreen_element().is_some()
}

/// Takes the whole screen, or gives it back: after a click or a key, as browsers want it. Where one refuses, nothing
/// changes.
pub(crate) fn toggle() {
    // By name, because web-sys drops the promise, whose refusal would be an error of the page.
    let asked = || -> Result<js_sys::Promise, JsValue> {
        let (asks, how): (JsValue, _) = if is_on() {
            (document().into(), "exitFullscreen")
        } else {
            (document().document_element().into(), "requestFullscreen")
        };
        let act: js_sys::Function = js_sys::Reflect::get(&asks, &how.into())?.dyn_into()?;
        act.call0(&asks)?.dyn_into()
    };
    if let Ok(promise) = asked() {
        spawn_local(async move {
            let _ = JsFuture::from(promise).await;
        });
    }
}
