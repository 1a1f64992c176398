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

fn by_packet(rows: Vec<SettledRow>) -> Result<HashMap<u32, (AccountId, Packet)>, sqlx::Error> {
    let row = |(packet, account, amount): SettledRow| {
        let number = u32::try_from(packet).map_err(|error| sqlx::Error::Decode(Box::new(error)))?;
        Ok((number, (parse(&account)?, Packet { number, amount: Minor(amount) })))
    };
    rows.into_iter().map(row).collect()
}

/// Restricts a statement to the packets of some claims.
fn push_packets(query: &mut QueryBuilder<sqlx::Sqlite>, claims: &[(AccountId, Claim)]) {
    query.push(" AND packet IN (");
    let mut packets = query.separated(", ");
    for (_, claim) in claims {
        packets.push_bind(i64::from(claim.packet.number));
    }
    query.push(")");
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
        if claims.is_empty() {
            return Ok(Vec::new());
        }
        let id = rain.to_string();
        let mut tx = self.write().await?;
        let mut wanted = QueryBuilder::new("WITH claims (account, packet, amount, caught_ms) AS (");
        wanted.push_values(claims, |mut row, (account, claim)| {
            row.push_bind(account.to_string())
                .push_bind(i64::from(claim.packet.number))
                .push_bind(claim.packet.amount.0)
                .push_bind(to_db(claim.at_ms));
        });
        // Only what the sealed list has, amount and all, can be settled.
        wanted.push(
            ") INSERT INTO settlements
                 (rain, packet, account, amount, currency, caught_ms, credited_ms)
             SELECT packets.rain, packets.packet, claims.account, packets.amount, ",
        );
        wanted.push_bind(currency.code());
        wanted.push(", claims.caught_ms, ");
        wanted.push_bind(to_db(now_ms));
        wanted.push(" FROM claims JOIN packets ON packets.rain = ");
        wanted.push_bind(&id);
        wanted.push(
            " AND packets.packet = claims.packet AND packets.amount = claims.amount
             WHERE TRUE ON CONFLICT DO NOTHING RETURNING packet, account, amount",
        );
        let new: Vec<SettledRow> = wanted.build_query_as().fetch_all(&mut *tx).await?;
        let mut settled = by_packet(new)?;
        if settled.len() < claims.len() {
            // Repeated claims: what is there already says whose they are.
            let mut select =
                QueryBuilder::new("SELECT packet, account, amount FROM settlements WHERE rain = ");
            select.push_bind(&id);
            push_packets(&mut select, claims);
            let there: Vec<SettledRow> = select.build_query_as().fetch_all(&mut *tx).await?;
            settled = by_packet(there)?;
        }
        let result = |(account, claim): &(AccountId, Claim)| {
            if settled.get(&claim.packet.number) == Some(&(*account, claim.packet)) {
                Settled::Credited
            } else {
                Settled::Contradicts
            }
        };
        let results = claims.iter().map(result).collect();
        // Each entry follows from a settlement and from nothing else.
        let mut entries = QueryBuilder::new(
            "INSERT INTO entries (entry, rain, debit, credit, amount, currency, at_ms)
             SELECT 'settle:' || rain || ':' || packet, rain, 'pot:' || rain,
                 'player:' || account, amount, currency, credited_ms
             FROM settlements WHERE rain = ",
        );
        entries.push_bind(&id);
        push_packets(&mut entries, claims);
        entries.push(" ON CONFLICT DO NOTHING");
        entries.build().execute(&mut *tx).await?;
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
