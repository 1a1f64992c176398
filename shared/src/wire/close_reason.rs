//! Close codes of a socket: why the server ends it. Those above 4000 are this protocol's own.

/// Why the server closes a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseReason {
    /// Frames that make no sense, or far too many of them.
    Misbehaved,
    /// A frame beyond the size limit.
    TooLarge,
    /// The server stops; connect again.
    GoingAway,
    /// Other servers go on without this one, or it has no room; connect again, perhaps to one of them.
    TryLater,
    /// A newer socket of the same player took over.
    Replaced,
    /// The socket reads too slowly; connect again for a snapshot.
    Slow,
    /// The token gives no right to this.
    NotAllowed,
    /// No such game.
    UnknownGame,
    /// The host has sent this player away.
    Removed,
    /// Too many pins were tried in vain from there; wait before the next.
    TooManyTries,
}

impl CloseReason {
    /// Every reason, by its code.
    pub const ALL: [Self; 10] = [
        Self::Misbehaved,
        Self::TooLarge,
        Self::GoingAway,
        Self::TryLater,
        Self::Replaced,
        Self::Slow,
        Self::NotAllowed,
        Self::UnknownGame,
        Self::Removed,
        Self::TooManyTries,
    ];

    /// The WebSocket close code.
    #[must_use]
    pub const fn code(self) -> u16 {
        match self {
            Self::Misbehaved => 1008,
            Self::TooLarge => 1009,
            Self::GoingAway => 1012,
            Self::TryLater => 1013,
            Self::Replaced => 4001,
            Self::Slow => 4002,
            Self::NotAllowed => 4003,
            Self::UnknownGame => 4004,
            Self::Removed => 4005,
            Self::TooManyTries => 4029,
        }
    }

    /// The reason with this code; `None` for codes that are not this protocol's.
    #[must_use]
    pub fn from_code(code: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.code() == code)
    }

    /// The reason in words.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Self::Misbehaved => "policy violation",
            Self::TooLarge => "frame too large",
            Self::GoingAway => "server restarts",
            Self::TryLater => "try again later",
            Self::Replaced => "replaced by a newer connection",
            Self::Slow => "too slow, resync",
            Self::NotAllowed => "not allowed",
            Self::UnknownGame => "unknown game",
            Self::Removed => "removed by the host",
            Self::TooManyTries => "too many tries, wait",
        }
    }

    /// Whether a client may connect again by itself, after a random wait.
    #[must_use]
    pub fn reconnects(self) -> bool {
        matches!(self, Self::GoingAway | Self::TryLater | Self::Slow | Self::TooManyTries)
    }
}
