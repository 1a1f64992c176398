//! Second factors of hosts: a code of an authenticator app beside the password, each good once; a recovery code in its
//! place; an owner for whoever has lost both.

use std::time::{SystemTime, UNIX_EPOCH};

use quizrain_shared::api::{
    HostAccount, HostRole, NeedsSecondFactor, NewSecondFactor, RecoveryCodes, SignedInHost,
};
use serde::de::DeserializeOwned;
use serde_json::json;
use totp_rs::{Builder, Secret};

use crate::actions;
use crate::common::browser::{Browser, PASSWORD};
use crate::common::nodes::Nodes;
use crate::common::on::{On, on_both};
use crate::common::server::Server;

const SESSION: &str = "/api/session";
const OWN: &str = "/api/session/second-factor";
const END: &str = "/api/session/second-factor/end";
const RECOVER: &str = "/api/session/recover";
const OTHER: &str = "another horse battery";

fn read<T: DeserializeOwned>((status, text): (u16, String)) -> T {
    assert_eq!(status, 200, "{text}");
    serde_json::from_str(&text).unwrap()
}

fn refused((status, text): (u16, String), expected: u16, says: &str) {
    assert_eq!(status, expected, "{text}");
    assert!(text.contains(says), "{text}");
}

/// Asserts that all was right so far, and that no session was opened by that.
fn needed(browser: &Browser, (status, text): (u16, String)) {
    assert_eq!(status, 202, "{text}");
    let answer: NeedsSecondFactor = serde_json::from_str(&text).unwrap();
    assert!(answer.needs_second_factor);
    assert_eq!(browser.cookie, None);
}

/// An authenticator app.
pub(crate) struct App(String);

impl App {
    /// What it shows now.
    pub(crate) fn code(&self) -> String {
        self.code_at(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs())
    }

    fn code_at(&self, time_s: u64) -> String {
        let secret = Secret::try_from_base32(&self.0).unwrap();
        Builder::new().with_secret(secret).build().unwrap().generate(time_s).to_string()
    }

    /// Six digits that it does not show for a while.
    pub(crate) fn wrong(&self) -> String {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
        let shown: Vec<String> = (0..10).map(|n| self.code_at(now - 90 + 30 * n)).collect();
        (0..).map(|n| format!("{n:06}")).find(|code| !shown.contains(code)).unwrap()
    }
}

fn sign_in(browser: &mut Browser, second_factor: Option<&str>) -> (u16, String) {
    let mut wish = json!({ "login": "anna", "password": PASSWORD });
    if let Some(second_factor) = second_factor {
        wish["second_factor"] = json!(second_factor);
    }
    browser.ask("POST", SESSION, Some(&wish))
}

/// Has the account of a browser need a second factor; the app, and the code that was used.
pub(crate) fn add(browser: &mut Browser) -> (App, String) {
    let new: NewSecondFactor = read(browser.ask("POST", OWN, None));
    assert!(new.url.starts_with("otpauth://totp/Quizrain:anna?secret="), "{}", new.url);
    assert!(new.qr.contains("<svg"));
    let app = App(new.secret);
    let code = app.code();
    let wish = json!({ "password": PASSWORD, "secret": app.0, "code": code });
    let me: SignedInHost = read(browser.ask("PUT", OWN, Some(&wish)));
    assert!(me.account.second_factor);
    (app, code)
}

fn codes_left(browser: &mut Browser) -> u32 {
    let me: SignedInHost = read(browser.ask("GET", SESSION, None));
    me.codes_left
}

/// Lets codes count that were used: the next one is half a minute away.
const FORGET: &str = "UPDATE hosts SET totp_step = 1 WHERE totp IS NOT NULL";

fn forget_steps(server: &Server) {
    server.tamper(FORGET);
}

fn forget_steps_of(nodes: &Nodes) {
    nodes.tamper(FORGET);
}

on_both!(
    a_password_alone_opens_nothing_any_more,
    a_recovery_code_stands_in_once_and_never_for_both,
    another_password_takes_the_app_as_well,
    whoever_has_lost_both_asks_an_owner,
    whoever_guesses_codes_has_few_at_all_servers_and_keeps_nobody_out,
);

async fn a_password_alone_opens_nothing_any_more(on: On) {
    let server = Server::start_on(on, &[]);
    let mut browser = Browser::of_new(&server, "anna", HostRole::Owner);
    let mut other = Browser::signed_in(&server, "anna", PASSWORD);
    // Nothing is kept of a secret that no app has shown to have.
    let new: NewSecondFactor = read(browser.ask("POST", OWN, None));
    let app = App(new.secret);
    let wish = |password: &str, secret: &str, code: &str| json!({ "password": password, "secret": secret, "code": code });
    for (body, status, says) in [
        (wish(OTHER, &app.0, &app.code()), 403, "password"),
        (wish(PASSWORD, &app.0, &app.wrong()), 403, "authenticator"),
        (wish(PASSWORD, &app.0, ""), 403, "authenticator"),
        (wish(PASSWORD, "AAAA", "000000"), 403, "authenticator"),
        (json!({}), 400, "password"),
    ] {
        refused(browser.ask("PUT", OWN, Some(&body)), status, says);
    }
    assert_eq!(sign_in(&mut Browser::of(&server), None).0, 200);
    let (app, used) = add(&mut browser);
    refused(other.ask("GET", SESSION, None), 401, "ended");
    assert_eq!(browser.ask("GET", SESSION, None).0, 200);
    // One is enough.
    let again = wish(PASSWORD, &app.0, &app.code());
    refused(browser.ask("PUT", OWN, Some(&again)), 409, "already");

    let mut phone = Browser::of(&server);
    let answer = sign_in(&mut phone, None);
    needed(&phone, answer);
    refused(sign_in(&mut phone, Some(&used)), 403, "used");
    refused(sign_in(&mut phone, Some(&app.wrong())), 403, "authenticator");
    for wrong in ["", "١٢٣٤٥٦", "00000000000000000000"] {
        refused(sign_in(&mut phone, Some(wrong)), 403, "authenticator");
    }
    // A wrong password says nothing of a second factor.
    let wish = json!({ "login": "anna", "password": OTHER, "second_factor": app.code() });
    refused(phone.ask("POST", SESSION, Some(&wish)), 403, "password is wrong");
    assert_eq!(phone.cookie, None);
    // Many at once show one code, and one of them comes in.
    forget_steps(&server);
    let code = app.code();
    let won = std::thread::scope(|scope| {
        let ask = || sign_in(&mut Browser::of(&server), Some(&code)).0;
        let asking: Vec<_> = (0..6).map(|_| scope.spawn(ask)).collect();
        asking.into_iter().map(|it| it.join().unwrap()).filter(|status| *status == 200).count()
    });
    assert_eq!(won, 1);
    // The list of accounts says so, and neither it nor the log has the secret.
    let (_, list) = server.get("/api/hosts", &server.host_key());
    let accounts: Vec<HostAccount> = serde_json::from_str(&list).unwrap();
    assert!(accounts[0].second_factor);
    assert!(!list.contains(&app.0) && !server.log().contains(&app.0));

    // It ends with a code of its own, and the password is enough again.
    let end = |password: &str, code: &str| json!({ "password": password, "second_factor": code });
    refused(browser.ask("POST", END, Some(&end(PASSWORD, &app.wrong()))), 403, "authenticator");
    forget_steps(&server);
    refused(browser.ask("POST", END, Some(&end(OTHER, &app.code()))), 403, "password");
    let me: SignedInHost = read(browser.ask("POST", END, Some(&end(PASSWORD, &app.code()))));
    assert!(!me.account.second_factor);
    assert_eq!(sign_in(&mut Browser::of(&server), None).0, 200);
}

async fn a_recovery_code_stands_in_once_and_never_for_both(on: On) {
    let server = Server::start_on(on, &[]);
    let mut browser = Browser::of_new(&server, "anna", HostRole::Owner);
    let (app, used) = add(&mut browser);
    // What may do away with the app takes the app: the browser and the password are not enough.
    const CODES: &str = "/api/session/codes";
    let mut renew = json!({ "password": PASSWORD });
    refused(browser.ask("POST", CODES, Some(&renew)), 403, "authenticator");
    for wrong in [&*app.wrong(), &used, ""] {
        renew["second_factor"] = json!(wrong);
        refused(browser.ask("POST", CODES, Some(&renew)), 403, "authenticator");
    }
    assert_eq!(codes_left(&mut browser), 10);
    forget_steps(&server);
    renew["second_factor"] = json!(app.code());
    let told: RecoveryCodes = read(browser.ask("POST", CODES, Some(&renew)));
    let [one, two, three] = [0, 1, 2].map(|n: usize| told.codes[n].as_str());
    let me: SignedInHost = read(sign_in(&mut Browser::of(&server), Some(one)));
    assert_eq!(me.codes_left, 9);
    // Whether it was one, nobody is told who shows it.
    for shown in [one, "00000000000000000000"] {
        let answer = sign_in(&mut Browser::of(&server), Some(shown));
        refused(answer, 403, "this recovery code is wrong, or was used: each counts once");
    }
    // Neither it nor one of those is a code of the app where that is asked for.
    renew["second_factor"] = json!(three);
    refused(browser.ask("POST", CODES, Some(&renew)), 403, "authenticator");
    assert_eq!(codes_left(&mut browser), 9);
    // For another password it takes the app.
    let recover = |second_factor: Option<&str>| {
        let mut browser = Browser::of(&server);
        let mut wish = json!({ "login": "anna", "code": two, "password": OTHER });
        if let Some(second_factor) = second_factor {
            wish["second_factor"] = json!(second_factor);
        }
        (browser.ask("POST", RECOVER, Some(&wish)), browser)
    };
    let (answer, asked) = recover(None);
    needed(&asked, answer);
    refused(recover(Some(three)).0, 403, "authenticator");
    refused(recover(Some(&app.wrong())).0, 403, "authenticator");
    assert_eq!(browser.ask("GET", SESSION, None).0, 200);
    forget_steps(&server);
    let opened: RecoveryCodes = read(recover(Some(&app.code())).0);
    assert!(opened.account.second_factor);
    refused(browser.ask("GET", SESSION, None), 401, "ended");
    let mut phone = Browser::of(&server);
    let wish = json!({ "login": "anna", "password": OTHER });
    let answer = phone.ask("POST", SESSION, Some(&wish));
    needed(&phone, answer);
}

async fn whoever_guesses_codes_has_few_at_all_servers_and_keeps_nobody_out(on: On) {
    let nodes = Nodes::start(on, 2, &[]).await;
    let servers = [nodes.node(0), nodes.node(1)];
    let mut browser = Browser::of_new(servers[0], "anna", HostRole::Owner);
    let (app, _) = add(&mut browser);
    forget_steps_of(&nodes);
    let renew = json!({ "password": PASSWORD, "second_factor": app.code() });
    let told: RecoveryCodes = read(browser.ask("POST", "/api/session/codes", Some(&renew)));
    let shown = |server: &Server, code: &str| sign_in(&mut Browser::of(server), Some(code));
    let wrong = app.wrong();
    // Also where they ask two servers, many at a time.
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let guess = |n: usize| shown(servers[n % 2], &wrong).0;
        let asking: Vec<_> = (0..14).map(|n| scope.spawn(move || guess(n))).collect();
        asking.into_iter().map(|it| it.join().unwrap()).collect()
    });
    let of = |status: u16| statuses.iter().filter(|it| **it == status).count();
    assert_eq!((of(403), of(429)), (10, 4), "{statuses:?}");
    let knows = "somebody who has a host's password shows wrong codes";
    assert_eq!(servers.iter().filter(|server| server.log().contains(knows)).count(), 1);

    // The right one has to wait as well, at either server, and nobody is told that it is right.
    forget_steps_of(&nodes);
    for server in servers {
        refused(shown(server, &app.code()), 429, "recovery code");
    }
    let mut wish = json!({ "login": "anna", "password": PASSWORD, "second_factor": app.code() });
    let answer = Browser::of(servers[0]).ask_all("POST", SESSION, Some(&wish));
    let seconds: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=60).contains(&seconds), "{seconds}");
    // What is no code at all costs nothing and says nothing.
    refused(shown(servers[0], "12345"), 403, "authenticator");
    // A recovery code comes in meanwhile, and gives those who guess nothing.
    let mut own = Browser::of(servers[1]);
    let me: SignedInHost = read(sign_in(&mut own, Some(&told.codes[0])));
    assert!(me.account.second_factor);
    refused(shown(servers[0], &app.code()), 429, "recovery code");

    // Once it has waited, it counts, and there are as many tries again.
    nodes.tamper("UPDATE hosts SET code_tried_ms = code_tried_ms - 60000");
    assert_eq!(shown(servers[1], &app.code()).0, 200);
    assert_eq!(nodes.ledger("SELECT wrong_codes FROM hosts"), ["0"]);
    refused(shown(servers[1], &app.wrong()), 403, "authenticator");

    // After too many it is of no use to wait; the end of that app ends it.
    nodes.tamper("UPDATE hosts SET wrong_codes = 100, code_tried_ms = 1");
    forget_steps_of(&nodes);
    refused(shown(servers[0], &app.code()), 429, "recovery code");
    let end = json!({ "password": PASSWORD, "second_factor": told.codes[1] });
    assert_eq!(own.ask("POST", "/api/session/second-factor/end", Some(&end)).0, 200);
    assert_eq!(nodes.ledger("SELECT wrong_codes FROM hosts"), ["0"]);
    wish["second_factor"] = json!(null);
    assert_eq!(Browser::of(servers[0]).ask("POST", SESSION, Some(&wish)).0, 200);
}

async fn another_password_takes_the_app_as_well(on: On) {
    const OWN_PASSWORD: &str = "/api/session/password";
    let server = Server::start_on(on, &[]);
    let mut browser = Browser::of_new(&server, "anna", HostRole::Owner);
    let (app, used) = add(&mut browser);
    let mut wish = json!({ "password": PASSWORD, "new_password": OTHER });
    refused(browser.ask("PUT", OWN_PASSWORD, Some(&wish)), 403, "authenticator");
    for wrong in [&*app.wrong(), &used] {
        wish["second_factor"] = json!(wrong);
        refused(browser.ask("PUT", OWN_PASSWORD, Some(&wish)), 403, "authenticator");
    }
    forget_steps(&server);
    wish["second_factor"] = json!(app.code());
    let me: SignedInHost = read(browser.ask("PUT", OWN_PASSWORD, Some(&wish)));
    assert!(me.account.second_factor);
    assert_eq!(browser.ask("GET", SESSION, None).0, 200);
}

async fn whoever_has_lost_both_asks_an_owner(on: On) {
    let server = Server::start_on(on, &[]);
    let mut browser = Browser::of_new(&server, "anna", HostRole::Owner);
    let me: SignedInHost = read(browser.ask("GET", SESSION, None));
    let path = format!("/api/hosts/{}/second-factor", me.account.host);
    add(&mut browser);
    // Whoever has an owner's cookie does not get rid of it by that.
    refused(browser.ask("DELETE", &path, None), 409, "your own");
    let mut bob = Browser::of_new(&server, "bob", HostRole::Host);
    refused(bob.ask("DELETE", &path, None), 403, "owners");
    let account: HostAccount = read(server.delete(&path, &server.host_key()));
    assert!(!account.second_factor);
    refused(browser.ask("GET", SESSION, None), 401, "ended");
    assert_eq!(sign_in(&mut browser, None).0, 200);
    let nobody = "/api/hosts/0000000000000000/second-factor";
    assert_eq!(server.delete(nobody, &server.host_key()).0, 404);
    // It is written down.
    let deed = "DELETE /api/hosts/{host}/second-factor";
    actions::found(&server, "search=second-factor", |it| it.what == deed && it.status == 200).await;
}
