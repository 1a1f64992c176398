//! A game whose making no server heard of: it is found, shown and driven all the same.

use quizrain_shared::phase::{Kind, Move};
use redis::aio::MultiplexedConnection;

use crate::common::client::Client;
use crate::common::nodes::Nodes;
use crate::common::on::On;

/// Lets everybody publish on the channel of games, or nobody.
async fn publishing(con: &mut MultiplexedConnection, may: &str) {
    let mut rights = redis::cmd("ACL");
    rights.arg("SETUSER").arg("default").arg(may).exec_async(con).await.unwrap();
}

#[tokio::test]
async fn a_game_that_no_server_heard_of_is_played() {
    let nodes = Nodes::start(On::Sqlite, 2, &[]).await;
    let mut con = nodes.connection().await;
    publishing(&mut con, "-spublish").await;
    let hosted = nodes.node(0).create_game("How computers count");
    publishing(&mut con, "+spublish").await;
    nodes.driver(hosted.game).await;
    let mut players = Vec::new();
    for number in 0..2 {
        let name = format!("p{number}");
        players.push(Client::seated(nodes.node(number), &hosted, number as u64, &name).await);
    }
    let mut host = Client::host(nodes.node(0), &hosted).await;
    host.make(Move::Ask).await;
    for player in &mut players {
        player.stage(Kind::Asking).await;
    }
}
