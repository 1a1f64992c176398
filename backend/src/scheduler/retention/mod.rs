//! Retention: deletes what is over, so that a server can run for years without growing.
//!
//! Keys in Redis go some time after their game has ended and every claim is in the ledger, and its log
//! goes long after that. Games of play money can be told to go from the ledger as well. Real money stays
//! for ever. What the library keeps no longer goes as well, and sign-ins that have ended.

mod delete;
mod rewrite;
mod sql;

use std::time::{Duration, Instant};

use quizrain_shared::ids::GameId;

use crate::error::Error;
use crate::live::CloseReason;
use crate::quiz::Library;
use crate::scheduler::Context;
use rewrite::Rewrite;

/// How often it looks at most and at least; in between, ten times while something is kept.
const OFTEN: Duration = Duration::from_secs(1);
const SELDOM: Duration = Duration::from_secs(300);

/// How long things are kept.
#[derive(Clone, Copy, Debug)]
pub struct Retention {
    /// Keys in Redis, after their game ended.
    pub keys: Duration,
    /// Games of points in the ledger, after they ended; `None`: for ever.
    pub points: Option<Duration>,
    /// Logs, and so results, after their game ended.
    pub results: Duration,
    /// What hosts and programs did.
    pub actions: Duration,
}

impl Retention {
    fn check_every(&self) -> Duration {
        let shortest = self.points.map_or(self.keys, |points| points.min(self.keys));
        let shortest = shortest.min(self.results).min(self.actions);
        (shortest / 10).clamp(OFTEN, SELDOM)
    }
}

pub(crate) async fn run(context: Context, retention: Retention) {
    let library = Library::new(context.sql.clone());
    let mut rewrite = Rewrite::new(Instant::now());
    loop {
        tokio::select! {
            () = context.live.stop.cancelled() => return,
            () = tokio::time::sleep(retention.check_every()) => {}
        }
        // Before keys are deleted of games that somebody is taken out of.
        if let Err(error) = context.erasures.agree().await {
            tracing::warn!(%error, "failed to compare the list of erasures, retrying");
        }
        if let Err(error) = context.erasures.catch_up().await {
            tracing::warn!(%error, "failed to erase people, retrying");
        }
        let mut keys = 0;
        if let Err(error) = clean(&context, &retention, &mut keys).await {
            tracing::warn!(%error, "failed to delete expired games, retrying");
        }
        rewrite.run(&context, keys > 0).await;
        match context.live.people.clean().await {
            Ok(0) => {}
            Ok(rows) => tracing::info!(rows, "deleted sign-ins that have ended"),
            Err(error) => {
                tracing::warn!(%error, "failed to delete sign-ins that have ended, retrying");
            }
        }
        if let Err(error) = context.actions.forget(retention.actions).await {
            tracing::warn!(%error, "failed to delete what was done long ago, retrying");
        }
        if let Err(error) = library.clean().await {
            tracing::warn!(%error, "failed to empty the bin of the library, retrying");
        }
    }
}

/// Deletes games that are over; `keys` counts those whose keys went, whatever fails afterwards.
async fn clean(context: &Context, retention: &Retention, keys: &mut u32) -> Result<(), Error> {
    let before = |age: Duration| {
        let age_ms = u64::try_from(age.as_millis()).unwrap_or(u64::MAX);
        context.live.clock.now_ms().saturating_sub(age_ms)
    };
    let mut forgotten = 0_u32;
    for ended in context.sql.games_with_keys(before(retention.keys)).await? {
        if context.live.stop.is_cancelled() {
            return Ok(());
        }
        if !is_watched(context, ended.game) {
            delete::delete_keys(context, &ended).await?;
            *keys += 1;
        }
    }
    if let Some(points) = retention.points {
        for game in context.sql.games_of_points(before(points)).await? {
            if context.live.stop.is_cancelled() {
                return Ok(());
            }
            forgotten += u32::from(context.sql.forget_game_of_points(game).await?);
        }
    }
    let mut results = 0_u32;
    for game in context.sql.games_with_old_results(before(retention.results)).await? {
        if context.live.stop.is_cancelled() {
            return Ok(());
        }
        context.sql.forget_results(game).await?;
        results += 1;
    }
    delete::tidy_caches(context).await?;
    if *keys + forgotten + results > 0 {
        tracing::info!(keys, forgotten, results, "deleted expired games");
    }
    Ok(())
}

/// Whether a page still shows the end of a game. It is told to go, and the keys follow next time.
fn is_watched(context: &Context, game: GameId) -> bool {
    let room = context.live.hub.rooms().into_iter().find(|room| room.game() == game);
    room.is_some_and(|room| {
        room.close_all(CloseReason::UnknownGame);
        true
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_looks_more_often_where_less_is_kept() {
        let hours = |hours: f64| Duration::from_secs_f64(hours * 3600.0);
        let results = hours(24.0);
        let actions = results;
        let every =
            |keys, points| Retention { keys: hours(keys), points, results, actions }.check_every();
        assert_eq!(every(24.0, None), SELDOM);
        assert_eq!(every(2.0, Some(hours(2.0))), SELDOM);
        assert_eq!(every(0.0, None), OFTEN);
        assert_eq!(every(24.0, Some(hours(0.1))), Duration::from_secs(36));
    }
}
