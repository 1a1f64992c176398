//! Catches, answers and seats that players were told of and nobody else knew, when the machine that told them and the primary are
//! lost together: with `--durability replicated` none of it is lost; without, what the replica had
//! not heard of yet is. Nothing is paid twice either way.

use std::collections::BTreeMap;
use std::time::Duration;

use quizrain::game::calls as game;
use quizrain::people::account_of;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::question::ChoiceSet;
use quizrain_shared::wire::ServerFrame;
use sqlx::{Connection, SqliteConnection};
use tokio::time::timeout;

use super::QUIZ;
use super::crowds::{check_sums, long_rain, settled};
use crate::common::client::{Client, token};
use crate::common::crowd::{Crowd, Story};
use crate::common::nodes::Nodes;
use crate::common::on::On;
use crate::common::replicas::Replicas;
use crate::common::server::HostRight;

const PLAYERS: usize = 300;

/// As many as the second crowd has players, so that all that was lost is caught again.
const PACKETS: u32 = 300;

/// How late the replica is.
const LAG: Duration = Duration::from_millis(100);

/// What these players were told and not told to be lost.
fn acknowledged(stories: &[Story]) -> BTreeMap<String, (u32, i64)> {
    let acknowledged = stories.iter().filter_map(|story| {
        assert!(story.acknowledged.len() < 2, "{story:?}");
        let packet = story.acknowledged.difference(&story.void).next()?;
        Some((account_of(&token(story.number)).to_string(), *packet))
    });
    acknowledged.collect()
}

/// How many were told of a packet, and how many of them do not have it in the end.
async fn acknowledged_and_lost(durability: &str) -> (usize, usize) {
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
        crowd.until_acknowledged_at(&lost_with_it, 1).await;
        redis.hold_line();
    }
    crowd.until_acknowledged_at(&lost_with_it, PLAYERS / 2).await;
    redis.lose_primary();
    nodes.kill(1);
    let before = acknowledged(&crowd.home().await);
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
    let after = crowd.home().await;
    // What a settler had read reaches the ledger late, and may have been caught again meanwhile.
    let void = after.iter().filter(|story| !story.void.is_empty()).count();
    let after = acknowledged(&after);
    check_sums(&nodes, &ledger, PACKETS);
    for (account, packet) in &after {
        assert_eq!(ledger.get(account), Some(packet));
    }
    let lost = before.iter().filter(|(account, packet)| ledger.get(*account) != Some(packet));
    let (acknowledged, lost) = (before.len(), lost.count());
    println!(
        "{durability}: of {acknowledged} claims that were told {lost} were lost, 0 paid twice"
    );
    assert!(lost > 0 || void == 0, "nothing was lost, and {void} are void");
    assert_eq!(ledger.len(), PACKETS as usize, "what was lost is caught by others");
    (acknowledged, lost)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replicated_loses_nothing_that_was_told() {
    let (acknowledged, lost) = acknowledged_and_lost("replicated").await;
    assert!(acknowledged >= PLAYERS / 2);
    assert_eq!(lost, 0);
}

/// Without this the test above would say nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn local_loses_what_the_replica_had_not_heard_of() {
    let (acknowledged, lost) = acknowledged_and_lost("local").await;
    assert!(lost > 0, "none of {acknowledged}");
}

/// How long nobody may be told anything while the replica stands still. Pages ask again meanwhile.
const SILENCE: Duration = Duration::from_secs(2);

/// A game with a question that is open; Anna may answer, and Bo has no seat yet. Both are connected
/// to the second node.
async fn asked(redis: &Replicas, durability: &str) -> (Nodes, HostRight, [Client; 2]) {
    let nodes = Nodes::start_at(&redis.url(), On::Sqlite, 2, &["--durability", durability]);
    let hosted = nodes.node(0).create_game(QUIZ);
    let mut host = Client::host(nodes.node(0), &hosted).await;
    let mut anna = Client::seated(nodes.node(1), &hosted, 1, "Anna").await;
    let mut bo = Client::player(nodes.node(1), &hosted, 2).await;
    bo.welcome().await;
    host.make(Move::Ask).await;
    anna.stage(Kind::Asking).await;
    redis.caught_up().await;
    (nodes, hosted, [anna, bo])
}

/// Answers, and waits until that is told.
async fn answer(player: &mut Client) {
    player.answer(0, 0b10).await;
    player.until(|frame| matches!(frame, ServerFrame::Answered { .. }).then_some(())).await;
}

/// Loses the second node and the primary; whether the replica has Anna's answer, and Bo's seat.
async fn survived(mut redis: Replicas, mut nodes: Nodes, hosted: &HostRight) -> (bool, bool) {
    redis.lose_primary();
    nodes.kill(1);
    redis.promote().await;
    let mut con = redis.connection().await;
    let answers = game::answers(&mut con, hosted.game, 0).await.unwrap();
    let answer = answers.get(&account_of(&token(1)));
    assert!(answer.is_none_or(|answer| answer.answer == ChoiceSet(0b10).into()));
    let seats = game::seats(&mut con, hosted.game).await.unwrap();
    (answer.is_some(), seats.contains_key(&account_of(&token(2))))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replicated_tells_no_answer_and_no_seat_that_only_one_server_has() {
    let redis = Replicas::start(LAG).await;
    let (nodes, hosted, [mut anna, mut bo]) = asked(&redis, "replicated").await;
    // One after the other: what either writes while it asks again would stand for the other.
    redis.pause_replica();
    assert!(timeout(SILENCE, answer(&mut anna)).await.is_err(), "told without a replica");
    redis.resume_replica();
    answer(&mut anna).await;
    redis.caught_up().await;
    redis.pause_replica();
    assert!(timeout(SILENCE, bo.join("Bo")).await.is_err(), "told without a replica");
    redis.resume_replica();
    bo.join("Bo").await;
    assert_eq!(survived(redis, nodes, &hosted).await, (true, true));
}

/// Without this the test above would say nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn local_loses_answers_and_seats_that_the_replica_had_not_heard_of() {
    let redis = Replicas::start(LAG).await;
    let (nodes, hosted, [mut anna, mut bo]) = asked(&redis, "local").await;
    redis.hold_line();
    tokio::join!(answer(&mut anna), bo.join("Bo"));
    assert_eq!(survived(redis, nodes, &hosted).await, (false, false));
}
