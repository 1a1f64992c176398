//! Large ledgers: by default as large as is quick, by `QUIZRAIN_AUDIT_CLAIMS` as large as you like.
//!
//! `QUIZRAIN_AUDIT_PROGRAM` names another build of the program to run, or something that runs it.

use std::time::Instant;

use super::finish;
use crate::common::forge::Forger;
use crate::common::on::{On, Place, on_both};
use crate::common::plan;
use crate::common::server::program;

on_both!(a_large_ledger_is_read_and_clean);

async fn a_large_ledger_is_read_and_clean(on: On) {
    let claims = std::env::var("QUIZRAIN_AUDIT_CLAIMS");
    let claims: u32 = claims.map_or(10_000, |claims| claims.parse().expect("a number"));
    let small = (claims / 100).min(10_000);
    let place = Place::new(on);
    let started = Instant::now();
    let mut forger = Forger::new(&place).await;
    let large = forger.seal(plan("CNY", i64::from(claims) * 10, claims), false).await;
    forger.settle(&large, claims, 500).await;
    forger.finish(&large, claims).await;
    for _ in 0..small {
        let rain = forger.seal(plan("points", 200, 20), true).await;
        forger.settle(&rain, 10, 5).await;
        forger.queue(&rain, 10).await;
        forger.finish(&rain, 10).await;
    }
    forger.done().await;
    let seeded = started.elapsed();
    let dir = tempfile::tempdir().unwrap();
    let mut command = match std::env::var_os("QUIZRAIN_AUDIT_PROGRAM") {
        Some(other) => std::process::Command::new(other),
        None => program(),
    };
    command.args(["audit", "--json", "--data-dir"]).arg(dir.path());
    let audit = finish(command.args(["--database-url", place.url().as_str()]));
    println!(
        "{on:?}: {claims} claims in one rain and {small} small rains, written in {seeded:?}, read in {} s",
        audit.report["seconds"]
    );
    audit.assert_clean();
    assert_eq!(audit.report["claims"], claims + small * 10);
    assert_eq!(audit.report["rains"], small + 1);
}
