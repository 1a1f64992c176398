//! Who caught what in the rains of a game, packet by packet, for its host. Called by `settlement`.

use quizrain_shared::api::PayoutState;
use quizrain_shared::ids::{AccountId, GameId};
use quizrain_shared::money::{Currency, Minor};
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::ledger::payout_state;
use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, from_db, parse};

/// A packet of a rain: the rain's place in its game, from 0, and the packet's number.
pub type PacketPlace = (u32, u32);

/// A packet that was settled, and not taken back.
#[derive(Clone, Debug)]
pub struct Caught {
    /// Which.
    pub place: PacketPlace,
    /// What is in it.
    pub amount: Minor,
    /// The rain's currency.
    pub currency: Currency,
    /// Who caught it.
    pub by: AccountId,
    /// Whose it is.
    pub account: AccountId,
    /// When it was caught, in ms of Redis time.
    pub caught_ms: u64,
    /// How far its payout is, where it has one.
    pub payout: Option<PayoutState>,
    /// What stands beside the payout.
    pub detail: String,
}

fn number(row: &AnyRow, column: &str) -> Result<u32, sqlx::Error> {
    let number = u32::try_from(row.try_get::<i64, _>(column)?);
    number.map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

fn caught(row: &AnyRow) -> Result<Caught, sqlx::Error> {
    let caught_ms: Option<i64> = row.try_get("caught_ms")?;
    Ok(Caught {
        place: (number(row, "ordinal")?, number(row, "item")?),
        amount: Minor(row.try_get("amount")?),
        currency: parse(row.try_get("currency")?)?,
        by: parse(row.try_get("caught_by")?)?,
        account: parse(row.try_get("account")?)?,
        caught_ms: from_db(caught_ms.unwrap_or(row.try_get("at_ms")?))?,
        payout: payout_state(row)?,
        detail: row.try_get::<Option<String>, _>("detail")?.unwrap_or_default(),
    })
}

impl Sql {
    /// So many packets of a game behind a place, in order.
    ///
    /// # Errors
    /// The database failed.
    pub async fn caught_of(
        &self,
        game: GameId,
        after: Option<PacketPlace>,
        most: u16,
    ) -> Result<Vec<Caught>, StoreError> {
        let (rain, packet) = after.map_or((-1, -1), |(rain, packet)| (rain.into(), packet.into()));
        bounded(async {
            let rows = sqlx::query(
                "SELECT rains.ordinal, entries.item, entries.amount, entries.currency,
                     entries.account AS caught_by,
                     COALESCE(inherited.account, entries.account) AS account,
                     entries.caught_ms, entries.at_ms, payouts.state, payouts.detail
                 FROM rains JOIN entries ON entries.book = rains.rain AND entries.kind = 'settle'
                 LEFT JOIN entries AS inherited ON inherited.book = entries.book
                     AND inherited.item = entries.item AND inherited.kind = 'inherit'
                 LEFT JOIN payouts ON payouts.rain = entries.book AND payouts.packet = entries.item
                 WHERE rains.game = $1 AND rains.ordinal >= $2
                     AND (rains.ordinal > $2 OR (rains.ordinal = $2 AND entries.item > $3))
                     AND NOT EXISTS (SELECT 1 FROM entries AS back WHERE back.book = entries.book
                         AND back.item = entries.item AND back.kind = 'reverse.settle')
                 ORDER BY rains.ordinal, entries.item LIMIT $4",
            )
            .bind(game.to_string())
            .bind::<i64>(rain)
            .bind::<i64>(packet)
            .bind(i64::from(most))
            .fetch_all(&self.reader)
            .await?;
            Ok(rows.iter().map(caught).collect::<Result<_, _>>()?)
        })
        .await
    }
}
