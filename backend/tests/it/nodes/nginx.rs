//! Two nodes behind nginx, with the configuration that `deploy/` ships: nobody needs to know which
//! node is whose.

use quizrain_shared::phase::Kind;

use super::QUIZ;
use super::crowds::{check, long_rain};
use crate::common::client::Client;
use crate::common::crowd::Crowd;
use crate::common::nginx::{Nginx, free_address};
use crate::common::nodes::Nodes;
use crate::common::on::On;
use crate::common::server::get_at;

const PLAYERS: usize = 100;
const PACKETS: u32 = 60;

/// How many sockets a node has.
fn sockets(nodes: &Nodes, number: usize) -> usize {
    let (_, metrics) = nodes.node(number).get("/metrics", "");
    let counts = metrics.lines().filter(|line| line.starts_with("quizrain_sockets{"));
    counts.map(|line| line.rsplit(' ').next().unwrap().parse::<usize>().unwrap()).sum()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_behind_nginx_play_on_while_nodes_come_and_go() {
    let mut nodes = Nodes::start(On::Postgres, 1, &[]).await;
    let late = free_address();
    let proxy = Nginx::start([nodes.node(0).as_ref(), &late]);
    for _ in 0..8 {
        assert_eq!(get_at(&proxy.address, "/"), 200, "one is down: {}", proxy.log());
    }
    let hosted = nodes.node(0).create_game(QUIZ);
    nodes.add(&["--listen", &late]);
    let crowd = Crowd::gather(&[&proxy.address], hosted, PLAYERS);
    crowd.connected(PLAYERS).await;
    let found = [0, 1].map(|number| sockets(&nodes, number));
    assert!(found[0].abs_diff(found[1]) <= 2, "{found:?} sockets: {}", proxy.log());
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
