//! An account that is nobody's on a second device, by a code: one account, one seat, one packet; and nobody else's,
//! whatever is shown, repeated or cut short.

use std::thread;

use quizrain_shared::api::{
    Balance, DeviceLink, DeviceRefusal, HostRight, NotShared, OwnData, OwnDevices, SignInRefusal,
    SignedOut, Sum,
};
use quizrain_shared::identity::Identity;
use quizrain_shared::language::Language;
use quizrain_shared::money::Minor;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::wire::{PlayerFrame, Refusal};
use serde_json::json;

use crate::audit::audit;
use crate::common::client::{Client, token};
use crate::common::nodes::Nodes;
use crate::common::on::{On, on_both};
use crate::common::server::Server;
use crate::common::{contribution, plan};
use crate::identity::{ANNA, Signer, game, refused as not_signed_in};

on_both!(
    two_devices_are_one_player_who_catches_one_packet,
    a_code_is_good_once_for_one_browser_at_any_server,
    whoever_signs_in_takes_no_other_device_along,
    a_device_that_leaves_has_what_it_had,
    whatever_is_cut_short_is_done_once_it_is_asked_for_again,
    an_account_is_erased_with_its_devices,
);

fn asks(server: &Server, number: u64) -> (u16, String) {
    server.post("/api/devices", &token(number).reveal(), &json!({ "language": "zh-TW" }))
}

/// The code of a new link.
fn code(server: &Server, number: u64) -> String {
    let (status, text) = asks(server, number);
    assert_eq!(status, 200, "{text}");
    let link: DeviceLink = serde_json::from_str(&text).unwrap();
    assert!(link.qr.contains("<svg") && link.until_ms > 0);
    link.url.split_once("/balance#device=").unwrap().1.to_owned()
}

fn shows(server: &Server, number: u64, code: &str) -> (u16, String) {
    let body = json!({ "code": code, "language": "zh-TW" });
    server.post("/api/devices/use", &token(number).reveal(), &body)
}

/// Uses a code, which must succeed.
fn uses(server: &Server, number: u64, code: &str) -> OwnDevices {
    let (status, text) = shows(server, number, code);
    assert_eq!(status, 200, "{text}");
    serde_json::from_str(&text).unwrap()
}

fn why((status, text): (u16, String)) -> (u16, DeviceRefusal) {
    let said: NotShared = serde_json::from_str(&text).unwrap();
    assert_eq!(said.words, said.reason.words(Language::Hant));
    assert_eq!(said.error, said.reason.words(Language::English));
    (status, said.reason)
}

const GONE: (u16, DeviceRefusal) = (403, DeviceRefusal::NoCode);

fn devices(server: &Server, number: u64) -> OwnDevices {
    server.get_json("/api/devices", &token(number).reveal())
}

fn balance(server: &Server, number: u64) -> Balance {
    server.get_json("/api/balance", &token(number).reveal())
}

fn leaves(server: &Server, number: u64) {
    assert_eq!(server.delete("/api/identity", &token(number).reveal()).0, 200);
}

fn ends_others(server: &Server, number: u64) -> u32 {
    let (status, text) = server.delete("/api/devices", &token(number).reveal());
    assert_eq!(status, 200, "{text}");
    serde_json::from_str::<SignedOut>(&text).unwrap().browsers
}

fn points(amount: i64) -> Vec<Sum> {
    vec![Sum { currency: "points".parse().unwrap(), amount: Minor(amount) }]
}

/// The rain that a host opens, of three packets of ten points.
async fn rains(server: &Server, hosted: &HostRight) -> Client {
    let mut host = Client::host(server, hosted).await;
    let mut rain = plan("points", 30, 3);
    rain.seconds = 60;
    host.open_rain(rain).await;
    host
}

/// Takes a seat and catches a packet.
async fn catches(server: &Server, hosted: &HostRight, number: u64) -> Client {
    let mut client = Client::seated(server, hosted, number, &format!("P{number}")).await;
    client.grab().await.unwrap();
    client.credited().await;
    client
}

async fn two_devices_are_one_player_who_catches_one_packet(on: On) {
    let signer = Signer::new();
    let nodes = Nodes::start_with_env(on, 2, &[], &signer.env()).await;
    let (one, other) = (nodes.node(0), nodes.node(1));
    let (open, signed) = (game(one, Identity::Open), game(one, Identity::Signed));
    nodes.until_all_know().await;
    Client::seated(one, &open, 1, "Anna").await;
    let mut idle = Client::player(other, &open, 2).await;
    assert!(idle.welcome().await.you.is_none());

    let shown = code(one, 1);
    assert_eq!(uses(other, 2, &shown), OwnDevices { open: true, own: false, others: 1 });
    assert_eq!(devices(one, 1), OwnDevices { open: true, own: true, others: 1 });
    assert_eq!(idle.closed().await, 1012, "what was its own's is looked at again");
    let _host = rains(one, &open).await;
    let mut caught = Vec::new();
    for (server, number) in [(other, 2), (one, 1), (one, 2), (other, 1)] {
        let mut client = Client::player(server, &open, number).await;
        assert_eq!(client.welcome().await.you.unwrap().seat.nickname, "Anna");
        caught.push(client.grab().await.unwrap().packet);
    }
    caught.dedup();
    assert_eq!(caught.len(), 1, "{caught:?}");
    catches(other, &open, 3).await;
    nodes.ledger_says("SELECT COUNT(*) FROM entries WHERE kind = 'settle'", "2").await;
    for (server, number) in [(one, 1), (other, 1), (one, 2), (other, 2)] {
        assert_eq!(balance(server, number).balances, points(10));
    }
    // It is nobody's all the same: no game for people, no name in a file, nobody for a payout.
    let mut stranger = Client::player(one, &signed, 2).await;
    stranger.welcome().await;
    let entropy = contribution("Anna");
    stranger
        .send(&PlayerFrame::Join {
            avatar: None,
            field: None,
            nickname: "Anna".to_owned(),
            entropy,
            team: None,
        })
        .await;
    assert_eq!(stranger.refusal().await, Refusal::SignInNeeded);
    let [first, second]: [OwnData; 2] =
        [1, 2].map(|number| other.get_json("/api/me", &token(number).reveal()));
    assert_eq!((first.account, first.browsers.len()), (second.account, 1));
    assert!(first.identity.is_none() && second.identity.is_none());
    assert_eq!(nodes.ledger("SELECT COUNT(*) FROM persons"), ["0"]);
    // The code is in no log, and in the database as its hash.
    for server in [one, other] {
        assert!(!server.log().contains(&shown));
    }
    let sql = format!("SELECT COUNT(*) FROM device_codes WHERE code_hash LIKE '%{shown}%'");
    assert_eq!(nodes.ledger(&sql), ["0"]);
    audit(&["--database-url", nodes.database_url().as_str(), "--redis-url", &nodes.redis().url()])
        .assert_clean();
}

async fn a_code_is_good_once_for_one_browser_at_any_server(on: On) {
    let signer = Signer::new();
    let nodes = Nodes::start_with_env(on, 2, &[], &signer.env()).await;
    let (one, other) = (nodes.node(0), nodes.node(1));
    let shown = code(one, 1);
    // Eight browsers at the same moment.
    let had: Vec<(u64, u16)> = thread::scope(|scope| {
        let show = |number: u64| {
            let (server, code) = (nodes.node((number % 2) as usize), &shown);
            scope.spawn(move || (number, shows(server, number, code).0))
        };
        let shown: Vec<_> = (11..19).map(show).collect();
        shown.into_iter().map(|it| it.join().unwrap()).collect()
    });
    let winners: Vec<u64> = had.iter().filter(|it| it.1 == 200).map(|it| it.0).collect();
    let [winner] = winners[..] else { panic!("{had:?}") };
    assert!(had.iter().all(|it| it.1 == 200 || it.1 == 403), "{had:?}");
    assert_eq!(nodes.ledger("SELECT COUNT(*) FROM second_devices"), ["1"]);
    // Its answer may have been lost; nobody else's was.
    assert_eq!(uses(other, winner, &shown).others, 1);
    assert_eq!(why(shows(one, 20, &shown)), GONE);
    leaves(one, winner);
    assert_eq!(why(shows(other, winner, &shown)), GONE);

    // Forged, replaced, too old.
    for forged in ["", "x", "0123456789abcdef0123456789abcdef", &shown[1..], "' OR '1'='1"] {
        assert_eq!(why(shows(one, 20, forged)), GONE, "{forged}");
    }
    let (before, after) = (code(one, 1), code(other, 1));
    assert_eq!(why(shows(one, 20, &before)), GONE);
    nodes.tamper("UPDATE device_codes SET until_ms = 1");
    assert_eq!(why(shows(other, 20, &after)), GONE);

    // Whoever has another account, or this one.
    let shown = code(one, 1);
    assert_eq!(why(shows(one, 1, &shown)), (409, DeviceRefusal::SameAccount));
    signer.sign_in(one, 5, ANNA);
    assert_eq!(why(shows(one, 5, &shown)), (409, DeviceRefusal::SignedIn));
    assert_eq!(why(asks(one, 5)), (409, DeviceRefusal::SignedIn));
    uses(one, 30, &code(one, 6));
    assert_eq!(why(shows(one, 30, &shown)), (409, DeviceRefusal::OtherAccount));
    uses(other, 31, &shown);
    // Any of them gives it on; twenty have it at most, also where they come at once.
    assert_eq!(why(shows(one, 31, &code(one, 31))), (409, DeviceRefusal::SameAccount));
    for number in 32..50 {
        let server = nodes.node((number % 2) as usize);
        uses(server, number, &code(server, number - 1));
    }
    assert_eq!(devices(one, 1).others, 19);
    assert_eq!(why(asks(one, 1)), (409, DeviceRefusal::TooManyBrowsers));
    leaves(one, 40);
    let last = code(one, 1);
    leaves(other, 41);
    uses(one, 50, &last);
    assert_eq!(ends_others(one, 1), 18);
}

async fn whoever_signs_in_takes_no_other_device_along(on: On) {
    let signer = Signer::new();
    let nodes = Nodes::start_with_env(on, 2, &[], &signer.env()).await;
    let (one, other) = (nodes.node(0), nodes.node(1));
    let open = game(one, Identity::Open);
    nodes.until_all_know().await;
    let _host = rains(one, &open).await;
    catches(one, &open, 1).await;
    uses(other, 2, &code(one, 1));
    let waiting = code(other, 2);
    let mut tablet = Client::player(other, &open, 2).await;
    assert!(tablet.welcome().await.you.is_some());

    // Whose account it is not says first that they leave it.
    let jwt = signer.token(ANNA, None);
    assert_eq!(not_signed_in(other, 2, &jwt), (409, SignInRefusal::SharedAccount));
    let inherits = json!({ "jwt": jwt, "language": "en", "inherit": true });
    assert_eq!(other.post("/api/identity", &token(2).reveal(), &inherits).0, 409);
    assert_eq!(balance(other, 2).balances, points(10));
    assert_eq!(nodes.ledger("SELECT COUNT(*) FROM heirs"), ["0"]);

    assert_eq!(one.post("/api/identity", &token(1).reveal(), &inherits).0, 200);
    assert_eq!(tablet.closed().await, 1012);
    let alone = OwnDevices { open: true, own: true, others: 0 };
    for server in [one, other] {
        assert_eq!(devices(server, 2), alone);
        assert!(balance(server, 2).packets.is_empty());
        assert_eq!(why(shows(server, 3, &waiting)), GONE, "its account was signed in with");
        assert_eq!(balance(server, 1).balances, points(10));
    }
    let mut tablet = Client::player(other, &open, 2).await;
    assert!(tablet.welcome().await.you.is_none(), "nor has it the seat");
    assert_eq!(devices(one, 1), OwnDevices { open: false, own: false, others: 0 });
    // Signed out, its old account has an heir, and goes to nobody.
    leaves(one, 1);
    assert_eq!(why(asks(other, 1)), (409, DeviceRefusal::HandedOver));
    assert!(!devices(other, 1).open);
    let moves = "SELECT kind, SUM(amount) FROM entries WHERE kind IN ('leave', 'inherit')
        GROUP BY kind ORDER BY kind";
    assert_eq!(nodes.ledger(moves), ["inherit|10", "leave|10"]);
}

async fn a_device_that_leaves_has_what_it_had(on: On) {
    // Nobody can sign in here, and neither server has ever heard of anybody.
    let nodes = Nodes::start(on, 2, &[]).await;
    let (one, other) = (nodes.node(0), nodes.node(1));
    let open = game(one, Identity::Open);
    nodes.until_all_know().await;
    let _host = rains(one, &open).await;
    catches(one, &open, 1).await;
    let mut own = catches(other, &open, 2).await;
    assert_eq!(devices(other, 2), OwnDevices { open: true, own: true, others: 0 });
    let of_second = balance(other, 2);

    uses(one, 2, &code(one, 1));
    assert_eq!(own.closed().await, 1012);
    assert_eq!(balance(other, 2), balance(one, 1));
    assert_ne!(balance(other, 2), of_second);
    leaves(other, 2);
    assert_eq!((balance(one, 2), balance(other, 2)), (of_second.clone(), of_second.clone()));
    let mut own = Client::player(one, &open, 2).await;
    assert_eq!(own.welcome().await.you.unwrap().seat.nickname, "P2");

    // One device ends the others at every server, and their code; whose own it is stays.
    uses(other, 2, &code(one, 1));
    uses(one, 3, &code(other, 2));
    let waiting = code(one, 3);
    let mut third = Client::player(other, &open, 3).await;
    assert_eq!(third.welcome().await.you.unwrap().seat.nickname, "P1");
    assert_eq!(devices(other, 3).others, 2);
    assert_eq!(ends_others(one, 2), 1);
    assert_eq!(third.closed().await, 1012);
    assert!(balance(other, 3).packets.is_empty());
    assert_eq!(why(shows(one, 4, &waiting)), GONE);
    assert_eq!(balance(one, 1), balance(other, 2));
    assert_eq!(ends_others(one, 1), 1);
    assert_eq!(balance(other, 2), of_second);
    assert_eq!(devices(one, 1), OwnDevices { open: true, own: true, others: 0 });
    // So does whoever makes games.
    uses(other, 2, &code(one, 1));
    let account: OwnData = one.get_json("/api/me", &token(1).reveal());
    let said: SignedOut = one.post_json("/api/sign-outs", &json!({ "account": account.account }));
    assert_eq!(said.browsers, 1);
    assert_eq!(balance(other, 2), of_second);
}

async fn whatever_is_cut_short_is_done_once_it_is_asked_for_again(on: On) {
    let mut server = Server::start_on(on, &[]);
    for (others, point) in [(0, "devices.before_commit"), (1, "devices.after_commit")] {
        let number = u64::from(others) + 2;
        let shown = code(&server, 1);
        server.stop();
        server.restart_with_env(&[("FAILPOINTS", &format!("{point}=1*return(error)"))]);
        assert_eq!(shows(&server, number, &shown).0, 503, "{point}");
        let done = u32::from(point == "devices.after_commit");
        assert_eq!(devices(&server, 1).others, others + done, "{point}");
        assert_eq!(uses(&server, number, &shown).others, others + 1, "{point}");
        assert_eq!(why(shows(&server, 9, &shown)), GONE, "{point}");
    }
}

async fn an_account_is_erased_with_its_devices(on: On) {
    let nodes = Nodes::start(on, 2, &[]).await;
    let (one, other) = (nodes.node(0), nodes.node(1));
    let open = game(one, Identity::Open);
    nodes.until_all_know().await;
    let mut host = Client::host(one, &open).await;
    let mut rain = plan("points", 30, 3);
    rain.seconds = 5;
    host.open_rain(rain).await;
    catches(one, &open, 1).await;
    host.stage(Kind::RainDone).await;
    uses(other, 2, &code(one, 1));
    let waiting = code(one, 1);
    assert_eq!(other.delete("/api/me", &token(2).reveal()).0, 409, "it plays");
    host.make(Move::End).await;
    host.stage(Kind::Ended).await;
    nodes.ledger_says("SELECT COUNT(*) FROM game_log WHERE what = 'finished'", "1").await;
    let (status, text) = other.delete("/api/me", &token(2).reveal());
    assert_eq!(status, 200, "{text}");
    let left = "SELECT COUNT(*) FROM second_devices UNION ALL SELECT COUNT(*) FROM device_codes";
    assert_eq!(nodes.ledger(left), ["0", "0"]);
    assert_eq!(why(shows(one, 3, &waiting)), GONE);
    assert_eq!(balance(one, 1).balances, points(10), "what was caught stays");
    assert!(balance(one, 2).packets.is_empty() && balance(other, 2).packets.is_empty());
}
