//! Second factors: that one was shown, once; taken on, and given up.

use quizrain_shared::api::HostAccount;
use quizrain_shared::ids::HostId;
use sqlx::Row as _;

use crate::hosts::Signed;
use crate::hosts::second_factor::looked_at_from;
use crate::hosts::sql::end_sessions_and_provider;
use crate::store::StoreError;
use crate::store::sql::{Sql, Tx, bounded, from_db, to_db};

/// What was shown of a second factor. It counts once.
pub(in crate::hosts) enum Proof {
    /// The code of this step.
    Step(u64),
    /// The recovery code with this hash.
    Code(String),
}

/// What was shown first.
pub(in crate::hosts) enum First<'a> {
    /// The password with this hash.
    Password(&'a str),
    /// A code that chooses one, which the transaction uses up.
    Code,
    /// Who they are at the provider.
    Provider(&'a str),
}

/// What somebody has shown to be the host of an account, as it is kept: should it be another by now, they have not.
pub(in crate::hosts) struct Proved<'a> {
    pub(in crate::hosts) first: First<'a>,
    /// What the authenticator app shares with us.
    pub(in crate::hosts) totp: Option<&'a str>,
    /// What was shown of that; `None` where there is none, or where they are signed in.
    pub(in crate::hosts) proof: Option<&'a Proof>,
}

impl Proved<'_> {
    /// Locks an account that opens something and is as it was when this was proved, and uses the proof up; whether
    /// it is so.
    pub(super) async fn lock(&self, tx: &mut Tx, host: &str) -> Result<bool, sqlx::Error> {
        let (first, shown) = match self.first {
            First::Password(hash) => ("password = $2", hash),
            First::Code => ("$2 = ''", ""),
            First::Provider(who) => ("provider = $2", who),
        };
        let sql = format!(
            "UPDATE hosts SET name = name WHERE host = $1 AND {first}
                 AND COALESCE(totp, '') = $3 AND disabled_ms IS NULL"
        );
        let locked = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(host)
            .bind(shown)
            .bind(self.totp.unwrap_or_default())
            .execute(&mut **tx)
            .await?;
        Ok(locked.rows_affected() == 1 && self.use_up(tx, host).await?)
    }

    /// Notes that the proof was used; whether it was not before.
    async fn use_up(&self, tx: &mut Tx, host: &str) -> Result<bool, sqlx::Error> {
        let used = match self.proof {
            None => return Ok(true),
            Some(Proof::Step(step)) => {
                sqlx::query(
                    "UPDATE hosts SET totp_step = $2, wrong_codes = 0
                     WHERE host = $1 AND (totp_step IS NULL OR totp_step < $2)",
                )
                .bind(host)
                .bind(to_db(*step))
                .execute(&mut **tx)
                .await?
            }
            Some(Proof::Code(hash)) => {
                sqlx::query(
                    "DELETE FROM host_codes WHERE host = $1 AND hash = $2 AND until_ms IS NULL",
                )
                .bind(host)
                .bind(hash)
                .execute(&mut **tx)
                .await?
            }
        };
        Ok(used.rows_affected() == 1)
    }
}

/// Gives an account a second factor with the step that was used of it, or none.
async fn set(tx: &mut Tx, host: &str, totp: Option<(&str, u64)>) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE hosts SET totp = $2, totp_step = $3, wrong_codes = 0 WHERE host = $1")
        .bind(host)
        .bind(totp.map(|(secret, _)| secret.to_owned()))
        .bind(totp.map(|(_, step)| to_db(step)))
        .execute(&mut **tx)
        .await?;
    Ok(())
}

impl Sql {
    /// Counts a code of an app as wrong before anybody looks at it, so that many at once are not more than one after
    /// the other: how many were wrong in a row with it. Or, if it is too early for another one, from when on one is
    /// looked at; `None`: not any more.
    pub(in crate::hosts) async fn try_code(
        &self,
        host: HostId,
        now_ms: u64,
    ) -> Result<Result<u64, Option<u64>>, StoreError> {
        bounded(async {
            let host = host.to_string();
            let mut tx = self.write().await?;
            // Locked as it is read.
            let row = sqlx::query(
                "UPDATE hosts SET name = name WHERE host = $1 RETURNING wrong_codes, code_tried_ms",
            )
            .bind(&host)
            .fetch_optional(&mut *tx)
            .await?;
            // Deleted meanwhile, it opens nothing whatever is shown.
            let Some(row) = row else { return Ok(Ok(0)) };
            let wrong = from_db(row.try_get("wrong_codes")?)?;
            let last_ms = from_db(row.try_get("code_tried_ms")?)?;
            let from_ms = looked_at_from(wrong, last_ms);
            if from_ms.is_none_or(|from_ms| now_ms < from_ms) {
                return Ok(Err(from_ms));
            }
            sqlx::query(
                "UPDATE hosts SET wrong_codes = wrong_codes + 1, code_tried_ms = $2 WHERE host = $1",
            )
            .bind(&host)
            .bind(to_db(now_ms))
            .execute(&mut *tx)
            .await?;
            tx.commit().await?;
            Ok(Ok(wrong + 1))
        })
        .await
    }

    /// Gives somebody's account a second factor, and ends their sessions but this one. `false`: the account is
    /// another by now.
    pub(in crate::hosts) async fn put_second_factor(
        &self,
        signed: &Signed,
        proved: &Proved<'_>,
        totp: (&str, u64),
    ) -> Result<bool, StoreError> {
        bounded(async {
            let host = signed.account.host.to_string();
            let mut tx = self.write().await?;
            if !proved.lock(&mut tx, &host).await? {
                return Ok(false);
            }
            set(&mut tx, &host, Some(totp)).await?;
            sqlx::query("DELETE FROM host_sessions WHERE host = $1 AND session <> $2")
                .bind(&host)
                .bind(&signed.session)
                .execute(&mut *tx)
                .await?;
            tx.commit().await?;
            Ok(true)
        })
        .await
    }

    /// Takes it away again, from whoever has shown it. `false` as above.
    pub(in crate::hosts) async fn end_second_factor(
        &self,
        host: HostId,
        proved: &Proved<'_>,
    ) -> Result<bool, StoreError> {
        self.change_proved(
            host,
            proved,
            "UPDATE hosts SET totp = NULL, totp_step = NULL, wrong_codes = 0 WHERE host = $1",
        )
        .await
    }

    /// Uses up what was shown, and changes nothing else. `false` as above.
    pub(in crate::hosts) async fn use_proof(
        &self,
        host: HostId,
        proved: &Proved<'_>,
    ) -> Result<bool, StoreError> {
        bounded(async {
            let mut tx = self.write().await?;
            let used = proved.lock(&mut tx, &host.to_string()).await?;
            tx.commit().await?;
            Ok(used)
        })
        .await
    }

    /// Changes an account by a statement, for whoever has proved to be its host. `false` as above.
    pub(super) async fn change_proved(
        &self,
        host: HostId,
        proved: &Proved<'_>,
        sql: &'static str,
    ) -> Result<bool, StoreError> {
        bounded(async {
            let host = host.to_string();
            let mut tx = self.write().await?;
            if !proved.lock(&mut tx, &host).await? {
                return Ok(false);
            }
            sqlx::query(sql).bind(&host).execute(&mut *tx).await?;
            tx.commit().await?;
            Ok(true)
        })
        .await
    }

    /// Takes it away from an account, whose sessions end, as does what it is connected with at the provider; the
    /// account, if there is one.
    pub(in crate::hosts) async fn forget_second_factor(
        &self,
        host: HostId,
    ) -> Result<Option<HostAccount>, StoreError> {
        bounded(async {
            let host = host.to_string();
            let mut tx = self.write().await?;
            set(&mut tx, &host, None).await?;
            let account = end_sessions_and_provider(&mut tx, &host).await?;
            tx.commit().await?;
            Ok(account)
        })
        .await
    }
}
