//! The sample receiver of payouts, the very code that ships, on a port of its own.

#[path = "../../../../bench/receiver/till/mod.rs"]
mod till;

use std::path::PathBuf;
use std::thread::JoinHandle;

use quizrain::delivery::Secret;
use serde_json::Value;
use tempfile::TempDir;
use tokio::sync::oneshot;

use till::Receiver;
use till::faults::Faults;
use till::ledger::Ledger;

/// What the tests' payouts are signed with.
pub(crate) const SECRET: &str = "a secret of at least 32 characters";

/// How a receiver is to be.
#[derive(Clone, Copy, Default)]
pub(crate) struct Manners {
    /// Misbehaves in so many of a hundred requests.
    pub(crate) misbehave: u8,
    /// How long a late answer takes.
    pub(crate) late_ms: u64,
    /// Which misbehaviour comes when.
    pub(crate) seed: u64,
    /// Takes no queries.
    pub(crate) no_queries: bool,
    /// Refuses more than this.
    pub(crate) refuse_above: Option<i64>,
}

/// A running receiver; ends when dropped, its ledger with it.
pub(crate) struct Receiving {
    /// Where payouts are posted.
    pub(crate) url: String,
    dir: TempDir,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Receiving {
    /// Starts a receiver on a thread of its own, so that tests may block.
    pub(crate) fn start(manners: Manners) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("receiver.sqlite");
        let (stop, stopped) = oneshot::channel();
        let (sender, receiver) = std::sync::mpsc::channel();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let thread = std::thread::spawn(move || {
            runtime.block_on(async move {
                let receiver = Receiver {
                    secret: Secret::new(SECRET).unwrap(),
                    webhook_secret: None,
                    queries: !manners.no_queries,
                    ledger: Ledger::open(&path, manners.refuse_above).await.unwrap(),
                    faults: Faults::new(manners.misbehave, manners.late_ms, manners.seed),
                };
                let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
                sender.send(listener.local_addr().unwrap()).unwrap();
                let serve = axum::serve(listener, till::router(receiver));
                tokio::select! {
                    result = serve => result.unwrap(),
                    _ = stopped => {}
                }
            });
        });
        let url = format!("http://{}/", receiver.recv().unwrap());
        Self { url, dir, stop: Some(stop), thread: Some(thread) }
    }

    /// The file of its ledger.
    pub(crate) fn ledger(&self) -> PathBuf {
        self.dir.path().join("receiver.sqlite")
    }

    /// What it says of itself.
    pub(crate) fn total(&self) -> Value {
        let mut answer = ureq::get(format!("{}total", self.url)).call().unwrap();
        answer.body_mut().read_json().unwrap()
    }

    /// What it has, key by key.
    pub(crate) fn statement(&self) -> Vec<String> {
        let mut answer = ureq::get(format!("{}statement.csv", self.url)).call().unwrap();
        let text = answer.body_mut().with_config().limit(1 << 30).read_to_string().unwrap();
        text.lines().skip(1).map(str::to_owned).collect()
    }
}

impl Drop for Receiving {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
