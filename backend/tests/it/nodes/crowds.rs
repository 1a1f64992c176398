//! A thousand players spread over two nodes, and the ledger is what each of them was told: also
//! with one node killed in mid-rain.

use std::collections::{BTreeMap, BTreeSet};

use quizrain::people::account_of;
use quizrain_shared::phase::Kind;
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::PacketState;

use super::QUIZ;
use crate::common::client::{Client, token};
use crate::common::crowd::{Crowd, Story};
use crate::common::nodes::Nodes;
use crate::common::on::On;
use crate::common::plan;
use crate::common::server::HostRight;

const PLAYERS: usize = 1000;
const PACKETS: u32 = 600;

/// What every packet of these tests holds, in minor units.
const EACH: i64 = 1000;

/// A rain that is long enough for whoever comes back.
pub(super) fn long_rain(packets: u32) -> RainPlan {
    RainPlan { seconds: 40, ..plan("CNY", i64::from(packets) * EACH, packets) }
}

/// A game at the first node with everybody seated, half of them at each node; and its host's page.
async fn seated(nodes: &Nodes) -> (HostRight, Client, Crowd) {
    let hosted = nodes.node(0).create_game(QUIZ);
    let host = Client::host(nodes.node(0), &hosted).await;
    let addresses = [nodes.node(0).as_ref(), nodes.node(1).as_ref()];
    let crowd = Crowd::gather(&addresses, hosted, PLAYERS);
    crowd.connected(PLAYERS).await;
    (hosted, host, crowd)
}

/// The ledger of a game's rain, once it is settled: account, packet and amount. Of one that the
/// host's page had to open twice nobody heard, so nothing of it may be there.
pub(super) async fn settled(nodes: &Nodes, hosted: &HostRight) -> BTreeMap<String, (u32, i64)> {
    let rains = format!("FROM rains WHERE game = '{}'", hosted.game);
    assert_ne!(nodes.ledger(&format!("SELECT COUNT(*) {rains}")), ["0"]);
    let open = format!("SELECT COUNT(*) - COUNT(settled_ms) {rains}");
    nodes.ledger_says(&open, "0").await;
    let rows = nodes.ledger(&format!(
        "SELECT account, packet, amount FROM settlements WHERE rain IN (SELECT rain {rains})"
    ));
    let row = |row: &String| {
        let columns: Vec<&str> = row.split('|').collect();
        (columns[0].to_owned(), (columns[1].parse().unwrap(), columns[2].parse().unwrap()))
    };
    rows.iter().map(row).collect()
}

/// Every player was told what the ledger says, and every packet is somebody's.
pub(super) async fn check(nodes: &Nodes, hosted: &HostRight, stories: &[Story], packets: u32) {
    let ledger = settled(nodes, hosted).await;
    assert_eq!(ledger.len(), packets as usize, "each packet is somebody's");
    for story in stories {
        let account = account_of(&token(story.number)).to_string();
        let acknowledged: Vec<(u32, i64)> = story.acknowledged.iter().copied().collect();
        let settled: Vec<(u32, i64)> = ledger.get(&account).copied().into_iter().collect();
        assert_eq!(acknowledged, settled, "player {} was told something else", story.number);
        let state = story.packet.as_ref().map(|news| news.state);
        assert_eq!(state, settled.first().map(|_| PacketState::Credited), "{story:?}");
    }
    let mut numbers: Vec<u32> = ledger.values().map(|(packet, _)| *packet).collect();
    numbers.sort_unstable();
    assert!(numbers.iter().copied().eq(0..packets), "no packet twice");
    assert!(ledger.values().all(|(_, amount)| *amount == EACH));
}

/// The same where Redis may have lost something: what a player was told is in the ledger, or the
/// player was told that it is lost, and never both. How many packets were lost, and how many
/// nobody had in the end.
pub(super) async fn check_with_losses(
    nodes: &Nodes,
    hosted: &HostRight,
    stories: &[Story],
    packets: u32,
) -> (usize, usize) {
    let ledger = settled(nodes, hosted).await;
    for story in stories {
        let account = account_of(&token(story.number)).to_string();
        let left: Vec<(u32, i64)> = story.acknowledged.difference(&story.void).copied().collect();
        let settled: Vec<(u32, i64)> = ledger.get(&account).copied().into_iter().collect();
        assert_eq!(left, settled, "{story:?}");
        assert!(story.credited.iter().all(|packet| settled.contains(packet)), "{story:?}");
        assert!(!story.void.is_empty() || story.credited.len() == settled.len(), "{story:?}");
    }
    check_sums(nodes, &ledger, packets);
    let void = stories.iter().map(|story| story.void.len()).sum();
    (void, packets as usize - ledger.len())
}

/// No packet is paid twice, and what was put into the pot is paid or returned, to the last unit.
pub(super) fn check_sums(nodes: &Nodes, ledger: &BTreeMap<String, (u32, i64)>, packets: u32) {
    let numbers: BTreeSet<u32> = ledger.values().map(|(packet, _)| *packet).collect();
    assert_eq!(numbers.len(), ledger.len(), "a packet twice");
    assert!(numbers.last().is_none_or(|last| *last < packets));
    assert!(ledger.values().all(|(_, amount)| *amount == EACH));
    let pot = i64::from(packets) * EACH;
    let paid: i64 = ledger.values().map(|(_, amount)| amount).sum();
    let sum = |of: &str| nodes.ledger(&format!("SELECT COALESCE(SUM(amount), 0) FROM {of}"));
    assert_eq!(sum("entries WHERE credit = 'pot'"), [pot.to_string()]);
    assert_eq!(sum("entries WHERE debit = 'pot' AND credit = 'player'"), [paid.to_string()]);
    assert_eq!(sum("entries WHERE debit = 'pot'"), [pot.to_string()]);
    assert_eq!(sum("settlements"), [paid.to_string()]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_players_on_two_nodes_share_one_rain() {
    let nodes = Nodes::start(On::Postgres, 2, &[]).await;
    let (hosted, mut host, crowd) = seated(&nodes).await;
    host.open_rain(long_rain(PACKETS)).await;
    crowd.served(PLAYERS).await;
    host.stage(Kind::RainDone).await;
    let stories = crowd.home().await;
    // None, unless this machine stands still for seconds.
    let lost: usize = stories.iter().map(|story| story.lost).sum();
    println!("{lost} connections lost");
    check(&nodes, &hosted, &stories, PACKETS).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_is_killed_in_mid_rain_costs_its_players_nothing_but_seconds() {
    let mut nodes = Nodes::start(On::Postgres, 2, &[]).await;
    let (hosted, mut host, crowd) = seated(&nodes).await;
    host.open_rain(long_rain(PACKETS)).await;
    // Some have a packet by then, and some do not.
    crowd.served(PLAYERS / 4).await;
    nodes.kill(0);
    crowd.served(PLAYERS).await;
    Client::screen(nodes.node(1), &hosted).await.stage(Kind::RainDone).await;
    let stories = crowd.home().await;
    let lost = stories.iter().filter(|story| story.lost > 0).count();
    assert!(lost >= PLAYERS / 3, "only {lost} lost their connection");
    check(&nodes, &hosted, &stories, PACKETS).await;
}
