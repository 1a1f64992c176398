//! Two nodes behind nginx, with the configuration that `deploy/` ships: nobody needs to know which
//! node is whose.

use quizrain_shared::phase::Kind;

use super::QUIZ;
use super::crowds::{check, long_rain};
use crate::common::client::Client;
use crate::common::crowd::Crowd;
use crate::common::nginx::Nginx;
use crate::common::nodes::Nodes;
use crate::common::on::On;
use crate::common::server::get_at;

const PLAYERS: usize = 100;
const PACKETS: u32 = 60;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_behind_nginx_play_on_while_nodes_come_and_go() {
    let mut nodes = Nodes::start(On::Postgres, 2, &[]).await;
    let proxy = Nginx::start([nodes.node(0).as_ref(), nodes.node(1).as_ref()]);
    let hosted = nodes.node(0).create_game(QUIZ);
    let crowd = Crowd::gather(&[&proxy.address], hosted, PLAYERS);
    crowd.connected(PLAYERS).await;
    for number in 0..2 {
        let (_, metrics) = nodes.node(number).get("/metrics", "");
        let sockets = metrics.lines().find_map(|line| {
            line.strip_prefix("quizrain_sockets{role=\"player\"} ")?.parse::<usize>().ok()
        });
        assert!(sockets > Some(PLAYERS / 4), "node {number} has {sockets:?}: {}", proxy.log());
    }
    for (path, status) in [("/", 200), ("/readyz", 200), ("/metrics", 404)] {
        assert_eq!(get_at(&proxy.address, path), status, "{path}: {}", proxy.log());
    }

    let mut host = Client::host(&proxy.address, &hosted).await;
    host.open_rain(long_rain(PACKETS)).await;
    crowd.served(PLAYERS / 4).await;
    nodes.kill(0);
    crowd.served(PLAYERS).await;
    Client::screen(&proxy.address, &hosted).await.stage(Kind::RainDone).await;
    check(&nodes, &hosted, &crowd.home().await, PACKETS).await;
}
