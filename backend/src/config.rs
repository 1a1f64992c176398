//! Options: every one has a flag, an environment variable and a default that works on a laptop.

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use ipnet::IpNet;
use quizrain_shared::ids::{GameId, Pin, RainId};
use quizrain_shared::money::Currency;

use crate::redis_url::RedisUrl;

/// What `--help` ends with: secrets have an environment variable and no flag.
const AFTER_HELP: &str = "Environment alone:\n  QUIZRAIN_HOST_KEY       the key of the host address, 32 hex digits [default: made at the first start and kept in the data folder]\n  QUIZRAIN_PAYOUT_SECRET  what payouts are signed with, 32 characters or more; in place of --payout-secret-file\n  QUIZRAIN_WEBHOOK_SECRET  what webhooks are signed with, likewise; in place of --webhook-secret-file\n  QUIZRAIN_OIDC_CLIENT_SECRET  the secret that --oidc-issuer has given to this client; in place of --oidc-client-secret-file";

/// How long the receiver of webhooks may take for an answer.
const WEBHOOK_TIMEOUT: Duration = Duration::from_secs(10);

/// Live quizzes with a red-packet rain.
///
/// Without a command it serves: it prints the host's address and the players' address.
#[derive(Debug, Parser)]
#[command(name = "quizrain", version, max_term_width = 100, after_help = AFTER_HELP)]
pub struct Cli {
    /// What to do instead of serving.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Options of every command.
    #[command(flatten)]
    pub options: Options,
}

/// What to do instead of serving.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Add quizzes to the library: files of ours and of other programs, known by their content.
    Import {
        /// The files.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Read them and say what would come, and change nothing.
        #[arg(long)]
        dry_run: bool,
        /// Print a line of JSON for each file.
        #[arg(long)]
        json: bool,
        /// What texts that are not Unicode are encoded in, such as windows-1252 or gb18030.
        #[arg(long)]
        encoding: Option<String>,
        /// Which columns of tables have what, where their headers do not say so, such as
        /// question=A,choices=B-E,correct=F,time=G,header=1.
        #[arg(long, value_name = "COLUMNS")]
        columns: Option<String>,
    },
    /// Note that the sponsor paid in, for pots to come.
    Deposit {
        /// How much, such as 500.00.
        amount: String,
        /// In which currency, such as CNY.
        currency: Currency,
        /// What names this deposit, such as the bank's reference: paying in again under the same
        /// key changes nothing. Default: a new one, which is printed first.
        #[arg(long)]
        key: Option<DepositKey>,
    },
    /// Take a settlement of a finished rain back, by a reversing entry: the money is the
    /// sponsor's again.
    Reverse {
        /// The rain.
        rain: RainId,
        /// The packet's number.
        packet: u32,
    },
    /// Have webhooks sent again that were given up. Works beside a running server.
    RedriveWebhooks,
    /// Play a game again from its log: make every score, rank and right to catch anew and compare
    /// them with what was shown and granted. Works beside a running server. Ends with 0: all is as
    /// the log says, 1: something differs, or the game cannot be played again.
    Replay {
        /// The game's id, or the PIN of the newest game that had it.
        game: GameName,
    },
    /// Check every rain: the ledger against itself, Redis and what was paid out. Changes nothing,
    /// and works beside a running server. Ends with 0: clean, 1: something is wrong, 2: not
    /// everything could be checked.
    Audit {
        /// Check this rain alone.
        #[arg(long)]
        rain: Option<RainId>,
        /// The receiver's list of what it paid, to compare with: CSV with the columns key,
        /// `amount_minor` and state (confirmed or refused).
        #[arg(long, value_name = "FILE")]
        statement: Option<PathBuf>,
        /// Print one line of JSON.
        #[arg(long)]
        json: bool,
        /// Print a line for each rain.
        #[arg(long, conflicts_with = "json")]
        verbose: bool,
    },
}

/// What names a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameName {
    /// Its id.
    Id(GameId),
    /// The PIN of the newest game that had it.
    Pin(Pin),
}

impl FromStr for GameName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let id = text.parse().map(Self::Id);
        id.or_else(|_| text.parse().map(Self::Pin))
            .map_err(|_| "expected a game's id (16 hex digits) or a PIN (six digits)".to_owned())
    }
}

/// What names a deposit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DepositKey(pub String);

/// Characters of a deposit's key at most.
const LONGEST_KEY: usize = 64;

impl FromStr for DepositKey {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fits = |c: char| c.is_ascii_alphanumeric() || "-_.:/".contains(c);
        if text.is_empty() || text.len() > LONGEST_KEY || !text.chars().all(fits) {
            return Err(format!("expected 1 to {LONGEST_KEY} letters, digits or any of -_.:/"));
        }
        Ok(Self(text.to_owned()))
    }
}

/// Where pages come from that may ask the API: an origin as browsers send it (RFC 6454, 6.2), or any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebOrigin(String);

impl WebOrigin {
    /// As a header has it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it stands for all there are.
    #[must_use]
    pub fn is_any(&self) -> bool {
        self.0 == "*"
    }
}

impl FromStr for WebOrigin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text == "*" {
            return Ok(Self(text.to_owned()));
        }
        let url = text.parse::<url::Url>().ok();
        let url =
            url.filter(|url| ["http", "https"].contains(&url.scheme()) && !text.contains('*'));
        let origin = url.map(|url| url.origin().ascii_serialization());
        match origin {
            Some(origin) if origin == text => Ok(Self(origin)),
            Some(origin) => Err(format!("browsers call that origin {origin}")),
            None => Err("expected an origin such as https://app.example.org".to_owned()),
        }
    }
}

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

/// Options of every command.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Address and port to listen on.
    #[arg(long, env = "QUIZRAIN_LISTEN", default_value = "0.0.0.0:8080", global = true)]
    pub listen: SocketAddr,

    /// Address and port for /metrics, /healthz and /readyz, over plain HTTP; then /metrics is nowhere
    /// else. Default: with all else.
    #[arg(long, env = "QUIZRAIN_METRICS_LISTEN", value_name = "ADDRESS", global = true)]
    pub metrics_listen: Option<SocketAddr>,

    /// Address that players use, such as <https://quiz.example.org>. Default: this machine in its
    /// network.
    #[arg(long, env = "QUIZRAIN_PUBLIC_URL", global = true)]
    pub public_url: Option<url::Url>,

    /// File of this server's certificate and of what vouches for it, in PEM: it speaks HTTPS and
    /// nothing else. Read again when it changes. Needs --tls-key.
    #[arg(
        long,
        env = "QUIZRAIN_TLS_CERT",
        value_name = "FILE",
        requires = "tls_key",
        global = true
    )]
    pub tls_cert: Option<PathBuf>,

    /// File of the certificate's private key, in PEM and without a passphrase.
    #[arg(
        long,
        env = "QUIZRAIN_TLS_KEY",
        value_name = "FILE",
        requires = "tls_cert",
        global = true
    )]
    pub tls_key: Option<PathBuf>,

    /// Folder of everything that is kept. Default: quizrain in the user's data folder.
    #[arg(long, env = "QUIZRAIN_DATA_DIR", global = true)]
    pub data_dir: Option<PathBuf>,

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

    /// Folder of quiz files that the library follows: what is saved there is in it a moment later, in
    /// place of the quiz of the same file name. Default: no folder, and the quizzes built in.
    #[arg(long, env = "QUIZRAIN_QUIZZES", global = true)]
    pub quizzes: Option<PathBuf>,

    /// File of words, one on each line, that no screen shows: a nickname with one of them is refused;
    /// what players answer with one is left out of the reveal, and counts all the same. Default: none.
    #[arg(long, env = "QUIZRAIN_BLOCKED_WORDS", value_name = "FILE")]
    pub blocked_words: Option<PathBuf>,

    /// How many players one game takes.
    #[arg(long, env = "QUIZRAIN_MAX_PLAYERS", default_value_t = 10_000, global = true)]
    pub max_players: u32,

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

    /// How many frames a second one socket may send; twice that for a moment.
    #[arg(
        long,
        env = "QUIZRAIN_FRAMES_PER_SECOND",
        default_value_t = 20,
        value_parser = clap::value_parser!(u32).range(1..),
        global = true
    )]
    pub frames_per_second: u32,

    /// Further names by which browsers may call this server, with commas between them, or * for
    /// any.
    #[arg(
        long,
        env = "QUIZRAIN_ALLOWED_HOSTS",
        value_name = "NAMES",
        value_delimiter = ',',
        global = true
    )]
    pub allowed_hosts: Vec<String>,

    /// Origins whose pages may ask the API, such as <https://app.example.org>, with commas between
    /// them, or * for any. Default: none but this server's own.
    #[arg(
        long,
        env = "QUIZRAIN_ALLOWED_ORIGINS",
        value_name = "ORIGINS",
        value_delimiter = ',',
        global = true
    )]
    pub allowed_origins: Vec<WebOrigin>,

    /// Proxies whose X-Forwarded-For is believed, such as 10.0.0.2, with commas between them; also
    /// a network such as 10.0.7.0/28, but never one that players are in: each of them could name
    /// any address as its own.
    #[arg(
        long,
        env = "QUIZRAIN_TRUSTED_PROXIES",
        value_name = "ADDRESSES",
        value_delimiter = ',',
        value_parser = network,
        global = true
    )]
    pub trusted_proxies: Vec<IpNet>,

    /// Connections in all. Default: the system's limit of open files, less 200.
    #[arg(
        long,
        env = "QUIZRAIN_MAX_CONNECTIONS",
        value_name = "COUNT",
        value_parser = clap::value_parser!(u32).range(1..),
        global = true
    )]
    pub max_connections: Option<u32>,

    /// Connections of one address; a hall behind one router is one. Default: three quarters of all.
    #[arg(
        long,
        env = "QUIZRAIN_CONNECTIONS_PER_ADDRESS",
        value_name = "COUNT",
        value_parser = clap::value_parser!(u32).range(1..),
        global = true
    )]
    pub connections_per_address: Option<u32>,

    /// Sockets of one address without a seat and without a host's right.
    #[arg(
        long,
        env = "QUIZRAIN_UNSEATED_PER_ADDRESS",
        default_value_t = 12_000,
        value_name = "COUNT",
        value_parser = clap::value_parser!(u32).range(1..),
        global = true
    )]
    pub unseated_per_address: u32,

    /// Screens of one address.
    #[arg(
        long,
        env = "QUIZRAIN_SCREENS_PER_ADDRESS",
        default_value_t = 1000,
        value_name = "COUNT",
        value_parser = clap::value_parser!(u32).range(1..),
        global = true
    )]
    pub screens_per_address: u32,

    /// New seats that one address may take in a minute, in all games of this server; a hall behind one
    /// router comes at once. Who comes back takes none.
    #[arg(
        long,
        env = "QUIZRAIN_JOINS_PER_MINUTE",
        default_value_t = 12_000,
        value_name = "COUNT",
        value_parser = clap::value_parser!(u32).range(1..),
        global = true
    )]
    pub joins_per_minute: u32,

    /// Wrong pins that one address may try at once; as many again in ten minutes.
    #[arg(
        long,
        env = "QUIZRAIN_WRONG_PINS_PER_ADDRESS",
        default_value_t = 400,
        value_name = "COUNT",
        value_parser = clap::value_parser!(u32).range(1..),
        global = true
    )]
    pub wrong_pins_per_address: u32,

    /// Wrong pins of all addresses in an hour before each has seven tries.
    #[arg(
        long,
        env = "QUIZRAIN_WRONG_PINS_PER_HOUR",
        default_value_t = 1400,
        value_name = "COUNT",
        value_parser = clap::value_parser!(u32).range(1..),
        global = true
    )]
    pub wrong_pins_per_hour: u32,

    /// Reads of the database that one address may cause a second before it has proved anything;
    /// twenty times as many at once, and as many again for hosts who come.
    #[arg(
        long,
        env = "QUIZRAIN_READS_PER_SECOND",
        default_value_t = 500,
        value_name = "COUNT",
        value_parser = clap::value_parser!(u32).range(1..),
        global = true
    )]
    pub reads_per_second: u32,

    /// How many of those reads run at a time.
    #[arg(
        long,
        env = "QUIZRAIN_UNAUTHENTICATED_READS",
        default_value_t = 2,
        value_name = "COUNT",
        value_parser = clap::value_parser!(u8).range(1..),
        global = true
    )]
    pub unauthenticated_reads: u8,

    /// How long a connection may take for the head of a request, and stay without one, in seconds.
    #[arg(
        long,
        env = "QUIZRAIN_IDLE_SECONDS",
        default_value_t = 10,
        value_name = "SECONDS",
        value_parser = clap::value_parser!(u16).range(1..=3600),
        global = true
    )]
    pub idle_seconds: u16,

    /// How long a request may take, with its body, until its answer begins, in seconds.
    #[arg(
        long,
        env = "QUIZRAIN_REQUEST_SECONDS",
        default_value_t = 30,
        value_name = "SECONDS",
        value_parser = clap::value_parser!(u16).range(1..=3600),
        global = true
    )]
    pub request_seconds: u16,

    /// Receiver that is told of every credited packet, such as <https://pay.example.org/quizrain>
    /// (docs/PAYOUTS.md). Needs a secret.
    #[arg(long, env = "QUIZRAIN_PAYOUT_URL", hide_env_values = true, global = true)]
    pub payout_url: Option<url::Url>,

    /// File with the secret that payouts are signed with, 32 characters or more.
    #[arg(long, env = "QUIZRAIN_PAYOUT_SECRET_FILE", value_name = "FILE", global = true)]
    pub payout_secret_file: Option<PathBuf>,

    /// Let payouts go to this machine and its network, also without TLS.
    #[arg(
        long,
        env = "QUIZRAIN_PAYOUT_ALLOW_PRIVATE",
        value_parser = clap::builder::BoolishValueParser::new(),
        global = true
    )]
    pub payout_allow_private: bool,

    /// How long the receiver of payouts may take for an answer, in ms; then it is asked again.
    #[arg(
        long,
        env = "QUIZRAIN_PAYOUT_TIMEOUT_MS",
        default_value_t = 10_000,
        value_name = "MS",
        value_parser = clap::value_parser!(u32).range(100..=60_000),
        global = true
    )]
    pub payout_timeout_ms: u32,

    /// Receiver that is told when games start and end and rains are settled, such as
    /// <https://example.org/quizrain> (docs/WEBHOOKS.md). Needs a secret.
    #[arg(long, env = "QUIZRAIN_WEBHOOK_URL", hide_env_values = true, global = true)]
    pub webhook_url: Option<url::Url>,

    /// File with the secret that webhooks are signed with, 32 characters or more.
    #[arg(long, env = "QUIZRAIN_WEBHOOK_SECRET_FILE", value_name = "FILE", global = true)]
    pub webhook_secret_file: Option<PathBuf>,

    /// Let webhooks go to this machine and its network, also without TLS.
    #[arg(
        long,
        env = "QUIZRAIN_WEBHOOK_ALLOW_PRIVATE",
        value_parser = clap::builder::BoolishValueParser::new(),
        global = true
    )]
    pub webhook_allow_private: bool,

    /// File of the public keys that sign-ins are checked with, in PEM or as a JWKS: players of a game for
    /// people who are signed in come with a token that your own system has signed (docs/HOSTING.md).
    /// The same for all servers. Needs --identity-issuer and --identity-audience.
    #[arg(
        long,
        env = "QUIZRAIN_IDENTITY_KEY",
        value_name = "FILE",
        requires_all = ["identity_issuer", "identity_audience"],
        global = true
    )]
    pub identity_key: Option<PathBuf>,

    /// Where the public keys lie instead, as a JWKS, such as <https://staff.example.org/jwks.json>: read
    /// when the server starts, every ten minutes, and when a token names one that is not known.
    #[arg(
        long,
        env = "QUIZRAIN_IDENTITY_JWKS_URL",
        value_name = "URL",
        conflicts_with = "identity_key",
        requires_all = ["identity_issuer", "identity_audience"],
        global = true
    )]
    pub identity_jwks_url: Option<url::Url>,

    /// Let that be on this machine or in its network, also without HTTPS.
    #[arg(
        long,
        env = "QUIZRAIN_IDENTITY_ALLOW_PRIVATE",
        requires = "identity_jwks_url",
        global = true
    )]
    pub identity_allow_private: bool,

    /// Who signs those tokens, as their claim iss says.
    #[arg(
        long,
        env = "QUIZRAIN_IDENTITY_ISSUER",
        value_name = "TEXT",
        requires = "identity_audience",
        global = true
    )]
    pub identity_issuer: Option<String>,

    /// Whom those tokens are for, as their claim aud says: this service, and no other of yours.
    #[arg(
        long,
        env = "QUIZRAIN_IDENTITY_AUDIENCE",
        value_name = "TEXT",
        requires = "identity_issuer",
        global = true
    )]
    pub identity_audience: Option<String>,

    /// How long a browser stays a person's who has signed in, in days; signing in again begins anew. One that
    /// came with an invite stays its guest's until a host frees the invite.
    #[arg(long, env = "QUIZRAIN_SIGN_IN_DAYS", default_value = "30", value_name = "DAYS",
        value_parser = sign_in_days, global = true)]
    pub sign_in_days: Duration,
    /// OpenID provider at which players sign in who have no link, such as <https://accounts.example.org>,
    /// letter for letter as it calls itself (docs/RUN.md). The same for all servers, as all of --oidc.
    /// Needs --oidc-client-id and a secret.
    #[arg(
        long,
        env = "QUIZRAIN_OIDC_ISSUER",
        value_name = "URL",
        requires = "oidc_client_id",
        global = true
    )]
    pub oidc_issuer: Option<String>,

    /// What the provider calls this service.
    #[arg(
        long,
        env = "QUIZRAIN_OIDC_CLIENT_ID",
        value_name = "TEXT",
        requires = "oidc_issuer",
        global = true
    )]
    pub oidc_client_id: Option<String>,

    /// File with the secret that the provider has given to this service, 16 characters or more.
    #[arg(
        long,
        env = "QUIZRAIN_OIDC_CLIENT_SECRET_FILE",
        value_name = "FILE",
        requires = "oidc_issuer",
        global = true
    )]
    pub oidc_client_secret_file: Option<PathBuf>,

    /// What people call the provider: it stands on the button. Default: its host name.
    #[arg(
        long,
        env = "QUIZRAIN_OIDC_NAME",
        value_name = "TEXT",
        requires = "oidc_issuer",
        global = true
    )]
    pub oidc_name: Option<String>,

    /// What the provider is asked for, with spaces between.
    #[arg(
        long,
        env = "QUIZRAIN_OIDC_SCOPES",
        value_name = "TEXT",
        default_value = "openid profile",
        global = true
    )]
    pub oidc_scopes: String,

    /// Let the provider be on this machine or in its network, also without HTTPS.
    #[arg(
        long,
        env = "QUIZRAIN_OIDC_ALLOW_PRIVATE",
        value_parser = clap::builder::BoolishValueParser::new(),
        global = true
    )]
    pub oidc_allow_private: bool,
    /// How long a host who has signed in stays so without doing anything, in hours.
    #[arg(
        long,
        env = "QUIZRAIN_HOST_IDLE_HOURS",
        default_value = "12",
        value_name = "HOURS",
        value_parser = hours,
        global = true
    )]
    pub host_idle_hours: Duration,

    /// How long they stay signed in at most, in days.
    #[arg(
        long,
        env = "QUIZRAIN_HOST_SESSION_DAYS",
        default_value = "7",
        value_name = "DAYS",
        value_parser = days,
        global = true
    )]
    pub host_session_days: Duration,

    /// How long a server that ends takes to move its players to other servers, in seconds; at once
    /// where there is none.
    #[arg(
        long,
        env = "QUIZRAIN_DRAIN_SECONDS",
        default_value_t = 10,
        value_name = "SECONDS",
        value_parser = clap::value_parser!(u8).range(0..=15),
        global = true
    )]
    pub drain_seconds: u8,

    /// What to log, as a filter of tracing.
    #[arg(long, env = "QUIZRAIN_LOG", default_value = "info,sqlx=warn,redis=error", global = true)]
    pub log: String,
}

/// Reads a network, or one address.
fn network(text: &str) -> Result<IpNet, String> {
    let text = text.trim();
    let one = |_| text.parse::<IpAddr>().map(IpNet::from);
    let network = text.parse::<IpNet>().or_else(one);
    network.map_err(|_| "expected an address such as 10.0.0.2, or a network".to_owned())
}

/// Reads a number of hours, such as 24 or 0.5.
fn hours(text: &str) -> Result<Duration, String> {
    let hours = text.trim().parse::<f64>().ok();
    hours
        .and_then(|hours| Duration::try_from_secs_f64(hours * 3600.0).ok())
        .ok_or_else(|| "expected a number of hours, such as 24 or 0.5".to_owned())
}

fn days(text: &str) -> Result<Duration, String> {
    let days = text.trim().parse::<f64>().ok();
    days.and_then(|days| Duration::try_from_secs_f64(days * 86_400.0).ok())
        .ok_or_else(|| "expected a number of days, such as 400 or 0.5".to_owned())
}

fn sign_in_days(text: &str) -> Result<Duration, String> {
    let days = days(text)?;
    if days.is_zero() { Err("nobody can be signed in for no time".to_owned()) } else { Ok(days) }
}

/// An option that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum InvalidOption {
    /// Who signs, and with what nobody knows.
    #[error("--identity-issuer needs --identity-key or --identity-jwks-url")]
    NoSignInKeys,
    /// Nobody would believe that it is this service.
    #[error(
        "--oidc-issuer needs the secret that it has given to this service, in QUIZRAIN_OIDC_CLIENT_SECRET or in the file that --oidc-client-secret-file names"
    )]
    NoClientSecret,
    /// What is asked for does not say who somebody is.
    #[error("--oidc-scopes must have openid among them")]
    NoOpenIdScope,
    /// Two that vouch for people.
    #[error(
        "--identity-issuer and --oidc-issuer must be the same, letter for letter: one person would be two, and catch two \
         packets"
    )]
    TwoIssuers,
    /// A secret on the command line can be read by everybody on the machine.
    #[error(
        "{flag} has a password in it: everybody on this machine can read a command line. Put the URL into {variable} instead"
    )]
    SecretOnCommandLine {
        /// The flag.
        flag: &'static str,
        /// The environment variable to use.
        variable: &'static str,
    },
    /// A private Redis has no replica.
    #[error("--durability replicated needs a Redis with replicas: name it with --redis-url")]
    NoReplicas,
    /// What any may, some need not be named for.
    #[error("--allowed-origins has * among others; name it alone, or leave it out")]
    AnyOriginAmongOthers,
    /// No default folder for data.
    #[error("there is no home folder to keep data in; say where with --data-dir")]
    NoDataDir,
    /// Deliveries that nobody could tell from forged ones.
    #[error(
        "--{name}-url needs a secret to sign with, in {variable} or in the file that --{name}-secret-file names; `openssl rand -hex 32` makes one"
    )]
    NoSecret {
        /// What its options begin with.
        name: &'static str,
        /// The environment variable of the secret.
        variable: &'static str,
    },
    /// Two secrets, and no saying which is meant.
    #[error("both {variable} and --{name}-secret-file are set; keep one of them")]
    TwoSecrets {
        /// What its options begin with.
        name: &'static str,
        /// The environment variable of the secret.
        variable: &'static str,
    },
    /// The secret cannot be read.
    #[error("cannot read the {name} secret: {why}")]
    UnreadableSecret {
        /// What its options begin with.
        name: &'static str,
        /// Why.
        why: String,
    },
}

impl Options {
    /// Refuses options that should not have been given this way.
    ///
    /// # Errors
    /// A URL with a password came from the command line, or one option needs another.
    pub fn check(&self, matches: &clap::ArgMatches) -> Result<(), InvalidOption> {
        // Drivers of databases take one as a parameter, too. A receiver's address may have none at
        // all.
        let secret = |url: &url::Url| {
            url.password().is_some() || url.query_pairs().any(|(name, _)| name == "password")
        };
        let database = self.database_url.as_ref().is_some_and(secret);
        let redis = self.redis_url.as_ref().is_some_and(RedisUrl::has_password);
        let urls = [
            ("redis_url", "--redis-url", "QUIZRAIN_REDIS_URL", redis),
            ("database_url", "--database-url", "QUIZRAIN_DATABASE_URL", database),
        ];
        for (id, flag, variable, secret) in urls {
            if secret && matches.value_source(id) == Some(clap::parser::ValueSource::CommandLine) {
                return Err(InvalidOption::SecretOnCommandLine { flag, variable });
            }
        }
        if self.allowed_origins.len() > 1 && self.allowed_origins.iter().any(WebOrigin::is_any) {
            return Err(InvalidOption::AnyOriginAmongOthers);
        }
        if self.durability == Durability::Replicated && self.redis_url.is_none() {
            return Err(InvalidOption::NoReplicas);
        }
        Ok(())
    }

    /// The files of the certificate and of its key, where it speaks HTTPS by itself.
    #[must_use]
    pub fn tls(&self) -> Option<(&Path, &Path)> {
        self.tls_cert.as_deref().zip(self.tls_key.as_deref())
    }

    /// Whether browsers reach it by HTTPS.
    #[must_use]
    pub fn is_https(&self) -> bool {
        let public = self.public_url.as_ref().map(|url| url.scheme() == "https");
        public.unwrap_or(self.tls_cert.is_some())
    }

    /// How people sign in, where they do.
    ///
    /// # Errors
    /// It is said who signs, and not with which keys.
    pub fn sign_ins(&self) -> Result<Option<SignIns<'_>>, InvalidOption> {
        let named = self.identity_issuer.as_deref().zip(self.identity_audience.as_deref());
        let Some((issuer, audience)) = named else { return Ok(None) };
        let keys = match (&self.identity_key, &self.identity_jwks_url) {
            (Some(file), _) => SignInKeys::File(file),
            (None, Some(url)) => SignInKeys::At { url, allow_private: self.identity_allow_private },
            (None, None) => return Err(InvalidOption::NoSignInKeys),
        };
        Ok(Some(SignIns { keys, issuer, audience }))
    }

    /// Who vouches for people, if anybody.
    ///
    /// # Errors
    /// Two do: then one person is two, and catches twice.
    pub fn issuer(&self) -> Result<Option<&str>, InvalidOption> {
        match (self.identity_issuer.as_deref(), self.oidc_issuer.as_deref()) {
            (Some(one), Some(other)) if one != other => Err(InvalidOption::TwoIssuers),
            (one, other) => Ok(one.or(other)),
        }
    }

    /// Where people sign in who have no link, if anywhere.
    ///
    /// # Errors
    /// No secret, two, or one that cannot be read; or it would not be told who they are.
    pub fn oidc(&self) -> Result<Option<Oidc<'_>>, InvalidOption> {
        let named = self.oidc_issuer.as_deref().zip(self.oidc_client_id.as_deref());
        let Some((issuer, client_id)) = named else { return Ok(None) };
        if !self.oidc_scopes.split_whitespace().any(|scope| scope == "openid") {
            return Err(InvalidOption::NoOpenIdScope);
        }
        let file = self.oidc_client_secret_file.as_deref();
        let secret = given_secret("oidc-client", "QUIZRAIN_OIDC_CLIENT_SECRET", file)?;
        let host = || issuer.parse::<url::Url>().ok()?.host_str().map(str::to_owned);
        Ok(Some(Oidc {
            issuer,
            client_id,
            client_secret: secret.ok_or(InvalidOption::NoClientSecret)?.trim().to_owned(),
            name: self.oidc_name.clone().or_else(host).unwrap_or_else(|| issuer.to_owned()),
            scopes: &self.oidc_scopes,
            allow_private: self.oidc_allow_private,
        }))
    }

    /// Who receives payouts, if anybody.
    #[must_use]
    pub fn payouts(&self) -> Option<Receiver<'_>> {
        self.payout_url.as_ref().map(|url| Receiver {
            name: "payout",
            variable: "QUIZRAIN_PAYOUT_SECRET",
            url,
            secret_file: self.payout_secret_file.as_deref(),
            allow_private: self.payout_allow_private,
            timeout: Duration::from_millis(self.payout_timeout_ms.into()),
        })
    }

    /// Who receives webhooks, if anybody.
    #[must_use]
    pub fn webhooks(&self) -> Option<Receiver<'_>> {
        self.webhook_url.as_ref().map(|url| Receiver {
            name: "webhook",
            variable: "QUIZRAIN_WEBHOOK_SECRET",
            url,
            secret_file: self.webhook_secret_file.as_deref(),
            allow_private: self.webhook_allow_private,
            timeout: WEBHOOK_TIMEOUT,
        })
    }

    /// The data folder.
    ///
    /// # Errors
    /// None was given and the user has no home.
    pub fn data_dir(&self) -> Result<PathBuf, InvalidOption> {
        let from_home = || {
            let home = std::env::var_os("XDG_DATA_HOME").filter(|dir| !dir.is_empty());
            let home = home.map(PathBuf::from);
            home.or_else(|| std::env::home_dir().map(|home| home.join(".local/share")))
                .map(|dir| dir.join("quizrain"))
        };
        self.data_dir.clone().or_else(from_home).ok_or(InvalidOption::NoDataDir)
    }
}

/// How people sign in.
#[derive(Clone, Copy, Debug)]
pub struct SignIns<'o> {
    /// What their tokens are checked with.
    pub keys: SignInKeys<'o>,
    /// Who signs them.
    pub issuer: &'o str,
    /// For whom.
    pub audience: &'o str,
}

/// Where the keys lie that sign-ins are checked with.
#[derive(Clone, Copy, Debug)]
pub enum SignInKeys<'o> {
    /// In a file.
    File(&'o Path),
    /// At an address.
    At {
        /// It.
        url: &'o url::Url,
        /// Whether it may be on this machine or in its network.
        allow_private: bool,
    },
}

/// Where people sign in who have no link.
#[derive(Clone)]
pub struct Oidc<'o> {
    /// Who signs them in.
    pub issuer: &'o str,
    /// What that calls this service.
    pub client_id: &'o str,
    /// What proves that it is this service.
    pub client_secret: String,
    /// What people call it.
    pub name: String,
    /// What it is asked for.
    pub scopes: &'o str,
    /// Whether it may be on this machine or in its network.
    pub allow_private: bool,
}

/// Who is told something over HTTP, signed.
#[derive(Clone, Copy, Debug)]
pub struct Receiver<'o> {
    /// What its options begin with.
    pub name: &'static str,
    /// The environment variable of the secret.
    variable: &'static str,
    /// Where it is told.
    pub url: &'o url::Url,
    secret_file: Option<&'o Path>,
    /// Whether it may be on this machine or in its network.
    pub allow_private: bool,
    /// How long it may take for an answer.
    pub timeout: Duration,
}

impl Receiver<'_> {
    /// The secret to sign with, as it was given.
    ///
    /// # Errors
    /// There is none, there are two, or it cannot be read.
    pub fn secret(&self) -> Result<String, InvalidOption> {
        let Self { name, variable, .. } = *self;
        let secret = given_secret(name, variable, self.secret_file)?;
        secret.ok_or(InvalidOption::NoSecret { name, variable })
    }
}

/// A secret from a variable or a file, as it was given, if it was.
fn given_secret(
    name: &'static str,
    variable: &'static str,
    file: Option<&Path>,
) -> Result<Option<String>, InvalidOption> {
    let unreadable = |why: String| InvalidOption::UnreadableSecret { name, why };
    let value = std::env::var_os(variable).filter(|text| !text.is_empty());
    match (value, file) {
        (None, None) => Ok(None),
        (Some(_), Some(_)) => Err(InvalidOption::TwoSecrets { name, variable }),
        (Some(text), None) => {
            text.into_string().map(Some).map_err(|_| unreadable(format!("{variable} is not UTF-8")))
        }
        (None, Some(path)) => std::fs::read_to_string(path)
            .map(Some)
            .map_err(|error| unreadable(format!("{}: {error}", path.display()))),
    }
}
