//! Hellos: what is no hello, whom a game lets in, and whom no longer.

use std::collections::BTreeSet;

use quizrain_shared::ids::GameId;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::wire::{Encoding, HostFrame, PlayerFrame, Refusal, ScreenFrame, ServerFrame};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::common::client::{Client, token};
use crate::common::contribution;
use crate::common::locked;
use crate::common::nodes::Nodes;
use crate::common::on::On;
use crate::common::server::{HostRight, Server};

#[tokio::test]
async fn a_first_frame_that_is_no_hello_is_called_malformed_before_the_socket_closes() {
    let server = Server::start();
    let join = Encoding::Json.encode(&PlayerFrame::Join {
        avatar: None,
        field: None,
        nickname: "Anna".into(),
        entropy: contribution("Anna"),
        team: None,
    });
    let lock = Encoding::Json.encode(&HostFrame::Configure { settings: locked(true) });
    let text = |bytes: Vec<u8>| Message::text(String::from_utf8(bytes).unwrap());
    for (path, message) in [
        ("/ws/player", Message::text("{}")),
        ("/ws/player", Message::binary(vec![0])),
        ("/ws/player", text(join)),
        ("/ws/host", Message::text("nonsense")),
        ("/ws/host", text(lock)),
        ("/ws/screen", Message::text(r#"{"Hello":{"pin":1}}"#)),
    ] {
        let mut client = Client::open(&server, path, Encoding::Json).await;
        client.send_raw(message.clone()).await;
        let heard = client.next().await;
        assert_eq!(heard, Ok(ServerFrame::Refused(Refusal::Malformed)), "{path} {message:?}");
        assert_eq!(client.closed().await, 1008, "{path} {message:?}");
    }
}

#[tokio::test]
async fn a_game_that_is_not_there_is_the_same_to_everybody() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    let hello = HostFrame::Hello { game: GameId([0; 8]), token: hosted.token };
    let mut host = Client::open(&server, "/ws/host", Encoding::Json).await;
    host.send(&hello).await;
    assert_eq!(host.refusal().await, Refusal::UnknownPin);
    assert_eq!(host.closed().await, 4004);
    let pin = hosted.pin.number();
    let pin = if pin == 100_000 { 100_001 } else { 100_000 }.try_into().unwrap();
    let mut player = Client::open(&server, "/ws/player", Encoding::Json).await;
    player.send(&PlayerFrame::Hello { pin, token: token(1) }).await;
    let mut screen = Client::open(&server, "/ws/screen", Encoding::Json).await;
    screen.send(&ScreenFrame::Hello { pin }).await;
    for client in [&mut player, &mut screen] {
        assert_eq!(client.refusal().await, Refusal::UnknownPin);
        assert_eq!(client.closed().await, 4004);
    }
}

/// Renews the host's right; the new one.
fn renew(server: &Server, hosted: &HostRight, key: &str) -> HostRight {
    let path = format!("/api/games/{}/token", hosted.game);
    let (status, text) = server.post(&path, key, &json!({}));
    assert_eq!(status, 200, "{text}");
    let renewed: HostRight = serde_json::from_str(&text).unwrap();
    assert_eq!((renewed.game, renewed.pin), (hosted.game, hosted.pin));
    renewed
}

#[tokio::test]
async fn whoever_loses_the_right_to_host_hears_nothing_more() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    let mut old = Client::host(&server, &hosted).await;
    let mut screen = Client::screen(&server, &hosted).await;
    let hosted = renew(&server, &hosted, &server.host_key());
    // Without a word from that host.
    assert_eq!(old.closed().await, 4003);
    let mut new = Client::host(&server, &hosted).await;
    new.make(Move::Ask).await;
    for client in [&mut new, &mut screen] {
        client.stage(Kind::Asking).await;
    }
    // Renewed once more: the one before goes, also while a question is open.
    let hosted = renew(&server, &hosted, &server.host_key());
    assert_eq!(new.closed().await, 4003);
    let mut newest = Client::host(&server, &hosted).await;
    newest.make(Move::Close).await;
    newest.stage(Kind::Revealed).await;
}

#[tokio::test]
async fn whoever_loses_the_right_to_host_hears_nothing_more_from_another_server_either() {
    let nodes = Nodes::start(On::Sqlite, 2, &[]).await;
    nodes.until_all_know().await;
    let hosted = nodes.node(0).create_game("How computers count");
    let mut old = Client::host(nodes.node(1), &hosted).await;
    let hosted = renew(nodes.node(0), &hosted, &nodes.node(0).host_key());
    assert_eq!(old.closed().await, 4003);
    let mut new = Client::host(nodes.node(1), &hosted).await;
    new.make(Move::Ask).await;
    new.stage(Kind::Asking).await;
}

#[tokio::test]
async fn a_server_that_did_not_listen_finds_the_host_who_lost_the_right() {
    let nodes = Nodes::start(On::Sqlite, 1, &[]).await;
    let hosted = nodes.node(0).create_game("How computers count");
    let mut old = Client::host(nodes.node(0), &hosted).await;
    // It listens anew half a second later: what is told meanwhile is lost.
    let kill = &["KILL", "TYPE", "pubsub"];
    let con = &mut nodes.connection().await;
    redis::cmd("CLIENT").arg(kill).exec_async(con).await.unwrap();
    renew(nodes.node(0), &hosted, &nodes.node(0).host_key());
    assert_eq!(old.closed().await, 4003);
}

#[tokio::test]
async fn pins_are_numbers_everywhere() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    let key = server.host_key();
    let games: serde_json::Value = server.get_json("/api/games", &key);
    assert_eq!(games[0]["pin"], json!(hosted.pin.number()));
    let shown = server.put("/api/booth", &key, &json!({ "pin": hosted.pin.number() }));
    assert_eq!(shown, (200, json!({ "pin": hosted.pin.number() }).to_string()));
    let booth: serde_json::Value = server.get_json("/api/booth", "");
    assert_eq!(booth["pin"], json!(hosted.pin.number()));
    let text = server.put("/api/booth", &key, &json!({ "pin": hosted.pin.to_string() }));
    assert_eq!(text.0, 400, "{}", text.1);
    let kinds: BTreeSet<bool> = [&games[0]["pin"], &booth["pin"]].map(|pin| pin.is_u64()).into();
    assert_eq!(kinds, BTreeSet::from([true]));
}
