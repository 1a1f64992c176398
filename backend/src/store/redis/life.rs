//! Lives of a server: whoever brought one up to date knows nothing of the next.

use std::fmt;

/// From one start of a server as a primary to the next: a restart begins another life, and so does
/// a fail-over, also to a process that was a primary before. It is Redis's replication id. The
/// default is nobody's.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Life(String);

impl Life {
    /// As a script tells it, or the ledger.
    #[must_use]
    pub fn new(life: String) -> Self {
        Self(life)
    }
}

impl fmt::Display for Life {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
