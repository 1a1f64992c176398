//! The clock of Redis is moved by an hour or by a day, forwards and back, in the middle of a game: nobody grabs
//! outside the window, nothing is settled twice, and the game goes on by itself.

use std::time::Duration;

use quizrain_shared::ids::GameId;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::{RainView, Refusal};
use tokio::time::Instant;

use super::QUIZ;
use crate::common::client::Client;
use crate::common::nodes::Nodes;
use crate::common::on::{On, on_both};
use crate::common::plan;
use crate::common::redis::TestRedis;
use crate::common::server::HostRight;

on_both!(a_game_goes_on_when_the_clock_is_set_forward, a_game_goes_on_when_the_clock_is_set_back,);

/// By how much: something else on each database, which has no part in it.
fn jump_ms(on: On) -> i64 {
    match on {
        On::Sqlite => 24 * 3_600_000,
        On::Postgres => 3_600_000,
    }
}

/// How long a rain falls here, and until its first drop.
const RAIN: Duration = Duration::from_secs(5 + 3);

/// How much later than announced something may end: a node's idea of the time follows Redis once a
/// second, and the machine is busy.
const LATE: Duration = Duration::from_secs(10);

async fn a_game_goes_on_when_the_clock_is_set_forward(on: On) {
    a_game_goes_on_when_the_clock_jumps(on, jump_ms(on)).await;
}

async fn a_game_goes_on_when_the_clock_is_set_back(on: On) {
    a_game_goes_on_when_the_clock_jumps(on, -jump_ms(on)).await;
}

/// In the lobby the lease is not stuck, and whoever drives goes on: the node that drives once the one
/// that did so is killed, and back.
async fn lease_is_not_stuck(nodes: &mut Nodes, game: GameId) -> usize {
    let (driver, epoch) = nodes.driver(game).await;
    nodes.kill(driver);
    let killed = Instant::now();
    // It may have lost the lease by the jump and taken it again.
    let epoch = epoch.max(nodes.epoch(game).await);
    let (other, _) = nodes.driver_after(game, epoch).await;
    assert_ne!(other, driver);
    assert!(killed.elapsed() < super::TAKEOVER, "{:?}", killed.elapsed());
    nodes.restart(driver);
    other
}

/// A player at a node whose clock follows that of Redis by now.
async fn player_in_time(nodes: &Nodes, node: usize, hosted: &HostRight, number: u64) -> Client {
    loop {
        let mut client = Client::player(nodes.node(node), hosted, number).await;
        let now_ms = client.welcome().await.now_ms;
        if now_ms.abs_diff(nodes.redis_ms().await) < 1000 {
            return client;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Before the node's clock follows, and afterwards: outside the window nobody gets anything.
async fn gets_nothing(player: &mut Client, rain: &RainView) {
    let since = Instant::now();
    while since.elapsed() < Duration::from_secs(2) {
        player.tap_drop(rain, 0).await;
        let why = player.verdict().await.unwrap_err();
        assert!(
            matches!(why, Refusal::TooEarly | Refusal::RainOver | Refusal::NoSuchDrop),
            "{why:?}"
        );
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

async fn a_game_goes_on_when_the_clock_jumps(on: On, by_ms: i64) {
    let (redis, clock) = TestRedis::start_with_clock().await;
    let mut nodes = Nodes::over(redis, on);
    nodes.add(&[]);
    nodes.add(&[]);
    let hosted = nodes.node(0).create_game(QUIZ);
    let mut host = Client::host(nodes.node(1), &hosted).await;
    let mut anna = Client::seated(nodes.node(0), &hosted, 1, "Anna").await;
    let mut li = Client::seated(nodes.node(1), &hosted, 2, "Li").await;

    clock.jump(by_ms);
    let other = lease_is_not_stuck(&mut nodes, hosted.game).await;
    for (client, number) in [(&mut anna, 1), (&mut li, 2)] {
        *client = Client::player(nodes.node(other), &hosted, number).await;
        client.welcome().await;
    }
    host = match other {
        1 => host,
        _ => Client::host(nodes.node(other), &hosted).await,
    };

    // In the middle of a question, which nobody answers.
    host.make(Move::Ask).await;
    let question = host.stage(Kind::Asking).await;
    let lasts = Duration::from_millis(question.closes_ms - question.opens_ms);
    let asked = Instant::now();
    clock.jump(by_ms);
    host.stage(Kind::Revealed).await;
    assert!(asked.elapsed() < lasts + LATE, "{:?}", asked.elapsed());

    // In the middle of a rain. Players look at their clocks anew.
    for (client, number) in [(&mut anna, 1), (&mut li, 2)] {
        *client = player_in_time(&nodes, other, &hosted, number).await;
    }
    host.open_rain(RainPlan { seconds: 5, ..plan("CNY", 100, 2) }).await;
    let (view, _) = host.rain().await;
    let opened = Instant::now();
    let first = anna.tap().await.unwrap();
    clock.jump(by_ms);
    gets_nothing(&mut li, &view).await;
    anna.tap_drop(&view, 0).await;
    assert_eq!(anna.verdict().await.unwrap().packet, first.packet);
    host.stage(Kind::RainDone).await;
    println!("the rain ended after {:?}", opened.elapsed());
    assert!(opened.elapsed() < RAIN + LATE);
    nodes.ledger_says("SELECT COUNT(*), SUM(amount) FROM settlements", "1|50").await;
    nodes.ledger_says("SELECT COUNT(*) FROM rains WHERE settled_ms IS NULL", "0").await;
    host.make(Move::End).await;
    host.stage(Kind::Ended).await;
}
