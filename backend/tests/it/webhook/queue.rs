//! The table of webhooks: queued once, taken in order, kept until somebody has them.

use std::time::Duration;

use quizrain::game::Registered;
use quizrain::ledger::{Credit, Finished, Sealed};
use quizrain::store::sql::Sql;
use quizrain::webhook::{Outcome, TakenWebhook, unfinished};
use quizrain_shared::api::{GameEvent, PayoutState, Webhook};
use quizrain_shared::ids::GameId;

use crate::common::on::{On, Place, on_both};
use crate::common::seed::game_row;
use crate::common::{nobody, plan, sealed};

on_both!(
    what_is_settled_is_queued_once,
    one_is_sent_after_the_other_until_it_arrives,
    what_was_given_up_is_sent_again_when_somebody_asks,
    webhooks_go_with_their_game_once_they_have_arrived,
);

const LEASE: Duration = Duration::from_secs(60);

/// A game, of which webhooks tell or not.
pub(super) async fn game(sql: &Sql, number: u8, announced: bool) -> GameId {
    let mut row = game_row(number);
    row.quiz.title = "A 测试".into();
    assert_eq!(sql.put_game(&row, &[], announced, 1).await.unwrap(), Registered::Done);
    row.game
}

/// A rain that nobody caught anything in, settled.
pub(super) async fn settled_rain(sql: &Sql, game: GameId, ordinal: u32) {
    let (row, amounts) = sealed(game, ordinal, plan("points", 10, 2));
    let put = sql.put_rain(&row, &amounts, &[], &nobody(game), Credit::Unlimited, 1).await;
    assert_eq!(put.unwrap(), Sealed::Done);
    assert!(sql.close_rain(row.rain, 50).await.is_ok());
    for now_ms in [60, 70] {
        let finished = sql.finish_rain(row.rain, &[], now_ms).await.unwrap();
        assert!(matches!(finished, Finished::Done { settled: 0, .. }));
    }
}

fn read(taken: &TakenWebhook) -> Webhook {
    serde_json::from_str(&taken.body).unwrap()
}

async fn take(sql: &Sql) -> Vec<TakenWebhook> {
    let mut taken = sql.take_webhooks(100, LEASE).await.unwrap();
    taken.sort_by_key(|webhook| webhook.body.clone());
    taken
}

async fn what_is_settled_is_queued_once(on: On) {
    let place = Place::new(on);
    let sql = place.open().await;
    let (told, silent) = (game(&sql, 1, true).await, game(&sql, 2, false).await);
    settled_rain(&sql, told, 0).await;
    settled_rain(&sql, silent, 0).await;
    assert_eq!(place.ask("SELECT COUNT(*) FROM webhooks"), ["1"]);
    let taken = take(&sql).await;
    let webhook = read(&taken[0]);
    assert_eq!((taken.len(), taken[0].attempts, webhook.number), (1, 1, 1));
    assert_eq!((webhook.game, webhook.pin.number(), webhook.at_ms), (told, 100_001, 60));
    assert_eq!(webhook.title, "A 测试");
    let GameEvent::RainSettled(rain) = &webhook.event else { panic!("{webhook:?}") };
    assert_eq!((rain.packets, rain.caught, rain.opens_ms), (2, 0, None));
    assert_eq!((rain.pot_minor.0, rain.returned_minor.0, rain.credited_minor.0), (10, 10, 0));
    assert_eq!(webhook.id, format!("qr1-{}-settled", rain.rain));
    assert_eq!(taken[0].id, webhook.id);
    // A game that cannot be told of is settled all the same.
    let broken = game(&sql, 3, true).await;
    place.write(&format!("UPDATE games SET pin = 7 WHERE game = '{broken}'"));
    settled_rain(&sql, broken, 0).await;
    assert_eq!(place.ask("SELECT COUNT(*) FROM webhooks"), ["1"]);
}

async fn one_is_sent_after_the_other_until_it_arrives(on: On) {
    let place = Place::new(on);
    let sql = place.open().await;
    let games = [game(&sql, 1, true).await, game(&sql, 2, true).await];
    for game in games {
        for ordinal in 0..2 {
            settled_rain(&sql, game, ordinal).await;
        }
    }
    let numbers = |taken: &[TakenWebhook]| -> Vec<(GameId, u64)> {
        taken.iter().map(read).map(|webhook| (webhook.game, webhook.number)).collect()
    };
    // Two nodes at once: each is taken by one of them.
    let other = place.open().await;
    let (a, b) = tokio::join!(take(&sql), take(&other));
    let mut first = [a, b].concat();
    first.sort_by_key(|webhook| read(webhook).game);
    assert_eq!(numbers(&first), [(games[0], 1), (games[1], 1)]);
    assert_eq!(take(&sql).await, []);
    // One arrives, the other does not.
    sql.record_webhook(&first[0], &Outcome::Arrived).await.unwrap();
    let failed = Outcome::Failed("status 500".into(), Duration::ZERO);
    sql.record_webhook(&first[1], &failed).await.unwrap();
    let mut second = take(&sql).await;
    second.sort_by_key(|webhook| read(webhook).game);
    assert_eq!(numbers(&second), [(games[0], 2), (games[1], 1)]);
    assert_eq!((second[1].attempts, &second[1].body), (2, &first[1].body));
    // Whoever sent it before hears late: a failure means nothing now, an arrival does.
    sql.record_webhook(&first[1], &Outcome::GivenUp("late".into())).await.unwrap();
    assert_eq!(take(&sql).await, []);
    sql.record_webhook(&second[1], &Outcome::Arrived).await.unwrap();
    sql.record_webhook(&second[1], &failed).await.unwrap();
    let third = take(&sql).await;
    assert_eq!(numbers(&third), [(games[1], 2)]);
    // A node that died had them: they come up again once the lease is over.
    place.write("UPDATE webhooks SET due_ms = 0 WHERE state = 'sent'");
    assert_eq!(take(&sql).await.len(), 2);
}

async fn what_was_given_up_is_sent_again_when_somebody_asks(on: On) {
    let place = Place::new(on);
    let sql = place.open().await;
    let game = game(&sql, 1, true).await;
    for ordinal in 0..2 {
        settled_rain(&sql, game, ordinal).await;
    }
    let first = take(&sql).await.remove(0);
    let why = "no\0reply ".repeat(100);
    sql.record_webhook(&first, &Outcome::GivenUp(why)).await.unwrap();
    let counts = unfinished(&sql).await.unwrap();
    assert_eq!((counts[&PayoutState::NeedsHuman], counts[&PayoutState::Pending]), (1, 1));
    // It holds up nothing.
    let second = take(&sql).await;
    assert_eq!(read(&second[0]).number, 2);
    sql.record_webhook(&second[0], &Outcome::Arrived).await.unwrap();
    assert_eq!(take(&sql).await, []);
    place.write("UPDATE webhooks SET sent_ms = 1");
    assert_eq!(sql.redrive_webhooks().await.unwrap(), 1);
    let again = take(&sql).await;
    assert_eq!((&again[0].id, &again[0].body), (&first.id, &first.body));
    // With as much time as before.
    assert_eq!(again[0].sent_ms, again[0].taken_ms);
    assert_eq!(sql.redrive_webhooks().await.unwrap(), 0);
}

async fn webhooks_go_with_their_game_once_they_have_arrived(on: On) {
    let place = Place::new(on);
    let sql = place.open().await;
    let (points, old) = (game(&sql, 1, true).await, game(&sql, 2, true).await);
    for game in [points, old] {
        settled_rain(&sql, game, 0).await;
        sql.end_game(game, 100).await.unwrap();
        sql.set_keys_deleted(game, 200).await.unwrap();
    }
    // Somebody waits for them, and real money is nobody's to forget.
    assert_eq!(sql.games_of_points(500).await.unwrap(), []);
    assert!(!sql.forget_game_of_points(points).await.unwrap());
    let taken = take(&sql).await;
    sql.record_webhook(&taken[0], &Outcome::Arrived).await.unwrap();
    sql.record_webhook(&taken[1], &Outcome::GivenUp("gone".into())).await.unwrap();
    assert_eq!(sql.games_of_points(500).await.unwrap().len(), 2);
    assert!(sql.forget_game_of_points(points).await.unwrap());
    sql.forget_results(old).await.unwrap();
    assert_eq!(place.ask("SELECT COUNT(*) FROM webhooks"), ["0"]);
}
