//! What runs by itself: listening to Redis, driving games by the clock, settling claims,
//! cleaning up.

mod backoff;
mod driver;
mod events;
mod janitor;
mod settler;
mod spread;

use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::hub::Hub;
use crate::service::Service;

use backoff::{Backoff, pause};

pub use janitor::Retention;
pub use settler::Settlers;

/// What every worker needs.
#[derive(Clone)]
struct Context {
    service: Service,
    hub: Arc<Hub>,
    stop: CancellationToken,
    tasks: TaskTracker,
}

/// Starts every worker. They end when `stop` is cancelled.
pub fn start(
    service: Service,
    hub: Arc<Hub>,
    retention: Retention,
    settlers: Settlers,
    stop: CancellationToken,
    tasks: &TaskTracker,
) {
    let context = Context { service, hub, stop, tasks: tasks.clone() };
    tasks.spawn(events::run(context.clone()));
    tasks.spawn(events::beat(context.clone()));
    tasks.spawn(janitor::run(context.clone(), retention));
    tasks.spawn(settler::run(context, settlers));
}
