//! Hosts who sign in at the OpenID provider: whom it vouches for is the host whose account is connected with them. What
//! the provider asks for stands in for password and second factor; nobody becomes a host by it alone.

use quizrain_shared::api::HostAccount;
use quizrain_shared::ids::HostId;

use crate::error::Error;
use crate::hosts::signing_in::Tried;
use crate::hosts::sql::{First, Proved};
use crate::hosts::{FromBrowser, Hosts, NotSigned, Opened, SessionToken, Signed};
use crate::store::StoreError;

/// What became of a wish to have an account connected.
#[derive(Debug)]
pub enum Connected {
    /// It is.
    Done(HostAccount),
    /// Another account is connected with them.
    Other,
    /// The account is not there any more, or was disabled.
    Gone,
}

impl Hosts {
    /// Signs in whoever the provider vouches for, by what is kept of them. [`NotSigned::Wrong`]: no account that opens
    /// anything is connected with them.
    ///
    /// # Errors
    /// The database failed.
    pub async fn sign_in_at_provider(&self, who: &str, from: FromBrowser<'_>) -> Tried<Opened> {
        let found = async { Ok(self.sql.host_at_provider(who).await?) };
        let Some(found) = self.gate.read("provider", found).await? else {
            return Ok(Err(NotSigned::Wrong));
        };
        let token = SessionToken::random()?;
        let new = self.new_session(&token, from.user_agent)?;
        let replaced = from.before.map(SessionToken::hash);
        let host = found.account.host;
        let first = First::Provider(who);
        let proved = Proved { first, totp: found.totp.as_deref(), proof: None };
        if !self.sql.open_session(host, &proved, &new, replaced.as_deref()).await? {
            return Ok(Err(NotSigned::Wrong));
        }
        tracing::info!(%host, "a host signed in at the provider");
        let account = HostAccount { signed_in_ms: Some(new.now_ms), ..found.account };
        Ok(Ok(Opened { token, account }))
    }

    /// Whether this is the password of whoever is signed in.
    ///
    /// # Errors
    /// The database failed, or too many sign in.
    pub async fn is_password(&self, signed: &Signed, password: &str) -> Result<bool, Error> {
        Ok(self.confirm(signed, password).await?.is_some())
    }

    /// Connects an account with whoever the provider vouches for, in place of whoever it was connected with.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn connect(&self, host: HostId, who: &str) -> Result<Connected, StoreError> {
        let connected = self.sql.connect_host(host, who).await?;
        if matches!(connected, Connected::Done(_)) {
            tracing::info!(%host, "a host may sign in at the provider now");
        }
        Ok(connected)
    }

    /// Has the provider open nothing for whoever is signed in any more.
    ///
    /// # Errors
    /// The database failed, or too many sign in.
    pub async fn disconnect(&self, signed: &Signed, password: &str) -> Tried<HostAccount> {
        let Some(kept) = self.confirm(signed, password).await? else {
            return Ok(Err(NotSigned::Wrong));
        };
        let host = signed.account.host;
        if !self.sql.disconnect_host(host, &kept.proved(None)).await? {
            return Ok(Err(NotSigned::Wrong));
        }
        tracing::info!(%host, "a host signs in at the provider no more");
        Ok(Ok(HostAccount { provider: false, ..kept.account }))
    }
}
