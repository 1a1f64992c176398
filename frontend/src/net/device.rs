//! The browser's own services: window, monotonic clock, randomness, files, wake lock.
//!
//! Every other module that needs one of them asks here.

use std::time::Duration;

use super::window::on_window;
use futures_channel::oneshot;
use leptos::prelude::{on_cleanup, set_timeout};
use quizrain_shared::question;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// The window.
pub(crate) fn window() -> web_sys::Window {
    leptos::prelude::window()
}

/// What the fragment of the address says after this name, and nothing else; taken out of the address
/// bar.
pub(crate) fn take_from_address(name: &str) -> Option<String> {
    let location = window().location();
    let fragment = location.hash().unwrap_or_default();
    let said = fragment.strip_prefix('#')?.strip_prefix(name)?.strip_prefix('=')?.to_owned();
    clear_address();
    Some(said)
}

/// What stands behind the `?` of the address; taken out of the address bar.
pub(crate) fn take_query() -> Option<web_sys::UrlSearchParams> {
    let query = window().location().search().ok().filter(|query| !query.is_empty())?;
    clear_address();
    web_sys::UrlSearchParams::new_with_str(&query).ok()
}

/// Leaves the path alone in the address bar.
fn clear_address() {
    let path = window().location().pathname().unwrap_or_default();
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&path));
    }
}

/// Milliseconds of the browser's monotonic clock.
pub(crate) fn local_ms() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

/// An even number from 0 to 1, for jitter.
pub(crate) fn jitter() -> f64 {
    js_sys::Math::random()
}

/// The form in which two texts are the same, nearly as `quizrain_shared::question::fold` has it, whose
/// tables a phone need not download: by the browser's own. What it overlooks, the server refuses.
pub(crate) fn folded(text: &str) -> String {
    let plain = String::from(js_sys::JsString::from(text).normalize("NFKD").to_lower_case());
    let is_ignored = |c: char| {
        c.is_whitespace()
            || matches!(c, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{640}'
                | '\u{64b}'..='\u{655}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}')
    };
    let folded: String = plain.chars().filter(|c| !is_ignored(*c)).collect();
    let folded = folded.replace('ß', "ss");
    match folded.trim_matches(question::is_sentence_mark) {
        "" => folded,
        trimmed => trimmed.to_owned(),
    }
}

/// Waits.
pub(crate) async fn sleep(ms: f64) {
    let (wake, woken) = oneshot::channel::<()>();
    let wake = move || {
        let _ = wake.send(());
    };
    set_timeout(wake, Duration::from_secs_f64(ms.max(0.0) / 1000.0));
    let _ = woken.await;
}

/// Random bytes that nobody can guess.
pub(crate) fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    let filled = window().crypto().and_then(|it| it.get_random_values_with_u8_array(&mut bytes));
    // Every browser that runs WebAssembly has `crypto`; a guessable account would be worse than
    // a page that stops.
    assert!(filled.is_ok(), "the browser has no secure randomness");
    bytes
}

/// The languages that the reader asks for, as BCP 47 tags, the dearest first.
pub(crate) fn languages() -> Vec<String> {
    window().navigator().languages().iter().filter_map(|tag| tag.as_string()).collect()
}

/// Whether a media query of CSS matches.
pub(crate) fn matches(query: &str) -> bool {
    let query = window().match_media(query).ok().flatten();
    query.is_some_and(|query| query.matches())
}

/// Whether the device asks for less motion.
pub(crate) fn prefers_reduced_motion() -> bool {
    matches("(prefers-reduced-motion: reduce)")
}

/// Whether the page is in front.
pub(crate) fn visible() -> bool {
    leptos::prelude::document().visibility_state() == web_sys::VisibilityState::Visible
}

/// Whether the device has a network, as far as it knows.
pub(crate) fn is_online() -> bool {
    window().navigator().on_line()
}

/// Whether anything on the page has the focus.
pub(crate) fn has_focus() -> bool {
    let active = leptos::prelude::document().active_element();
    active.is_some_and(|element| element.tag_name() != "BODY")
}

/// Saves content as a file, as if a link to it had been followed; `None` where the browser will not.
pub(crate) fn save(name: &str, content: &web_sys::Blob) -> Option<()> {
    let address = web_sys::Url::create_object_url_with_blob(content).ok()?;
    let link = leptos::prelude::document().create_element("a").ok()?;
    let link: web_sys::HtmlAnchorElement = link.dyn_into().ok()?;
    link.set_href(&address);
    link.set_download(name);
    link.click();
    // The browser reads the content by this address, but not at once.
    let forget = move || {
        let _ = web_sys::Url::revoke_object_url(&address);
    };
    set_timeout(forget, Duration::from_secs(60));
    Some(())
}

/// The address of a picture that is an SVG of ours.
pub(crate) fn picture_of_svg(svg: &str) -> String {
    ["data:image/svg+xml,", &String::from(js_sys::encode_uri_component(svg))].concat()
}

/// The browser's clipboard; only pages over HTTPS and of this machine have one.
fn clipboard() -> Option<JsValue> {
    let navigator: JsValue = window().navigator().into();
    let clipboard = js_sys::Reflect::get(&navigator, &"clipboard".into()).ok()?;
    (!clipboard.is_undefined()).then_some(clipboard)
}

/// Whether a page may put texts into the clipboard.
pub(crate) fn can_copy() -> bool {
    clipboard().is_some()
}

/// Puts a text into the clipboard; whether it is there.
pub(crate) async fn copy(text: &str) -> bool {
    let Some(clipboard) = clipboard() else { return false };
    call(&clipboard, "writeText", &text.into()).await.is_ok()
}

/// Calls a method that is still behind a flag in web-sys by its name, and waits for what it promises.
pub(super) async fn call(
    object: &JsValue,
    name: &str,
    argument: &JsValue,
) -> Result<JsValue, JsValue> {
    let method: js_sys::Function = js_sys::Reflect::get(object, &name.into())?.dyn_into()?;
    let promise: js_sys::Promise = method.call1(object, argument)?.dyn_into()?;
    JsFuture::from(promise).await
}

/// Keeps the device's screen on while the page is in front, from now until it is hidden or
/// another page needs no light; where the device refuses, nothing changes.
pub(crate) fn keep_awake_while_mounted() {
    ask_to_stay_awake();
    // The browser drops the lock whenever the page is hidden.
    let again = on_window("visibilitychange", |_| {
        if visible() {
            ask_to_stay_awake();
        }
    });
    on_cleanup(move || again.remove());
}

fn ask_to_stay_awake() {
    spawn_local(async {
        let _ = wake_lock().await;
    });
}

/// Keeps the device's screen on; the lock, whose `release` ends that.
pub(super) async fn wake_lock() -> Result<JsValue, JsValue> {
    let navigator: JsValue = window().navigator().into();
    let locks = js_sys::Reflect::get(&navigator, &"wakeLock".into())?;
    call(&locks, "request", &"screen".into()).await
}

/// Loads the page anew after a bug has stopped it: the server has everything that matters. A page
/// that stops again within half a minute is left as it is.
pub(crate) fn start_over() {
    const LAST: &str = "quizrain.stopped-at";
    let Some(storage) = window().session_storage().ok().flatten() else { return };
    let last = storage.get_item(LAST).ok().flatten().and_then(|text| text.parse::<u64>().ok());
    let now = js_sys::Date::now() as u64;
    if last.is_none_or(|last| now.abs_diff(last) > 30_000)
        && storage.set_item(LAST, &now.to_string()).is_ok()
    {
        let _ = window().location().reload();
    }
}
