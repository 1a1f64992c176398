//! The outbox as hosts and operators see it.

use std::collections::HashMap;

use quizrain_shared::api::{OwnPayout, PayoutState};
use quizrain_shared::ids::{AccountId, GameId, RainId};

use crate::delivery::unfinished;
use crate::ledger::HoldDone;
use crate::payout::sql::TABLE;
use crate::store::StoreError;
use crate::store::sql::Sql;

/// Payouts that wait, are on their way, or are done.
#[derive(Clone)]
pub struct Outbox {
    sql: Sql,
}

impl Outbox {
    /// The outbox in this database.
    #[must_use]
    pub fn new(sql: Sql) -> Self {
        Self { sql }
    }

    /// Has payouts of a rain tried again that need a human; how many there are. Whose rain it is
    /// the caller has checked.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn redrive(&self, rain: RainId) -> Result<u64, StoreError> {
        self.sql.redrive_payouts(rain).await
    }

    /// The payouts to an account, the newest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn of(&self, account: AccountId) -> Result<Vec<OwnPayout>, StoreError> {
        self.sql.payouts_to(account).await
    }

    /// How many payouts to an account have no last answer yet.
    ///
    /// # Errors
    /// The database failed.
    pub async fn waiting_for(&self, account: AccountId) -> Result<u64, StoreError> {
        self.sql.payouts_waiting_for(account).await
    }

    /// Forgets in which words the receiver answered about an account, of payouts that are done.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn forget_answers(&self, account: AccountId) -> Result<(), StoreError> {
        self.sql.forget_payout_answers(account).await
    }

    /// Holds what an account has caught or will catch in a rain of a game, until it is released or refused.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn hold(
        &self,
        game: GameId,
        rain: RainId,
        account: AccountId,
        now_ms: u64,
    ) -> Result<HoldDone, StoreError> {
        self.sql.hold_payouts(game, rain, account, now_ms).await
    }

    /// Has what is held for an account sent like all else.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn release(
        &self,
        game: GameId,
        rain: RainId,
        account: AccountId,
    ) -> Result<HoldDone, StoreError> {
        self.sql.release_payouts(game, rain, account).await
    }

    /// Has what is held for an account never sent: it stays the account's balance.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn refuse(
        &self,
        game: GameId,
        rain: RainId,
        account: AccountId,
    ) -> Result<HoldDone, StoreError> {
        self.sql.refuse_payouts(game, rain, account).await
    }

    /// How many payouts are not finished, by state.
    ///
    /// # Errors
    /// The database failed.
    pub async fn unfinished(&self) -> Result<HashMap<PayoutState, u64>, StoreError> {
        unfinished(&self.sql, TABLE).await
    }
}
