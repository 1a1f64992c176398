//! The wire: every frame that travels over a WebSocket, and how it is encoded.
//!
//! One set of types and two encodings, chosen by the WebSocket subprotocol (see [`Encoding`]). Their
//! bytes are frozen by `docs/schema/golden.txt`: postcard writes an enum's variant by its
//! position and a struct's fields in order, so any change to a type is another version.
//!
//! Nothing that a client says about time, identity or score is believed, and no frame before a
//! reveal is made from anything that knows the key.

mod check;
mod client;
mod close_reason;
mod codec;
pub mod limits;
mod reaction;
mod refusal;
mod server;
mod stage;

pub use check::{CheckAnswer, CheckFrame};
pub use client::{Ban, HostFrame, PlayerFrame, ScreenFrame};
pub use close_reason::CloseReason;
pub use codec::{DecodeError, Encoding};
pub use reaction::{Reaction, ReactionCounts};
pub use refusal::Refusal;
pub use server::{
    Caught, Face, GameInfo, Incident, LiveTally, Lobby, Outcome, PaceBoard, Paced, PacketState,
    PacketUpdate, PlayerList, PlayerRow, RainProgress, Receipt, Right, Seat, ServerFrame, Welcome,
    You,
};
pub use stage::{BoardRow, Position, RainView, Stage, StageAt, Standings, Winner};
