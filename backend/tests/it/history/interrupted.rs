//! Servers that are killed while a log is written: it becomes whole, and nothing stands there twice.

use quizrain_shared::phase::{Kind, Move};

use super::{end, is_equal, quizzes, round, seats, serve, text};
use crate::common::client::Client;
use crate::common::nodes::Nodes;
use crate::common::on::{On, on_both};
use crate::common::server::run;

on_both!(
    a_server_that_is_killed_before_it_wrote_writes_it_later,
    another_node_writes_what_the_killed_driver_did_not,
);

const OUTCOMES: &str = "SELECT COUNT(*) FROM game_log WHERE what = 'outcomes'";

async fn a_server_that_is_killed_before_it_wrote_writes_it_later(on: On) {
    let (_folder, mut server) = serve(on);
    let hosted = server.create_game("Test");
    let (mut host, mut players) = seats(&server, &hosted).await;
    round(&mut host, &mut players, 0).await;
    // It writes a second after something happened.
    server.kill();
    assert_eq!(server.ledger(OUTCOMES), ["0"], "killed too late");
    for point in ["history.before_begin", "history.before_commit", "history.after_commit"] {
        server.restart_failing(&format!("{point}=1*return(crash)"));
        assert_eq!(server.ended().await, Some(9), "{point}: {}", server.log());
        let written = if point == "history.after_commit" { "1" } else { "0" };
        assert_eq!(server.ledger(OUTCOMES), [written], "{point}");
    }
    server.restart_with("history.before_commit=3*return(error)");
    let mut host = Client::host(&server, &hosted).await;
    let mut players = Vec::new();
    for number in 1..=4 {
        let mut player = Client::player(&server, &hosted, number).await;
        player.welcome().await;
        players.push(player);
    }
    round(&mut host, &mut players, 1).await;
    round(&mut host, &mut players, 2).await;
    host.make(Move::ShowPodium).await;
    host.stage(Kind::Podium).await;
    end(&mut host, &server).await;
    assert_eq!(server.ledger(OUTCOMES), ["2"]);
    assert!(is_equal(&server, hosted.game).contains("players: 4, rounds: 2"));
}

async fn another_node_writes_what_the_killed_driver_did_not(on: On) {
    let folder = quizzes();
    let options = ["--quizzes", folder.path().to_str().unwrap()];
    let mut nodes = Nodes::start(on, 1, &options).await;
    let hosted = nodes.node(0).create_game("Test");
    let (driver, epoch) = nodes.driver(hosted.game).await;
    assert_eq!(driver, 0);
    nodes.add(&options);
    let (mut host, mut players) = seats(nodes.node(1), &hosted).await;
    round(&mut host, &mut players, 0).await;
    nodes.kill(0);
    assert_eq!(nodes.ledger(OUTCOMES), ["0"], "killed too late");
    nodes.driver_after(hosted.game, epoch).await;
    nodes.ledger_says(OUTCOMES, "1").await;
    // Both write from here on, also the end of it.
    nodes.restart(0);
    round(&mut host, &mut players, 1).await;
    round(&mut host, &mut players, 2).await;
    host.make(Move::End).await;
    host.stage(Kind::Ended).await;
    nodes.ledger_says("SELECT COUNT(*) FROM game_log WHERE what = 'finished'", "1").await;
    nodes.ledger_says(OUTCOMES, "2").await;
    let (game, url) = (hosted.game.to_string(), nodes.database_url());
    let output = run(nodes.node(1).dir(), &["replay", &game, "--database-url", url.as_str()]);
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    nodes.ledger_says("SELECT COUNT(*) - MAX(number) FROM game_log", "0").await;
}
