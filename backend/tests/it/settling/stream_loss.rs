//! A stream that is deleted, replaced, emptied, or loses its readers while packets still fall: the
//! claims are the record, and every one is credited without waiting for the end of the rain.

use quizrain::ledger::DeadLetter;
use quizrain::rain::calls::{self as rain, close};
use quizrain_shared::api::DeadLetterState;
use rustix::process::Signal;

use super::books::Books;
use super::{Fixture, Ledger};
use crate::common::plan;
use crate::common::seed::settle_now;
use crate::common::server::DEADLINE;

/// What happens to the stream.
const LOSSES: [&[&str]; 5] = [
    &["DEL", "stream"],
    &["XTRIM", "stream", "MAXLEN", "1"],
    &["SET", "stream", "something else"],
    &["XTRIM", "stream", "MAXLEN", "0"],
    &["XGROUP", "DESTROY", "stream", "settler"],
];

async fn what_streams_lose_is_credited(ledger: Ledger) {
    let mut fixture = Fixture::open(ledger).await;
    let mut rains = Vec::new();
    for _ in LOSSES {
        rains.push(fixture.stores.catch(&fixture.con, plan("CNY", 1000, 100), 20).await);
    }
    let server = fixture.start("");
    let mut books = Books::open(&fixture.ledger.url()).await;
    books.until("SELECT COUNT(*) FROM settlements", 100, DEADLINE).await;

    // The server stands still, so that it reads nothing before it is lost.
    server.signal(Signal::STOP);
    for (rain, loss) in rains.iter_mut().zip(LOSSES) {
        rain.more(&fixture.con, 15).await;
        rain.more(&fixture.con, 15).await;
        let stream = format!("{{r:{}}}:stream", rain.seeded.rain());
        let words = loss.iter().map(|word| if *word == "stream" { &stream } else { *word });
        let mut command = redis::Cmd::new();
        words.for_each(|word| {
            command.arg(word);
        });
        command.exec_async(&mut fixture.con).await.unwrap();
    }
    server.signal(Signal::CONT);
    let took = books.until("SELECT COUNT(*) FROM settlements", 250, DEADLINE).await;
    println!("credited after {took:?}");
    let open = "SELECT COUNT(*) FROM rains WHERE closed_ms IS NULL";
    assert_eq!(books.number(open).await, 5);
    for rain in &rains {
        fixture.stores.close(&mut fixture.con, &[rain.seeded]).await;
    }
    books.settled().await;
    for rain in &rains {
        books.check(rain).await;
    }
}

#[tokio::test]
async fn what_streams_lose_while_packets_fall_is_credited_on_sqlite() {
    what_streams_lose_is_credited(Ledger::sqlite()).await;
}

#[tokio::test]
async fn what_streams_lose_while_packets_fall_is_credited_on_postgres() {
    what_streams_lose_is_credited(Ledger::postgres()).await;
}

#[tokio::test]
async fn what_a_stream_lost_does_not_wait_for_a_dead_letter() {
    let mut fixture = Fixture::open(Ledger::sqlite()).await;
    let mut rain = fixture.stores.catch(&fixture.con, plan("CNY", 1000, 100), 2).await;
    let points = format!("settle.claim=return({}:error)", rain.claims[0].0);
    let server = fixture.start(&points);
    let mut books = Books::open(&fixture.ledger.url()).await;
    let dead = "SELECT COUNT(*) FROM dead_letters WHERE state = 'dead'";
    books.until(dead, 1, DEADLINE).await;
    server.signal(Signal::STOP);
    rain.more(&fixture.con, 5).await;
    let stream = format!("{{r:{}}}:stream", rain.seeded.rain());
    redis::cmd("DEL").arg(stream).exec_async(&mut fixture.con).await.unwrap();
    close(&mut fixture.con, rain.seeded.reference).await.unwrap();
    // It may have been stopped while it had the only write lock.
    server.signal(Signal::CONT);
    fixture.stores.close(&mut fixture.con, &[rain.seeded]).await;
    books.until("SELECT COUNT(*) FROM settlements", 6, DEADLINE).await;
    assert_eq!(books.number(dead).await, 1);
    assert_eq!(books.number("SELECT COUNT(*) FROM rains WHERE settled_ms IS NULL").await, 1);
}

/// It was refuted, and the ledger's claim stands in its place.
#[tokio::test]
async fn a_claim_that_is_gone_does_not_stand_for_one_that_was_lost() {
    let mut fixture = Fixture::open(Ledger::sqlite()).await;
    let mut rain = fixture.stores.catch(&fixture.con, plan("CNY", 1000, 100), 2).await;
    let (account, claim) = (rain.claims[0].0.to_string(), "77:10:1".to_owned());
    let (reason, deliveries, tries, at_ms) = ("gone".to_owned(), 1, 0, 1);
    let state = DeadLetterState::Refuted;
    let gone = DeadLetter { account, claim, state, reason, deliveries, tries, at_ms };
    fixture.stores.sql.put_dead_letter(rain.seeded.rain(), &gone).await.unwrap();
    let server = fixture.start("");
    let mut books = Books::open(&fixture.ledger.url()).await;
    books.until("SELECT COUNT(*) FROM settlements", 2, DEADLINE).await;
    server.signal(Signal::STOP);
    rain.more(&fixture.con, 1).await;
    let stream = format!("{{r:{}}}:stream", rain.seeded.rain());
    redis::cmd("DEL").arg(stream).exec_async(&mut fixture.con).await.unwrap();
    server.signal(Signal::CONT);
    books.until("SELECT COUNT(*) FROM settlements", 3, DEADLINE).await;
    assert_eq!(books.number("SELECT COUNT(*) FROM rains WHERE closed_ms IS NULL").await, 1);
}

/// A failover loses a claim that is being settled, and its player taps again and gets the same
/// packet at another time: the ledger's time stands.
#[tokio::test]
async fn a_claim_with_another_time_than_the_ledgers_is_mended() {
    let mut fixture = Fixture::open(Ledger::sqlite()).await;
    let rain = fixture.stores.catch(&fixture.con, plan("CNY", 1000, 100), 3).await;
    let (pot, (who, mut claim)) = (rain.seeded.reference, rain.claims[1]);
    claim.at_ms -= 1;
    settle_now(&fixture.stores.sql, pot.rain, &[(who, claim)]).await;
    fixture.stores.close(&mut fixture.con, &[rain.seeded]).await;
    let _server = fixture.start("");
    let mut books = Books::open(&fixture.ledger.url()).await;
    books.settled().await;
    let stored = rain::claims_of(&mut fixture.con, pot.keys(), &[who]).await.unwrap();
    assert_eq!(stored, [Some(claim)]);
}
