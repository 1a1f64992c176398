//! Why an option cannot be used.

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
