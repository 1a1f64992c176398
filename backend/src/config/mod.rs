//! Options: every one has a flag, an environment variable and a default that works on a laptop.

mod command;
mod door;
mod invalid;
mod people;
mod receivers;
mod retention;
mod secret;
mod stores;
mod values;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::{Arg, Args, CommandFactory, Parser};

use crate::redis_url::RedisUrl;

pub use command::{Command, DepositKey, GameName};
pub use door::{DoorOptions, WebOrigin};
pub use invalid::InvalidOption;
pub use people::{Oidc, PeopleOptions, SignInKeys, SignIns};
pub use receivers::{Receiver, ReceiverOptions};
pub use retention::RetentionOptions;
pub use stores::{Durability, SponsorCredit, StoreOptions};

/// What `--help` ends with: secrets have an environment variable and no flag.
const AFTER_HELP: &str = "Environment alone:\n  QUIZRAIN_HOST_KEY       the key of the host address, 32 hex digits [default: made at the first start and kept in the data folder]\n  QUIZRAIN_PAYOUT_SECRET  what payouts are signed with, 32 characters or more; in place of --payout-secret-file\n  QUIZRAIN_WEBHOOK_SECRET  what webhooks are signed with, likewise; in place of --webhook-secret-file\n  QUIZRAIN_OIDC_CLIENT_SECRET  the secret that --oidc-issuer has given to this client; in place of --oidc-client-secret-file";

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

impl Cli {
    /// The program's command line. A command takes every option, and shows those that mean something to it.
    #[must_use]
    pub fn command_line() -> clap::Command {
        let whole = Self::command();
        let options = whole.get_arguments().filter(|option| option.is_global_set());
        let options: Vec<Arg> = options.cloned().collect();
        whole.mut_subcommands(|command| {
            let name = command.get_name().to_owned();
            let is_hidden = |option: &Arg| !is_of(option.get_id().as_str(), &name);
            // What a command has already, clap does not give it as well.
            let own = options.iter().map(|option| option.clone().hide(is_hidden(option)));
            command.args(own).after_help("It takes all options of the server: quizrain --help")
        })
    }
}

/// Whether an option means something to a command: nearly all are for the server alone.
fn is_of(option: &str, command: &str) -> bool {
    match option {
        "data_dir" | "database_url" | "log" => true,
        "redis_url" => command == "audit",
        "erasures" => command == "erase",
        _ => false,
    }
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

    /// Folder of quiz files that the library follows: what is saved there is in it a moment later, in
    /// place of the quiz of the same file name. Default: no folder, and the quizzes built in.
    #[arg(long, env = "QUIZRAIN_QUIZZES", global = true)]
    pub quizzes: Option<PathBuf>,

    /// File of words, one on each line, that no screen shows: a nickname with one of them is refused;
    /// what players answer with one is left out of the reveal, and counts all the same. Default: none.
    #[arg(long, env = "QUIZRAIN_BLOCKED_WORDS", value_name = "FILE", global = true)]
    pub blocked_words: Option<PathBuf>,

    /// How many players one game takes.
    #[arg(long, env = "QUIZRAIN_MAX_PLAYERS", default_value_t = 10_000, global = true)]
    pub max_players: u32,

    /// Redis, the ledger, and who writes there how fast.
    #[command(flatten)]
    pub stores: StoreOptions,

    /// How long things are kept.
    #[command(flatten)]
    pub retention: RetentionOptions,

    /// Who is let in, and how much one address may do.
    #[command(flatten)]
    pub door: DoorOptions,

    /// Who is told of payouts and of what became of games.
    #[command(flatten)]
    pub receivers: ReceiverOptions,

    /// How players and hosts sign in.
    #[command(flatten)]
    pub people: PeopleOptions,

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
        let database = self.stores.database_url.as_ref().is_some_and(secret);
        let redis = self.stores.redis_url.as_ref().is_some_and(RedisUrl::has_password);
        let urls = [
            ("redis_url", "--redis-url", "QUIZRAIN_REDIS_URL", redis),
            ("database_url", "--database-url", "QUIZRAIN_DATABASE_URL", database),
        ];
        for (id, flag, variable, secret) in urls {
            if secret && matches.value_source(id) == Some(clap::parser::ValueSource::CommandLine) {
                return Err(InvalidOption::SecretOnCommandLine { flag, variable });
            }
        }
        if self.door.allowed_origins.len() > 1
            && self.door.allowed_origins.iter().any(WebOrigin::is_any)
        {
            return Err(InvalidOption::AnyOriginAmongOthers);
        }
        if self.stores.durability == Durability::Replicated && self.stores.redis_url.is_none() {
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

#[cfg(test)]
mod tests {
    use clap::FromArgMatches;

    use super::*;

    #[test]
    fn a_command_shows_what_it_needs_and_takes_every_option() {
        let mut whole = Cli::command_line();
        assert!(whole.render_long_help().to_string().contains("--max-players"));
        whole.build();
        let mut shown = 0;
        for command in whole.get_subcommands().filter(|it| it.get_name() != "help") {
            let (name, help) = (command.get_name(), command.clone().render_long_help().to_string());
            assert!(
                help.contains("--data-dir") && help.contains("--database-url"),
                "{name}: {help}"
            );
            assert_eq!(help.contains("--redis-url"), name == "audit", "{name}: {help}");
            assert_eq!(help.contains("--erasures"), name == "erase", "{name}: {help}");
            assert!(!help.contains("--max-players"), "{name}: {help}");
            assert!(help.lines().count() < 100, "{name}: {help}");
            shown += 1;
        }
        assert_eq!(shown, 7);
        let deposit = ["deposit", "5", "CNY"];
        let given = ["--max-players", "7"];
        for line in [[&deposit[..], &given[..]].concat(), [&given[..], &deposit[..]].concat()] {
            let line = [&["quizrain"][..], &line[..]].concat();
            let matches = Cli::command_line().try_get_matches_from(line).unwrap();
            let cli = Cli::from_arg_matches(&matches).unwrap();
            assert_eq!(cli.options.max_players, 7);
            assert!(matches!(cli.command, Some(Command::Deposit { .. })));
        }
    }
}
