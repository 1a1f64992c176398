//! How long a client waits, in milliseconds: the same on a phone and in every program that plays one.

use crate::wire::limits::HEARTBEAT_EVERY_MS;

/// A handshake that takes longer will not come.
pub const OPENING_MS: f64 = 8000.0;
/// A handshake that is older is given up when the network comes back.
pub const STUCK_OPENING_MS: f64 = 1000.0;
/// Without any frame for so long the socket is dead: three heartbeats were missed.
pub const SILENCE_MS: f64 = 3.0 * HEARTBEAT_EVERY_MS as f64;
/// After the device wakes up, an answer to hello must come this fast.
pub const WAKE_MS: f64 = 2000.0;
/// After something went unanswered, the next frame must come this fast.
pub const SUSPECT_MS: f64 = 7000.0;
/// A connection that held for longer was a good one: the next back-off starts over.
pub const STABLE_MS: f64 = 5000.0;
/// The wait after [`crate::wire::CloseReason::TooManyTries`], give or take half at random.
pub const HELD_MS: f64 = 10_000.0;

/// A hello that brought no welcome is repeated after this time.
pub const WELCOME_MS: f64 = 5000.0;
/// A snapshot is asked for at most this often.
pub const SNAPSHOT_EVERY_MS: f64 = 1000.0;
/// How long after a window's end an unanswered request is still repeated.
pub const GRACE_MS: f64 = 3000.0;
/// How long a host's click is repeated: later it might surprise.
pub const CLICK_MS: f64 = 15_000.0;

/// A seat is asked for again after this time.
pub const JOIN_RETRY_MS: f64 = 3000.0;
/// An answer is sent again after this time.
pub const ANSWER_RETRY_MS: f64 = 1500.0;
/// What became of a question is asked for so long after its time is over.
pub const TIME_UP_MS: f64 = 300.0;
/// A tap is sent again after this time.
pub const TAP_RETRY_MS: f64 = 700.0;
/// After "busy" a request is sent again after this time and up to three times as much at random.
pub const BUSY_RETRY_MS: f64 = 150.0;
/// Without an answer to a request for so long the connection may be dead.
pub const STUCK_MS: f64 = 2500.0;
