//! What a soak found, as JSON and in words.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::path::Path;

use anyhow::Context;
use serde::Serialize;

/// What the audit says of a ledger in order.
pub(super) const CLEAN: &str = "clean";

/// What a soak found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Report {
    pub(super) seed: u64,
    pub(super) seconds: u64,
    pub(super) database: &'static str,
    /// Back ends that played the games together.
    pub(super) nodes: u32,
    /// Redis was a cluster, and how much of it the back ends waited for.
    pub(super) cluster: bool,
    pub(super) durability: &'static str,
    /// How often each kind of fault was really done; one that was planned and never done is 0.
    pub(super) faults: BTreeMap<&'static str, u64>,
    /// Packets that the ledger granted.
    pub(super) claims: u64,
    /// Packets that players were told of.
    pub(super) told: u64,
    pub(super) rains: u64,
    /// Rains of prizes for ranks among them.
    pub(super) prize_rains: u64,
    /// How often a back end began to drive a game: once for each game, and after each that was lost.
    pub(super) takeovers: i64,
    /// From the host's click to the end of a rain, at worst; nine seconds where nothing is wrong.
    pub(super) slowest_rain_ms: u64,
    pub(super) lost: u64,
    /// Packets that a failover of Redis lost and whose players were told so; no promise is broken.
    pub(super) void: u64,
    pub(super) double: u64,
    pub(super) overpaid_minor: i64,
    /// Granted packets that the receiver of payouts has as they should be; 0 without one.
    pub(super) payouts: u64,
    /// Webhooks that it has as they should be; 0 without one.
    pub(super) webhooks: u64,
    /// Whatever is wrong, these three included.
    pub(super) problems: u64,
    pub(super) audit: &'static str,
    /// How often the back end was started, and how often it had ended by itself.
    pub(super) starts: u32,
    pub(super) ended_alone: u32,
}

impl Report {
    /// Whether nothing is wrong, and there was something that could have gone wrong.
    pub(super) fn is_good(&self) -> bool {
        (self.lost, self.double, self.overpaid_minor, self.problems) == (0, 0, 0, 0)
            && self.audit == CLEAN
            && self.claims > 0
            && !self.faults.is_empty()
            && self.faults.values().all(|count| *count > 0)
    }

    pub(super) fn write(&self, path: &Path) -> anyhow::Result<()> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let faults: u64 = self.faults.values().sum();
        writeln!(
            f,
            "{} claims in {} rains, {} of prizes, {} payouts, {} webhooks, under {faults} faults on {}; {} starts of the back end",
            self.claims,
            self.rains,
            self.prize_rains,
            self.payouts,
            self.webhooks,
            self.database,
            self.starts
        )?;
        if self.nodes > 1 || self.cluster {
            let redis = if self.cluster { "a cluster" } else { "one server" };
            writeln!(
                f,
                "{} back ends began to drive a game {} times; Redis was {redis}, durability {}, {} void",
                self.nodes, self.takeovers, self.durability, self.void
            )?;
        }
        writeln!(f, "The slowest rain took {} s", self.slowest_rain_ms / 1000)?;
        for (kind, count) in &self.faults {
            writeln!(f, "  {count:>6}  {kind}")?;
        }
        writeln!(
            f,
            "Lost {}, double {}, overpaid {} minor units, {} problems, audit {}",
            self.lost, self.double, self.overpaid_minor, self.problems, self.audit
        )?;
        let verdict = if self.is_good() { "All promises were kept" } else { "FAILED" };
        write!(f, "{verdict}; seed {}", self.seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> Report {
        Report {
            claims: 5,
            faults: [("kill_redis", 1), ("kill_server", 2)].into(),
            audit: CLEAN,
            ..Report::default()
        }
    }

    #[test]
    fn a_run_is_good_only_with_claims_and_every_fault_and_nothing_wrong() {
        assert!(good().is_good());
        type Spoil = fn(&mut Report);
        let spoils: [Spoil; 8] = [
            |it| it.lost = 1,
            |it| it.double = 1,
            |it| it.overpaid_minor = 1,
            |it| it.problems = 1,
            |it| it.audit = "not run",
            |it| it.claims = 0,
            |it| it.faults.clear(),
            |it| *it.faults.entry("kill_redis").or_default() = 0,
        ];
        for spoil in spoils {
            let mut report = good();
            spoil(&mut report);
            assert!(!report.is_good(), "{report}");
            assert!(report.to_string().contains("FAILED"));
        }
    }

    #[test]
    fn the_json_has_what_is_promised() {
        let json = serde_json::to_value(good()).unwrap();
        for name in ["seed", "seconds", "claims", "lost", "double", "overpaid_minor"] {
            assert!(json[name].is_number(), "{name}");
        }
        assert_eq!(json["faults"]["kill_server"], 2);
        assert_eq!(json["audit"], "clean");
    }
}
