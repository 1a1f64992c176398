//! Everything that is kept of somebody, in one file, for whoever shows that they are it.

use quizrain_shared::api::{Balance, GameReceipt, OwnData};
use quizrain_shared::identity::Identity;
use serde_json::Value;

use crate::common::client::token;
use crate::common::on::{On, on_both};
use crate::common::server::Server;
use crate::erasures::{made, played, quizzes};
use crate::history::end;
use crate::identity::{ANNA, Signer};

on_both!(everything_that_is_kept_is_in_one_file, logs_of_an_earlier_version_are_found_too);

async fn everything_that_is_kept_is_in_one_file(on: On) {
    let (signer, folder) = (Signer::new(), quizzes());
    let args = ["--quizzes", folder.path().to_str().unwrap()];
    let server = Server::start_on_with_env(on, &args, &signer.env());
    signer.sign_in(&server, 1, ANNA);
    signer.sign_in(&server, 4, ANNA);
    let hosted = made(&server, Identity::Open);
    let mut host = played(&server, &hosted).await;
    end(&mut host, &server).await;

    let (status, headers, text) = server.get_all("/api/me", &token(4).reveal());
    assert_eq!(status, 200, "{text}");
    assert_eq!(headers["content-disposition"], "attachment; filename=\"quizrain-my-data.json\"");
    let data: OwnData = serde_json::from_str(&text).unwrap();
    assert_eq!(data.identity.unwrap().subject, ANNA);
    assert_eq!((data.browsers.len(), data.payouts.len()), (2, 0));
    let balance: Balance = server.get_json("/api/balance", &token(1).reveal());
    assert_eq!(data.balance, balance);
    let path = format!("/api/games/{}/receipt", hosted.game);
    let receipt: GameReceipt = server.get_json(&path, &token(1).reveal());
    assert_eq!(receipt.nickname, "Anna");
    let alone = GameReceipt { packets: Vec::new(), ..receipt };
    assert_eq!(data.games, [alone]);
    assert!(text.contains("Annaville") && text.contains("was ill"), "{text}");
    assert!(!text.contains("Ben") && !text.contains("Cid"), "nobody else is in it: {text}");

    // Whoever never signed in has what their browser did, and a stranger nothing.
    let cid: OwnData = server.get_json("/api/me", &token(3).reveal());
    assert_eq!((cid.identity, cid.browsers.len()), (None, 0));
    assert_eq!(cid.games.iter().map(|game| game.nickname.as_str()).collect::<Vec<_>>(), ["Cid"]);
    let nobody: OwnData = server.get_json("/api/me", &token(99).reveal());
    assert!(nobody.games.is_empty() && nobody.balance.packets.is_empty());
    assert_eq!(server.get("/api/me", "").0, 401);
    let said: Value = serde_json::from_str(&server.get("/api/me", "nonsense").1).unwrap();
    assert!(said["error"].is_string(), "{said}");
}

async fn logs_of_an_earlier_version_are_found_too(on: On) {
    const SEATS: &str = "SELECT COUNT(*) FROM seats";
    let folder = quizzes();
    let args = ["--quizzes", folder.path().to_str().unwrap()];
    let mut server = Server::start_on(on, &args);
    let hosted = made(&server, Identity::Open);
    let mut host = played(&server, &hosted).await;
    server.ledger_says(SEATS, "3").await;
    // As one leaves it that writes the log of a game on while another is brought up to date.
    server.tamper("DELETE FROM seats");
    end(&mut host, &server).await;
    assert_eq!(server.ledger(SEATS), ["3"]);
    let all = "SELECT account, game FROM seats ORDER BY account";
    let seats = server.ledger(all);
    let file = |server: &Server| -> OwnData { server.get_json("/api/me", &token(3).reveal()) };
    let before = file(&server).games;
    assert_eq!(before.len(), 1);
    // As one leaves it that wrote the whole log.
    assert!(server.stop().success());
    server.tamper("DELETE FROM seats");
    server.restart();
    assert_eq!(server.ledger(all), seats);
    assert_eq!(file(&server).games, before);
}
