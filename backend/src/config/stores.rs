//! Options of Redis and of the ledger, and of who writes there how fast.

use clap::Args;

use crate::redis_url::RedisUrl;

/// How far the sponsor's balance may go below zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SponsorCredit {
    /// As far as it goes: money changes hands elsewhere.
    Unlimited,
    /// Not at all: a pot is funded with what was paid in before, or the rain does not open.
    None,
}

/// Who must have a claim before the player hears of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Durability {
    /// The Redis server that granted it.
    Local,
    /// One of its replicas too.
    Replicated,
}

/// Redis, the ledger, and who writes there how fast.
#[derive(Clone, Debug, Args)]
pub struct StoreOptions {
    /// Redis: one server (<redis://host:6379>), sentinels and the name of their primary
    /// (<redis+sentinel://host:26379,host:26379/name>) or a cluster
    /// (<redis+cluster://host:6379,host:6379>); rediss for TLS. Default: a private redis-server. A
    /// URL with a password belongs in the variable.
    #[arg(long, env = "QUIZRAIN_REDIS_URL", hide_env_values = true, global = true)]
    pub redis_url: Option<RedisUrl>,

    /// Use a Redis whose settings let it forget claims. For play money only.
    #[arg(
        long,
        env = "QUIZRAIN_ALLOW_UNSAFE_REDIS",
        value_parser = clap::builder::BoolishValueParser::new(),
        global = true
    )]
    pub allow_unsafe_redis: bool,

    /// Who must have a claim, an answer or a seat before the player hears of it: the server of
    /// Redis that took it, or a replica too. Needs --redis-url.
    #[arg(
        long,
        env = "QUIZRAIN_DURABILITY",
        value_name = "WHERE",
        default_value = "local",
        global = true
    )]
    pub durability: Durability,

    /// How long a claim, an answer or a seat waits for a replica, in ms; then the player asks
    /// again.
    #[arg(
        long,
        env = "QUIZRAIN_REPLICA_TIMEOUT_MS",
        default_value_t = 400,
        value_name = "MS",
        value_parser = clap::value_parser!(u32).range(10..=450),
        global = true
    )]
    pub replica_timeout_ms: u32,

    /// Ledger, such as <postgres://user@host/quizrain> or <sqlite:///path/to/file>. Default: an
    /// SQLite file in the data folder. A URL with a password belongs in the variable.
    #[arg(long, env = "QUIZRAIN_DATABASE_URL", hide_env_values = true, global = true)]
    pub database_url: Option<url::Url>,

    /// Whether a rain may take more from the sponsor than was paid in with `quizrain deposit`;
    /// points always may. Default: unlimited, but none with --payout-url.
    #[arg(long, env = "QUIZRAIN_SPONSOR_CREDIT", value_name = "HOW_MUCH", global = true)]
    pub sponsor_credit: Option<SponsorCredit>,

    /// How many taps, answers or joins go to Redis in one call; 1: each by itself.
    #[arg(
        long,
        env = "QUIZRAIN_MAX_BATCH",
        default_value_t = 1024,
        value_parser = clap::value_parser!(u16).range(1..=1024),
        global = true
    )]
    pub max_batch: u16,

    /// In how many shards the packets of a new rain lie: each is granted by one server of a Redis
    /// cluster.
    #[arg(
        long,
        env = "QUIZRAIN_SHARDS",
        default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=256),
        global = true
    )]
    pub shards: u16,

    /// How many workers of this server settle the claims of one rain.
    #[arg(
        long,
        env = "QUIZRAIN_SETTLEMENT_WORKERS",
        default_value_t = 2,
        value_parser = clap::value_parser!(u8).range(1..=32),
        global = true
    )]
    pub settlement_workers: u8,

    /// How long after a fail-over of Redis no rain is finished, in seconds: servers and phones show
    /// what players were told meanwhile. Needs --redis-url.
    #[arg(
        long,
        env = "QUIZRAIN_FAILOVER_GRACE_SECONDS",
        default_value_t = 15,
        value_name = "SECONDS",
        value_parser = clap::value_parser!(u16).range(0..=3600),
        global = true
    )]
    pub failover_grace_seconds: u16,

    /// How long a server that died or hangs keeps the games that it drives, in ms. The same for all
    /// servers. Needs --redis-url.
    #[arg(
        long,
        env = "QUIZRAIN_LEASE_MS",
        default_value_t = 3000,
        value_name = "MS",
        value_parser = clap::value_parser!(u32).range(100..=60_000),
        global = true
    )]
    pub lease_ms: u32,
}
