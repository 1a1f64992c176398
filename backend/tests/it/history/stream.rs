//! The stream in Redis, where Redis went back or somebody wrote to it: what is new is appended,
//! nothing is written again, and nothing is held up for ever.

use std::time::Instant;

use quizrain::store::redis::GameKeys;
use quizrain_shared::phase::{Kind, Move};
use redis::AsyncCommands;

use super::{quizzes, round, seats};
use crate::common::client::Client;
use crate::common::nodes::Nodes;
use crate::common::on::{On, on_both};
use crate::common::server::DEADLINE;

on_both!(
    entries_of_a_redis_that_went_back_are_appended_once,
    a_log_that_cannot_be_read_is_given_up_and_its_keys_go,
);

const NOTED: &str = "SELECT body FROM game_log WHERE what = 'noted' ORDER BY number";

/// Goes on to the next step, so that the log is written.
async fn go_on(host: &mut Client, mv: Move, kind: Kind) {
    host.make(mv).await;
    host.stage(kind).await;
}

async fn entries_of_a_redis_that_went_back_are_appended_once(on: On) {
    let folder = quizzes();
    let nodes = Nodes::start(on, 1, &["--quizzes", folder.path().to_str().unwrap()]).await;
    let hosted = nodes.node(0).create_game("Test");
    let (mut host, mut players) = seats(nodes.node(0), &hosted).await;
    round(&mut host, &mut players, 0).await;
    let (con, key) = (&mut nodes.connection().await, GameKeys(hosted.game).log());
    let steps = "SELECT COUNT(*) FROM game_log WHERE what = 'moved'";
    nodes.ledger_says(steps, "3").await;
    // As on a server that took over: ids from before what SQL has, and what SQL has once more.
    let mut note = async |id: &str, body: &str| {
        let mut add = redis::cmd("XADD");
        add.arg(&key).arg(id).arg("what").arg("noted").arg("body").arg(body);
        add.exec_async(con).await.unwrap();
    };
    let forget = redis::cmd("DEL").arg(&key).to_owned();
    forget.exec_async(&mut nodes.connection().await).await.unwrap();
    note("5-1", "{\"n\":1}").await;
    note("5-2", "{\"n\":2}").await;
    go_on(&mut host, Move::ShowBoard, Kind::Board).await;
    nodes.ledger_says(steps, "4").await;
    assert_eq!(nodes.ledger(NOTED), ["{\"n\":1}", "{\"n\":2}"]);
    forget.exec_async(&mut nodes.connection().await).await.unwrap();
    note("5-1", "{\"n\":1}").await;
    note("5-2", "{\"n\":3}").await;
    note("5-3", "no JSON").await;
    go_on(&mut host, Move::Ask, Kind::Slide).await;
    nodes.ledger_says(steps, "5").await;
    assert_eq!(nodes.ledger(NOTED), ["{\"n\":1}", "{\"n\":2}", "{\"n\":3}"]);
    let why = "SELECT body FROM game_log WHERE what = 'unreadable'";
    assert_eq!(nodes.ledger(why), [r#"{"why":"an entry \"noted\": no JSON"}"#]);
}

async fn a_log_that_cannot_be_read_is_given_up_and_its_keys_go(on: On) {
    let folder = quizzes();
    let options = ["--quizzes", folder.path().to_str().unwrap(), "--redis-retention-hours", "0"];
    let nodes = Nodes::start(on, 1, &options).await;
    let hosted = nodes.node(0).create_game("Test");
    let (mut host, mut players) = seats(nodes.node(0), &hosted).await;
    round(&mut host, &mut players, 0).await;
    let con = &mut nodes.connection().await;
    let keys = GameKeys(hosted.game);
    nodes.ledger_says("SELECT COUNT(*) FROM game_log WHERE what = 'outcomes'", "1").await;
    go_on(&mut host, Move::Ask, Kind::Slide).await;
    go_on(&mut host, Move::End, Kind::Ended).await;
    let () = con.del(keys.log()).await.unwrap();
    let () = con.set(keys.log(), "not ours").await.unwrap();
    let since = Instant::now();
    while con.exists::<_, bool>(keys.state()).await.unwrap() {
        assert!(since.elapsed() < DEADLINE, "its keys stay");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    nodes.ledger_says("SELECT COUNT(*) FROM game_log WHERE what = 'finished'", "1").await;
    let why = "SELECT COUNT(*) FROM game_log WHERE what = 'unreadable'";
    assert_ne!(nodes.ledger(why), ["0"]);
}
