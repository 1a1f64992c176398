//! A node's sign of life for the others. One that has been cut off from Redis sends its clients
//! away: the others go on with the games, and here nothing would ever happen.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval, timeout};

use super::Context;
use crate::hub::Closed;
use crate::service::ServiceError;
use crate::store::StoreError;

/// How often, and how long one sign may take.
const EVERY: Duration = Duration::from_secs(1);

pub(super) async fn run(context: Context) {
    let mut beat = interval(EVERY);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut away = false;
    loop {
        tokio::select! {
            () = context.stop.cancelled() => break,
            _ = beat.tick() => {}
        }
        let said = timeout(EVERY, context.service.beat()).await;
        let said = said.unwrap_or(Err(ServiceError::Store(StoreError::Slow)));
        let cut_off = said.is_err() && context.service.peers().cut_off();
        if cut_off {
            if !away {
                tracing::warn!(
                    "cut off from Redis while other nodes are alive; sending clients away"
                );
            }
            // Again and again: whoever comes meanwhile is sent on as well.
            context.hub.close_all(Closed::CutOff);
        }
        away = cut_off;
    }
    if let Err(error) = context.service.leave().await {
        tracing::debug!(%error, "the other nodes were not told that this one ends");
    }
}
