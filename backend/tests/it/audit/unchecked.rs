//! What cannot be checked is said, and ends with 2.

use super::{Audit, audit};
use crate::common::forge::{Forger, entry};
use crate::common::on::{On, Place, on_both};
use crate::common::plan;

on_both!(
    a_rain_that_is_not_settled_needs_redis,
    tables_of_another_version_are_not_read,
    a_rain_that_is_not_there_is_not_clean,
);

/// Audits a ledger to which no Redis belongs.
fn audit_of(place: &Place, options: &[&str]) -> Audit {
    let dir = tempfile::tempdir().unwrap();
    let (dir, url) = (dir.path().to_str().unwrap(), place.url());
    audit(&[&["--data-dir", dir, "--database-url", url.as_str()], options].concat())
}

impl Audit {
    /// Nothing wrong was found, and this could not be checked.
    fn assert_unchecked(&self, what: &str) {
        assert_eq!((self.code, &self.report["status"]), (2, &"unchecked".into()), "{self:#?}");
        assert_eq!(self.violations(), []);
        let why = self.report["unchecked"].to_string();
        assert!(why.contains(what), "{why}");
    }
}

#[test]
fn a_ledger_that_is_not_there_is_not_clean() {
    let dir = tempfile::tempdir().unwrap();
    let nowhere = dir.path().join("nowhere");
    let nowhere = nowhere.to_str().unwrap();
    audit(&["--data-dir", nowhere]).assert_unchecked("there is no data folder");
    audit(&["--data-dir", dir.path().to_str().unwrap()]).assert_unchecked("cannot read the ledger");
    // Looking for it has not made it.
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    let away = "postgres:///nothing?host=/nowhere&user=nobody";
    audit(&["--database-url", away]).assert_unchecked("cannot read the ledger");
    std::fs::write(dir.path().join("quizrain.sqlite"), "this is no database, whatever its name")
        .unwrap();
    audit(&["--data-dir", dir.path().to_str().unwrap()]).assert_unchecked("cannot read the ledger");
}

async fn a_rain_that_is_not_settled_needs_redis(on: On) {
    let place = Place::new(on);
    let mut forger = Forger::new(&place).await;
    let rain = forger.seal(plan("CNY", 100, 10), false).await;
    forger.settle(&rain, 5, 5).await;
    forger.done().await;
    audit_of(&place, &[]).assert_unchecked("claims of 1 rains that are open or not settled");
    // Something wrong is something wrong all the same.
    let mut forger = Forger::on(&place).await;
    forger.write("UPDATE sponsors SET balance = 0").await;
    forger.close().await;
    let audit = audit_of(&place, &[]);
    assert_eq!((audit.code, audit.violations().len()), (1, 1));
    assert!(!audit.report["unchecked"].as_array().unwrap().is_empty());
    // A Redis that does not know the rain says nothing about its claims.
    let mut forger = Forger::on(&place).await;
    forger.write("UPDATE sponsors SET balance = -100").await;
    forger.close().await;
    let redis = crate::common::redis::TestRedis::start().await;
    let audit = audit_of(&place, &["--redis-url", &redis.url()]);
    audit.assert_unchecked("Redis does not have it");
}

async fn tables_of_another_version_are_not_read(on: On) {
    let place = Place::new(on);
    Forger::new(&place).await.done().await;
    audit_of(&place, &[]).assert_clean();
    let mut forger = Forger::on(&place).await;
    forger
        .write(
            "INSERT INTO _sqlx_migrations
             SELECT version + 9000, description, installed_on, success, checksum, execution_time
             FROM _sqlx_migrations WHERE version = 1",
        )
        .await;
    forger.close().await;
    audit_of(&place, &[]).assert_unchecked("the ledger's tables are newer than this program");
    let mut forger = Forger::on(&place).await;
    forger.write("DELETE FROM _sqlx_migrations WHERE version > 1").await;
    forger.close().await;
    audit_of(&place, &[]).assert_unchecked("the ledger's tables are older than this program");
}

async fn a_rain_that_is_not_there_is_not_clean(on: On) {
    let place = Place::new(on);
    let mut forger = Forger::new(&place).await;
    forger.link("sponsor", "CNY", vec![entry("deposit", 1, None, 100)]).await;
    forger.done().await;
    audit_of(&place, &[]).assert_clean();
    audit_of(&place, &["--rain", "0123456789abcdef"]).assert_unchecked("no rain 0123456789abcdef");
    let missing = ["--statement", "/nowhere/statement.csv"];
    audit_of(&place, &missing).assert_unchecked("cannot read the statement");
}
