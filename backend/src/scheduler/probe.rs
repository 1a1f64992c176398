//! Looks from time to time whether the database takes writes, for `/metrics` and `/readyz`: those
//! who ask must not wait for a database that hangs.

use std::time::Duration;

use crate::batch::backoff::pause;
use crate::scheduler::Context;

/// From one look to the next.
const EVERY: Duration = Duration::from_secs(2);

pub(crate) async fn run(context: Context) {
    let mut up = true;
    loop {
        let answered = tokio::select! {
            () = context.live.stop.cancelled() => return,
            answered = context.sql.ping() => answered,
        };
        if answered.is_ok() != up {
            up = !up;
            match answered {
                Ok(()) => tracing::info!("the database takes writes again"),
                Err(error) => tracing::warn!(%error, "the database takes no writes"),
            }
        }
        pause(&context.live.stop, EVERY).await;
    }
}
