//! A claim that cannot be settled: ten thousand others behind it are credited, the host sees it,
//! and once it can be settled it is.

use std::time::{Duration, Instant};

use quizrain::ledger::DeadLetter;
use quizrain_shared::allocation::Split;
use quizrain_shared::api::DeadLetterState;
use quizrain_shared::rain::RainPlan;

use super::books::Books;
use super::{Fixture, Ledger};
use crate::common::plan;
use crate::common::seed::Caught;
use crate::common::server::{DEADLINE, Server};

/// Good claims behind the bad one.
const GOOD: usize = 10_000;

/// Starts that such a claim ends: as often as it is delivered before it is tried alone, and its tries.
/// A crash on the way may come before the read that it should count as.
const STARTS: std::ops::RangeInclusive<usize> = 7..=12;

/// A closed rain whose first claim is poison, and the fail point that makes it so.
async fn poisoned(fixture: &mut Fixture, how: &str) -> (Caught, String) {
    let plan = RainPlan { split: Split::DoubleMean, ..plan("CNY", 5_000_000, 10_500) };
    let caught = fixture.stores.catch(&fixture.con, plan, GOOD + 1).await;
    fixture.stores.close(&mut fixture.con, &[caught.seeded]).await;
    let points = format!("settle.claim=return({}:{how})", caught.claims[0].0);
    (caught, points)
}

/// Waits until all but the poison is in the ledger and that is a dead letter; the letter.
async fn until_dead_letter(fixture: &Fixture, books: &mut Books, caught: &Caught) -> DeadLetter {
    let rain = caught.seeded.rain();
    let dead =
        format!("SELECT COUNT(*) FROM dead_letters WHERE rain = '{rain}' AND state = 'dead'");
    let since = Instant::now();
    books.until(&dead, 1, DEADLINE).await;
    let settled = format!("SELECT COUNT(*) FROM settlements WHERE rain = '{rain}'");
    books.until(&settled, i64::try_from(GOOD).unwrap(), DEADLINE).await;
    books
        .until(&format!("SELECT COUNT(*) FROM dead_letters WHERE rain = '{rain}'"), 1, DEADLINE)
        .await;
    println!("the others were credited, the last after {:?}", since.elapsed());
    let good = Caught { claims: caught.claims[1..].to_vec(), ..caught.clone() };
    books.check_settled(&good).await;
    let open = format!("SELECT COUNT(*) FROM rains WHERE rain = '{rain}' AND settled_ms IS NULL");
    assert_eq!(books.number(&open).await, 1, "a rain with a dead letter is not finished");
    let letters = fixture.stores.sql.dead_letters(rain).await.unwrap();
    let [letter] = &letters[..] else { panic!("{letters:?}") };
    let (account, claim) = &caught.claims[0];
    assert_eq!((&letter.account, &letter.claim), (&account.to_string(), &claim.to_string()));
    assert_eq!(letter.state, DeadLetterState::Dead);
    letter.clone()
}

/// The host has it tried again, and it can be settled now.
async fn tried_again(fixture: &Fixture, books: &mut Books, server: &mut Server, caught: &Caught) {
    server.kill();
    // While nobody settles: a server that starts has its own claims again at once.
    assert_eq!(fixture.stores.sql.redrive_dead_letters(caught.seeded.rain()).await.unwrap(), 1);
    server.restart_failing("");
    books.settled().await;
    books.check(caught).await;
}

fn counted(server: &Server) -> u64 {
    let (_, text) = server.get("/metrics", "");
    let line = text.lines().find_map(|line| line.strip_prefix("quizrain_dead_letters_total "));
    line.unwrap_or_else(|| panic!("no such number in {text}")).parse().unwrap()
}

async fn a_claim_that_fails(ledger: Ledger, how: &str, reason: &str) {
    let mut fixture = Fixture::open(ledger).await;
    let (caught, points) = poisoned(&mut fixture, how).await;
    let mut server = fixture.start("");
    server.kill();
    server.restart_with(&points);
    let mut books = Books::open(&fixture.ledger.url()).await;
    let letter = until_dead_letter(&fixture, &mut books, &caught).await;
    assert!(letter.reason.contains(reason), "{letter:?}");
    assert_eq!(counted(&server), 1);
    // Tried again while it still fails, it is a dead letter again.
    assert_eq!(fixture.stores.sql.redrive_dead_letters(caught.seeded.rain()).await.unwrap(), 1);
    let since = Instant::now();
    while counted(&server) < 2 {
        assert!(since.elapsed() < DEADLINE, "it was not tried again: {}", server.log());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    until_dead_letter(&fixture, &mut books, &caught).await;
    tried_again(&fixture, &mut books, &mut server, &caught).await;
}

async fn a_claim_that_kills(ledger: Ledger, lost: bool) {
    let mut fixture = Fixture::open(ledger).await;
    let (caught, points) = poisoned(&mut fixture, "crash").await;
    if lost {
        let stream = caught.seeded.reference.keys().stream();
        redis::cmd("DEL").arg(stream).exec_async(&mut fixture.con).await.unwrap();
    }
    let mut server = fixture.start(&points);
    let mut books = Books::open(&fixture.ledger.url()).await;
    let rain = caught.seeded.rain();
    let dead =
        format!("SELECT COUNT(*) FROM dead_letters WHERE rain = '{rain}' AND state = 'dead'");
    let mut starts = 1;
    while books.number(&dead).await == 0 {
        if server.has_ended() {
            starts += 1;
            assert!(starts <= *STARTS.end(), "it never ends");
            server.restart_failing(&points);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    println!("{starts} starts");
    assert!(STARTS.contains(&starts), "{starts} starts");
    let letter = until_dead_letter(&fixture, &mut books, &caught).await;
    assert!(letter.reason.contains("ended the program"), "{letter:?}");
    assert!(!server.has_ended());

    // Tried again while it still kills: one start more, and the host can have it tried once more.
    assert_eq!(fixture.stores.sql.redrive_dead_letters(rain).await.unwrap(), 1);
    assert_eq!(server.ended().await, Some(9));
    tried_again(&fixture, &mut books, &mut server, &caught).await;
}

#[tokio::test]
async fn a_claim_that_the_database_refuses_stops_nobody_on_sqlite() {
    a_claim_that_fails(Ledger::sqlite(), "error", "fail point settle.claim").await;
}

#[tokio::test]
async fn a_claim_that_the_database_refuses_stops_nobody_on_postgres() {
    a_claim_that_fails(Ledger::postgres(), "error", "fail point settle.claim").await;
}

#[tokio::test]
async fn a_claim_that_panics_stops_nobody_on_sqlite() {
    a_claim_that_fails(Ledger::sqlite(), "panic", "panics").await;
}

#[tokio::test]
async fn a_claim_that_panics_stops_nobody_on_postgres() {
    a_claim_that_fails(Ledger::postgres(), "panic", "panics").await;
}

#[tokio::test]
async fn a_claim_that_ends_the_program_does_so_a_few_times_on_sqlite() {
    a_claim_that_kills(Ledger::sqlite(), false).await;
}

#[tokio::test]
async fn a_claim_that_ends_the_program_does_so_a_few_times_on_postgres() {
    a_claim_that_kills(Ledger::postgres(), false).await;
}

#[tokio::test]
async fn a_claim_that_the_stream_has_lost_ends_the_program_no_more_often() {
    a_claim_that_kills(Ledger::sqlite(), true).await;
}

/// Other nodes would take it for one that was left behind, and count a try that ended nobody.
#[tokio::test]
async fn a_quarantined_claim_is_somebodys_for_as_long_as_the_ledger_is_away() {
    let mut fixture = Fixture::open(Ledger::sqlite()).await;
    let caught = fixture.stores.catch(&fixture.con, plan("CNY", 1000, 10), 1).await;
    let (account, claim) = caught.claims[0];
    let letter = DeadLetter {
        account: account.to_string(),
        claim: claim.to_string(),
        state: DeadLetterState::Redrive,
        reason: "it is to be tried again".to_owned(),
        deliveries: 1,
        tries: 0,
        at_ms: 1,
    };
    fixture.stores.sql.put_dead_letter(caught.seeded.rain(), &letter).await.unwrap();
    let mut server = fixture.start("settle.before_begin=return(error)");
    let mut books = Books::open(&fixture.ledger.url()).await;
    let quarantined = "SELECT COUNT(*) FROM dead_letters WHERE state = 'quarantined' AND tries = 1";
    books.until(quarantined, 1, DEADLINE).await;
    let since = books.number("SELECT at_ms FROM dead_letters").await;
    books.until(&format!("{quarantined} AND at_ms > {since}"), 1, DEADLINE).await;
    server.kill();
    fixture.stores.close(&mut fixture.con, &[caught.seeded]).await;
    server.restart_failing("");
    books.settled().await;
    books.check(&caught).await;
}
