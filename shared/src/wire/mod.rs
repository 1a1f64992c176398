//! The wire: every frame that travels over a WebSocket, and how it is encoded.
//!
//! One set of types, two encodings and two versions, chosen by the WebSocket subprotocol (see
//! [`Protocol`]). Both versions' bytes are frozen by the golden tests in `golden.rs`: postcard writes
//! an enum's variant by its position and a struct's fields in order, so a version may only put
//! variants behind those of the one before, which is served for one release longer.
//!
//! Nothing that a client says about time, identity or score is believed, and no frame before a
//! reveal is made from anything that knows the key.

mod client;
mod codec;
#[cfg(test)]
mod golden;
mod refusal;
mod server;
mod stage;
mod version;

pub use client::{HostFrame, PlayerFrame, ScreenFrame};
pub use codec::{DecodeError, Encoding, MAX_CLIENT_FRAME_BYTES};
pub use refusal::Refusal;
pub use server::{
    Caught, GameInfo, Lobby, Outcome, PacketNews, PacketState, RainProgress, Receipt, Seat,
    ServerFrame, Welcome, You,
};
pub use stage::{BoardRow, Position, RainView, Stage, StageAt, Winner};
pub use version::{ClientFrame, Protocol, Version};
