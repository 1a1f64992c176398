//! CPU time to the nanosecond, thread by thread: for spans too short for clock ticks. Called by
//! `process`.
//!
//! Threads come and go, so a span is summed over those that are there at its end; of one that ended
//! within the span only what it did in the span is missing.

use std::collections::HashMap;
use std::fs;

use anyhow::Context;

/// What each thread of a process has used, in nanoseconds.
#[derive(Debug, Default)]
pub(crate) struct Threads(HashMap<u32, u64>);

impl Threads {
    /// Reads a process.
    ///
    /// # Errors
    /// There is no such process, or this Linux does not count.
    pub(crate) fn read(pid: u32) -> anyhow::Result<Self> {
        let dir = format!("/proc/{pid}/task");
        let entries = fs::read_dir(&dir).with_context(|| format!("cannot read {dir}"))?;
        let threads: HashMap<u32, u64> = entries
            .filter_map(|entry| {
                let entry = entry.ok()?;
                // A thread may end while it is looked at.
                let text = fs::read_to_string(entry.path().join("schedstat")).ok()?;
                let used = text.split_whitespace().next()?.parse().ok()?;
                Some((entry.file_name().to_str()?.parse().ok()?, used))
            })
            .collect();
        anyhow::ensure!(!threads.is_empty(), "no thread of {dir} tells its time");
        Ok(Self(threads))
    }

    /// Seconds from an earlier reading to this one.
    pub(crate) fn since(&self, before: &Self) -> f64 {
        let used = self
            .0
            .iter()
            .map(|(thread, used)| used.saturating_sub(before.0.get(thread).copied().unwrap_or(0)));
        used.sum::<u64>() as f64 / 1e9
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_that_come_count_and_those_that_go_take_nothing_back() {
        let before = Threads([(1, 5_000), (2, 9_000_000_000)].into());
        let after = Threads([(1, 7_000), (3, 1_000)].into());
        assert!((after.since(&before) - 3e-6).abs() < 1e-12);
    }

    #[test]
    fn a_process_that_is_not_there_is_an_error() {
        assert!(Threads::read(u32::MAX).is_err());
        assert!(!Threads::read(std::process::id()).unwrap().0.is_empty());
    }
}
