//! The browser's WebSocket. What to do with it, `quizrain_shared::client` says.

use futures_channel::mpsc::UnboundedSender;
use quizrain_shared::wire::Encoding;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{BinaryType, CloseEvent, MessageEvent, WebSocket};

use super::device;

/// The code of a socket that could not be opened, as browsers have it.
const NOT_OPENED: u16 = 1006;

/// What happens to a socket.
pub(crate) enum SocketEvent {
    /// The handshake is done.
    Opened,
    /// A message came.
    Bytes(Vec<u8>),
    /// It is closed, with this code.
    Closed(u16),
}

/// What happens to a page, in the order in which it happens. A socket's events carry its number.
pub(crate) enum Event {
    /// Something happened to a socket.
    Socket(u32, SocketEvent),
    /// The page is in front again, or the network is back.
    Wake,
    /// The network is gone.
    Offline,
    /// A moment passed.
    Tick,
    /// The page is gone.
    Stop,
}

/// The way to one path of this server: at most one socket at a time.
pub(crate) struct Line {
    url: String,
    queue: UnboundedSender<Event>,
    /// Which socket is the present one: late events of an older one are ignored.
    generation: u32,
    socket: Option<BrowserSocket>,
}

impl Line {
    /// A way without a socket; what happens to those that it opens goes into the queue.
    pub(crate) fn new(path: &str, queue: UnboundedSender<Event>) -> Self {
        let location = device::window().location();
        let scheme = if location.protocol().is_ok_and(|it| it == "https:") { "wss" } else { "ws" };
        let url = format!("{scheme}://{}{path}", location.host().unwrap_or_default());
        Self { url, queue, generation: 0, socket: None }
    }

    /// Opens a socket in the place of the one there is.
    pub(crate) fn connect(&mut self) {
        self.generation += 1;
        self.socket = BrowserSocket::open(&self.url, self.generation, &self.queue);
        if self.socket.is_none() {
            let closed = Event::Socket(self.generation, SocketEvent::Closed(NOT_OPENED));
            let _ = self.queue.unbounded_send(closed);
        }
    }

    /// Closes the socket.
    pub(crate) fn close(&mut self) {
        self.socket = None;
    }

    /// Sends a frame, if connected.
    pub(crate) fn send(&self, bytes: &[u8]) {
        let _ = self.socket.as_ref().map(|socket| socket.send(bytes));
    }

    /// Whether an event of this number is of the present socket.
    pub(crate) fn is_current(&self, generation: u32) -> bool {
        self.generation == generation
    }
}

/// A browser socket, which owns the closures that it calls; closed when dropped.
struct BrowserSocket(WebSocket);

impl BrowserSocket {
    fn open(url: &str, generation: u32, queue: &UnboundedSender<Event>) -> Option<Self> {
        let protocol = Encoding::Postcard.subprotocol();
        let socket = WebSocket::new_with_str(url, protocol).ok()?;
        socket.set_binary_type(BinaryType::Arraybuffer);
        let to = queue.clone();
        let on_open = Closure::<dyn FnMut()>::new(move || {
            let _ = to.unbounded_send(Event::Socket(generation, SocketEvent::Opened));
        });
        let to = queue.clone();
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Ok(buffer) = event.data().dyn_into::<js_sys::ArrayBuffer>() {
                let bytes = js_sys::Uint8Array::new(&buffer).to_vec();
                let _ = to.unbounded_send(Event::Socket(generation, SocketEvent::Bytes(bytes)));
            }
        });
        let to = queue.clone();
        let on_close = Closure::<dyn FnMut(CloseEvent)>::new(move |event: CloseEvent| {
            let _ = to.unbounded_send(Event::Socket(generation, SocketEvent::Closed(event.code())));
        });
        socket.set_onopen(Some(on_open.into_js_value().unchecked_ref()));
        socket.set_onmessage(Some(on_message.into_js_value().unchecked_ref()));
        socket.set_onclose(Some(on_close.into_js_value().unchecked_ref()));
        Some(Self(socket))
    }

    fn send(&self, bytes: &[u8]) -> Result<(), JsValue> {
        self.0.send_with_u8_array(bytes)
    }
}

impl Drop for BrowserSocket {
    fn drop(&mut self) {
        self.0.set_onopen(None);
        self.0.set_onmessage(None);
        self.0.set_onclose(None);
        let _ = self.0.close();
    }
}
