//! Results for whoever has a link: as much as the host lets it show, and as long.

use quizrain_shared::api::{PublicResults, ResultsLink};
use quizrain_shared::ids::GameId;
use serde_json::json;

use super::{TRUTH, ask_all, path, results};
use crate::common::client::{Client, token};
use crate::common::server::{HostRight, Server};
use crate::kinds::with_quiz;
use crate::receipts::end;

fn share(server: &Server, hosted: &HostRight, names: bool) -> String {
    let body = json!({ "names": names });
    let (status, text) = server.put(&path(hosted.game, "/link"), &hosted.token.reveal(), &body);
    assert_eq!(status, 200, "{text}");
    let link: ResultsLink = serde_json::from_str(&text).unwrap();
    let (page, code) = link.url.split_once("#code=").unwrap();
    assert!(page.ends_with(&format!("/results/{}", hosted.game)), "{page}");
    code.to_owned()
}

#[tokio::test]
async fn a_link_shows_what_its_host_lets_it_show() {
    let (_folder, server, hosted) = with_quiz(TRUTH);
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    ask_all(&mut host, &mut [&mut anna], 1).await;
    let (own, public) = (hosted.token.reveal(), path(hosted.game, "/public"));
    let link = path(hosted.game, "/link");
    assert_eq!(server.put(&link, &own, &json!({ "names": true })).0, 409, "it is not over");
    end(&mut host, &server).await;
    let closed = server.get(&public, &token(7).reveal());
    assert_eq!(closed.0, 404);

    let code = share(&server, &hosted, false);
    let shown: PublicResults = server.get_json(&public, &code);
    let told = results(&server, &hosted);
    assert_eq!((shown.podium.len(), &shown.podium[0].nickname), (1, &None));
    assert_eq!(shown.podium[0].score, told.summary.top[0].score);
    assert_eq!((&shown.questions, shown.players), (&told.questions, 1));
    let text = server.get(&public, &code).1;
    assert!(!text.contains("Anna") && !text.contains(&hosted.game.to_string()), "{text}");
    assert!(!told.shared.unwrap().names);
    // A code opens nothing else, and nothing else opens this.
    assert_eq!(server.get(&path(hosted.game, ""), &code).0, 403);
    assert_eq!(server.get(&path(GameId([0xfe; 8]), "/public"), &code), closed);
    assert_eq!(server.get(&public, &token(8).reveal()), closed);
    assert_eq!(server.get(&public, &own), closed);
    assert_eq!(server.get(&public, "").0, 401);

    // Another link ends the one before it, and may say names.
    let named = share(&server, &hosted, true);
    assert_eq!(server.get(&public, &code), closed);
    let shown: PublicResults = server.get_json(&public, &named);
    assert_eq!(shown.podium[0].nickname.as_deref(), Some("Anna"));
    assert_eq!(server.delete(&link, &token(8).reveal()).0, 403);
    assert_eq!(server.delete(&link, &own).0, 200);
    assert_eq!(server.get(&public, &named), closed);
    assert_eq!(results(&server, &hosted).shared, None);
    // The registry has no code that opens anything.
    share(&server, &hosted, true);
    let hash = server.ledger("SELECT hash FROM result_links").remove(0);
    assert_eq!(server.get(&public, &hash[..32]), closed);
}

#[tokio::test]
async fn whoever_may_watch_sees_results_and_shares_none() {
    let (_folder, server, hosted) = with_quiz(TRUTH);
    let mut host = Client::host(&server, &hosted).await;
    let body = json!({ "right": "viewer" });
    let crew = format!("/api/games/{}/crew", hosted.game);
    let (_, made) = server.post(&crew, &hosted.token.reveal(), &body);
    let made: serde_json::Value = serde_json::from_str(&made).unwrap();
    let code = made["url"].as_str().unwrap().split_once("#code=").unwrap().1.to_owned();
    let viewer = token(5).reveal();
    let body = json!({ "code": code, "token": viewer });
    assert_eq!(server.post(&format!("{crew}/join"), "", &body).0, 200);
    end(&mut host, &server).await;
    assert_eq!(server.get(&path(hosted.game, ""), &viewer).0, 200);
    let shared = server.put(&path(hosted.game, "/link"), &viewer, &json!({ "names": true }));
    assert_eq!(shared.0, 403, "{shared:?}");
    assert_eq!(server.delete(&path(hosted.game, "/link"), &viewer).0, 403);
}
