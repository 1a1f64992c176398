//! A three-node cluster of a test's own, on free ports, in a temporary folder.
//!
//! Called by tests that show that keys and scripts keep to one slot. Dropping it ends the nodes.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use redis::aio::MultiplexedConnection;
use redis::cluster::ClusterClient;
use redis::cluster_async::ClusterConnection;
use tempfile::TempDir;

use super::redis::{PATIENCE, Process};

const NODES: u16 = 3;
const SLOTS: u16 = 16_384;

struct Node {
    _process: Process,
    con: MultiplexedConnection,
    port: u16,
    bus: u16,
}

/// The nodes come first, so that they have ended when their folder goes.
pub(crate) struct TestCluster {
    nodes: Vec<Node>,
    _dir: TempDir,
}

/// Ports that nobody listens on. Somebody else may take one before the node does.
fn free_ports() -> (u16, u16) {
    let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").expect("a free port"));
    let [port, bus] = listeners.map(|listener| listener.local_addr().expect("bound").port());
    (port, bus)
}

async fn start_node(dir: &TempDir, number: u16) -> Node {
    for attempt in 0..5 {
        let (port, bus) = free_ports();
        let name = format!("node-{number}-{attempt}");
        let mut process = Process::spawn(
            dir.path(),
            &name,
            &[
                "--bind",
                "127.0.0.1",
                "--port",
                &port.to_string(),
                "--cluster-enabled",
                "yes",
                "--cluster-port",
                &bus.to_string(),
                "--cluster-config-file",
                &format!("{name}.conf"),
                "--cluster-node-timeout",
                "5000",
            ],
        );
        let client = redis::Client::open(format!("redis://127.0.0.1:{port}")).expect("an address");
        if let Some(con) = process.answer(&client).await {
            return Node { _process: process, con, port, bus };
        }
    }
    panic!("no free ports for a node")
}

impl TestCluster {
    /// Starts the nodes, gives each a third of the slots and waits until all of them agree.
    pub(crate) async fn start() -> Self {
        let dir = TempDir::new().expect("a temporary folder");
        let mut nodes = Vec::new();
        for number in 0..NODES {
            nodes.push(start_node(&dir, number).await);
        }
        let (port, bus) = (nodes[0].port, nodes[0].bus);
        for (number, node) in (0..NODES).zip(&mut nodes) {
            let third = |number: u16| u32::from(number) * u32::from(SLOTS) / u32::from(NODES);
            let mut pipe = redis::pipe();
            pipe.cmd("CLUSTER")
                .arg("SET-CONFIG-EPOCH")
                .arg(number + 1)
                .cmd("CLUSTER")
                .arg("ADDSLOTSRANGE")
                .arg(third(number))
                .arg(third(number + 1) - 1);
            if number > 0 {
                pipe.cmd("CLUSTER").arg("MEET").arg("127.0.0.1").arg(port).arg(bus);
            }
            pipe.exec_async(&mut node.con).await.expect("a new node");
        }
        for node in &mut nodes {
            wait_until_whole(node).await;
        }
        Self { nodes, _dir: dir }
    }

    /// Its address, for a program that is told where Redis is.
    pub(crate) fn url(&self) -> String {
        let nodes = self.nodes.iter().map(|node| format!("127.0.0.1:{}", node.port));
        format!("redis+cluster://{}", nodes.collect::<Vec<_>>().join(","))
    }

    /// A connection to the whole cluster.
    pub(crate) async fn connection(&self) -> ClusterConnection {
        let urls = self.nodes.iter().map(|node| format!("redis://127.0.0.1:{}", node.port));
        ClusterClient::builder(urls)
            .response_timeout(PATIENCE)
            .build()
            .expect("good addresses")
            .get_async_connection()
            .await
            .expect("a connection")
    }

    /// Connections to each node by itself.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = MultiplexedConnection> {
        self.nodes.iter().map(|node| node.con.clone())
    }
}

async fn wait_until_whole(node: &mut Node) {
    let deadline = Instant::now() + PATIENCE;
    let wanted = [
        "cluster_state:ok".to_owned(),
        format!("cluster_slots_ok:{SLOTS}"),
        format!("cluster_known_nodes:{NODES}"),
    ];
    loop {
        let info: String = redis::cmd("CLUSTER")
            .arg("INFO")
            .query_async(&mut node.con)
            .await
            .expect("a node that answers");
        if wanted.iter().all(|line| info.lines().any(|l| l == line)) {
            return;
        }
        assert!(Instant::now() < deadline, "no cluster: {info}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
