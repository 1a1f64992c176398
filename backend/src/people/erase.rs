//! What is known of who somebody is goes: for ever, unless they sign in again.

use quizrain_shared::ids::AccountId;
use sqlx::Row;

use crate::events::SignedOut;
use crate::failing::fail_at;
use crate::people::sql::{device, free_invites};
use crate::people::{People, guests, second_devices};
use crate::store::StoreError;
use crate::store::sql::{Sql, Tx, bounded, to_db};

impl People {
    /// Whether anything is known of who somebody is.
    ///
    /// # Errors
    /// The database failed.
    pub async fn is_known(&self, account: AccountId) -> Result<bool, StoreError> {
        self.sql.is_person(account).await
    }

    /// Makes the browsers of somebody nobody's that signed in, or were given the account, until then, and forgets their
    /// name and their invite, whose card is worth nothing then; if `wholly`, what their issuer calls them goes as well.
    /// Their sockets are the caller's to close.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn erase(
        &self,
        account: AccountId,
        until_ms: u64,
        wholly: bool,
    ) -> Result<SignedOut, StoreError> {
        let devices = self.sql.erase_person(account, until_ms, wholly).await?;
        self.forget(&devices);
        Ok(SignedOut { account, devices })
    }
}

impl Sql {
    async fn is_person(&self, account: AccountId) -> Result<bool, StoreError> {
        bounded(async {
            let row = sqlx::query(
                "SELECT 1 AS one FROM persons WHERE account = $1
                 UNION ALL SELECT 1 AS one FROM second_devices WHERE account = $1",
            );
            let row = row.bind(account.to_string()).fetch_optional(&self.reader).await?;
            Ok(row.is_some())
        })
        .await
    }

    /// In one transaction; which browsers are nobody's now.
    async fn erase_person(
        &self,
        account: AccountId,
        until_ms: u64,
        wholly: bool,
    ) -> Result<Vec<[u8; 32]>, StoreError> {
        fail_at!("erase.before_person");
        let devices = bounded(async {
            let name = account.to_string();
            let mut tx = self.write_alone().await?;
            let rows = sqlx::query(
                "DELETE FROM devices WHERE account = $1 AND bound_ms <= $2 RETURNING token_hash",
            )
            .bind(&name)
            .bind(to_db(until_ms))
            .fetch_all(&mut *tx)
            .await?;
            let hashes = rows.iter().map(|row| row.try_get::<&str, _>("token_hash"));
            free_invites(&mut tx, &hashes.collect::<Result<Vec<_>, _>>()?).await?;
            forget_person(&mut tx, &name, until_ms, wholly).await?;
            let devices = rows.iter().map(|row| Ok(device(row)?.0));
            let mut devices = devices.collect::<Result<Vec<_>, sqlx::Error>>()?;
            devices.extend(second_devices::end(&mut tx, account, Some(until_ms)).await?);
            fail_at!("erase.before_person_commit");
            tx.commit().await?;
            Ok(devices)
        })
        .await?;
        fail_at!("erase.after_person");
        Ok(devices)
    }
}

/// Forgets who somebody is, but for what a receiver of payouts is still told unless `wholly`. Whoever has signed in again
/// since has come back; a guest cannot.
async fn forget_person(
    tx: &mut Tx,
    account: &str,
    until_ms: u64,
    wholly: bool,
) -> Result<(), StoreError> {
    let forget = if wholly { "DELETE FROM persons" } else { "UPDATE persons SET name = ''" };
    let sql = format!(
        "{forget} WHERE account = $1 AND created_ms <= $2
             AND NOT EXISTS (SELECT 1 FROM devices WHERE devices.account = persons.account)
         RETURNING issuer, subject"
    );
    let person = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(account)
        .bind(to_db(until_ms))
        .fetch_optional(&mut **tx)
        .await?;
    if let Some(person) = person
        && let Some(list) = guests::list_of(person.try_get("issuer")?)
    {
        sqlx::query("DELETE FROM invites WHERE list = $1 AND label = $2")
            .bind(list.to_string())
            .bind(person.try_get::<&str, _>("subject")?)
            .execute(&mut **tx)
            .await?;
    }
    Ok(())
}
