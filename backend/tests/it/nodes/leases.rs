//! The leases of a node are renewed together, and each stands alone: one that cannot be renewed
//! costs no other.

use quizrain::store::redis::GameKeys;
use redis::AsyncCommands;
use tokio::time::{Duration, Instant};

use super::QUIZ;
use crate::common::nodes::Nodes;
use crate::common::on::On;
use crate::common::server::DEADLINE;

const GAMES: usize = 5;

#[tokio::test]
async fn a_lease_that_cannot_be_renewed_costs_no_other() {
    // Long: one that a busy machine does not renew in time would be lost too.
    let nodes = Nodes::start(On::Sqlite, 1, &["--lease-ms", "6000"]).await;
    let mut con = nodes.connection().await;
    let mut games = Vec::new();
    for _ in 0..GAMES {
        let game = nodes.node(0).create_game(QUIZ).game;
        games.push((game, nodes.driver(game).await.1));
    }
    let (bad, epoch) = games.remove(GAMES / 2);
    let lease = GameKeys(bad).lease();
    // In one step: in between the driver would take it anew.
    redis::pipe().atomic().del(&lease).lpush(&lease, "a list").exec_async(&mut con).await.unwrap();
    let lost = format!("lost the lease; whoever gets it next drives game={bad}");
    let since = Instant::now();
    while !nodes.node(0).log().contains(&lost) {
        assert!(since.elapsed() < DEADLINE, "it is not lost: {}", nodes.node(0).log());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let () = con.del(&lease).await.unwrap();
    nodes.driver_after(bad, epoch).await;
    for (game, epoch) in games {
        assert_eq!(nodes.driver(game).await.1, epoch, "another lease was lost");
    }
}
