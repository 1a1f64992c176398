//! What a crowd of bots met: everything the verdict is made of. Every bot writes into it; it grows
//! with bots times questions and dies with its crowd.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use quizrain_shared::ids::RainId;
use quizrain_shared::phase::Phase;
use quizrain_shared::wire::{Refusal, StageAt};
use tokio::sync::watch;

/// One question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Asked {
    /// Bots that saw it.
    pub(crate) shown: u32,
    /// Bots that sent an answer.
    pub(crate) sent: u32,
    /// Answers that the server said count.
    pub(crate) counted: u32,
    /// Answers refused because the host closed the question at that moment.
    pub(crate) overtaken: u32,
    /// Answers that waited for more than a second and then were too late.
    pub(crate) late: u32,
}

/// One rain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rained {
    /// Packets that fell.
    pub(crate) packets: u32,
    /// Bots that tapped.
    pub(crate) tapped: u32,
    /// Bots that caught a packet.
    pub(crate) caught: u32,
    /// Bots whose packet is in the ledger.
    pub(crate) credited: u32,
    /// Bots that got none, for a reason that is nobody's fault: sold out, not eligible.
    pub(crate) none: u32,
    /// Bots whose taps were still unanswered when the rain was over.
    pub(crate) unserved: u32,
}

/// Everything that was counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    /// Bots that had a connection at some time.
    pub(crate) connected: u32,
    /// Bots with a seat.
    pub(crate) seated: u32,
    /// Why bots have no seat.
    pub(crate) not_seated: BTreeMap<String, u32>,
    /// Whether the game is full.
    pub(crate) full: bool,
    /// Whether the host keeps the door locked.
    pub(crate) locked: bool,
    /// Connections that broke.
    pub(crate) dropped: u32,
    /// Attempts that brought no connection, and what the newest of them said.
    pub(crate) not_connected: u32,
    pub(crate) connect_problem: Option<String>,
    /// Whether this process ran out of file handles.
    pub(crate) out_of_files: bool,
    /// "Busy, ask again".
    pub(crate) busy: u32,
    /// "Too fast", which a bot should never hear.
    pub(crate) too_fast: u32,
    /// By round.
    pub(crate) questions: BTreeMap<u16, Asked>,
    /// By rain, in the order of their ids.
    pub(crate) rains: BTreeMap<RainId, Rained>,
    /// From the opening of a question to its arrival at a bot.
    pub(crate) to_screen: Vec<Duration>,
    /// From an answer to the word that it counts.
    pub(crate) to_answered: Vec<Duration>,
    /// From a tap to its verdict.
    pub(crate) to_verdict: Vec<Duration>,
}

/// Server time, by the round trip that took least.
#[derive(Clone, Copy, Debug)]
struct Clock {
    round_trip: Duration,
    /// Server time minus this machine's, in ms.
    offset_ms: f64,
}

/// What bots write into.
#[derive(Debug)]
pub(crate) struct Tally {
    counts: Mutex<Counts>,
    clock: Mutex<Clock>,
    phase: watch::Sender<Option<(u64, Phase)>>,
}

/// This machine's time.
fn local_ms() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64() * 1000.0
}

impl Tally {
    pub(crate) fn new() -> Self {
        Self {
            counts: Mutex::default(),
            clock: Mutex::new(Clock { round_trip: Duration::MAX, offset_ms: 0.0 }),
            phase: watch::Sender::new(None),
        }
    }

    /// Changes the counts.
    pub(crate) fn count(&self) -> MutexGuard<'_, Counts> {
        // A panic elsewhere leaves numbers, and numbers are whole.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what is counted about a question.
    pub(crate) fn question(&self, round: u16, change: impl FnOnce(&mut Asked)) {
        change(self.count().questions.entry(round).or_default());
    }

    /// Changes what is counted about a rain.
    pub(crate) fn rain(&self, rain: RainId, change: impl FnOnce(&mut Rained)) {
        change(self.count().rains.entry(rain).or_default());
    }

    /// Why a bot got no seat.
    pub(crate) fn not_seated(&self, why: &Refusal) {
        let mut counts = self.count();
        counts.full |= *why == Refusal::GameFull;
        counts.locked |= *why == Refusal::GameLocked;
        *counts.not_seated.entry(why.to_string()).or_default() += 1;
    }

    /// Notes what the server said the time was, in answer to something sent so long ago.
    pub(crate) fn hear_time(&self, now_ms: u64, round_trip: Duration) {
        let mut clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
        if round_trip <= clock.round_trip {
            let middle_ms = local_ms() - round_trip.as_secs_f64() * 500.0;
            *clock = Clock { round_trip, offset_ms: now_ms as f64 - middle_ms };
        }
    }

    /// Server time in ms.
    pub(crate) fn server_ms(&self) -> f64 {
        let clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
        local_ms() + clock.offset_ms
    }

    /// How long until a moment of server time.
    pub(crate) fn until(&self, server_ms: u64) -> Duration {
        Duration::from_secs_f64(((server_ms as f64 - self.server_ms()) / 1000.0).max(0.0))
    }

    /// How long a moment of server time is past.
    pub(crate) fn since(&self, server_ms: u64) -> Duration {
        Duration::from_secs_f64(((self.server_ms() - server_ms as f64) / 1000.0).max(0.0))
    }

    /// Notes where the game stands, for whoever watches.
    pub(crate) fn at(&self, stage: &StageAt) {
        self.phase.send_if_modified(|known| {
            let newer = known.as_ref().is_none_or(|(seq, _)| *seq < stage.at.seq);
            if newer {
                *known = Some((stage.at.seq, stage.phase.clone()));
            }
            newer
        });
    }

    /// Where the game stands, and its changes.
    pub(crate) fn watch(&self) -> watch::Receiver<Option<(u64, Phase)>> {
        self.phase.subscribe()
    }
}

/// The value below which this share of them lies.
pub(crate) fn percentile(values: &mut [Duration], share: f64) -> Option<Duration> {
    values.sort_unstable();
    let last = values.len().checked_sub(1)?;
    values.get((last as f64 * share).ceil() as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_that_were_seen() {
        let ms = Duration::from_millis;
        let mut values: Vec<_> = (1..=100).rev().map(ms).collect();
        assert_eq!(percentile(&mut values, 0.5), Some(ms(51)));
        assert_eq!(percentile(&mut values, 0.99), Some(ms(100)));
        assert_eq!(percentile(&mut [ms(7)], 0.99), Some(ms(7)));
        assert_eq!(percentile(&mut [], 0.5), None);
    }

    #[test]
    fn the_fastest_round_trip_sets_the_clock() {
        let tally = Tally::new();
        tally.hear_time(5_000_000, Duration::ZERO);
        tally.hear_time(9_000_000, Duration::from_secs(3));
        assert!((tally.server_ms() - 5_000_000.0).abs() < 1000.0);
        assert!(tally.until(5_010_000) > Duration::from_secs(8));
        assert_eq!(tally.since(5_010_000), Duration::ZERO);
    }
}
