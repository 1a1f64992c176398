//! Every fail point of settling and closing, each with every way to fail: killed like `kill -9`,
//! a panic, an error, a delay. Every claim is settled exactly once, always.

use futures_util::future::join_all;
use quizrain_shared::allocation::Split;
use quizrain_shared::rain::RainPlan;

use super::books::Books;
use super::{Ledger, rounds};
use crate::common::plan;
use crate::common::seed::Caught;
use crate::common::server::Server;

/// Where the settler can fail.
const POINTS: [&str; 16] = [
    "settler.after_read",
    "settle.before_begin",
    "settle.after_begin",
    "settle.after_lock",
    "settle.after_insert",
    "settle.after_payouts",
    "settle.before_commit",
    "settle.after_commit",
    "settler.before_tell",
    "settler.before_acknowledge",
    "settler.after_acknowledge",
    "settler.before_reconcile",
    "close.before_begin",
    "close.after_return",
    "close.before_commit",
    "close.after_commit",
];

/// Servers with stores of their own that work at the same time: most of it is waiting.
const RUNS: usize = 4;

/// Times that the server is killed before it may finish: a claim that was delivered more often
/// than five times is tried alone, and one that ends the program then is put aside.
const KILLS: usize = 4;

/// Rains that wait for a server that fails: as often as a point is hit once for each rain.
const RAINS: usize = 8;

/// Packets in a rain.
const PACKETS: u32 = 12;

/// What was caught where a server fails, and how often it failed.
struct Run {
    at: super::Fixture,
    caught: Vec<Caught>,
    failed: usize,
}

impl Run {
    /// A rain that is over, from some caught to all; for one point the stream has lost it.
    async fn catch(&mut self, point: &str) {
        let plan = RainPlan { split: Split::DoubleMean, ..plan("CNY", 5000, PACKETS) };
        let accounts = 1 + self.caught.len() % PACKETS as usize;
        let caught = self.at.stores.catch(&self.at.con, plan, accounts).await;
        if point == "settler.before_reconcile" {
            let stream = format!("{{r:{}}}:stream", caught.seeded.rain());
            redis::cmd("DEL").arg(stream).exec_async(&mut self.at.con).await.unwrap();
        }
        self.at.stores.close(&mut self.at.con, &[caught.seeded]).await;
        self.caught.push(caught);
    }

    /// Waits until all is settled, and compares the books with what was caught.
    async fn check(&mut self, server: &mut Server) {
        let mut books = Books::open(&self.at.ledger.url()).await;
        books.settled().await;
        server.kill();
        for caught in self.caught.drain(..) {
            books.check(&caught).await;
        }
    }

    /// Kills a server at a point again and again, then lets it finish.
    async fn crash(&mut self, point: &str) {
        let mut server: Option<Server> = None;
        for _ in 0..KILLS {
            self.catch(point).await;
            let points = format!("{point}=1*return(crash)");
            match &mut server {
                Some(server) => server.restart_failing(&points),
                None => server = Some(self.at.start(&points)),
            }
            let server = server.as_mut().unwrap();
            assert_eq!(server.ended().await, Some(9), "{point}: {}", server.log());
            self.failed += 1;
        }
        let mut server = server.unwrap();
        server.restart_failing("");
        self.check(&mut server).await;
    }

    /// Lets a server panic, fail and dawdle at a point.
    async fn fault(&mut self, point: &str) {
        for _ in 0..RAINS {
            self.catch(point).await;
        }
        let points =
            format!("{point}=2*panic->2*return(error)->2*sleep(40)->1*print(all of it happened)");
        let mut server = self.at.start(&points);
        self.check(&mut server).await;
        let log = server.log();
        for said in [
            format!("failpoint {point} panic"),
            format!("fail point {point}"),
            "all of it happened".to_owned(),
        ] {
            assert!(log.contains(&said), "not said: {said}\n{log}");
        }
        self.failed += 6;
    }
}

/// Does something at every point, several at a time; how often something failed.
async fn at_every_point(ledger: fn() -> Ledger, work: impl AsyncFn(&mut Run, &str)) {
    let (work, rounds) = (&work, rounds());
    let runs = (0..RUNS).map(|run| async move {
        let at = super::Fixture::open(ledger()).await;
        let mut stores = Run { at, caught: Vec::new(), failed: 0 };
        for _ in 0..rounds {
            for point in POINTS.iter().skip(run).step_by(RUNS) {
                work(&mut stores, point).await;
            }
        }
        stores.failed
    });
    let failed: usize = join_all(runs).await.into_iter().sum();
    println!("failed {failed} times at {} points", POINTS.len());
}

#[tokio::test]
async fn killed_anywhere_every_claim_is_settled_once_on_sqlite() {
    at_every_point(Ledger::sqlite, Run::crash).await;
}

#[tokio::test]
async fn killed_anywhere_every_claim_is_settled_once_on_postgres() {
    at_every_point(Ledger::postgres, Run::crash).await;
}

#[tokio::test]
async fn with_faults_anywhere_every_claim_is_settled_once_on_sqlite() {
    at_every_point(Ledger::sqlite, Run::fault).await;
}

#[tokio::test]
async fn with_faults_anywhere_every_claim_is_settled_once_on_postgres() {
    at_every_point(Ledger::postgres, Run::fault).await;
}
