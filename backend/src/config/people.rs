//! Options of who people are: how players and hosts sign in.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::invalid::InvalidOption;
use super::secret::given_secret;
use super::values::{days, hours};

/// Who people are: how players and hosts sign in.
#[derive(Clone, Debug, Args)]
pub struct PeopleOptions {
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
}

fn sign_in_days(text: &str) -> Result<Duration, String> {
    let days = days(text)?;
    if days.is_zero() { Err("nobody can be signed in for no time".to_owned()) } else { Ok(days) }
}

impl PeopleOptions {
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
