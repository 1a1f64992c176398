//! A game that is over is over in the registry as well, and at every node.

use std::time::Instant;

use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::wire::{Refusal, ServerFrame};

use super::QUIZ;
use crate::common::client::Client;
use crate::common::nodes::Nodes;
use crate::common::on::On;
use crate::common::server::{DEADLINE, Server};

const LIVE: &str = "SELECT COUNT(*) FROM games WHERE ended_ms IS NULL";

#[tokio::test]
async fn a_registry_that_failed_hears_later_that_a_game_is_over() {
    // For whoever ends it, and for its driver.
    let fails = [("FAILPOINTS", "game.before_end=3*return(error)")];
    let server = Server::start_with_env(&[], &fails);
    let hosted = server.create_game(QUIZ);
    let mut host = Client::host(&server, &hosted).await;
    host.make(Move::End).await;
    host.stage(Kind::Ended).await;
    server.ledger_says(LIVE, "0").await;
}

#[tokio::test]
async fn no_node_lets_anybody_into_a_game_that_is_over() {
    let nodes = Nodes::start(On::Sqlite, 2, &[]).await;
    let hosted = nodes.node(0).create_game(QUIZ);
    let mut anna = Client::seated(nodes.node(1), &hosted, 1, "Anna").await;
    let mut host = Client::host(nodes.node(0), &hosted).await;
    host.make(Move::End).await;
    anna.stage(Kind::Ended).await;
    let since = Instant::now();
    loop {
        let mut late = Client::player(nodes.node(1), &hosted, 2).await;
        match late.next().await.unwrap() {
            ServerFrame::Refused(why) => {
                assert_eq!(why, Refusal::GameEnded);
                break;
            }
            frame => assert!(since.elapsed() < DEADLINE, "{frame:?}"),
        }
    }
}
