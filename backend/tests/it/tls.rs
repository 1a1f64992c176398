//! Redis over TLS, in each of the forms in which there is a Redis: a game is played to a credited
//! packet, and whoever is not vouched for is not spoken to. (On Linux, where a variable says which
//! list of authorities a machine has.)

use std::path::PathBuf;
use std::time::{Duration, Instant};

use quizrain_testkit::ports::{free_address, free_ports};
use quizrain_testkit::process::Process;
use quizrain_testkit::redis::{Launch, answer};
use quizrain_testkit::sentinel::spawn_sentinel;
use tempfile::TempDir;

use crate::common::authority::Authority;
use crate::common::client::Client;
use crate::common::plan;
use crate::common::server::{DEADLINE, Server, run_with_env};

const PASSWORD: &str = "sesame";

/// A folder with a server's certificate, and programs that run there.
struct Scene {
    processes: Vec<Process>,
    authority: Authority,
    dir: TempDir,
}

impl Scene {
    fn open() -> Self {
        let dir = TempDir::new().unwrap();
        let authority = Authority::new(&dir.path().join("authority.pem"));
        let (certificate, key) = authority.certify(&["localhost", "127.0.0.1"]);
        std::fs::write(dir.path().join("server.pem"), certificate.pem()).unwrap();
        std::fs::write(dir.path().join("server.key"), key.serialize_pem()).unwrap();
        Self { processes: Vec::new(), authority, dir }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// What every program has to know, on a free port for TLS and on none without.
    fn settings(&self, port: u16) -> Vec<String> {
        let path = |name: &str| self.path(name).display().to_string();
        let pairs = [
            ("port", "0".to_owned()),
            ("tls-port", port.to_string()),
            ("tls-cert-file", path("server.pem")),
            ("tls-key-file", path("server.key")),
            ("tls-ca-cert-file", self.authority.path().to_owned()),
            ("tls-auth-clients", "no".to_owned()),
            ("tls-replication", "yes".to_owned()),
            ("requirepass", PASSWORD.to_owned()),
        ];
        pairs.into_iter().flat_map(|(name, value)| [format!("--{name}"), value]).collect()
    }

    /// Starts a server; the port, and a connection past TLS.
    async fn serve(&mut self, more: &[&str]) -> (u16, redis::aio::MultiplexedConnection) {
        let ports = free_ports(2).unwrap();
        let dir = tempfile::tempdir_in(self.dir.path()).unwrap().keep();
        let mut launch = Launch::at_socket(&dir).unwrap().with(self.settings(ports[0])).with(more);
        if more.contains(&"--cluster-enabled") {
            launch = launch.with(["--cluster-port", &ports[1].to_string()]);
        }
        let url = format!("{}?pass={PASSWORD}", launch.url());
        let mut process = launch.spawn().unwrap();
        let client = redis::Client::open(url).unwrap();
        let con = answer(&mut process, &client).await.unwrap();
        self.processes.push(process);
        (ports[0], con)
    }

    /// A game on this Redis ends in a packet that is credited; on a machine that does not trust the
    /// authority, nothing begins.
    async fn check(&self, url: &str) {
        let args = ["--allow-unsafe-redis"];
        let redis = ("QUIZRAIN_REDIS_URL", url);
        let strangers = Authority::new(&self.path("strangers.pem"));
        let elsewhere = TempDir::new().unwrap();
        let refused = run_with_env(elsewhere.path(), &args, &[redis, strangers.trusted()]);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(!refused.status.success(), "{said}");
        assert!(said.contains("certificate") && !said.contains(PASSWORD), "{said}");

        let server = Server::start_with_env(&args, &[redis, self.authority.trusted()]);
        let hosted = server.create_game("How computers count");
        let mut host = Client::host(&server, &hosted).await;
        let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
        host.open_rain(plan("CNY", 100, 1)).await;
        anna.tap().await.unwrap();
        anna.credited().await;
    }
}

#[tokio::test]
async fn one_server() {
    let mut scene = Scene::open();
    let (port, _) = scene.serve(&[]).await;
    scene.check(&format!("rediss://:{PASSWORD}@localhost:{port}")).await;
}

#[tokio::test]
async fn a_primary_that_a_sentinel_names() {
    let mut scene = Scene::open();
    let (primary, _) = scene.serve(&["--masterauth", PASSWORD]).await;
    let port = free_address().unwrap().port();
    let mut lines: String = scene
        .settings(port)
        .chunks(2)
        .filter(|pair| pair[0] != "--requirepass")
        .map(|pair| format!("{} {}\n", pair[0].trim_start_matches('-'), pair[1]))
        .collect();
    lines += &format!(
        "dir {}\nsentinel monitor rain 127.0.0.1 {primary} 1\nsentinel auth-pass rain {PASSWORD}\n",
        scene.dir.path().display()
    );
    scene.processes.push(spawn_sentinel(scene.dir.path(), "sentinel", &lines).unwrap());
    scene.check(&format!("rediss+sentinel://:{PASSWORD}@127.0.0.1:{port}/rain")).await;
}

#[tokio::test]
async fn a_cluster() {
    let mut scene = Scene::open();
    let settings =
        ["--cluster-enabled", "yes", "--tls-cluster", "yes", "--cluster-announce-ip", "127.0.0.1"];
    let (port, mut con) = scene.serve(&settings).await;
    let slots = redis::cmd("CLUSTER").arg("ADDSLOTSRANGE").arg(0).arg(16_383).to_owned();
    slots.exec_async(&mut con).await.unwrap();
    let since = Instant::now();
    loop {
        let info: String = redis::cmd("CLUSTER").arg("INFO").query_async(&mut con).await.unwrap();
        if info.contains("cluster_state:ok") {
            break;
        }
        assert!(since.elapsed() < DEADLINE, "{info}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    scene.check(&format!("rediss+cluster://:{PASSWORD}@127.0.0.1:{port}")).await;
}
