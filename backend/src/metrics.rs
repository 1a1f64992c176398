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
use prometheus_client::registry::{Metric, Registry, Unit};
use quizrain_shared::api::{PayoutState, SignInRefusal};

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
    pub taps_cached: Counter,
    /// Frames that wait in all outboxes.
    pub outbox_depth: Gauge,
    /// Frames that wait in the fullest outbox.
    pub outbox_depth_max: Gauge,
    /// Progress frames dropped for sockets that read too slowly.
    pub outbox_dropped: Counter,
    /// Sockets closed because they read too slowly.
    pub sockets_closed_slow: Counter,
    /// Claims that this node put into the ledger.
    pub claims_credited: Counter,
    /// Claims that the stream had lost and that were put back from what was caught.
    pub claims_reconciled: Counter,
    /// Claims that were read and do not stand on the server that their rain is settled from.
    pub claims_unconfirmed: Counter,
    /// Claims that could not be settled and were put aside.
    pub dead_letters: Counter,
    /// Packets that a player was told of and that are not theirs.
    pub packets_voided: Counter,
    /// Games that this node began to drive, also those that it made.
    pub game_takeovers: Counter,
    /// Games that this node drives.
    pub games_driven: Gauge,
    /// Other nodes that this one hears.
    pub nodes_visible: Gauge,
    /// Batches that were tried again because the ledger was away.
    pub settlement_retries: Counter,
    /// Workers that panicked and were started again.
    pub worker_panics: Counter,
    /// 1 while the database takes writes, as far as this node saw last; else 0.
    pub database_up: Gauge,
    /// Connections that came to no handshake of TLS.
    pub tls_handshakes_failed: Counter,
    /// When the certificate expires, in seconds since 1970; 0: there is none.
    pub tls_certificate_expiry: Gauge,
    /// Entries of streams that no settler has acknowledged.
    pub settlement_lag: Gauge,
    unreadable_rows: Family<Label, Gauge>,
    sockets: Family<Label, Gauge>,
    tap_results: Family<Label, Counter>,
    payouts: Family<Label, Gauge>,
    payout_outcomes: Family<Label, Counter>,
    webhooks: Family<Label, Gauge>,
    webhook_outcomes: Family<Label, Counter>,
    rejected: Family<Label, Counter>,
    sign_ins_refused: Family<Label, Counter>,
    unauthenticated_reads: Family<Label, Counter>,
    rejected_requests: Family<Label, Counter>,
    batch_size: Family<Label, Histogram>,
    batch_seconds: Family<Label, Histogram>,
    settlement_seconds: Histogram,
    registry: Registry,
}

/// From a quarter of a millisecond to four seconds.
fn seconds() -> Histogram {
    Histogram::new(exponential_buckets(0.000_25, 2.0, 15))
}

fn register<M: Metric + Clone>(of: &mut Registry, name: &str, help: &str, metric: M) -> M {
    of.register(name, help, metric.clone());
    metric
}

/// Registers what begins with nothing counted.
fn add<M: Metric + Clone + Default>(of: &mut Registry, name: &str, help: &str) -> M {
    register(of, name, help, M::default())
}

/// Registers what counts seconds.
fn time<M: Metric + Clone>(of: &mut Registry, name: &str, help: &str, metric: M) -> M {
    of.register_with_unit(name, help, Unit::Seconds, metric.clone());
    metric
}

impl Metrics {
    // A table: a line for each.
    #[rustfmt::skip]
    fn new() -> Self {
        let mut of = Registry::with_prefix("quizrain");
        let sizes = || Histogram::new(exponential_buckets(1.0, 2.0, 11));
        Self {
            frames: add(&mut of, "frames", "Frames received"),
            frames_too_fast: add(&mut of, "frames_too_fast", "Frames beyond a socket's limit"),
            frames_malformed: add(&mut of, "frames_malformed", "Frames that could not be read"),
            taps: add(&mut of, "taps", "Taps on drops"),
            taps_cached: add(&mut of, "taps_cached", "Taps answered without asking Redis"),
            outbox_depth: add(&mut of, "outbox_depth", "Frames that wait in all outboxes"),
            outbox_depth_max: add(&mut of, "outbox_depth_max", "Frames that wait in the fullest outbox"),
            outbox_dropped: add(&mut of, "outbox_dropped", "Progress frames dropped for slow sockets"),
            sockets_closed_slow: add(&mut of, "sockets_closed_slow", "Sockets closed because they read too slowly"),
            claims_credited: add(&mut of, "claims_credited", "Claims put into the ledger"),
            claims_reconciled: add(&mut of, "claims_reconciled", "Claims put back into streams that had lost them"),
            claims_unconfirmed: add(&mut of, "claims_unconfirmed", "Claims read that do not stand in Redis"),
            dead_letters: add(&mut of, "dead_letters", "Claims put aside because they did not settle"),
            packets_voided: add(&mut of, "packets_voided", "Packets that were told and lost"),
            game_takeovers: add(&mut of, "game_takeovers", "Games that this node began to drive"),
            games_driven: add(&mut of, "games_driven", "Games that this node drives"),
            nodes_visible: add(&mut of, "nodes_visible", "Other nodes that this one hears"),
            settlement_retries: add(&mut of, "settlement_retries", "Batches tried again: the ledger was away"),
            worker_panics: add(&mut of, "worker_panics", "Workers that panicked and started again"),
            database_up: add(&mut of, "database_up", "Whether the database takes writes: 1, else 0"),
            tls_handshakes_failed: add(&mut of, "tls_handshakes_failed", "Connections that came to no handshake of TLS"),
            tls_certificate_expiry: time(&mut of, "tls_certificate_expiry", "When the certificate expires, since 1970; 0 without one", Gauge::default()),
            settlement_lag: add(&mut of, "settlement_lag", "Stream entries that wait for the ledger"),
            unreadable_rows: add(&mut of, "unreadable_rows", "Rows of the database that cannot be read, by the list that skips them"),
            sockets: add(&mut of, "sockets", "Open sockets by role"),
            tap_results: add(&mut of, "tap_results", "Verdicts on taps by kind"),
            payouts: add(&mut of, "payouts", "Payouts without a final answer, by state"),
            payout_outcomes: add(&mut of, "payout_outcomes", "Attempts to pay out, by what came of them"),
            webhooks: add(&mut of, "webhooks", "Webhooks that have not arrived, by state"),
            webhook_outcomes: add(&mut of, "webhook_outcomes", "Attempts to send a webhook, by the state after them"),
            rejected: add(&mut of, "rejected", "Connections, sockets and requests that were not let in, by what they were too many of"),
            sign_ins_refused: add(&mut of, "sign_ins_refused", "Sign-ins by tokens and invites that were refused, by why"),
            unauthenticated_reads: add(&mut of, "unauthenticated_reads", "Reads of the database for those who have proved nothing, by what was looked for"),
            rejected_requests: add(&mut of, "rejected_requests", "Requests that got no response, by batch"),
            batch_size: register(&mut of, "batch_size", "Players in one call, by batch", Family::new_with_constructor(sizes)),
            batch_seconds: time(&mut of, "batch", "Time of a call from sending it to its reply, by batch", Family::new_with_constructor(seconds)),
            settlement_seconds: time(&mut of, "settlement", "Time from a catch to its credit", seconds()),
            registry: of,
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
    pub fn tap_result(&self, kind: &'static str) {
        self.tap_results.get_or_create(&[("kind", kind)]).inc();
    }

    /// Payouts in a state.
    pub fn payouts(&self, state: PayoutState) -> Gauge {
        self.payouts.get_or_create_owned(&[("state", state.word())])
    }

    /// Notes what came of an attempt to pay out.
    pub fn payout_outcome(&self, outcome: &'static str) {
        self.payout_outcomes.get_or_create(&[("outcome", outcome)]).inc();
    }

    /// Webhooks in a state.
    pub fn webhooks(&self, state: PayoutState) -> Gauge {
        self.webhooks.get_or_create_owned(&[("state", state.word())])
    }

    /// Notes what came of an attempt to send a webhook.
    pub fn webhook_outcome(&self, outcome: &'static str) {
        self.webhook_outcomes.get_or_create(&[("outcome", outcome)]).inc();
    }

    /// Notes a read of the database for somebody who has proved nothing.
    pub fn unauthenticated_read(&self, what: &'static str) {
        self.unauthenticated_reads.get_or_create(&[("what", what)]).inc();
    }

    /// Notes that somebody was not let in.
    pub fn rejected(&self, kind: &'static str) {
        self.rejected.get_or_create(&[("kind", kind)]).inc();
    }

    /// Notes that somebody was not signed in.
    pub fn sign_in_refused(&self, reason: SignInRefusal) {
        self.sign_ins_refused.get_or_create(&[("reason", reason.word())]).inc();
    }

    /// Notes requests of a batcher that got no response.
    pub fn rejected_requests(&self, batch: &'static str, requests: usize) {
        self.rejected_requests.get_or_create(&[("batch", batch)]).inc_by(requests as u64);
    }

    /// Notes a call of a batcher.
    pub fn batch_took(&self, batch: &'static str, requests: usize, took: Duration) {
        let size = u32::try_from(requests).map_or(f64::INFINITY, f64::from);
        self.batch_size.get_or_create(&[("batch", batch)]).observe(size);
        self.batch_seconds.get_or_create(&[("batch", batch)]).observe(took.as_secs_f64());
    }

    /// Notes how long a claim took to be credited.
    pub fn settlement_took(&self, ms: u64) {
        self.settlement_seconds.observe(Duration::from_millis(ms).as_secs_f64());
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
        metrics.tap_result("caught");
        metrics.batch_took("claim", 7, Duration::from_millis(3));
        metrics.payouts(PayoutState::Unknown).set(3);
        metrics.payout_outcome("confirmed");
        metrics.rejected_requests("claim", 2);
        metrics.rejected("pins");
        metrics.sockets("player").inc();
        let text = metrics.text();
        for line in [
            "quizrain_taps_total 1",
            "quizrain_tap_results_total{kind=\"caught\"} 1",
            "quizrain_batch_size_sum{batch=\"claim\"} 7.0",
            "quizrain_batch_seconds_count{batch=\"claim\"} 1",
            "quizrain_payouts{state=\"unknown\"} 3",
            "quizrain_payout_outcomes_total{outcome=\"confirmed\"} 1",
            "quizrain_rejected_requests_total{batch=\"claim\"} 2",
            "quizrain_rejected_total{kind=\"pins\"} 1",
            "quizrain_sockets{role=\"player\"} 1",
            "# EOF",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} is missing in\n{text}");
        }
    }
}
