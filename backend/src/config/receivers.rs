//! Options of who is told what came of a game, and of payouts.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::invalid::InvalidOption;
use super::secret::given_secret;

/// How long the receiver of webhooks may take for an answer.
const WEBHOOK_TIMEOUT: Duration = Duration::from_secs(10);

/// Who is told of payouts and of what became of games.
#[derive(Clone, Debug, Args)]
pub struct ReceiverOptions {
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

    /// Hold payouts of players who are flagged when a rain opens, until a host releases or refuses them
    /// (docs/PAYOUTS.md).
    #[arg(
        long,
        env = "QUIZRAIN_PAYOUTS_HOLD_FLAGGED",
        value_parser = clap::builder::BoolishValueParser::new(),
        global = true
    )]
    pub payouts_hold_flagged: bool,

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
}

impl ReceiverOptions {
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
