use quizrain_shared::api::{GameNow, NotDone};
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::question::ChoiceSet;
use quizrain_shared::wire::{PlayerFrame, PlayerList, Refusal};
use serde_json::{Value, json};

use crate::common::client::Client;
use crate::common::nodes::Nodes;
use crate::common::on::{On, on_both};
use crate::common::plan;
use crate::common::server::{HostRight, Server};

on_both!(a_game_is_driven_over_plain_http);

fn desk(server: &Server, hosted: &HostRight, act: &str, body: &Value) -> (u16, String) {
    let path = format!("/api/games/{}/desk/{act}", hosted.game);
    server.post(&path, &hosted.token.reveal(), body)
}

/// The answer to something that is done.
fn done(server: &Server, hosted: &HostRight, act: &str, body: &Value) -> GameNow {
    let (status, text) = desk(server, hosted, act, body);
    assert_eq!(status, 200, "{act}: {text}");
    serde_json::from_str(&text).unwrap()
}

/// The refusal of something that is not.
fn refused(server: &Server, hosted: &HostRight, act: &str, body: &Value) -> NotDone {
    let (status, text) = desk(server, hosted, act, body);
    assert_eq!(status, 409, "{act}: {text}");
    serde_json::from_str(&text).unwrap()
}

fn now(server: &Server, hosted: &HostRight) -> GameNow {
    server.get_json(&format!("/api/games/{}", hosted.game), &hosted.token.reveal())
}

/// Asks until the game stands there.
async fn until(server: &Server, hosted: &HostRight, kind: Kind) -> GameNow {
    loop {
        let now = now(server, hosted);
        if now.stage.phase.kind == kind {
            return now;
        }
        tokio::task::yield_now().await;
    }
}

async fn a_game_is_driven_over_plain_http(on: On) {
    let nodes = Nodes::start(on, 2, &[]).await;
    let [here, there] = [0, 1].map(|number| nodes.node(number));
    let hosted = here.create_game("How computers count");
    let mut player = Client::seated(there, &hosted, 1, "Mei").await;
    let lobby = until(here, &hosted, Kind::Lobby).await;
    assert_eq!(lobby.moves, [Move::Ask, Move::End]);
    let seen = lobby.stage.at.seq;

    let asking = done(here, &hosted, "move", &json!({ "mv": "Ask", "seen": seen }));
    assert_eq!((asking.stage.phase.kind, asking.stage.at.seq), (Kind::Asking, seen + 1));
    // The same again, and at the other server, moves nothing.
    for server in [here, there] {
        let again = refused(server, &hosted, "move", &json!({ "mv": "Ask", "seen": seen }));
        assert_eq!(again.refusal, Refusal::Stale);
        assert_eq!(again.now.unwrap().stage.at.seq, seen + 1);
    }
    let shown = player.stage(Kind::Asking).await;
    assert_eq!(shown, asking.stage);
    let never = refused(here, &hosted, "move", &json!({ "mv": "ShowPodium", "seen": seen + 1 }));
    assert_eq!(never.refusal, Refusal::NotNow);

    let more = done(there, &hosted, "add-time", &json!({ "seconds": 30, "seen": seen + 1 }));
    assert_eq!(more.stage.closes_ms, asking.stage.closes_ms + 30_000);
    let answer = ChoiceSet::one(0).into();
    player.send(&PlayerFrame::Answer { round: 0, answer }).await;
    let revealed = until(here, &hosted, Kind::Revealed).await;
    assert_eq!((revealed.answered, revealed.lobby.players), (1, 1));

    let path = format!("/api/games/{}/players?search=me", hosted.game);
    let list: PlayerList = here.get_json(&path, &hosted.token.reveal());
    assert_eq!((list.found, list.rows[0].seat.nickname.as_str()), (1, "Mei"));
    let seat = list.rows[0].seat.number;
    done(here, &hosted, "rename", &json!({ "seat": seat, "nickname": "Lei" }));
    let list: PlayerList =
        there.get_json(&format!("/api/games/{}/players", hosted.game), &hosted.token.reveal());
    assert_eq!(list.rows[0].seat.nickname, "Lei");

    let seen = now(here, &hosted).stage.at.seq;
    let rain =
        done(here, &hosted, "open-rain", &json!({ "plan": plan("points", 100, 10), "seen": seen }));
    assert_eq!(rain.stage.phase.kind, Kind::Rain);
    assert_eq!(rain.moves, [Move::CloseRain]);
    let over =
        done(here, &hosted, "move", &json!({ "mv": "CloseRain", "seen": rain.stage.at.seq }));
    assert_eq!(over.stage.phase.kind, Kind::RainDone);
    let ended = done(here, &hosted, "move", &json!({ "mv": "End", "seen": over.stage.at.seq }));
    assert_eq!((ended.stage.phase.kind, ended.moves), (Kind::Ended, Vec::new()));
    player.stage(Kind::Ended).await;
    let late = refused(here, &hosted, "move", &json!({ "mv": "Ask", "seen": ended.stage.at.seq }));
    assert_eq!(late.refusal, Refusal::GameEnded);
}

#[tokio::test]
async fn who_may_not_drive_is_refused_before_anything_happens() {
    let server = Server::start();
    let (hosted, other) =
        (server.create_game("How computers count"), server.create_game("How computers count"));
    let before = now(&server, &hosted);
    let path = format!("/api/games/{}", hosted.game);
    let ask = json!({ "mv": "Ask", "seen": before.stage.at.seq });
    let act = format!("{path}/desk/move");
    for (token, status) in [(String::new(), 401), (other.token.reveal(), 403)] {
        assert_eq!(server.post(&act, &token, &ask).0, status);
        assert_eq!(server.get(&path, &token).0, status);
        assert_eq!(server.get(&format!("{path}/players"), &token).0, status);
    }
    let viewer: Value = server.post_json(&format!("{path}/crew"), &json!({ "right": "viewer" }));
    let code = viewer["url"].as_str().unwrap().rsplit('=').next().unwrap();
    let watching = "0a".repeat(16);
    let join = json!({ "code": code, "token": watching });
    assert_eq!(server.post(&format!("{path}/crew/join"), "", &join).0, 200);
    assert_eq!(server.get(&path, &watching).0, 200);
    assert_eq!(server.get(&format!("{path}/players"), &watching).0, 200);
    assert_eq!(server.post(&act, &watching, &ask).0, 403);
    for (act, body, status) in [
        ("move", json!({ "mv": "Ask" }), 400),
        ("move", json!([1]), 400),
        ("jump", json!({}), 400),
        ("Move", ask.clone(), 404),
        ("list-players", json!({ "search": "", "skip": 0 }), 404),
        ("hello", json!({ "game": hosted.game, "token": watching }), 404),
        ("move", json!({ "mv": "Reveal", "seen": before.stage.at.seq }), 409),
        ("open-rain", json!({ "plan": plan("points", 0, 10), "seen": before.stage.at.seq }), 409),
        ("rename", json!({ "seat": 7, "nickname": "x" }), 409),
    ] {
        assert_eq!(desk(&server, &hosted, act, &body).0, status, "{act}");
    }
    assert_eq!(now(&server, &hosted), before);
    for (path, status) in [("/api/games/0000000000000001", 404), ("/api/games/x", 404)] {
        assert_eq!(server.get(path, &server.host_key()).0, status, "{path}");
    }
}
