//! A rain as the registry keeps it.

use std::fmt;

use quizrain_shared::ids::{Commitment, Entropy, GameId, Incarnation, RainId};
use quizrain_shared::rain::RainPlan;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::store::shard::MAX_SHARDS;
use crate::store::sql::{from_db, parse};

/// What receipts of a rain are signed with. It never leaves the servers.
#[derive(Clone)]
pub struct ReceiptKey(pub [u8; 32]);

impl fmt::Debug for ReceiptKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ReceiptKey(..)")
    }
}

impl ReceiptKey {
    /// The text that is stored.
    pub(crate) fn to_hex(&self) -> String {
        hex::encode(self.0)
    }

    fn parse(text: &str) -> Result<Self, sqlx::Error> {
        let mut key = [0; 32];
        hex::decode_to_slice(text, &mut key).map_err(|e| sqlx::Error::Decode(Box::new(e)))?;
        Ok(Self(key))
    }
}

/// A rain.
#[derive(Clone, Debug)]
pub struct RainRow {
    /// The rain.
    pub rain: RainId,
    /// Its game.
    pub game: GameId,
    /// First, second … rain of the game, from 0.
    pub ordinal: u32,
    /// The incarnation of its pool in Redis.
    pub incarnation: Incarnation,
    /// How many shards its packets lie in, 1 at least.
    pub shards: u16,
    /// What the host decided.
    pub plan: RainPlan,
    /// The sequence number of the stage on which the host decided it.
    pub seen: Option<u64>,
    /// Where drops fall.
    pub picture_seed: u64,
    /// The link that it was drawn from, as hex; secret until the rain is settled.
    pub link: String,
    /// What players contributed to the draw, combined.
    pub entropy: Entropy,
    /// Binds the server to link, rules and ordered amounts.
    pub commitment: Commitment,
    /// Signs receipts.
    pub receipt_key: ReceiptKey,
    /// The window in ms of Redis time, once the rain has been opened.
    pub window: Option<(u64, u64)>,
    /// Whether no claim can be granted any more.
    pub closed: bool,
    /// Whether what is caught is paid out by webhook.
    pub payout: bool,
}

/// What [`parse_rain`] reads.
pub(crate) const COLUMNS: &str = "SELECT rain, game, ordinal, incarnation, shards, plan, seen, \
     picture_seed, link, entropy, commitment, receipt_key, opens_ms, closes_ms, closed_ms, payout FROM rains";

/// Reads how many shards a rain has: a column of this name.
pub(crate) fn shards_from(row: &AnyRow) -> Result<u16, sqlx::Error> {
    let shards = row.try_get::<i64, _>("shards")?;
    let known = u16::try_from(shards).ok().filter(|shards| (1..=MAX_SHARDS).contains(shards));
    known.ok_or_else(|| sqlx::Error::Decode(format!("a rain has {shards} shards").into()))
}

/// Reads a rain.
pub(crate) fn parse_rain(row: &AnyRow) -> Result<RainRow, sqlx::Error> {
    let plan: String = row.try_get("plan")?;
    let seed: String = row.try_get("picture_seed")?;
    let ordinal = u32::try_from(row.try_get::<i64, _>("ordinal")?);
    Ok(RainRow {
        rain: parse(row.try_get("rain")?)?,
        game: parse(row.try_get("game")?)?,
        ordinal: ordinal.map_err(|e| sqlx::Error::Decode(Box::new(e)))?,
        incarnation: parse(row.try_get("incarnation")?)?,
        shards: shards_from(row)?,
        plan: serde_json::from_str(&plan).map_err(|e| sqlx::Error::Decode(Box::new(e)))?,
        seen: row.try_get::<Option<i64>, _>("seen")?.map(from_db).transpose()?,
        picture_seed: u64::from_str_radix(&seed, 16)
            .map_err(|e| sqlx::Error::Decode(Box::new(e)))?,
        link: row.try_get("link")?,
        entropy: parse(row.try_get("entropy")?)?,
        commitment: parse(row.try_get("commitment")?)?,
        receipt_key: ReceiptKey::parse(&row.try_get::<String, _>("receipt_key")?)?,
        window: match (row.try_get("opens_ms")?, row.try_get("closes_ms")?) {
            (Some(opens), Some(closes)) => Some((from_db(opens)?, from_db(closes)?)),
            _ => None,
        },
        closed: row.try_get::<Option<i64>, _>("closed_ms")?.is_some(),
        payout: row.try_get::<i64, _>("payout")? == 1,
    })
}
