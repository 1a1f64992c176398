//! Options of how long things are kept.

use std::time::Duration;

use clap::Args;

use super::values::{days, hours};

/// How long things are kept.
#[derive(Clone, Debug, Args)]
pub struct RetentionOptions {
    /// How long a game's keys stay in Redis after its end, in hours; longer until every claim is in
    /// the ledger.
    #[arg(long, env = "QUIZRAIN_REDIS_RETENTION_HOURS", default_value = "24", value_name = "HOURS",
        value_parser = hours, global = true)]
    pub redis_retention_hours: Duration,

    /// How long a game that rained nothing but points stays in the ledger after its end, in hours.
    /// Default: for ever, as games with real money.
    #[arg(long, env = "QUIZRAIN_POINTS_RETENTION_HOURS", value_name = "HOURS",
        value_parser = hours, global = true)]
    pub points_retention_hours: Option<Duration>,

    /// How long the results of a game stay after its end, in days, with the receipts of its players and
    /// what a replay reads. What was caught stays in the ledger.
    #[arg(long, env = "QUIZRAIN_RESULTS_RETENTION_DAYS", default_value = "400", value_name = "DAYS",
        value_parser = days, global = true)]
    pub results_retention_days: Duration,

    /// How long the log of actions keeps who did what, in days.
    #[arg(long, env = "QUIZRAIN_ACTIONS_RETENTION_DAYS", default_value = "400", value_name = "DAYS",
        value_parser = days, global = true)]
    pub actions_retention_days: Duration,
}
