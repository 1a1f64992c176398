//! Sign-ins in SQL: what is known of all who are concerned, and what is written. Nothing of a name and no
//! code is ever logged.

use std::collections::{HashMap, HashSet};

use quizrain_shared::ids::AccountId;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::plan::{Invited, Known, Person, Plan};
use super::{Request, Shown};
use crate::people::sql::{bindings, in_one_statement};
use crate::people::{Device, second_devices};
use crate::store::StoreError;
use crate::store::sql::{Tx, parse, to_db, values};

/// Reads what sign-ins are decided by.
pub(super) async fn read(
    con: &mut AnyConnection,
    requests: &[Request],
    now_ms: u64,
) -> Result<Known, StoreError> {
    let mut known = Known::default();
    let devices: HashSet<Device> = requests.iter().map(|it| it.device).collect();
    known.bindings = bindings(con, &Vec::from_iter(devices)).await?;
    let codes = requests.iter().filter_map(|it| match &it.shown {
        Shown::Code(code) => Some(code.stored().to_owned()),
        Shown::Proof(_) => None,
    });
    known.invites = invites(con, &Vec::from_iter(codes.collect::<HashSet<_>>())).await?;
    let proofs = requests.iter().filter_map(|it| known.proof(&it.shown));
    let (mut accounts, mut sign_ins) = (HashSet::new(), HashSet::new());
    for proof in proofs {
        accounts.insert(proof.account);
        sign_ins.extend(proof.single_use.map(|(sign_in, _)| sign_in));
    }
    known.used = used(con, &Vec::from_iter(sign_ins)).await?;
    known.persons = persons(con, &Vec::from_iter(accounts), now_ms).await?;
    Ok(known)
}

async fn invites(
    con: &mut AnyConnection,
    codes: &[String],
) -> Result<HashMap<String, Invited>, StoreError> {
    const INVITES: &str = "SELECT code, list, label, name, token_hash FROM invites WHERE code IN";
    let invite = |row: &AnyRow| -> Result<_, sqlx::Error> {
        let invited = Invited {
            list: parse(row.try_get("list")?)?,
            label: row.try_get("label")?,
            name: row.try_get("name")?,
            device: row.try_get("token_hash")?,
        };
        Ok((row.try_get("code")?, invited))
    };
    in_one_statement(con, INVITES, "", codes, invite).await
}

async fn used(
    con: &mut AnyConnection,
    sign_ins: &[String],
) -> Result<HashMap<String, String>, StoreError> {
    const USED: &str = "SELECT sign_in, token_hash FROM used_sign_ins WHERE sign_in IN";
    let pair = |row: &AnyRow| Ok((row.try_get("sign_in")?, row.try_get("token_hash")?));
    in_one_statement(con, USED, "", sign_ins, pair).await
}

async fn persons(
    con: &mut AnyConnection,
    accounts: &[AccountId],
    now_ms: u64,
) -> Result<HashMap<AccountId, Person>, StoreError> {
    let persons = format!(
        "SELECT persons.account, persons.name, COUNT(devices.token_hash) AS browsers
         FROM persons LEFT JOIN devices ON devices.account = persons.account
             AND (devices.until_ms IS NULL OR devices.until_ms > {})
         WHERE persons.account IN",
        to_db(now_ms)
    );
    let person = |row: &AnyRow| -> Result<_, sqlx::Error> {
        let browsers: i64 = row.try_get("browsers")?;
        let browsers = u32::try_from(browsers).unwrap_or(u32::MAX);
        let person = Person { name: row.try_get("name")?, browsers };
        Ok((parse(row.try_get("account")?)?, person))
    };
    let each = "GROUP BY persons.account, persons.name";
    in_one_statement(con, &persons, each, accounts, person).await
}

/// Writes what was decided. Children last. Which other browsers had the own accounts of those that are somebody's now,
/// and have them no more.
pub(super) async fn write(
    tx: &mut Tx,
    plan: &Plan<'_>,
    now_ms: u64,
) -> Result<HashMap<AccountId, Vec<[u8; 32]>>, StoreError> {
    if !plan.persons.is_empty() {
        let sql = format!(
            "INSERT INTO persons (account, identity, issuer, subject, name, created_ms) VALUES {}
             ON CONFLICT (account) DO UPDATE SET name = excluded.name",
            values(tx, plan.persons.len(), 6)
        );
        let mut query = sqlx::query(sqlx::AssertSqlSafe(sql)).persistent(false);
        for (account, proof) in &plan.persons {
            query = query
                .bind(account.to_string())
                .bind(proof.identity.word())
                .bind(&proof.issuer)
                .bind(&proof.subject)
                .bind(proof.name.as_deref().unwrap_or_default())
                .bind(to_db(now_ms));
        }
        query.execute(&mut **tx).await?;
    }
    if !plan.used.is_empty() {
        let sql = format!(
            "INSERT INTO used_sign_ins (sign_in, token_hash, until_ms) VALUES {}",
            values(tx, plan.used.len(), 3)
        );
        let mut query = sqlx::query(sqlx::AssertSqlSafe(sql)).persistent(false);
        for (sign_in, (device, until)) in &plan.used {
            let until_ms = to_db(until.saturating_mul(1000));
            query = query.bind(sign_in).bind(device.to_string()).bind(until_ms);
        }
        query.execute(&mut **tx).await?;
    }
    for (code, device) in &plan.taken {
        sqlx::query("UPDATE invites SET token_hash = $2, used_ms = $3 WHERE code = $1")
            .bind(code)
            .bind(device.to_string())
            .bind(to_db(now_ms))
            .execute(&mut **tx)
            .await?;
    }
    write_bindings(tx, plan, now_ms).await?;
    let own: Vec<AccountId> = plan.bindings.keys().map(|device| device.account()).collect();
    second_devices::end_all(tx, &own).await
}

async fn write_bindings(tx: &mut Tx, plan: &Plan<'_>, now_ms: u64) -> Result<(), StoreError> {
    if plan.bindings.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "INSERT INTO devices (token_hash, account, bound_ms, until_ms) VALUES {}
         ON CONFLICT (token_hash) DO UPDATE SET account = excluded.account,
             bound_ms = excluded.bound_ms, until_ms = excluded.until_ms",
        values(tx, plan.bindings.len(), 4)
    );
    let mut query = sqlx::query(sqlx::AssertSqlSafe(sql)).persistent(false);
    for (device, (account, until_ms)) in &plan.bindings {
        query = query
            .bind(device.to_string())
            .bind(account.to_string())
            .bind(to_db(now_ms))
            .bind(until_ms.map(to_db));
    }
    query.execute(&mut **tx).await?;
    Ok(())
}
