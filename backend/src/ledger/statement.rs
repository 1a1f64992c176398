//! A game's books in numbers: one question per table, whatever a rain holds.
//!
//! Called by `settlement`. All but the sealed list is read as it was at one moment.

use std::collections::HashMap;
use std::fmt::Write;

use quizrain_shared::api::{HeldPayout, Part, PayoutState};
use quizrain_shared::ids::{GameId, RainId};
use quizrain_shared::money::{Currency, Minor};
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::ledger::holds::held;
use crate::ledger::rain_row::shards_from;
use crate::ledger::{DeadLetter, Kind, REVERSE, payout_state};
use crate::store::StoreError;
use crate::store::shard::Shard;
use crate::store::sql::{Sql, Tx, bounded, from_db, parse};

/// Dead letters that one game's books list.
const MOST_LETTERS: i64 = 1000;

/// What the database knows of a rain's money.
#[derive(Clone, Debug)]
pub struct RainBook {
    /// The rain.
    pub rain: RainId,
    /// First, second … rain of the game, from 0.
    pub ordinal: u32,
    /// Its currency.
    pub currency: Currency,
    /// How many packets were sealed.
    pub packets: u64,
    /// How many shards they lie in.
    pub shards: u16,
    /// Whether what is caught is paid out.
    pub payout: bool,
    /// When the first packet falls or fell, in ms of Redis time.
    pub opens_ms: Option<u64>,
    /// When nothing can be caught any more, or could not.
    pub closes_ms: Option<u64>,
    /// When that was noted.
    pub closed_ms: Option<u64>,
    /// Since when everything is in the ledger.
    pub settled_ms: Option<u64>,
    /// How many links its chain has.
    pub links: u64,
    /// The hash of the last one.
    pub head: String,
    /// Claims that could not be settled, newest first.
    pub dead_letters: Vec<DeadLetter>,
    /// Whose payouts wait for the host.
    pub held: Vec<HeldPayout>,
    /// For each shard that has packets that are settled, the highest number among them.
    pub last_settled: HashMap<u16, u32>,
    entries: HashMap<String, Part>,
    payouts: HashMap<PayoutState, Part>,
}

impl RainBook {
    /// What was booked for a reason, and not taken back.
    #[must_use]
    pub fn booked(&self, kind: Kind) -> Part {
        let of = |word: &str| self.entries.get(word).copied().unwrap_or_default();
        of(kind.word()).without(of(&format!("{REVERSE}{}", kind.word())))
    }

    /// The payouts in a state; `None` where this rain has no payouts.
    #[must_use]
    pub fn payouts(&self) -> Option<impl Fn(PayoutState) -> Part> {
        let any = self.payout || !self.payouts.is_empty();
        any.then_some(|state| self.payouts.get(&state).copied().unwrap_or_default())
    }
}

fn part(row: &AnyRow) -> Result<Part, sqlx::Error> {
    Ok(Part { packets: from_db(row.try_get("packets")?)?, amount: Minor(row.try_get("amount")?) })
}

fn sum_of(one: Part, other: Part) -> Result<Part, sqlx::Error> {
    let amount = one.amount.checked_add(other.amount);
    let amount = amount.ok_or_else(|| sqlx::Error::Decode("a book holds too much".into()))?;
    Ok(Part { packets: one.packets + other.packets, amount })
}

fn moment(row: &AnyRow, column: &str) -> Result<Option<u64>, sqlx::Error> {
    row.try_get::<Option<i64>, _>(column)?.map(from_db).transpose()
}

fn read(row: &AnyRow) -> Result<RainBook, sqlx::Error> {
    let ordinal = u32::try_from(row.try_get::<i64, _>("ordinal")?);
    Ok(RainBook {
        rain: parse(row.try_get("rain")?)?,
        ordinal: ordinal.map_err(|e| sqlx::Error::Decode(Box::new(e)))?,
        currency: parse(row.try_get("currency")?)?,
        packets: from_db(row.try_get("packets")?)?,
        shards: shards_from(row)?,
        payout: row.try_get::<i64, _>("payout")? == 1,
        opens_ms: moment(row, "opens_ms")?,
        closes_ms: moment(row, "closes_ms")?,
        closed_ms: moment(row, "closed_ms")?,
        settled_ms: moment(row, "settled_ms")?,
        links: row.try_get::<Option<i64>, _>("link")?.map_or(Ok(0), from_db)?,
        head: row.try_get::<Option<String>, _>("hash")?.unwrap_or_default(),
        dead_letters: Vec::new(),
        held: Vec::new(),
        last_settled: HashMap::new(),
        entries: HashMap::new(),
        payouts: HashMap::new(),
    })
}

/// Books on their way to be whole.
struct Books {
    books: Vec<RainBook>,
    place: HashMap<RainId, usize>,
}

impl Books {
    /// The book that a row is about. A rain that came since is left out.
    fn of(&mut self, row: &AnyRow) -> Result<Option<&mut RainBook>, sqlx::Error> {
        let place = self.place.get(&parse(row.try_get("rain")?)?);
        Ok(place.and_then(|place| self.books.get_mut(*place)))
    }

    async fn add_entries(&mut self, tx: &mut Tx, game: &str) -> Result<(), StoreError> {
        let rows = sqlx::query(
            "SELECT entries.book AS rain, entries.kind, COUNT(*) AS packets,
                 CAST(SUM(entries.amount) AS BIGINT) AS amount,
                 CAST(MAX(entries.item) AS BIGINT) AS last
             FROM entries JOIN rains ON rains.rain = entries.book
             WHERE rains.game = $1
             GROUP BY entries.book, entries.kind, entries.item % rains.shards",
        )
        .bind(game)
        .fetch_all(&mut **tx)
        .await?;
        for row in rows {
            let Some(book) = self.of(&row)? else { continue };
            let kind: String = row.try_get("kind")?;
            if kind == Kind::Settle.word() {
                let last = u32::try_from(row.try_get::<i64, _>("last")?)
                    .map_err(|e| sqlx::Error::Decode(Box::new(e)))?;
                book.last_settled.insert(Shard::of_packet(last, book.shards).number, last);
            }
            let sum = book.entries.entry(kind).or_default();
            *sum = sum_of(*sum, part(&row)?)?;
        }
        Ok(())
    }

    async fn add_payouts(&mut self, tx: &mut Tx, game: &str) -> Result<(), StoreError> {
        let rows = sqlx::query(
            "SELECT payouts.rain, payouts.state, COUNT(*) AS packets,
                 CAST(SUM(payouts.amount) AS BIGINT) AS amount
             FROM payouts JOIN rains ON rains.rain = payouts.rain
             WHERE rains.game = $1 GROUP BY payouts.rain, payouts.state",
        )
        .bind(game)
        .fetch_all(&mut **tx)
        .await?;
        for row in rows {
            let (Some(state), Some(book)) = (payout_state(&row)?, self.of(&row)?) else { continue };
            let sum = book.payouts.entry(state).or_default();
            *sum = sum_of(*sum, part(&row)?)?;
        }
        Ok(())
    }

    async fn add_held(&mut self, tx: &mut Tx, game: &str) -> Result<(), StoreError> {
        for (rain, held) in held(tx, game).await? {
            if let Some(book) = self.place.get(&rain).and_then(|place| self.books.get_mut(*place)) {
                book.held.push(held);
            }
        }
        Ok(())
    }

    async fn add_dead_letters(&mut self, tx: &mut Tx, game: &str) -> Result<(), StoreError> {
        let rows = sqlx::query(
            "SELECT dead_letters.rain, dead_letters.account, dead_letters.claim,
                 dead_letters.state, dead_letters.reason, dead_letters.deliveries, dead_letters.tries,
                 dead_letters.at_ms
             FROM dead_letters JOIN rains ON rains.rain = dead_letters.rain
             WHERE rains.game = $1
             ORDER BY dead_letters.at_ms DESC, dead_letters.account, dead_letters.claim
             LIMIT $2",
        )
        .bind(game)
        .bind(MOST_LETTERS)
        .fetch_all(&mut **tx)
        .await?;
        for row in rows {
            if let Some(book) = self.of(&row)? {
                book.dead_letters.push(DeadLetter::read(&row)?);
            }
        }
        Ok(())
    }
}

impl Sql {
    /// The books of a game's rains, first to last.
    ///
    /// # Errors
    /// The database failed.
    pub async fn books_of(&self, game: GameId) -> Result<Vec<RainBook>, StoreError> {
        bounded(async {
            let game = game.to_string();
            let mut tx = self.snapshot().await?;
            let rows = sqlx::query(
                "SELECT rains.rain, rains.ordinal, rains.currency, rains.packets, rains.shards, rains.payout,
                     rains.opens_ms, rains.closes_ms, rains.closed_ms, rains.settled_ms,
                     books.link, books.hash
                 FROM rains LEFT JOIN books ON books.book = rains.rain
                 WHERE rains.game = $1 ORDER BY rains.ordinal",
            )
            .bind(&game)
            .fetch_all(&mut *tx)
            .await?;
            let books = rows.iter().map(read).collect::<Result<Vec<_>, _>>()?;
            if books.is_empty() {
                return Ok(books);
            }
            let place = books.iter().enumerate().map(|(place, book)| (book.rain, place)).collect();
            let mut books = Books { books, place };
            books.add_entries(&mut tx, &game).await?;
            books.add_payouts(&mut tx, &game).await?;
            books.add_dead_letters(&mut tx, &game).await?;
            books.add_held(&mut tx, &game).await?;
            Ok(books.books)
        })
        .await
    }

    /// What the packets of a sealed list hold whose numbers are below their shard's bound.
    ///
    /// # Errors
    /// The database failed.
    pub async fn packets_below(&self, rain: RainId, bounds: &[u64]) -> Result<Part, StoreError> {
        bounded(async {
            // Numbers of our own alone are written into the statement.
            let (shards, mut below) = (bounds.len().max(1), String::new());
            for (shard, bound) in bounds.iter().enumerate() {
                // Writing to a string cannot fail.
                let _ = write!(below, " WHEN {shard} THEN {bound}");
            }
            let sql = format!(
                "SELECT COUNT(*) AS packets, CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS amount
                 FROM packets
                 WHERE rain = $1 AND packet < CASE packet % {shards}{below} END"
            );
            let query = sqlx::query(sqlx::AssertSqlSafe(sql)).persistent(false);
            Ok(part(&query.bind(rain.to_string()).fetch_one(&self.reader).await?)?)
        })
        .await
    }
}
