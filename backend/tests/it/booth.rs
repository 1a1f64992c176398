//! The booth: which game a big screen follows.

use quizrain_shared::api::{Booth, SetBooth};
use quizrain_shared::ids::Pin;
use quizrain_shared::phase::{Kind, Move};
use serde_json::json;

use crate::common::client::Client;
use crate::common::nodes::Nodes;
use crate::common::on::On;
use crate::common::server::{DEADLINE, HostRight, Server};

fn show(server: &Server, hosted: &HostRight) {
    let body = serde_json::to_value(SetBooth { pin: hosted.pin }).unwrap();
    let (status, text) = server.put("/api/booth", &server.host_key(), &body);
    assert_eq!(status, 200, "{text}");
}

/// What anybody hears.
fn shown(server: &Server) -> Option<Pin> {
    server.get_json::<Booth>("/api/booth", "").pin
}

#[tokio::test]
async fn the_booth_shows_a_game_until_it_is_over_or_another_takes_its_place() {
    let server = Server::start();
    assert_eq!(shown(&server), None);
    let (first, second) =
        (server.create_game("How computers count"), server.create_game("How computers count"));
    show(&server, &first);
    assert_eq!(shown(&server), Some(first.pin));
    show(&server, &second);
    assert_eq!(shown(&server), Some(second.pin));

    // The end of another game changes nothing.
    for (hosted, left) in [(&first, Some(second.pin)), (&second, None)] {
        let mut host = Client::host(&server, hosted).await;
        host.make(Move::End).await;
        host.stage(Kind::Ended).await;
        let since = std::time::Instant::now();
        while shown(&server) != left {
            assert!(since.elapsed() < DEADLINE, "the booth shows {:?}", shown(&server));
            tokio::task::yield_now().await;
        }
    }
    assert_eq!(server.get("/booth", "").0, server.get("/", "").0);
}

#[tokio::test]
async fn every_server_shows_the_same_booth_also_after_a_restart() {
    let mut nodes = Nodes::start(On::Sqlite, 2, &[]).await;
    let hosted = nodes.node(0).create_game("How computers count");
    let right = nodes.node(1).host_key();
    let (status, text) = nodes.node(1).put("/api/booth", &right, &json!({ "pin": hosted.pin }));
    assert_eq!(status, 200, "{text}");
    let everywhere = async |nodes: &Nodes, expected: Option<Pin>| {
        let since = std::time::Instant::now();
        while [0, 1].iter().any(|number| shown(nodes.node(*number)) != expected) {
            assert!(since.elapsed() < DEADLINE, "one of them shows something else");
            tokio::task::yield_now().await;
        }
    };
    everywhere(&nodes, Some(hosted.pin)).await;
    nodes.kill(1);
    nodes.restart(1);
    everywhere(&nodes, Some(hosted.pin)).await;
    let mut host = Client::host(nodes.node(0), &hosted).await;
    host.make(Move::End).await;
    everywhere(&nodes, None).await;
}

#[tokio::test]
async fn only_a_host_decides_and_only_live_games_are_shown() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    let good = json!({ "pin": hosted.pin });
    let key = server.host_key();
    let other = if hosted.pin.number() == 100_000 { 100_001 } else { 100_000 };
    for (key, body, status) in [
        ("", good.clone(), 401),
        ("00000000000000000000000000000000", good, 403),
        (&key, json!({}), 400),
        (&key, json!({ "pin": 12 }), 400),
        (&key, json!({ "pin": hosted.pin.to_string() }), 400),
        (&key, json!({ "pin": other }), 409),
    ] {
        let (found, text) = server.put("/api/booth", key, &body);
        assert_eq!(found, status, "{body}: {text}");
        assert!(text.contains("error"), "{text}");
    }
    assert_eq!(shown(&server), None);
}
