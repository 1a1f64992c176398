//! What the browser and the device can do, as the page tries it on which somebody looks at them before an event.

use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use web_sys::AudioContext;

use super::{device, http};

/// What of a browser a game uses beside WebAssembly, without which this program would not run.
const USED: [&str; 7] = [
    "WebSocket",
    "PointerEvent",
    "ResizeObserver",
    "MutationObserver",
    "CanvasRenderingContext2D",
    "HTMLDialogElement",
    "URLSearchParams",
];

/// A place in the browser's storage that is taken for a moment.
const PROBE: &str = "quizrain.probe";

/// The pitch of the tone, how loud it is, and how many seconds it takes.
const PITCH_HZ: f32 = 660.0;
const VOLUME: f32 = 0.4;
const SECONDS: f64 = 0.6;

/// Who answers in the server's place, where it is asked for what it says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answers {
    /// The server.
    Server,
    /// Something in between.
    Another,
    /// Nobody.
    Nobody,
}

fn has(object: &JsValue, name: &str) -> bool {
    js_sys::Reflect::has(object, &name.into()).unwrap_or(false)
}

/// What a game uses and this browser lacks.
pub(crate) fn missing() -> Vec<&'static str> {
    let window: JsValue = device::window().into();
    USED.into_iter().filter(|name| !has(&window, name)).collect()
}

/// Whether the browser stores what a page gives it.
pub(crate) fn stores() -> bool {
    let Some(storage) = device::window().local_storage().ok().flatten() else { return false };
    storage.set_item(PROBE, "1").is_ok() && storage.remove_item(PROBE).is_ok()
}

/// Whether the page came over HTTPS.
pub(crate) fn is_https() -> bool {
    device::window().location().protocol().is_ok_and(|it| it == "https:")
}

/// Whether the browser trusts it as if it had.
pub(crate) fn is_trusted() -> bool {
    device::window().is_secure_context()
}

/// Whether the device can vibrate.
pub(crate) fn can_vibrate() -> bool {
    has(&device::window().navigator().into(), "vibrate")
}

/// How large the page is, in CSS pixels: width and height.
pub(crate) fn size() -> (u32, u32) {
    let window = device::window();
    let pixels = |side: Result<JsValue, JsValue>| {
        side.ok().and_then(|side| side.as_f64()).unwrap_or_default() as u32
    };
    (pixels(window.inner_width()), pixels(window.inner_height()))
}

/// What the browser calls itself.
pub(crate) fn browser() -> String {
    device::window().navigator().user_agent().unwrap_or_default()
}

/// Milliseconds of the device's own clock since 1970.
pub(crate) fn clock_ms() -> f64 {
    js_sys::Date::now()
}

/// The moment in UTC, for a report.
pub(crate) fn moment() -> String {
    js_sys::Date::new_0().to_iso_string().into()
}

/// Whether the screen can be kept on: it is, for a moment.
pub(crate) async fn stays_awake() -> bool {
    let Ok(lock) = device::wake_lock().await else { return false };
    device::call(&lock, "release", &JsValue::UNDEFINED).await.is_ok()
}

/// Plays a tone, after a click; whether the browser does.
pub(crate) fn play_tone() -> bool {
    let Ok(context) = AudioContext::new() else { return false };
    let plays = tone(&context).is_ok();
    spawn_local(async move {
        if plays {
            device::sleep(SECONDS * 2000.0).await;
        }
        // A browser has few of them.
        let _ = context.close();
    });
    plays
}

fn tone(context: &AudioContext) -> Result<(), JsValue> {
    let (source, volume) = (context.create_oscillator()?, context.create_gain()?);
    source.frequency().set_value(PITCH_HZ);
    volume.gain().set_value(VOLUME);
    source.connect_with_audio_node(&volume)?;
    volume.connect_with_audio_node(&context.destination())?;
    source.start()?;
    source.stop_with_when(context.current_time() + SECONDS)
}

/// Who answers at the server's address.
pub(crate) async fn who_answers() -> Answers {
    match http::send("GET", "/api/info", None, None).await {
        Some((200, text)) if text.starts_with(r#"{"join_url""#) => Answers::Server,
        // Busy or not, what refuses in JSON is the server.
        Some((_, text)) if text.starts_with(r#"{"error""#) => Answers::Server,
        Some(_) => Answers::Another,
        None => Answers::Nobody,
    }
}
