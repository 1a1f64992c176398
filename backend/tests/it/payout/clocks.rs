//! Clocks that jump hold up no payout.

use super::{Books, Paying, assert_books_add_up, now_ms, quick, settled_rain_at, until};
use crate::common::on::{On, on_both};
use crate::common::receiver::{Manners, Receiving};
use crate::common::server::DEADLINE;

const DAY_MS: u64 = 24 * 3_600_000;

on_both!(
    a_clock_of_redis_that_was_ahead_holds_up_nothing,
    a_clock_of_the_database_that_went_back_holds_up_nothing,
);

async fn books(on: On) -> Books {
    match on {
        On::Sqlite => Books::sqlite().await,
        On::Postgres => Books::postgres().await,
    }
}

/// A day ahead.
fn tomorrow_ms() -> u64 {
    now_ms() + DAY_MS
}

/// Settled and once sent, without an answer, while Redis told the time of tomorrow.
async fn a_clock_of_redis_that_was_ahead_holds_up_nothing(on: On) {
    let books = books(on).await;
    let game = books.game().await;
    settled_rain_at(&books.sql, game, 0, 5, tomorrow_ms()).await;
    let broken = Manners { misbehave: 100, late_ms: 700, seed: 11, ..Manners::default() };
    let broken = Receiving::start(broken);
    let timeout = std::time::Duration::from_millis(300);
    let paying = Paying::start_at(&books, &broken, timeout, quick(), tomorrow_ms);
    let since = std::time::Instant::now();
    while books.ask("SELECT COUNT(*) FROM payouts WHERE attempts > 0") != ["5"] {
        assert!(since.elapsed() < DEADLINE, "{:?}", books.states());
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    paying.stop().await;

    let receiving = Receiving::start(Manners::default());
    let paying = Paying::start(&books, &receiving, DEADLINE, quick());
    until(&books, DEADLINE, &["confirmed|5"]).await;
    paying.stop().await;
    assert_books_add_up(&books);
}

/// What the database's clock noted before it went back lies in the future.
async fn a_clock_of_the_database_that_went_back_holds_up_nothing(on: On) {
    let books = books(on).await;
    let game = books.game().await;
    let rain = settled_rain_at(&books.sql, game, 0, 6, now_ms()).await;
    // Three are sent, and who sent them is gone; three were never sent.
    let lease = std::time::Duration::from_secs(60);
    let taken = books.sql.take_payouts(rain, 3, lease, now_ms()).await.unwrap();
    assert_eq!(taken.len(), 3);
    books.ask(&format!(
        "UPDATE payouts SET due_ms = due_ms + {DAY_MS}, changed_ms = changed_ms + {DAY_MS},
             sent_ms = sent_ms + {DAY_MS}"
    ));
    assert_eq!(books.states(), ["pending|3", "sent|3"]);
    let receiving = Receiving::start(Manners::default());
    let paying = Paying::start(&books, &receiving, DEADLINE, quick());
    until(&books, DEADLINE, &["confirmed|6"]).await;
    paying.stop().await;
    assert_eq!(receiving.total()["paid"], 6);
    let ahead = format!("SELECT COUNT(*) FROM payouts WHERE sent_ms > {}", now_ms() + 1000);
    assert_eq!(books.ask(&ahead), ["0"]);
    assert_books_add_up(&books);
}
