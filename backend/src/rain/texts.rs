//! What anybody may read of a rain to check it: the sealed list, the contributions that it was
//! drawn from, and which packets were caught. Called by `http`.
//!
//! Contributions are shown once the rain is on the stage, the others once it is settled: before,
//! they would tell what the next packet holds.

use std::collections::VecDeque;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache;
use quizrain_shared::ids::RainId;
use quizrain_shared::sealed;
use tokio::sync::Mutex;
use tokio::time::timeout;

use crate::error::Error;
use crate::ledger::{Packet, RainRow};
use crate::metrics::METRICS;
use crate::rain::Rains;
use crate::store::shard::Shard;
use crate::store::{StoreError, away};

/// Texts that are at hand: those that were read last. After a rain everybody asks for the same
/// ones.
const MAX_CACHED: usize = 6;

/// How long a rain that is not so far is not looked at again.
const UNSETTLED: Duration = Duration::from_secs(1);

/// How long somebody waits for a text.
const READ_TIMEOUT: Duration = Duration::from_secs(5);

/// Which text of a rain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RainText {
    /// The sealed list.
    Sealed,
    /// The contributions that the rain was drawn from.
    Entropy,
    /// Which packets were caught, in the order in which they were handed out.
    Claims,
}

impl RainText {
    fn word(self) -> &'static str {
        match self {
            Self::Sealed => "sealed",
            Self::Entropy => "entropy",
            Self::Claims => "claims",
        }
    }
}

type Key = (RainId, RainText);

/// The texts that were asked for last.
pub(crate) struct RainTexts {
    cached: Mutex<VecDeque<(Key, Arc<str>)>>,
    /// Rains that were not so far a moment ago: everybody asks when theirs is.
    unsettled: Cache<Key, ()>,
}

impl Default for RainTexts {
    fn default() -> Self {
        let unsettled = Cache::builder().max_capacity(1000).time_to_live(UNSETTLED);
        Self { cached: Mutex::default(), unsettled: unsettled.build() }
    }
}

impl Rains {
    /// A text of a rain; `None` as long as the rain is not so far that it may be shown.
    ///
    /// # Errors
    /// There is no such rain, or it was sealed before there was such a text; the database failed,
    /// or it is busy with other texts.
    pub async fn text(&self, id: RainId, what: RainText) -> Result<Option<Arc<str>>, Error> {
        let Some(sought) = self.gate.unknown.seek(("rain", id.0)) else {
            return Err(Error::NotFound);
        };
        let key = (id, what);
        if self.texts.unsettled.contains_key(&key) {
            return Ok(None);
        }
        let read = timeout(READ_TIMEOUT, async {
            // One is read at a time: a list may have a million lines, and anybody may ask.
            let mut cached = self.texts.cached.lock().await;
            if let Some((_, text)) = cached.iter().find(|(of, _)| *of == key) {
                return Ok(Some(Arc::clone(text)));
            }
            METRICS.unauthenticated_read(what.word());
            let Some(row) = self.sql.rain(id).await? else {
                self.gate.unknown.note(sought);
                return Err(Error::NotFound);
            };
            let is_due = match what {
                RainText::Entropy => row.window.is_some(),
                RainText::Sealed | RainText::Claims => self.sql.end_of(id).await?.settled,
            };
            if !is_due {
                self.texts.unsettled.insert(key, ());
                return Ok(None);
            }
            let text: Arc<str> = match what {
                RainText::Sealed => self.write_sealed(&row).await?,
                RainText::Entropy => self.sql.contributions(id).await?.ok_or(Error::NotFound)?,
                RainText::Claims => self.write_claims(&row).await?,
            }
            .into();
            if cached.len() == MAX_CACHED {
                cached.pop_front();
            }
            cached.push_back((key, Arc::clone(&text)));
            Ok(Some(text))
        });
        read.await.unwrap_or_else(|_| Err(away::slow(READ_TIMEOUT).into()))
    }

    async fn write_sealed(&self, row: &RainRow) -> Result<String, StoreError> {
        let packets = self.sql.packets(row.rain).await?;
        let amounts: Vec<_> = packets.into_iter().map(|packet| packet.amount).collect();
        Ok(sealed::write(row.rain, &row.link, &row.plan, &amounts))
    }

    /// What was caught, shard by shard in the order in which it was handed out, without saying when
    /// or to whom.
    async fn write_claims(&self, row: &RainRow) -> Result<String, StoreError> {
        let mut claims = self.sql.caught_packets(row.rain).await?;
        let shard = |packet: &Packet| Shard::of_packet(packet.number, row.shards).number;
        // What one call handed out has one time, and went in the order of the list.
        claims.sort_unstable_by_key(|(packet, at_ms)| (shard(packet), *at_ms, packet.number));
        let (rain, packets, shards) = (row.rain, row.plan.bounds.packets, row.shards);
        let mut text = format!("quizrain.v1.claims\n{rain} {packets} {shards}\n");
        for (packet, _) in claims {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{} {} {}", shard(&packet), packet.number, packet.amount);
        }
        Ok(text)
    }
}
