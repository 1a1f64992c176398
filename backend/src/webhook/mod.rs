//! Webhooks: telling a program of the operator's what happens in games.
//!
//! [`queue`] is called in the transaction that makes it so: by `history` with the step in a game's
//! log, by `ledger` with the end of a rain. So it is told at least once, under a name that never
//! changes, and nothing of a game waits for it. How it gets there is in `delivery`.
//! docs/WEBHOOKS.md is the contract.

mod sql;
mod worker;

pub use sql::{Outcome, TakenWebhook};
pub use worker::Notifier;

pub(crate) use sql::queue;

use std::collections::HashMap;

use quizrain_shared::api::PayoutState;

use crate::delivery;
use crate::store::StoreError;
use crate::store::sql::Sql;

/// Webhooks that have not arrived, by state; a state without any is missing.
///
/// # Errors
/// The database failed.
pub async fn unfinished(sql: &Sql) -> Result<HashMap<PayoutState, u64>, StoreError> {
    delivery::unfinished(sql, sql::TABLE).await
}
