//! What a client should know before it connects.

use serde::{Deserialize, Serialize};

use crate::wire::limits;
use crate::{allocation, name, rain};

/// `GET /api/info`: what a client should know before it connects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Info {
    /// The address that players use, without a slash at the end.
    pub join_url: String,
    /// The server's version.
    pub version: String,
    /// The WebSocket subprotocols that it speaks, the preferred one first.
    pub protocols: Vec<String>,
    /// What it takes.
    pub limits: Limits,
    /// What people call the OpenID provider at which they can sign in, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub oidc: Option<String>,
}

/// How much a server takes; beyond it there is a refusal or a close code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Limits {
    /// Seats in one game.
    pub players: u32,
    /// Bytes of a frame that a client sends.
    pub frame_bytes: u32,
    /// Frames a second that one socket may send for long.
    pub frames_per_second: u32,
    /// Frames that it may send at once.
    pub frames_at_once: u32,
    /// Frames beyond that after which it is closed.
    pub frames_too_fast: u32,
    /// Frames that cannot be read after which it is closed.
    pub frames_malformed: u32,
    /// Frames that may wait for it.
    pub frames_waiting: u32,
    /// Milliseconds within which its first frame must have come.
    pub hello_ms: u32,
    /// Milliseconds between two pings.
    pub ping_every_ms: u32,
    /// Pings without a sign of life after which it is given up.
    pub pings_unanswered: u32,
    /// Milliseconds between two heartbeats.
    pub heartbeat_every_ms: u32,
    /// Characters of a nickname.
    pub nickname_characters: u32,
    /// Bytes of a nickname in UTF-8.
    pub nickname_bytes: u32,
    /// Packets of a rain.
    pub rain_packets: u32,
    /// The shortest and the longest rain, in seconds.
    pub rain_seconds: (u16, u16),
    /// Milliseconds by which a tap may miss a drop's time.
    pub tap_slack_ms: u32,
}

impl Limits {
    /// The limits of a server with these options.
    #[must_use]
    pub fn of(players: u32, frames_per_second: u32) -> Self {
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Self {
            players,
            frame_bytes: count(limits::MAX_CLIENT_FRAME_BYTES),
            frames_per_second,
            frames_at_once: frames_per_second.saturating_mul(limits::BURST_SECONDS),
            frames_too_fast: limits::MAX_FRAMES_TOO_FAST,
            frames_malformed: limits::MAX_FRAMES_MALFORMED,
            frames_waiting: count(limits::MAX_FRAMES_WAITING),
            hello_ms: limits::HELLO_MS,
            ping_every_ms: limits::PING_EVERY_MS,
            pings_unanswered: limits::MAX_PINGS_UNANSWERED,
            heartbeat_every_ms: limits::HEARTBEAT_EVERY_MS,
            nickname_characters: count(name::MAX_CHARS),
            nickname_bytes: count(name::MAX_BYTES),
            rain_packets: allocation::MAX_PACKETS,
            rain_seconds: (*rain::SECONDS.start(), *rain::SECONDS.end()),
            tap_slack_ms: u32::try_from(rain::TAP_SLACK_MS).unwrap_or(u32::MAX),
        }
    }
}
