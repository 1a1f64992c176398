//! Accounts of hosts: made with the host key, opened by a code and a password, shown by a cookie that counts in our
//! own pages alone, and worth nothing on any server once they are disabled.

use std::time::{Duration, Instant};

use quizrain_shared::api::{
    CrewRight, HostAccount, HostCode, HostRole, HostSession, MAX_HOST_SESSIONS, RECOVERY_CODES,
    RecoveryCodes, SignedInHost,
};
use quizrain_shared::phase::Move;
use quizrain_shared::wire::{HostFrame, Refusal, Right, ServerFrame};
use serde_json::{Value, json};

use crate::common::browser::{Browser, PASSWORD, make};
use crate::common::client::Client;
use crate::common::nodes::Nodes;
use crate::common::on::{On, on_both};
use crate::common::server::{DEADLINE, HostRight, Server};

const ME: &str = "/api/session";
const OTHER: &str = "another horse battery";

fn read<T: serde::de::DeserializeOwned>((status, text): (u16, String)) -> T {
    assert!((200..300).contains(&status), "{status} {text}");
    serde_json::from_str(&text).unwrap()
}

/// Asserts a refusal that says something.
fn refused((status, text): (u16, String), expected: u16, says: &str) {
    assert_eq!(status, expected, "{text}");
    let problem: Value = serde_json::from_str(&text).unwrap();
    assert!(problem["error"].as_str().unwrap().contains(says), "{text}");
}

fn recover(browser: &mut Browser, login: &str, code: &str, password: &str) -> (u16, String) {
    let wish = json!({ "login": login, "code": code, "password": password });
    browser.ask("POST", "/api/session/recover", Some(&wish))
}

fn sessions(browser: &mut Browser) -> Vec<HostSession> {
    read(browser.ask("GET", "/api/sessions", None))
}

fn change(server: &Server, key: &str, host: &HostAccount, wish: &Value) -> HostAccount {
    read(server.put(&format!("/api/hosts/{}", host.host), key, wish))
}

on_both!(
    an_account_is_made_with_the_host_key_and_opened_with_a_code,
    recovery_codes_are_good_for_one_password_each,
    another_password_ends_every_other_session,
    sessions_are_listed_ended_and_end_by_themselves,
    an_owner_has_the_host_keys_rights_but_over_themselves,
    owners_who_do_away_with_each_other_leave_one,
);

/// Each of two owners does something to the other's account at the same moment.
async fn owners_who_do_away_with_each_other_leave_one(on: On) {
    let server = Server::start_on(on, &[]);
    Browser::of_new(&server, "operator", HostRole::Owner);
    let demoted = json!({ "name": "X", "role": "host", "disabled": false });
    let disabled = json!({ "name": "X", "role": "owner", "disabled": true });
    let ways = [("DELETE", None), ("PUT", Some(&demoted)), ("PUT", Some(&disabled))];
    for (n, (method, body)) in ways.into_iter().cycle().take(12).enumerate() {
        let mut owners = ["a", "b"]
            .map(|it| Browser::of_new(&server, &format!("owner-{it}{n}"), HostRole::Owner));
        let own = |browser: &mut Browser| read::<SignedInHost>(browser.ask("GET", ME, None));
        let paths = owners.each_mut().map(|it| format!("/api/hosts/{}", own(it).account.host));
        let barrier = std::sync::Barrier::new(2);
        let [one, other] = &mut owners;
        let act = |browser: &mut Browser, path: &str| {
            barrier.wait();
            browser.ask(method, path, body)
        };
        let answers = std::thread::scope(|scope| {
            let first = scope.spawn(|| act(one, &paths[1]));
            let second = act(other, &paths[0]);
            [first.join().unwrap(), second]
        });
        let done = answers.iter().filter(|(status, _)| *status == 200).count();
        assert_eq!(done, 1, "{method} {body:?}: {answers:?}");
        let late = answers.iter().find(|(status, _)| *status != 200).unwrap();
        assert!(matches!(late.0, 401 | 403), "{late:?}");
    }
}

async fn an_account_is_made_with_the_host_key_and_opened_with_a_code(on: On) {
    let server = Server::start_on(on, &["--public-url", "https://quiz.example.org"]);
    let key = server.host_key();
    let wish = |login: &str, role: &str| json!({ "login": login, "name": "Anna", "role": role });
    refused(server.post("/api/hosts", &key, &wish("anna", "host")), 409, "owner");
    let made: HostCode = read(server.post("/api/hosts", &key, &wish(" Anna ", "owner")));
    assert_eq!((made.account.login.as_str(), made.account.role), ("anna", HostRole::Owner));
    assert!(!made.account.has_password);
    let page = format!("https://quiz.example.org/studio/sign-in#code=anna/{}", made.code);
    assert_eq!(made.url, page);
    refused(server.post("/api/hosts", &key, &wish("ANNA", "host")), 409, "login name");
    for (body, says) in [
        (wish("an", "host"), "login"),
        (wish("an na", "host"), "login"),
        (json!({ "login": "bob", "name": " ", "role": "host" }), "name"),
        (wish("bob", "operator"), "role"),
        (json!({}), ""),
    ] {
        refused(server.post("/api/hosts", &key, &body), 400, says);
    }
    // No password was chosen: none opens it.
    let mut browser = Browser::of(&server);
    browser.headers = vec![("Origin".to_owned(), "https://quiz.example.org".to_owned())];
    refused(browser.sign_in("anna", PASSWORD), 403, "wrong");
    refused(recover(&mut browser, "anna", &made.code, "short"), 400, "12 characters");
    refused(recover(&mut browser, "anna", &made.code, "i am anna myself"), 400, "guessed");
    refused(recover(&mut browser, "anna", &made.code, "Password1234"), 400, "tried first");
    refused(recover(&mut browser, "anna", &"0".repeat(20), PASSWORD), 403, "code");
    refused(recover(&mut browser, "bob", &made.code, PASSWORD), 403, "code");
    assert_eq!(browser.cookie, None);
    let opened: RecoveryCodes =
        read(recover(&mut browser, "Anna", &made.code.to_uppercase(), PASSWORD));
    assert_eq!(opened.codes.len(), RECOVERY_CODES);
    assert!(opened.account.has_password);
    // Where browsers come over TLS, the cookie is for that alone.
    assert!(browser.cookie.as_ref().unwrap().starts_with("__Host-quizrain="));
    let me: SignedInHost = read(browser.ask("GET", ME, None));
    assert_eq!((me.account.host, me.codes_left), (made.account.host, 10));
    refused(recover(&mut browser, "anna", &made.code, OTHER), 403, "code");
    refused(browser.sign_in("anna", "correct horse batterx"), 403, "wrong");
    refused(browser.sign_in("nobody", PASSWORD), 403, "wrong");
    assert_eq!(browser.sign_in("ANNA", PASSWORD).0, 200);
    // The database and the log have nothing that opens anything.
    let tables = ["hosts", "host_sessions", "host_codes"];
    let rows = tables.map(|table| server.ledger(&format!("SELECT * FROM {table}")).join("\n"));
    let kept = rows.join("\n") + &server.log();
    assert!(kept.contains("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
    let cookie = browser.cookie.unwrap();
    let token = cookie.split_once('=').unwrap().1;
    let codes = opened.codes.iter().map(|code| code.replace('-', ""));
    for secret in codes.chain([token.to_owned(), PASSWORD.to_owned()]) {
        assert!(!kept.contains(&secret), "{secret}");
    }
}

async fn recovery_codes_are_good_for_one_password_each(on: On) {
    let server = Server::start_on(on, &[]);
    let mut browser = Browser::of_new(&server, "anna", HostRole::Owner);
    let renew = json!({ "password": OTHER });
    refused(browser.ask("POST", "/api/session/codes", Some(&renew)), 403, "password");
    let renew = json!({ "password": PASSWORD });
    let told: RecoveryCodes = read(browser.ask("POST", "/api/session/codes", Some(&renew)));
    // Many at once use one code, and one of them has it.
    let code = &told.codes[3];
    let won = std::thread::scope(|scope| {
        let ask = || recover(&mut Browser::of(&server), "anna", code, OTHER).0;
        let asking: Vec<_> = (0..6).map(|_| scope.spawn(ask)).collect();
        asking.into_iter().map(|it| it.join().unwrap()).filter(|status| *status == 200).count()
    });
    assert_eq!(won, 1);
    // What was told before is void, as is the password and every session.
    for code in told.codes.iter().take(5) {
        refused(recover(&mut Browser::of(&server), "anna", code, PASSWORD), 403, "code");
    }
    assert_eq!(browser.ask("GET", ME, None).0, 401);
    refused(Browser::of(&server).sign_in("anna", PASSWORD), 403, "wrong");
    let mut again = Browser::signed_in(&server, "anna", OTHER);
    let me: SignedInHost = read(again.ask("GET", ME, None));
    assert_eq!(me.codes_left, 10);
    // An owner, or the operator, gives a code to whoever has none left; in time.
    let path = format!("/api/hosts/{}/code", me.account.host);
    let first: HostCode = read(server.post(&path, &server.host_key(), &json!({})));
    let second: HostCode = read(server.post(&path, &server.host_key(), &json!({})));
    refused(recover(&mut Browser::of(&server), "anna", &first.code, PASSWORD), 403, "code");
    server.tamper("UPDATE host_codes SET until_ms = 1 WHERE until_ms IS NOT NULL");
    refused(recover(&mut Browser::of(&server), "anna", &second.code, PASSWORD), 403, "code");
    let third: HostCode = read(server.post(&path, &server.host_key(), &json!({})));
    assert_eq!(recover(&mut Browser::of(&server), "anna", &third.code, PASSWORD).0, 200);
}

async fn another_password_ends_every_other_session(on: On) {
    let server = Server::start_on(on, &[]);
    let mut browser = Browser::of_new(&server, "anna", HostRole::Owner);
    let mut other = Browser::signed_in(&server, "anna", PASSWORD);
    let before = browser.clone();
    let change = |password: &str, new: &str| json!({ "password": password, "new_password": new });
    let put = |browser: &mut Browser, wish: &Value| {
        browser.ask("PUT", "/api/session/password", Some(wish))
    };
    refused(put(&mut browser, &change(OTHER, OTHER)), 403, "wrong");
    refused(put(&mut browser, &change(PASSWORD, "too short")), 400, "characters");
    assert_eq!(put(&mut browser, &change(PASSWORD, OTHER)).0, 200);
    assert_ne!(before.cookie, browser.cookie);
    assert_eq!(browser.ask("GET", ME, None).0, 200);
    for mut ended in [before, other.clone()] {
        refused(ended.ask("GET", ME, None), 401, "ended");
    }
    refused(other.sign_in("anna", PASSWORD), 403, "wrong");
    assert_eq!(other.sign_in("anna", OTHER).0, 200);
}

async fn sessions_are_listed_ended_and_end_by_themselves(on: On) {
    let mut server = Server::start_on(on, &[]);
    let mut browser = Browser::of_new(&server, "anna", HostRole::Owner);
    let mut phone = Browser::of(&server);
    let agent = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0";
    phone.headers.push(("User-Agent".to_owned(), agent.to_owned()));
    assert_eq!(phone.sign_in("anna", PASSWORD).0, 200);
    let seen = sessions(&mut browser);
    assert_eq!(seen.len(), 2);
    let of_phone = seen.iter().find(|it| !it.own).unwrap();
    assert_eq!(of_phone.browser, "Firefox, Android");
    assert_eq!(of_phone.until_ms, of_phone.created_ms + 7 * 24 * 3_600_000);
    // Nobody else's.
    let mut bob = Browser::of_new(&server, "bob", HostRole::Owner);
    let path = format!("/api/sessions/{}", of_phone.session);
    assert_eq!(bob.ask("DELETE", &path, None).0, 404);
    assert_eq!(phone.ask("GET", ME, None).0, 200);
    assert_eq!(browser.ask("DELETE", &path, None).0, 200);
    refused(phone.ask("GET", ME, None), 401, "ended");
    assert_eq!(browser.ask("DELETE", &path, None).0, 404);
    assert_eq!(browser.ask("DELETE", "/api/sessions/%00", None).0, 404);
    // They outlive a restart, and end when nobody uses them, and in any case.
    server.kill();
    server.restart();
    let mut browser = browser.at(&server);
    assert_eq!(browser.ask("GET", ME, None).0, 200);
    server.tamper("UPDATE host_sessions SET used_ms = used_ms - 12 * 3600 * 1000");
    refused(browser.ask("GET", ME, None), 401, "ended");
    assert_eq!(browser.sign_in("anna", PASSWORD).0, 200);
    server.tamper("UPDATE host_sessions SET until_ms = 1");
    refused(browser.ask("GET", ME, None), 401, "ended");
    // So many, and no more; and what has ended leaves nothing.
    let mut first = Browser::signed_in(&server, "anna", PASSWORD);
    server.tamper("UPDATE host_sessions SET used_ms = used_ms - 1000");
    for _ in 0..MAX_HOST_SESSIONS {
        Browser::signed_in(&server, "anna", PASSWORD);
    }
    assert_eq!(first.ask("GET", ME, None).0, 401);
    let most = MAX_HOST_SESSIONS.to_string();
    assert_eq!(server.ledger("SELECT COUNT(*) FROM host_sessions"), [most]);
    // Signing out leaves nothing here, nor in the browser.
    let mut last = Browser::signed_in(&server, "anna", PASSWORD);
    let kept = last.clone();
    assert_eq!(last.ask("DELETE", ME, None).0, 200);
    assert_eq!(last.cookie, None);
    refused(kept.clone().ask("GET", ME, None), 401, "ended");
}

async fn an_owner_has_the_host_keys_rights_but_over_themselves(on: On) {
    let server = Server::start_on(on, &[]);
    let mut owner = Browser::of_new(&server, "anna", HostRole::Owner);
    let me: SignedInHost = read(owner.ask("GET", ME, None));
    let wish = json!({ "login": "bob", "name": "Bob", "role": "host" });
    let bob: HostCode = read(owner.ask("POST", "/api/hosts", Some(&wish)));
    let own = format!("/api/hosts/{}", me.account.host);
    for wish in [
        json!({ "name": "Anna", "role": "owner", "disabled": true }),
        json!({ "name": "Anna", "role": "viewer", "disabled": false }),
    ] {
        refused(owner.ask("PUT", &own, Some(&wish)), 409, "signed in");
    }
    refused(owner.ask("DELETE", &own, None), 409, "signed in");
    // Nor does whoever has the cookie alone come to the password.
    refused(owner.ask("POST", &format!("{own}/code"), None), 409, "your own account");
    let renamed = json!({ "name": "Anna Lee", "role": "owner", "disabled": false });
    let account: HostAccount = read(owner.ask("PUT", &own, Some(&renamed)));
    assert_eq!(account.name, "Anna Lee");
    let mut browser = Browser::of(&server);
    assert_eq!(recover(&mut browser, "bob", &bob.code, PASSWORD).0, 200);
    refused(browser.ask("GET", "/api/hosts", None), 403, "owners");
    let path = format!("/api/hosts/{}", bob.account.host);
    let left: Vec<HostAccount> = read(owner.ask("DELETE", &path, None));
    assert_eq!(left, [account]);
    refused(browser.ask("GET", ME, None), 401, "ended");
    assert_eq!(owner.ask("DELETE", &path, None).0, 404);
    assert_eq!(server.ledger("SELECT COUNT(*) FROM host_codes"), ["10"]);
}

#[tokio::test]
async fn an_account_that_is_disabled_is_worth_nothing_on_any_server_at_once() {
    let key = "0123456789abcdef0123456789abcdef";
    let nodes = Nodes::start_with_env(On::Postgres, 2, &[], &[("QUIZRAIN_HOST_KEY", key)]).await;
    let (one, other) = (nodes.node(0), nodes.node(1));
    make(one, key, "anna", HostRole::Owner);
    let bob = make(one, key, "bob", HostRole::Host);
    let mut browser = Browser::of(one);
    assert_eq!(recover(&mut browser, "bob", &bob.code, PASSWORD).0, 200);
    let mut elsewhere = browser.at(other);
    // What bob makes is his, and so is a browser of his that came to the desk of another's game.
    let quizzes: Value = read(elsewhere.ask("GET", "/api/quizzes", None));
    let quiz = &quizzes["quizzes"][0]["id"];
    let mine: HostRight = read(elsewhere.ask("POST", "/api/games", Some(&json!({ "quiz": quiz }))));
    let (status, text) = one.post("/api/games", key, &json!({ "quiz": quiz }));
    assert_eq!(status, 200, "{text}");
    let theirs: HostRight = serde_json::from_str(&text).unwrap();
    let token = crate::common::client::token(77);
    let enter = json!({ "token": token.reveal() });
    let entered =
        browser.ask("POST", &format!("/api/games/{}/crew/enter", theirs.game), Some(&enter));
    assert_eq!(entered, (200, json!({ "right": CrewRight::Host }).to_string()));
    let mut owner = Client::host(one, &mine).await;
    let mut crew = Client::host(other, &HostRight { token, ..theirs }).await;
    let mut keys_own = Client::host(one, &theirs).await;
    owner.make(Move::Ask).await;
    let since = Instant::now();
    let wish = json!({ "name": "Bob", "role": "host", "disabled": true });
    let disabled = change(other, key, &bob.account, &wish);
    assert!(disabled.disabled_ms.is_some());
    for browser in [&mut browser, &mut elsewhere] {
        refused(browser.ask("GET", ME, None), 401, "ended");
        refused(browser.sign_in("bob", PASSWORD), 403, "wrong");
    }
    assert_eq!(owner.closed().await, 4003);
    assert_eq!(crew.closed().await, 4003);
    assert!(since.elapsed() < Duration::from_secs(2) + DEADLINE / 20, "{:?}", since.elapsed());
    for hosted in [&mine, &HostRight { token, ..theirs }] {
        let (status, _) =
            one.get(&format!("/api/games/{}/players", hosted.game), &hosted.token.reveal());
        assert_eq!(status, 403);
    }
    // Others are as they were, and the game goes on.
    keys_own.make(Move::Ask).await;
    let taken: HostRight =
        read(one.post(&format!("/api/games/{}/token", mine.game), key, &json!({})));
    Client::host(other, &taken).await.make(Move::Close).await;
    // Enabled again he signs in as before, and has none of what ended.
    let wish = json!({ "name": "Bob", "role": "host", "disabled": false });
    assert_eq!(change(one, key, &bob.account, &wish).disabled_ms, None);
    assert_eq!(elsewhere.sign_in("bob", PASSWORD).0, 200);
    let hello = HostFrame::Hello { game: mine.game, token: mine.token };
    let mut late = Client::open(one, "/ws/host", quizrain_shared::wire::Encoding::Json).await;
    late.send(&hello).await;
    assert_eq!(late.refusal().await, Refusal::NotAllowed);
}

#[tokio::test]
async fn another_role_ends_what_the_one_before_had_at_desks() {
    let server = Server::start();
    let mut bob = Browser::of_new(&server, "bob", HostRole::Host);
    let me: SignedInHost = read(bob.ask("GET", ME, None));
    let quiz = json!({ "quiz": server.quizzes()[0].id });
    let hosted: HostRight = read(bob.ask("POST", "/api/games", Some(&quiz)));
    let mut desk = Client::host(&server, &hosted).await;
    let renamed = json!({ "name": "Robert", "role": "host", "disabled": false });
    change(&server, &server.host_key(), &me.account, &renamed);
    desk.make(Move::Ask).await;
    let viewer = json!({ "name": "Robert", "role": "viewer", "disabled": false });
    change(&server, &server.host_key(), &me.account, &viewer);
    assert_eq!(desk.closed().await, 4003);
    // He is signed in still, and may watch.
    assert_eq!(bob.ask("POST", "/api/games", Some(&quiz)).0, 403);
    let token = crate::common::client::token(5);
    let enter = json!({ "token": token.reveal() });
    let path = format!("/api/games/{}/crew/enter", hosted.game);
    let entered = bob.ask("POST", &path, Some(&enter));
    assert_eq!(entered, (200, json!({ "right": CrewRight::Viewer }).to_string()));
    assert_eq!(bob.ask("POST", &path, Some(&enter)), entered);
    let watching = Client::host(&server, &HostRight { token, ..hosted }).await;
    let right = |frame: ServerFrame| match frame {
        ServerFrame::Right(right) => Some(right),
        _ => None,
    };
    let told = watching.seen.iter().cloned().find_map(right);
    assert_eq!(told.unwrap_or(Right::Viewer), Right::Viewer);
    assert_eq!(bob.ask("POST", "/api/games/00000000000000ff/crew/enter", Some(&enter)).0, 404);
}

#[test]
fn a_cookie_counts_in_requests_of_our_own_pages_alone() {
    let server = Server::start();
    let browser = Browser::of_new(&server, "anna", HostRole::Owner);
    let own = format!("http://{}", server.address);
    let wish = json!({ "login": "eve", "name": "Eve", "role": "owner" });
    for (headers, changes, reads) in [
        (vec![], 403, 200),
        (vec![("Origin", "https://evil.example")], 403, 403),
        (vec![("Origin", "null")], 403, 403),
        (vec![("Sec-Fetch-Site", "cross-site")], 403, 403),
        (vec![("Sec-Fetch-Site", "same-site"), ("Origin", &own)], 403, 403),
        (vec![("Sec-Fetch-Site", "none")], 403, 200),
        (vec![("Sec-Fetch-Site", "same-origin")], 201, 200),
        (vec![("Sec-Fetch-Site", "same-origin"), ("Origin", "https://evil.example")], 403, 403),
    ] {
        let mut lured = browser.clone();
        lured.headers =
            headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let (status, text) = lured.ask("POST", "/api/hosts", Some(&wish));
        assert_eq!(status, changes, "{headers:?} {text}");
        // A program is told what it lacks.
        let lacks = |text: &str| text.contains("Origin: https://") && text.contains("host key");
        assert_eq!(lacks(&text), headers.is_empty(), "{headers:?} {text}");
        assert_eq!(lured.ask("GET", "/api/hosts", None).0, reads, "{headers:?}");
        // Nor is a browser signed in to somebody else's account.
        let mut lured = lured.showing(None);
        let (signed_in, text) = lured.sign_in("anna", PASSWORD);
        assert_eq!(signed_in, if changes == 403 { 403 } else { 200 }, "{headers:?}");
        assert_eq!(lacks(&text), headers.is_empty(), "{headers:?} {text}");
    }
    // Nobody fills the log with that.
    assert_eq!(server.log().matches("from a foreign page").count(), 1);
    // What is said outright counts, whatever a browser adds.
    let mut other = browser;
    other.headers = vec![("Authorization".to_owned(), format!("Bearer {}", "7".repeat(32)))];
    assert_eq!(other.ask("GET", "/api/hosts", None).0, 403);
}

#[tokio::test]
async fn an_account_that_is_disabled_meanwhile_is_given_nothing() {
    let slow = [("FAILPOINTS", "crew.before_enter=return(3000)")];
    let server = Server::start_with_env(&[], &slow);
    let mut owner = Browser::of_new(&server, "anna", HostRole::Owner);
    let bob = make(&server, &server.host_key(), "bob", HostRole::Host);
    let mut browser = Browser::of(&server);
    assert_eq!(recover(&mut browser, "bob", &bob.code, PASSWORD).0, 200);
    let game = server.create_game("How computers count").game;
    let enter = json!({ "token": crate::common::client::token(77).reveal() });
    let entering = tokio::task::spawn_blocking(move || {
        browser.ask("POST", &format!("/api/games/{game}/crew/enter"), Some(&enter)).0
    });
    // It may, and is about to be given a right.
    let looked = "quizrain_unauthenticated_reads_total{what=\"session\"}";
    crate::sign_ins::counted(&server, looked, 1.0).await;
    let wish = json!({ "name": "Bob", "role": "host", "disabled": true });
    let path = format!("/api/hosts/{}", bob.account.host);
    assert_eq!(owner.ask("PUT", &path, Some(&wish)).0, 200);
    assert_eq!(server.ledger("SELECT COUNT(*) FROM crew"), ["0"]);
    assert_eq!(entering.await.unwrap(), 403);
    assert_eq!(server.ledger("SELECT COUNT(*) FROM crew"), ["0"]);
}

#[test]
fn no_session_is_fixed_by_somebody_else() {
    let server = Server::start();
    let mut browser = Browser::of_new(&server, "anna", HostRole::Owner);
    let old = browser.clone();
    // What the browser showed before it signed in is not what it shows afterwards.
    let planted = format!("quizrain-host={}", "7".repeat(64));
    browser.cookie = Some(planted.clone());
    assert_eq!(browser.sign_in("anna", PASSWORD).0, 200);
    assert_ne!(browser.cookie.as_ref(), Some(&planted));
    let mut fixed = browser.showing(Some(planted));
    assert_eq!(fixed.ask("GET", ME, None).0, 401);
    // A session of one's own ends with the next sign-in in its browser.
    let mut again = old.clone();
    assert_eq!(again.sign_in("anna", PASSWORD).0, 200);
    assert_eq!(old.clone().ask("GET", ME, None).0, 401);
    // Whatever opens it: another account's too.
    let mut bob = Browser::of_new(&server, "bob", HostRole::Host);
    let theirs = bob.clone();
    let eve = make(&server, &server.host_key(), "eve", HostRole::Host);
    assert_eq!(recover(&mut bob, "eve", &eve.code, PASSWORD).0, 200);
    assert_eq!(theirs.clone().ask("GET", ME, None).0, 401);
    // Two cookies are none.
    let both = format!("{}; {}", again.cookie.unwrap(), browser.cookie.unwrap());
    let mut both = old.showing(Some(both));
    assert_eq!(both.ask("GET", ME, None).0, 401);
    // What is answered is kept by no cache, and the cookie is no script's.
    let answer = Browser::of(&server).ask_all(
        "POST",
        ME,
        Some(&json!({ "login": "anna", "password": PASSWORD })),
    );
    let cookie = answer.headers.get("set-cookie").unwrap().to_str().unwrap();
    assert!(cookie.ends_with("; Path=/; Max-Age=604800; HttpOnly; SameSite=Strict"), "{cookie}");
    assert_eq!(answer.headers.get("cache-control").unwrap(), "no-store");
}

#[test]
fn whoever_guesses_has_few_tries() {
    let server = Server::start();
    Browser::of_new(&server, "anna", HostRole::Owner);
    // The address is known for anna's by now; it has no more tries for that.
    let statuses: Vec<u16> = (0..30)
        .map(|n| Browser::of(&server).sign_in("anna", &format!("guess number {n}")).0)
        .collect();
    let wrong = statuses.iter().filter(|status| **status == 403).count();
    assert!((15..=22).contains(&wrong), "{statuses:?}");
    assert_eq!(statuses.last(), Some(&429), "{statuses:?}");
    let (status, text) = Browser::of(&server).sign_in("anna", PASSWORD);
    refused((status, text), 429, "too often");
    // Codes are no other way.
    let (status, _) = recover(&mut Browser::of(&server), "anna", &"0".repeat(20), PASSWORD);
    assert_eq!(status, 429);
    // Nor is what can be no login name.
    let other = Server::start();
    let nameless = |n: u32| match n % 2 {
        0 => Browser::of(&other).sign_in(" / ", PASSWORD).0,
        _ => recover(&mut Browser::of(&other), "\u{1f}", &"0".repeat(20), PASSWORD).0,
    };
    let statuses: Vec<u16> = (0..30).map(nameless).collect();
    let late = statuses.iter().filter(|status| **status == 429).count();
    assert!((7..=10).contains(&late), "{statuses:?}");
    // The operator's way in is open.
    assert_eq!(server.get("/api/hosts", &server.host_key()).0, 200);
}

#[test]
fn people_who_sign_in_hold_up_nobody_else() {
    let server = Server::start();
    Browser::of_new(&server, "anna", HostRole::Owner);
    std::thread::scope(|scope| {
        let storm: Vec<_> = (0..60)
            .map(|n| {
                let server = &server;
                scope.spawn(move || Browser::of(server).sign_in(&format!("nobody-{n}"), PASSWORD).0)
            })
            .collect();
        let mut slowest = Duration::ZERO;
        while storm.iter().any(|it| !it.is_finished()) {
            let since = Instant::now();
            assert_eq!(server.get("/api/quizzes", &server.host_key()).0, 200);
            slowest = slowest.max(since.elapsed());
        }
        let statuses: Vec<u16> = storm.into_iter().map(|it| it.join().unwrap()).collect();
        assert!(statuses.iter().all(|it| matches!(it, 403 | 429 | 503)), "{statuses:?}");
        assert!(slowest < Duration::from_secs(2), "{slowest:?}");
    });
}
