//! Sessions: opened with a password or a code, looked up, used, ended.

use quizrain_shared::api::{HostSession, MAX_HOST_SESSIONS};
use quizrain_shared::ids::HostId;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::hosts::sql::{ACCOUNT, Proved, account, end_sessions_and_provider, put_codes};
use crate::hosts::{Ends, Signed};
use crate::store::StoreError;
use crate::store::sql::{Sql, Tx, bounded, from_db, to_db};

/// A session that is to be.
#[derive(Debug)]
pub(crate) struct NewSession {
    pub(crate) session: String,
    pub(crate) hash: String,
    pub(crate) browser: String,
    pub(crate) now_ms: u64,
    pub(crate) ends: Ends,
}

impl NewSession {
    fn until_ms(&self) -> u64 {
        self.now_ms.saturating_add(self.ends.absolute_ms)
    }

    /// Writes it, and ends those that have come to their end and those above the limit.
    async fn put(&self, tx: &mut Tx, host: &str) -> Result<(), sqlx::Error> {
        sqlx::query("DELETE FROM host_sessions WHERE until_ms <= $1 OR used_ms <= $2")
            .bind(to_db(self.now_ms))
            .bind(to_db(self.now_ms.saturating_sub(self.ends.idle_ms)))
            .execute(&mut **tx)
            .await?;
        sqlx::query(
            "DELETE FROM host_sessions WHERE host = $1 AND session NOT IN
                 (SELECT session FROM host_sessions WHERE host = $1
                  ORDER BY used_ms DESC, session LIMIT $2)",
        )
        .bind(host)
        .bind(i64::from(MAX_HOST_SESSIONS) - 1)
        .execute(&mut **tx)
        .await?;
        sqlx::query(
            "INSERT INTO host_sessions (session, hash, host, browser, created_ms, used_ms, until_ms)
             VALUES ($1, $2, $3, $4, $5, $5, $6)",
        )
        .bind(&self.session)
        .bind(&self.hash)
        .bind(host)
        .bind(&self.browser)
        .bind(to_db(self.now_ms))
        .bind(to_db(self.until_ms()))
        .execute(&mut **tx)
        .await?;
        sqlx::query("UPDATE hosts SET signed_in_ms = $2 WHERE host = $1")
            .bind(host)
            .bind(to_db(self.now_ms))
            .execute(&mut **tx)
            .await?;
        Ok(())
    }
}

fn session(row: &AnyRow, own: &str) -> Result<HostSession, sqlx::Error> {
    let session: String = row.try_get("session")?;
    Ok(HostSession {
        own: session == own,
        session,
        browser: row.try_get("browser")?,
        created_ms: from_db(row.try_get("created_ms")?)?,
        used_ms: from_db(row.try_get("used_ms")?)?,
        until_ms: from_db(row.try_get("until_ms")?)?,
    })
}

impl Sql {
    /// Opens a session for whoever has proved to be the host of an account, in place of the session with another hash,
    /// if there is one. `false`: the proof was used before, the account is another by now, or was disabled.
    pub(in crate::hosts) async fn open_session(
        &self,
        host: HostId,
        proved: &Proved<'_>,
        new: &NewSession,
        replaced: Option<&str>,
    ) -> Result<bool, StoreError> {
        bounded(async {
            let host = host.to_string();
            let mut tx = self.write().await?;
            if !proved.lock(&mut tx, &host).await? {
                return Ok(false);
            }
            end_replaced(&mut tx, replaced).await?;
            new.put(&mut tx, &host).await?;
            tx.commit().await?;
            Ok(true)
        })
        .await
    }

    /// Gives an account another password: all that opened it ends, and another session opens. `false` as above.
    pub(in crate::hosts) async fn change_password(
        &self,
        host: HostId,
        (before, after): (&Proved<'_>, &str),
        new: &NewSession,
    ) -> Result<bool, StoreError> {
        bounded(async {
            let host = host.to_string();
            let mut tx = self.write().await?;
            if !before.lock(&mut tx, &host).await? {
                return Ok(false);
            }
            set_password(&mut tx, &host, after).await?;
            new.put(&mut tx, &host).await?;
            tx.commit().await?;
            Ok(true)
        })
        .await
    }

    /// Uses a code: the account has this password and these recovery codes from now on, and one session, also in
    /// place of the session with another hash, if there is one. `false`: the code was used, or is too old, or the
    /// second factor was, or is another by now, or the account was disabled.
    pub(in crate::hosts) async fn use_code(
        &self,
        host: HostId,
        code: &str,
        proved: &Proved<'_>,
        (password, codes): (&str, &[String]),
        new: &NewSession,
        replaced: Option<&str>,
    ) -> Result<bool, StoreError> {
        bounded(async {
            let host = host.to_string();
            let mut tx = self.write().await?;
            if !proved.lock(&mut tx, &host).await? {
                return Ok(false);
            }
            let used = sqlx::query(
                "DELETE FROM host_codes
                 WHERE host = $1 AND hash = $2 AND (until_ms IS NULL OR until_ms > $3)",
            )
            .bind(&host)
            .bind(code)
            .bind(to_db(new.now_ms))
            .execute(&mut *tx)
            .await?;
            if used.rows_affected() == 0 {
                return Ok(false);
            }
            end_replaced(&mut tx, replaced).await?;
            set_password(&mut tx, &host, password).await?;
            put_codes(&mut tx, &host, codes).await?;
            new.put(&mut tx, &host).await?;
            tx.commit().await?;
            Ok(true)
        })
        .await
    }

    /// Whose session has this hash, and when it was used last; `None`: nobody's any more.
    pub(in crate::hosts) async fn session(
        &self,
        hash: &str,
        now_ms: u64,
        ends: Ends,
    ) -> Result<Option<(Signed, u64)>, StoreError> {
        bounded(async {
            let sql = format!(
                "SELECT {ACCOUNT}, session, used_ms
                 FROM host_sessions JOIN hosts ON hosts.host = host_sessions.host
                 WHERE hash = $1 AND disabled_ms IS NULL AND until_ms > $2 AND used_ms > $3"
            );
            let row = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(hash)
                .bind(to_db(now_ms))
                .bind(to_db(now_ms.saturating_sub(ends.idle_ms)))
                .fetch_optional(&self.reader)
                .await?;
            let Some(row) = row else { return Ok(None) };
            let signed = Signed { account: account(&row)?, session: row.try_get("session")? };
            Ok(Some((signed, from_db(row.try_get("used_ms")?)?)))
        })
        .await
    }

    /// Notes when a session was used, unless that was noted less than so long ago.
    pub(in crate::hosts) async fn note_session(
        &self,
        session: &str,
        now_ms: u64,
        seldom_ms: u64,
    ) -> Result<(), StoreError> {
        bounded(async {
            sqlx::query(
                "UPDATE host_sessions SET used_ms = $2 WHERE session = $1 AND used_ms <= $3",
            )
            .bind(session)
            .bind(to_db(now_ms))
            .bind(to_db(now_ms.saturating_sub(seldom_ms)))
            .execute(&self.writer)
            .await?;
            Ok(())
        })
        .await
    }

    /// The sessions of an account, those used last first.
    pub(in crate::hosts) async fn sessions(
        &self,
        signed: &Signed,
        now_ms: u64,
        ends: Ends,
    ) -> Result<Vec<HostSession>, StoreError> {
        bounded(async {
            let rows = sqlx::query(
                "SELECT session, browser, created_ms, used_ms, until_ms FROM host_sessions
                 WHERE host = $1 AND until_ms > $2 AND used_ms > $3
                 ORDER BY used_ms DESC, session",
            )
            .bind(signed.account.host.to_string())
            .bind(to_db(now_ms))
            .bind(to_db(now_ms.saturating_sub(ends.idle_ms)))
            .fetch_all(&self.reader)
            .await?;
            Ok(rows.iter().map(|row| session(row, &signed.session)).collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Ends one session of an account; whether there was one.
    pub(in crate::hosts) async fn end_session(
        &self,
        host: HostId,
        session: &str,
    ) -> Result<bool, StoreError> {
        bounded(async {
            let ended = sqlx::query("DELETE FROM host_sessions WHERE host = $1 AND session = $2")
                .bind(host.to_string())
                .bind(session)
                .execute(&self.writer)
                .await?;
            Ok(ended.rows_affected() > 0)
        })
        .await
    }
}

/// Ends the session that a browser showed before, whoever's it was.
async fn end_replaced(tx: &mut Tx, replaced: Option<&str>) -> Result<(), sqlx::Error> {
    if let Some(hash) = replaced {
        sqlx::query("DELETE FROM host_sessions WHERE hash = $1")
            .bind(hash)
            .execute(&mut **tx)
            .await?;
    }
    Ok(())
}

/// Gives an account a password. All else that opened it ends: sessions, and whom it was connected with at the provider,
/// who may have been connected by somebody who knew the password before.
async fn set_password(tx: &mut Tx, host: &str, password: &str) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE hosts SET password = $2 WHERE host = $1")
        .bind(host)
        .bind(password)
        .execute(&mut **tx)
        .await?;
    end_sessions_and_provider(tx, host).await?;
    Ok(())
}
