//! What runs by itself: listening to Redis, driving games by the clock, settling claims,
//! paying out, cleaning up.

mod driver;
mod events;
mod incidents;
mod janitor;
mod lease;
mod losses;
mod news;
mod peers;
mod present;
mod pulse;
mod renewer;
mod settler;
mod show;
mod spread;
mod tick;
mod unheard;

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::hub::Hub;
use crate::payout;
use crate::service::Service;

use crate::batch::backoff::restarted;
use renewer::Renewer;

pub use janitor::Retention;
pub use settler::Settlers;

/// What every worker needs.
#[derive(Clone)]
struct Context {
    service: Service,
    hub: Arc<Hub>,
    /// How long a game's lease lasts without being renewed.
    lease: Duration,
    /// Who has those renewed that this node holds.
    renewer: Arc<Renewer>,
    /// Cancelled when this node gives its games to others.
    leaving: CancellationToken,
    stop: CancellationToken,
    tasks: TaskTracker,
}

/// What the workers are told.
pub struct Jobs {
    /// How long things are kept.
    pub retention: Retention,
    /// Who settles.
    pub settlers: Settlers,
    /// How long a node keeps a game that it does not drive on.
    pub lease: Duration,
    /// Where what is caught is paid out to, if anywhere.
    pub payouts: Option<payout::Client>,
}

/// How a server ends: it leaves first, and stops when its players have left.
#[derive(Clone, Debug, Default)]
pub struct Ends {
    /// Nobody is let in any more, and other servers take over what this one drives.
    pub leaving: CancellationToken,
    /// Everything ends.
    pub stop: CancellationToken,
}

/// Starts every worker; the payer where there is a receiver of payouts.
pub fn start(service: Service, hub: Arc<Hub>, jobs: Jobs, ends: Ends, tasks: &TaskTracker) {
    let Ends { leaving, stop } = ends;
    let Jobs { retention, settlers, lease, payouts } = jobs;
    if let Some(client) = payouts {
        let clock = service.clone();
        let clock: payout::Clock = Arc::new(move || clock.now_ms());
        let payer =
            payout::Payer::new(service.sql().clone(), client, payout::Schedule::default(), clock)
                .telling(service.redis().clone());
        tasks.spawn(payout::worker::run(payer, stop.clone()));
    }
    let renewer = Renewer::new(service.clone(), lease);
    let (renews, stopped) = (Arc::clone(&renewer), stop.clone());
    tasks.spawn(restarted(stop.clone(), move || Arc::clone(&renews).run(stopped.clone())));
    let context = Context { service, hub, lease, renewer, leaving, stop, tasks: tasks.clone() };
    tasks.spawn(events::run(context.clone()));
    tasks.spawn(events::beat(context.clone()));
    tasks.spawn(news::tell_owed(context.clone()));
    if !context.service.peers().alone() {
        tasks.spawn(peers::run(context.clone()));
    }
    tasks.spawn(unheard::run(context.clone()));
    tasks.spawn(losses::run(context.clone()));
    tasks.spawn(pulse::run(context.clone()));
    tasks.spawn(incidents::run(context.clone()));
    tasks.spawn(janitor::run(context.clone(), retention));
    tasks.spawn(settler::run(context, settlers));
}
