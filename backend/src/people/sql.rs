//! People and their browsers in SQL. Nothing of a name is ever logged.

use std::collections::HashMap;

use quizrain_shared::api::PlayerIdentity;
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::AccountId;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::people::guests::list_of;
use crate::people::{Device, Owner, Proof};
use crate::store::StoreError;
use crate::store::sql::{Dialect, Sql, Tx, bounded, parse, places, to_db};

/// What became of a sign-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The browser is the person's, now or from before.
    Done,
    /// It is somebody else's.
    SomebodyElse,
    /// The token was for one browser, and another one has used it.
    Replayed,
}

/// An identity that SQL has.
fn identity(row: &AnyRow) -> Result<Identity, sqlx::Error> {
    let word: &str = row.try_get("identity")?;
    let found = Identity::ALL.into_iter().find(|identity| identity.word() == word);
    found.ok_or_else(|| sqlx::Error::Decode(format!("persons.identity: {word:?}").into()))
}

/// The places of so many values, as the database reads them quickest.
fn among(sql: &Sql, count: usize) -> String {
    places(1, count, (sql.dialect == Dialect::Postgres).then_some(1))
}

impl Sql {
    /// Whether any browser is somebody's.
    ///
    /// # Errors
    /// The database failed.
    pub(super) async fn has_devices(&self) -> Result<bool, StoreError> {
        bounded(async {
            let row = sqlx::query("SELECT token_hash FROM devices LIMIT 1");
            Ok(row.fetch_optional(&self.reader).await?.is_some())
        })
        .await
    }

    /// Whose browsers are, of those that are somebody's.
    ///
    /// # Errors
    /// The database failed.
    pub(super) async fn device_owners(
        &self,
        devices: &[Device],
    ) -> Result<HashMap<Device, Owner>, StoreError> {
        bounded(async {
            let sql = format!(
                "SELECT devices.token_hash, persons.account, persons.identity, persons.issuer
                 FROM devices JOIN persons ON persons.account = devices.account
                 WHERE devices.token_hash IN {}",
                among(self, devices.len())
            );
            let mut query = sqlx::query(sqlx::AssertSqlSafe(sql)).persistent(false);
            for device in devices {
                query = query.bind(device.to_string());
            }
            let by_hash: HashMap<String, Device> =
                devices.iter().map(|device| (device.to_string(), *device)).collect();
            let mut owners = HashMap::new();
            for row in query.fetch_all(&self.reader).await? {
                let account = parse(row.try_get("account")?)?;
                let guests = list_of(row.try_get("issuer")?);
                let owner = Owner { account, identity: identity(&row)?, guests };
                if let Some(device) = by_hash.get(row.try_get::<&str, _>("token_hash")?) {
                    owners.insert(*device, owner);
                }
            }
            Ok(owners)
        })
        .await
    }

    /// Makes a browser a person's, and notes the person.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub(super) async fn bind_device(
        &self,
        device: Device,
        proof: &Proof,
        now_ms: u64,
    ) -> Result<Bound, StoreError> {
        bounded(async {
            let mut tx = self.write().await?;
            if let Some((sign_in, until)) = &proof.single_use
                && !use_once(&mut tx, sign_in, *until, device, now_ms).await?
            {
                return Ok(Bound::Replayed);
            }
            if !put_device(&mut tx, device, proof, now_ms).await? {
                return Ok(Bound::SomebodyElse);
            }
            tx.commit().await?;
            Ok(Bound::Done)
        })
        .await
    }

    /// Makes a browser nobody's again; whose account it had, if it was anybody's.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub(super) async fn sign_out(&self, device: Device) -> Result<Option<AccountId>, StoreError> {
        bounded(async {
            // Read first: anybody may ask, and writers wait for each other.
            let bound = sqlx::query("SELECT 1 FROM devices WHERE token_hash = $1");
            if bound.bind(device.to_string()).fetch_optional(&self.reader).await?.is_none() {
                return Ok(None);
            }
            let mut tx = self.write().await?;
            let account = sign_out_device(&mut tx, &device.to_string()).await?;
            tx.commit().await?;
            Ok(account)
        })
        .await
    }

    /// The people behind these accounts, where they are known.
    ///
    /// # Errors
    /// The database failed.
    pub async fn persons(
        &self,
        accounts: &[AccountId],
    ) -> Result<HashMap<AccountId, PlayerIdentity>, StoreError> {
        let mut persons = HashMap::new();
        for part in accounts.chunks(MAX_ACCOUNTS) {
            let rows = bounded(async {
                let sql = format!(
                    "SELECT account, issuer, subject, name FROM persons WHERE account IN {}",
                    among(self, part.len())
                );
                let mut query = sqlx::query(sqlx::AssertSqlSafe(sql)).persistent(false);
                for account in part {
                    query = query.bind(account.to_string());
                }
                Ok(query.fetch_all(&self.reader).await?)
            });
            for row in rows.await? {
                persons.insert(parse(row.try_get("account")?)?, person(&row)?);
            }
        }
        Ok(persons)
    }
}

/// Accounts in one statement.
const MAX_ACCOUNTS: usize = 500;

fn person(row: &AnyRow) -> Result<PlayerIdentity, sqlx::Error> {
    Ok(PlayerIdentity {
        issuer: row.try_get("issuer")?,
        subject: row.try_get("subject")?,
        name: row.try_get("name")?,
    })
}

/// Uses a token up for a browser; whether it was unused, or used by the same.
async fn use_once(
    tx: &mut Tx,
    sign_in: &str,
    until: u64,
    device: Device,
    now_ms: u64,
) -> Result<bool, StoreError> {
    sqlx::query("DELETE FROM used_sign_ins WHERE until_ms < $1")
        .bind(to_db(now_ms))
        .execute(&mut **tx)
        .await?;
    sqlx::query(
        "INSERT INTO used_sign_ins (sign_in, token_hash, until_ms) VALUES ($1, $2, $3)
         ON CONFLICT DO NOTHING",
    )
    .bind(sign_in)
    .bind(device.to_string())
    .bind(to_db(until.saturating_mul(1000)))
    .execute(&mut **tx)
    .await?;
    let row = sqlx::query("SELECT token_hash FROM used_sign_ins WHERE sign_in = $1")
        .bind(sign_in)
        .fetch_one(&mut **tx)
        .await?;
    Ok(row.try_get::<&str, _>("token_hash")? == device.to_string())
}

/// Makes a browser a person's, and notes the person; whether it is, and not somebody else's.
pub(super) async fn put_device(
    tx: &mut Tx,
    device: Device,
    proof: &Proof,
    now_ms: u64,
) -> Result<bool, StoreError> {
    put_person(tx, proof, now_ms).await?;
    sqlx::query(
        "INSERT INTO devices (token_hash, account, bound_ms) VALUES ($1, $2, $3)
         ON CONFLICT DO NOTHING",
    )
    .bind(device.to_string())
    .bind(proof.account.to_string())
    .bind(to_db(now_ms))
    .execute(&mut **tx)
    .await?;
    let row = sqlx::query("SELECT account FROM devices WHERE token_hash = $1")
        .bind(device.to_string())
        .fetch_one(&mut **tx)
        .await?;
    Ok(row.try_get::<&str, _>("account")? == proof.account.to_string())
}

/// Makes the browser with this hash nobody's, and frees the invite with which it came.
pub(super) async fn sign_out_device(
    tx: &mut Tx,
    hash: &str,
) -> Result<Option<AccountId>, StoreError> {
    sqlx::query("UPDATE invites SET token_hash = NULL, used_ms = NULL WHERE token_hash = $1")
        .bind(hash)
        .execute(&mut **tx)
        .await?;
    let row = sqlx::query("DELETE FROM devices WHERE token_hash = $1 RETURNING account")
        .bind(hash)
        .fetch_optional(&mut **tx)
        .await?;
    Ok(row.map(|row| parse(row.try_get("account")?)).transpose()?)
}

/// Notes a person, by the newest name.
async fn put_person(tx: &mut Tx, proof: &Proof, now_ms: u64) -> Result<(), StoreError> {
    let name = proof.name.as_deref().unwrap_or_default();
    sqlx::query(
        "INSERT INTO persons (account, identity, issuer, subject, name, created_ms)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
    )
    .bind(proof.account.to_string())
    .bind(proof.identity.word())
    .bind(&proof.issuer)
    .bind(&proof.subject)
    .bind(name)
    .bind(to_db(now_ms))
    .execute(&mut **tx)
    .await?;
    sqlx::query("UPDATE persons SET name = $2 WHERE account = $1 AND name <> $2 AND $2 <> ''")
        .bind(proof.account.to_string())
        .bind(name)
        .execute(&mut **tx)
        .await?;
    Ok(())
}
