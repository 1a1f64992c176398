//! The booth: which game a big screen follows.

use quizrain_shared::phase::{Kind, Move};
use serde_json::json;

use crate::common::client::Client;
use crate::common::server::{DEADLINE, Hosted, Server};

/// The status and the text of the answer to a PUT.
fn put(server: &Server, key: Option<&str>, body: &str) -> (u16, String) {
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let mut request = agent
        .put(format!("http://{}/api/booth", server.address))
        .header("Content-Type", "application/json");
    if let Some(key) = key {
        request = request.header("Authorization", format!("Bearer {key}"));
    }
    let mut answer = request.send(body).unwrap();
    (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
}

fn show(server: &Server, hosted: &Hosted) {
    let body = json!({ "pin": hosted.pin.to_string() }).to_string();
    let (status, text) = put(server, Some(&server.host_key()), &body);
    assert_eq!(status, 200, "{text}");
}

/// What anybody hears.
fn shown(server: &Server) -> serde_json::Value {
    server.get_json("/api/booth", "")["pin"].clone()
}

#[tokio::test]
async fn the_booth_shows_a_game_until_it_is_over_or_another_takes_its_place() {
    let server = Server::start();
    assert_eq!(shown(&server), json!(null));
    let (first, second) =
        (server.create_game("How computers count"), server.create_game("How computers count"));
    show(&server, &first);
    assert_eq!(shown(&server), json!(first.pin.to_string()));
    show(&server, &second);
    assert_eq!(shown(&server), json!(second.pin.to_string()));

    // The end of another game changes nothing.
    for (hosted, left) in [(&first, json!(second.pin.to_string())), (&second, json!(null))] {
        let mut host = Client::host(&server, hosted).await;
        host.make(Move::End).await;
        host.stage(Kind::Ended).await;
        let since = std::time::Instant::now();
        while shown(&server) != left {
            assert!(since.elapsed() < DEADLINE, "the booth shows {}", shown(&server));
            tokio::task::yield_now().await;
        }
    }
    assert_eq!(server.get("/booth", "").0, server.get("/", "").0);
}

#[tokio::test]
async fn only_a_host_decides_and_only_live_games_are_shown() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    let good = json!({ "pin": hosted.pin.to_string() }).to_string();
    let key = server.host_key();
    let other = if hosted.pin.number() == 100_000 { "100001" } else { "100000" };
    let unknown = json!({ "pin": other }).to_string();
    for (key, body, status) in [
        (None, good.as_str(), 401),
        (Some("00000000000000000000000000000000"), good.as_str(), 403),
        (Some(key.as_str()), "{}", 400),
        (Some(key.as_str()), r#"{"pin":"12"}"#, 400),
        (Some(key.as_str()), unknown.as_str(), 409),
    ] {
        let (found, text) = put(&server, key, body);
        assert_eq!(found, status, "{body}: {text}");
        assert!(text.contains("error"), "{text}");
    }
    assert_eq!(shown(&server), json!(null));
}
