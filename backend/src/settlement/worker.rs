//! The settler: claims become money in the ledger, each exactly once.
//!
//! For each rain that is not settled: some drainers read the streams of its shards as a consumer
//! group, commit a batch in one SQL transaction, publish "credited" after the commit ([`batch`]),
//! and acknowledge what was read last ([`drain`]). A claim that keeps failing is tried alone and
//! put aside where the host sees it ([`one_by_one`]). A finisher closes what nobody closed, finds
//! what the stream lost, and returns what nobody caught ([`finish`]). Killed anywhere in between,
//! it is all done again, and the ledger's keys make that harmless.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quizrain_shared::ids::RainId;
use tokio::sync::Semaphore;
use tracing::Instrument;

use crate::batch::backoff::{Backoff, pause, restarted};
use crate::ledger::RainRow;
use crate::metrics::METRICS;
use crate::rain::stream::lag;
use crate::settlement::Context;
use crate::settlement::drain::Drainer;
use crate::settlement::finish;
use crate::store::redis::ShardKeys;

/// How often the registry is asked for rains to settle.
const CHECK_EVERY: Duration = Duration::from_millis(500);

/// Who settles on this node.
#[derive(Clone, Debug)]
pub struct Settlers {
    /// The node's name, its own and the same after a restart.
    pub node: Arc<str>,
    /// Drainers of one rain that write at a time; each shard has one at least.
    pub drainers: u8,
    /// How long after another server of Redis took over a rain is not finished.
    pub grace: Duration,
}

pub(crate) async fn run(context: Context, settlers: Settlers) {
    let busy: Arc<Mutex<HashSet<RainId>>> = Arc::default();
    let mut backoff = Backoff::default();
    while !context.stop.is_cancelled() {
        match context.sql.unsettled_rains().await {
            Ok(rains) => {
                backoff.reset();
                measure_lag(&context, &rains).await;
                for row in rains {
                    let new = busy.lock().unwrap_or_else(PoisonError::into_inner).insert(row.rain);
                    if new {
                        let (context, busy) = (context.clone(), Arc::clone(&busy));
                        let settlers = settlers.clone();
                        let tasks = context.tasks.clone();
                        tasks.spawn(async move {
                            settle_rain(&context, &settlers, &row).await;
                            busy.lock().unwrap_or_else(PoisonError::into_inner).remove(&row.rain);
                        });
                    }
                }
                if let Err(error) = finish::return_unopened(&context).await {
                    tracing::warn!(%error, "failed to return unopened rains, retrying");
                }
            }
            Err(error) => {
                tracing::warn!(%error, "failed to list rains to settle, retrying");
                backoff.pause(&context.stop).await;
            }
        }
        pause(&context.stop, CHECK_EVERY).await;
    }
}

/// Settles one rain until it is closed, every claim is in the ledger, and what nobody caught went
/// back.
async fn settle_rain(context: &Context, settlers: &Settlers, row: &RainRow) {
    let done = context.stop.child_token();
    let span = tracing::info_span!("rain", id = %row.rain);
    // Each shard has drainers of its own, so that one whose Redis is away holds up no other; they
    // take turns, so that the ledger has no more of them at a time than it was told.
    let turns = Arc::new(Semaphore::new(usize::from(settlers.drainers)));
    let each = u16::from(settlers.drainers).div_ceil(row.shards);
    let places = ShardKeys::of(row.rain, row.shards)
        .flat_map(|shard| (1..=each).map(move |number| (shard, number)));
    let drainers = places.map(|(shard, number)| {
        let drainer = Drainer {
            context: context.clone(),
            row: row.clone(),
            shard,
            consumer: format!("{}-{number}", settlers.node),
            turns: Arc::clone(&turns),
            stop: done.clone(),
        };
        let span = span.clone();
        restarted(done.clone(), move || {
            let drainer = drainer.clone();
            async move { drainer.run().await }.instrument(span.clone())
        })
    });
    let drainers = futures_util::future::join_all(drainers);
    let finisher = async {
        let (context, row, stop) = (context.clone(), row.clone(), done.clone());
        let (grace, finisher_span) = (settlers.grace, span.clone());
        restarted(done.clone(), move || {
            let (context, row, stop) = (context.clone(), row.clone(), stop.clone());
            async move { finish::run(&context, &row, grace, &stop).await }
                .instrument(finisher_span.clone())
        })
        .await;
        // Settled, or told to stop: there is nothing left to drain.
        done.cancel();
    };
    tokio::join!(drainers, finisher);
}

/// Notes how many stream entries wait. Where Redis does not tell, the last number stays.
async fn measure_lag(context: &Context, rains: &[RainRow]) {
    let mut sum = 0;
    for row in rains {
        for shard in ShardKeys::of(row.rain, row.shards) {
            match lag(&mut context.redis.connection(), shard).await {
                Ok(entries) => sum += entries,
                Err(_) => return,
            }
        }
    }
    METRICS.settlement_lag.set(sum);
}
