//! Accounts, codes and sessions in SQL.

mod accounts;
mod provider;
mod second_factor;
mod sessions;

use quizrain_shared::api::HostAccount;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::store::StoreError;
use crate::store::sql::{Sql, Tx, bounded, from_db, parse, read_word, to_db};

pub(super) use accounts::Put;
pub(super) use second_factor::{First, Proof, Proved};
pub(super) use sessions::NewSession;

/// What [`account`] reads.
const ACCOUNT: &str = "hosts.host, login, name, role, password, hosts.created_ms, signed_in_ms, disabled_ms, totp, provider";

fn time(row: &AnyRow, column: &str) -> Result<Option<u64>, sqlx::Error> {
    row.try_get::<Option<i64>, _>(column)?.map(from_db).transpose()
}

fn account(row: &AnyRow) -> Result<HostAccount, sqlx::Error> {
    Ok(HostAccount {
        host: parse(row.try_get("host")?)?,
        login: row.try_get("login")?,
        name: row.try_get("name")?,
        role: read_word(row, "hosts", "role")?,
        created_ms: from_db(row.try_get("created_ms")?)?,
        has_password: row.try_get::<Option<String>, _>("password")?.is_some(),
        signed_in_ms: time(row, "signed_in_ms")?,
        disabled_ms: time(row, "disabled_ms")?,
        second_factor: row.try_get::<Option<String>, _>("totp")?.is_some(),
        provider: row.try_get::<Option<String>, _>("provider")?.is_some(),
    })
}

/// An account, and what is kept of that by which its host is known.
pub(super) struct Kept {
    pub(super) account: HostAccount,
    /// As a hash.
    pub(super) password: Option<String>,
    /// What their authenticator app shares with us.
    pub(super) totp: Option<String>,
}

impl Kept {
    /// That somebody has proved to be its host.
    pub(super) fn proved<'a>(&'a self, proof: Option<&'a Proof>) -> Proved<'a> {
        let first = First::Password(self.password.as_deref().unwrap_or_default());
        Proved { first, totp: self.totp.as_deref(), proof }
    }
}

fn kept(row: &AnyRow) -> Result<Kept, sqlx::Error> {
    let (password, totp) = (row.try_get("password")?, row.try_get("totp")?);
    Ok(Kept { account: account(row)?, password, totp })
}

impl Sql {
    /// The account with a login name.
    pub(super) async fn host_of_login(&self, login: &str) -> Result<Option<Kept>, StoreError> {
        bounded(async {
            let sql = format!("SELECT {ACCOUNT} FROM hosts WHERE login = $1");
            let row = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(login)
                .fetch_optional(&self.reader)
                .await?;
            Ok(row.as_ref().map(kept).transpose()?)
        })
        .await
    }

    /// The account with a login name, if it has a code that can be used.
    pub(super) async fn host_of_code(
        &self,
        login: &str,
        code: &str,
        now_ms: u64,
    ) -> Result<Option<Kept>, StoreError> {
        bounded(async {
            let sql = format!(
                "SELECT {ACCOUNT} FROM hosts JOIN host_codes ON host_codes.host = hosts.host
                 WHERE login = $1 AND host_codes.hash = $2 AND disabled_ms IS NULL
                     AND (host_codes.until_ms IS NULL OR host_codes.until_ms > $3)"
            );
            let row = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(login)
                .bind(code)
                .bind(to_db(now_ms))
                .fetch_optional(&self.reader)
                .await?;
            Ok(row.as_ref().map(kept).transpose()?)
        })
        .await
    }
}

/// Ends what opens an account beside its password: its sessions, and whom it is connected with at the provider. The
/// account, if there is one.
async fn end_sessions_and_provider(
    tx: &mut Tx,
    host: &str,
) -> Result<Option<HostAccount>, sqlx::Error> {
    let sql = format!("UPDATE hosts SET provider = NULL WHERE host = $1 RETURNING {ACCOUNT}");
    let row = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(host).fetch_optional(&mut **tx).await?;
    sqlx::query("DELETE FROM host_sessions WHERE host = $1").bind(host).execute(&mut **tx).await?;
    row.as_ref().map(account).transpose()
}

/// Gives an account codes in place of those it has.
async fn put_codes(tx: &mut Tx, host: &str, codes: &[String]) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM host_codes WHERE host = $1").bind(host).execute(&mut **tx).await?;
    for code in codes {
        sqlx::query("INSERT INTO host_codes (host, hash) VALUES ($1, $2)")
            .bind(host)
            .bind(code)
            .execute(&mut **tx)
            .await?;
    }
    Ok(())
}
