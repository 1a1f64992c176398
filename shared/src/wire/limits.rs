//! What a server takes from one socket, the same on all of them. What an option decides is told by
//! [`crate::api::Limits`] as well.

/// Largest frame that a client may send, in bytes.
pub const MAX_CLIENT_FRAME_BYTES: usize = 8 * 1024;

/// Within so many milliseconds the first frame must have come.
pub const HELLO_MS: u32 = 10_000;

/// Frames that a socket may send at once, as seconds of its rate.
pub const BURST_SECONDS: u32 = 2;

/// Frames beyond the rate after which the socket is closed.
pub const MAX_FRAMES_TOO_FAST: u32 = 400;

/// Reactions that a player's socket may send at once, and in a second for long. Those beyond are lost.
pub const REACTIONS_AT_ONCE: u32 = 3;
/// See [`REACTIONS_AT_ONCE`].
pub const REACTIONS_PER_SECOND: u32 = 2;

/// Frames that cannot be read after which the socket is closed.
pub const MAX_FRAMES_MALFORMED: u32 = 10;

/// Largest frame that a client may send which tries its line, in bytes.
pub const MAX_CHECK_FRAME_BYTES: usize = 64;

/// Frames a second that it may send for long.
pub const CHECK_FRAMES_PER_SECOND: u32 = 10;

/// How long it may go on, in milliseconds.
pub const MAX_CHECK_MS: u32 = 5 * 60 * 1000;

/// Frames that may wait for one socket. A phone that is further behind has lost more than it can
/// catch up with, and asks for a snapshot instead.
pub const MAX_FRAMES_WAITING: usize = 64;

/// How soon a client is pinged first, in milliseconds, at the earliest and at the latest.
pub const FIRST_PING_MS: u32 = 1000;
/// See [`FIRST_PING_MS`].
pub const LAST_FIRST_PING_MS: u32 = 5000;

/// How often a silent client is asked whether it lives, in milliseconds.
pub const PING_EVERY_MS: u32 = 20_000;

/// Pings without any sign of life after which the socket is given up. They are counted, not
/// timed: when the server itself stood still, no client is blamed for it.
pub const MAX_PINGS_UNANSWERED: u32 = 3;

/// How often clients hear that the server lives, in milliseconds. They give up after three missed
/// ones.
pub const HEARTBEAT_EVERY_MS: u32 = 5000;
