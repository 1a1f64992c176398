//! A person is erased: from everything but the ledger, at every server, whatever is cut short, and also from a backup.

use std::fs;

use quizrain_shared::api::{
    Balance, CreateGame, ErasedPerson, GameReceipt, HostRight, PlayerResult, ResultPackets,
    SignInRefusal,
};
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::GameId;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::question::{Answer, ChoiceSet};
use quizrain_shared::wire::{Ban, HostFrame, ServerFrame};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::actions;
use crate::audit::audit;
use crate::common::client::{Client, token};
use crate::common::nodes::Nodes;
use crate::common::on::{On, on_both};
use crate::common::plan;
use crate::common::server::{Server, run};
use crate::guests;
use crate::history::{end, is_equal};
use crate::identity::{ANNA, Signer};

const QUIZ: &str = r#"
title = "Test"
language = "en"

[scoring]
wrong_percent = 25
streak_bonus = true

[[question]]
text = "One?"
choices = ["a", "b", "c"]
correct = [1]

[[question]]
text = "Capital of France?"
kind = "typed"
accepted = ["Paris", "Lutetia"]

[[question]]
text = "Capital of Japan?"
kind = "typed"
accepted = ["Tokyo"]

[[question]]
text = "How are you?"
kind = "open_text"
"#;

const BEN: &str = "personnel-4712";

/// What Anna, Ben and Cid answer. Anna's second one is right, and spelt as nobody else does; her others are hers alone.
fn answers(round: u16) -> [Answer; 3] {
    let text = |text: &str| Answer::try_from(text.as_bytes()).unwrap();
    match round {
        0 => [ChoiceSet(1).into(), ChoiceSet(2).into(), ChoiceSet(1).into()],
        1 => [text("LUTÉTIA"), text("Paris"), text("London")],
        2 => [text("Annaville"), text("Kyoto"), text("Kyoto")],
        _ => [text("Anna is well"), text("Ben is ill"), text("Cid is not")],
    }
}

/// Texts that nothing may say of Anna afterwards: her nicknames, what she typed, what the host wrote of her, who she is.
const GONE: [&str; 9] = [
    "Anna",
    "Lovelace",
    "personnel-4711",
    "Annie",
    // As answers are kept.
    "416e6e6176696c6c65",
    "416e6e612069732077656c6c",
    "4c5554c3895449",
    "was ill",
    // The face that follows from her first nickname.
    "669282706",
];

/// Every text column in which people could stand.
const TEXTS: [(&str, &str); 6] = [
    ("game_log", "body"),
    ("persons", "subject || account"),
    ("devices", "account"),
    ("payouts", "detail"),
    ("invites", "label || name || search"),
    ("webhooks", "body"),
];

pub(crate) fn quizzes() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("test.toml"), QUIZ).unwrap();
    folder
}

pub(crate) fn made(server: &Server, identity: Identity) -> HostRight {
    let quiz = server.quizzes().remove(0).id;
    server.post_json("/api/games", &CreateGame { identity, ..CreateGame::of(quiz, None) })
}

/// Anna, Ben and Cid play; Anna is renamed, and given points with a note; all catch.
pub(crate) async fn played(server: &Server, hosted: &HostRight) -> Client {
    let mut host = Client::host(server, hosted).await;
    let mut players = Vec::new();
    for (number, name) in (1..).zip(["Annie", "Ben", "Cid"]) {
        players.push(Client::seated(server, hosted, number, name).await);
    }
    for round in 0..4 {
        play_round(&mut host, &mut players, round).await;
        if round == 0 {
            host.send(&HostFrame::Rename { seat: 1, nickname: "Anna".to_owned() }).await;
        }
    }
    let note = "Annie was ill";
    host.correct(|seen| HostFrame::AdjustScore { seat: 1, points: 5, note: note.to_owned(), seen })
        .await;
    host.make(Move::ShowBoard).await;
    host.stage(Kind::Board).await;
    let mut rain = plan("points", 30, 3);
    rain.seconds = 5;
    host.open_rain(rain).await;
    for player in &mut players {
        player.grab().await.unwrap();
    }
    for player in &mut players {
        player.credited().await;
    }
    host.stage(Kind::RainDone).await;
    host
}

/// A round, until it is revealed.
async fn play_round(host: &mut Client, players: &mut [Client], round: u16) {
    host.make(Move::Ask).await;
    host.stage(Kind::Asking).await;
    for (player, answer) in players.iter_mut().zip(answers(round)) {
        player.stage(Kind::Asking).await;
        player.answer_with(round, answer).await;
    }
    host.make(Move::Close).await;
    host.stage(Kind::Revealed).await;
}

/// The log of a game comes to what was played, in the ledger that nodes share.
fn is_equal_at(nodes: &Nodes, game: GameId) {
    let (game, url) = (game.to_string(), nodes.database_url());
    let output = run(nodes.node(0).dir(), &["replay", &game, "--database-url", url.as_str()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

fn erase(server: &Server, number: u64) -> (u16, String) {
    server.delete("/api/me", &token(number).reveal())
}

fn erased(server: &Server, number: u64) -> ErasedPerson {
    let (status, text) = erase(server, number);
    assert_eq!(status, 200, "{text}");
    serde_json::from_str(&text).unwrap()
}

/// Nothing in the database says anything of Anna.
fn assert_gone(ledger: impl Fn(&str) -> Vec<String>) {
    for (table, columns) in TEXTS {
        for text in GONE {
            let sql = format!("SELECT {columns} FROM {table} WHERE {columns} LIKE '%{text}%'");
            assert_eq!(ledger(&sql), [""; 0], "{text} in {table}");
        }
    }
    assert_eq!(ledger("SELECT COUNT(*) FROM persons"), ["1"], "Ben stays");
}

fn players(server: &Server, game: GameId) -> Vec<PlayerResult> {
    let path = format!("/api/games/{game}/results/players");
    let page: Value = server.get_json(&path, &server.host_key());
    serde_json::from_value(page["players"].clone()).unwrap()
}

/// The same without names.
fn nameless(mut players: Vec<PlayerResult>) -> Vec<PlayerResult> {
    for player in &mut players {
        (player.nickname, player.identity) = (String::new(), None);
        player.formerly.clear();
    }
    players
}

on_both!(
    a_person_is_erased_from_everything_but_the_ledger,
    cut_short_anywhere_somebody_is_erased_all_the_same,
    whom_to_pay_stays_known_until_the_receiver_has_answered,
    the_card_of_an_erased_guest_is_worth_nothing_though_a_payout_waits,
    whoever_was_sent_away_is_erased_once_the_game_is_over,
    who_was_erased_stays_erased_after_a_restore,
);

async fn a_person_is_erased_from_everything_but_the_ledger(on: On) {
    let (signer, folder) = (Signer::new(), quizzes());
    let args = ["--quizzes", folder.path().to_str().unwrap(), "--redis-retention-hours", "0.01"];
    let nodes = Nodes::start_with_env(on, 2, &args, &signer.env()).await;
    let (one, other) = (nodes.node(0), nodes.node(1));
    signer.sign_in(one, 1, ANNA);
    signer.sign_in(other, 4, ANNA);
    signer.sign_in(other, 2, BEN);
    let hosted = made(one, Identity::Open);
    nodes.until_all_know().await;
    let mut host = played(one, &hosted).await;
    let (status, said) = erase(other, 1);
    assert!(status == 409 && said.contains("a game that is not over"), "{said}");
    host.make(Move::End).await;
    host.stage(Kind::Ended).await;
    nodes.ledger_says("SELECT COUNT(*) FROM game_log WHERE what = 'finished'", "1").await;
    let game = hosted.game;
    is_equal_at(&nodes, game);
    let before = players(other, game);
    let has: Balance = one.get_json("/api/balance", &token(1).reveal());
    let entries = "SELECT * FROM entries ORDER BY book, kind, item";
    let ledger = nodes.ledger(entries);

    // Whoever has nothing leaves no trace, whoever asks for it.
    assert_eq!(erased(one, 77).games, 0);
    assert_eq!(nodes.ledger("SELECT COUNT(*) FROM erasures"), ["0"]);
    assert_eq!(erased(one, 1), ErasedPerson { games: 1, payouts: 0 });
    assert_gone(|sql| nodes.ledger(sql));
    assert_eq!(nodes.ledger("SELECT COUNT(*) FROM erasures WHERE done_ms IS NOT NULL"), ["1"]);
    assert_eq!(nodes.ledger(entries), ledger, "money stays as it is");
    is_equal_at(&nodes, game);
    for node in [one, other] {
        let now = players(node, game);
        let names: Vec<&str> = now.iter().map(|it| it.nickname.as_str()).collect();
        assert!(names.contains(&"erased") && names.contains(&"Ben"), "{names:?}");
        assert_eq!(nameless(now), nameless(before.clone()));
        // Her browsers are nobody's.
        for device in [1, 4] {
            let now: Balance = node.get_json("/api/balance", &token(device).reveal());
            assert!(now.packets.is_empty(), "{now:?}");
        }
    }
    let url = nodes.database_url();
    let redis = nodes.redis().url();
    audit(&["--database-url", url.as_str(), "--redis-url", &redis]).assert_clean();
    let receipt: GameReceipt =
        one.get_json(&format!("/api/games/{game}/receipt"), &token(2).reveal());
    assert_eq!(receipt.nickname, "Ben");
    // What Redis still had of the game is gone before its time.
    nodes.ledger_says("SELECT COUNT(*) FROM games WHERE keys_deleted_ms IS NULL", "0").await;

    // Whoever comes back has what stayed under their account, and is not erased for what was asked before.
    signer.sign_in(other, 1, ANNA);
    let again: Balance = other.get_json("/api/balance", &token(1).reveal());
    assert_eq!(again, has);
    let receipt: GameReceipt =
        one.get_json(&format!("/api/games/{game}/receipt"), &token(1).reveal());
    assert_eq!(receipt.nickname, "erased");
    // An owner erases her again, by what her issuer calls her.
    let whom = json!({ "person": { "issuer": "https://staff.example.org", "subject": ANNA } });
    assert_eq!(one.post("/api/erasures", &token(5).reveal(), &whom).0, 403);
    assert_eq!(one.post("/api/erasures", &one.host_key(), &whom).0, 200);
    assert_eq!(one.post("/api/erasures", &one.host_key(), &whom).0, 404);
    assert_gone(|sql| nodes.ledger(sql));
    is_equal_at(&nodes, game);
}

/// Where an erasure can be cut short.
const POINTS: [&str; 8] = [
    "erase.after_list",
    "erase.after_note",
    "erase.before_log",
    "erase.before_log_commit",
    "erase.after_log",
    "erase.before_person",
    "erase.before_person_commit",
    "erase.after_person",
];

async fn cut_short_anywhere_somebody_is_erased_all_the_same(on: On) {
    for point in POINTS {
        let (signer, folder) = (Signer::new(), quizzes());
        let args = ["--quizzes", folder.path().to_str().unwrap()];
        let failing = format!("{point}=return(crash)");
        let env = [&signer.env()[..], &[("FAILPOINTS", &failing)]].concat();
        let mut server = Server::start_on_with_env(on, &args, &env);
        signer.sign_in(&server, 1, ANNA);
        signer.sign_in(&server, 2, BEN);
        let hosted = made(&server, Identity::Open);
        let mut host = played(&server, &hosted).await;
        end(&mut host, &server).await;
        let address = server.as_ref().to_owned();
        let cut =
            quizrain_testkit::http::send("DELETE", &address, "/api/me", &token(1).reveal(), None);
        assert!(cut.is_err(), "{point}");
        server.ended().await;
        // It is done by the time that anybody is let in.
        server.restart_with_env(&signer.env());
        assert_gone(|sql| server.ledger(sql));
        assert_eq!(server.ledger("SELECT COUNT(*) FROM erasures WHERE done_ms IS NULL"), ["0"]);
        is_equal(&server, hosted.game);
    }
}

/// What somebody caught is held for a host: it may still be sent.
fn hold_for(server: &Server, subject: &str) {
    server.tamper(&format!(
        "INSERT INTO payouts (key, rain, packet, account, amount, currency, state, attempts, due_ms, changed_ms, detail)
         SELECT 'qr1-' || book || '-' || item, book, item, entries.account, amount, currency, 'held', 0, 0, 0,
             'Anna Lovelace is not known here'
         FROM entries JOIN persons ON persons.account = entries.account
         WHERE kind = 'settle' AND subject = '{subject}'"
    ));
}

async fn the_card_of_an_erased_guest_is_worth_nothing_though_a_payout_waits(on: On) {
    let folder = quizzes();
    let args = ["--quizzes", folder.path().to_str().unwrap()];
    let server = Server::start_on_with_env(on, &args, &[]);
    let csv = "name,label\nAnna Lovelace,personnel-4711\nBen,4712\nCid,4713";
    let (list, cards) = guests::made(&server, &json!({ "title": "Gala", "csv": csv }));
    for (number, card) in (1..).zip(&cards) {
        guests::shown(&server, number, card);
    }
    let hosted = guests::game_for(&server, &list);
    let mut host = played(&server, &hosted).await;
    end(&mut host, &server).await;
    hold_for(&server, ANNA);
    assert_eq!(erased(&server, 1), ErasedPerson { games: 1, payouts: 1 });
    for device in [1, 9] {
        let (_, why) = guests::refused(&server, device, &cards[0].code);
        assert_eq!(why, SignInRefusal::UnknownInvite);
    }
    let known = format!("SELECT name FROM persons WHERE subject = '{ANNA}'");
    assert_eq!(server.ledger(&known), [""], "whom to pay alone");
    assert_eq!(server.ledger("SELECT label FROM invites ORDER BY label"), ["4712", "4713"]);
    // Results name whom to pay, and with the last answer nobody, also where they were read before.
    let path = format!("/api/games/{}/results/packets", hosted.game);
    let erased_one = || {
        let page: ResultPackets = server.get_json(&path, &server.host_key());
        page.packets.into_iter().find(|it| it.nickname.as_deref() == Some("erased")).unwrap()
    };
    let who = erased_one();
    assert_eq!(
        who.identity.map(|it| (it.subject, it.name)),
        Some((ANNA.to_owned(), String::new()))
    );
    server.tamper("UPDATE payouts SET state = 'confirmed'");
    let whom = json!({ "account": who.account.unwrap() });
    assert_eq!(server.post("/api/erasures", &server.host_key(), &whom).0, 200);
    assert_eq!(erased_one().identity, None);
    assert_eq!(server.ledger(&known), [""; 0]);
    assert_eq!(server.ledger("SELECT COUNT(*) FROM erasures WHERE done_ms IS NULL"), ["0"]);
}

async fn whom_to_pay_stays_known_until_the_receiver_has_answered(on: On) {
    let (signer, folder) = (Signer::new(), quizzes());
    let args = ["--quizzes", folder.path().to_str().unwrap()];
    let mut server = Server::start_on_with_env(on, &args, &signer.env());
    signer.sign_in(&server, 1, ANNA);
    signer.sign_in(&server, 2, BEN);
    let hosted = made(&server, Identity::Open);
    let mut host = played(&server, &hosted).await;
    end(&mut host, &server).await;
    hold_for(&server, ANNA);
    assert_eq!(erased(&server, 1), ErasedPerson { games: 1, payouts: 1 });
    let known = format!("SELECT COUNT(*) FROM persons WHERE subject = '{ANNA}'");
    assert_eq!(server.ledger(&known), ["1"]);
    assert_eq!(server.ledger("SELECT COUNT(*) FROM game_log WHERE body LIKE '%Ann%'"), ["0"]);
    assert_eq!(server.ledger("SELECT COUNT(*) FROM devices"), ["1"]);
    assert_eq!(server.ledger("SELECT COUNT(*) FROM erasures WHERE done_ms IS NULL"), ["1"]);
    server.tamper("UPDATE payouts SET state = 'confirmed'");
    assert!(server.stop().success());
    server.restart();
    assert_gone(|sql| server.ledger(sql));
    assert_eq!(server.ledger("SELECT COUNT(*) FROM erasures WHERE done_ms IS NULL"), ["0"]);
}

async fn whoever_was_sent_away_is_erased_once_the_game_is_over(on: On) {
    let (signer, folder) = (Signer::new(), quizzes());
    let args = ["--quizzes", folder.path().to_str().unwrap()];
    let mut server = Server::start_on_with_env(on, &args, &signer.env());
    signer.sign_in(&server, 1, ANNA);
    signer.sign_in(&server, 2, BEN);
    let hosted = made(&server, Identity::Open);
    let mut host = Client::host(&server, &hosted).await;
    let mut seated = Vec::new();
    for (number, name) in (1..).zip(["Anna", "Ben", "Cid", "Dora"]) {
        seated.push(Client::seated(&server, &hosted, number, name).await);
    }
    // Before anything is written of her.
    send_away(&mut host, 4, Ban::Account).await;
    let (status, said) = erase(&server, 4);
    assert!(status == 409 && said.contains("a game that is not over"), "{said}");
    for round in 0..3 {
        play_round(&mut host, &mut seated, round).await;
    }
    send_away(&mut host, 1, Ban::No).await;
    send_away(&mut host, 3, Ban::No).await;
    // Whether or not the log tells it already, and whoever had no name but the one in the game.
    assert_eq!([erase(&server, 1).0, erase(&server, 3).0], [409, 409]);
    server.ledger_says("SELECT COUNT(*) FROM game_log WHERE what = 'removed'", "3").await;
    assert_eq!([1, 3, 4].map(|number| erase(&server, number).0), [409; 3]);
    // Where it was asked for by the command, it waits, and she stays known until then.
    let known = format!("SELECT account FROM persons WHERE subject = '{ANNA}'");
    let account = server.ledger(&known).remove(0);
    let open = "SELECT COUNT(*) FROM erasures WHERE done_ms IS NULL";
    drop((host, seated));
    assert!(server.stop().success());
    assert!(
        run(server.dir(), &["erase", &account, "--database-url", server.database_url().as_str()])
            .status
            .success()
    );
    server.restart();
    assert_eq!((server.ledger(open), server.ledger(&known)), (vec!["1".into()], vec![account]));
    let mut host = Client::host(&server, &hosted).await;
    end(&mut host, &server).await;
    let before = players(&server, hosted.game);
    assert_eq!(before.len(), 4, "{before:?}");
    for number in [1, 3, 4] {
        assert_eq!(erased(&server, number), ErasedPerson { games: 1, payouts: 0 });
    }
    assert_eq!(server.ledger(open), ["0"]);
    assert_gone(|sql| server.ledger(sql));
    for name in ["Cid", "Dora"] {
        let named = format!("SELECT what FROM game_log WHERE body LIKE '%{name}%'");
        assert_eq!(server.ledger(&named), [""; 0], "{name}");
    }
    let after = players(&server, hosted.game);
    assert_eq!(after.iter().filter(|it| it.nickname == "erased").count(), 3, "{after:?}");
    is_equal(&server, hosted.game);
}

async fn send_away(host: &mut Client, seat: u32, ban: Ban) {
    host.send(&HostFrame::Remove { seat, ban }).await;
    host.until(|frame| matches!(frame, ServerFrame::Done).then_some(())).await;
}

/// Whoever has made up an account does not wait, and keeps nobody from being erased; who is erased waits for others.
#[tokio::test]
async fn whoever_is_erased_waits_for_others_and_who_has_nothing_for_nobody() {
    let folder = quizzes();
    let args = ["--quizzes", folder.path().to_str().unwrap()];
    let server = Server::start_with_env(&args, &[("FAILPOINTS", "erase.noted=1*return(3000)")]);
    let hosted = made(&server, Identity::Open);
    let mut host = played(&server, &hosted).await;
    end(&mut host, &server).await;
    let address = server.as_ref().to_owned();
    let slow = tokio::task::spawn_blocking(move || {
        quizrain_testkit::http::send("DELETE", &address, "/api/me", &token(1).reveal(), None)
    });
    server.ledger_says("SELECT COUNT(*) FROM erasures", "1").await;
    for made_up in 77..80 {
        assert_eq!(erased(&server, made_up), ErasedPerson { games: 0, payouts: 0 });
    }
    assert!(!slow.is_finished());
    assert_eq!(erased(&server, 2), ErasedPerson { games: 1, payouts: 0 });
    assert_eq!(slow.await.unwrap().unwrap().status, 200);
}

async fn who_was_erased_stays_erased_after_a_restore(on: On) {
    let (signer, folder) = (Signer::new(), quizzes());
    let args = ["--quizzes", folder.path().to_str().unwrap()];
    let mut server = Server::start_on_with_env(on, &args, &signer.env());
    signer.sign_in(&server, 1, ANNA);
    signer.sign_in(&server, 2, BEN);
    let hosted = made(&server, Identity::Open);
    let mut host = played(&server, &hosted).await;
    end(&mut host, &server).await;
    let copy = folder.path().join("copy");
    server.back_up(&copy);
    let erasures = "SELECT account, asked_ms FROM erasures";
    erased(&server, 1);
    let noted = server.ledger(erasures);
    assert!(server.stop().success());
    server.restore(&copy);
    assert_eq!(server.ledger("SELECT COUNT(*) FROM persons"), ["2"], "it has her again");
    server.restart();
    assert_gone(|sql| server.ledger(sql));
    assert_eq!(server.ledger(erasures), noted);
    is_equal(&server, hosted.game);
    let url = server.database_url();
    audit(&["--data-dir", server.dir().to_str().unwrap(), "--database-url", url.as_str()])
        .assert_clean();

    // A list that was lost comes again from the database.
    assert!(server.stop().success());
    let list = server.dir().join("erasures.log");
    let text = fs::read_to_string(&list).unwrap();
    assert_eq!(text.trim().replace(' ', "|"), noted[0]);
    fs::remove_file(&list).unwrap();
    server.restart();
    assert_eq!(fs::read_to_string(&list).unwrap(), text);
    // Where it cannot be read, nobody is served who may have been erased.
    assert!(server.stop().success());
    fs::remove_file(&list).unwrap();
    fs::create_dir(&list).unwrap();
    let output = run(server.dir(), &["--database-url", server.database_url().as_str()]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("erasures.log"), "{said}");
}

#[tokio::test]
async fn the_log_of_actions_says_who_was_erased_by_what_names_nobody() {
    let signer = Signer::new();
    let server = Server::start_with_env(&[], &signer.env());
    signer.sign_in(&server, 1, ANNA);
    let account = server.ledger(&format!("SELECT account FROM persons WHERE subject = '{ANNA}'"));
    let whom = json!({ "person": { "issuer": "https://staff.example.org", "subject": ANNA } });
    assert_eq!(server.post("/api/erasures", &server.host_key(), &whom).0, 200);
    let done = actions::found(&server, "search=erasures", |it| it.status == 200).await;
    assert_eq!((done.what.as_str(), done.object.as_str()), ("POST /api/erasures", &*account[0]));
    assert_eq!(server.ledger("SELECT COUNT(*) FROM persons"), ["0"]);
}

#[tokio::test]
async fn the_command_has_a_server_erase_somebody() {
    let (signer, folder) = (Signer::new(), quizzes());
    let args = ["--quizzes", folder.path().to_str().unwrap()];
    let mut server = Server::start_with_env(&args, &signer.env());
    signer.sign_in(&server, 1, ANNA);
    signer.sign_in(&server, 2, BEN);
    let account = server.ledger(&format!("SELECT account FROM persons WHERE subject = '{ANNA}'"));
    assert!(server.stop().success());
    for _ in 0..2 {
        let output = run(server.dir(), &["erase", &account[0]]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains("is erased by") && !said.contains("right one"), "{said}");
    }
    assert!(!run(server.dir(), &["erase", "anna"]).status.success());
    // Nobody's here, and perhaps somebody's in a backup.
    let nobody = "0".repeat(32);
    let output = run(server.dir(), &["erase", &nobody]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.contains("is it the right one?"), "{output:?}");
    let noted = format!("SELECT COUNT(*) FROM erasures WHERE account = '{nobody}'");
    assert_eq!(server.ledger(&noted), ["1"]);
    server.restart();
    assert_gone(|sql| server.ledger(sql));
}
