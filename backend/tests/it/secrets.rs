//! No secret is in what a server logs, however much that is.

use quizrain_shared::api::{CrewLink, CrewRight, MadeKey, Scope};
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::rain::RainPlan;
use serde_json::json;

use crate::common::client::{Client, token};
use crate::common::plan;
use crate::common::receiver::{Manners, Receiving, SECRET};
use crate::common::server::{Server, run};

/// Of a player, like no other number in the log.
const ANNA: u64 = 0x6e17_a9c3_5bd2_f048;

/// The log tells of everything, and of no secret.
fn has_no_secret(log: &str, secrets: &[(&str, String)]) {
    // It is searched for what libraries write as well.
    for of in ["game made", " TRACE ", " DEBUG ", "hyper", "sqlx"] {
        assert!(log.contains(of), "the log has no {of}");
    }
    let text = log.to_lowercase();
    for (what, secret) in secrets {
        assert!(secret.len() >= 16, "{what}: {secret}");
        let at = text.find(&secret.to_lowercase());
        let line = at.map(|at| text[..at].lines().count());
        let line = line.and_then(|number| log.lines().nth(number.saturating_sub(1)));
        assert_eq!(line, None, "{what} is in the log");
    }
}

#[tokio::test]
async fn a_whole_game_leaves_no_secret_in_the_log() {
    let receiving = Receiving::start(Manners::default());
    let args = ["--payout-url", &receiving.url, "--payout-allow-private", "--log", "trace"];
    let variable = ("QUIZRAIN_PAYOUT_SECRET", SECRET);
    let mut server = Server::start_with_env(&args, &[variable]);
    let hosted = server.create_game("How computers count");
    let scopes = [Scope::GamesRun, Scope::QuizzesRead];
    let key: MadeKey = server.post_json("/api/keys", &json!({ "name": "Robot", "scopes": scopes }));
    assert_eq!(server.get("/api/games", &key.key).0, 200);
    let path = |rest: &str| format!("/api/games/{}/{rest}", hosted.game);
    let body = json!({ "right": CrewRight::Viewer });
    let (_, link) = server.post(&path("crew"), &hosted.token.reveal(), &body);
    let link: CrewLink = serde_json::from_str(&link).unwrap();
    let code = link.url.split_once("#code=").unwrap().1;
    let viewer = token(ANNA ^ 1);
    let body = json!({ "code": code, "token": viewer.reveal() });
    assert_eq!(server.post(&path("crew/join"), "", &body).0, 200);

    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, ANNA, "Anna").await;
    host.make(Move::Ask).await;
    anna.stage(Kind::Asking).await;
    anna.answer(0, 1).await;
    host.stage(Kind::Revealed).await;
    assert!(run(server.dir(), &["deposit", "5.00", "CNY"]).status.success());
    host.open_rain(RainPlan { seconds: 5, ..plan("CNY", 30, 3) }).await;
    anna.tap().await.unwrap();
    anna.credited().await;
    assert_eq!(server.get("/api/balance", &token(ANNA).reveal()).0, 200);
    host.stage(Kind::RainDone).await;
    server.ledger_says("SELECT COUNT(*) FROM payouts WHERE state = 'confirmed'", "1").await;
    host.make(Move::End).await;
    host.stage(Kind::Ended).await;

    let mut secrets = vec![
        ("the host key", server.host_key()),
        ("the host's token", hosted.token.reveal()),
        ("a player's token", token(ANNA).reveal()),
        ("a viewer's token", viewer.reveal()),
        ("the code of a link", code.to_owned()),
        ("a program's key", key.key),
        ("the payouts' secret", SECRET.to_owned()),
    ];
    for (what, sql) in [
        ("a game's secret", "SELECT secret FROM games"),
        ("a rain's receipt key", "SELECT receipt_key FROM rains"),
    ] {
        secrets.push((what, server.ledger(sql).concat()));
    }
    assert!(server.stop().success());
    has_no_secret(&server.log(), &secrets);
}
