//! The ledger: claims become settlements and entries, each exactly once.

use std::collections::HashMap;

use quizrain_shared::ids::{AccountId, RainId};
use quizrain_shared::money::{Currency, Minor};
use sqlx::QueryBuilder;

use super::{Sql, from_db, parse, to_db};
use crate::store::StoreError;
use crate::store::claim::{Claim, Packet};

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// It is in the ledger, by this call or an earlier one.
    Credited,
    /// The ledger has this packet or this account with other content, or no such packet.
    /// Nothing was credited.
    Contradicts,
}

/// A line of a player's balance page.
#[derive(Clone, Debug)]
pub struct Credited {
    /// The rain.
    pub rain: RainId,
    /// The packet.
    pub packet: u32,
    /// How much.
    pub amount: Minor,
    /// In which currency.
    pub currency: Currency,
    /// The quiz's title.
    pub title: String,
    /// When it was credited, in ms since 1970.
    pub credited_ms: u64,
}

/// A settlement: packet, account, amount.
type SettledRow = (i64, String, i64);

/// Claims in one statement, the largest first. Few sizes, so that the database has every statement
/// prepared.
const STATEMENTS: [usize; 5] = [256, 64, 16, 4, 1];

/// Cuts a batch into parts for which there are statements.
fn parts<T>(mut batch: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let size = STATEMENTS.into_iter().find(|size| *size <= batch.len())?;
        let (part, rest) = batch.split_at(size);
        batch = rest;
        Some(part)
    })
}

impl Sql {
    /// Settles a batch of claims of one rain in one transaction. A claim that is settled already
    /// is found and compared, so any batch may be repeated.
    ///
    /// # Errors
    /// The database failed; nothing of the batch was settled.
    pub async fn settle(
        &self,
        rain: RainId,
        currency: Currency,
        claims: &[(AccountId, Claim)],
        now_ms: u64,
    ) -> Result<Vec<Settled>, StoreError> {
        let packets = claims.iter().map(|(_, claim)| i64::from(claim.packet.number));
        let Some((first, last)) = packets.clone().min().zip(packets.max()) else {
            return Ok(Vec::new());
        };
        let id = rain.to_string();
        let mut tx = self.write().await?;
        let mut new = 0;
        for part in parts(claims) {
            let mut insert =
                QueryBuilder::new("WITH claims (account, packet, amount, caught_ms) AS (");
            insert.push_values(part, |mut row, (account, claim)| {
                row.push_bind(account.to_string())
                    .push_bind(i64::from(claim.packet.number))
                    .push_bind(claim.packet.amount.0)
                    .push_bind(to_db(claim.at_ms));
            });
            // Only what the sealed list has, amount and all, can be settled.
            insert.push(
                ") INSERT INTO settlements
                     (rain, packet, account, amount, currency, caught_ms, credited_ms)
                 SELECT packets.rain, packets.packet, claims.account, packets.amount, ",
            );
            insert.push_bind(currency.code());
            insert.push(", claims.caught_ms, ");
            insert.push_bind(to_db(now_ms));
            insert.push(" FROM claims JOIN packets ON packets.rain = ");
            insert.push_bind(&id);
            insert.push(
                " AND packets.packet = claims.packet AND packets.amount = claims.amount
                 WHERE TRUE ON CONFLICT DO NOTHING",
            );
            new += insert.build().execute(&mut *tx).await?.rows_affected();
        }
        // Each entry follows from a settlement and from nothing else, so looking at more of them
        // than these does no harm.
        sqlx::query(
            "INSERT INTO entries (entry, rain, debit, credit, amount, currency, at_ms)
             SELECT 'settle:' || rain || ':' || packet, rain, 'pot:' || rain,
                 'player:' || account, amount, currency, credited_ms
             FROM settlements WHERE rain = $1 AND packet BETWEEN $2 AND $3
             ON CONFLICT DO NOTHING",
        )
        .bind(&id)
        .bind(first)
        .bind(last)
        .execute(&mut *tx)
        .await?;
        let results = if new == claims.len() as u64 {
            vec![Settled::Credited; claims.len()]
        } else {
            // Some are repeated: what is there says whose it is.
            let there: Vec<SettledRow> = sqlx::query_as(
                "SELECT packet, account, amount FROM settlements
                 WHERE rain = $1 AND packet BETWEEN $2 AND $3",
            )
            .bind(&id)
            .bind(first)
            .bind(last)
            .fetch_all(&mut *tx)
            .await?;
            compare(claims, there)?
        };
        tx.commit().await?;
        Ok(results)
    }

    /// What an account was credited, newest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn credits(&self, account: AccountId) -> Result<Vec<Credited>, StoreError> {
        let rows: Vec<(String, i64, i64, String, String, i64)> = sqlx::query_as(
            "SELECT settlements.rain, packet, amount, settlements.currency, games.title, credited_ms
             FROM settlements
             JOIN rains ON rains.rain = settlements.rain
             JOIN games ON games.game = rains.game
             WHERE account = $1 ORDER BY credited_ms DESC, settlements.rain",
        )
        .bind(account.to_string())
        .fetch_all(&self.pool)
        .await?;
        let credit =
            |(rain, packet, amount, currency, title, credited_ms): (String, _, _, String, _, _)| {
                Ok(Credited {
                    rain: parse(&rain)?,
                    packet: u32::try_from(packet).map_err(|e| sqlx::Error::Decode(Box::new(e)))?,
                    amount: Minor(amount),
                    currency: parse(&currency)?,
                    title,
                    credited_ms: from_db(credited_ms)?,
                })
            };
        Ok(rows.into_iter().map(credit).collect::<Result<_, sqlx::Error>>()?)
    }
}

/// Which of the claims are settled as they were claimed.
fn compare(
    claims: &[(AccountId, Claim)],
    there: Vec<SettledRow>,
) -> Result<Vec<Settled>, sqlx::Error> {
    let mut settled = HashMap::with_capacity(there.len());
    for (packet, account, amount) in there {
        let number = u32::try_from(packet).map_err(|error| sqlx::Error::Decode(Box::new(error)))?;
        settled.insert(number, (parse(&account)?, Packet { number, amount: Minor(amount) }));
    }
    let result = |(account, claim): &(AccountId, Claim)| {
        if settled.get(&claim.packet.number) == Some(&(*account, claim.packet)) {
            Settled::Credited
        } else {
            Settled::Contradicts
        }
    };
    Ok(claims.iter().map(result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_few_sizes_and_leave_nothing_out() {
        for length in [0, 1, 3, 4, 255, 256, 500, 1000] {
            let batch: Vec<usize> = (0..length).collect();
            let cut: Vec<&[usize]> = parts(&batch).collect();
            assert!(cut.iter().all(|part| STATEMENTS.contains(&part.len())));
            assert_eq!(cut.concat(), batch);
        }
    }
}
