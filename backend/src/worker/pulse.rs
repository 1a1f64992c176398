//! Looks from time to time whether the database takes writes, for `/metrics` and `/readyz`: those
//! who ask must not wait for a database that hangs.

use std::time::Duration;

use crate::batch::backoff::pause;
use crate::worker::Context;

/// From one look to the next.
const EVERY: Duration = Duration::from_secs(2);

pub(super) async fn run(context: Context) {
    let mut up = true;
    loop {
        let looked = tokio::select! {
            () = context.stop.cancelled() => return,
            looked = context.service.sql().ping() => looked,
        };
        if looked.is_ok() != up {
            up = !up;
            match looked {
                Ok(()) => tracing::info!("the database takes writes again"),
                Err(error) => tracing::warn!(%error, "the database takes no writes"),
            }
        }
        pause(&context.stop, EVERY).await;
    }
}
