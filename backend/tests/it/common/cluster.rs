//! A cluster of a test's own, on free ports, in a temporary folder: three primaries, and a replica
//! for each where a test wants them.
//!
//! Called by tests that show that keys and scripts keep to one slot, and that a game goes on when a
//! primary is lost. Dropping it ends the nodes.

use std::time::{Duration, Instant};

use redis::aio::MultiplexedConnection;
use redis::cluster::ClusterClient;
use redis::cluster_async::ClusterConnection;
use tempfile::TempDir;

use super::redis::{PATIENCE, Process};

const NODES: u16 = 3;
const SLOTS: u16 = 16_384;

struct Node {
    process: Process,
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
pub(crate) fn free_ports() -> (u16, u16) {
    let ports = quizrain_testkit::ports::free_ports(2).expect("free ports");
    (ports[0], ports[1])
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
                "1000",
                "--appendonly",
                "yes",
                "--appendfsync",
                "always",
                "--appenddirname",
                &name,
                "--dbfilename",
                &format!("{name}.rdb"),
            ],
        );
        let client = redis::Client::open(format!("redis://127.0.0.1:{port}")).expect("an address");
        if let Some(con) = process.answer(&client).await {
            return Node { process, con, port, bus };
        }
    }
    panic!("no free ports for a node")
}

impl TestCluster {
    /// Starts the nodes, gives each a third of the slots and waits until all of them agree.
    pub(crate) async fn start() -> Self {
        Self::start_nodes(NODES).await
    }

    /// The same, with a replica for each node.
    pub(crate) async fn start_with_replicas() -> Self {
        let mut cluster = Self::start_nodes(2 * NODES).await;
        let (primaries, replicas) = cluster.nodes.split_at_mut(usize::from(NODES));
        for (primary, replica) in primaries.iter_mut().zip(replicas) {
            let id: String = cluster_command(&mut primary.con, &["MYID"]).await.expect("an id");
            let deadline = Instant::now() + PATIENCE;
            while let Err(error) =
                cluster_command::<()>(&mut replica.con, &["REPLICATE", &id]).await
            {
                assert!(Instant::now() < deadline, "no replica: {error}");
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            online(&mut primary.con, 1).await;
        }
        for node in &mut cluster.nodes {
            wait_until_whole(node, 2 * NODES).await;
        }
        cluster
    }

    async fn start_nodes(count: u16) -> Self {
        let dir = TempDir::new().expect("a temporary folder");
        let mut nodes = Vec::new();
        for number in 0..count {
            nodes.push(start_node(&dir, number).await);
        }
        let (port, bus) = (nodes[0].port, nodes[0].bus);
        for (number, node) in (0..count).zip(&mut nodes) {
            let third = |number: u16| u32::from(number) * u32::from(SLOTS) / u32::from(NODES);
            let mut pipe = redis::pipe();
            pipe.cmd("CLUSTER").arg("SET-CONFIG-EPOCH").arg(number + 1);
            if number < NODES {
                let (first, last) = (third(number), third(number + 1) - 1);
                pipe.cmd("CLUSTER").arg("ADDSLOTSRANGE").arg(first).arg(last);
            }
            if number > 0 {
                pipe.cmd("CLUSTER").arg("MEET").arg("127.0.0.1").arg(port).arg(bus);
            }
            pipe.exec_async(&mut node.con).await.expect("a new node");
        }
        for node in &mut nodes {
            wait_until_whole(node, count).await;
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

    /// The node that takes what is written to a key.
    pub(crate) async fn holder(&mut self, key: &str) -> usize {
        for (number, node) in self.nodes.iter_mut().enumerate() {
            let here = redis::cmd("EXISTS").arg(key).query_async::<u32>(&mut node.con).await;
            if here.is_ok() {
                return number;
            }
        }
        panic!("nobody has the slot of {key}")
    }

    /// `kill -9`.
    pub(crate) fn kill(&mut self, node: usize) {
        self.nodes[node].process.kill();
    }

    /// `kill -9` of the replica of this primary, which waits until the primary knows.
    pub(crate) async fn kill_replica(&mut self, primary: usize) {
        self.kill(primary + usize::from(NODES));
        online(&mut self.nodes[primary].con, 0).await;
    }

    /// The replica of this primary takes over, in agreement with it.
    pub(crate) async fn fail_over(&mut self, primary: usize) {
        let replica = &mut self.nodes[primary + usize::from(NODES)];
        cluster_command::<()>(&mut replica.con, &["FAILOVER"]).await.expect("a replica");
        let deadline = Instant::now() + PATIENCE;
        loop {
            let role: Vec<redis::Value> =
                redis::cmd("ROLE").query_async(&mut replica.con).await.expect("a node");
            if role.first() == Some(&redis::Value::BulkString(b"master".to_vec())) {
                return;
            }
            assert!(Instant::now() < deadline, "it does not take over");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Begins to move the slot of a key from one primary to another, and moves its keys.
    pub(crate) async fn move_keys(&mut self, key: &str, from: usize, to: usize) {
        let (slot, ids) = self.slot_and_ids(key, from, to).await;
        let target = &mut self.nodes[to].con;
        cluster_command::<()>(target, &["SETSLOT", &slot, "IMPORTING", &ids.0]).await.unwrap();
        let port = self.nodes[to].port;
        let source = &mut self.nodes[from].con;
        cluster_command::<()>(source, &["SETSLOT", &slot, "MIGRATING", &ids.1]).await.unwrap();
        let keys: Vec<String> =
            cluster_command(source, &["GETKEYSINSLOT", &slot, "100"]).await.unwrap();
        let mut migrate = redis::cmd("MIGRATE");
        migrate.arg("127.0.0.1").arg(port).arg("").arg(0).arg(5000).arg("KEYS").arg(&keys);
        migrate.exec_async(source).await.unwrap();
    }

    /// Ends what [`TestCluster::move_keys`] began.
    pub(crate) async fn give_slot(&mut self, key: &str, from: usize, to: usize) {
        let (slot, ids) = self.slot_and_ids(key, from, to).await;
        for node in [to, from] {
            let con = &mut self.nodes[node].con;
            cluster_command::<()>(con, &["SETSLOT", &slot, "NODE", &ids.1]).await.unwrap();
        }
    }

    /// How often a node has answered with an error of this name.
    pub(crate) async fn said(&mut self, node: usize, error: &str) -> u64 {
        let con = &mut self.nodes[node].con;
        let info: String = redis::cmd("INFO").arg("errorstats").query_async(con).await.unwrap();
        let of = |line: &str| {
            line.strip_prefix(&format!("errorstat_{error}:count="))?.trim().parse().ok()
        };
        info.lines().find_map(of).unwrap_or(0)
    }

    async fn slot_and_ids(
        &mut self,
        key: &str,
        from: usize,
        to: usize,
    ) -> (String, (String, String)) {
        let slot: u16 =
            cluster_command(&mut self.nodes[from].con, &["KEYSLOT", key]).await.unwrap();
        let source = cluster_command(&mut self.nodes[from].con, &["MYID"]).await.unwrap();
        let target = cluster_command(&mut self.nodes[to].con, &["MYID"]).await.unwrap();
        (slot.to_string(), (source, target))
    }

    /// Connections to each node by itself.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = MultiplexedConnection> {
        self.nodes.iter().map(|node| node.con.clone())
    }
}

/// A CLUSTER command to one node.
async fn cluster_command<T: redis::FromRedisValue>(
    con: &mut MultiplexedConnection,
    words: &[&str],
) -> redis::RedisResult<T> {
    redis::cmd("CLUSTER").arg(words).query_async(con).await
}

/// Waits until a primary has exactly so many replicas that follow it.
pub(super) async fn online(con: &mut MultiplexedConnection, replicas: usize) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let info: String =
            redis::cmd("INFO").arg("replication").query_async(con).await.expect("a primary");
        if info.matches("state=online").count() == replicas {
            return;
        }
        assert!(Instant::now() < deadline, "not {replicas} replicas: {info}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn wait_until_whole(node: &mut Node, count: u16) {
    let deadline = Instant::now() + PATIENCE;
    let wanted = [
        "cluster_state:ok".to_owned(),
        format!("cluster_slots_ok:{SLOTS}"),
        format!("cluster_known_nodes:{count}"),
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
