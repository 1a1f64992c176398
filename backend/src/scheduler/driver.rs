//! A game's driver: moves it on when its time has come, where this node holds its lease, and notes
//! in the registry that it is over. What happens meanwhile is told by `live::ticker`.

use std::sync::Arc;
use std::time::Duration;

use quizrain_shared::phase::Kind;
use quizrain_shared::rain::COUNTDOWN_MS;
use quizrain_shared::wire::{Position, Refusal, Stage, StageAt};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, sleep_until};

use crate::batch::Backoff;
use crate::error::Error;
use crate::game::Game;
use crate::live::{Room, TickResult, Ticker, time_for};
use crate::rain::CLOSE_GRACE_MS;
use crate::scheduler::Context;
use crate::scheduler::lease::Lease;

/// How often merged frames go out.
const TICK: Duration = Duration::from_millis(250);

/// How long an emptied rain stays on the screens, so that the last catch is seen and whoever still
/// taps hears that it is sold out.
const SOLD_OUT_LINGER: Duration = Duration::from_secs(5);

/// How long a node that takes a game over leaves rains open that no screen shows, as far as it
/// knows: Redis may have lost one that other nodes show. By then each of them has compared what it
/// shows with Redis, or has not reached it for so long that it has sent its players away.
const CATCH_UP: Duration = Duration::from_secs(4);

/// How soon a step that failed is tried again.
const RETRY_MS: u64 = 500;
const RETRY: Duration = Duration::from_millis(RETRY_MS);

/// Runs until the game is over. Every node does: the one that holds the lease makes the steps, all
/// of them tell their own rooms what happens.
#[expect(
    clippy::too_many_lines,
    reason = "Long, because all that a game waits for is waited for in one place"
)]
pub(crate) async fn run(
    context: Context,
    game: Arc<Game>,
    released: Arc<Notify>,
    lost: Arc<Notify>,
) {
    let room = context.live.hub.room(game.id);
    let mut stages = room.watch_stage();
    let mut lease = Lease::seek(&context, game.id, released);
    let mut ticker = Ticker::new(context.live.clone(), Arc::clone(&game), Arc::clone(&room));
    let mut sold_out: Option<(Position, Instant)> = None;
    let mut ends: Option<(Position, Instant)> = None;
    let mut unshown_at: Option<Instant> = None;
    let mut logged: Option<Position> = None;
    let mut hurried: Option<Position> = None;
    let mut next_tick = Instant::now();
    loop {
        let stage = stages.borrow_and_update().clone();
        let Some(stage) = stage else {
            tokio::select! {
                () = context.live.stop.cancelled() => return,
                changed = stages.changed() => if changed.is_err() { return },
            }
            continue;
        };
        if stage.phase.kind == Kind::Ended {
            drop(lease);
            return note_end(&context, &game).await;
        }
        let driving = lease.epoch().is_some();
        if driving && logged != Some(stage.at) {
            context.history.wake(game.id);
            logged = Some(stage.at);
        }
        // A clock that is set back must not hold up what everybody was told.
        if ends.is_none_or(|(at, _)| at != stage.at) {
            let due = due_in(&context, &stage, None).unwrap_or_default();
            ends = Some((stage.at, Instant::now() + due.min(longest(&stage))));
        }
        let ends_in = ends.map(|(_, end)| end.saturating_duration_since(Instant::now()));
        // Whatever was sold out before: the stages between may have come all at once.
        let emptied = sold_out.filter(|(at, _)| *at == stage.at).map(|(_, since)| since);
        let due = due_in(&context, &stage, emptied).filter(|_| driving);
        let due = due.map(|due| due.min(ends_in.unwrap_or(due)));
        let unshown_in = unshown_at.map(|at| at.saturating_duration_since(Instant::now()));
        tokio::select! {
            () = context.live.stop.cancelled() => return,
            changed = stages.changed() => if changed.is_err() { return },
            // Whoever drove before may have been in the middle of something.
            () = lease.changed() => unshown_at = Some(Instant::now() + catch_up(&context)),
            () = lost.notified() => show_again(&context, &game, &room, &lease).await,
            () = wait(unshown_in.filter(|_| driving)) => {
                let again = close_unshown_rains(&context, &game, &room, &lease).await;
                unshown_at = again.map(|ms| Instant::now() + until(&context, ms));
            }
            () = wait(due) => {
                if let Err(error) = take_step(&context, &game, &room, &lease, stage.at).await {
                    tracing::warn!(game = %game.id, %error, "failed to make a step, retrying");
                    sleep(RETRY).await;
                } else {
                    // The stage that the step published will come; do not step twice meanwhile.
                    let _ = tokio::time::timeout(RETRY, stages.changed()).await;
                }
            }
            // Once: ticks come in a rhythm that all sockets can follow.
            () = room.answers_complete(), if driving && hurried != Some(stage.at) => {
                hurried = Some(stage.at);
                next_tick = Instant::now();
            }
            () = sleep_until(next_tick) => {
                let outcome = ticker.tick(&stage, driving).await;
                if matches!(outcome, Ok(TickResult::SoldOut)) && emptied.is_none() {
                    sold_out = Some((stage.at, Instant::now()));
                }
                act_on_tick(outcome, &context, &game, &room, &lease, stage.at).await;
                next_tick = Instant::now() + TICK.max(time_for(&room));
            }
        }
    }
}

/// Does what a tick has found.
async fn act_on_tick(
    outcome: Result<TickResult, Error>,
    context: &Context,
    game: &Game,
    room: &Room,
    lease: &Lease,
    at: Position,
) {
    match outcome {
        Ok(TickResult::AllAnswered) => {
            if let Err(error) = take_step(context, game, room, lease, at).await {
                tracing::warn!(game = %game.id, %error,
                    "failed to close a question that all have answered; the next tick tries again");
            }
        }
        // The loop notes what is sold out, and closes it once that has been shown for a while.
        Ok(TickResult::Wait | TickResult::SoldOut) => {}
        // Redis does not know the game: that is looked after where games are shown.
        Err(Error::Refused(_)) => {}
        Err(error) => {
            tracing::warn!(game = %game.id, %error, "failed to send progress, retrying at the next tick");
        }
    }
}

/// Notes that the game is over, at every node: whoever ended it may have been killed before the
/// registry knew, and each node keeps its pin at hand.
async fn note_end(context: &Context, game: &Game) {
    let mut backoff = Backoff::default();
    loop {
        tokio::select! {
            () = context.live.stop.cancelled() => return,
            noted = context.live.games.end(game.id) => match noted {
                Ok(()) => {
                    context.live.rains.forget(|of| of == game.id);
                    context.history.wake(game.id);
                    return;
                }
                Err(error) => {
                    tracing::warn!(game = %game.id, %error, "failed to mark the game as ended, retrying");
                }
            }
        }
        backoff.pause(&context.live.stop).await;
    }
}

async fn wait(due: Option<Duration>) {
    match due {
        Some(due) => sleep(due).await,
        None => std::future::pending().await,
    }
}

/// How long other nodes may take to tell what they show.
fn catch_up(context: &Context) -> Duration {
    if context.live.nodes.peers().alive() { CATCH_UP } else { Duration::ZERO }
}

/// How long until a moment of server time.
fn until(context: &Context, ms: u64) -> Duration {
    Duration::from_millis(ms.saturating_sub(context.live.clock.now_ms()))
}

/// When the stage ends by itself.
fn due_in(context: &Context, stage: &StageAt, sold_out: Option<Instant>) -> Option<Duration> {
    match stage.phase.kind {
        Kind::Closing | Kind::Counting => Some(Duration::ZERO),
        Kind::Rain => {
            let end = until(context, stage.closes_ms.saturating_add(CLOSE_GRACE_MS));
            let lingered = sold_out.map(|since| SOLD_OUT_LINGER.saturating_sub(since.elapsed()));
            Some(lingered.map_or(end, |lingered| lingered.min(end)))
        }
        // 0: it has no end of its own.
        _ => (stage.closes_ms > 0).then(|| until(context, stage.closes_ms)),
    }
}

/// How long a stage that ends by itself lasts at most, from when it is first seen.
fn longest(stage: &StageAt) -> Duration {
    let window_ms = stage.closes_ms.saturating_sub(stage.opens_ms);
    let around_ms = if stage.phase.kind == Kind::Rain { COUNTDOWN_MS + CLOSE_GRACE_MS } else { 0 };
    Duration::from_millis(window_ms.saturating_add(around_ms))
}

/// Writes what screens showed again where Redis lost it, if this node drives the game.
async fn show_again(context: &Context, game: &Game, room: &Room, lease: &Lease) {
    let (Some(epoch), Some((shown, moved_in))) = (lease.epoch(), room.shown()) else { return };
    match context.live.play.restate(game, &shown, moved_in, epoch).await {
        // Somebody else was faster, or it is not lost.
        Ok(()) | Err(Error::Refused(_)) => {}
        Err(error) => {
            tracing::warn!(game = %game.id, %error, "failed to restate the stage that Redis lost, retrying");
        }
    }
}

/// Closes rains that no screen shows; when to look again, in ms of server time.
async fn close_unshown_rains(
    context: &Context,
    game: &Game,
    room: &Room,
    lease: &Lease,
) -> Option<u64> {
    let epoch = lease.epoch()?;
    let closed = async {
        let state = context.live.play.state(game).await?;
        if room.position().is_some_and(|shown| state.lost(shown)) {
            // What screens show is about to be written again: perhaps a rain.
            return Ok(Some(context.live.clock.now_ms() + RETRY_MS));
        }
        let shown = room.shown().and_then(|(shown, _)| match &shown.stage {
            Stage::Rain(view) => Some(view.rain),
            _ => None,
        });
        context.live.rains.close_unshown(game, Some(epoch), shown).await
    };
    closed.await.unwrap_or_else(|error: Error| {
        tracing::warn!(game = %game.id, %error, "failed to close unshown rains, retrying");
        Some(context.live.clock.now_ms() + RETRY_MS)
    })
}

/// The step for which it is time at this position of the game; none where another node drives, and where Redis
/// has gone back behind what screens show, which is written again first.
async fn take_step(
    context: &Context,
    game: &Game,
    room: &Room,
    lease: &Lease,
    due: Position,
) -> Result<(), Error> {
    let state = context.live.play.state(game).await?;
    // A step from before what screens show would count what came since. What was shown in an older epoch
    // gives way to what Redis has.
    if room
        .shown()
        .is_some_and(|(shown, moved_in)| state.lost(shown.at) && moved_in >= state.moved_in)
    {
        show_again(context, game, room, lease).await;
        return Ok(());
    }
    let Some(epoch) = lease.epoch() else {
        return Ok(());
    };
    let kind = state.stage.phase.kind;
    // The game may have moved on unheard. What is open there has a time of its own; only what is
    // being closed ends at once, whoever finds it.
    if state.stage.at != due && !matches!(kind, Kind::Closing | Kind::Counting) {
        return Ok(());
    }
    let step = match kind {
        Kind::Rain => context.live.rains.close_and_show(game, &state, epoch).await,
        _ => context.live.play.go_on(game, &state, epoch).await,
    };
    match step {
        // Somebody else made the step: that is as good.
        Err(Error::Refused(Refusal::Stale)) => Ok(()),
        other => other,
    }
}
