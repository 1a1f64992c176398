//! Reading a rain's keys: who caught what, and how far it is.

use std::collections::{BTreeSet, HashMap, HashSet};

use quizrain_shared::ids::AccountId;
use redis::{AsyncCommands, Value};

use crate::ledger::Claim;
use crate::rain::calls::CHUNK;
use crate::rain::stream;
use crate::store::StoreError;
use crate::store::redis::keys::ShardKeys;

/// The packet that each account has caught, in the same order.
///
/// # Errors
/// Redis failed.
pub async fn claims_of(
    con: &mut impl AsyncCommands,
    keys: ShardKeys,
    accounts: &[AccountId],
) -> Result<Vec<Option<Claim>>, StoreError> {
    let mut command = redis::cmd("HMGET");
    command.arg(keys.claims());
    for account in accounts {
        command.arg(account.to_string());
    }
    let claims: Vec<Option<String>> = command.query_async(con).await?;
    Ok(claims.into_iter().map(|claim| Claim::parse(&claim?)).collect())
}

/// Who is listed as one who may grab, in the order of their packets where these are their own; `None`:
/// everybody may.
///
/// # Errors
/// Redis failed, does not know the rain, or holds something that this version does not write.
pub async fn listed(
    con: &mut impl AsyncCommands,
    keys: ShardKeys,
) -> Result<Option<Vec<AccountId>>, StoreError> {
    let open_to: Option<String> = con.hget(keys.meta(), "open_to").await?;
    match open_to.as_deref() {
        Some("everyone") => return Ok(None),
        Some("listed") => {}
        Some("prizes") => return owners(con, keys).await.map(Some),
        other => {
            let what = format!("{other:?}");
            return Err(StoreError::Unreadable { place: "who may grab in a rain", what });
        }
    }
    // An account may come twice.
    let (mut listed, mut cursor) = (HashSet::new(), 0_u64);
    loop {
        let mut command = redis::cmd("SSCAN");
        command.arg(keys.eligible()).arg(cursor).arg("COUNT").arg(CHUNK);
        let (next, accounts): (u64, Vec<String>) = command.query_async(con).await?;
        for account in accounts {
            let account = account.parse().map_err(|_| StoreError::Corrupt(keys.eligible()))?;
            listed.insert(account);
        }
        if next == 0 {
            return Ok(Some(listed.into_iter().collect()));
        }
        cursor = next;
    }
}

/// Whose packets they are, in their order.
async fn owners(
    con: &mut impl AsyncCommands,
    keys: ShardKeys,
) -> Result<Vec<AccountId>, StoreError> {
    // Each once, whom the cursor may show twice.
    let (mut owners, mut cursor) = (BTreeSet::new(), 0_u64);
    loop {
        let mut command = redis::cmd("HSCAN");
        command.arg(keys.eligible()).arg(cursor).arg("COUNT").arg(CHUNK);
        let (next, fields): (u64, Vec<(String, u32)>) = command.query_async(con).await?;
        for (account, packet) in fields {
            let account = account.parse().map_err(|_| StoreError::Corrupt(keys.eligible()))?;
            owners.insert((packet, account));
        }
        if next == 0 {
            return Ok(owners.into_iter().map(|(_, account)| account).collect());
        }
        cursor = next;
    }
}

/// Who caught what, all of it, each once, a part at a time: a rain may have a million claims.
///
/// # Errors
/// Redis failed, or holds something that this version does not write.
pub async fn claims(
    con: &mut impl AsyncCommands,
    keys: ShardKeys,
) -> Result<Vec<(AccountId, Claim)>, StoreError> {
    let (mut claims, mut cursor) = (HashMap::new(), 0);
    loop {
        let (next, rows) = scan_claims(con, keys, cursor).await?;
        for (account, claim) in rows {
            let ours = stream::read_claim(&account, &claim);
            let (account, claim) = ours.ok_or_else(|| StoreError::Corrupt(keys.claims()))?;
            claims.insert(account, claim);
        }
        if next == 0 {
            return Ok(claims.into_iter().collect());
        }
        cursor = next;
    }
}

/// Reads who caught what a part at a time, from `cursor`, at first 0; the next cursor, 0 at the
/// end. A claim may come twice. They are texts as they stand, which need not be ours.
///
/// # Errors
/// Redis failed.
pub async fn scan_claims(
    con: &mut impl AsyncCommands,
    keys: ShardKeys,
    cursor: u64,
) -> Result<(u64, Vec<(String, String)>), StoreError> {
    let mut command = redis::cmd("HSCAN");
    command.arg(keys.claims()).arg(cursor).arg("COUNT").arg(CHUNK);
    let (next, fields): (u64, Vec<Vec<u8>>) = command.query_async(con).await?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok((next, fields.chunks_exact(2).map(|field| (text(&field[0]), text(&field[1]))).collect()))
}

/// How many of these claims there are, as they stand. They are texts, which need not be ours.
///
/// # Errors
/// Redis failed.
pub async fn count_of(
    con: &mut impl AsyncCommands,
    keys: ShardKeys,
    claims: &[(String, String)],
) -> Result<u64, StoreError> {
    let mut count = 0;
    for claims in claims.chunks(CHUNK) {
        let mut command = redis::cmd("HMGET");
        command.arg(keys.claims());
        for (account, _) in claims {
            command.arg(account);
        }
        let found: Vec<Option<Vec<u8>>> = command.query_async(con).await?;
        let there = claims.iter().zip(found);
        let there = there.filter(|((_, claim), found)| found.as_deref() == Some(claim.as_bytes()));
        count += there.count() as u64;
    }
    Ok(count)
}

/// How many packets are caught.
///
/// # Errors
/// Redis failed.
pub async fn caught_count(
    con: &mut impl AsyncCommands,
    keys: ShardKeys,
) -> Result<u32, StoreError> {
    Ok(con.hlen(keys.claims()).await?)
}

/// How many packets are caught and left, and the newest claims, newest first.
///
/// # Errors
/// Redis failed.
pub async fn progress(
    con: &mut impl AsyncCommands,
    keys: ShardKeys,
    newest: usize,
) -> Result<(u32, u32, Vec<(AccountId, Claim)>), StoreError> {
    let mut pipe = redis::pipe();
    pipe.hlen(keys.claims())
        .llen(keys.pool())
        .cmd("BITCOUNT")
        .arg(keys.taken())
        .cmd("XREVRANGE")
        .arg(keys.stream())
        .arg("+")
        .arg("-")
        .arg("COUNT")
        .arg(newest);
    let (caught, all, taken, rows): (u32, u32, u32, Value) = pipe.query_async(con).await?;
    // An entry holds the claims of one call, and there may be few calls or many.
    let mut newest_claims: Vec<(AccountId, Claim)> =
        stream::entries(rows).into_iter().flat_map(|entry| entry.claims).collect();
    newest_first(&mut newest_claims, newest);
    Ok((caught, all.saturating_sub(taken), newest_claims))
}

/// Keeps the newest claims, newest first.
pub fn newest_first(claims: &mut Vec<(AccountId, Claim)>, most: usize) {
    claims.sort_unstable_by_key(|(_, claim)| std::cmp::Reverse((claim.at_ms, claim.packet.number)));
    claims.truncate(most);
}
