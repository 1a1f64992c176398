//! What the server counts, for Prometheus: read at `/metrics`, told by every layer.
//!
//! One set for the process. What every tap touches is an atomic counter; whatever costs more is
//! noted once for each call or tick.

use std::sync::LazyLock;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

/// The numbers of this process.
pub static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::new);

/// A label: its name and its value.
type Label = [(&'static str, &'static str); 1];

/// Every number.
#[derive(Debug)]
pub struct Metrics {
    /// Frames received.
    pub frames: Counter,
    /// Frames beyond a socket's limit.
    pub frames_too_fast: Counter,
    /// Frames that could not be read.
    pub frames_malformed: Counter,
    /// Taps on drops.
    pub taps: Counter,
    /// Taps that this node answered without asking Redis.
    pub taps_remembered: Counter,
    /// Frames that wait in all outboxes.
    pub outbox_frames: Gauge,
    /// Frames that wait in the fullest outbox.
    pub outbox_deepest: Gauge,
    /// Progress frames dropped for sockets that read too slowly.
    pub outbox_dropped: Counter,
    /// Sockets closed because they read too slowly.
    pub outbox_slow: Counter,
    /// Claims that this node put into the ledger.
    pub credited: Counter,
    /// Claims that the stream had lost and that were put back from what was caught.
    pub reconciled: Counter,
    /// Claims that were read and do not stand on the server that their rain is settled from.
    pub unconfirmed: Counter,
    /// Claims that could not be settled and were put aside.
    pub dead_letters: Counter,
    /// Packets that a player was told of and that are not theirs.
    pub voids: Counter,
    /// Games that this node began to drive, also those that it made.
    pub takeovers: Counter,
    /// Games that this node drives.
    pub games_driven: Gauge,
    /// Other nodes that this one hears.
    pub peers: Gauge,
    /// Batches that were tried again because the ledger was away.
    pub settle_retries: Counter,
    /// Workers that panicked and were started again.
    pub worker_panics: Counter,
    /// 1 while the database takes writes, as far as this node saw last; else 0.
    pub database_up: Gauge,
    /// Entries of streams that no settler has acknowledged.
    pub stream_lag: Gauge,
    unreadable_rows: Family<Label, Gauge>,
    sockets: Family<Label, Gauge>,
    verdicts: Family<Label, Counter>,
    payouts: Family<Label, Gauge>,
    payout_outcomes: Family<Label, Counter>,
    turned_away: Family<Label, Counter>,
    guest_reads: Family<Label, Counter>,
    busy: Family<Label, Counter>,
    call_size: Family<Label, Histogram>,
    call_seconds: Family<Label, Histogram>,
    credit_seconds: Histogram,
    registry: Registry,
}

/// From a quarter of a millisecond to four seconds.
fn seconds() -> Histogram {
    Histogram::new(exponential_buckets(0.000_25, 2.0, 15))
}

impl Metrics {
    fn new() -> Self {
        let mut registry = Registry::with_prefix("quizrain");
        let mut counter = |name: &str, help: &str| {
            let counter = Counter::default();
            registry.register(name, help, counter.clone());
            counter
        };
        let frames = counter("frames", "Frames received");
        let frames_too_fast = counter("frames_too_fast", "Frames beyond a socket's limit");
        let frames_malformed = counter("frames_malformed", "Frames that could not be read");
        let taps = counter("taps", "Taps on drops");
        let taps_remembered = counter("taps_remembered", "Taps answered without asking Redis");
        let outbox_dropped = counter("outbox_dropped", "Progress frames dropped for slow sockets");
        let outbox_slow = counter("outbox_slow", "Sockets closed because they read too slowly");
        let credited = counter("credited", "Claims put into the ledger");
        let reconciled = counter("reconciled", "Claims put back into streams that had lost them");
        let unconfirmed = counter("unconfirmed", "Claims read that do not stand in Redis");
        let voids = counter("voids", "Packets that were told and lost");
        let takeovers = counter("takeovers", "Games that this node began to drive");
        let dead_letters = counter("dead_letters", "Claims put aside because they did not settle");
        let settle_retries = counter("settle_retries", "Batches tried again: the ledger was away");
        let worker_panics = counter("worker_panics", "Workers that panicked and started again");
        let mut gauge = |name: &str, help: &str| {
            let gauge = Gauge::default();
            registry.register(name, help, gauge.clone());
            gauge
        };
        let outbox_frames = gauge("outbox_frames", "Frames that wait in all outboxes");
        let outbox_deepest = gauge("outbox_deepest", "Frames that wait in the fullest outbox");
        let games_driven = gauge("games_driven", "Games that this node drives");
        let peers = gauge("peers", "Other nodes that this one hears");
        let database_up = gauge("database_up", "Whether the database takes writes: 1, else 0");
        let stream_lag = gauge("stream_lag", "Stream entries that wait for the ledger");
        let unreadable_rows = Family::<Label, Gauge>::default();
        let help = "Rows of the database that cannot be read, by the list that skips them";
        registry.register("unreadable_rows", help, unreadable_rows.clone());
        let sockets = Family::<Label, Gauge>::default();
        registry.register("sockets", "Open sockets by role", sockets.clone());
        let verdicts = Family::<Label, Counter>::default();
        registry.register("verdicts", "Verdicts on taps by kind", verdicts.clone());
        let payouts = Family::<Label, Gauge>::default();
        registry.register("payouts", "Payouts without a final answer, by state", payouts.clone());
        let payout_outcomes = Family::<Label, Counter>::default();
        let help = "Attempts to pay out, by what came of them";
        registry.register("payout_outcomes", help, payout_outcomes.clone());
        let turned_away = Family::<Label, Counter>::default();
        let help =
            "Connections, sockets and requests that were not let in, by what they were too many of";
        registry.register("turned_away", help, turned_away.clone());
        let guest_reads = Family::<Label, Counter>::default();
        let help =
            "Reads of the database for those who have proved nothing, by what was looked for";
        registry.register("guest_reads", help, guest_reads.clone());
        let busy = Family::<Label, Counter>::default();
        registry.register("busy", "Asks that were not answered, by lane", busy.clone());
        let call_size = Family::<Label, Histogram>::new_with_constructor(|| {
            Histogram::new(exponential_buckets(1.0, 2.0, 11))
        });
        registry.register("call_size", "Players in one call, by lane", call_size.clone());
        let call_seconds = Family::<Label, Histogram>::new_with_constructor(seconds);
        let help = "Time of a call from sending it to its reply, by lane";
        registry.register_with_unit("call", help, Unit::Seconds, call_seconds.clone());
        let credit_seconds = seconds();
        let help = "Time from a catch to its credit";
        registry.register_with_unit("credit", help, Unit::Seconds, credit_seconds.clone());
        Self {
            frames,
            frames_too_fast,
            frames_malformed,
            taps,
            taps_remembered,
            outbox_frames,
            outbox_deepest,
            outbox_dropped,
            outbox_slow,
            credited,
            reconciled,
            unconfirmed,
            dead_letters,
            voids,
            takeovers,
            games_driven,
            peers,
            settle_retries,
            worker_panics,
            database_up,
            stream_lag,
            unreadable_rows,
            sockets,
            verdicts,
            payouts,
            payout_outcomes,
            turned_away,
            guest_reads,
            busy,
            call_size,
            call_seconds,
            credit_seconds,
            registry,
        }
    }

    /// Rows of the database that a list skips, because they cannot be read.
    pub fn unreadable_rows(&self, list: &'static str) -> Gauge {
        self.unreadable_rows.get_or_create_owned(&[("list", list)])
    }

    /// Open sockets of a role.
    pub fn sockets(&self, role: &'static str) -> Gauge {
        self.sockets.get_or_create_owned(&[("role", role)])
    }

    /// Notes a verdict on a tap.
    pub fn verdict(&self, kind: &'static str) {
        self.verdicts.get_or_create(&[("kind", kind)]).inc();
    }

    /// Payouts in a state.
    pub fn payouts(&self, state: &'static str) -> Gauge {
        self.payouts.get_or_create_owned(&[("state", state)])
    }

    /// Notes what came of an attempt to pay out.
    pub fn payout_outcome(&self, outcome: &'static str) {
        self.payout_outcomes.get_or_create(&[("outcome", outcome)]).inc();
    }

    /// Notes a read of the database for somebody who has proved nothing.
    pub fn guest_read(&self, what: &'static str) {
        self.guest_reads.get_or_create(&[("what", what)]).inc();
    }

    /// Notes that somebody was not let in.
    pub fn turned_away(&self, kind: &'static str) {
        self.turned_away.get_or_create(&[("kind", kind)]).inc();
    }

    /// Notes asks of a lane that were not answered.
    pub fn busy(&self, lane: &'static str, asks: usize) {
        self.busy.get_or_create(&[("lane", lane)]).inc_by(asks as u64);
    }

    /// Notes a call of a lane.
    pub fn called(&self, lane: &'static str, asks: usize, took: Duration) {
        let size = u32::try_from(asks).map_or(f64::INFINITY, f64::from);
        self.call_size.get_or_create(&[("lane", lane)]).observe(size);
        self.call_seconds.get_or_create(&[("lane", lane)]).observe(took.as_secs_f64());
    }

    /// Notes how long a claim took to be credited.
    pub fn credit_took(&self, ms: u64) {
        self.credit_seconds.observe(Duration::from_millis(ms).as_secs_f64());
    }

    /// All of it as text, in the format of `OpenMetrics` 1.0.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_noted_can_be_read() {
        let metrics = Metrics::new();
        metrics.taps.inc();
        metrics.verdict("caught");
        metrics.called("claim", 7, Duration::from_millis(3));
        metrics.payouts("unknown").set(3);
        metrics.payout_outcome("confirmed");
        metrics.busy("claim", 2);
        metrics.turned_away("pins");
        metrics.sockets("player").inc();
        let text = metrics.text();
        for line in [
            "quizrain_taps_total 1",
            "quizrain_verdicts_total{kind=\"caught\"} 1",
            "quizrain_call_size_sum{lane=\"claim\"} 7.0",
            "quizrain_call_seconds_count{lane=\"claim\"} 1",
            "quizrain_payouts{state=\"unknown\"} 3",
            "quizrain_payout_outcomes_total{outcome=\"confirmed\"} 1",
            "quizrain_busy_total{lane=\"claim\"} 2",
            "quizrain_turned_away_total{kind=\"pins\"} 1",
            "quizrain_sockets{role=\"player\"} 1",
            "# EOF",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} is missing in\n{text}");
        }
    }
}
