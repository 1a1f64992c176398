//! A primary with replicas, and three sentinels that watch over them, on free ports.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;

use anyhow::ensure;
use tempfile::TempDir;

use crate::ports::free_ports;
use crate::process::Process;
use crate::redis::{Redis, answer, ask, spawn};
use crate::role::until_replicas;
use crate::wait::{START_TIMEOUT, until};

/// The name under which sentinels know the primary.
const NAME: &str = "rain";

/// The servers come first, so that they have ended when their folder goes.
pub struct Sentinel {
    primary: Redis,
    replicas: Vec<Redis>,
    _sentinels: Vec<Process>,
    ports: Vec<u16>,
    _dir: TempDir,
}

/// Starts a sentinel with these lines of its own in a file of a folder, which it writes to.
pub fn spawn_sentinel(dir: &Path, name: &str, lines: &str) -> anyhow::Result<Process> {
    let file = dir.join(name).with_extension("conf");
    std::fs::write(&file, lines)?;
    let args = [OsString::from(&file), "--sentinel".into()];
    spawn(&args, &[], &dir.join(name).with_extension("log"))
}

impl Sentinel {
    /// Starts all of them, with so many replicas, and waits until they know each other.
    pub async fn start(replicas: usize) -> anyhow::Result<Self> {
        let dir = TempDir::new()?;
        let launch = |more: &[&str]| {
            let more: Vec<String> = more.iter().map(ToString::to_string).collect();
            Redis::start_at_port(dir.path(), move |launch| {
                launch.durable().with(["--repl-diskless-sync", "no"]).with(&more)
            })
        };
        let primary = launch(&[]).await?;
        let of = primary.port().to_string();
        let mut all = Vec::new();
        for _ in 0..replicas {
            all.push(launch(&["--replicaof", "127.0.0.1", &of]).await?);
        }
        until_replicas(primary.client(), replicas).await?;
        let (mut sentinels, ports) = (Vec::new(), free_ports(3)?);
        for port in &ports {
            let lines = format!(
                "port {port}\nbind 127.0.0.1\ndir {}\nsentinel monitor {NAME} 127.0.0.1 {of} 2\n\
                 sentinel down-after-milliseconds {NAME} 1000\n\
                 sentinel failover-timeout {NAME} 3000\n",
                dir.path().display()
            );
            sentinels.push(spawn_sentinel(dir.path(), &format!("sentinel-{port}"), &lines)?);
        }
        for (process, port) in sentinels.iter_mut().zip(&ports) {
            let client = redis::Client::open(format!("redis://127.0.0.1:{port}"))?;
            answer(process, &client).await?;
            until(START_TIMEOUT, async || knows(&client, replicas).await).await?;
        }
        Ok(Self { primary, replicas: all, _sentinels: sentinels, ports, _dir: dir })
    }

    /// The address of the sentinels.
    pub fn url(&self) -> String {
        let places: Vec<String> =
            self.ports.iter().map(|port| format!("127.0.0.1:{port}")).collect();
        format!("redis+sentinel://{}/{NAME}", places.join(","))
    }

    /// The address of the first primary alone.
    pub fn primary_url(&self) -> String {
        self.primary.url()
    }

    /// `kill -9` of the first primary.
    pub fn kill_primary(&mut self) {
        self.primary.kill();
    }

    /// Stops the replicas where they are.
    pub fn pause_replicas(&self) {
        self.replicas.iter().for_each(Redis::pause);
    }

    /// Lets them go on.
    pub fn resume_replicas(&self) {
        self.replicas.iter().for_each(Redis::resume);
    }
}

/// Whether a sentinel knows the others and so many replicas.
async fn knows(client: &redis::Client, replicas: usize) -> anyhow::Result<()> {
    let mut asked = redis::cmd("SENTINEL");
    asked.arg("MASTER").arg(NAME);
    let known: HashMap<String, String> = ask(client, START_TIMEOUT, &asked).await?;
    for (name, wanted) in
        [("num-other-sentinels", "2"), ("num-slaves", &*replicas.to_string()), ("flags", "master")]
    {
        let is = known.get(name).is_some_and(|value| value == wanted);
        ensure!(is, "they do not meet: no {name} of {wanted} in {known:?}");
    }
    Ok(())
}
