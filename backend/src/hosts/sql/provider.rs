//! Who hosts are at the provider: looked up, connected, forgotten.

use quizrain_shared::api::HostAccount;
use quizrain_shared::ids::HostId;

use crate::hosts::sql::accounts::lock;
use crate::hosts::sql::{ACCOUNT, Kept, Proved, account, end_sessions_and_provider, kept};
use crate::hosts::{Connected, Signed};
use crate::store::StoreError;
use crate::store::sql::{Sql, bounded};

impl Sql {
    /// The account that is connected with somebody, if it opens anything.
    pub(in crate::hosts) async fn host_at_provider(
        &self,
        who: &str,
    ) -> Result<Option<Kept>, StoreError> {
        bounded(async {
            let sql =
                format!("SELECT {ACCOUNT} FROM hosts WHERE provider = $1 AND disabled_ms IS NULL");
            let row = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(who)
                .fetch_optional(&self.reader)
                .await?;
            Ok(row.as_ref().map(kept).transpose()?)
        })
        .await
    }

    /// Connects the account of somebody who is signed in with somebody there, unless another one is. Should the session
    /// have ended, such as by another password, so has what was begun with it.
    pub(in crate::hosts) async fn connect_host(
        &self,
        signed: &Signed,
        who: &str,
    ) -> Result<Connected, StoreError> {
        bounded(async {
            let host = signed.account.host;
            let mut tx = self.write().await?;
            // What ends its sessions comes before or after this.
            lock(&mut tx, host).await?;
            let session =
                sqlx::query("SELECT 1 FROM host_sessions WHERE session = $1 AND host = $2")
                    .bind(&signed.session)
                    .bind(host.to_string())
                    .fetch_optional(&mut *tx)
                    .await?;
            if session.is_none() {
                return Ok(Connected::Gone);
            }
            let other = sqlx::query("SELECT host FROM hosts WHERE provider = $1 AND host <> $2")
                .bind(who)
                .bind(host.to_string())
                .fetch_optional(&mut *tx)
                .await?;
            if other.is_some() {
                return Ok(Connected::Other);
            }
            // Two at the same moment: the index lets one of them through, and the other one asks again.
            let sql = format!(
                "UPDATE hosts SET provider = $1 WHERE host = $2 AND disabled_ms IS NULL
                 RETURNING {ACCOUNT}"
            );
            let row = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(who)
                .bind(host.to_string())
                .fetch_optional(&mut *tx)
                .await?;
            let Some(row) = row else { return Ok(Connected::Gone) };
            let account = account(&row)?;
            tx.commit().await?;
            Ok(Connected::Done(account))
        })
        .await
    }

    /// Forgets with whom an account is connected, for whoever has shown its password. `false`: it is another by now.
    pub(in crate::hosts) async fn disconnect_host(
        &self,
        host: HostId,
        proved: &Proved<'_>,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE hosts SET provider = NULL WHERE host = $1";
        self.change_proved(host, proved, sql).await
    }

    /// The same for any account, whose sessions end; the account, if there is one.
    pub(in crate::hosts) async fn forget_provider(
        &self,
        host: HostId,
    ) -> Result<Option<HostAccount>, StoreError> {
        bounded(async {
            let mut tx = self.write().await?;
            let account = end_sessions_and_provider(&mut tx, &host.to_string()).await?;
            tx.commit().await?;
            Ok(account)
        })
        .await
    }
}
