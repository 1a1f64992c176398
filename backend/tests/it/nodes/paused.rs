//! The node that drives a game stands still in the middle of a step, for three times as long as
//! its lease lasts; another one takes over; then it goes on with its step. What it writes is
//! refused.
//!
//! Redis itself is the witness: its MONITOR names every call of `advance.lua` with its epoch, and
//! every epoch that a script writes into the state.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::StreamExt;
use quizrain::store::redis::GameKeys;
use quizrain_shared::ids::GameId;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::wire::ServerFrame;
use tokio::time::Instant;

use crate::common::client::Client;
use crate::common::nodes::Nodes;
use crate::common::on::On;
use crate::common::server::DEADLINE;

/// How long the lease lasts, in ms.
const LEASE_MS: u64 = 300;

/// Before each step a driver sleeps for so long, in which the test stops it.
const STEP: &str = "driver.before_step=return(1100)";

/// What Redis was asked.
#[derive(Clone, Default)]
struct Witness(Arc<Mutex<Vec<Vec<String>>>>);

impl Witness {
    async fn of(nodes: &Nodes) -> Self {
        let witness = Self::default();
        let mut monitor = nodes.redis().client().get_async_monitor().await.unwrap();
        let seen = Arc::clone(&witness.0);
        tokio::spawn(async move {
            let mut lines = monitor.on_message::<String>();
            while let Some(line) = lines.next().await {
                let Some((_, words)) = line.split_once("] ") else { continue };
                let words = words.trim_matches('"').split("\" \"").map(String::from);
                seen.lock().unwrap().push(words.collect());
            }
        });
        witness
    }

    fn says(&self, what: impl Fn(&[String]) -> bool) -> bool {
        self.0.lock().unwrap().iter().any(|words| what(words))
    }

    async fn until(&self, what: impl Fn(&[String]) -> bool) {
        let since = Instant::now();
        while !self.says(&what) {
            assert!(since.elapsed() < DEADLINE, "it did not come");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    /// How many calls of `advance.lua` came with an older epoch than the state had, and how many
    /// times an older epoch was written over a newer one.
    fn stale(&self, state: &str) -> (usize, usize) {
        let text = include_str!("../../../lua/advance.lua");
        let advance = redis::Script::new(text).get_hash().to_owned();
        let (mut newest, mut tried, mut accepted) = (0, 0, 0);
        for words in self.0.lock().unwrap().iter() {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            match words[..] {
                ["EVALSHA", sha, "4", key, _, _, _, _, epoch, ..]
                    if sha == advance && key == state =>
                {
                    tried += usize::from(epoch.parse::<u64>().unwrap() < newest);
                }
                ["HSET", key, "epoch", epoch, ..] if key == state => {
                    let epoch = epoch.parse().unwrap();
                    accepted += usize::from(epoch < newest);
                    newest = newest.max(epoch);
                }
                _ => {}
            }
        }
        (tried, accepted)
    }
}

fn pauses() -> usize {
    std::env::var("QUIZRAIN_TEST_PAUSES").map_or(10, |pauses| pauses.parse().unwrap())
}

/// Stops the node that drives a game; which one, its epoch, and since when.
async fn pause_driver(nodes: &Nodes, game: GameId) -> (usize, u64, Instant) {
    loop {
        let (driver, _) = nodes.driver(game).await;
        nodes.pause(driver);
        let paused = Instant::now();
        // On a busy machine it may just have lost the lease.
        let (holder, epoch) = nodes.driver(game).await;
        if holder == driver {
            return (driver, epoch, paused);
        }
        nodes.resume(driver);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_driver_that_stood_still_writes_nothing_afterwards() {
    let pauses = pauses();
    let quizzes = tempfile::tempdir().unwrap();
    let question = "[[question]]\ntext = 'Q'\nchoices = ['a', 'b']\ncorrect = [1]\nseconds = 60\n";
    let quiz = format!("title = 'T'\nlanguage = 'en'\n{}", question.repeat(pauses));
    std::fs::write(quizzes.path().join("t.toml"), quiz).unwrap();
    let lease = LEASE_MS.to_string();
    let args = ["--quizzes", quizzes.path().to_str().unwrap(), "--lease-ms", &lease];
    let nodes = Nodes::start_with_env(On::Postgres, 2, &args, &[("FAILPOINTS", STEP)]).await;
    let hosted = nodes.node(0).create_game("T");
    let witness = Witness::of(&nodes).await;
    let keys = GameKeys(hosted.game);
    let mut host = Client::host(nodes.node(0), &hosted).await;
    let mut anna = Client::seated(nodes.node(1), &hosted, 1, "Anna").await;
    for round in 0..pauses {
        host.make(Move::Ask).await;
        host.stage(Kind::Asking).await;
        host.make(Move::Close).await;
        // Its step has written the outcomes, and the sleep has begun.
        let outcomes = keys.outcomes(u16::try_from(round).unwrap());
        witness
            .until(|words| {
                matches!(words, [set, key, ..] if set.as_str() == "HMSET" && *key == outcomes)
            })
            .await;
        let (driver, epoch, paused) = pause_driver(&nodes, hosted.game).await;
        let (other, _) = nodes.driver_after(hosted.game, epoch).await;
        assert_ne!(other, driver);
        tokio::time::sleep_until(paused + Duration::from_millis(3 * LEASE_MS)).await;
        nodes.resume(driver);
        let revealed = host.stage(Kind::Revealed).await;
        assert_eq!(revealed.phase.round(), u16::try_from(round).ok());
        anna.until(|frame| match frame {
            ServerFrame::Stage(stage) => (stage.at == revealed.at).then_some(()),
            _ => None,
        })
        .await;
    }
    let (tried, accepted) = witness.stale(&keys.state());
    println!("{pauses} pauses, {tried} stale steps tried, {accepted} accepted");
    assert!(tried * 2 >= pauses, "only {tried} of {pauses} pauses had anything to refuse");
    assert_eq!(accepted, 0);
    // Each round was revealed once, and to everybody.
    let revealed = |client: &Client| {
        let stages = client.stages().filter(|stage| stage.phase.kind == Kind::Revealed);
        stages.filter_map(|stage| stage.phase.round()).collect::<Vec<_>>()
    };
    let all: Vec<u16> = (0..u16::try_from(pauses).unwrap()).collect();
    assert_eq!(revealed(&host), all);
    assert_eq!(revealed(&anna), all);
}
