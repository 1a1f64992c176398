//! Several nodes play one game: whichever of them fails, it goes on at another.

mod clocks;
mod counts;
mod crowds;
mod cut_off;
mod drain;
mod ended;
mod fenced;
mod idle_games;
mod lagging_driver;
mod leases;
mod live_results;
mod nginx;
mod paused;
mod primaries;
mod redis_data_loss;
mod removed;
mod replicated;
mod storm;
mod takeover;

use std::time::Duration;

use quizrain_shared::phase::Kind;
use quizrain_shared::wire::StageAt;
use tokio::time::Instant;

use crate::common::client::Client;
use crate::common::nodes::Nodes;
use crate::common::server::HostRight;

/// The title of a quiz with questions of 20 seconds.
const QUIZ: &str = "How computers count";

/// How long a game may wait for a node that was killed: a lease of three seconds and a moment, and as
/// much again, twice, where the machine is busy. The documents promise this.
const TAKEOVER: Duration = Duration::from_secs(10);

/// Makes a game at one node and waits until that one drives it: the others start afterwards.
async fn game_on_first(nodes: &Nodes) -> (HostRight, u64) {
    let hosted = nodes.node(0).create_game(QUIZ);
    let (driver, epoch) = nodes.driver(hosted.game).await;
    assert_eq!(driver, 0);
    (hosted, epoch)
}

/// Waits until a stage is shown; how long after the end that an earlier one announced.
async fn late(client: &mut Client, before: &StageAt, kind: Kind) -> Duration {
    client.until_ms(before.closes_ms).await;
    let ended = Instant::now();
    client.stage(kind).await;
    ended.elapsed()
}
