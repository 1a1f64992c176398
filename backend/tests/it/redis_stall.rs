//! A Redis that stands still: players are told to ask again, signs of life go on, and once it
//! moves everybody has an answer.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::wire::{HostFrame, PlayerFrame, Refusal, ServerFrame};

use crate::common::client::Client;
use crate::common::durable::DurableRedis;
use crate::common::plan;
use crate::common::seed::{Seeded, Stores};
use crate::common::server::Server;

/// "About two seconds", on a machine that is busy with other tests; what it was is printed.
const SOON: Duration = Duration::from_secs(10);

/// Two signs of life, which come every five seconds, on such a machine.
const TWO_HEARTBEATS: Duration = Duration::from_secs(25);

/// Taps while nothing can be granted, and hears that and two signs of life; the longest wait for an
/// answer.
async fn ask_in_vain(player: &mut Client, rain: &Seeded) -> Duration {
    let (mut heartbeats, mut longest) = (0, Duration::ZERO);
    // Several times: what is told must not come later each time.
    for _ in 0..3 {
        let asked = Instant::now();
        player.send(&PlayerFrame::Tap { rain: rain.rain(), drop: rain.drop_now() }).await;
        let why = player.until(|frame| match frame {
            ServerFrame::Refused(why) => Some(why),
            ServerFrame::Packet(_) | ServerFrame::Missed { .. } => panic!("{frame:?}"),
            ServerFrame::Heartbeat { .. } => {
                heartbeats += 1;
                None
            }
            _ => None,
        });
        assert_eq!(why.await, Refusal::Unavailable);
        longest = longest.max(asked.elapsed());
    }
    // A sign of life, which needs no Redis, comes while it stands still.
    while heartbeats < 2 {
        player.until(|frame| matches!(frame, ServerFrame::Heartbeat { .. }).then_some(())).await;
        heartbeats += 1;
    }
    longest
}

#[tokio::test]
async fn players_are_told_to_ask_again_and_all_is_answered_afterwards() {
    let redis = DurableRedis::start().await;
    // Whoever takes the lease anew would close the rain, which the game does not show.
    let args = ["--redis-url", &redis.url(), "--lease-ms", "60000"];
    let server = Server::start_with(&args);
    let hosted = server.create_game("How computers count");
    let mut players = Client::many(&server, &hosted, 0..20).await;
    let mut con = redis.connection().await;
    let mut stores = Stores::open(&server).await;
    let rain = stores.seed(&con, &hosted, plan("CNY", 1000, 10)).await;
    // Known to the node before everything stands still.
    let known = players[0].insist_on(rain.rain(), || rain.drop_now()).await.unwrap();
    let mut screen = Client::screen(&server, &hosted).await;
    let _late = Client::seated(&server, &hosted, 20, "late").await;

    redis.pause();
    let frozen = Instant::now();
    // What the node knows it says without Redis.
    players[0].send(&PlayerFrame::Tap { rain: rain.rain(), drop: rain.drop_now() }).await;
    assert_eq!(players[0].verdict().await.unwrap().packet, known.packet);
    assert!(frozen.elapsed() < SOON);
    let waits = join_all(players[1..].iter_mut().map(async |player| {
        let longest = ask_in_vain(player, &rain).await;
        (longest, frozen.elapsed())
    }));
    let waits = waits.await;
    println!("told to ask again, and the second sign of life, after {:?}", waits.iter().max());
    for (longest, waited) in waits {
        assert!(longest < SOON, "told to ask again after {longest:?}");
        assert!(waited < TWO_HEARTBEATS, "the second sign of life came after {waited:?}");
    }
    assert_eq!(server.get("/healthz", "").0, 200);
    let (status, _) = server.get("/readyz", "");
    assert_eq!(status, 503);

    redis.resume();
    // Nobody could count while it stood still; it is made up for.
    screen
        .until(|frame| {
            matches!(frame, ServerFrame::Lobby(lobby) if lobby.players == 21).then_some(())
        })
        .await;
    let taps = players.iter_mut().map(|player| player.insist_on(rain.rain(), || rain.drop_now()));
    let verdicts = join_all(taps).await;
    let caught = verdicts.iter().filter(|verdict| verdict.is_ok()).count();
    assert_eq!(caught, 10);
    for why in verdicts.iter().filter_map(|verdict| verdict.as_ref().err()) {
        assert_eq!(*why, Refusal::SoldOut);
    }
    stores.settle(&server, &mut con, &[rain]).await;
    assert_eq!(server.sqlite("SELECT COUNT(*), SUM(amount) FROM settlements"), ["10|1000"]);
}

#[tokio::test]
async fn everybody_hears_of_the_game_again_after_redis_was_killed_in_a_quiet_moment() {
    let mut redis = DurableRedis::start().await;
    let server = Server::start_with(&["--redis-url", &redis.url()]);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut screen = Client::screen(&server, &hosted).await;
    host.make(Move::Ask).await;
    screen.stage(Kind::Asking).await;
    // Several times: sometimes the loss is noticed in the middle of a question to Redis.
    for (mv, kind) in
        [(Move::Close, Kind::Revealed), (Move::Ask, Kind::Asking), (Move::End, Kind::Ended)]
    {
        redis.kill();
        redis.restart().await;
        let seen = host.stage.as_ref().map(|stage| stage.at.seq).unwrap();
        host.insist(
            || HostFrame::Move { mv, seen },
            |frame| {
                matches!(frame, ServerFrame::Stage(stage) if stage.phase.kind == kind).then_some(())
            },
        )
        .await;
        screen.stage(kind).await;
    }
}
