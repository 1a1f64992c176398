//! This machine: file handles for the bots, and whether its processors were busy all the time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use anyhow::bail;
use rustix::process::{Resource, getrlimit, setrlimit};
use tokio::time::{Instant, MissedTickBehavior, interval};

/// File handles beyond one for each bot.
const SPARE_FILES: u64 = 100;

/// How often the processors are looked at.
const CHECK_EVERY: Duration = Duration::from_millis(500);

/// Takes as many file handles as the system gives: each bot's socket is one.
///
/// # Errors
/// Not enough for so many bots; the text says what to do.
pub(crate) fn raise_file_limit(players: u32) -> anyhow::Result<()> {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // Where it cannot be raised, the next line tells whether it is enough as it is.
    let _ = setrlimit(Resource::Nofile, limit);
    let wanted = u64::from(players) + SPARE_FILES;
    if let Some(files) = getrlimit(Resource::Nofile).current.filter(|files| *files < wanted) {
        bail!(
            "this shell may open {files} files and {players} bots need {wanted}: raise the limit \
             (ulimit -Hn {wanted} as root, then ulimit -n {wanted}), or use fewer --players"
        );
    }
    Ok(())
}

/// How busy the machine was, in per mille of all its processors.
#[derive(Debug, Default)]
pub(crate) struct Load {
    busiest: AtomicU32,
    latest: AtomicU32,
    late_ms: AtomicU32,
}

/// Jiffies of all processors since the start of the machine: busy, and altogether.
fn jiffies(stat: &str) -> Option<(u64, u64)> {
    let line = stat.lines().next()?.strip_prefix("cpu ")?;
    let numbers: Vec<u64> =
        line.split_whitespace().map_while(|number| number.parse().ok()).take(8).collect();
    let all: u64 = numbers.iter().sum();
    // The fourth and fifth are idle and waiting for the disk.
    let idle = numbers.get(3)? + numbers.get(4)?;
    Some((all - idle, all))
}

fn read() -> Option<(u64, u64)> {
    jiffies(&std::fs::read_to_string("/proc/stat").ok()?)
}

impl Load {
    /// Looks at the processors until it is dropped by everybody else.
    pub(crate) fn watch() -> Arc<Self> {
        let load = Arc::new(Self::default());
        let weak = Arc::downgrade(&load);
        tokio::spawn(async move {
            let mut ticks = interval(CHECK_EVERY);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            ticks.tick().await;
            let (mut before, mut asked) = (read(), Instant::now());
            loop {
                ticks.tick().await;
                let Some(load) = weak.upgrade() else { return };
                let late = asked.elapsed().saturating_sub(CHECK_EVERY);
                asked = Instant::now();
                load.late_ms.fetch_max(late.as_millis() as u32, Ordering::Relaxed);
                let now = read();
                if let (Some((busy, all)), Some((busy_before, all_before))) = (now, before) {
                    let passed = all.saturating_sub(all_before).max(1);
                    let share = busy.saturating_sub(busy_before) * 1000 / passed;
                    load.latest.store(share as u32, Ordering::Relaxed);
                    load.busiest.fetch_max(share as u32, Ordering::Relaxed);
                }
                before = now;
            }
        });
        load
    }

    /// The share of the processors in use just now, in percent.
    pub(crate) fn percent_now(&self) -> u32 {
        self.latest.load(Ordering::Relaxed) / 10
    }

    /// The largest share of the processors in use over half a second, in percent.
    pub(crate) fn percent(&self) -> u32 {
        self.busiest.load(Ordering::Relaxed) / 10
    }

    /// How late this process was to do what was due, at worst.
    pub(crate) fn late(&self) -> Duration {
        Duration::from_millis(u64::from(self.late_ms.load(Ordering::Relaxed)))
    }

    /// Whether there were no processors to spare.
    pub(crate) fn is_out_of_cpu(&self) -> bool {
        self.percent() >= 95 || self.late() > Duration::from_millis(250)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn busy_is_what_is_neither_idle_nor_waiting() {
        let stat = "cpu  100 0 50 800 50 0 0 0 0 0\ncpu0 1 2 3\n";
        assert_eq!(jiffies(stat), Some((150, 1000)));
        assert_eq!(jiffies("nothing"), None);
    }

    #[test]
    fn so_many_bots_cannot_be_had() {
        let why = raise_file_limit(u32::MAX).err().map(|error| error.to_string());
        assert!(why.is_none_or(|why| why.contains("ulimit")));
    }
}
