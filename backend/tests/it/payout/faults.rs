//! A receiver that misbehaves all the time, and two nodes that pay: each packet is paid once.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use super::{Books, Paying, assert_books_add_up, long, quick, settled_rain};
use crate::common::receiver::{Manners, Receiving};

/// How many payouts: a few, or as many as `QUIZRAIN_TEST_PAYOUTS` says.
fn payouts() -> u32 {
    std::env::var("QUIZRAIN_TEST_PAYOUTS").map_or(240, |text| text.parse().unwrap())
}

async fn every_claim_is_paid_once(books: Books, seed: u64, no_queries: bool) {
    let count = payouts();
    println!("seed {seed}, {count} payouts");
    let game = books.game().await;
    let (one, other) = (count / 4, count - count / 4);
    settled_rain(&books.sql, game, 0, one).await;
    settled_rain(&books.sql, game, 1, other).await;
    // One in ten packets of the larger rain is refused.
    let limit = i64::from(other) * 9 / 10;
    let manners =
        Manners { misbehave: 30, late_ms: 900, seed, no_queries, refuse_above: Some(limit) };
    let receiving = Receiving::start(manners);
    let since = Instant::now();
    let timeout = Duration::from_millis(600);
    let payers = [0, 1].map(|_| Paying::start(&books, &receiving, timeout, quick()));
    loop {
        let open = "SELECT COUNT(*) FROM payouts WHERE state NOT IN ('confirmed', 'refused')";
        let open = books.ask(open).remove(0);
        if open == "0" {
            break;
        }
        assert!(since.elapsed() < long(count), "{open} payouts are open: {:?}", books.states());
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let took = since.elapsed();
    for payer in payers {
        payer.stop().await;
    }
    assert_books_add_up(&books);

    // Key by key, the receiver has what we have: no more, no less, the same amounts and ends.
    let ours: BTreeSet<String> = books
        .ask("SELECT key || ',' || state || ',' || amount || ',' || currency FROM payouts")
        .into_iter()
        .collect();
    let theirs = receiving.statement();
    assert_eq!(theirs.len(), theirs.iter().collect::<BTreeSet<_>>().len());
    assert_eq!(theirs.into_iter().collect::<BTreeSet<_>>(), ours);
    assert_eq!(ours.len(), count as usize);
    let total = receiving.total();
    println!("{took:?}: {total}");
    assert_eq!(total["conflicts"], 0, "a key came with another body");
    let paid = books.ask("SELECT COALESCE(SUM(amount), 0) FROM entries WHERE kind = 'paid'");
    assert_eq!(total["amounts"]["CNY"], paid[0]);
    assert!(total["refused"].as_u64() > Some(0), "{total}");
    // Where queries are taken, hardly anything is posted twice; where not, all that is unknown.
    assert!(!no_queries || total["repeats"].as_u64() > Some(0), "{total}");
    let kinds = total["faults"].as_object().unwrap();
    assert_eq!(kinds.len(), 12, "not every fault happened: {total}");
}

#[tokio::test]
async fn with_three_faults_in_ten_requests_every_claim_is_paid_once() {
    every_claim_is_paid_once(Books::sqlite().await, 20_261, false).await;
}

#[tokio::test]
async fn with_three_faults_in_ten_requests_and_no_queries_every_claim_is_paid_once() {
    every_claim_is_paid_once(Books::sqlite().await, 20_263, true).await;
}

#[tokio::test]
async fn with_three_faults_in_ten_requests_every_claim_is_paid_once_on_postgresql() {
    every_claim_is_paid_once(Books::postgres().await, 20_262, false).await;
}
