//! Accounts: made, listed, changed, deleted; their codes.

use quizrain_shared::api::{ChangeHost, HostAccount, HostRole, MAX_HOSTS, NewHost};
use quizrain_shared::ids::HostId;
use sqlx::Row;

use crate::hosts::sql::{ACCOUNT, Proved, account, end_sessions_and_provider, put_codes};
use crate::hosts::{Changed, NotChanged};
use crate::store::StoreError;
use crate::store::sql::{Sql, Tx, bounded, from_db, read_word, to_db};

/// What became of an account that was to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Put {
    Done,
    /// Another has this login name.
    Taken,
    /// There are as many as there may be.
    Full,
    /// There is no owner yet.
    FirstIsOwner,
}

/// An account as it is while its row is locked.
#[derive(Clone, Copy)]
pub(super) struct Locked {
    role: HostRole,
    disabled: bool,
}

/// Locks an account's row until the transaction ends; `None`: there is none.
pub(super) async fn lock(tx: &mut Tx, host: HostId) -> Result<Option<Locked>, sqlx::Error> {
    let row =
        sqlx::query("UPDATE hosts SET name = name WHERE host = $1 RETURNING role, disabled_ms")
            .bind(host.to_string())
            .fetch_optional(&mut **tx)
            .await?;
    let Some(row) = row else { return Ok(None) };
    let disabled = row.try_get::<Option<i64>, _>("disabled_ms")?.is_some();
    Ok(Some(Locked { role: read_word(&row, "hosts", "role")?, disabled }))
}

/// Locks an account for an owner who changes it, and the owner's own: two who do away with each other at the same moment
/// would leave nobody.
async fn lock_for(
    tx: &mut Tx,
    owner: Option<HostId>,
    host: HostId,
) -> Result<Result<Locked, NotChanged>, sqlx::Error> {
    let owner = owner.filter(|owner| *owner != host);
    // In one order, whoever asks: nobody waits for somebody who waits for them.
    let (mut before, mut after) = (None, None);
    if let Some(owner) = owner.filter(|owner| owner.0 < host.0) {
        before = lock(tx, owner).await?;
    }
    let locked = lock(tx, host).await?;
    if let Some(owner) = owner.filter(|owner| owner.0 > host.0) {
        after = lock(tx, owner).await?;
    }
    let is_owner = |it: Locked| it.role == HostRole::Owner && !it.disabled;
    if owner.is_some() && !before.or(after).is_some_and(is_owner) {
        return Ok(Err(NotChanged::NoOwner));
    }
    Ok(locked.ok_or(NotChanged::Gone))
}

async fn count(tx: &mut Tx, sql: &'static str) -> Result<u64, sqlx::Error> {
    from_db(sqlx::query(sql).fetch_one(&mut **tx).await?.try_get(0)?)
}

/// Puts the code of a new account in place of the one before.
async fn put_code(tx: &mut Tx, host: &str, code: &str, until_ms: u64) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM host_codes WHERE host = $1 AND until_ms IS NOT NULL")
        .bind(host)
        .execute(&mut **tx)
        .await?;
    sqlx::query("INSERT INTO host_codes (host, hash, until_ms) VALUES ($1, $2, $3)")
        .bind(host)
        .bind(code)
        .bind(to_db(until_ms))
        .execute(&mut **tx)
        .await?;
    Ok(())
}

impl Sql {
    /// Makes an account, with the code that chooses its password.
    pub(in crate::hosts) async fn put_host(
        &self,
        host: HostId,
        wish: &NewHost,
        code: (&str, u64),
        now_ms: u64,
    ) -> Result<Put, StoreError> {
        bounded(async {
            let mut tx = self.write().await?;
            let all = count(&mut tx, "SELECT COUNT(*) FROM hosts").await?;
            let owners = count(&mut tx, "SELECT COUNT(*) FROM hosts WHERE role = 'owner'").await?;
            if wish.role != HostRole::Owner && owners == 0 {
                return Ok(Put::FirstIsOwner);
            }
            if all >= u64::from(MAX_HOSTS) {
                return Ok(Put::Full);
            }
            let made = sqlx::query(
                "INSERT INTO hosts (host, login, name, role, created_ms)
                 VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
            )
            .bind(host.to_string())
            .bind(&wish.login)
            .bind(&wish.name)
            .bind(wish.role.word())
            .bind(to_db(now_ms))
            .execute(&mut *tx)
            .await?;
            if made.rows_affected() == 0 {
                return Ok(Put::Taken);
            }
            put_code(&mut tx, &host.to_string(), code.0, code.1).await?;
            tx.commit().await?;
            Ok(Put::Done)
        })
        .await
    }

    /// Every account, by login name; or one.
    pub(in crate::hosts) async fn hosts(
        &self,
        host: Option<HostId>,
    ) -> Result<Vec<HostAccount>, StoreError> {
        bounded(async {
            let bytewise = self.dialect.bytewise();
            let only = if host.is_some() { "WHERE hosts.host = $1" } else { "" };
            let sql = format!("SELECT {ACCOUNT} FROM hosts {only} ORDER BY login {bytewise}");
            let query = sqlx::query(sqlx::AssertSqlSafe(sql));
            let query = match host {
                Some(host) => query.bind(host.to_string()),
                None => query,
            };
            let rows = query.fetch_all(&self.reader).await?;
            Ok(rows.iter().map(account).collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Changes an account. One that is disabled has no session, no code and nobody at the provider left.
    pub(in crate::hosts) async fn change_host(
        &self,
        owner: Option<HostId>,
        host: HostId,
        change: &ChangeHost,
        now_ms: u64,
    ) -> Result<Result<Changed, NotChanged>, StoreError> {
        bounded(async {
            let mut tx = self.write().await?;
            let before = match lock_for(&mut tx, owner, host).await? {
                Ok(before) => before,
                Err(why) => return Ok(Err(why)),
            };
            let stays = change.role == before.role && change.disabled == before.disabled;
            if owner == Some(host) && !stays {
                return Ok(Err(NotChanged::Own));
            }
            let host = host.to_string();
            sqlx::query(
                "UPDATE hosts SET name = $2, role = $3, disabled_ms =
                     CASE WHEN $4 = 0 THEN NULL ELSE COALESCE(disabled_ms, $5) END
                 WHERE host = $1",
            )
            .bind(&host)
            .bind(&change.name)
            .bind(change.role.word())
            .bind(i64::from(change.disabled))
            .bind(to_db(now_ms))
            .execute(&mut *tx)
            .await?;
            if change.disabled {
                end_all(&mut tx, &host).await?;
            }
            let sql = format!("SELECT {ACCOUNT} FROM hosts WHERE hosts.host = $1");
            let after =
                sqlx::query(sqlx::AssertSqlSafe(sql)).bind(&host).fetch_one(&mut *tx).await?;
            let account = account(&after)?;
            tx.commit().await?;
            let may_less = change.disabled || before.role != change.role;
            Ok(Ok(Changed { account, may_less }))
        })
        .await
    }

    /// Gives an account a code that chooses its password; `false`: there is no such account that opens
    /// anything.
    pub(in crate::hosts) async fn put_host_code(
        &self,
        host: HostId,
        code: &str,
        until_ms: u64,
    ) -> Result<bool, StoreError> {
        bounded(async {
            let host = host.to_string();
            let mut tx = self.write().await?;
            let locked =
                sqlx::query("UPDATE hosts SET name = name WHERE host = $1 AND disabled_ms IS NULL")
                    .bind(&host)
                    .execute(&mut *tx)
                    .await?;
            if locked.rows_affected() == 0 {
                return Ok(false);
            }
            put_code(&mut tx, &host, code, until_ms).await?;
            tx.commit().await?;
            Ok(true)
        })
        .await
    }

    /// Deletes an account with all that is its own.
    pub(in crate::hosts) async fn delete_host(
        &self,
        owner: Option<HostId>,
        host: HostId,
    ) -> Result<Result<(), NotChanged>, StoreError> {
        bounded(async {
            let mut tx = self.write().await?;
            if let Err(why) = lock_for(&mut tx, owner, host).await? {
                return Ok(Err(why));
            }
            if owner == Some(host) {
                return Ok(Err(NotChanged::Own));
            }
            let host = host.to_string();
            end_all(&mut tx, &host).await?;
            sqlx::query("DELETE FROM hosts WHERE host = $1").bind(&host).execute(&mut *tx).await?;
            tx.commit().await?;
            Ok(Ok(()))
        })
        .await
    }

    /// Gives an account recovery codes in place of all codes that it has. `false`: what was shown was used, or the
    /// account is another by now.
    pub(in crate::hosts) async fn put_recovery_codes(
        &self,
        host: HostId,
        proved: &Proved<'_>,
        codes: &[String],
    ) -> Result<bool, StoreError> {
        bounded(async {
            let host = host.to_string();
            let mut tx = self.write().await?;
            if !proved.lock(&mut tx, &host).await? {
                return Ok(false);
            }
            put_codes(&mut tx, &host, codes).await?;
            tx.commit().await?;
            Ok(true)
        })
        .await
    }

    /// How many recovery codes an account has left.
    pub(in crate::hosts) async fn recovery_codes(&self, host: HostId) -> Result<u32, StoreError> {
        bounded(async {
            let row =
                sqlx::query("SELECT COUNT(*) FROM host_codes WHERE host = $1 AND until_ms IS NULL")
                    .bind(host.to_string())
                    .fetch_one(&self.reader)
                    .await?;
            Ok(u32::try_from(row.try_get::<i64, _>(0)?).unwrap_or_default())
        })
        .await
    }
}

/// Ends the sessions of an account and what it is connected with at the provider, and voids its codes.
async fn end_all(tx: &mut Tx, host: &str) -> Result<(), sqlx::Error> {
    end_sessions_and_provider(tx, host).await?;
    put_codes(tx, host, &[]).await
}
