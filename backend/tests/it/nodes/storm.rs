//! A node is killed, and everybody it had comes to the other one at once: with what they had, and
//! without a call to Redis or a query for each of them.
//!
//! `QUIZRAIN_TEST_CLIENTS` says how many; the times are told, not judged.

use std::time::Duration;

use quizrain_shared::phase::Kind;
use quizrain_shared::wire::PacketState;

use super::QUIZ;
use super::crowds::{check, long_rain};
use crate::common::client::Client;
use crate::common::crowd::Crowd;
use crate::common::nodes::Nodes;
use crate::common::on::On;
use crate::common::raise_open_files;

/// How many, where nobody says.
const CLIENTS: usize = 500;

/// Calls that Redis has served, but for those that nodes make by the clock.
async fn calls(nodes: &Nodes) -> u64 {
    let mut con = nodes.connection().await;
    let stats: String = redis::cmd("INFO").arg("commandstats").query_async(&mut con).await.unwrap();
    let of = |line: &str| -> Option<u64> {
        let (name, rest) = line.strip_prefix("cmdstat_")?.split_once(":calls=")?;
        let by_players = ["evalsha", "eval", "hmget"].contains(&name);
        rest.split(',').next()?.parse().ok().filter(|_| by_players)
    };
    stats.lines().filter_map(of).sum()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_is_back_as_they_were_after_a_node_is_killed() {
    let clients = std::env::var("QUIZRAIN_TEST_CLIENTS")
        .map_or(CLIENTS, |text| text.parse().expect("a number"));
    raise_open_files(2 * clients);
    let packets = u32::try_from(clients / 2).unwrap();
    let mut nodes = Nodes::start(On::Postgres, 2, &[]).await;
    let hosted = nodes.node(0).create_game(QUIZ);
    // All at the node that will be killed; they know of the other one.
    let (first, second) = (nodes.node(0).address.clone(), nodes.node(1).address.clone());
    let crowd = Crowd::gather(&[&first], hosted, clients);
    crowd.connected(clients).await;
    let mut host = Client::host(nodes.node(1), &hosted).await;
    host.open_rain(long_rain(packets)).await;
    crowd.served(clients).await;
    let before = host.stage(Kind::RainDone).await;

    crowd.moved(&[&second]);
    let calls_before = calls(&nodes).await;
    nodes.kill(0);
    crowd.gone().await;
    crowd.connected(clients).await;
    let made = calls(&nodes).await - calls_before;
    let stories = crowd.home().await;

    let mut away: Vec<Duration> = stories.iter().flat_map(|story| story.away.clone()).collect();
    away.sort_unstable();
    assert!(away.len() >= clients, "each was away");
    println!(
        "{clients} clients back: p95 {:?}, last {:?}; {made} calls to Redis",
        away[clients * 95 / 100],
        away[clients - 1]
    );
    assert!(made <= clients as u64, "{made} calls for {clients} clients");
    for story in &stories {
        assert_eq!(story.at, Some(before.at), "the game stands where it stood");
        let shown = story.shown.as_ref().map(|caught| (caught.packet, caught.amount.0));
        assert_eq!(shown, story.acknowledged.first().copied(), "the packet is shown again");
        if let Some(shown) = story.shown.as_ref().filter(|caught| !caught.credited) {
            let mut back = Client::player(nodes.node(1), &hosted, story.number).await;
            back.welcome().await;
            back.shown_credited(shown.clone()).await;
        }
        let credited = story.packet.as_ref().map(|news| news.state);
        assert!(matches!(credited, None | Some(PacketState::Credited)));
    }
    check(&nodes, &hosted, &stories, packets).await;
}
