//! What runs by itself: listening to Redis, driving games by the clock, settling claims,
//! paying out, cleaning up.

mod driver;
mod events;
mod janitor;
mod payer;
mod settler;
mod spread;

use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::hub::Hub;
use crate::payout;
use crate::service::Service;

pub use janitor::Retention;
pub use payer::{Clock, Payer, Schedule};

/// What every worker needs.
#[derive(Clone)]
struct Context {
    service: Service,
    hub: Arc<Hub>,
    stop: CancellationToken,
    tasks: TaskTracker,
}

/// Starts every worker; the payer where there is a receiver of payouts. They end when `stop` is cancelled.
pub fn start(
    service: Service,
    hub: Arc<Hub>,
    retention: Retention,
    payouts: Option<payout::Client>,
    stop: CancellationToken,
    tasks: &TaskTracker,
) {
    if let Some(client) = payouts {
        let clock = service.clone();
        let clock: Clock = Arc::new(move || clock.now_ms());
        let payer = Payer::new(service.sql().clone(), client, Schedule::default(), clock);
        tasks.spawn(payer::run(payer, stop.clone()));
    }
    let context = Context { service, hub, stop, tasks: tasks.clone() };
    tasks.spawn(events::run(context.clone()));
    tasks.spawn(events::beat(context.clone()));
    tasks.spawn(janitor::run(context.clone(), retention));
    tasks.spawn(settler::run(context));
}
