//! What a hand feels: short vibrations, where the device can and nobody has switched them off.

use wasm_bindgen::JsValue;

use super::{device, storage};

/// Whether the device can, and is held in a hand: browsers of desktops have the function too.
pub(crate) fn is_possible() -> bool {
    let navigator: JsValue = device::window().navigator().into();
    js_sys::Reflect::has(&navigator, &"vibrate".into()).unwrap_or(false)
        && device::matches("(pointer: coarse)")
}

/// Vibrates for so many milliseconds. Before a page has been touched browsers refuse it, and complain.
pub(crate) fn vibrate(ms: u32) {
    let navigator: JsValue = device::window().navigator().into();
    let touched = js_sys::Reflect::get(&navigator, &"userActivation".into())
        .and_then(|it| js_sys::Reflect::get(&it, &"hasBeenActive".into()));
    if storage::vibrates() && touched.is_ok_and(|it| it.is_truthy()) && is_possible() {
        let _ = device::window().navigator().vibrate_with_duration(ms);
    }
}
