//! What may become of a payout, and what may not.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use quizrain::payout::{Answer, Asked, Contradiction, Outcome, TakenPayout};
use quizrain_shared::api::PayoutState;
use quizrain_shared::ids::RainId;

use super::{Books, Paying, assert_books_add_up, client, now_ms, quick, settled_rain, until};
use crate::common::receiver::{Manners, Receiving};
use crate::common::server::DEADLINE;

const HOUR_MS: u64 = 3_600_000;
const MINUTE: Duration = Duration::from_secs(60);

/// Takes everything that is due now, for a minute.
async fn take(books: &Books, rain: RainId) -> Vec<TakenPayout> {
    books.sql.take_payouts(rain, 100, MINUTE, now_ms()).await.unwrap()
}

async fn on_both(test: impl AsyncFn(Books)) {
    test(Books::sqlite().await).await;
    test(Books::postgres().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_taken_is_taken_once_until_its_lease_ends() {
    on_both(async |books| {
        let game = books.game().await;
        let rain = settled_rain(&books.sql, game, 0, 60).await;
        let takers = (0..8).map(|_| {
            let sql = books.sql.clone();
            tokio::spawn(async move {
                let mut taken = Vec::new();
                while sql.rain_with_payouts_due().await.unwrap().is_some() {
                    match sql.take_payouts(rain, 7, MINUTE, now_ms()).await {
                        Ok(some) => taken.extend(some),
                        // Several at once in PostgreSQL may be told to do it again.
                        Err(error) => assert!(error.is_away(), "{error}"),
                    }
                }
                taken
            })
        });
        let mut taken = Vec::new();
        for taker in takers.collect::<Vec<_>>() {
            taken.extend(taker.await.unwrap());
        }
        let keys: BTreeSet<_> = taken.iter().map(|payout| payout.key.clone()).collect();
        assert_eq!((taken.len(), keys.len()), (60, 60));
        assert!(taken.iter().all(|payout| payout.attempts == 1));
        assert_books_add_up(&books);

        // Somebody died with all of them. After the lease they come up again, as sent before.
        assert_eq!(take(&books, rain).await, []);
        books.ask(&format!("UPDATE payouts SET due_ms = due_ms - {}", MINUTE.as_millis()));
        let again = take(&books, rain).await;
        assert_eq!(again.len(), 60);
        for payout in again {
            assert_eq!(payout.attempts, 2);
            assert_eq!(payout.key, format!("qr1-{rain}-{}", payout.packet));
            let first = taken.iter().find(|first| first.key == payout.key).unwrap();
            assert!(payout.taken_ms >= first.taken_ms);
            assert_eq!(TakenPayout { attempts: 1, taken_ms: first.taken_ms, ..payout }, *first);
        }
        assert_books_add_up(&books);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_final_answer_stands() {
    on_both(async |books| {
        let game = books.game().await;
        let rain = settled_rain(&books.sql, game, 0, 4).await;
        let taken = take(&books, rain).await;
        let record = async |number: usize, outcome: Outcome| {
            let result = [(taken[number].clone(), outcome)];
            books.sql.record_payouts(rain, &result, now_ms()).await.unwrap()
        };
        let refused = || Outcome::Refused("clo\0sed".to_owned());
        let contradiction = |number: usize, stands, said| {
            [Contradiction { key: taken[number].key.clone(), stands: Some(stands), said }]
        };
        assert_eq!(record(0, Outcome::Confirmed).await, []);
        assert_eq!(record(1, refused()).await, []);
        for _ in 0..2 {
            assert_eq!(
                record(0, refused()).await,
                contradiction(0, PayoutState::Confirmed, PayoutState::Refused)
            );
            let said = record(1, Outcome::Confirmed).await;
            assert_eq!(said, contradiction(1, PayoutState::Refused, PayoutState::Confirmed));
            // The same again is no contradiction, and no answer changes nothing.
            assert_eq!(record(0, Outcome::Confirmed).await, []);
            assert_eq!(record(1, refused()).await, []);
            assert_eq!(record(0, Outcome::Unknown("late".into(), Duration::ZERO)).await, []);
            assert_eq!(record(1, Outcome::NeedsHuman("late".into())).await, []);
        }

        // A payout that somebody took again is theirs: only a final answer still counts.
        assert_eq!(record(2, Outcome::Unknown("status 500".into(), Duration::ZERO)).await, []);
        let mine = taken[2].clone();
        let theirs = take(&books, rain).await;
        assert_eq!(theirs, [TakenPayout { attempts: 2, taken_ms: theirs[0].taken_ms, ..mine }]);
        assert_eq!(record(2, Outcome::Unknown("late".into(), Duration::ZERO)).await, []);
        assert_eq!(record(2, Outcome::NeedsHuman("late".into())).await, []);
        assert_eq!(books.states(), ["confirmed|1", "refused|1", "sent|2"]);
        assert_eq!(record(2, Outcome::Confirmed).await, []);
        let late = [(theirs[0].clone(), refused())];
        let said = books.sql.record_payouts(rain, &late, now_ms()).await.unwrap();
        assert_eq!(said, contradiction(2, PayoutState::Confirmed, PayoutState::Refused));

        assert_eq!(books.states(), ["confirmed|2", "refused|1", "sent|1"]);
        let kinds = "SELECT kind, COUNT(*) FROM entries WHERE kind IN ('pay', 'paid', 'unpay')
                     GROUP BY kind ORDER BY kind";
        assert_eq!(books.ask(kinds), ["paid|2", "pay|4", "unpay|1"]);
        assert_eq!(books.ask("SELECT detail FROM payouts WHERE state = 'refused'"), ["closed"]);
        assert_books_add_up(&books);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_payout_that_is_not_what_the_ledger_has_is_not_sent() {
    on_both(async |books| {
        let game = books.game().await;
        let rain = settled_rain(&books.sql, game, 0, 4).await;
        books.ask("UPDATE payouts SET amount = 1000000 WHERE packet = 0");
        books.ask(&format!("UPDATE payouts SET account = '{}' WHERE packet = 1", "9".repeat(32)));
        books.ask("UPDATE payouts SET currency = 'EUR' WHERE packet = 2");
        let receiving = Receiving::start(Manners::default());
        let paying = Paying::start(&books, &receiving, DEADLINE, quick());
        until(&books, DEADLINE, &["confirmed|1", "needs_human|3"]).await;
        paying.stop().await;
        assert_eq!(receiving.statement(), [format!("qr1-{rain}-3,confirmed,4,CNY")]);
        assert_eq!(books.ask("SELECT COUNT(*) FROM entries WHERE kind = 'pay'"), ["1"]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_three_days_a_human_is_needed_and_can_have_it_tried_again() {
    let books = Books::sqlite().await;
    let game = books.game().await;
    let rain = settled_rain(&books.sql, game, 0, 5).await;
    // Always in trouble.
    let broken = Manners { misbehave: 100, late_ms: 700, seed: 5, ..Manners::default() };
    let broken = Receiving::start(broken);
    let patient = Duration::from_millis(300);
    let paying = Paying::start(&books, &broken, patient, quick());
    let since = Instant::now();
    while books.ask("SELECT COUNT(*) FROM payouts WHERE attempts > 2") != ["5"] {
        assert!(since.elapsed() < DEADLINE, "{:?}", books.states());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(books.sql.redrive_payouts(rain).await.unwrap(), 0);
    let past = |hours: u64| {
        let first = now_ms() - hours * HOUR_MS;
        books.ask(&format!("UPDATE payouts SET sent_ms = {first}"));
    };
    past(73);
    until(&books, DEADLINE, &["needs_human|5"]).await;
    paying.stop().await;
    assert_eq!(books.ask("SELECT COUNT(*) FROM entries WHERE kind = 'pay'"), ["5"]);
    assert_books_add_up(&books);
    // Nothing happens by itself any more.
    books.ask("UPDATE payouts SET due_ms = 0");
    assert_eq!(books.sql.rain_with_payouts_due().await.unwrap(), None);

    // Another receiver, which knows nothing of them: asked, then sent, under the same keys.
    let good = Receiving::start(Manners::default());
    let paying = Paying::start(&books, &good, DEADLINE, quick());
    assert_eq!(books.sql.redrive_payouts(rain).await.unwrap(), 5);
    until(&books, DEADLINE, &["confirmed|5"]).await;
    paying.stop().await;
    assert_eq!(good.total()["paid"], 5);
    assert_books_add_up(&books);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_receiver_may_have_forgotten_is_not_sent_again() {
    let books = Books::sqlite().await;
    let game = books.game().await;
    let rain = settled_rain(&books.sql, game, 0, 2).await;
    let taken = take(&books, rain).await;
    let receiving = Receiving::start(Manners::default());
    // It knows one of them.
    let client = client(&receiving.url, DEADLINE);
    let payout = quizrain::payout::Payout {
        key: taken[0].key.clone(),
        rain,
        game,
        packet: taken[0].packet,
        account: taken[0].account,
        amount_minor: taken[0].amount,
        currency: taken[0].currency,
        caught_ms: taken[0].caught_ms,
        credited_ms: taken[0].credited_ms,
        identity: taken[0].identity.clone(),
        field: taken[0].field.clone(),
    };
    assert_eq!(client.send(&payout, now_ms()).await, Answer::Confirmed);
    let first = now_ms() - 30 * 24 * HOUR_MS;
    books.ask(&format!("UPDATE payouts SET sent_ms = {first}, due_ms = 0"));
    let paying = Paying::start(&books, &receiving, DEADLINE, quick());
    until(&books, DEADLINE, &["confirmed|1", "needs_human|1"]).await;
    assert_eq!(books.sql.redrive_payouts(rain).await.unwrap(), 1);
    until(&books, DEADLINE, &["confirmed|1", "needs_human|1"]).await;
    paying.stop().await;
    assert_eq!(receiving.total()["paid"], 1);
    assert_eq!(client.query(&taken[1].key, now_ms()).await, Asked::NotFound);
    assert_books_add_up(&books);
}
