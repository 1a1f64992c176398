//! What was answered so far, at every node, and after the one that counted it is gone.

use std::fs;

use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::question::{Answer, Mark, Tally, TextCount};
use quizrain_shared::wire::{HostFrame, LiveTally, ServerFrame};

use crate::common::client::Client;
use crate::common::nodes::Nodes;
use crate::common::on::On;

const QUIZ: &str =
    "title = \"Test\"\n[[question]]\ntext = \"Anything?\"\nkind = \"open_text\"\nseconds = 0\n";

/// Waits until a host or screen is told that these texts were typed, newest first, and these picked.
async fn until_texts(watcher: &mut Client, listed: &[&str], picks: &[&str]) {
    watcher
        .until(|frame| {
            let ServerFrame::LiveTally(LiveTally { tally, .. }) = frame else { return None };
            let Tally::Texts { top, picked, .. } = tally else { return None };
            let are = |all: &[TextCount], texts: &[&str]| all.iter().map(|it| &it.text).eq(texts);
            (are(&top, listed) && are(&picked, picks)).then_some(())
        })
        .await;
}

#[tokio::test]
async fn results_show_at_every_node_and_after_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("test.toml"), QUIZ).unwrap();
    let args = ["--quizzes", folder.path().to_str().unwrap()];
    let mut nodes = Nodes::start(On::Sqlite, 2, &args).await;
    let hosted = nodes.node(0).create_game("Test");
    let (driver, epoch) = nodes.driver(hosted.game).await;
    let stays = 1 - driver;
    let mut host = Client::host(nodes.node(stays), &hosted).await;
    let mut screen = Client::screen(nodes.node(driver), &hosted).await;
    let mut players = Vec::new();
    for (number, at) in [(0, driver), (1, stays), (2, stays), (3, stays)] {
        let name = format!("p{number}");
        players.push(Client::seated(nodes.node(at), &hosted, number, &name).await);
    }
    host.make(Move::Ask).await;
    let mut answered: Vec<&str> = Vec::new();
    for (player, text) in players.iter_mut().zip(["one", "two"]) {
        player.stage(Kind::Asking).await;
        player.answer_with(0, Answer::try_from(text.as_bytes()).unwrap()).await;
        answered.insert(0, text);
        for watcher in [&mut host, &mut screen] {
            until_texts(watcher, &answered, &[]).await;
        }
    }
    let pick = |seen| HostFrame::MarkText { text: "one".into(), mark: Mark::Picked, seen };
    host.wish(pick).await;
    for watcher in [&mut host, &mut screen] {
        until_texts(watcher, &["two", "one"], &["one"]).await;
    }

    nodes.kill(driver);
    nodes.driver_after(hosted.game, epoch).await;
    let mut late = Client::screen(nodes.node(stays), &hosted).await;
    until_texts(&mut late, &["two", "one"], &["one"]).await;
    players[2].stage(Kind::Asking).await;
    players[2].answer_with(0, Answer::try_from(&b"three"[..]).unwrap()).await;
    for watcher in [&mut host, &mut late] {
        until_texts(watcher, &["three", "two", "one"], &["one"]).await;
    }
}
