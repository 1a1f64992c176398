//! The node's one subscriber: what Redis publishes goes to the hub's rooms.
//!
//! A published message may be lost, so positions are also read once a second, and the heartbeat
//! carries them to clients. A game that appears gets its room here, and is told to whoever
//! drives games.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::join_all;
use futures_util::stream::FuturesUnordered;
use quizrain_shared::ids::{AccountId, GameId};
use quizrain_shared::phase::Kind;
use quizrain_shared::wire::ServerFrame;
use quizrain_shared::wire::limits::HEARTBEAT_EVERY_MS;
use tokio::sync::Notify;
use tokio::time::{Interval, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use crate::batch::pause;
use crate::error::Error;
use crate::events::{Event, GAMES_CHANNEL, SignedOut, channel};
use crate::failing::linger_at;
use crate::game::{Game, positions};
use crate::live::display::{Mending, on_stage, show};
use crate::live::hub::Room;
use crate::live::missed::check_sockets;
use crate::live::roll_call::answer;
use crate::live::updates::{send, send_credits};
use crate::live::{Found, Live, broadcast};
use crate::metrics::METRICS;
use crate::store::redis::Subscriber;

/// How often positions are compared: what a lost message costs at most.
const CHECK_EVERY: Duration = Duration::from_secs(1);

/// How often clients hear that the server lives.
const HEARTBEAT_EVERY: Duration = Duration::from_millis(HEARTBEAT_EVERY_MS as u64);

/// A game, how its driver hears that nobody drives it, and what is amiss with it.
struct Driven {
    game: Arc<Game>,
    released: Arc<Notify>,
    mending: Mending,
}

/// The games of this node, by the name of their channel.
type Games = HashMap<String, Driven>;

pub(crate) async fn run(live: Live) {
    let stop = live.stop.clone();
    let mut games = Games::new();
    while !stop.is_cancelled() {
        tokio::select! {
            () = stop.cancelled() => break,
            listened = listen(&live, &mut games) => {
                match listened {
                    Ok(()) => tracing::warn!("Redis closed the subscription, resubscribing"),
                    Err(error) => tracing::warn!(%error, "lost the subscription to Redis, resubscribing"),
                }
                tokio::time::sleep(CHECK_EVERY / 2).await;
            }
        }
    }
}

fn every(period: Duration) -> Interval {
    let mut interval = interval(period);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    interval
}

/// Tells clients that the server lives, also while Redis does not answer: they give up a server
/// that they hear nothing of.
pub(crate) async fn send_heartbeats(live: Live) {
    let mut heartbeat = every(HEARTBEAT_EVERY);
    loop {
        tokio::select! {
            () = live.stop.cancelled() => return,
            _ = heartbeat.tick() => send_heartbeat(&live),
        }
    }
}

/// Listens until the connection breaks.
async fn listen(live: &Live, games: &mut Games) -> Result<(), Error> {
    let mut line = live.redis.subscriber().await?;
    line.subscribe(GAMES_CHANNEL).await?;
    for channel in games.keys() {
        line.subscribe(channel).await?;
    }
    // What was caught while nobody listened here was not heard of, nor who was signed out.
    live.packets.forget_empty_accounts();
    live.people.forget_all();
    let up = live.stop.child_token();
    let _down = up.clone().drop_guard();
    // Subscribed first, read afterwards: nothing falls between.
    show_each(live, games.values_mut()).await;
    live.tasks.spawn(check_sockets(live.clone(), live.hub.rooms(), up.clone()));
    let (mut found, mut waiting) = (pin!(live_games(live)), true);
    let mut made = FuturesUnordered::new();
    let mut check = every(CHECK_EVERY);
    loop {
        tokio::select! {
            known = &mut found, if waiting => {
                waiting = false;
                for game in known {
                    add(live, games, &mut line, game, &up).await?;
                }
                // Also those that are over: some may still look at what they caught.
                let known = games.values().map(|driven| Arc::clone(&driven.game)).collect();
                live.tasks.spawn(send_credits(live.clone(), known, up.clone()));
            }
            Some(game) = made.next() => {
                if let Some(game) = game {
                    add(live, games, &mut line, game, &up).await?;
                }
            }
            message = line.next() => {
                let Some(message) = message else { return Ok(()) };
                if message.channel == GAMES_CHANNEL {
                    if let Some(people) = SignedOut::parse(&message.payload) {
                        live.close_signed_out(&people);
                    } else if let Ok(id) = String::from_utf8_lossy(&message.payload).parse() {
                        made.push(made_game(live, id));
                    }
                } else if let Some(driven) = games.get(&message.channel)
                    && let Some(event) = Event::parse(&message.payload)
                {
                    handle(live, driven, event).await;
                }
            }
            _ = check.tick() => {
                if let Err(error) = check_up(live, games).await {
                    tracing::debug!(%error, "failed to compare positions, retrying in a second");
                }
                forget_ended(live, games, &mut line).await?;
                measure_outboxes(live);
            }
        }
    }
}

/// Every live game, as soon as the database tells.
async fn live_games(live: &Live) -> Vec<Arc<Game>> {
    loop {
        match live.games.live().await {
            Ok(games) => return games,
            Err(error) => tracing::warn!(%error, "failed to load live games, retrying"),
        }
        pause(&live.stop, CHECK_EVERY).await;
    }
}

/// A game that was just made, as soon as the database tells; `None`: it cannot be read, or is of
/// somebody else's registry over the same Redis.
async fn made_game(live: &Live, id: GameId) -> Option<Arc<Game>> {
    loop {
        match live.games.get(id).await {
            Ok(game) => return Some(game),
            Err(Error::NotFound) => return None,
            Err(Error::Store(error)) if !error.is_away() => {
                tracing::error!(game = %id, %error, "failed to read a new game; skipped");
                return None;
            }
            Err(error) => tracing::warn!(game = %id, %error, "failed to load a new game, retrying"),
        }
        pause(&live.stop, CHECK_EVERY).await;
    }
}

/// Sets the clock, and finds what was missed. The line itself finds out whether it is alive: a slow
/// answer here is no reason to open another.
async fn check_up(live: &Live, games: &mut Games) -> Result<(), Error> {
    let synced = live.clock.sync(&live.redis).await;
    catch_up(live, games).await?;
    Ok(synced?)
}

/// Takes a game on: subscribes, makes its room, has it driven.
async fn add(
    live: &Live,
    games: &mut Games,
    line: &mut Subscriber,
    game: Arc<Game>,
    up: &CancellationToken,
) -> Result<(), Error> {
    match games.entry(channel(game.id)) {
        Entry::Occupied(mut entry) => show(live, &game, &mut entry.get_mut().mending).await,
        Entry::Vacant(entry) => {
            line.subscribe(entry.key()).await?;
            let (released, mending) = (Arc::new(Notify::new()), Mending::default());
            let lost = Arc::clone(&mending.lost);
            let found = Found { game: Arc::clone(&game), released: Arc::clone(&released), lost };
            let driven = entry.insert(Driven { game: Arc::clone(&game), released, mending });
            if live.found.send(found).is_err() && !live.stop.is_cancelled() {
                tracing::error!(game = %game.id, "nobody drives a game on this node any more: restart it");
            }
            show(live, &game, &mut driven.mending).await;
            // Some may have come before this node listened.
            let rooms = vec![live.hub.room(game.id)];
            live.tasks.spawn(check_sockets(live.clone(), rooms, up.clone()));
        }
    }
    Ok(())
}

/// Shows where games stand. None of them waits for another.
async fn show_each(live: &Live, games: impl Iterator<Item = &mut Driven>) {
    let shown = games.map(|Driven { game, mending, .. }| show(live, game, mending));
    join_all(shown).await;
}

async fn handle(live: &Live, driven: &Driven, event: Event) {
    let Driven { game, released, mending } = driven;
    match event {
        Event::Released => released.notify_one(),
        Event::Stage(stage, moved_in) => {
            linger_at!("events.before_stage");
            on_stage(live, game, stage, moved_in).await;
        }
        Event::Shown(stage, moved_in) => {
            // What was shown in an older epoch than this is not to be shown again.
            let known = live.hub.room(game.id).shown();
            if known.is_none_or(|(_, known)| known <= moved_in) {
                on_stage(live, game, stage, moved_in).await;
                mending.lost.notify_one();
            }
        }
        Event::Arrived(run, arrivals) => {
            let ours = live.nodes.peers().run();
            if run != ours {
                live.hub.room(game.id).replace_elsewhere(&arrivals, run.as_str() < ours);
            }
        }
        Event::RollCall { run, number, accounts } => {
            live.tasks.spawn(answer(live.clone(), game.id, (run, number), accounts));
        }
        Event::RollCallAnswer { to, number, run, here } => {
            if to == live.nodes.peers().run() {
                live.roll_calls.note(number, run, here);
            }
        }
        Event::Removed(account, seat) => {
            linger_at!("events.before_removed");
            let room = live.hub.room(game.id);
            room.remove_player(&account, seat);
            room.note_lobby();
        }
        Event::Renamed(account) => on_renamed(live, game, account).await,
        Event::Lobby => live.hub.room(game.id).note_lobby(),
        Event::Host(right) => live.hub.room(game.id).close_other_hosts(&right),
        Event::Ended(rights) => live.hub.room(game.id).close_hosts(&rights),
        Event::Picked { question, round } => {
            live.hub.room(game.id).announce_picked(question, round);
        }
        Event::Pushed(pushes) => send(live, game.id, pushes),
        Event::Sound { round, play } => {
            live.hub.room(game.id).send_to_watchers(&ServerFrame::Sound { round, play });
        }
        Event::Tally(tally) => live.hub.room(game.id).publish_tally(tally),
        Event::Reacted(run, counts) => {
            if run != live.nodes.peers().run() {
                live.hub.room(game.id).note_reactions_elsewhere(counts);
            }
        }
    }
}

async fn on_renamed(live: &Live, game: &Game, account: AccountId) {
    let room = live.hub.room(game.id);
    room.note_lobby();
    match live.play.seat_of(game, account).await {
        Ok(Some(seat)) => room.send_to(&account, &ServerFrame::Seated(seat)),
        Ok(None) => {}
        Err(error) => tracing::warn!(game = %game.id, %error,
            "failed to read a seat; its player sees the new name when they connect again"),
    }
}

/// Finds games that moved on without this node hearing of it.
async fn catch_up(live: &Live, games: &mut Games) -> Result<(), Error> {
    if games.is_empty() {
        return Ok(());
    }
    let ids: Vec<GameId> = games.values().map(|driven| driven.game.id).collect();
    let con = &live.redis.connection();
    // A game that cannot be read holds up no other.
    let mut failed = None;
    let mut behind = Vec::new();
    for (driven, position) in games.values_mut().zip(positions(con, &ids).await) {
        match position {
            Ok(position)
                if position != live.hub.room(driven.game.id).position()
                    || driven.mending.is_unknown() =>
            {
                behind.push(driven);
            }
            Ok(_) => {}
            Err(error) => failed = Some(error),
        }
    }
    show_each(live, behind.into_iter()).await;
    failed.map_or(Ok(()), |error| Err(error.into()))
}

/// Games that are over need no channel, no driver and no room once everybody has left.
async fn forget_ended(live: &Live, games: &mut Games, line: &mut Subscriber) -> Result<(), Error> {
    let ended = |room: Arc<Room>| {
        let stage = room.watch_stage();
        let kind = stage.borrow().as_ref().map(|stage| stage.phase.kind);
        kind == Some(Kind::Ended) && room.is_empty()
    };
    let over: Vec<String> = games
        .iter()
        .filter(|(_, driven)| ended(live.hub.room(driven.game.id)))
        .map(|(channel, _)| channel.clone())
        .collect();
    for channel in over {
        line.unsubscribe(&channel).await?;
        games.remove(&channel);
    }
    live.hub.sweep();
    Ok(())
}

fn measure_outboxes(live: &Live) {
    let (mut sum, mut deepest) = (0, 0);
    for (frames, most) in live.hub.rooms().iter().map(|room| room.depth()) {
        sum += frames;
        deepest = deepest.max(most);
    }
    METRICS.outbox_depth.set(i64::try_from(sum).unwrap_or(i64::MAX));
    METRICS.outbox_depth_max.set(i64::try_from(deepest).unwrap_or(i64::MAX));
}

fn send_heartbeat(live: &Live) {
    let now_ms = live.clock.now_ms();
    for room in live.hub.rooms() {
        if let Some(at) = room.position() {
            broadcast::send(live, &room, ServerFrame::Heartbeat { now_ms, at });
        }
    }
}
