//! Renews the leases that this node holds, all of them together, three times in their life. Called
//! by each game's watchdog, which takes its lease, hands it in here and hears until when it is
//! held.
//!
//! Each write costs Redis a sync of its disk, and writes that come together share one. Even so each
//! lease stands alone: it counts from when its own call was made, a call that hangs holds up
//! nobody else's, and whose renewal failed is asked for again soon.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use quizrain_shared::ids::GameId;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::batch::backoff::share;
use crate::nodes::Leases;
use crate::nodes::lease::Claimant;

/// How many leases are renewed in one call: whatever players ask for meanwhile waits behind it.
const TOGETHER: usize = 100;

/// The leases of this node.
pub(crate) struct Renewer {
    leases: Leases,
    ttl: Duration,
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    leases: HashMap<u64, Arc<Lease>>,
    /// The number of the newest.
    newest: u64,
}

#[derive(Debug)]
struct Lease {
    game: GameId,
    token: String,
    /// Whoever has an older one is fenced; 0: nobody.
    epoch: AtomicU64,
    /// Until when it is held. `None`: it is lost.
    until: watch::Sender<Option<Instant>>,
    /// A call is on its way.
    asked: AtomicBool,
    /// The last call failed.
    failed: AtomicBool,
}

/// A lease that is being renewed; no longer when it is dropped.
pub(crate) struct LeaseHandle {
    renewer: Arc<Renewer>,
    number: u64,
    lease: Arc<Lease>,
    until: watch::Receiver<Option<Instant>>,
}

/// A part of a lease's ttl, by chance, so that many nodes do not ask at the same moment. Of a long
/// one not more than of a short one: a game waits.
pub(crate) fn soon(ttl: Duration) -> Duration {
    ttl.min(Duration::from_secs(3)).mul_f64(share() / 10.0)
}

impl Renewer {
    /// For leases that last so long.
    pub(crate) fn new(leases: Leases, ttl: Duration) -> Arc<Self> {
        Arc::new(Self { leases, ttl, held: Mutex::default() })
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Renews a lease from now on, which is held until then.
    pub(crate) fn register(
        self: &Arc<Self>,
        game: GameId,
        token: &str,
        until: Instant,
    ) -> LeaseHandle {
        let (sender, receiver) = watch::channel(Some(until));
        let lease = Arc::new(Lease {
            game,
            token: token.to_owned(),
            epoch: AtomicU64::new(0),
            until: sender,
            asked: AtomicBool::new(false),
            failed: AtomicBool::new(false),
        });
        let mut held = self.held();
        held.newest += 1;
        let number = held.newest;
        held.leases.insert(number, Arc::clone(&lease));
        LeaseHandle { renewer: Arc::clone(self), number, lease, until: receiver }
    }

    /// Renews until told to stop.
    pub(crate) async fn run(self: Arc<Self>, stop: CancellationToken) {
        // Whatever was on its way when an earlier run ended is not any more.
        for lease in self.held().leases.values() {
            lease.asked.store(false, Ordering::Relaxed);
        }
        let mut calls = FuturesUnordered::new();
        let mut all_at = Instant::now() + self.ttl / 3;
        let mut again_at: Option<Instant> = None;
        loop {
            let next = again_at.map_or(all_at, |again_at| again_at.min(all_at));
            tokio::select! {
                () = stop.cancelled() => return,
                Some(renewed) = calls.next() => match renewed {
                    true => {}
                    false => {
                        again_at.get_or_insert(Instant::now() + soon(self.ttl));
                    }
                },
                () = sleep_until(next) => {
                    let all = next == all_at;
                    if all {
                        all_at = Instant::now() + self.ttl / 3 - soon(self.ttl) / 3;
                    }
                    again_at = None;
                    calls.extend(self.due(all).into_iter().map(|due| self.renew(due)));
                }
            }
        }
    }

    /// What is asked for now, in groups that do not wait for each other: all that no call is on its
    /// way for, or those of them whose last call failed.
    fn due(&self, all: bool) -> Vec<Vec<Arc<Lease>>> {
        let mut due: Vec<Arc<Lease>> = self.held().leases.values().cloned().collect();
        due.retain(|lease| {
            (all || lease.failed.load(Ordering::Relaxed))
                && !lease.asked.swap(true, Ordering::Relaxed)
        });
        match self.leases.renews_together() {
            true if due.is_empty() => Vec::new(),
            true => vec![due],
            // Each goes to its own primary; the line sends them together.
            false => due.into_iter().map(|lease| vec![lease]).collect(),
        }
    }

    /// Renews leases, so many at a time; whether it succeeded for all of them.
    async fn renew(&self, due: Vec<Arc<Lease>>) -> bool {
        let mut all = true;
        for part in due.chunks(TOGETHER) {
            let claimants: Vec<(Claimant<'_>, u64)> = part
                .iter()
                .map(|lease| {
                    let claimant =
                        Claimant { game: lease.game, token: &lease.token, ttl: self.ttl };
                    (claimant, lease.epoch.load(Ordering::Relaxed))
                })
                .collect();
            let asked = Instant::now();
            let renewed = self.leases.renew_each(&claimants).await;
            let renewed = renewed.unwrap_or_else(|error| {
                tracing::debug!(leases = part.len(), %error, "leases were not renewed");
                Vec::new()
            });
            let mut renewed = renewed.into_iter();
            for lease in part {
                let failed = match renewed.next() {
                    Some(Ok(true)) => {
                        lease.hold(asked + self.ttl);
                        false
                    }
                    Some(Ok(false)) => {
                        lease.until.send_replace(None);
                        false
                    }
                    Some(Err(error)) => {
                        tracing::debug!(game = %lease.game, %error, "failed to renew the lease, retrying while it is held");
                        true
                    }
                    None => true,
                };
                lease.failed.store(failed, Ordering::Relaxed);
                lease.asked.store(false, Ordering::Relaxed);
                all &= !failed;
            }
        }
        all
    }
}

impl Lease {
    /// It was renewed, as far as that did not take too long.
    fn hold(&self, renewed: Instant) {
        self.until.send_if_modified(|until| {
            let longer = until.is_some_and(|until| until < renewed) && Instant::now() < renewed;
            if longer {
                *until = Some(renewed);
            }
            longer
        });
    }
}

impl LeaseHandle {
    /// Renewals raise the epoch to this one from now on.
    pub(crate) fn fence(&self, epoch: u64) {
        self.lease.epoch.store(epoch, Ordering::Relaxed);
    }

    /// It was renewed by another call, and is held until then.
    pub(crate) fn hold(&self, until: Instant) {
        self.lease.hold(until);
    }

    /// Until when it is held now. `None`: it is lost.
    pub(crate) fn until(&self) -> Option<Instant> {
        self.until.borrow().filter(|until| Instant::now() < *until)
    }

    /// Waits until it is held for longer. `None`: it is lost.
    pub(crate) async fn longer(&mut self) -> Option<Instant> {
        let until = (*self.until.borrow_and_update())?;
        tokio::select! {
            _ = self.until.changed() => {}
            () = sleep_until(until) => {}
        }
        self.until()
    }

    /// Waits until it is lost.
    pub(crate) async fn lost(&mut self) {
        while self.longer().await.is_some() {}
    }
}

impl Drop for LeaseHandle {
    fn drop(&mut self) {
        self.renewer.held().leases.remove(&self.number);
    }
}
