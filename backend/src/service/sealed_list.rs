//! The sealed list of a rain, for whoever wants to check what they caught. Called by `http`.
//!
//! It is shown once the rain is settled: before, it would tell what the next packet holds.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use quizrain_shared::ids::RainId;
use quizrain_shared::sealed;
use quizrain_shared::wire::Refusal;
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::{Service, ServiceError};

/// Lists that are at hand: those that were read last. After a rain everybody asks for the same one.
const KEPT: usize = 4;

/// How long somebody waits for a list.
const PATIENCE: Duration = Duration::from_secs(5);

/// The lists that were asked for last.
#[derive(Default)]
pub(super) struct SealedLists(Mutex<VecDeque<(RainId, Arc<str>)>>);

impl Service {
    /// The sealed list of a rain; `None` as long as the rain is not settled.
    ///
    /// # Errors
    /// There is no such rain, the database failed, or it is busy with other lists.
    pub async fn sealed_list(&self, id: RainId) -> Result<Option<Arc<str>>, ServiceError> {
        let read = timeout(PATIENCE, async {
            // One is read at a time: a list may have a million lines, and anybody may ask.
            let mut kept = self.sealed_lists.0.lock().await;
            if let Some((_, list)) = kept.iter().find(|(rain, _)| *rain == id) {
                return Ok(Some(Arc::clone(list)));
            }
            let row = self.sql.rain(id).await?.ok_or(ServiceError::NotFound)?;
            if !self.sql.end_of(id).await?.settled {
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
