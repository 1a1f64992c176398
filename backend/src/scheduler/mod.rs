//! What happens when its time has come: the phases of games under their leases, the end of what is
//! kept, and checks that repeat.

mod driver;
mod lease;
mod probe;
mod retention;
mod unannounced;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use crate::actions::Actions;
use crate::batch::restarted;
use crate::erasure::Erasures;
use crate::history::{self, History};
use crate::live::{Found, Live};
use crate::nodes::{Leases, Renewer};
use crate::rain::recovery;
use crate::store::sql::Sql;

pub use retention::Retention;

/// Drives what is live on this node.
#[derive(Clone)]
pub(crate) struct Context {
    live: Live,
    leases: Leases,
    /// How long a game's lease lasts without being renewed.
    ttl: Duration,
    /// Who has those renewed that this node holds.
    renewer: Arc<Renewer>,
    /// Cancelled when this node gives its games to others.
    leaving: CancellationToken,
    sql: Sql,
    history: Arc<History>,
    erasures: Arc<Erasures>,
    actions: Actions,
}

/// What is done, and when.
pub struct Schedule {
    /// How long things are kept.
    pub retention: Retention,
    /// How long a node keeps a game that it does not drive on.
    pub lease: Duration,
    /// Cancelled when this node gives its games to others.
    pub leaving: CancellationToken,
    /// The logs of games.
    pub history: Arc<History>,
    /// Erases people.
    pub erasures: Arc<Erasures>,
    /// The log of actions.
    pub actions: Actions,
}

/// Starts the loops, which run until told to stop.
pub fn start(
    live: Live,
    leases: Leases,
    sql: Sql,
    schedule: Schedule,
    found: mpsc::UnboundedReceiver<Found>,
) {
    let Schedule { retention, lease: ttl, leaving, history, erasures, actions } = schedule;
    let (tasks, stop) = (live.tasks.clone(), live.stop.clone());
    let renewer = Renewer::new(leases.clone(), ttl);
    let (renews, stopped) = (Arc::clone(&renewer), stop.clone());
    tasks.spawn(restarted(stop.clone(), move || Arc::clone(&renews).run(stopped.clone())));
    let (writes, stopped) = (Arc::clone(&history), stop.clone());
    let write = move || history::worker::run(Arc::clone(&writes), stopped.clone());
    tasks.spawn(restarted(stop.clone(), write));
    tasks.spawn(recovery::worker::run(Arc::clone(&live.rains.recovery), stop));
    let context = Context { live, leases, ttl, renewer, leaving, sql, history, erasures, actions };
    tasks.spawn(probe::run(context.clone()));
    tasks.spawn(unannounced::run(context.clone()));
    tasks.spawn(retention::run(context.clone(), retention));
    tasks.spawn(drive(context, found));
}

/// Drives every game that this node hears of.
async fn drive(context: Context, mut found: mpsc::UnboundedReceiver<Found>) {
    let (tasks, stop) = (context.live.tasks.clone(), context.live.stop.clone());
    loop {
        let Found { game, released, lost } = tokio::select! {
            () = stop.cancelled() => return,
            found = found.recv() => match found {
                Some(found) => found,
                None => return,
            },
        };
        let (own, span) = (context.clone(), tracing::info_span!("game", id = %game.id));
        tasks.spawn(restarted(stop.clone(), move || {
            let (released, lost) = (Arc::clone(&released), Arc::clone(&lost));
            driver::run(own.clone(), Arc::clone(&game), released, lost).instrument(span.clone())
        }));
    }
}
