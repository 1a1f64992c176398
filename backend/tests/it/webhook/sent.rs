//! What is sent, and to whom it is not sent twice.

use std::sync::Arc;
use std::time::Duration;

use quizrain::delivery::{Client, Pace, Secret, Target};
use quizrain::store::sql::Sql;
use quizrain::webhook::Notifier;
use quizrain_shared::ids::GameId;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::queue::{game, settled_rain};
use super::{Catching, now_ms};
use crate::common::on::{On, Place, on_both};
use crate::common::receiver::SECRET;

on_both!(
    two_nodes_send_each_once_and_in_order,
    a_receiver_that_hangs_holds_up_that_game_alone,
    after_a_while_it_is_given_up,
);

/// A notifier at work, with waits that are short enough for a test; it stops when dropped.
fn notify(sql: &Sql, catching: &Catching, timeout: Duration, pace: Pace) -> DropGuard {
    let target = Target::new(&catching.url.parse().unwrap(), true).unwrap();
    let client = Client::new(target, Secret::new(SECRET).unwrap(), timeout).unwrap();
    let stop = CancellationToken::new();
    let notifier = Notifier::new(sql.clone(), client, pace, Arc::new(now_ms));
    tokio::spawn(notifier.run(stop.clone()));
    stop.drop_guard()
}

fn quick() -> Pace {
    Pace {
        check_every: Duration::from_millis(20),
        first_wait: Duration::from_millis(20),
        longest_wait: Duration::from_millis(100),
        ..Pace::default()
    }
}

async fn two_nodes_send_each_once_and_in_order(on: On) {
    let place = Place::new(on);
    let (sql, other) = (place.open().await, place.open().await);
    let catching = Catching::start(|_, before| if before == 0 { 302 } else { 200 });
    let timeout = Duration::from_secs(20);
    let _nodes =
        (notify(&sql, &catching, timeout, quick()), notify(&other, &catching, timeout, quick()));
    for number in 1..=4 {
        let game = game(&sql, number, true).await;
        for ordinal in 0..5 {
            settled_rain(&sql, game, ordinal).await;
        }
    }
    let taken = catching.taken(20).await;
    for number in 1..=4 {
        let of = GameId([number; 8]);
        let order: Vec<u64> =
            taken.iter().filter(|webhook| webhook.game == of).map(|w| w.number).collect();
        assert_eq!(order, [1, 2, 3, 4, 5]);
    }
    // Once refused, once taken, and never again.
    assert_eq!(catching.came().len(), 40);
}

async fn a_receiver_that_hangs_holds_up_that_game_alone(on: On) {
    let place = Place::new(on);
    let sql = place.open().await;
    let catching = Catching::start(|webhook, _| match webhook.game {
        GameId([1, ..]) => 0,
        _ => 200,
    });
    let hangs = game(&sql, 1, true).await;
    settled_rain(&sql, hangs, 0).await;
    settled_rain(&sql, hangs, 1).await;
    let answers = game(&sql, 2, true).await;
    settled_rain(&sql, answers, 0).await;
    let _node = notify(&sql, &catching, Duration::from_millis(300), quick());
    assert_eq!(catching.taken(1).await[0].game, answers);
    place_says(&place, "SELECT COUNT(*) FROM webhooks WHERE state = 'confirmed'", "1").await;
    place_says(
        &place,
        "SELECT COUNT(*) FROM webhooks WHERE attempts > 1 AND detail = 'no reply in time'",
        "1",
    )
    .await;
    assert!(catching.came().iter().all(|(webhook, _)| webhook.number == 1));
}

async fn after_a_while_it_is_given_up(on: On) {
    let place = Place::new(on);
    let sql = place.open().await;
    let catching = Catching::start(|_, _| 404);
    let game = game(&sql, 1, true).await;
    for ordinal in 0..2 {
        settled_rain(&sql, game, ordinal).await;
    }
    let pace = Pace { patience: Duration::from_millis(300), ..quick() };
    let _node = notify(&sql, &catching, Duration::from_secs(20), pace);
    let given_up = "SELECT COUNT(*) FROM webhooks WHERE state = 'needs_human'
        AND detail = 'status 404'";
    place_says(&place, given_up, "2").await;
    let came = catching.came();
    let numbers: Vec<u64> = came.iter().map(|(webhook, _)| webhook.number).collect();
    assert!(numbers.is_sorted() && numbers.contains(&1) && numbers.contains(&2), "{numbers:?}");
    assert!(came.len() > 2, "{came:?}");
}

/// Waits until a query has this answer.
async fn place_says(place: &Place, sql: &str, expected: &str) {
    let since = std::time::Instant::now();
    while place.ask(sql) != [expected] {
        let elapsed = since.elapsed();
        assert!(elapsed < crate::common::server::DEADLINE, "{sql}: {:?}", place.ask(sql));
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}
