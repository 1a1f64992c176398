//! People and their browsers in SQL. Nothing of a name is ever logged.

use std::collections::HashMap;
use std::hash::Hash;

use quizrain_shared::api::{OwnBrowser, PlayerIdentity};
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::AccountId;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use crate::events::SignedOut;
use crate::people::bindings::Binding;
use crate::people::{Device, Whom, second_devices};
use crate::store::StoreError;
use crate::store::sql::{Dialect, Sql, Tx, bounded, from_db, parse, places, to_db};

/// What whoever signs somebody in or out locks in PostgreSQL. SQLite has one writer.
const LOCK: &str = "SELECT 1 AS locked FROM pg_advisory_xact_lock(1364347213)";

/// Rows that one statement reads by their keys, or one transaction deletes.
const ROWS: usize = 1000;

/// An identity that SQL has.
fn identity(row: &AnyRow) -> Result<Identity, sqlx::Error> {
    let word: &str = row.try_get("identity")?;
    let found = Identity::ALL.into_iter().find(|identity| identity.word() == word);
    found.ok_or_else(|| sqlx::Error::Decode(format!("persons.identity: {word:?}").into()))
}

pub(super) fn device(row: &AnyRow) -> Result<Device, sqlx::Error> {
    device_of(row.try_get("token_hash")?)
}

pub(super) fn device_of(hash: &str) -> Result<Device, sqlx::Error> {
    let mut bytes = [0; 32];
    let decoded = hex::decode_to_slice(hash, &mut bytes);
    decoded.map_err(|error| sqlx::Error::Decode(Box::new(error)))?;
    Ok(Device(bytes))
}

fn person(row: &AnyRow) -> Result<PlayerIdentity, sqlx::Error> {
    Ok(PlayerIdentity {
        issuer: row.try_get("issuer")?,
        subject: row.try_get("subject")?,
        name: row.try_get("name")?,
    })
}

/// What a statement, which ends with `IN`, finds of these keys, by `read`; behind the keys comes `then`.
pub(super) async fn in_one_statement<K: Eq + Hash, V>(
    con: &mut AnyConnection,
    statement: &str,
    then: &str,
    keys: &[impl ToString],
    read: impl Fn(&AnyRow) -> Result<(K, V), sqlx::Error>,
) -> Result<HashMap<K, V>, StoreError> {
    if keys.is_empty() {
        return Ok(HashMap::new());
    }
    let first = (Dialect::of(con) == Dialect::Postgres).then_some(1);
    let sql = format!("{statement} {} {then}", places(1, keys.len(), first));
    let mut query = sqlx::query(sqlx::AssertSqlSafe(sql)).persistent(false);
    for key in keys {
        query = query.bind(key.to_string());
    }
    let rows = query.fetch_all(con).await?;
    Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
}

/// Whose browsers are, of those that are or were somebody's.
pub(super) async fn bindings(
    con: &mut AnyConnection,
    devices: &[Device],
) -> Result<HashMap<Device, Binding>, StoreError> {
    // Whose own the account is that another browser uses, vouches for nobody.
    const BINDINGS: &str = "SELECT token_hash, until_ms, account, identity, issuer FROM
             (SELECT devices.token_hash, devices.until_ms, persons.account, persons.identity, persons.issuer
                  FROM devices JOIN persons ON persons.account = devices.account
              UNION ALL
              SELECT second_devices.token_hash, CAST(NULL AS BIGINT) AS until_ms, second_devices.account,
                      'open' AS identity, '' AS issuer
                  FROM second_devices) AS bound
         WHERE token_hash IN";
    let binding = |row: &AnyRow| -> Result<_, sqlx::Error> {
        let until_ms: Option<i64> = row.try_get("until_ms")?;
        let binding = Binding {
            account: parse(row.try_get("account")?)?,
            identity: identity(row)?,
            issuer: row.try_get("issuer")?,
            until_ms: until_ms.map(from_db).transpose()?,
        };
        Ok((device(row)?, binding))
    };
    in_one_statement(con, BINDINGS, "", devices, binding).await
}

impl Sql {
    /// Whether any browser can be somebody's: one is, or guests are invited.
    ///
    /// # Errors
    /// The database failed.
    pub(super) async fn has_people(&self) -> Result<bool, StoreError> {
        const PEOPLE: &str = "SELECT 1 AS one WHERE EXISTS (SELECT 1 FROM devices)
             OR EXISTS (SELECT 1 FROM guest_lists) OR EXISTS (SELECT 1 FROM second_devices)";
        bounded(async { Ok(sqlx::query(PEOPLE).fetch_optional(&self.reader).await?.is_some()) })
            .await
    }

    /// A transaction beside which no other one signs anybody in or out.
    pub(super) async fn write_alone(&self) -> Result<Tx, StoreError> {
        let mut tx = self.write().await?;
        if self.dialect == Dialect::Postgres {
            sqlx::query(LOCK).execute(&mut *tx).await?;
        }
        Ok(tx)
    }

    /// Whose browsers are, of those that are or were somebody's.
    ///
    /// # Errors
    /// The database failed.
    pub(super) async fn device_bindings(
        &self,
        devices: &[Device],
    ) -> Result<HashMap<Device, Binding>, StoreError> {
        bounded(async { bindings(&mut *self.reader.acquire().await?, devices).await }).await
    }

    /// The browsers that are a person's, those that came first.
    ///
    /// # Errors
    /// The database failed.
    pub(super) async fn browsers_of_person(
        &self,
        account: AccountId,
    ) -> Result<Vec<OwnBrowser>, StoreError> {
        bounded(async {
            let rows = sqlx::query(
                "SELECT bound_ms, until_ms FROM devices WHERE account = $1
                 UNION ALL
                 SELECT since_ms AS bound_ms, CAST(NULL AS BIGINT) AS until_ms
                     FROM second_devices WHERE account = $1
                 ORDER BY bound_ms",
            )
            .bind(account.to_string())
            .fetch_all(&self.reader)
            .await?;
            let browser = |row: &AnyRow| {
                let until_ms: Option<i64> = row.try_get("until_ms")?;
                Ok(OwnBrowser {
                    since_ms: from_db(row.try_get("bound_ms")?)?,
                    until_ms: until_ms.map(from_db).transpose()?,
                })
            };
            Ok(rows.iter().map(browser).collect::<Result<_, sqlx::Error>>()?)
        })
        .await
    }

    /// The account of a person.
    ///
    /// # Errors
    /// The database failed.
    pub(super) async fn account_of(
        &self,
        issuer: &str,
        subject: &str,
    ) -> Result<Option<AccountId>, StoreError> {
        bounded(async {
            let row = sqlx::query("SELECT account FROM persons WHERE issuer = $1 AND subject = $2");
            let row = row.bind(issuer).bind(subject).fetch_optional(&self.reader).await?;
            Ok(row.map(|row| parse(row.try_get("account")?)).transpose()?)
        })
        .await
    }

    /// Makes a browser nobody's again, with its own account; whose it was, if it was anybody's.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub(super) async fn sign_out(&self, device: Device) -> Result<Option<AccountId>, StoreError> {
        bounded(async {
            // Read first: anybody may ask, and writers wait for each other.
            let bound = sqlx::query(
                "SELECT 1 AS one FROM devices WHERE token_hash = $1
                 UNION ALL SELECT 1 AS one FROM second_devices WHERE token_hash = $1",
            );
            if bound.bind(device.to_string()).fetch_optional(&self.reader).await?.is_none() {
                return Ok(None);
            }
            let mut tx = self.write_alone().await?;
            let account = sign_out_device(&mut tx, &device.to_string()).await?;
            tx.commit().await?;
            Ok(account)
        })
        .await
    }

    /// Makes so many browsers nobody's again as one transaction should, and frees the invites with which
    /// they came; whose they were. Nobody: there are no more.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub(super) async fn sign_out_some(&self, whom: &Whom) -> Result<Vec<SignedOut>, StoreError> {
        bounded(async {
            let mut tx = self.write_alone().await?;
            let out = sign_out_whom(&mut tx, whom).await?;
            tx.commit().await?;
            Ok(out)
        })
        .await
    }

    /// Deletes what has ended: browsers that were somebody's until now, sign-ins that count once, and codes for other
    /// devices. How many rows.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub(super) async fn forget_ended(&self, now_ms: u64) -> Result<u64, StoreError> {
        const ENDED: [&str; 3] = [
            "DELETE FROM devices WHERE token_hash IN
                 (SELECT token_hash FROM devices WHERE until_ms <= $1 LIMIT $2)",
            "DELETE FROM used_sign_ins WHERE sign_in IN
                 (SELECT sign_in FROM used_sign_ins WHERE until_ms <= $1 LIMIT $2)",
            "DELETE FROM device_codes WHERE account IN
                 (SELECT account FROM device_codes WHERE until_ms <= $1 LIMIT $2)",
        ];
        let mut deleted = 0;
        for ended in ENDED {
            loop {
                let rows = bounded(async {
                    let mut tx = self.write_alone().await?;
                    let most = i64::try_from(ROWS).unwrap_or(i64::MAX);
                    let query = sqlx::query(ended).bind(to_db(now_ms)).bind(most);
                    let rows = query.execute(&mut *tx).await?.rows_affected();
                    tx.commit().await?;
                    Ok(rows)
                })
                .await?;
                deleted += rows;
                if rows < ROWS as u64 {
                    break;
                }
            }
        }
        Ok(deleted)
    }

    /// The people behind these accounts, where they are known.
    ///
    /// # Errors
    /// The database failed.
    pub async fn persons(
        &self,
        accounts: &[AccountId],
    ) -> Result<HashMap<AccountId, PlayerIdentity>, StoreError> {
        const PERSONS: &str = "SELECT account, issuer, subject, name FROM persons WHERE account IN";
        let mut persons = HashMap::new();
        for part in accounts.chunks(ROWS) {
            let found = bounded(async {
                let con = &mut *self.reader.acquire().await?;
                let read = |row: &AnyRow| Ok((parse(row.try_get("account")?)?, person(row)?));
                in_one_statement(con, PERSONS, "", part, read).await
            });
            persons.extend(found.await?);
        }
        Ok(persons)
    }
}

/// Makes some browsers nobody's.
pub(super) async fn sign_out_whom(tx: &mut Tx, whom: &Whom) -> Result<Vec<SignedOut>, StoreError> {
    let theirs = match whom {
        Whom::Account(_) => "account = $1",
        Whom::VouchedBy(_) => "account IN (SELECT account FROM persons WHERE issuer = $1)",
        Whom::Before(_) => {
            "bound_ms < $1 AND account IN (SELECT account FROM persons WHERE identity = 'signed')"
        }
    };
    let sql = format!(
        "DELETE FROM devices WHERE token_hash IN
             (SELECT token_hash FROM devices WHERE {theirs} LIMIT {ROWS})
         RETURNING account, token_hash"
    );
    let query = sqlx::query(sqlx::AssertSqlSafe(sql));
    let query = match whom {
        Whom::Account(account) => query.bind(account.to_string()),
        Whom::VouchedBy(issuer) => query.bind(issuer),
        Whom::Before(moment_ms) => query.bind(to_db(*moment_ms)),
    };
    let rows = query.fetch_all(&mut **tx).await?;
    let (mut out, mut hashes) = (HashMap::<AccountId, Vec<[u8; 32]>>::new(), Vec::new());
    for row in &rows {
        let Device(hash) = device(row)?;
        hashes.push(row.try_get::<&str, _>("token_hash")?);
        out.entry(parse(row.try_get("account")?)?).or_default().push(hash);
    }
    free_invites(tx, &hashes).await?;
    if let Whom::Account(account) = whom {
        let others = second_devices::end(tx, *account, None).await?;
        if !others.is_empty() {
            out.entry(*account).or_default().extend(others);
        }
    }
    Ok(out.into_iter().map(|(account, devices)| SignedOut { account, devices }).collect())
}

/// Frees the invites with which the browsers with these hashes came.
pub(super) async fn free_invites(tx: &mut Tx, hashes: &[&str]) -> Result<(), StoreError> {
    if hashes.is_empty() {
        return Ok(());
    }
    let first = (Dialect::of(tx) == Dialect::Postgres).then_some(1);
    let sql = format!(
        "UPDATE invites SET token_hash = NULL, used_ms = NULL WHERE token_hash IN {}",
        places(1, hashes.len(), first)
    );
    let query = sqlx::query(sqlx::AssertSqlSafe(sql)).persistent(false);
    hashes.iter().fold(query, |query, hash| query.bind(*hash)).execute(&mut **tx).await?;
    Ok(())
}

/// Makes the browser with this hash nobody's, and frees the invite with which it came.
pub(super) async fn sign_out_device(
    tx: &mut Tx,
    hash: &str,
) -> Result<Option<AccountId>, StoreError> {
    free_invites(tx, &[hash]).await?;
    let row = sqlx::query("DELETE FROM devices WHERE token_hash = $1 RETURNING account")
        .bind(hash)
        .fetch_optional(&mut **tx)
        .await?;
    match row {
        Some(row) => Ok(Some(parse(row.try_get("account")?)?)),
        None => second_devices::leave(tx, hash).await,
    }
}
