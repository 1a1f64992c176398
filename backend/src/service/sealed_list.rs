//! The sealed list of a rain, for whoever wants to check what they caught. Called by `http`.
//!
//! It is shown once the rain is settled: before, it would tell what the next packet holds.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache;
use quizrain_shared::ids::RainId;
use quizrain_shared::sealed;
use quizrain_shared::wire::Refusal;
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::{Service, ServiceError};
use crate::metrics::METRICS;

/// Lists that are at hand: those that were read last. After a rain everybody asks for the same one.
const KEPT: usize = 4;

/// How long a rain that is not settled is not looked at again.
const UNSETTLED: Duration = Duration::from_secs(1);

/// How long somebody waits for a list.
const PATIENCE: Duration = Duration::from_secs(5);

/// The lists that were asked for last.
pub(super) struct SealedLists {
    kept: Mutex<VecDeque<(RainId, Arc<str>)>>,
    /// Rains that were not settled a moment ago: everybody asks when theirs is.
    unsettled: Cache<RainId, ()>,
}

impl Default for SealedLists {
    fn default() -> Self {
        let unsettled = Cache::builder().max_capacity(1000).time_to_live(UNSETTLED);
        Self { kept: Mutex::default(), unsettled: unsettled.build() }
    }
}

impl Service {
    /// The sealed list of a rain; `None` as long as the rain is not settled.
    ///
    /// # Errors
    /// There is no such rain, the database failed, or it is busy with other lists.
    pub async fn sealed_list(&self, id: RainId) -> Result<Option<Arc<str>>, ServiceError> {
        let Some(sought) = self.guests.unknown.seek(("rain", id.0)) else {
            return Err(ServiceError::NotFound);
        };
        if self.sealed_lists.unsettled.contains_key(&id) {
            return Ok(None);
        }
        let read = timeout(PATIENCE, async {
            // One is read at a time: a list may have a million lines, and anybody may ask.
            let mut kept = self.sealed_lists.kept.lock().await;
            if let Some((_, list)) = kept.iter().find(|(rain, _)| *rain == id) {
                return Ok(Some(Arc::clone(list)));
            }
            METRICS.guest_read("sealed");
            let Some(row) = self.sql.rain(id).await? else {
                self.guests.unknown.note(sought);
                return Err(ServiceError::NotFound);
            };
            if !self.sql.end_of(id).await?.settled {
                self.sealed_lists.unsettled.insert(id, ());
                return Ok(None);
            }
            let packets = self.sql.packets(id).await?;
            let amounts: Vec<_> = packets.into_iter().map(|packet| packet.amount).collect();
            let list: Arc<str> = sealed::write(id, &row.nonce, &row.plan, &amounts).into();
            if kept.len() == KEPT {
                kept.pop_front();
            }
            kept.push_back((id, Arc::clone(&list)));
            Ok(Some(list))
        });
        read.await.unwrap_or_else(|_| Err(Refusal::Unavailable.into()))
    }
}
