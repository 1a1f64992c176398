//! Ten thousand actions that others try on what is one host's: every act of a desk and every request that changes
//! something, each with whatever right somebody has who has none to this. Nothing comes of any of them.

use std::collections::BTreeSet;

use quizrain::people::account_of;
use quizrain_shared::api::{
    CrewRight, GuestListSummary, HostRole, KeySummary, QuizDocument, SavedQuiz, SignedInHost,
};
use quizrain_shared::ids::{AccountId, RainId, Token};
use quizrain_shared::phase::Kind;
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::HostFrame;
use serde_json::{Map, Value, json};

use super::{Team, host, read};
use crate::admission::access::FOR_ANYBODY;
use crate::admission::routes::filled;
use crate::common::browser::{Browser, PASSWORD};
use crate::common::client::{Client, token};
use crate::common::on::On;
use crate::common::plan;
use crate::common::property::{draw, seed};
use crate::common::receiver::{Manners, Receiving, SECRET};
use crate::common::server::{HostRight, Server};
use crate::crew::{frames, let_in, names_of_all, turned_away};

const ACTIONS: usize = 10_000;
/// The number of whose token plays in Bob's game.
const PLAYER: u64 = 75;
/// Who try them, each a part, at the same time.
const HANDS: usize = 4;

/// An account that may read what the team has.
const READER: &str = "a viewer";

/// What anybody may ask for, or changes what is whoever's own who asks.
const OWN: [&str; 15] = [
    "DELETE /api/session",
    "POST /api/games/{game}/crew/join",
    "POST /api/guest-lists",
    "POST /api/imports",
    "POST /api/media",
    "POST /api/quizzes",
    "POST /api/session/codes",
    "POST /api/session/provider/end",
    "POST /api/session/second-factor",
    "POST /api/session/second-factor/end",
    "POST /api/sounds",
    "PUT /api/booth",
    "PUT /api/session/password",
    "PUT /api/session/provider",
    "PUT /api/session/second-factor",
];

/// Something that is done to what is Bob's, or that no one but an owner does.
#[derive(Clone, Debug)]
struct Deed {
    method: &'static str,
    route: &'static str,
    path: String,
    body: Value,
}

/// What Bob has.
struct Bobs {
    hosted: HostRight,
    /// A quiz that is the team's, of which his is a copy.
    shared: String,
    quiz: SavedQuiz,
    document: QuizDocument,
    list: GuestListSummary,
    me: SignedInHost,
    session: String,
    key: KeySummary,
    /// A rain of his game, and who caught a packet of it that he holds.
    rain: RainId,
    account: AccountId,
}

/// One packet falls, Anna catches it, and it is held for Bob.
async fn held(server: &Server, hosted: &HostRight) -> (RainId, AccountId) {
    let mut host = Client::host(server, hosted).await;
    let mut anna = Client::seated(server, hosted, PLAYER, "Anna").await;
    host.open_rain(RainPlan { seconds: 60, ..plan("points", 10, 1) }).await;
    let (view, _) = host.rain().await;
    let account = account_of(&token(PLAYER));
    let path = format!("/api/games/{}/payouts/{}/{account}/hold", hosted.game, view.rain);
    assert_eq!(server.post(&path, &hosted.token.reveal(), &json!({})).0, 200);
    anna.tap().await.unwrap();
    host.stage(Kind::RainDone).await;
    server.ledger_says("SELECT COUNT(*) FROM payouts WHERE state = 'held'", "1").await;
    server.ledger_says("SELECT COUNT(*) FROM rains WHERE settled_ms IS NULL", "0").await;
    (view.rain, account)
}

impl Bobs {
    async fn of(server: &Server, team: &mut Team) -> Self {
        let bob = &mut team.bob;
        let shared = server.quizzes()[0].id.clone();
        let original: QuizDocument = read(bob.ask("GET", &format!("/api/quizzes/{shared}"), None));
        let wish = json!({ "quiz": original.quiz, "tags": ["own"] });
        let quiz: SavedQuiz = read(bob.ask("POST", "/api/quizzes", Some(&wish)));
        let document = read(bob.ask("GET", &format!("/api/quizzes/{}", quiz.id), None));
        let wish = json!({ "title": "Gala", "csv": "Anna,e-1\nBen,e-2" });
        let sessions: Value = read(bob.ask("GET", "/api/sessions", None));
        let keys: Vec<KeySummary> = read(team.owner.ask("GET", "/api/keys", None));
        let hosted = host(bob, &quiz.id);
        let (rain, account) = held(server, &hosted).await;
        Self {
            hosted,
            shared,
            quiz,
            document,
            list: read(bob.ask("POST", "/api/guest-lists", Some(&wish))),
            me: read(bob.ask("GET", "/api/session", None)),
            session: sessions[0]["session"].as_str().unwrap().to_owned(),
            key: keys[0].clone(),
            rain,
            account,
        }
    }

    fn filled(&self, route: &str) -> String {
        let own = [
            ("{game}", self.hosted.game.to_string()),
            ("{quiz}", self.quiz.id.clone()),
            ("{list}", self.list.list.to_string()),
            ("{host}", self.me.account.host.to_string()),
            ("{session}", self.session.clone()),
            ("{key}", self.key.id.to_string()),
            ("{rain}", self.rain.to_string()),
            ("{account}", self.account.to_string()),
        ];
        filled(&own.iter().fold(route.to_owned(), |path, (name, id)| path.replace(name, id)))
    }

    /// All that can be done, what ends something last.
    fn deeds(&self, seen: u64) -> Vec<Deed> {
        let mut deeds = Vec::new();
        for (name, frame) in frames(&self.hosted, seen) {
            if !frame.is_for_viewers() {
                deeds.push(self.act(name, &frame));
            }
        }
        let quiz = json!({ "version": self.quiz.version, "quiz": self.document.quiz });
        let person = json!({ "person": { "issuer": "https://x.example.org", "subject": "x" } });
        let account = json!({ "name": "Bob", "role": "viewer", "disabled": false });
        let rest: [(&str, &str, Value); 33] = [
            ("POST", "/api/games/{game}/crew", json!({ "right": "host" })),
            ("POST", "/api/games/{game}/crew/enter", json!({ "token": "5".repeat(32) })),
            ("POST", "/api/games/{game}/redrive", json!({ "rain": self.rain })),
            ("POST", "/api/games/{game}/payouts/{rain}/{account}/hold", Value::Null),
            ("POST", "/api/games/{game}/payouts/{rain}/{account}/release", Value::Null),
            ("POST", "/api/games/{game}/payouts/{rain}/{account}/refuse", Value::Null),
            ("PUT", "/api/games/{game}/results/link", json!({ "names": true })),
            ("DELETE", "/api/games/{game}/results/link", Value::Null),
            ("POST", "/api/games/{game}/crew/end", json!({})),
            ("POST", "/api/games/{game}/token", Value::Null),
            ("POST", "/api/games", json!({ "quiz": self.quiz.id })),
            ("PUT", "/api/quizzes/{quiz}", quiz),
            ("PUT", "/api/quizzes/{quiz}/shelf", json!({ "tags": ["x"], "archived": true })),
            ("PUT", "/api/quizzes/{quiz}/shared", json!({ "shared": true })),
            ("DELETE", "/api/quizzes/{quiz}", Value::Null),
            ("POST", "/api/quizzes/{quiz}/restore", Value::Null),
            ("POST", "/api/guest-lists/{list}/free", json!({ "number": 1 })),
            ("DELETE", "/api/guest-lists/{list}/guests/{number}", Value::Null),
            ("DELETE", "/api/guest-lists/{list}", Value::Null),
            ("POST", "/api/sign-outs", json!({ "before_ms": 9_000_000_000_000_u64 })),
            ("POST", "/api/erasures", person),
            ("POST", "/api/erasures", json!({ "account": self.account })),
            ("POST", "/api/keys", json!({ "name": "x", "scopes": ["games:run"] })),
            ("DELETE", "/api/keys/{key}", Value::Null),
            ("POST", "/api/hosts", json!({ "login": "eve", "name": "Eve", "role": "owner" })),
            ("DELETE", "/api/sessions/{session}", Value::Null),
            ("DELETE", "/api/hosts/{host}/second-factor", Value::Null),
            ("DELETE", "/api/hosts/{host}/provider", Value::Null),
            ("POST", "/api/hosts/{host}/code", Value::Null),
            ("PUT", "/api/hosts/{host}", account),
            ("DELETE", "/api/hosts/{host}", Value::Null),
            ("GET", "/api/actions", Value::Null),
            ("GET", "/api/hosts", Value::Null),
        ];
        deeds.extend(rest.map(|(method, route, body)| Deed {
            method,
            route,
            path: self.filled(route),
            body,
        }));
        deeds
    }

    /// What a frame of the socket is as a request.
    fn act(&self, name: &str, frame: &HostFrame) -> Deed {
        let body = json!(frame)[name].clone();
        let word = |(at, c): (usize, char)| match c.is_ascii_uppercase() {
            true if at > 0 => format!("-{}", c.to_ascii_lowercase()),
            _ => c.to_ascii_lowercase().to_string(),
        };
        let act: String = name.char_indices().map(word).collect();
        let path = format!("/api/games/{}/desk/{act}", self.hosted.game);
        Deed { method: "POST", route: "/api/games/{game}/desk/{act}", path, body }
    }
}

/// Who try it, by what they show.
async fn others(server: &Server, team: &mut Team, bobs: &Bobs) -> Vec<(&'static str, Browser)> {
    let shows = |right: &str| {
        let mut browser = Browser::of(server);
        browser.headers.push(("Authorization".to_owned(), format!("Bearer {right}")));
        browser
    };
    let of = |token: Token| shows(&token.reveal());
    let hers = host(&mut team.cora, &bobs.shared);
    let watches = let_in(server, &bobs.hosted, CrewRight::Viewer, 71);
    let helps_her = let_in(server, &hers, CrewRight::Host, 72);
    let helped = let_in(server, &bobs.hosted, CrewRight::Host, 73);
    let end = json!({});
    read::<Value>(server.post(
        &format!("/api/games/{}/crew/end", bobs.hosted.game),
        &bobs.hosted.token.reveal(),
        &end,
    ));
    // Ended with all links; who watches comes again.
    turned_away(server, &helped).await;
    turned_away(server, &watches).await;
    let watches = let_in(server, &bobs.hosted, CrewRight::Viewer, 74);
    let mut out = Browser::signed_in(server, "bob", PASSWORD);
    let gone = out.cookie.clone();
    read::<Value>(out.ask("DELETE", "/api/session", None));
    vec![
        ("a host", team.cora.clone()),
        (READER, team.viewer.clone()),
        ("a co-host", Browser::of_new(server, "cody", HostRole::CoHost)),
        ("a program", team.program.clone()),
        ("a host's token of another game", of(hers.token)),
        ("a co-host's token of another game", of(helps_her.token)),
        ("a token that watches", of(watches.token)),
        ("a token whose right has ended", of(helped.token)),
        ("a player", of(token(PLAYER))),
        ("nobody", Browser::of(server)),
        ("a token that is made up", shows(&"7".repeat(32))),
        ("a key that is made up", shows(&format!("qrk_{}_{}", "0".repeat(12), "7".repeat(40)))),
        ("a session that has ended", Browser::of(server).showing(gone)),
    ]
}

/// What is Bob's and the server's, as the database has it.
fn kept(server: &Server) -> Vec<String> {
    [
        "SELECT * FROM quizzes ORDER BY quiz",
        "SELECT * FROM guest_lists",
        "SELECT * FROM invites ORDER BY number",
        "SELECT * FROM games ORDER BY game",
        "SELECT login, name, role, password, disabled_ms FROM hosts ORDER BY login",
        "SELECT session, host FROM host_sessions ORDER BY session",
        "SELECT COUNT(*) FROM host_codes",
        "SELECT COUNT(*) FROM api_keys",
        "SELECT COUNT(*) FROM crew",
        "SELECT COUNT(*) FROM result_links",
        "SELECT COUNT(*) FROM erasures",
        "SELECT * FROM payouts",
        "SELECT * FROM payout_holds",
        "SELECT * FROM rains",
    ]
    .into_iter()
    .flat_map(|sql| server.ledger(sql))
    .collect()
}

/// Tries so many of them; what was not refused.
fn try_some(
    deeds: &[Deed],
    mut others: Vec<(&'static str, Browser)>,
    mut seed: u64,
    count: usize,
) -> Vec<String> {
    let (mut tried, mut done) = (0, Vec::new());
    while tried < count {
        let deed = &deeds[draw(&mut seed, deeds.len() as u64) as usize];
        let at = draw(&mut seed, others.len() as u64) as usize;
        let (who, browser) = &mut others[at];
        if *who == READER && deed.route.ends_with("/crew/enter") {
            // May watch every game.
            continue;
        }
        tried += 1;
        // Mostly a body that is right; also none, and one of something else, where it is the path that names what is Bob's.
        let other = &deeds[draw(&mut seed, deeds.len() as u64) as usize].body;
        let body = match draw(&mut seed, 10) {
            0 | 1 if !deed.route.contains('{') => Some(&deed.body),
            0 => None,
            1 => Some(other),
            _ => Some(&deed.body),
        };
        let body = body.filter(|body| !body.is_null() && deed.method != "GET");
        let (status, text) = browser.ask(deed.method, &deed.path, body);
        if ![401, 403, 404].contains(&status) {
            done.push(format!("{} {} as {who}: {status} {text}", deed.method, deed.path));
        }
    }
    done
}

/// Every request that changes something is among what is tried, or is somebody's own.
fn assert_all_are_tried(deeds: &[Deed]) {
    let tried: BTreeSet<String> =
        deeds.iter().map(|deed| format!("{} {}", deed.method, deed.route)).collect();
    let known =
        |named: &str| tried.contains(named) || OWN.contains(&named) || FOR_ANYBODY.contains(&named);
    let document: Value =
        serde_json::from_str(include_str!("../../../../docs/schema/openapi.json")).unwrap();
    let acts = |path: &str| match path.split_once("/desk/") {
        Some((game, _)) => format!("{game}/desk/{{act}}"),
        None => path.to_owned(),
    };
    let empty = Map::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap_or(&empty).keys().filter(|it| *it != "get") {
            let named = format!("{} {}", method.to_uppercase(), acts(path));
            assert!(known(&named), "{named} is not tried");
        }
    }
    let acts: BTreeSet<&str> =
        deeds.iter().filter_map(|it| it.path.split("/desk/").nth(1)).collect();
    // All frames but the two that change nothing.
    assert_eq!(acts.len(), names_of_all().len() - 2, "{acts:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_forged_actions_change_nothing() {
    let receiving = Receiving::start(Manners::default());
    let args =
        ["--reads-per-second", "1000000", "--payout-allow-private", "--payout-url", &receiving.url];
    let secret = ("QUIZRAIN_PAYOUT_SECRET", SECRET);
    let server = Server::start_on_with_env(On::Sqlite, &args, &[secret]);
    let mut team = Team::of(&server);
    let bobs = Bobs::of(&server, &mut team).await;
    let others = others(&server, &mut team, &bobs).await;
    let desk = format!("/api/games/{}", bobs.hosted.game);
    let now = |bob: &mut Browser| read::<Value>(bob.ask("GET", &desk, None));
    let before = (kept(&server), now(&mut team.bob));
    let seen = before.1["stage"]["at"]["seq"].as_u64().unwrap();
    let deeds = bobs.deeds(seen);
    assert_all_are_tried(&deeds);

    let seed = seed();
    let done: Vec<String> = std::thread::scope(|scope| {
        let hands: Vec<_> = (0..HANDS as u64)
            .map(|hand| {
                let (deeds, others) = (&deeds, others.clone());
                scope.spawn(move || try_some(deeds, others, seed ^ hand, ACTIONS / HANDS))
            })
            .collect();
        hands.into_iter().flat_map(|hand| hand.join().unwrap()).collect()
    });
    assert!(done.is_empty(), "{} of {ACTIONS}: {:#?}", done.len(), &done[..done.len().min(20)]);
    assert_eq!((kept(&server), now(&mut team.bob)), before);

    // Whoever may is let in by each of them, so what was refused was refused for want of a right.
    for Deed { method, route, path, body } in deeds {
        let body = Some(&body).filter(|body| !body.is_null());
        let browser = if path.contains("/sessions/") { &mut team.bob } else { &mut team.owner };
        let (status, text) = browser.ask(method, &path, body);
        let of_money = route.contains("/payouts/") || route.ends_with("/redrive");
        let refused = if of_money { &[400, 401, 403, 405, 404][..] } else { &[400, 401, 403, 405] };
        assert!(!refused.contains(&status), "{method} {path}: {status} {text}");
    }
}
