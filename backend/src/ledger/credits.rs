//! Whether what a player has caught is in the ledger.

use std::collections::{HashMap, HashSet};

use quizrain_shared::api::{DeadLetterState, PayoutState};
use quizrain_shared::ids::{AccountId, RainId};
use quizrain_shared::money::Minor;
use sqlx::Row;

use crate::ledger::{Claim, Packet, payout_state};
use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, from_db, parse};

/// Claims in one statement that asks for them.
const ASKED: usize = 256;

/// Claims that one statement reads.
const READ: usize = 20_000;

/// What the ledger says of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimState {
    /// It is settled; with the state of its payout, where there is one.
    Credited(Option<PayoutState>),
    /// It is not settled, and may be.
    Open,
    /// It contradicts what is settled, and never will be.
    Refuted,
}

impl Sql {
    /// Who has which packet of a rain.
    ///
    /// # Errors
    /// The database failed.
    pub async fn settled(&self, rain: RainId) -> Result<Vec<(AccountId, Claim)>, StoreError> {
        let (mut settled, mut last) = (Vec::new(), -1);
        loop {
            let part = self.settled_after(rain, last).await?;
            let more = part.len() >= READ;
            last = part.last().map_or(last, |(_, claim)| i64::from(claim.packet.number));
            settled.extend(part);
            if !more {
                return Ok(settled);
            }
        }
    }

    /// Some of them, from behind this packet: a part has the time that a call has.
    async fn settled_after(
        &self,
        rain: RainId,
        last: i64,
    ) -> Result<Vec<(AccountId, Claim)>, StoreError> {
        bounded(async {
            let rows = sqlx::query(
                "SELECT account, item, amount, caught_ms FROM entries
                 WHERE book = $1 AND kind = 'settle' AND item > $2 ORDER BY item LIMIT $3",
            )
            .bind(rain.to_string())
            .bind(last)
            .bind(i64::try_from(READ).unwrap_or(i64::MAX))
            .fetch_all(&self.reader)
            .await?;
            let claim = |row: &sqlx::any::AnyRow| {
                let number = u32::try_from(row.try_get::<i64, _>("item")?);
                let number = number.map_err(|e| sqlx::Error::Decode(Box::new(e)))?;
                let packet = Packet { number, amount: Minor(row.try_get("amount")?) };
                let at_ms = from_db(row.try_get("caught_ms")?)?;
                Ok((parse(row.try_get("account")?)?, Claim { packet, at_ms }))
            };
            Ok(rows.iter().map(claim).collect::<Result<_, sqlx::Error>>()?)
        })
        .await
    }

    /// What the ledger says of claims of a rain, in the same order.
    ///
    /// # Errors
    /// The database failed.
    pub async fn claim_states(
        &self,
        rain: RainId,
        claims: &[(AccountId, Claim)],
    ) -> Result<Vec<ClaimState>, StoreError> {
        bounded(async {
            let mut claim_states = Vec::with_capacity(claims.len());
            for part in claims.chunks(ASKED) {
                let owners = self.owners(rain, part).await?;
                claim_states.extend(part.iter().map(|(account, claim)| {
                    match owners.get(&claim.packet.number) {
                        Some((owner, payout)) if owner == account => ClaimState::Credited(*payout),
                        Some(_) => ClaimState::Refuted,
                        None => ClaimState::Open,
                    }
                }));
            }
            if claim_states.contains(&ClaimState::Open) {
                let refuted = self.read_refuted(rain).await?;
                for (claim, state) in claims.iter().zip(&mut claim_states) {
                    if *state == ClaimState::Open && refuted.contains(claim) {
                        *state = ClaimState::Refuted;
                    }
                }
            }
            Ok(claim_states)
        })
        .await
    }

    /// Whose the packets of these claims are, and the states of their payouts.
    async fn owners(
        &self,
        rain: RainId,
        claims: &[(AccountId, Claim)],
    ) -> Result<HashMap<u32, (AccountId, Option<PayoutState>)>, StoreError> {
        let places: Vec<String> =
            (2..claims.len() + 2).map(|number| format!("${number}")).collect();
        let sql = format!(
            "SELECT entries.account, item, payouts.state FROM entries
             LEFT JOIN payouts ON payouts.rain = entries.book AND payouts.packet = entries.item
             WHERE book = $1 AND kind = 'settle' AND item IN ({})",
            places.join(", ")
        );
        let mut query =
            sqlx::query(sqlx::AssertSqlSafe(sql)).persistent(false).bind(rain.to_string());
        for (_, claim) in claims {
            query = query.bind(i64::from(claim.packet.number));
        }
        let rows = query.fetch_all(&self.reader).await?;
        let owner = |row: &sqlx::any::AnyRow| {
            let number = u32::try_from(row.try_get::<i64, _>("item")?);
            let number = number.map_err(|e| sqlx::Error::Decode(Box::new(e)))?;
            let payout = payout_state(row)?;
            Ok((number, (parse(row.try_get("account")?)?, payout)))
        };
        Ok(rows.iter().map(owner).collect::<Result<_, sqlx::Error>>()?)
    }

    /// Claims of a rain that contradict the ledger, or are void.
    ///
    /// # Errors
    /// The database failed.
    pub async fn refuted(&self, rain: RainId) -> Result<HashSet<(AccountId, Claim)>, StoreError> {
        bounded(self.read_refuted(rain)).await
    }

    async fn read_refuted(&self, rain: RainId) -> Result<HashSet<(AccountId, Claim)>, StoreError> {
        let rows: Vec<(String, String)> = sqlx::query_as(
            "SELECT account, claim FROM dead_letters WHERE rain = $1 AND state = $2
             UNION SELECT account, claim FROM voids WHERE rain = $1",
        )
        .bind(rain.to_string())
        .bind(DeadLetterState::Refuted.word())
        .fetch_all(&self.reader)
        .await?;
        // What cannot be read is nobody's claim.
        let claim = |(account, claim): &(String, String)| {
            Some((account.parse().ok()?, Claim::parse(claim)?))
        };
        Ok(rows.iter().filter_map(claim).collect())
    }
}
