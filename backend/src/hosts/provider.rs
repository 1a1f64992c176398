//! Hosts who sign in at the OpenID provider: whom it vouches for is the host whose account is connected with them. What
//! the provider asks for stands in for password and second factor; nobody becomes a host by it alone.

use quizrain_shared::api::HostAccount;
use quizrain_shared::ids::HostId;

use crate::hosts::signing_in::{Tried, not_taken};
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
    /// The account is not there any more, was disabled, or the session has ended.
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

    /// Whether whoever is signed in may have their account connected: what is connected stands in for password and
    /// second factor from then on.
    ///
    /// # Errors
    /// The database failed, or too many sign in.
    pub async fn may_connect(
        &self,
        signed: &Signed,
        password: &str,
        second_factor: Option<&str>,
    ) -> Tried<()> {
        let (kept, proof) = match self.confirm_both(signed, password, second_factor).await? {
            Ok(confirmed) => confirmed,
            Err(why) => return Ok(Err(why)),
        };
        let used = self.sql.use_proof(signed.account.host, &kept.proved(proof.as_ref())).await?;
        Ok(if used { Ok(()) } else { Err(not_taken(proof.as_ref())) })
    }

    /// Connects the account of whoever is signed in with whoever the provider vouches for, in place of whoever it was
    /// connected with.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn connect(&self, signed: &Signed, who: &str) -> Result<Connected, StoreError> {
        let host = signed.account.host;
        let connected = self.sql.connect_host(signed, who).await?;
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

    /// The same for an account of somebody else, whoever is connected with it: its sessions end. `None`: there is none.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn forget_provider(&self, host: HostId) -> Result<Option<HostAccount>, StoreError> {
        let account = self.sql.forget_provider(host).await?;
        if account.is_some() {
            tracing::info!(%host, "account of a host at the provider forgotten");
        }
        Ok(account)
    }
}
