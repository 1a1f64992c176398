//! Keys of programs: each opens a part of the API until it expires or is revoked. Called by `http`.
//!
//! A key is told once, to whoever makes it; the database has its hash. Every request that shows one has it
//! looked up, so that what is revoked opens nothing from that moment, on every server. Nor does what an account made
//! that is no owner's any more.

mod key;
mod sql;

use std::sync::Arc;

use quizrain_shared::api::{KeySummary, MadeKey, NewKey, Scope};
use quizrain_shared::ids::HostId;
use subtle::ConstantTimeEq;

use crate::batch::ReadGate;
use crate::error::Error;
use crate::store::Clock;
use crate::store::StoreError;
use crate::store::sql::Sql;

pub use key::ApiKey;

/// How exactly it is known when a key was shown last: what writes the database at every request would
/// hold up the ledger.
const USED_MS: u64 = 60_000;

/// What a key that was shown is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Worth {
    /// It opens this.
    Scopes(Vec<Scope>),
    /// It has expired.
    Expired,
    /// There is none like it: made up, mistyped or revoked, also with the account that made it.
    Unknown,
}

/// The keys.
#[derive(Clone)]
pub struct ApiKeys {
    sql: Sql,
    clock: Arc<Clock>,
    gate: Arc<ReadGate>,
}

impl ApiKeys {
    /// Those of this database.
    #[must_use]
    pub fn new(sql: Sql, clock: Arc<Clock>, gate: Arc<ReadGate>) -> Self {
        Self { sql, clock, gate }
    }

    /// Server time in ms.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        self.clock.now_ms()
    }

    /// Makes a key of a [checked](NewKey::checked) wish, for an account where whoever asks is signed in; `None`: there
    /// are as many as there may be.
    ///
    /// # Errors
    /// The database failed: the key may be in the list, and nobody knows it.
    pub async fn make(
        &self,
        wish: NewKey,
        by: Option<(HostId, String)>,
    ) -> Result<Option<MadeKey>, Error> {
        let (host, login) = by.unzip();
        let key = ApiKey::random()?;
        let summary = KeySummary {
            id: key.id(),
            name: wish.name,
            scopes: wish.scopes,
            created_ms: self.now_ms(),
            until_ms: wish.until_ms,
            used_ms: None,
            host,
            login,
        };
        if !self.sql.put_key(&summary, &key.hash()).await? {
            return Ok(None);
        }
        tracing::info!(id = %summary.id, name = %summary.name, "key for programs made");
        Ok(Some(MadeKey { key: key.reveal(), summary }))
    }

    /// All of them, the newest first; those that have expired too.
    ///
    /// # Errors
    /// The database failed.
    pub async fn list(&self) -> Result<Vec<KeySummary>, StoreError> {
        self.sql.keys().await
    }

    /// Revokes a key; whether there was one.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn revoke(&self, id: &str) -> Result<bool, StoreError> {
        // Not every text can be asked for: no database has one with a zero in it.
        let revoked = key::is_id(id) && self.sql.delete_key(id).await?;
        if revoked {
            tracing::info!(id, "key for programs revoked");
        }
        Ok(revoked)
    }

    /// Revokes the keys that an account made, which is no owner's any more. They open nothing as it is: revoked, they are
    /// in no list, and stay so if it becomes an owner's again.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn revoke_of(&self, host: HostId) -> Result<(), StoreError> {
        let revoked = self.sql.delete_keys_of(host).await?;
        if revoked > 0 {
            tracing::info!(%host, revoked, "keys for programs revoked with their maker");
        }
        Ok(())
    }

    /// What a key is worth, for somebody who has proved nothing by anything else.
    ///
    /// # Errors
    /// The database failed or is busy.
    pub async fn worth(&self, shown: &ApiKey) -> Result<Worth, Error> {
        // Keys are random, and made here: what is not one will not be one later.
        let unknown = &self.gate.unknown;
        let (id, hash) = (shown.id(), shown.hash());
        let Some(sought) = unknown.seek(("key", &format!("{id} {hash}"))) else {
            return Ok(Worth::Unknown);
        };
        let kept = self.gate.read("key", async { Ok(self.sql.key(&id).await?) }).await?;
        let is_it = |kept: &sql::Kept| bool::from(kept.hash.as_bytes().ct_eq(hash.as_bytes()));
        let Some(kept) = kept.filter(is_it) else {
            unknown.note(sought);
            return Ok(Worth::Unknown);
        };
        let now_ms = self.now_ms();
        if kept.until_ms.is_some_and(|until_ms| until_ms <= now_ms) {
            return Ok(Worth::Expired);
        }
        if kept.used_ms.is_none_or(|used_ms| used_ms.saturating_add(USED_MS) <= now_ms) {
            self.note_use(id, now_ms);
        }
        Ok(Worth::Scopes(kept.scopes))
    }

    /// Notes that a key was shown. Nobody waits for it.
    fn note_use(&self, id: String, now_ms: u64) {
        let sql = self.sql.clone();
        tokio::spawn(async move {
            if let Err(error) = sql.note_use(&id, now_ms, USED_MS).await {
                tracing::debug!(id, %error, "failed to note the use of a key; the next one is");
            }
        });
    }
}
