//! What players were told and nobody else knew, when the machine that told them and the primary are
//! lost together: with `--durability replicated` all of it is in the ledger; without, what the
//! replica had not heard of yet is lost. Nothing is paid twice either way.

use std::collections::BTreeMap;
use std::time::Duration;

use quizrain::service::account_of;
use quizrain_shared::phase::Kind;
use sqlx::{Connection, SqliteConnection};

use super::QUIZ;
use super::crowds::{check_sums, long_rain, settled};
use crate::common::client::{Client, token};
use crate::common::crowd::{Crowd, Story};
use crate::common::nodes::Nodes;
use crate::common::on::On;
use crate::common::replicas::Replicas;

const PLAYERS: usize = 300;

/// As many as the second crowd has players, so that all that was lost is caught again.
const PACKETS: u32 = 300;

/// How late the replica is.
const LAG: Duration = Duration::from_millis(100);

/// What these players were told.
fn told(stories: &[Story]) -> BTreeMap<String, (u32, i64)> {
    let told = stories.iter().filter_map(|story| {
        assert!(story.told.len() < 2 && story.void.is_empty(), "{story:?}");
        let packet = story.told.first()?;
        Some((account_of(&token(story.number)).to_string(), *packet))
    });
    told.collect()
}

/// How many were told of a packet, and how many of them do not have it in the end.
async fn told_and_lost(durability: &str) -> (usize, usize) {
    let mut redis = Replicas::start(LAG).await;
    let mut nodes = Nodes::start_at(&redis.url(), On::Sqlite, 2, &["--durability", durability]);
    let hosted = nodes.node(0).create_game(QUIZ);
    let mut host = Client::host(nodes.node(0), &hosted).await;
    let lost_with_it = nodes.node(1).address.clone();
    let crowd = Crowd::gather(&[&lost_with_it], hosted, PLAYERS);
    crowd.connected(PLAYERS).await;
    host.open_rain(long_rain(PACKETS)).await;
    host.stage(Kind::Rain).await;
    // The ledger is busy: only Redis has what is caught.
    let mut ledger = SqliteConnection::connect(nodes.database_url().as_str()).await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut ledger).await.unwrap();
    if durability == "local" {
        // Whoever is told from now on is told of what goes with the primary.
        crowd.told_at(&lost_with_it, 1).await;
        redis.hold_line();
    }
    crowd.told_at(&lost_with_it, PLAYERS / 2).await;
    redis.lose_primary();
    nodes.kill(1);
    let before = told(&crowd.home().await);
    redis.promote().await;
    sqlx::query("ROLLBACK").execute(&mut ledger).await.unwrap();
    ledger.close().await.unwrap();

    let players = PLAYERS..PLAYERS + PACKETS as usize;
    let crowd = Crowd::gather_numbers(&[nodes.node(0).as_ref()], hosted, players);
    let ledger = settled(&nodes, &hosted).await;
    // Some of the first ones have a packet of which they were not told any more.
    let first = (0..PLAYERS as u64).map(|number| account_of(&token(number)).to_string());
    let theirs = first.filter(|account| ledger.contains_key(account)).count();
    crowd.credited(ledger.len() - theirs).await;
    let after = told(&crowd.home().await);
    check_sums(&nodes, &ledger, PACKETS);
    for (account, packet) in &after {
        assert_eq!(ledger.get(account), Some(packet));
    }
    let lost = before.iter().filter(|(account, packet)| ledger.get(*account) != Some(packet));
    let (told, lost) = (before.len(), lost.count());
    println!("{durability}: of {told} claims that were told {lost} were lost, 0 paid twice");
    assert_eq!(ledger.len(), PACKETS as usize, "what was lost is caught by others");
    (told, lost)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replicated_loses_nothing_that_was_told() {
    let (told, lost) = told_and_lost("replicated").await;
    assert!(told >= PLAYERS / 2);
    assert_eq!(lost, 0);
}

/// Without this the test above would say nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn local_loses_what_the_replica_had_not_heard_of() {
    let (told, lost) = told_and_lost("local").await;
    assert!(lost > 0, "none of {told}");
}
