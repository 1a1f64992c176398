//! Two nodes behind nginx, as `deploy/` ships it: nobody needs to know which node is whose.

use crate::common::client::Client;
use crate::common::crowd::Crowd;
use crate::common::nginx::Nginx;
use crate::common::nodes::Nodes;
use crate::common::on::On;
use crate::common::server::program;
use quizrain_shared::phase::Kind;

use super::QUIZ;
use super::crowds::{check, long_rain};

const PLAYERS: usize = 100;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_behind_nginx_play_on_while_nodes_come_and_go() {
    let mut nodes = Nodes::start(On::Postgres, 2, &[]).await;
    let proxy = Nginx::start([&nodes.node(0).address, &nodes.node(1).address]);
    let hosted = nodes.node(0).create_game(QUIZ);
    let crowd = Crowd::gather(&[&proxy.address], hosted, PLAYERS);
    crowd.connected(PLAYERS).await;
    for node in [0, 1] {
        let sockets = nodes.node(node).metric("quizrain_sockets{role=\"player\"}");
        assert!(sockets > PLAYERS as f64 / 4.0, "node {node} has {sockets} players: {}", proxy.log());
    }
    // The pages themselves, and what is not for players.
    let get = |path: &str| ureq_status(&format!("http://{}{path}", proxy.address));
    assert_eq!(get("/"), 200);
    assert_eq!(get("/readyz"), 200);
    assert_eq!(get("/metrics"), 404);

    let mut host = Client::host_at(&proxy.address, &hosted).await;
    host.open_rain(long_rain(PLAYERS as u32)).await;
    crowd.served(PLAYERS / 4).await;
    nodes.kill(0);
    crowd.served(PLAYERS).await;
    let mut screen = Client::screen_at(&proxy.address, &hosted).await;
    screen.stage(Kind::RainDone).await;
    let stories = crowd.home().await;
    check(&nodes, &hosted, &stories).await;
}
