//! Codes and second devices in SQL. Whoever writes them does so beside no other who signs in or out.

use std::collections::HashMap;

use quizrain_shared::api::DeviceRefusal;
use quizrain_shared::ids::AccountId;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::{Used, Waiting, decide, is_full, open_account};
use crate::events::SignedOut;
use crate::failing::fail_at;
use crate::people::Device;
use crate::people::bindings::Binding;
use crate::people::sql::{bindings, device, device_of, in_one_statement};
use crate::store::StoreError;
use crate::store::sql::{Sql, Tx, bounded, parse, to_db};

/// Whose these browsers are, where that has not ended.
async fn standing(
    con: &mut AnyConnection,
    devices: &[Device],
    now_ms: u64,
) -> Result<HashMap<Device, Binding>, StoreError> {
    let mut bindings = bindings(con, devices).await?;
    bindings.retain(|_, binding| !binding.has_ended(now_ms));
    Ok(bindings)
}

async fn count(con: &mut AnyConnection, account: AccountId) -> Result<u32, StoreError> {
    let row = sqlx::query("SELECT COUNT(*) AS browsers FROM second_devices WHERE account = $1")
        .bind(account.to_string())
        .fetch_one(con)
        .await?;
    Ok(u32::try_from(row.try_get::<i64, _>("browsers")?).unwrap_or(u32::MAX))
}

/// What becomes of a browser that shows the code with this hash.
async fn attempt(
    con: &mut AnyConnection,
    device: Device,
    code: &str,
    now_ms: u64,
) -> Result<Result<Used, DeviceRefusal>, StoreError> {
    let row = sqlx::query(
        "SELECT account, maker, used_by FROM device_codes WHERE code_hash = $1 AND until_ms > $2",
    )
    .bind(code)
    .bind(to_db(now_ms))
    .fetch_optional(&mut *con)
    .await?;
    let Some(row) = row else { return Ok(Err(DeviceRefusal::NoCode)) };
    let waiting = Waiting {
        account: parse(row.try_get("account")?)?,
        maker: device_of(row.try_get("maker")?)?,
        used_by: row.try_get::<Option<&str>, _>("used_by")?.map(device_of).transpose()?,
    };
    let standing = standing(con, &[device, waiting.maker], now_ms).await?;
    let others = count(con, waiting.account).await?;
    let (own, makers) = (standing.get(&device), standing.get(&waiting.maker));
    Ok(decide(&waiting, device, own, makers, others))
}

impl Sql {
    /// Keeps the hash of a code for the account of a browser, in place of the one before; for which account.
    pub(super) async fn put_device_code(
        &self,
        maker: Device,
        code: &str,
        until_ms: u64,
        now_ms: u64,
    ) -> Result<Result<AccountId, DeviceRefusal>, StoreError> {
        bounded(async {
            let mut tx = self.write_alone().await?;
            let standing = standing(&mut tx, &[maker], now_ms).await?;
            let Some(account) = open_account(maker, standing.get(&maker)) else {
                return Ok(Err(DeviceRefusal::SignedIn));
            };
            if is_full(count(&mut tx, account).await?) {
                return Ok(Err(DeviceRefusal::TooManyBrowsers));
            }
            sqlx::query(
                "INSERT INTO device_codes (account, code_hash, maker, used_by, until_ms)
                 VALUES ($1, $2, $3, NULL, $4)
                 ON CONFLICT (account) DO UPDATE SET code_hash = excluded.code_hash,
                     maker = excluded.maker, used_by = NULL, until_ms = excluded.until_ms",
            )
            .bind(account.to_string())
            .bind(code)
            .bind(maker.to_string())
            .bind(to_db(until_ms))
            .execute(&mut *tx)
            .await?;
            tx.commit().await?;
            Ok(Ok(account))
        })
        .await
    }

    /// Uses a code up for a browser.
    pub(super) async fn use_device_code(
        &self,
        device: Device,
        code: &str,
        now_ms: u64,
    ) -> Result<Result<Used, DeviceRefusal>, StoreError> {
        let used = bounded(async {
            // Read first: anybody may make up a code, and writers wait for each other.
            let mut con = self.reader.acquire().await?;
            let used = attempt(&mut con, device, code, now_ms).await?;
            if !used.is_ok_and(|used| used.is_new) {
                return Ok(used);
            }
            drop(con);
            let mut tx = self.write_alone().await?;
            let used = attempt(&mut tx, device, code, now_ms).await?;
            let Ok(Used { account, is_new: true }) = used else { return Ok(used) };
            sqlx::query(
                "INSERT INTO second_devices (token_hash, account, since_ms) VALUES ($1, $2, $3)",
            )
            .bind(device.to_string())
            .bind(account.to_string())
            .bind(to_db(now_ms))
            .execute(&mut *tx)
            .await?;
            sqlx::query("UPDATE device_codes SET used_by = $2 WHERE code_hash = $1")
                .bind(code)
                .bind(device.to_string())
                .execute(&mut *tx)
                .await?;
            fail_at!("devices.before_commit");
            tx.commit().await?;
            Ok(used)
        })
        .await;
        fail_at!("devices.after_commit");
        used
    }

    pub(super) async fn count_second_devices(&self, account: AccountId) -> Result<u32, StoreError> {
        bounded(async { count(&mut *self.reader.acquire().await?, account).await }).await
    }

    /// Ends the other browsers of the account that a browser stands for, and its code.
    pub(super) async fn end_other_devices(
        &self,
        device: Device,
        now_ms: u64,
    ) -> Result<Option<SignedOut>, StoreError> {
        bounded(async {
            let mut tx = self.write_alone().await?;
            let standing = standing(&mut tx, &[device], now_ms).await?;
            let Some(account) = open_account(device, standing.get(&device)) else {
                return Ok(None);
            };
            let own = device.to_string();
            let rows = sqlx::query(
                "DELETE FROM second_devices WHERE account = $1 AND token_hash <> $2
                 RETURNING token_hash",
            )
            .bind(account.to_string())
            .bind(own)
            .fetch_all(&mut *tx)
            .await?;
            end_codes(&mut tx, account).await?;
            tx.commit().await?;
            Ok(Some(SignedOut { account, devices: hashes(&rows)? }))
        })
        .await
    }
}

fn hashes(rows: &[AnyRow]) -> Result<Vec<[u8; 32]>, StoreError> {
    Ok(rows.iter().map(|row| Ok(device(row)?.0)).collect::<Result<_, sqlx::Error>>()?)
}

async fn end_codes(tx: &mut Tx, account: AccountId) -> Result<(), StoreError> {
    let query = sqlx::query("DELETE FROM device_codes WHERE account = $1");
    query.bind(account.to_string()).execute(&mut **tx).await?;
    Ok(())
}

/// Ends every second device of an account, of those that came until then, and its code; which.
pub(in crate::people) async fn end(
    tx: &mut Tx,
    account: AccountId,
    until_ms: Option<u64>,
) -> Result<Vec<[u8; 32]>, StoreError> {
    let rows = sqlx::query(
        "DELETE FROM second_devices WHERE account = $1 AND since_ms <= $2 RETURNING token_hash",
    )
    .bind(account.to_string())
    .bind(until_ms.map_or(i64::MAX, to_db))
    .fetch_all(&mut **tx)
    .await?;
    end_codes(tx, account).await?;
    hashes(&rows)
}

/// Ends every second device of these accounts, and their codes; which, by account.
pub(in crate::people) async fn end_all(
    tx: &mut Tx,
    accounts: &[AccountId],
) -> Result<HashMap<AccountId, Vec<[u8; 32]>>, StoreError> {
    const DEVICES: &str = "DELETE FROM second_devices WHERE account IN";
    const CODES: &str = "DELETE FROM device_codes WHERE account IN";
    let read = |row: &AnyRow| Ok((device(row)?, parse(row.try_get("account")?)?));
    let then = "RETURNING token_hash, account";
    let gone: HashMap<Device, AccountId> =
        in_one_statement(tx, DEVICES, then, accounts, read).await?;
    let read = |row: &AnyRow| Ok((row.try_get::<String, _>("account")?, ()));
    in_one_statement(tx, CODES, "RETURNING account", accounts, read).await?;
    let mut left = HashMap::<AccountId, Vec<[u8; 32]>>::new();
    for (Device(hash), account) in gone {
        left.entry(account).or_default().push(hash);
    }
    Ok(left)
}

/// Makes a browser leave the account of another one; which it was.
pub(in crate::people) async fn leave(
    tx: &mut Tx,
    hash: &str,
) -> Result<Option<AccountId>, StoreError> {
    let row = sqlx::query("DELETE FROM second_devices WHERE token_hash = $1 RETURNING account")
        .bind(hash)
        .fetch_optional(&mut **tx)
        .await?;
    Ok(row.map(|row| parse(row.try_get("account")?)).transpose()?)
}
