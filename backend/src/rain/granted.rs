//! What Redis granted of a rain that is not settled, in packets and money.

use quizrain_shared::api::Part;
use quizrain_shared::money::Minor;

use super::Rains;
use crate::error::Error;
use crate::ledger::RainBook;
use crate::store::StoreError;
use crate::store::shard::Shard;

impl Rains {
    /// What Redis granted of a rain of which this is credited. Asked for after the ledger, so that
    /// it is never behind it; where Redis has lost the claims, what is credited was caught.
    ///
    /// # Errors
    /// A store failed.
    pub async fn granted(&self, book: &RainBook, credited: Part) -> Result<Part, Error> {
        let counts = self.caught_counts(book.rain, book.shards).await;
        let counts = counts.into_iter().collect::<Result<Vec<_>, _>>()?;
        // A shard's packets are caught in the order of the sealed list.
        let bound = |(shard, caught): (Shard, u32)| {
            u64::from(shard.number) + u64::from(caught) * u64::from(shard.of)
        };
        let bounds: Vec<u64> = Shard::all(book.shards).zip(counts).map(bound).collect();
        let in_order = book.last_settled.iter().all(|(shard, last)| {
            bounds.get(usize::from(*shard)).is_some_and(|bound| u64::from(*last) < *bound)
        });
        if in_order {
            return Ok(self.sql.packets_below(book.rain, &bounds).await?);
        }
        // Redis has lost claims, or had and got them back since.
        Ok(self.granted_one_by_one(book).await?.at_least(credited))
    }

    async fn granted_one_by_one(&self, book: &RainBook) -> Result<Part, Error> {
        let claims = self.claims_of_shards(book.rain, book.shards).await?;
        let amount = Minor::checked_sum(claims.iter().map(|(_, claim)| claim.packet.amount));
        let amount =
            amount.ok_or_else(|| StoreError::Corrupt(format!("claims of {}", book.rain)))?;
        Ok(Part { packets: claims.len() as u64, amount })
    }
}
