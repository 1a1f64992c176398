//! Accounts of hosts: who may make and run games with a name and a password of their own, beside the host
//! key. Called by `http`.
//!
//! Passwords are kept as Argon2id has them; cookies of sessions and codes, which are random, as plain
//! hashes. Every request that shows a session has it looked up, so that what has ended opens nothing from
//! that moment, on every server.

mod browser;
mod password;
mod provider;
mod second_factor;
mod secret;
mod sees;
mod signing_in;
mod sql;

use std::sync::Arc;
use std::time::Duration;

use quizrain_shared::api::{ChangeHost, HOST_CODE_MS, HostAccount, HostSession, NewHost};
use quizrain_shared::ids::HostId;

use crate::batch::ReadGate;
use crate::error::Error;
use crate::store::random::random_bytes;
use crate::store::sql::Sql;
use crate::store::{Clock, StoreError};

use password::Passwords;
use secret::Code;
use sql::Put;

pub use provider::Connected;
pub use secret::SessionToken;
pub use sees::Sees;
pub use signing_in::{FromBrowser, NotSigned, Opened};

/// How exactly it is known when a session was used last: what writes the database at every request would
/// hold up the ledger.
const USED_MS: u64 = 60_000;

/// When sessions end.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    /// When nobody uses them for so long, in ms.
    pub idle_ms: u64,
    /// However much they are used, in ms.
    pub absolute_ms: u64,
}

impl Ends {
    /// After these times. What is used is noted to a minute, so that no session ends sooner than that.
    #[must_use]
    pub fn after(idle: Duration, absolute: Duration) -> Self {
        let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Self { idle_ms: ms(idle).max(2 * USED_MS), absolute_ms: ms(absolute) }
    }
}

/// Whoever shows a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// Their account, as it is now.
    pub account: HostAccount,
    /// Names the session.
    pub session: String,
}

/// A code that chooses a password, told here and nowhere else.
pub struct Invited {
    /// Of this account.
    pub account: HostAccount,
    /// The code.
    pub code: String,
    /// Until when it can be used, in ms of server time.
    pub until_ms: u64,
}

/// What became of an account that was to be made.
pub enum Made {
    /// It was.
    Done(Invited),
    /// Another has this login name.
    Taken,
    /// There are as many as there may be.
    Full,
    /// There is no owner yet.
    FirstIsOwner,
}

/// An account that was changed.
#[derive(Debug)]
pub struct Changed {
    /// As it is now.
    pub account: HostAccount,
    /// Whether it may less, or other things: its rights to the desks of games are the caller's to end.
    pub may_less: bool,
}

/// Why somebody changed no account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotChanged {
    /// There is none.
    Gone,
    /// They are no owner any more.
    NoOwner,
    /// It is their own, which they cannot disable, delete or demote.
    Own,
}

/// The accounts.
#[derive(Clone)]
pub struct Hosts {
    sql: Sql,
    clock: Arc<Clock>,
    gate: Arc<ReadGate>,
    passwords: Arc<Passwords>,
    ends: Ends,
}

impl Hosts {
    /// Those of this database.
    ///
    /// # Errors
    /// The operating system gives no randomness.
    pub fn new(
        sql: Sql,
        clock: Arc<Clock>,
        gate: Arc<ReadGate>,
        ends: Ends,
    ) -> Result<Self, getrandom::Error> {
        Ok(Self { sql, clock, gate, passwords: Arc::new(Passwords::new()?), ends })
    }

    /// When sessions end.
    #[must_use]
    pub fn ends(&self) -> Ends {
        self.ends
    }

    /// Makes an account of a [checked](NewHost::checked) wish.
    ///
    /// # Errors
    /// The database failed: the account may be in the list, and nobody knows its code.
    pub async fn make(&self, wish: &NewHost) -> Result<Made, Error> {
        let (host, code) = (HostId(random_bytes()?), Code::random()?);
        let now_ms = self.clock.now_ms();
        let until_ms = now_ms.saturating_add(HOST_CODE_MS);
        match self.sql.put_host(host, wish, (&code.hash(), until_ms), now_ms).await? {
            Put::Done => {}
            Put::Taken => return Ok(Made::Taken),
            Put::Full => return Ok(Made::Full),
            Put::FirstIsOwner => return Ok(Made::FirstIsOwner),
        }
        tracing::info!(%host, role = %wish.role, "account of a host made");
        let account = HostAccount {
            host,
            login: wish.login.clone(),
            name: wish.name.clone(),
            role: wish.role,
            created_ms: now_ms,
            has_password: false,
            signed_in_ms: None,
            disabled_ms: None,
            second_factor: false,
            provider: false,
        };
        Ok(Made::Done(Invited { account, code: code.reveal(), until_ms }))
    }

    /// Every account, by login name.
    ///
    /// # Errors
    /// The database failed.
    pub async fn list(&self) -> Result<Vec<HostAccount>, StoreError> {
        self.sql.hosts(None).await
    }

    /// An account.
    ///
    /// # Errors
    /// The database failed.
    pub async fn find(&self, host: HostId) -> Result<Option<HostAccount>, StoreError> {
        Ok(self.sql.hosts(Some(host)).await?.pop())
    }

    /// Changes an account, for an owner or, without one, for whoever has the host key.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn change(
        &self,
        owner: Option<HostId>,
        host: HostId,
        change: &ChangeHost,
    ) -> Result<Result<Changed, NotChanged>, StoreError> {
        let changed = self.sql.change_host(owner, host, change, self.clock.now_ms()).await?;
        if let Ok(Changed { account, .. }) = &changed {
            tracing::info!(%host, role = %account.role, disabled = change.disabled, "account of a host changed");
        }
        Ok(changed)
    }

    /// Gives an account another code that chooses its password; `None`: there is none that opens anything.
    /// What it has until then stays good.
    ///
    /// # Errors
    /// The database failed; doing it again gives another code.
    pub async fn invite(&self, host: HostId) -> Result<Option<Invited>, Error> {
        let code = Code::random()?;
        let until_ms = self.clock.now_ms().saturating_add(HOST_CODE_MS);
        if !self.sql.put_host_code(host, &code.hash(), until_ms).await? {
            return Ok(None);
        }
        tracing::info!(%host, "code for another password made");
        let account = self.find(host).await?;
        Ok(account.map(|account| Invited { account, code: code.reveal(), until_ms }))
    }

    /// Has the password be enough for an account, whose host has lost their authenticator app; `None`: there is none.
    /// Its sessions end, and its account at the provider opens nothing any more.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn forget_second_factor(
        &self,
        host: HostId,
    ) -> Result<Option<HostAccount>, StoreError> {
        let account = self.sql.forget_second_factor(host).await?;
        if account.is_some() {
            tracing::info!(%host, "second factor of a host forgotten");
        }
        Ok(account)
    }

    /// Deletes an account, as [`Self::change`]. Its rights to the desks of games are the caller's to end.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn delete(
        &self,
        owner: Option<HostId>,
        host: HostId,
    ) -> Result<Result<(), NotChanged>, StoreError> {
        let deleted = self.sql.delete_host(owner, host).await?;
        if deleted.is_ok() {
            tracing::info!(%host, "account of a host deleted");
        }
        Ok(deleted)
    }

    /// Whoever shows this session, who has proved nothing by anything else; `None`: it is nobody's any more.
    ///
    /// # Errors
    /// The database failed or is busy.
    pub async fn signed(&self, shown: &SessionToken) -> Result<Option<Signed>, Error> {
        // Sessions are random, and opened here: what is none, or has ended, will not be one later.
        let unknown = &self.gate.unknown;
        let hash = shown.hash();
        let Some(sought) = unknown.seek(("session", &hash)) else { return Ok(None) };
        let now_ms = self.clock.now_ms();
        let found = async { Ok(self.sql.session(&hash, now_ms, self.ends).await?) };
        let Some((signed, used_ms)) = self.gate.read("session", found).await? else {
            unknown.note(sought);
            return Ok(None);
        };
        if used_ms.saturating_add(USED_MS) <= now_ms {
            self.note_use(signed.session.clone(), now_ms);
        }
        Ok(Some(signed))
    }

    /// Notes that a session was used. Nobody waits for it.
    fn note_use(&self, session: String, now_ms: u64) {
        let sql = self.sql.clone();
        tokio::spawn(async move {
            if let Err(error) = sql.note_session(&session, now_ms, USED_MS).await {
                tracing::debug!(%error, "failed to note the use of a session; the next one is");
            }
        });
    }

    /// How many recovery codes somebody has left.
    ///
    /// # Errors
    /// The database failed.
    pub async fn codes_left(&self, host: HostId) -> Result<u32, StoreError> {
        self.sql.recovery_codes(host).await
    }

    /// The browsers with which somebody is signed in, those used last first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn sessions(&self, signed: &Signed) -> Result<Vec<HostSession>, StoreError> {
        self.sql.sessions(signed, self.clock.now_ms(), self.ends).await
    }

    /// Ends a session of somebody's own; whether there was one.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn end_session(&self, signed: &Signed, session: &str) -> Result<bool, StoreError> {
        // Not every text can be asked for: no database has one with a zero in it.
        let is_one = session.bytes().all(|byte| byte.is_ascii_hexdigit());
        Ok(is_one && self.sql.end_session(signed.account.host, session).await?)
    }
}
