//! As much of the crate `wasm-streams` as Leptos needs to compile its server functions, of which this app
//! has none.
//!
//! The real one exports classes to JavaScript, and what is exported is never left out: every phone would
//! load its streams. Named in `[patch.crates-io]` of the workspace.

use futures_util::stream::{self, Empty, Stream};
use wasm_bindgen::{JsValue, UnwrapThrowExt};
use web_sys::ReadableStream as Raw;

/// A stream of the browser. Never made: nothing calls a server function.
#[derive(Debug)]
pub struct ReadableStream(Raw);

impl ReadableStream {
    /// A stream that the browser has.
    #[must_use]
    pub fn from_raw(raw: Raw) -> Self {
        Self(raw)
    }

    /// A stream without anything in it.
    pub fn from_stream(_: impl Stream<Item = Result<JsValue, JsValue>> + 'static) -> Self {
        Self(Raw::new().unwrap_throw())
    }

    /// The browser's stream.
    #[must_use]
    pub fn into_raw(self) -> Raw {
        self.0
    }

    /// Nothing of it.
    pub fn into_stream(self) -> Empty<Result<JsValue, JsValue>> {
        stream::empty()
    }
}
