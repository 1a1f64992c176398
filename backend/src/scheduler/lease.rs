//! The watchdog of a game's lease: takes it where it is free, has it renewed in good time, gives it
//! back at the end. The driver asks it before each step.
//!
//! A lease counts as held only for as long as it was asked for, from the moment of asking, by this
//! machine's monotonic clock: whatever takes longer, a call or a process that stood still, has lost
//! it. Even so a driver may act too late; then its epoch is too old, and Redis and SQL refuse it.

use std::sync::Arc;

use quizrain_shared::ids::GameId;
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, sleep, timeout_at};
use tokio_util::sync::DropGuard;

use crate::error::Error;
use crate::metrics::METRICS;
use crate::nodes::lease::{Claimant, Taken};
use crate::nodes::renewer::{LeaseHandle, soon};
use crate::scheduler::Context;
use crate::store::random::random_token;

/// A lease that this node holds.
#[derive(Clone, Copy, Debug)]
struct Held {
    epoch: u64,
    until: Instant,
}

/// A driver's end of it; dropping it gives the lease back.
pub(crate) struct Lease {
    held: watch::Receiver<Option<Held>>,
    _end: DropGuard,
}

impl Lease {
    /// Tries for a game's lease from now on. `released` tells that somebody gave it back.
    pub(crate) fn seek(context: &Context, game: GameId, released: Arc<Notify>) -> Self {
        let (sender, held) = watch::channel(None);
        let stop = context.leaving.child_token();
        let end = stop.clone().drop_guard();
        let context = context.clone();
        let tasks = context.live.tasks.clone();
        tasks.spawn(async move {
            let token = match random_token() {
                Ok(run) => format!("{}:{}", context.live.nodes.peers().node(), run.reveal()),
                Err(error) => {
                    tracing::error!(%game, %error, "failed to make a lease; any other node drives the game");
                    return;
                }
            };
            let watchdog = Watchdog { context, game, token, sender };
            tokio::select! {
                () = stop.cancelled() => {}
                () = watchdog.run(&released) => {}
            }
            watchdog.release().await;
        });
        Self { held, _end: end }
    }

    /// The epoch in which this node drives the game now, if it does.
    pub(crate) fn epoch(&self) -> Option<u64> {
        let held = *self.held.borrow();
        held.filter(|held| Instant::now() < held.until).map(|held| held.epoch)
    }

    /// Waits until this node begins or ceases to drive.
    pub(crate) async fn changed(&mut self) {
        if self.held.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

struct Watchdog {
    context: Context,
    game: GameId,
    token: String,
    sender: watch::Sender<Option<Held>>,
}

/// Why a lease is not held any longer.
enum Over {
    Lost,
    GameEnded,
}

impl Watchdog {
    fn claimant(&self) -> Claimant<'_> {
        Claimant { game: self.game, token: &self.token, ttl: self.context.ttl }
    }

    /// Takes the lease whenever it is free and keeps it for as long as it can, until the game is
    /// over.
    async fn run(&self, released: &Notify) {
        loop {
            let asked = Instant::now();
            let wait = match self.context.leases.take(self.claimant()).await {
                Ok(Taken::Held) if asked.elapsed() < self.context.ttl => {
                    let over = self.hold(asked + self.context.ttl).await;
                    self.publish(None);
                    match over {
                        Ok(Over::GameEnded) => return,
                        Ok(Over::Lost) => {
                            tracing::warn!(game = %self.game, "lost the lease; whoever gets it next drives");
                        }
                        Err(error) => {
                            tracing::warn!(game = %self.game, %error, "failed to drive the game, retrying");
                        }
                    }
                    soon(self.context.ttl)
                }
                Ok(Taken::Held) => soon(self.context.ttl),
                Ok(Taken::Busy(left)) => left + soon(self.context.ttl),
                Err(error) => {
                    tracing::debug!(game = %self.game, %error, "failed to acquire the lease, retrying");
                    soon(self.context.ttl) * 3
                }
            };
            tokio::select! {
                () = sleep(wait) => {}
                () = released.notified() => {}
            }
        }
    }

    /// Drives in a new epoch while the lease can be renewed. It is held until the given time.
    async fn hold(&self, until: Instant) -> Result<Over, Error> {
        let mut handle = self.context.renewer.register(self.game, &self.token, until);
        let epoch = tokio::select! {
            // A database that takes its time must not cost the lease.
            epoch = self.context.live.games.take_epoch(self.game) => epoch?,
            () = handle.lost() => return Ok(Over::Lost),
        };
        let Some(epoch) = epoch else { return Ok(Over::GameEnded) };
        let mut held = self.fence(&handle, epoch).await;
        // From here on nobody with an older epoch makes a step.
        if held.is_some() {
            tracing::info!(game = %self.game, epoch, "driving the game");
        }
        while let Some(until) = held {
            self.publish(Some(Held { epoch, until }));
            held = handle.longer().await;
        }
        Ok(Over::Lost)
    }

    /// Renews the lease in its new epoch at once, and again where Redis fails, while it is held;
    /// until when it is held then. `None`: it is lost.
    async fn fence(&self, handle: &LeaseHandle, epoch: u64) -> Option<Instant> {
        handle.fence(epoch);
        loop {
            let (asked, until) = (Instant::now(), handle.until()?);
            let renewed =
                timeout_at(until, self.context.leases.renew(self.claimant(), epoch)).await;
            match renewed {
                Ok(Ok(true)) => {
                    handle.hold(asked + self.context.ttl);
                    return handle.until();
                }
                Ok(Ok(false)) => return None,
                Ok(Err(error)) => {
                    tracing::debug!(game = %self.game, %error, "failed to renew the lease, retrying while it is held");
                    sleep(soon(self.context.ttl)).await;
                }
                // It may have been renewed meanwhile.
                Err(_) => {}
            }
        }
    }

    /// Tells the driver, and wakes it where another epoch is held than before, or none.
    fn publish(&self, held: Option<Held>) {
        self.sender.send_if_modified(|known| {
            let other = known.map(|held| held.epoch) != held.map(|held| held.epoch);
            if other {
                METRICS.games_driven.inc_by(i64::from(held.is_some()) - i64::from(known.is_some()));
                METRICS.game_takeovers.inc_by(u64::from(held.is_some()));
            }
            *known = held;
            other
        });
    }

    /// Lets another node go on at once.
    async fn release(&self) {
        self.publish(None);
        if let Err(error) = self.context.leases.release(self.claimant()).await {
            tracing::debug!(game = %self.game, %error, "failed to release the lease; it runs out by itself");
        }
    }
}
