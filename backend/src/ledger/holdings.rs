//! What players have: every packet that is in the ledger, and how far it is on its way out.

use std::collections::HashSet;

use quizrain_shared::api::{DeadLetterState, PayoutState};
use quizrain_shared::ids::{AccountId, GameId, RainId};
use quizrain_shared::money::{Currency, Minor};
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::ledger::payout_state;
use crate::ledger::rain_row::shards_from;
use crate::ledger::{Claim, Kind};
use crate::store::StoreError;
use crate::store::sql::{Dialect, Sql, bounded, from_db, parse, places, read_word};

/// Where an account stands that has, or had, anything. By account there are indexes for each of them.
const RECORDS: [&str; 4] = [
    "SELECT DISTINCT account FROM entries WHERE kind = 'settle' AND account IN",
    "SELECT DISTINCT account FROM entries WHERE kind = 'inherit' AND account IN",
    "SELECT DISTINCT person AS account FROM heirs WHERE person IN",
    "SELECT DISTINCT browser AS account FROM heirs WHERE browser IN",
];

/// A settled packet.
#[derive(Clone, Debug)]
pub struct Holding {
    /// The game.
    pub game: GameId,
    /// The rain.
    pub rain: RainId,
    /// The packet.
    pub packet: u32,
    /// How much was in it.
    pub amount: Minor,
    /// In which currency.
    pub currency: Currency,
    /// The quiz's title.
    pub title: String,
    /// When it was caught, in ms of Redis time; unknown for some that came from elsewhere.
    pub caught_ms: Option<u64>,
    /// When it was credited.
    pub credited_ms: u64,
    /// What of it the account has by the ledger: all of it, or nothing where it was paid out or
    /// taken back.
    pub held: Minor,
    /// The state of its payout and since when; `None` where it is not paid out.
    pub payout: Option<(PayoutState, u64)>,
    /// Whether another account had caught it.
    pub inherited: bool,
}

/// A rain whose claims may not all be in the ledger.
#[derive(Clone, Debug)]
pub struct UnsettledRain {
    /// The game.
    pub game: GameId,
    /// The rain.
    pub rain: RainId,
    /// How many shards it has.
    pub shards: u16,
    /// Its currency.
    pub currency: Currency,
    /// The quiz's title.
    pub title: String,
}

/// What was decided about a claim that could not be settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disposition {
    /// A host must look at it.
    Dead {
        /// Since when, in ms since 1970.
        since_ms: u64,
    },
    /// It contradicts the ledger: the packet is not this account's.
    Refuted,
}

fn read(row: &AnyRow) -> Result<Holding, sqlx::Error> {
    let packet = u32::try_from(row.try_get::<i64, _>("item")?);
    let state = payout_state(row)?;
    let changed_ms: Option<i64> = row.try_get("changed_ms")?;
    Ok(Holding {
        game: parse(row.try_get("game")?)?,
        rain: parse(row.try_get("book")?)?,
        packet: packet.map_err(|e| sqlx::Error::Decode(Box::new(e)))?,
        amount: Minor(row.try_get("amount")?),
        currency: parse(row.try_get("currency")?)?,
        title: row.try_get("title")?,
        caught_ms: row.try_get::<Option<i64>, _>("caught_ms")?.map(from_db).transpose()?,
        credited_ms: from_db(row.try_get("at_ms")?)?,
        held: Minor(row.try_get("held")?),
        payout: match state.zip(changed_ms) {
            Some((state, changed_ms)) => Some((state, from_db(changed_ms)?)),
            None => None,
        },
        inherited: row.try_get::<&str, _>("own_by")? == Kind::Inherit.word(),
    })
}

impl Sql {
    /// Every packet that was ever settled for an account and is not an heir's, and every one that it has
    /// inherited.
    ///
    /// # Errors
    /// The database failed.
    pub async fn holdings(&self, account: AccountId) -> Result<Vec<Holding>, StoreError> {
        bounded(async {
            // By its key, each packet's entries are few; by account there are indexes for
            // settlements and for what was inherited alone.
            let rows = sqlx::query(
                "SELECT entries.book, entries.item, entries.amount, entries.currency,
                     entries.caught_ms, entries.at_ms, games.game, games.title,
                     own.kind AS own_by, payouts.state, payouts.changed_ms,
                     (SELECT CAST(SUM(CASE WHEN moved.credit = 'player' THEN moved.amount
                                           ELSE -moved.amount END) AS BIGINT)
                      FROM entries AS moved
                      WHERE moved.book = entries.book AND moved.item = entries.item
                          AND moved.kind IN ('settle', 'pay', 'unpay',
                              'reverse.settle', 'reverse.pay', 'reverse.unpay')) AS held
                 FROM (SELECT own.book, own.item, own.kind FROM entries AS own
                       WHERE own.account = $1 AND own.kind = 'settle'
                           AND NOT EXISTS (SELECT 1 FROM entries AS moved
                               WHERE moved.book = own.book AND moved.item = own.item
                                   AND moved.kind = 'leave')
                       UNION ALL SELECT book, item, kind FROM entries
                       WHERE account = $1 AND kind = 'inherit') AS own
                 JOIN entries ON entries.book = own.book AND entries.item = own.item
                     AND entries.kind = 'settle'
                 JOIN rains ON rains.rain = entries.book
                 JOIN games ON games.game = rains.game
                 LEFT JOIN payouts ON payouts.rain = entries.book AND payouts.packet = entries.item",

            )
            .bind(account.to_string())
            .fetch_all(&self.reader)
            .await?;
            Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Which of these accounts have ever caught or inherited something that is in the ledger, or are or have heirs.
    ///
    /// # Errors
    /// The database failed.
    pub async fn with_records(
        &self,
        accounts: &[AccountId],
    ) -> Result<HashSet<AccountId>, StoreError> {
        bounded(async {
            let mut con = self.reader.acquire().await?;
            let first = (Dialect::of(&con) == Dialect::Postgres).then_some(1);
            let places = places(1, accounts.len(), first);
            let mut found = HashSet::new();
            for records in RECORDS {
                let sql = sqlx::AssertSqlSafe(format!("{records} {places}"));
                let mut query = sqlx::query(sql).persistent(false);
                for account in accounts {
                    query = query.bind(account.to_string());
                }
                for row in query.fetch_all(&mut *con).await? {
                    found.insert(parse(row.try_get("account")?)?);
                }
            }
            Ok(found)
        })
        .await
    }

    /// Rains whose claims may not all be in the ledger, those that can be read.
    ///
    /// # Errors
    /// The database failed.
    pub async fn unsettled(&self) -> Result<Vec<UnsettledRain>, StoreError> {
        bounded(async {
            let rows = sqlx::query(
                "SELECT rains.game, rains.rain, rains.shards, rains.currency, games.title
                 FROM rains JOIN games ON games.game = rains.game
                 WHERE rains.opens_ms IS NOT NULL AND rains.settled_ms IS NULL",
            )
            .fetch_all(&self.reader)
            .await?;
            let rain = |row: &AnyRow| {
                Ok(UnsettledRain {
                    game: parse(row.try_get("game")?)?,
                    rain: parse(row.try_get("rain")?)?,
                    shards: shards_from(row)?,
                    currency: parse(row.try_get("currency")?)?,
                    title: row.try_get("title")?,
                })
            };
            Ok(self.skipped.read("crediting_rains", &rows, rain))
        })
        .await
    }

    /// What was decided about an account's claim in a rain, where it is a dead letter.
    ///
    /// # Errors
    /// The database failed.
    pub async fn disposition(
        &self,
        rain: RainId,
        account: AccountId,
        claim: &Claim,
    ) -> Result<Option<Disposition>, StoreError> {
        bounded(async {
            let row = sqlx::query(
                "SELECT state, at_ms FROM dead_letters
                 WHERE rain = $1 AND account = $2
                     AND (state = $4 OR (state = $5 AND claim = $3))
                 ORDER BY state DESC, at_ms DESC LIMIT 1",
            )
            .bind(rain.to_string())
            .bind(account.to_string())
            .bind(claim.to_string())
            .bind(DeadLetterState::Dead.word())
            .bind(DeadLetterState::Refuted.word())
            .fetch_optional(&self.reader)
            .await?;
            let disposition_of = |row: AnyRow| -> Result<Disposition, sqlx::Error> {
                Ok(match read_word(&row, "dead_letters", "state")? {
                    DeadLetterState::Refuted => Disposition::Refuted,
                    _ => Disposition::Dead { since_ms: from_db(row.try_get("at_ms")?)? },
                })
            };
            Ok(row.map(disposition_of).transpose()?)
        })
        .await
    }
}
