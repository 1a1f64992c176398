//! The node that drives a game ends: killed, another one drives it when the lease has run
//! out; politely, at once.

use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::Stage;
use tokio::time::Instant;

use super::{QUIZ, TAKEOVER, game_on_first, late};
use crate::common::client::Client;
use crate::common::nodes::Nodes;
use crate::common::on::{On, on_both};
use crate::common::plan;

on_both!(
    a_question_ends_at_another_node_when_its_driver_is_killed,
    a_rain_ends_at_another_node_when_its_driver_is_killed,
    a_driver_that_ends_politely_hands_over_at_once,
);

async fn a_question_ends_at_another_node_when_its_driver_is_killed(on: On) {
    let mut nodes = Nodes::start(on, 1, &[]).await;
    let (hosted, epoch) = game_on_first(&nodes).await;
    nodes.add(&[]);
    let mut host = Client::host(nodes.node(1), &hosted).await;
    let mut anna = Client::seated(nodes.node(1), &hosted, 1, "Anna").await;
    host.make(Move::Ask).await;
    let asked = anna.stage(Kind::Asking).await;
    nodes.kill(0);
    let killed = Instant::now();
    let (driver, newer) = nodes.driver_after(hosted.game, epoch).await;
    assert!(driver == 1 && newer > epoch);
    println!("driven by another {:?} after the kill", killed.elapsed());
    assert!(killed.elapsed() < TAKEOVER, "{:?}", killed.elapsed());
    // The deadline stands.
    let again = Client::player(nodes.node(1), &hosted, 1).await.welcome().await.stage;
    assert_eq!(again, asked);
    anna.stage = Some(asked.clone());
    let late = late(&mut host, &asked, Kind::Revealed).await;
    println!("revealed {late:?} after the deadline");
    assert!(late < TAKEOVER);
}

async fn a_rain_ends_at_another_node_when_its_driver_is_killed(on: On) {
    let mut nodes = Nodes::start(on, 1, &[]).await;
    let (hosted, epoch) = game_on_first(&nodes).await;
    nodes.add(&[]);
    let mut host = Client::host(nodes.node(1), &hosted).await;
    let mut here = Client::seated(nodes.node(1), &hosted, 1, "here").await;
    let mut there = Client::seated(nodes.node(0), &hosted, 2, "there").await;
    host.open_rain(RainPlan { seconds: 10, ..plan("CNY", 1000, 10) }).await;
    let (_, falling) = host.rain().await;
    let caught = there.tap().await.unwrap();
    nodes.kill(0);
    let killed = Instant::now();
    let mut moved = Client::player(nodes.node(1), &hosted, 2).await;
    let welcome = moved.welcome().await;
    assert_eq!(welcome.you.unwrap().caught.unwrap().packet, caught.packet);
    assert_eq!(welcome.stage, falling);
    here.tap().await.unwrap();
    let (driver, _) = nodes.driver_after(hosted.game, epoch).await;
    assert!(driver == 1 && killed.elapsed() < TAKEOVER, "{:?}", killed.elapsed());
    let late = late(&mut host, &falling, Kind::RainDone).await;
    println!("the rain ended {late:?} after its window");
    assert!(late < TAKEOVER);
    assert!(matches!(host.stage.unwrap().stage, Stage::RainDone { caught: 2, .. }));
    nodes.ledger_says("SELECT COUNT(*), SUM(amount) FROM settlements", "2|200").await;
    nodes.ledger_says("SELECT COUNT(*) FROM rains WHERE settled_ms IS NULL", "0").await;
}

async fn a_driver_that_ends_politely_hands_over_at_once(on: On) {
    // It would not run out during the test.
    let mut nodes = Nodes::start(on, 1, &["--lease-ms", "60000"]).await;
    let (hosted, mut epoch) = game_on_first(&nodes).await;
    nodes.add(&["--lease-ms", "60000"]);
    let mut host = Client::host(nodes.node(1), &hosted).await;
    host.make(Move::Ask).await;
    host.stage(Kind::Asking).await;
    for (from, to) in [(0, 1), (1, 0)] {
        let stopped = Instant::now();
        nodes.ask_to_end(from);
        let (driver, newer) = nodes.driver_after(hosted.game, epoch).await;
        assert_eq!(driver, to);
        println!("driven by another {:?} after the signal", stopped.elapsed());
        // At once, even where the machine is busy; the lease would last a minute.
        assert!(stopped.elapsed() < TAKEOVER);
        epoch = newer;
        // Asked again, it does not wait for its players to leave.
        assert!(nodes.stop(from).success());
        nodes.restart(from);
    }
    nodes.node(1).create_game(QUIZ);
}
