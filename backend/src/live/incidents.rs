//! Tells hosts what is amiss with the servers: they see a game that stands still, and must know
//! whether it goes on by itself.

use std::time::Duration;

use quizrain_shared::wire::Incident;

use crate::batch::pause;
use crate::live::Live;
use crate::metrics::METRICS;

/// From one look to the next.
const EVERY: Duration = Duration::from_secs(1);

/// Redis is away when it has not answered so many times in a row: one slow answer is no incident.
const MISSED: u32 = 2;

/// How long hosts are told that Redis had lost the last moments.
const WENT_BACK_FOR: Duration = Duration::from_secs(20);

pub(crate) async fn run(live: Live) {
    let mut missed: u32 = 0;
    loop {
        let answered = tokio::select! {
            () = live.stop.cancelled() => return,
            answered = live.redis.time_ms() => answered.is_ok(),
        };
        missed = if answered { 0 } else { missed.saturating_add(1) };
        for room in live.hub.rooms() {
            let went_back = room.lost_since().is_some_and(|since| since < WENT_BACK_FOR);
            let incidents = [
                (missed >= MISSED, Incident::RedisAway),
                (METRICS.database_up.get() != 1, Incident::DatabaseAway),
                (went_back, Incident::RolledBack),
            ];
            let now = incidents.into_iter().filter(|(is_so, _)| *is_so);
            room.announce_incidents(now.map(|(_, incident)| incident).collect());
        }
        pause(&live.stop, EVERY).await;
    }
}
