//! When the private Redis writes its append-only file anew: deleted keys stay in it until then, and Redis does so by
//! itself only once the file is large. Called by retention, after it has deleted keys.

use std::time::{Duration, Instant};

use crate::scheduler::Context;

/// How long after the last time it is done again.
const AT_MOST_EVERY: Duration = Duration::from_secs(3600);

/// How long it waits for a moment when nobody is in a game: a server may have none.
const WAITS: Duration = Duration::from_secs(24 * 3600);

/// Whether it is due.
pub(super) struct Rewrite {
    /// Since when.
    since: Option<Instant>,
    /// Whether keys were deleted since this server started, and not only by one that was killed before it was done.
    deleted: bool,
    /// The last time after keys were deleted.
    last: Option<Instant>,
}

impl Rewrite {
    pub(super) fn new(now: Instant) -> Self {
        Self { since: Some(now), deleted: false, last: None }
    }

    /// Keys were deleted.
    fn note(&mut self, now: Instant) {
        self.since.get_or_insert(now);
        self.deleted = true;
    }

    fn is_due(&self, now: Instant, is_quiet: bool) -> bool {
        let is_long_ago = |last| now.saturating_duration_since(last) >= AT_MOST_EVERY;
        let has_waited = |since| now.saturating_duration_since(since) >= WAITS;
        self.last.is_none_or(is_long_ago)
            && self.since.is_some_and(|since| is_quiet || has_waited(since))
    }

    fn done(&mut self, now: Instant) {
        if self.deleted {
            self.last = Some(now);
        }
        (self.since, self.deleted) = (None, false);
    }

    /// Has it done where it is due; `deleted`: keys just were.
    pub(super) async fn run(&mut self, context: &Context, deleted: bool) {
        // A Redis of somebody else's is theirs to look after.
        if !context.live.nodes.peers().alone() {
            return;
        }
        let now = Instant::now();
        if deleted {
            self.note(now);
        }
        let is_quiet = context.live.hub.rooms().iter().all(|room| room.is_empty());
        if !self.is_due(now, is_quiet) || context.live.rains.rush.is_on() {
            return;
        }
        match context.live.redis.rewrite_file().await {
            Ok(()) => self.done(now),
            // It may be at it by itself, with what was deleted meanwhile.
            Err(error) => tracing::debug!(%error, "Redis does not write its file anew, retrying"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_waits_for_an_hour_and_for_a_quiet_moment_and_not_for_ever() {
        let start = Instant::now();
        let hours = |hours: u64| start + Duration::from_secs(hours * 3600);
        let mut rewrite = Rewrite::new(start);
        // What a server that was killed left behind does not count.
        assert!(rewrite.is_due(start, true) && !rewrite.is_due(start, false));
        rewrite.done(start);
        assert!(!rewrite.is_due(hours(1), true), "nothing was deleted");
        rewrite.note(start);
        assert!(rewrite.is_due(start, true) && !rewrite.is_due(hours(23), false));
        assert!(rewrite.is_due(hours(24), false));
        rewrite.done(start);
        rewrite.note(start);
        assert!(!rewrite.is_due(start + Duration::from_secs(3599), true));
        assert!(rewrite.is_due(hours(1), true));
    }
}
