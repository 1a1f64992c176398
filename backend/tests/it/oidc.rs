//! People who sign in at an OpenID provider: begun by one browser, finished by it alone, once, at any server.

use std::time::{Duration, Instant};

use quizrain_shared::api::{
    Balance, CreateGame, Info, NotSignedIn, SignInRefusal, SignInStarted, SignedIn,
};
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::Pin;
use quizrain_shared::wire::{PlayerFrame, Refusal};
use serde_json::{Value, json};
use url::Url;

use crate::common::client::{Client, token};
use crate::common::nodes::Nodes;
use crate::common::on::{On, on_both};
use crate::common::provider::{NAME, Provider, SECRET};
use crate::common::server::{DEADLINE, Server, run_with_env};
use crate::common::{contribution, plan};
use crate::identity::{Signer, game};

/// What must stand in no log.
const ANNA: &str = "provider-4711";

/// An answer: its status, the cookie that it sets, what it says.
struct Answer(u16, Option<String>, String);

fn ask(server: &Server, path: &str, number: u64, cookie: &str, body: &Value) -> Answer {
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let request = agent
        .post(format!("http://{}{path}", server.address))
        .header("Authorization", format!("Bearer {}", token(number).reveal()))
        .header("Cookie", format!("other=1; {cookie}; last=2"))
        .header("Content-Type", "application/json");
    let mut answer = request.send(body.to_string()).unwrap();
    let cookie = answer.headers().get("set-cookie").map(|it| it.to_str().unwrap().to_owned());
    let text = answer.body_mut().read_to_string().unwrap();
    Answer(answer.status().as_u16(), cookie, text)
}

/// A browser that is on its way.
struct Begun {
    url: Url,
    state: String,
    cookie: String,
}

fn try_start(server: &Server, number: u64, body: &Value) -> Result<Begun, (u16, SignInRefusal)> {
    let Answer(status, cookie, text) = ask(server, "/api/oidc/start", number, "a=b", body);
    if status != 200 {
        let said: NotSignedIn = serde_json::from_str(&text).expect(&text);
        assert_eq!(said.words, said.reason.words(quizrain_shared::language::Language::Hant));
        return Err((status, said.reason));
    }
    let started: SignInStarted = serde_json::from_str(&text).unwrap();
    let url: Url = started.url.parse().unwrap();
    let state = url.query_pairs().find(|(name, _)| name == "state").unwrap().1.into_owned();
    let cookie = cookie.unwrap();
    let (pair, rest) = cookie.split_once("; ").unwrap();
    assert_eq!(rest, "Path=/; Max-Age=600; HttpOnly; SameSite=Strict");
    assert!(!started.url.contains(&token(number).reveal()) && !cookie.contains(&state[7..]));
    Ok(Begun { url, state, cookie: pair.to_owned() })
}

fn start(server: &Server, number: u64, pin: Option<Pin>) -> Begun {
    try_start(server, number, &json!({ "pin": pin, "language": "zh-TW" })).unwrap()
}

/// Comes back with this code.
fn finish(
    server: &Server,
    number: u64,
    begun: &Begun,
    code: &str,
) -> Result<SignedIn, (u16, SignInRefusal)> {
    let said = json!({ "state": begun.state, "code": code, "language": "zh-CN" });
    come_back(server, number, &begun.cookie, &said)
}

fn come_back(
    server: &Server,
    number: u64,
    cookie: &str,
    said: &Value,
) -> Result<SignedIn, (u16, SignInRefusal)> {
    let Answer(status, cookie, text) = ask(server, "/api/oidc/finish", number, cookie, said);
    assert!(cookie.unwrap().starts_with("quizrain-sign-in=; Path=/; Max-Age=0;"));
    if status == 200 {
        return Ok(serde_json::from_str(&text).unwrap());
    }
    let said: NotSignedIn = serde_json::from_str(&text).expect(&text);
    assert_eq!(said.words, said.reason.words(quizrain_shared::language::Language::Hans));
    Err((status, said.reason))
}

/// Signs a browser in at a provider, begun at one server and finished at another.
fn sign_in(servers: [&Server; 2], provider: &Provider, number: u64, subject: &str) -> SignedIn {
    let begun = start(servers[0], number, None);
    finish(servers[1], number, &begun, &provider.grant(&begun.url, subject)).unwrap()
}

pub(crate) async fn nodes_of(on: On, provider: &Provider) -> Nodes {
    let env = provider.env();
    let env: Vec<(&str, &str)> =
        env.iter().map(|(name, it)| (name.as_str(), it.as_str())).collect();
    // Both servers are one to browsers.
    let args = ["--public-url", "http://quiz.example.org", "--allowed-hosts", "127.0.0.1"];
    Nodes::start_with_env(on, 2, &args, &env).await
}

fn server_of(provider: &Provider) -> Server {
    let env = provider.env();
    let env: Vec<(&str, &str)> =
        env.iter().map(|(name, it)| (name.as_str(), it.as_str())).collect();
    Server::start_with_env(&[], &env)
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

on_both!(
    a_person_with_four_devices_signs_in_at_the_provider_and_catches_one_packet,
    what_was_begun_in_one_browser_is_finished_by_it_alone_and_once
);

async fn a_person_with_four_devices_signs_in_at_the_provider_and_catches_one_packet(on: On) {
    let provider = Provider::start();
    let nodes = nodes_of(on, &provider).await;
    let node = |number: u64| nodes.node((number % 2) as usize);
    let hosted = game(node(0), Identity::Signed);
    nodes.until_all_know().await;
    let mut stranger = Client::player(node(1), &hosted, 9).await;
    stranger.welcome().await;
    stranger.send(&join("Nobody")).await;
    assert_eq!(stranger.refusal().await, Refusal::SignInNeeded);

    // Two phones, a private window and a laptop; begun at one server, finished at the other.
    for device in 1..=4 {
        let begun = start(node(device), device, Some(hosted.pin));
        let code = provider.grant(&begun.url, ANNA);
        let said = finish(node(device + 1), device, &begun, &code).unwrap();
        assert_eq!((said.name.as_deref(), said.pin), (Some(NAME), Some(hosted.pin)));
    }
    sign_in([node(0), node(1)], &provider, 5, "provider-4712");
    Client::seated(node(1), &hosted, 1, "Anna").await;
    let mut ben = Client::seated(node(0), &hosted, 5, "Ben").await;
    let mut host = Client::host(node(0), &hosted).await;
    let mut rain = plan("points", 30, 3);
    rain.seconds = 60;
    host.open_rain(rain).await;
    let mut packets = Vec::new();
    for device in 1..=4 {
        let mut player = Client::player(node(device), &hosted, device).await;
        assert_eq!(player.welcome().await.you.unwrap().seat.nickname, "Anna");
        packets.push(player.grab().await.unwrap().packet);
    }
    packets.dedup();
    let others = ben.grab().await.unwrap().packet;
    ben.credited().await;
    assert!(packets.len() == 1 && packets[0] != others, "{packets:?} {others}");
    nodes.ledger_says("SELECT COUNT(*) FROM entries WHERE kind = 'settle'", "2").await;
    for device in 1..=4 {
        let has: Balance = node(device + 1).get_json("/api/balance", &token(device).reveal());
        assert_eq!(has.packets.iter().map(|it| it.packet).collect::<Vec<_>>(), packets);
    }
    // Whom to pay.
    let persons = "SELECT issuer, subject FROM persons ORDER BY subject";
    let who = ["provider-4711", "provider-4712"].map(|it| format!("{}|{it}", provider.issuer()));
    assert_eq!(nodes.ledger(persons), who);
    for number in [0, 1] {
        let log = nodes.node(number).log();
        for secret in [ANNA, "Lovelace", "a-code-that-is-long", SECRET] {
            assert!(!log.contains(secret), "{secret}: {log}");
        }
        assert!(log.contains("http://quiz.example.org/sign-in"), "{log}");
    }
}

async fn what_was_begun_in_one_browser_is_finished_by_it_alone_and_once(on: On) {
    use SignInRefusal::{NotBegun, SomebodyElse, UsedCode};
    let provider = Provider::start();
    let nodes = nodes_of(on, &provider).await;
    let (one, other) = (nodes.node(0), nodes.node(1));

    // Somebody sends their own address to another browser: it becomes nobody's.
    let mine = start(one, 1, None);
    let code = provider.grant(&mine.url, "mallory");
    assert_eq!(finish(other, 2, &mine, &code).err(), Some((403, NotBegun)));
    let theirs = start(one, 2, None);
    let said = json!({ "state": mine.state, "code": code, "language": "zh-CN" });
    assert_eq!(come_back(other, 2, &theirs.cookie, &said).err(), Some((403, NotBegun)));
    assert_eq!(come_back(other, 1, "none=1", &said).err(), Some((403, NotBegun)));
    // A code that somebody else was given is worth nothing with one's own state: it was asked for with
    // another verifier.
    assert_eq!(finish(other, 2, &theirs, &code).err(), Some((403, UsedCode)));
    assert!(nodes.ledger("SELECT account FROM persons").is_empty());

    // What was used is used, at either server, by the same browser too; and a code is no other's.
    let begun = start(one, 1, None);
    let code = provider.grant(&begun.url, ANNA);
    finish(one, 1, &begun, &code).unwrap();
    for server in [one, other] {
        assert_eq!(finish(server, 1, &begun, &code).err(), Some((403, UsedCode)));
    }
    let again = start(one, 1, None);
    assert_eq!(finish(other, 1, &again, &code).err(), Some((403, UsedCode)));
    // Of many who come at the same moment, one is let in.
    let begun = start(one, 3, None);
    let code = provider.grant(&begun.url, ANNA);
    let results: Vec<_> = std::thread::scope(|scope| {
        let begin = |server| {
            scope.spawn({
                let (begun, code) = (&begun, &code);
                move || finish(server, 3, begun, code).is_ok()
            })
        };
        let threads: Vec<_> = [one, other].into_iter().cycle().take(8).map(begin).collect();
        threads.into_iter().map(|it| it.join().unwrap()).collect()
    });
    assert_eq!(results.iter().filter(|done| **done).count(), 1, "{results:?}");

    // A browser is one person's.
    let begun = start(one, 1, None);
    let code = provider.grant(&begun.url, "provider-4712");
    assert_eq!(finish(other, 1, &begun, &code).err(), Some((409, SomebodyElse)));
}

#[test]
fn what_the_provider_says_is_believed_only_if_all_of_it_fits() {
    use SignInRefusal::{
        Cancelled, Nonce, ProviderRefused, TokenAudience, TokenExpired, TokenInvalid,
    };
    let provider = Provider::start();
    let server = server_of(&provider);
    let try_it = |number: u64| {
        let begun = start(&server, number, None);
        finish(&server, number, &begun, &provider.grant(&begun.url, ANNA)).err()
    };
    for (changes, why) in [
        (json!({ "nonce": "another" }), Nonce),
        (json!({ "nonce": null }), Nonce),
        (json!({ "aud": "payroll" }), TokenAudience),
        (json!({ "azp": "payroll" }), TokenAudience),
        (json!({ "exp": 1_000_000_000, "iat": 999_999_000 }), TokenExpired),
        (json!({ "iss": "https://evil.example" }), TokenInvalid),
        (json!({ "sub": "" }), TokenInvalid),
    ] {
        provider.say(changes.clone());
        assert_eq!(try_it(1), Some((403, why)), "{changes}");
    }
    provider.say(json!({}));
    provider.forge(true);
    assert_eq!(try_it(1), Some((403, TokenInvalid)));
    provider.forge(false);
    for (error, why) in [
        ("access_denied", Cancelled),
        ("server_error", ProviderRefused),
        ("<script>", ProviderRefused),
    ] {
        let begun = start(&server, 1, None);
        let said = json!({ "state": begun.state, "error": error, "language": "zh-CN" });
        assert_eq!(come_back(&server, 1, &begun.cookie, &said).err(), Some((403, why)));
    }
    assert!(server.ledger("SELECT account FROM persons").is_empty());
    // A key that the provider takes in place of the one before is found.
    provider.change_key();
    assert_eq!(try_it(1), None);
    assert!(!server.log().contains("<script"), "{}", server.log());
}

/// RFC 9207: another provider cannot have its own answer taken for this one's.
#[test]
fn an_answer_that_another_provider_gave_is_none() {
    let provider = Provider::start();
    let reticent = server_of(&provider);
    provider.name_itself();
    let server = server_of(&provider);
    let foreign = json!("https://evil.example");
    let own = json!(provider.issuer());
    let slash = json!(format!("{}/", provider.issuer()));
    let invalid = Some((403, SignInRefusal::TokenInvalid));
    for (server, iss, why) in [
        (&reticent, &foreign, invalid),
        (&reticent, &slash, invalid),
        (&server, &foreign, invalid),
        (&server, &json!(""), invalid),
        (&server, &Value::Null, invalid),
        (&reticent, &Value::Null, None),
        (&reticent, &own, None),
        (&server, &own, None),
    ] {
        let begun = start(server, 1, None);
        let code = provider.grant(&begun.url, ANNA);
        let said = json!({ "state": begun.state, "code": code, "iss": iss, "language": "zh-CN" });
        assert_eq!(come_back(server, 1, &begun.cookie, &said).err(), why, "{iss}");
    }
    // What another one refuses is nothing that this one has said.
    let begun = start(&server, 1, None);
    let said = json!({ "state": begun.state, "error": "access_denied", "iss": foreign, "language": "zh-CN" });
    assert_eq!(come_back(&server, 1, &begun.cookie, &said).err(), invalid);
}

#[test]
fn a_browser_is_led_to_the_provider_and_back_to_a_game_and_nowhere_else() {
    let provider = Provider::start();
    let server = server_of(&provider);
    for pin in [json!("https://evil.example"), json!("//evil.example"), json!(1), json!([])] {
        let body = json!({ "pin": pin });
        assert!((400..500).contains(&ask(&server, "/api/oidc/start", 1, "a=b", &body).0), "{pin}");
    }
    let body = json!({ "return": "https://evil.example" });
    assert!((400..500).contains(&ask(&server, "/api/oidc/start", 1, "a=b", &body).0));
    let begun = start(&server, 1, Pin::new(123_456));
    assert!(begun.state.starts_with("123456."));
    let redirect = begun.url.query_pairs().find(|(name, _)| name == "redirect_uri").unwrap().1;
    assert_eq!(redirect, format!("http://{}/sign-in", server.address));
    let code = provider.grant(&begun.url, ANNA);
    for state in ["654321.x", "//evil.example", "https://evil.example"] {
        let state = format!("{state}{}", &begun.state[6..]);
        let said = json!({ "state": state, "code": code, "language": "zh-CN" });
        let why = come_back(&server, 1, &begun.cookie, &said).err();
        assert_eq!(why, Some((403, SignInRefusal::NotBegun)));
    }
    assert_eq!(finish(&server, 1, &begun, &code).unwrap().pin, Pin::new(123_456));
    // Pages know what stands on the button, and the API says it.
    let (_, page) = server.get("/sign-in", "");
    assert!(page.contains(r#"data-oidc="Example &quot;ID&quot;""#), "{page}");
    let info: Info = server.get_json("/api/info", "");
    assert_eq!(info.oidc.as_deref(), Some("Example \"ID\""));
}

#[tokio::test]
async fn a_provider_that_is_away_stops_nobody_but_those_who_sign_in() {
    let gone = Provider::start();
    let address = gone.address();
    let server = {
        let env = gone.env();
        drop(gone);
        let env: Vec<(&str, &str)> =
            env.iter().map(|(name, it)| (name.as_str(), it.as_str())).collect();
        Server::start_with_env(&[], &env)
    };
    let hosted = game(&server, Identity::Open);
    Client::seated(&server, &hosted, 1, "Anna").await;
    let body = json!({ "language": "zh-TW" });
    let why = try_start(&server, 2, &body).err();
    assert_eq!(why, Some((502, SignInRefusal::ProviderDown)));
    assert!(server.log().contains("failed to find out about --oidc-issuer"), "{}", server.log());
    // It is asked again.
    let back = Provider::start_at(address);
    let since = Instant::now();
    let begun = loop {
        match try_start(&server, 2, &body) {
            Ok(begun) => break begun,
            Err(why) => assert_eq!(why.1, SignInRefusal::ProviderDown),
        }
        assert!(since.elapsed() < DEADLINE, "{}", server.log());
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    finish(&server, 2, &begun, &back.grant(&begun.url, ANNA)).unwrap();
    // Away again, it vouches for nobody; what it said of itself goes on.
    let begun = start(&server, 3, None);
    let code = back.grant(&begun.url, ANNA);
    drop(back);
    let why = finish(&server, 3, &begun, &code).err();
    assert_eq!(why, Some((502, SignInRefusal::ProviderDown)));
    // A seat as nobody would be lost: that is said before anybody goes there.
    assert_eq!(try_start(&server, 1, &body).err(), Some((409, SignInRefusal::HasPlayed)));
}

/// The same subject of another issuer is another person: somebody with both would catch two packets.
#[test]
fn a_server_with_two_issuers_does_not_start() {
    let (provider, signer) = (Provider::start(), Signer::new());
    let own = provider.env();
    let own = own.iter().map(|(name, it)| (name.as_str(), it.as_str()));
    let env: Vec<(&str, &str)> = own.chain(signer.env()).collect();
    let dir = tempfile::tempdir().unwrap();
    let output = run_with_env(dir.path(), &[], &env);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("must be the same"), "{said}");
}

#[test]
fn a_server_without_a_provider_says_so_and_one_without_a_secret_does_not_start() {
    let server = Server::start();
    let body = json!({ "language": "zh-TW" });
    let why = try_start(&server, 1, &body).err();
    assert_eq!(why, Some((409, SignInRefusal::NoProvider)));
    assert!(!server.get("/sign-in", "").1.contains("data-oidc"));
    let quiz = server.quizzes().remove(0).id;
    let wish = CreateGame { identity: Identity::Signed, ..CreateGame::of(quiz, None) };
    let wish = serde_json::to_value(wish).unwrap();
    let (status, text) = server.post("/api/games", &server.host_key(), &wish);
    assert!(status == 409 && text.contains("--oidc-issuer"), "{text}");

    let dir = tempfile::tempdir().unwrap();
    let named = [
        ("QUIZRAIN_OIDC_ISSUER", "https://accounts.example.org"),
        ("QUIZRAIN_OIDC_CLIENT_ID", "quizrain"),
    ];
    let secret = |text: &'static str| [("QUIZRAIN_OIDC_CLIENT_SECRET", text)];
    let scopes = [("QUIZRAIN_OIDC_SCOPES", "profile")];
    let away = [("QUIZRAIN_OIDC_ISSUER", "http://10.0.0.1")];
    for (more, why) in [
        (vec![], "QUIZRAIN_OIDC_CLIENT_SECRET"),
        (secret("short").to_vec(), "16 characters"),
        ([&secret(SECRET)[..], &scopes].concat(), "openid"),
        ([&secret(SECRET)[..], &away].concat(), "--oidc-allow-private"),
    ] {
        let output = run_with_env(dir.path(), &[], &[&named[..], &more].concat());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(why), "{why}: {said}");
        assert!(!said.contains(SECRET), "{said}");
    }
}
