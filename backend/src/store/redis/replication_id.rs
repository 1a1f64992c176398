//! Since when a server is what it is: whoever brought it up to date knows nothing of the next one.

use std::fmt;

/// Redis's replication id (`master_replid`). It names a server, from when it became a
/// primary: a restart gives it another one, and so does a fail-over, also to a process that was a
/// primary before. The default is nobody's.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReplicationId(String);

impl ReplicationId {
    /// As a script tells it, or the ledger.
    #[must_use]
    pub fn new(replication_id: String) -> Self {
        Self(replication_id)
    }
}

impl fmt::Display for ReplicationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
