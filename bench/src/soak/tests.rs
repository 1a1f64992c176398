//! The checker against a little ledger, whole and spoilt in each way.

use std::collections::HashMap;

use quizrain_shared::ids::{AccountId, RainId};
use quizrain_shared::money::{Currency, Minor};
use quizrain_shared::wire::Caught;
use sqlx::any::AnyPoolOptions;
use sqlx::{AnyPool, AssertSqlSafe};
use tempfile::TempDir;

use super::check::Findings;
use super::ledger::{self, Break, Grant};
use super::memory::Promised;

const RAIN: RainId = RainId([0xaa; 8]);
const AMOUNTS: [i64; 4] = [10, 20, 30, 40];
/// The ledger's tables, as far as the checker reads them.
const SCHEMA: [&str; 5] = [
    "CREATE TABLE rains (rain TEXT PRIMARY KEY, game TEXT, ordinal BIGINT, currency TEXT, pot BIGINT, \
     packets BIGINT, created_ms BIGINT, opens_ms BIGINT, settled_ms BIGINT)",
    "CREATE TABLE packets (rain TEXT, packet BIGINT, amount BIGINT)",
    "CREATE TABLE entries (book TEXT, kind TEXT, item BIGINT, link BIGINT, debit TEXT, credit TEXT, \
     account TEXT, amount BIGINT, currency TEXT, caught_ms BIGINT, at_ms BIGINT, \
     PRIMARY KEY (book, kind, item))",
    "CREATE UNIQUE INDEX one_packet_each ON entries (account, book) WHERE kind = 'settle'",
    "CREATE TRIGGER only_appended BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'no'); END",
];

struct Little {
    pool: AnyPool,
    promised: HashMap<AccountId, Caught>,
    void: Vec<(AccountId, Caught)>,
    may_void: bool,
    _dir: TempDir,
}

fn account(number: u8) -> AccountId {
    AccountId([number; 16])
}

fn caught(packet: u32, amount: i64) -> Caught {
    let (amount, currency) = (Minor(amount), Currency::POINTS);
    Caught { rain: RAIN, packet, amount, currency, credited: true }
}

impl Little {
    /// A settled rain of four packets: three were caught, and their players were told.
    async fn new() -> Self {
        sqlx::any::install_default_drivers();
        let dir = TempDir::new().unwrap();
        let url = format!("sqlite://{}?mode=rwc", dir.path().join("ledger").display());
        let pool = AnyPoolOptions::new().max_connections(1).connect(&url).await.unwrap();
        let (promised, void, may_void) = (HashMap::new(), Vec::new(), false);
        let little = Self { pool, promised, void, may_void, _dir: dir };
        for statement in SCHEMA {
            little.run(statement).await;
        }
        little
            .run(&format!("INSERT INTO rains VALUES ('{RAIN}', 'g', 0, 'points', 100, 4, 1, 1, 1)"))
            .await;
        for (packet, amount) in (0..).zip(AMOUNTS) {
            little.run(&format!("INSERT INTO packets VALUES ('{RAIN}', {packet}, {amount})")).await;
        }
        little.post("fund", -1, "sponsor", "pot", None, 100).await;
        little.post("expire", -1, "pot", "refund", None, 40).await;
        let mut little = little;
        for number in 0..3_u8 {
            let amount = AMOUNTS[usize::from(number)];
            little.post("settle", i64::from(number), "pot", "player", Some(number), amount).await;
            little.promised.insert(account(number), caught(u32::from(number), amount));
        }
        little
    }

    async fn run(&self, statement: &str) {
        sqlx::query(AssertSqlSafe(statement.to_owned())).execute(&self.pool).await.unwrap();
    }

    async fn post(
        &self,
        kind: &str,
        item: i64,
        from: &str,
        to: &str,
        who: Option<u8>,
        amount: i64,
    ) {
        let who = who.map_or("NULL".to_owned(), |who| format!("'{}'", account(who)));
        self.run(&format!(
            "INSERT INTO entries VALUES ('{RAIN}', '{kind}', {item}, 1, '{from}', '{to}', {who}, \
             {amount}, 'points', 1, 1)"
        ))
        .await;
    }

    async fn spoil(&self, how: Break) {
        ledger::spoil(&self.pool, how, (&RAIN.to_string(), 0), true).await.unwrap();
    }

    async fn findings(&self) -> Findings {
        let mut findings = Findings::default();
        for rain in ledger::rains(&self.pool).await.unwrap() {
            let packets = ledger::packets(&self.pool, &rain.id).await.unwrap();
            let entries = ledger::entries(&self.pool, &rain.id).await.unwrap();
            let promised = Promised { packets: self.promised.clone(), void: self.void.clone() };
            findings.rain(&rain, &packets, &entries, (&promised, self.may_void));
        }
        findings
    }
}

/// Lost, double, overpaid, and whether there was any problem.
fn in_short(findings: &Findings) -> (u64, u64, i64, bool) {
    (findings.lost, findings.double, findings.overpaid_minor, findings.problem_count > 0)
}

#[tokio::test]
async fn a_ledger_in_order_has_no_problem() {
    let little = Little::new().await;
    assert_eq!(little.findings().await, Findings { claims: 3, ..Findings::default() });
}

#[tokio::test]
async fn a_claim_that_is_not_in_the_ledger_is_lost() {
    let little = Little::new().await;
    little.spoil(Break::Lose).await;
    assert_eq!(in_short(&little.findings().await), (1, 0, 0, true));
}

#[tokio::test]
async fn a_second_payment_is_double_and_overpaid() {
    let little = Little::new().await;
    little.spoil(Break::Dup).await;
    assert_eq!(in_short(&little.findings().await), (0, 1, 10, true));
}

#[tokio::test]
async fn another_amount_or_another_account_is_lost() {
    for change in ["amount = 19", "account = 'somebody'", "currency = 'EUR'", "item = 3"] {
        let little = Little::new().await;
        let book = format!("WHERE book = '{RAIN}' AND kind = 'settle' AND item = 1");
        little.run(&format!("UPDATE entries SET {change} {book}")).await;
        assert_eq!(little.findings().await.lost, 1, "{change}");
    }
}

#[tokio::test]
async fn a_packet_paid_again_under_another_kind_is_found() {
    let little = Little::new().await;
    little.post("bonus", 0, "pot", "player", Some(9), 10).await;
    assert_eq!(in_short(&little.findings().await), (0, 1, 10, true));
}

#[tokio::test]
async fn more_than_was_sealed_is_overpaid() {
    let mut little = Little::new().await;
    little.run("UPDATE entries SET amount = 25 WHERE kind = 'settle' AND item = 1").await;
    little.promised.insert(account(1), caught(1, 25));
    assert_eq!(in_short(&little.findings().await), (0, 0, 5, true));
}

#[tokio::test]
async fn a_payment_that_was_taken_back_is_none() {
    let little = Little::new().await;
    little.post("bonus", 0, "pot", "player", Some(9), 10).await;
    little.post("reverse.bonus", 0, "player", "pot", Some(9), 10).await;
    assert_eq!(in_short(&little.findings().await), (0, 0, 0, false));
}

#[tokio::test]
async fn one_packet_promised_to_two_is_double() {
    let mut little = Little::new().await;
    little.promised.insert(account(7), caught(2, 30));
    let findings = little.findings().await;
    assert_eq!((findings.lost, findings.double), (1, 1));
}

#[tokio::test]
async fn a_void_packet_is_lost_unless_it_may_be_and_must_not_be_paid() {
    let mut little = Little::new().await;
    little.void.push((account(7), Caught { credited: false, ..caught(3, 40) }));
    assert_eq!(in_short(&little.findings().await), (1, 0, 0, true));
    little.may_void = true;
    let findings = little.findings().await;
    assert_eq!((in_short(&findings), findings.void), ((0, 0, 0, false), 1));
    little.void.push((account(1), caught(1, 20)));
    let findings = little.findings().await;
    assert_eq!((in_short(&findings), findings.void), ((0, 0, 0, true), 1));
    // What was credited is never void.
    little.void = vec![(account(7), caught(3, 40))];
    let findings = little.findings().await;
    assert_eq!((in_short(&findings), findings.void), ((1, 0, 0, true), 0));
}

#[tokio::test]
async fn what_does_not_add_up_or_is_not_settled_is_a_problem() {
    for change in [
        "UPDATE entries SET amount = 39 WHERE kind = 'expire'",
        "UPDATE entries SET amount = 99 WHERE kind = 'fund'",
        "UPDATE entries SET currency = 'EUR' WHERE kind = 'expire'",
        "UPDATE packets SET amount = 41 WHERE packet = 3",
        "UPDATE rains SET settled_ms = NULL",
    ] {
        let little = Little::new().await;
        little.run(change).await;
        assert_eq!(in_short(&little.findings().await), (0, 0, 0, true), "{change}");
    }
}

#[tokio::test]
async fn what_a_player_sees_must_be_in_the_ledger() {
    let little = Little::new().await;
    let rains = ledger::rains(&little.pool).await.unwrap();
    let newest = rains.first();
    let granted = ledger::grants(&little.pool, &account(1).to_string()).await.unwrap();
    let grant =
        Grant { book: RAIN.to_string(), item: 1, amount: 20, currency: "points".to_owned() };
    assert_eq!(granted, [grant]);
    let problems = |seen: Option<&Caught>, balance: &[Grant], granted: &[Grant]| {
        let mut findings = Findings::default();
        findings.view(account(1), (seen, newest), balance, granted);
        findings.problem_count
    };
    let right = caught(1, 20);
    assert_eq!(problems(Some(&right), &granted, &granted), 0);
    assert_eq!(problems(None, &[], &[]), 0);
    let uncredited = Caught { credited: false, ..right.clone() };
    assert_eq!(problems(Some(&uncredited), &granted, &granted), 1);
    assert_eq!(problems(Some(&caught(1, 21)), &granted, &granted), 1);
    assert_eq!(problems(None, &granted, &granted), 1);
    assert_eq!(problems(Some(&right), &[], &granted), 1);
    assert_eq!(problems(Some(&right), &granted, &[]), 2);
}
