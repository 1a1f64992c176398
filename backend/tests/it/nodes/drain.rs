//! One node after the other is asked to end, under load, and started again: nobody loses a tap,
//! and the game's clock goes on.

use std::time::{Duration, Instant};

use quizrain_shared::phase::Kind;

use super::QUIZ;
use super::crowds::{check, long_rain};
use crate::common::client::Client;
use crate::common::crowd::Crowd;
use crate::common::nodes::Nodes;
use crate::common::on::On;

const PLAYERS: usize = 300;
const PACKETS: u32 = 200;

/// How long a node that is asked to end may take.
const LEAVES_IN: Duration = Duration::from_secs(30);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rolling_restart_in_mid_rain_loses_no_tap() {
    let mut nodes = Nodes::start(On::Postgres, 2, &["--drain-seconds", "6"]).await;
    let hosted = nodes.node(0).create_game(QUIZ);
    let mut host = Client::host(nodes.node(0), &hosted).await;
    let addresses = |nodes: &Nodes| [0, 1].map(|number| nodes.node(number).address.clone());
    let [first, second] = addresses(&nodes);
    let crowd = Crowd::gather(&[&first, &second], hosted, PLAYERS);
    crowd.connected(PLAYERS).await;
    host.open_rain(long_rain(PACKETS)).await;
    host.stage(Kind::Rain).await;
    for number in [0, 1] {
        let asked = Instant::now();
        let status = nodes.stop(number);
        let took = asked.elapsed();
        assert!(status.success(), "node {number}: {status}");
        println!("node {number} left within {took:?}");
        assert!(took < LEAVES_IN, "{took:?}");
        nodes.restart(number);
        // A node that hears of nobody has nobody to move its players to.
        nodes.until_all_know().await;
        let [first, second] = addresses(&nodes);
        crowd.moved(&[&first, &second]);
        crowd.connected(PLAYERS).await;
    }
    crowd.served(PLAYERS).await;
    Client::screen(nodes.node(0), &hosted).await.stage(Kind::RainDone).await;
    let stories = crowd.home().await;
    assert!(stories.iter().all(|story| story.lost > 0), "everybody was moved");
    let codes: Vec<u16> = stories.iter().flat_map(|story| story.codes.clone()).collect();
    assert!(codes.iter().all(|code| *code == 1012), "{codes:?}");
    assert!(codes.len() < PLAYERS / 2, "most have left before they are closed");
    check(&nodes, &hosted, &stories, PACKETS).await;
}
