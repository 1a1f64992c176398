//! People who sign in by a token of the host's own system: one person is one player on every device.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use quizrain_shared::api::{Balance, CreateGame, HostRight, NotSignedIn, SignInRefusal, SignedIn};
use quizrain_shared::identity::Identity;
use quizrain_shared::wire::{PlayerFrame, Refusal};
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};
use tempfile::NamedTempFile;

use crate::common::client::{Client, token};
use crate::common::nodes::Nodes;
use crate::common::on::{On, on_both};
use crate::common::server::{Server, run_with_env};
use crate::common::{contribution, plan};

const ISSUER: &str = "https://staff.example.org";
const AUDIENCE: &str = "quizrain";

/// What must stand in no log.
pub(crate) const ANNA: &str = "personnel-4711";
const NAME: &str = "Anna Lovelace-Szabó";

/// The host's own system.
pub(crate) struct Signer {
    key: Ed25519KeyPair,
    file: NamedTempFile,
    issuer: &'static str,
}

impl Signer {
    pub(crate) fn new() -> Self {
        Self::of(ISSUER)
    }

    /// One that calls itself so.
    pub(crate) fn of(issuer: &'static str) -> Self {
        let key = Ed25519KeyPair::from_seed_unchecked(&[3; 32]).unwrap();
        let mut der = hex::decode("302a300506032b6570032100").unwrap();
        der.extend(key.public_key().as_ref());
        let text = STANDARD.encode(der);
        let pem = format!("-----BEGIN PUBLIC KEY-----\n{text}\n-----END PUBLIC KEY-----\n");
        let file = NamedTempFile::new().unwrap();
        std::fs::write(file.path(), pem).unwrap();
        Self { key, file, issuer }
    }

    /// Variables of a server that believes it.
    pub(crate) fn env(&self) -> [(&str, &str); 3] {
        [
            ("QUIZRAIN_IDENTITY_KEY", self.file.path().to_str().unwrap()),
            ("QUIZRAIN_IDENTITY_ISSUER", self.issuer),
            ("QUIZRAIN_IDENTITY_AUDIENCE", AUDIENCE),
        ]
    }

    fn sign(&self, claims: &Value) -> String {
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(&json!({ "alg": "EdDSA" })), part(claims));
        let signature = URL_SAFE_NO_PAD.encode(self.key.sign(signed.as_bytes()));
        format!("{signed}.{signature}")
    }

    pub(crate) fn token(&self, subject: &str, once: Option<&str>) -> String {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        let now = now.as_secs();
        self.sign(&json!({
            "iss": self.issuer, "aud": AUDIENCE, "sub": subject, "name": NAME,
            "iat": now, "nbf": now, "exp": now + 600, "jti": once,
        }))
    }

    /// Signs a browser in, which must succeed.
    pub(crate) fn sign_in(&self, server: &Server, number: u64, subject: &str) {
        let (status, text) = show(server, number, &self.token(subject, None));
        assert_eq!(status, 200, "{text}");
        let SignedIn { name, .. } = serde_json::from_str(&text).unwrap();
        assert_eq!(name.as_deref(), Some(NAME));
    }
}

pub(crate) fn show(server: &Server, number: u64, jwt: &str) -> (u16, String) {
    let body = json!({ "jwt": jwt, "language": "zh-TW" });
    server.post("/api/identity", &token(number).reveal(), &body)
}

pub(crate) fn refused(server: &Server, number: u64, jwt: &str) -> (u16, SignInRefusal) {
    let (status, text) = show(server, number, jwt);
    let said: NotSignedIn = serde_json::from_str(&text).unwrap();
    assert_eq!(said.words, said.reason.words(quizrain_shared::language::Language::Hant));
    (status, said.reason)
}

pub(crate) fn game(server: &Server, identity: Identity) -> HostRight {
    let quiz = server.quizzes().remove(0).id;
    let wish = CreateGame { identity, ..CreateGame::of(quiz, None) };
    server.post_json("/api/games", &wish)
}

fn join(nickname: &str) -> PlayerFrame {
    let entropy = contribution(nickname);
    PlayerFrame::Join {
        avatar: None,
        field: None,
        nickname: nickname.to_owned(),
        entropy,
        team: None,
    }
}

on_both!(a_person_with_four_devices_is_one_player_who_catches_one_packet);

/// Packets that are settled, and those of them that are the staff's.
const SETTLED: [&str; 2] = [
    "SELECT COUNT(*) FROM entries WHERE kind = 'settle'",
    "SELECT COUNT(*) FROM entries JOIN persons ON persons.account = entries.account
     WHERE entries.kind = 'settle' AND persons.subject LIKE 'personnel-471%'",
];

async fn a_person_with_four_devices_is_one_player_who_catches_one_packet(on: On) {
    let signer = Signer::new();
    let nodes = Nodes::start_with_env(on, 2, &[], &signer.env()).await;
    let node = |number: u64| nodes.node((number % 2) as usize);
    let hosted = game(node(0), Identity::Signed);
    nodes.until_all_know().await;

    // A browser that is nobody's looks on and takes no seat.
    let mut stranger = Client::player(node(1), &hosted, 9).await;
    assert_eq!(stranger.welcome().await.game.identity, Identity::Signed);
    stranger.send(&join("Nobody")).await;
    assert_eq!(stranger.refusal().await, Refusal::SignInNeeded);

    // Two phones, a private window and a laptop, at both servers; and somebody else.
    for device in 1..=4 {
        signer.sign_in(node(device), device, ANNA);
        signer.sign_in(node(device + 1), device, ANNA);
    }
    signer.sign_in(node(0), 5, "personnel-4712");
    Client::seated(node(1), &hosted, 1, "Anna").await;
    for device in 2..=4 {
        let mut newer = Client::player(node(device), &hosted, device).await;
        assert_eq!(newer.welcome().await.you.unwrap().seat.nickname, "Anna");
    }
    let mut ben = Client::seated(node(0), &hosted, 5, "Ben").await;
    let mut host = Client::host(node(0), &hosted).await;
    let mut rain = plan("points", 30, 3);
    rain.seconds = 60;
    host.open_rain(rain).await;
    let mut packets = Vec::new();
    for device in 1..=4 {
        let mut player = Client::player(node(device), &hosted, device).await;
        player.welcome().await;
        packets.push(player.grab().await.unwrap().packet);
    }
    packets.dedup();
    let others = ben.grab().await.unwrap().packet;
    ben.credited().await;
    assert!(packets.len() == 1 && packets[0] != others, "{packets:?} {others}");
    for settled in SETTLED {
        nodes.ledger_says(settled, "2").await;
    }
    for device in 1..=4 {
        let has: Balance = node(device + 1).get_json("/api/balance", &token(device).reveal());
        assert_eq!(has.packets.iter().map(|it| it.packet).collect::<Vec<_>>(), packets);
    }
    // The same socket may say hello again, and as nobody else.
    stranger.send(&PlayerFrame::Hello { pin: hosted.pin, token: token(9) }).await;
    assert!(stranger.welcome().await.you.is_none());
    stranger.send(&PlayerFrame::Hello { pin: hosted.pin, token: token(1) }).await;
    assert_eq!(stranger.closed().await, 1008);

    who_may_not_sign_in_is_told_why(&signer, &nodes).await;
    // Names are in the database and nowhere else.
    assert_eq!(nodes.ledger(&format!("SELECT name FROM persons WHERE subject = '{ANNA}'")), [NAME]);
    for number in [0, 1] {
        let log = nodes.node(number).log();
        assert!(!log.contains("personnel-47") && !log.contains("Lovelace"), "{log}");
    }
}

async fn who_may_not_sign_in_is_told_why(signer: &Signer, nodes: &Nodes) {
    use SignInRefusal::{Audience, HasPlayed, Replayed, Signature, SomebodyElse};
    let (one, other) = (nodes.node(0), nodes.node(1));
    // A browser is one person's; a token that names itself is one browser's.
    assert_eq!(refused(one, 1, &signer.token("personnel-4712", None)), (409, SomebodyElse));
    let once = signer.token(ANNA, Some("sign-in 1"));
    assert_eq!(show(one, 1, &once).0, 200);
    assert_eq!(show(other, 1, &once).0, 200, "its answer may have been lost");
    assert_eq!(refused(other, 6, &once), (403, Replayed));
    assert_eq!(refused(one, 7, &signer.sign(&json!({ "iss": ISSUER }))), (403, Audience));
    let (head, signature) = once.rsplit_once('.').unwrap();
    let forged = format!("{head}.{}", signature.chars().rev().collect::<String>());
    let why = refused(one, 7, &forged).1;
    assert!(matches!(why, Signature | SignInRefusal::Malformed), "{why:?}");

    // What a browser has as nobody would be lost to it.
    let open = game(one, Identity::Open);
    nodes.until_all_know().await;
    let mut player = Client::seated(other, &open, 20, "Open").await;
    assert_eq!(refused(one, 20, &signer.token(ANNA, None)), (409, HasPlayed));
    player.send(&PlayerFrame::Hello { pin: open.pin, token: token(20) }).await;
    assert!(player.welcome().await.you.is_some(), "and it still has it");

    // A socket that was nobody's takes no seat as nobody once its browser is somebody's.
    let mut early = Client::player(other, &open, 21).await;
    early.welcome().await;
    signer.sign_in(one, 21, ANNA);
    assert!(early.join("Early").await.you.is_some());
    let mut elsewhere = Client::player(one, &open, 4).await;
    assert_eq!(elsewhere.welcome().await.you.unwrap().seat.nickname, "Early");
}

#[tokio::test]
async fn a_server_without_a_key_signs_nobody_in_and_lets_nobody_in() {
    let signer = Signer::new();
    let mut server = Server::start_with_env(&[], &signer.env());
    signer.sign_in(&server, 1, ANNA);
    let hosted = game(&server, Identity::Signed);
    assert!(server.stop().success());
    server.restart_with_env(&[]);
    assert_eq!(refused(&server, 2, &signer.token(ANNA, None)), (409, SignInRefusal::Off));
    let quiz = server.quizzes().remove(0).id;
    let wish = CreateGame { identity: Identity::Signed, ..CreateGame::of(quiz, None) };
    let wish = serde_json::to_value(wish).unwrap();
    assert_eq!(server.post("/api/games", &server.host_key(), &wish).0, 409);
    // Nor does it let anybody in whom another issuer vouched for, or the one that it believed before.
    for number in [1, 2] {
        let mut stranger = Client::player(&server, &hosted, number).await;
        stranger.welcome().await;
        stranger.send(&join("Nobody")).await;
        assert_eq!(stranger.refusal().await, Refusal::SignInNeeded);
    }
    // Elsewhere they are who they were.
    let open = game(&server, Identity::Open);
    Client::seated(&server, &open, 1, "Anna").await;
    let account = "SELECT COUNT(*) FROM devices JOIN persons ON persons.account = devices.account";
    assert_eq!(server.ledger(account), ["1"]);
}

/// A guest list vouches for its guests under such a name: one person would have the name of another.
#[test]
fn an_issuer_that_is_called_as_guest_lists_are_is_refused_at_the_start() {
    let signer = Signer::of("urn:quizrain:guest-list:0102030405060708");
    let dir = tempfile::tempdir().unwrap();
    let output = run_with_env(dir.path(), &[], &signer.env());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("guest lists"), "{said}");
}
