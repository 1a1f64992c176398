//! A cluster of a test's own, on free ports, in a temporary folder: three primaries, and a replica
//! for each where a test wants them.
//!
//! Called by tests that show that keys and scripts keep to one slot, and that a game goes on when a
//! primary is lost. Dropping it ends the nodes.

use std::ops::{Deref, DerefMut};

use quizrain_testkit::redis_cluster::RedisCluster;
use redis::aio::MultiplexedConnection;
use redis::cluster_async::ClusterConnection;
use tempfile::TempDir;

/// The nodes come first, so that they have ended when their folder goes.
pub(crate) struct TestCluster {
    cluster: RedisCluster,
    cons: Vec<MultiplexedConnection>,
    _dir: TempDir,
}

impl TestCluster {
    /// Starts the nodes, gives each a third of the slots and waits until all of them agree.
    pub(crate) async fn start() -> Self {
        Self::start_nodes(false).await
    }

    /// The same, with a replica for each node.
    pub(crate) async fn start_with_replicas() -> Self {
        Self::start_nodes(true).await
    }

    async fn start_nodes(with_replicas: bool) -> Self {
        let dir = TempDir::new().unwrap();
        let timeout = ["--cluster-node-timeout", "1000"];
        let cluster = RedisCluster::start(dir.path(), 3, with_replicas, &timeout).await.unwrap();
        let mut cons = Vec::new();
        for node in cluster.nodes() {
            cons.push(node.connection().await.unwrap());
        }
        Self { cluster, cons, _dir: dir }
    }

    /// A connection to the whole cluster.
    pub(crate) async fn connection(&self) -> ClusterConnection {
        self.cluster.connection().await.unwrap()
    }

    /// Connections to each node by itself.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = MultiplexedConnection> {
        self.cons.iter().cloned()
    }

    /// The node that takes what is written to a key.
    pub(crate) async fn holder(&self, key: &str) -> usize {
        let owner = self.cluster.owner(key).await;
        owner.unwrap_or_else(|| panic!("nobody has the slot of {key}"))
    }

    /// `kill -9` of the replica of this primary, which waits until the primary knows.
    pub(crate) async fn kill_replica(&mut self, primary: usize) {
        self.cluster.kill_replica(primary).await.unwrap();
    }

    /// The replica of this primary takes over, in agreement with it.
    pub(crate) async fn fail_over(&self, primary: usize) {
        self.cluster.fail_over(primary).await.unwrap();
    }

    /// Begins to move the slot of a key from one primary to another, and moves its keys.
    pub(crate) async fn move_keys(&self, key: &str, from: usize, to: usize) {
        let (slot, source, target) = self.slot_and_ids(key, from, to).await;
        let members = self.members();
        members[to].cluster_command::<()>(&["SETSLOT", &slot, "IMPORTING", &source]).await.unwrap();
        members[from]
            .cluster_command::<()>(&["SETSLOT", &slot, "MIGRATING", &target])
            .await
            .unwrap();
        let keys: Vec<String> =
            members[from].cluster_command(&["GETKEYSINSLOT", &slot, "100"]).await.unwrap();
        let (mut migrate, port) = (redis::cmd("MIGRATE"), members[to].port());
        migrate.arg("127.0.0.1").arg(port).arg("").arg(0).arg(5000).arg("KEYS").arg(&keys);
        migrate.exec_async(&mut self.cons[from].clone()).await.unwrap();
    }

    /// Ends what [`TestCluster::move_keys`] began.
    pub(crate) async fn give_slot(&self, key: &str, from: usize, to: usize) {
        let (slot, _, target) = self.slot_and_ids(key, from, to).await;
        for node in [to, from] {
            let words = ["SETSLOT", &slot, "NODE", &target];
            self.members()[node].cluster_command::<()>(&words).await.unwrap();
        }
    }

    /// How often a node has answered with an error of this name.
    pub(crate) async fn said(&self, node: usize, error: &str) -> u64 {
        let con = &mut self.cons[node].clone();
        let info: String = redis::cmd("INFO").arg("errorstats").query_async(con).await.unwrap();
        let of = |line: &str| {
            line.strip_prefix(&format!("errorstat_{error}:count="))?.trim().parse().ok()
        };
        info.lines().find_map(of).unwrap_or(0)
    }

    async fn slot_and_ids(&self, key: &str, from: usize, to: usize) -> (String, String, String) {
        let slot: u16 = self.members()[from].cluster_command(&["KEYSLOT", key]).await.unwrap();
        let source = self.members()[from].cluster_command(&["MYID"]).await.unwrap();
        let target = self.members()[to].cluster_command(&["MYID"]).await.unwrap();
        (slot.to_string(), source, target)
    }
}

impl Deref for TestCluster {
    type Target = RedisCluster;

    fn deref(&self) -> &RedisCluster {
        &self.cluster
    }
}

impl DerefMut for TestCluster {
    fn deref_mut(&mut self) -> &mut RedisCluster {
        &mut self.cluster
    }
}
