//! Reads of the database, and one write, for those who have proved nothing: whoever says a pin, a token, the id of
//! a rain or of a game. Anybody may do that as often as they like, so few of these run at a time,
//! what is not there is not looked for twice, and many who ask the same are one.
//!
//! Settlement, drivers and hosts who have shown their right do not come through here and do not
//! wait.

use std::time::Duration;

use quizrain_shared::wire::Refusal;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::absent::Absent;
use crate::error::Error;
use crate::metrics::METRICS;
use crate::store::{StoreError, away};

/// How long somebody waits for their turn and for the answer.
const READ_TIMEOUT: Duration = Duration::from_secs(5);

/// Those who may wait for their turn.
const MAX_WAITING: usize = 16 * 1024;

/// How long what is not there is remembered, at least. Ids and tokens are random: what nobody has
/// been given does not come to be. Tokens that browsers make are shown once they were given a right.
const ABSENT: Duration = Duration::from_secs(300);

/// What those who have proved nothing may have of the database.
#[derive(Debug)]
pub struct ReadGate {
    turns: Semaphore,
    waiting: Semaphore,
    /// Host tokens, games and rains that are not there.
    pub(crate) unknown: Absent,
}

impl ReadGate {
    /// So many reads at a time.
    #[must_use]
    pub fn new(reads: usize) -> Self {
        Self {
            turns: Semaphore::new(reads),
            waiting: Semaphore::new(MAX_WAITING),
            unknown: Absent::new(ABSENT),
        }
    }

    /// Reads something once it is its turn.
    ///
    /// # Errors
    /// [`Refusal::Unavailable`]: too many wait, or the database does not answer. Or that of the
    /// read.
    pub async fn read<T>(
        &self,
        what: &'static str,
        read: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        let Ok(_waiting) = self.waiting.try_acquire() else {
            METRICS.rejected("reads");
            return Err(Refusal::Unavailable.into());
        };
        let mut reads = false;
        let in_turn = timeout(READ_TIMEOUT, async {
            let _turn = self.turns.acquire().await;
            METRICS.unauthenticated_read(what);
            reads = true;
            read.await
        });
        in_turn.await.unwrap_or_else(|_| {
            // Whose turn did not come waited for those who have theirs.
            if reads {
                away::note(&StoreError::Slow(READ_TIMEOUT));
            }
            Err(Refusal::Unavailable.into())
        })
    }
}

/// What those hear who waited for somebody else's reading, which failed.
pub(crate) fn shared(error: &Error) -> Error {
    match error {
        Error::Refused(refusal) => refusal.clone().into(),
        Error::Store(error) if error.is_away() => {
            away::note(error);
            Refusal::Unavailable.into()
        }
        error => {
            tracing::debug!(%error, "failed to read for several requests; each is refused as unavailable");
            Refusal::Unavailable.into()
        }
    }
}
