//! Settlement: claims become money in the ledger, each exactly once, and the statement that hosts
//! see of that. The loops are in [`worker`].

mod batch;
mod drain;
mod finish;
mod one_by_one;
mod statement;
mod worker;

use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::rain::Rains;
use crate::store::Clock;
use crate::store::redis::Redis;
use crate::store::sql::Sql;

pub use worker::Settlers;

/// Settles these rains into the ledger.
#[derive(Clone)]
pub struct Settlement {
    rains: Arc<Rains>,
    redis: Redis,
    sql: Sql,
    clock: Arc<Clock>,
}

/// What every loop needs.
#[derive(Clone)]
pub(crate) struct Context {
    rains: Arc<Rains>,
    redis: Redis,
    sql: Sql,
    clock: Arc<Clock>,
    stop: CancellationToken,
    tasks: TaskTracker,
}

impl Settlement {
    /// Settlement of these rains, in these stores.
    #[must_use]
    pub fn new(rains: Arc<Rains>, redis: Redis, sql: Sql, clock: Arc<Clock>) -> Self {
        Self { rains, redis, sql, clock }
    }

    /// Starts the loops, which run until told to stop.
    pub fn start(&self, settlers: Settlers, stop: CancellationToken, tasks: &TaskTracker) {
        let Self { rains, redis, sql, clock } = self.clone();
        let context = Context { rains, redis, sql, clock, stop, tasks: tasks.clone() };
        tasks.spawn(worker::run(context, settlers));
    }
}
