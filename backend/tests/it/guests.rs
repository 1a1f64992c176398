//! Guests with invites: the first browser that shows a code has it, in every game for the list, and no
//! other until it is freed.

use std::time::Instant;

use quizrain_shared::api::{
    Balance, Card, CreateGame, Freed, GuestList, GuestListSummary, HostRight, NotSignedIn,
    SignInRefusal, SignedIn,
};
use quizrain_shared::identity::Identity;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::wire::{PlayerFrame, Refusal};
use serde_json::{Value, json};

use crate::common::client::{Client, token};
use crate::common::nodes::Nodes;
use crate::common::on::{On, on_both};
use crate::common::server::Server;
use crate::common::{contribution, plan};

/// What must stand in no log.
const NAME: &str = "Anna Lovelace-Szabó";

/// What an address may try in vain at once, and in a minute.
const WRONG_AT_ONCE: f64 = 200.0;

pub(crate) fn made(server: &Server, wish: &Value) -> (GuestListSummary, Vec<Card>) {
    let list: GuestListSummary = server.post_json("/api/guest-lists", wish);
    let path = format!("/api/guest-lists/{}/cards", list.list);
    let cards = server.get_json(&path, &server.host_key());
    (list, cards)
}

pub(crate) fn game_for(server: &Server, list: &GuestListSummary) -> HostRight {
    let quiz = server.quizzes().remove(0).id;
    let wish = CreateGame {
        identity: Identity::Invited,
        guests: Some(list.list),
        ..CreateGame::of(quiz, None)
    };
    server.post_json("/api/games", &wish)
}

fn show(server: &Server, number: u64, code: &str) -> (u16, String) {
    server.post("/api/identity", &token(number).reveal(), &json!({ "invite": code }))
}

pub(crate) fn shown(server: &Server, number: u64, card: &Card) -> SignedIn {
    let (status, text) = show(server, number, &card.code);
    assert_eq!(status, 200, "{text}");
    serde_json::from_str(&text).unwrap()
}

pub(crate) fn refused(server: &Server, number: u64, code: &str) -> (u16, SignInRefusal) {
    let (status, text) = show(server, number, code);
    let said: NotSignedIn = serde_json::from_str(&text).unwrap();
    (status, said.reason)
}

/// A browser that looks on and is refused a seat.
async fn looks_on(server: &Server, hosted: &HostRight, number: u64) -> Client {
    let mut client = Client::player(server, hosted, number).await;
    assert!(client.welcome().await.you.is_none(), "{number}");
    let (nickname, entropy) = (format!("Nobody {number}"), contribution("Nobody"));
    client
        .send(&PlayerFrame::Join { avatar: None, field: None, nickname, entropy, team: None })
        .await;
    assert_eq!(client.refusal().await, Refusal::SignInNeeded, "{number}");
    client
}

/// Whoever had the invite is out of both games, and the next browser has seat, packet and balance.
async fn is_freed_and_handed_on(
    nodes: &Nodes,
    hosted: &HostRight,
    list: &GuestListSummary,
    anna: &Card,
    (mut first, packet): (Client, u32),
) {
    let node = |number: u64| nodes.node((number % 2) as usize);
    let path = format!("/api/guest-lists/{}/free", list.list);
    let freed: Freed = node(0).post_json(&path, &json!({ "number": anna.number }));
    assert!(freed.was_used);
    assert_eq!(first.closed().await, 1012);
    looks_on(node(1), hosted, 1).await;
    let has =
        |device: u64| -> Balance { node(device).get_json("/api/balance", &token(device).reveal()) };
    assert!(has(1).packets.is_empty());
    shown(node(0), 2, anna);
    assert_eq!(refused(node(1), 1, &anna.code), (409, SignInRefusal::UsedInvite));
    let mut newer = Client::player(node(0), hosted, 2).await;
    let you = newer.welcome().await.you.unwrap();
    assert_eq!((you.seat.nickname.as_str(), you.caught.unwrap().packet), ("Anna", packet));
    assert_eq!(has(2).packets.iter().map(|it| it.packet).collect::<Vec<_>>(), [packet]);

    // The guest may do it as well.
    let (status, text) = node(1).delete("/api/identity", &token(2).reveal());
    assert_eq!((status, text.as_str()), (200, "{\"was_used\":true}"));
    assert_eq!(newer.closed().await, 1012);
    shown(node(1), 3, anna);
    assert_eq!(
        Client::player(node(0), hosted, 3).await.welcome().await.you.unwrap().seat,
        you.seat
    );
}

on_both!(
    a_guest_with_four_devices_is_one_player_on_the_first_until_the_host_frees_the_invite,
    a_list_is_deleted_with_its_cards_and_what_guests_have_stays,
    who_has_not_come_is_taken_off_the_list_and_nobody_else,
);

async fn a_guest_with_four_devices_is_one_player_on_the_first_until_the_host_frees_the_invite(
    on: On,
) {
    let nodes = Nodes::start(on, 2, &[]).await;
    let node = |number: u64| nodes.node((number % 2) as usize);
    let csv = format!("name,label\n{NAME},e-4711\nBen,e-4712");
    let (list, cards) = made(node(0), &json!({ "title": "Gala", "csv": csv }));
    let (_, others) = made(node(0), &json!({ "title": "Other", "count": 2 }));
    let (anna, ben) = (&cards[0], &cards[1]);
    let hosted = game_for(node(0), &list);
    nodes.until_all_know().await;

    // Two phones, a private window and a laptop: the first has the invite, at whichever server.
    let said = shown(node(1), 1, anna);
    assert_eq!((said.name.as_deref(), said.pin), (Some(NAME), Some(hosted.pin)));
    shown(node(0), 1, anna);
    for device in 2..=4 {
        let typed = anna.code.to_lowercase().replace('-', " ");
        assert_eq!(refused(node(device), device, &typed), (409, SignInRefusal::UsedInvite));
        looks_on(node(device), &hosted, device).await;
    }
    assert_eq!(refused(node(0), 1, &ben.code), (409, SignInRefusal::SomebodyElse));
    shown(node(0), 5, ben);
    shown(node(0), 6, &others[0]);
    looks_on(node(1), &hosted, 6).await;

    let mut first = Client::seated(node(1), &hosted, 1, "Anna").await;
    let mut guest = Client::seated(node(0), &hosted, 5, "Ben").await;
    let mut host = Client::host(node(0), &hosted).await;
    let mut rain = plan("points", 30, 3);
    rain.seconds = 60;
    host.open_rain(rain).await;
    let packet = first.grab().await.unwrap().packet;
    first.credited().await;
    assert_ne!(guest.grab().await.unwrap().packet, packet);
    guest.credited().await;
    let labelled =
        "SELECT persons.subject FROM entries JOIN persons ON persons.account = entries.account
         WHERE entries.kind = 'settle' ORDER BY persons.subject";
    assert_eq!(nodes.ledger(labelled), ["e-4711", "e-4712"]);

    // Another game for the list knows the guest; two of them are chosen among by their pins.
    let second = game_for(node(0), &list);
    nodes.until_all_know().await;
    assert_eq!(shown(node(0), 1, anna).pin, None);
    Client::seated(node(0), &second, 1, "Anna").await;

    is_freed_and_handed_on(&nodes, &hosted, &list, anna, (first, packet)).await;
    hosts_find_guests(node(0), &list, anna);
    guesses_are_slowed(node(0), &cards[1]);
    for number in [0, 1] {
        let log = nodes.node(number).log();
        for secret in [&anna.code, &anna.code.replace('-', ""), "Lovelace", "e-4711"] {
            assert!(!log.contains(secret), "{secret}: {log}");
        }
    }
}

fn hosts_find_guests(server: &Server, list: &GuestListSummary, anna: &Card) {
    let key = server.host_key();
    let path = format!("/api/guest-lists/{}", list.list);
    let found: GuestList = server.get_json(&format!("{path}?search=szabo"), &key);
    assert_eq!((found.found, found.summary.guests, found.summary.used), (1, 2, 2));
    assert_eq!((found.guests[0].number, found.guests[0].label.as_str()), (1, "e-4711"));
    let none: GuestList = server.get_json(&format!("{path}?search=%25"), &key);
    assert_eq!(none.found, 0);
    let (_, file) = server.get(&format!("{path}/invites.csv"), &key);
    let line = format!("1,e-4711,{NAME},{},{}", anna.code, anna.link);
    assert!(file.contains(&line), "{file}");
    assert_eq!((file.matches("\r\n").count(), file.matches('\n').count()), (3, 3), "{file:?}");
    assert!(anna.link.ends_with(&format!("/balance#invite={}", anna.code)), "{}", anna.link);
    assert!(anna.qr.contains("<svg"));
    // What cannot be made is not made, and says why.
    for (wish, why) in [
        (json!({ "title": " ", "count": 1 }), "needs a title"),
        (json!({ "title": "Gala", "csv": "A,1\nB,1" }), "line 2: another guest has this label"),
        (json!({ "title": "Gala", "csv": "A,1\r\nB,\"2\r\nC,3" }), "line 2: a quote"),
        (json!({ "title": "Gala", "csv": "name,部门\nA,HR" }), "columns name, 部门."),
        (json!({ "title": "Gala" }), "1 to 20000 guests"),
    ] {
        let (status, text) = server.post("/api/guest-lists", &key, &wish);
        assert!(status == 400 && text.contains(why), "{text}");
    }
    let wish = json!({ "title": "Gala", "csv": "\r\nname,HR\r\nA,x" });
    let said: Value =
        serde_json::from_str(&server.post("/api/guest-lists", &key, &wish).1).unwrap();
    assert_eq!(said["guests"], json!({ "columns": { "line": 2, "columns": ["name", "HR"] } }));
    let quiz = server.quizzes().remove(0).id;
    for (guests, status) in [(Value::Null, 400), (json!("0000000000000001"), 404)] {
        let wish = json!({ "quiz": quiz, "identity": "invited", "guests": guests });
        assert_eq!(server.post("/api/games", &key, &wish).0, status, "{guests}");
    }
    let free = format!("{path}/free");
    assert_eq!(server.post(&free, &key, &json!({ "number": 3 })).0, 404);
}

#[tokio::test]
async fn a_name_that_is_longer_than_a_nickname_is_proposed_as_one_that_is_taken() {
    let server = Server::start();
    let long = "Maximiliane Konstantinopolsky-Featherstonehaugh von und zu Altenburg";
    let csv = format!("name,label\n{long},e-1\nÄnne\u{200c}lie,e-2");
    let (list, cards) = made(&server, &json!({ "title": "Gala", "csv": csv }));
    let hosted = game_for(&server, &list);
    let said = shown(&server, 1, &cards[0]);
    assert_eq!((said.name.as_deref(), said.who.as_str()), (Some("Maximiliane Konstant"), long));
    Client::seated(&server, &hosted, 1, &said.name.unwrap()).await;
    // What can be no nickname is proposed as none.
    assert_eq!(shown(&server, 2, &cards[1]).name, None);
}

fn guesses_are_slowed(server: &Server, ben: &Card) {
    // What is right costs nothing.
    for _ in 0..210 {
        assert_eq!(show(server, 5, &ben.code).0, 200);
    }
    // A busy machine tries more slowly and may try longer: a try comes back every third of a second.
    let (since, mut wrong) = (Instant::now(), 0_u32);
    let told = (0..10).all(|_| {
        while show(server, 7, &format!("00000-{wrong:05}")).0 == 403 {
            wrong += 1;
        }
        // Nor can what is right be told any more.
        show(server, 7, &ben.code).0 != 429
    });
    let most = WRONG_AT_ONCE * (1.0 + since.elapsed().as_secs_f64() / 60.0) + 1.0;
    assert!(
        !told && WRONG_AT_ONCE <= f64::from(wrong) && f64::from(wrong) <= most,
        "{wrong}, {most}"
    );
}

async fn a_list_is_deleted_with_its_cards_and_what_guests_have_stays(on: On) {
    let server = Server::start_on(on, &[]);
    let key = server.host_key();
    let path = |list: &GuestListSummary| format!("/api/guest-lists/{}", list.list);
    let (unused, _) = made(&server, &json!({ "title": "Unused", "count": 2 }));
    assert_eq!(server.delete(&path(&unused), &token(1).reveal()).0, 403);
    assert_eq!(server.delete(&path(&unused), &key), (200, "{\"signed_out\":0}".to_owned()));
    assert_eq!(server.delete(&path(&unused), &key).0, 404);
    assert_eq!(server.get(&path(&unused), &key).0, 404);

    let (list, cards) = made(&server, &json!({ "title": "Gala", "csv": "Anna,e-4711\nBen" }));
    let hosted = game_for(&server, &list);
    shown(&server, 1, &cards[0]);
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut host = Client::host(&server, &hosted).await;
    let mut rain = plan("points", 30, 3);
    rain.seconds = 15;
    host.open_rain(rain).await;
    anna.grab().await.unwrap();
    anna.credited().await;
    let (status, text) = server.delete(&format!("{}?used=true", path(&list)), &key);
    assert!(status == 409 && text.contains("live game"), "{text}");
    host.make(Move::CloseRain).await;
    host.stage(Kind::RainDone).await;
    host.make(Move::End).await;
    anna.stage(Kind::Ended).await;
    server.ledger_says("SELECT COUNT(*) FROM games WHERE ended_ms IS NULL", "0").await;

    let (status, text) = server.delete(&path(&list), &key);
    assert!(status == 409 && text.contains("1 of its invites are used"), "{text}");
    let (status, text) = server.delete(&format!("{}?used=true", path(&list)), &key);
    assert_eq!((status, text.as_str()), (200, "{\"signed_out\":1}"));
    assert_eq!(anna.closed().await, 1012);
    for card in &cards {
        assert_eq!(refused(&server, 1, &card.code), (403, SignInRefusal::UnknownInvite));
    }
    let has: Balance = server.get_json("/api/balance", &token(1).reveal());
    assert!(has.packets.is_empty());
    let settled = "SELECT persons.subject FROM entries
        JOIN persons ON persons.account = entries.account WHERE entries.kind = 'settle'";
    assert_eq!(server.ledger(settled), ["e-4711"]);
    assert_eq!(server.ledger("SELECT COUNT(*) FROM invites"), ["0"]);
}

async fn who_has_not_come_is_taken_off_the_list_and_nobody_else(on: On) {
    let server = Server::start_on(on, &[]);
    let key = server.host_key();
    let csv = "Anna,e-4711\nBen,e-4712\nCleo,e-4713";
    let (list, cards) = made(&server, &json!({ "title": "Gala", "csv": csv }));
    let hosted = game_for(&server, &list);
    shown(&server, 1, &cards[0]);
    Client::seated(&server, &hosted, 1, "Anna").await;
    let path = format!("/api/guest-lists/{}", list.list);
    let remove =
        |number: &str, right: &str| server.delete(&format!("{path}/guests/{number}"), right);
    assert_eq!(remove("2", &token(1).reveal()).0, 403);
    for nobody in ["0", "4", "-1", "x", "4294967296"] {
        assert_eq!(remove(nobody, &key).0, 404, "{nobody}");
    }
    let (status, text) = remove("1", &key);
    assert!(status == 409 && text.contains("free it first"), "{text}");

    // Also while a game is on.
    assert_eq!(remove("2", &key), (200, "null".to_owned()));
    assert_eq!(remove("2", &key).0, 404);
    assert_eq!(refused(&server, 2, &cards[1].code), (403, SignInRefusal::UnknownInvite));
    shown(&server, 3, &cards[2]);
    let left: GuestList = server.get_json(&path, &key);
    assert_eq!((left.found, left.summary.guests, left.summary.used), (2, 2, 2));
    assert_eq!(left.guests.iter().map(|it| it.number).collect::<Vec<_>>(), [1, 3]);

    // Who came and was freed cannot come back; who they were stays.
    let freed: Freed = server.post_json(&format!("{path}/free"), &json!({ "number": 1 }));
    assert!(freed.was_used);
    assert_eq!(remove("1", &key).0, 200);
    assert_eq!(refused(&server, 1, &cards[0].code), (403, SignInRefusal::UnknownInvite));
    let persons = server.ledger("SELECT subject FROM persons ORDER BY subject");
    assert_eq!(persons, ["e-4711", "e-4713"]);
    let noted = format!(
        "SELECT COUNT(*) FROM actions WHERE what = 'DELETE /api/guest-lists/{{list}}/guests/{{number}}'
         AND object IN ('{0} 1', '{0} 2') AND status = 200",
        list.list
    );
    server.ledger_says(&noted, "2").await;
}
