//! Dead letters: claims that could not be settled, kept where the host sees them.
//!
//! Before a claim that keeps failing is tried alone, it is written down as quarantined. Should the
//! attempt end the whole program a few times, the row is still there, and the claim is not tried
//! again until the host asks for it; everything else of its batch is settled meanwhile.

use quizrain_shared::api::DeadLetterState;
use quizrain_shared::ids::RainId;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, from_db, read_word, to_db};

/// Characters that are kept of a text that came from the stream.
const LONGEST: usize = 200;

/// A claim that could not be settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadLetter {
    /// As it stood in the stream, which may be anything.
    pub account: String,
    /// Likewise.
    pub claim: String,
    /// How it stands.
    pub state: DeadLetterState,
    /// Why, in words.
    pub reason: String,
    /// How often it was delivered.
    pub deliveries: u64,
    /// How often it was tried alone without an outcome, because the program ended.
    pub tries: u64,
    /// When it got here or was tried last, in ms of Redis time.
    pub at_ms: u64,
}

impl DeadLetter {
    /// Reads a row that has every column but the rain.
    pub(crate) fn read(row: &AnyRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            account: row.try_get("account")?,
            claim: row.try_get("claim")?,
            state: read_word(row, "dead_letters", "state")?,
            reason: row.try_get("reason")?,
            deliveries: from_db(row.try_get("deliveries")?)?,
            tries: from_db(row.try_get("tries")?)?,
            at_ms: from_db(row.try_get("at_ms")?)?,
        })
    }
}

fn cut(text: &str) -> String {
    // PostgreSQL has no texts with NUL in them.
    text.chars().take(LONGEST).map(|c| if c == '\0' { '\u{fffd}' } else { c }).collect()
}

impl Sql {
    /// Writes down a claim that cannot be settled; one that is there gets the new state and reason.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn put_dead_letter(
        &self,
        rain: RainId,
        letter: &DeadLetter,
    ) -> Result<(), StoreError> {
        bounded(async {
            sqlx::query(
                "INSERT INTO dead_letters
                     (rain, account, claim, state, reason, deliveries, tries, at_ms)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                 ON CONFLICT (rain, account, claim) DO UPDATE SET state = excluded.state,
                     reason = excluded.reason, deliveries = excluded.deliveries,
                     tries = excluded.tries, at_ms = excluded.at_ms",
            )
            .bind(rain.to_string())
            .bind(cut(&letter.account))
            .bind(cut(&letter.claim))
            .bind(letter.state.word())
            .bind(cut(&letter.reason))
            .bind(to_db(letter.deliveries))
            .bind(to_db(letter.tries))
            .bind(to_db(letter.at_ms))
            .execute(&self.writer)
            .await?;
            Ok(())
        })
        .await
    }

    /// The dead letters of a rain, oldest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn dead_letters(&self, rain: RainId) -> Result<Vec<DeadLetter>, StoreError> {
        bounded(async {
            let rows = sqlx::query(
                "SELECT account, claim, state, reason, deliveries, tries, at_ms FROM dead_letters
                 WHERE rain = $1 ORDER BY at_ms, account, claim",
            )
            .bind(rain.to_string())
            .fetch_all(&self.reader)
            .await?;
            Ok(rows.iter().map(DeadLetter::read).collect::<Result<_, sqlx::Error>>()?)
        })
        .await
    }

    /// Forgets a dead letter that was tried and settled after all. One that was refuted stays.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn delete_quarantined(
        &self,
        rain: RainId,
        letter: &DeadLetter,
    ) -> Result<(), StoreError> {
        bounded(async {
            sqlx::query(
                "DELETE FROM dead_letters
                 WHERE rain = $1 AND account = $2 AND claim = $3 AND state = $4",
            )
            .bind(rain.to_string())
            .bind(cut(&letter.account))
            .bind(cut(&letter.claim))
            .bind(DeadLetterState::Quarantined.word())
            .execute(&self.writer)
            .await?;
            Ok(())
        })
        .await
    }

    /// Forgets dead letters whose claims are in the ledger all the same: the program ended between
    /// the one and the other.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn delete_settled_letters(&self, rain: RainId) -> Result<(), StoreError> {
        bounded(async {
            sqlx::query(
                "DELETE FROM dead_letters WHERE rain = $1 AND state <> $2 AND EXISTS (
                     SELECT 1 FROM entries WHERE book = $1 AND kind = 'settle'
                         AND entries.account = dead_letters.account
                         AND dead_letters.claim LIKE item || ':' || amount || ':%')",
            )
            .bind(rain.to_string())
            .bind(DeadLetterState::Refuted.word())
            .execute(&self.writer)
            .await?;
            Ok(())
        })
        .await
    }

    /// Has the dead letters of a rain tried again, also those whose last try ended the program; how
    /// many.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn redrive_dead_letters(&self, rain: RainId) -> Result<u64, StoreError> {
        bounded(async {
            let done = sqlx::query(
                "UPDATE dead_letters SET state = $2, tries = 0
                 WHERE rain = $1 AND state IN ($3, $4)",
            )
            .bind(rain.to_string())
            .bind(DeadLetterState::Redrive.word())
            .bind(DeadLetterState::Dead.word())
            .bind(DeadLetterState::Quarantined.word())
            .execute(&self.writer)
            .await?;
            Ok(done.rows_affected())
        })
        .await
    }
}
