//! What `soak` can be told, and which faults are possible then.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use super::database::Which;
use super::ledger::Break;
use super::plan::Kind;

/// What `soak` can be told.
#[derive(Clone, Debug, Args)]
pub(crate) struct Options {
    /// How long rains fall and faults happen, in seconds; the settling afterwards comes on top.
    #[arg(long, env = "QUIZRAIN_SOAK_SECONDS", default_value_t = 60,
        value_parser = clap::value_parser!(u64).range(10..))]
    pub(super) seconds: u64,

    /// Where every choice comes from: the same seed, the same faults and rains [default: a new
    /// one].
    #[arg(long, env = "QUIZRAIN_SOAK_SEED")]
    pub(super) seed: Option<u64>,

    /// File for what was found.
    #[arg(long, env = "QUIZRAIN_SOAK_JSON")]
    pub(super) json: Option<PathBuf>,

    /// Spoil the ledger before it is checked, to see that this is noticed.
    #[arg(long = "break", value_enum)]
    pub(super) spoil: Option<Break>,

    /// Which database keeps the ledger.
    #[arg(long, env = "QUIZRAIN_SOAK_DATABASE", value_enum, default_value = "sqlite")]
    pub(super) database: Which,

    /// How many players each game has.
    #[arg(long, env = "QUIZRAIN_SOAK_PLAYERS", default_value_t = 200,
        value_parser = clap::value_parser!(u32).range(1..=5_000))]
    pub(super) players: u32,

    /// How many games are played at the same time.
    #[arg(long, env = "QUIZRAIN_SOAK_GAMES", default_value_t = 2,
        value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(super) games: u32,

    /// How many servers play the games together, over the same Redis and the same ledger.
    #[arg(long, env = "QUIZRAIN_SOAK_NODES", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=5))]
    pub(super) nodes: u32,

    /// Redis is a cluster of three primaries and three replicas.
    #[arg(long, env = "QUIZRAIN_SOAK_CLUSTER",
        value_parser = clap::builder::BoolishValueParser::new())]
    pub(super) cluster: bool,

    /// What the servers promise of Redis: with `replicated` no failover may lose a packet.
    #[arg(long, env = "QUIZRAIN_SOAK_DURABILITY", value_enum, default_value = "local")]
    pub(super) durability: Durability,

    /// In how many parts a rain's packets lie in Redis.
    #[arg(long, env = "QUIZRAIN_SOAK_SHARDS", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) shards: u16,

    /// How long a server that is asked to end takes to move its players to the others.
    #[arg(long, env = "QUIZRAIN_SOAK_DRAIN_SECONDS", default_value_t = 2,
        value_parser = clap::value_parser!(u8).range(0..=15))]
    pub(super) drain_seconds: u8,

    /// These faults alone, as often as the time allows [default: all that are possible].
    #[arg(long, env = "QUIZRAIN_SOAK_ONLY", value_enum, value_delimiter = ',')]
    pub(super) only: Vec<Kind>,

    /// The server was built with fail points: arm some at each of its starts.
    #[arg(long, env = "QUIZRAIN_SOAK_FAIL_POINTS",
        value_parser = clap::builder::BoolishValueParser::new())]
    pub(super) fail_points: bool,

    /// The sample receiver of payouts and webhooks, `receiver`: every packet is paid out to it, and
    /// it is told of games, while it misbehaves [default: no payouts and no webhooks].
    #[arg(long, env = "QUIZRAIN_SOAK_RECEIVER")]
    pub(super) receiver: Option<PathBuf>,

    /// The server to torment; default: the quizrain beside this program.
    #[arg(long, env = "QUIZRAIN_SOAK_PROGRAM")]
    pub(super) program: Option<PathBuf>,

    /// Folder for data and logs, which stay there; default: a temporary one that is removed after
    /// a good run.
    #[arg(long, env = "QUIZRAIN_SOAK_DIR")]
    pub(super) dir: Option<PathBuf>,
}

/// What a server promises of Redis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Durability {
    /// What is told is on the disk of the primary.
    Local,
    /// A replica has it too.
    Replicated,
}

impl Durability {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::Replicated => "replicated",
        }
    }
}

impl Options {
    /// Whether they go together.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        if self.durability == Durability::Replicated && !self.cluster {
            bail!("--durability replicated needs replicas: add --cluster");
        }
        if let Some(kind) = self.only.iter().find(|kind| !self.possible(kind)) {
            bail!("--only {}: not without --cluster, --nodes or --receiver", kind.name());
        }
        Ok(())
    }

    /// Whether a failover may lose what a player was told, where the player is told that too.
    pub(super) fn may_void(&self) -> bool {
        self.cluster && self.durability == Durability::Local
    }

    /// What can go wrong.
    pub(super) fn kinds(&self) -> Vec<Kind> {
        let wanted = |kind: &Kind| self.only.is_empty() || self.only.contains(kind);
        Kind::ALL.into_iter().filter(|kind| wanted(kind) && self.possible(kind)).collect()
    }

    fn possible(&self, kind: &Kind) -> bool {
        match kind {
            Kind::KillReceiver => self.receiver.is_some(),
            Kind::RestartServer => self.nodes > 1,
            // A cluster tells its clients the addresses of its servers, past any relay.
            Kind::CutLink | Kind::StallLink => self.nodes > 1 && !self.cluster,
            Kind::KillPrimary | Kind::SwapPrimary => self.cluster,
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    fn kinds(words: &[&str]) -> Vec<Kind> {
        let line = std::iter::once("soak").chain(words.iter().copied());
        let options = Line::parse_from(line).options;
        options.check().unwrap();
        options.kinds()
    }

    #[test]
    fn what_is_impossible_is_left_out() {
        use Kind::{
            CutLink, KillPrimary, KillReceiver, KillRedis, RestartServer, StallLink, SwapPrimary,
        };
        let of_several = [RestartServer, CutLink, StallLink, KillPrimary, SwapPrimary];
        let alone = kinds(&[]);
        assert_eq!(alone.len(), Kind::ALL.len() - 1 - of_several.len());
        assert!(of_several.iter().chain(&[KillReceiver]).all(|kind| !alone.contains(kind)));
        assert!(kinds(&["--receiver", "x"]).contains(&KillReceiver));
        let several = kinds(&["--nodes", "3"]);
        let more: Vec<Kind> =
            several.iter().filter(|kind| !alone.contains(kind)).copied().collect();
        assert_eq!(more, [RestartServer, CutLink, StallLink]);
        let cluster = kinds(&["--nodes", "2", "--cluster", "--durability", "replicated"]);
        assert!([KillPrimary, SwapPrimary, RestartServer].iter().all(|k| cluster.contains(k)));
        assert!([CutLink, StallLink].iter().all(|kind| !cluster.contains(kind)));
        assert!(cluster.contains(&KillRedis));
        assert_eq!(
            kinds(&["--cluster", "--only", "swap_primary,kill_primary"]),
            [KillPrimary, SwapPrimary]
        );
        for words in [["--durability", "replicated"], ["--only", "kill_primary"]] {
            let line = Line::parse_from(std::iter::once("soak").chain(words));
            assert!(line.options.check().is_err(), "{words:?}");
        }
    }
}
