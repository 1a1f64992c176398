//! One node is cut off from Redis: nothing comes through and nothing is refused, as when a network
//! falls apart. It tells nobody that they caught something and sends its clients away; the game
//! goes on at the other node.

use std::time::Duration;

use quizrain::people::account_of;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::{PlayerFrame, Refusal, ServerFrame};
use quizrain_testkit::proxy::{End, Line, Proxy};
use tokio::time::Instant;

use super::QUIZ;
use super::crowds::{check, long_rain, settled};
use crate::common::client::{Client, token};
use crate::common::crowd::Crowd;
use crate::common::nodes::Nodes;
use crate::common::on::On;
use crate::common::plan;
use crate::common::server::DEADLINE;

/// Those who are there before the cut, and those who come afterwards.
const PLAYERS: usize = 300;
const LATE: usize = 60;

/// More than the first ones have players, however quick they are.
const PACKETS: u32 = 330;

/// How long after the cut a node may still be heard: what came to it before, on a busy machine.
const LAST_WORDS: Duration = Duration::from_secs(10);

// The line needs a thread while the test waits for a program.
#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_is_cut_off_sends_its_clients_to_the_others() {
    let mut nodes = Nodes::start(On::Postgres, 1, &[]).await;
    let line = Proxy::start(End::Socket(nodes.redis().socket()), Duration::ZERO).unwrap();
    let hosted = nodes.node(0).create_game(QUIZ);
    let (_, epoch) = nodes.driver(hosted.game).await;
    nodes.add_at(&line.url(), &[]);
    let mut host = Client::host(nodes.node(0), &hosted).await;
    // The node that will be cut off drives.
    assert!(nodes.stop(0).success());
    nodes.driver_after(hosted.game, epoch).await;
    nodes.restart(0);
    nodes.until_all_know().await;
    let (driver, epoch) = nodes.driver(hosted.game).await;
    assert_eq!(driver, 1);
    assert_eq!(host.closed().await, 1012);
    host = Client::host(nodes.node(0), &hosted).await;
    let mut far = Client::seated(nodes.node(1), &hosted, 1, "far").await;
    let mut near = Client::seated(nodes.node(0), &hosted, 2, "near").await;
    host.open_rain(RainPlan { seconds: 15, ..plan("CNY", 100, 5) }).await;
    let (view, stage) = far.rain().await;
    near.rain().await;
    line.set(Line::Stalled);
    let cut = Instant::now();
    far.until_ms(stage.opens_ms + 500).await;
    let code = loop {
        far.send_deaf(&PlayerFrame::Tap { rain: view.rain, drop: 0 }).await;
        match far.next().await {
            Ok(ServerFrame::Refused(Refusal::Unavailable)) => {}
            Ok(ServerFrame::Packet(_) | ServerFrame::Missed { .. }) => panic!("how could it know?"),
            Ok(_) => {}
            Err(code) => break code,
        }
        assert!(cut.elapsed() < DEADLINE, "its clients stay");
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    println!("sent away {:?} after the cut", cut.elapsed());
    assert_eq!(code, 1013);
    assert_eq!(nodes.node(1).get("/readyz", "").0, 503);
    assert_eq!(nodes.node(0).get("/readyz", "").0, 200);
    nodes.driver_after(hosted.game, epoch).await;
    let mut moved = Client::player(nodes.node(0), &hosted, 1).await;
    moved.welcome().await;
    moved.tap().await.unwrap();
    near.tap().await.unwrap();
    host.stage(Kind::RainDone).await;
    nodes.ledger_says("SELECT COUNT(*), SUM(amount) FROM settlements", "2|40").await;
    // It comes back, and what it missed shows.
    line.set(Line::Open);
    nodes.until_ready(1).await;
    let mut far = Client::screen(nodes.node(1), &hosted).await;
    host.make(Move::End).await;
    far.stage(Kind::Ended).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crowd_at_a_node_that_is_cut_off_in_mid_rain_goes_on_at_the_other() {
    let mut nodes = Nodes::start(On::Postgres, 1, &[]).await;
    let line = Proxy::start(End::Socket(nodes.redis().socket()), Duration::ZERO).unwrap();
    nodes.add_at(&line.url(), &[]);
    nodes.until_all_know().await;
    let hosted = nodes.node(0).create_game(QUIZ);
    let mut host = Client::host(nodes.node(0), &hosted).await;
    let (near, far) = (nodes.node(0).address.clone(), nodes.node(1).address.clone());
    let crowd = Crowd::gather(&[&near, &far], hosted, PLAYERS);
    crowd.connected(PLAYERS).await;
    host.open_rain(long_rain(PACKETS)).await;
    crowd.until_acknowledged_at(&near, PLAYERS / 8).await;
    crowd.until_acknowledged_at(&far, PLAYERS / 8).await;
    line.set(Line::Stalled);
    let cut = Instant::now();
    let numbers = PLAYERS..PLAYERS + LATE;
    let late = Crowd::gather_numbers(&[&near], hosted, numbers.clone());
    crowd.connected_at(&near, PLAYERS).await;
    println!("everybody is at the other node {:?} after the cut", cut.elapsed());
    host.stage(Kind::RainDone).await;
    let ledger = settled(&nodes, &hosted).await;
    let has = |number: &usize| ledger.contains_key(&account_of(&token(*number as u64)).to_string());
    crowd.credited((0..PLAYERS).filter(has).count()).await;
    late.credited(numbers.filter(has).count()).await;
    let stories = [crowd.home().await, late.home().await].concat();
    let mut acknowledged: Vec<_> =
        stories.iter().filter_map(|story| story.first_acknowledged.clone()).collect();
    acknowledged.sort_by_key(|(at, _)| *at);
    let before = acknowledged.iter().filter(|(at, _)| *at < cut).count();
    let last = acknowledged.iter().rfind(|(_, address)| *address == far).map(|(at, _)| *at);
    let last = last.expect("some were told there").saturating_duration_since(cut);
    println!("{before} told before the cut, the last one there {last:?} after it");
    assert!(last < LAST_WORDS, "{last:?}");
    assert!(before < acknowledged.len(), "the cut came too late");
    let sent_away = stories.iter().filter(|story| story.codes.contains(&1013)).count();
    assert!(sent_away >= PLAYERS / 3, "only {sent_away} were sent away");
    check(&nodes, &hosted, &stories, PACKETS).await;
}
