//! Hosts who sign in at an OpenID provider: with an account that they have connected, begun and finished by one browser,
//! once, at any server.

use quizrain_shared::api::{
    HostAccount, HostCode, HostReturned, HostRole, NotSignedIn, RecoveryCodes, SignInRefusal,
    SignInStarted, SignedInHost,
};
use quizrain_shared::language::Language;
use serde_json::{Value, json};
use url::Url;

use crate::actions;
use crate::common::browser::{Browser, PASSWORD};
use crate::common::client::token;
use crate::common::on::{On, on_both};
use crate::common::provider::Provider;
use crate::common::server::Server;
use crate::oidc::nodes_of;
use crate::second_factor;

/// What the provider calls Anna.
const ANNA: &str = "provider-4711";

const START: &str = "/api/session/provider/start";
const FINISH: &str = "/api/session/provider/finish";

on_both!(
    a_host_connects_an_account_and_signs_in_at_the_provider,
    what_was_connected_ends_with_what_it_was_connected_by,
    an_account_with_a_second_factor_is_connected_with_a_code_of_its_app,
    what_a_host_has_begun_is_finished_by_them_alone_and_once,
);

/// A browser with all its cookies.
#[derive(Clone, Default)]
struct Jar(Vec<(String, String)>);

impl Jar {
    /// One of somebody who is signed in.
    fn of(browser: &Browser) -> Self {
        let (name, value) = browser.cookie.as_ref().unwrap().split_once('=').unwrap();
        Self(vec![(name.to_owned(), value.to_owned())])
    }

    fn has(&self, wanted: &str) -> bool {
        self.0.iter().any(|(name, _)| name == wanted)
    }

    fn ask(&mut self, server: &Server, method: &str, path: &str, body: &Value) -> (u16, String) {
        let cookies: Vec<String> =
            self.0.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let agent: ureq::Agent =
            ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let request = ureq::http::Request::builder()
            .method(method)
            .uri(format!("http://{}{path}", server.address))
            .header("Origin", format!("http://{}", server.address))
            .header("Cookie", cookies.join("; "))
            .header("Content-Type", "application/json")
            .body(body.to_string())
            .unwrap();
        let mut answer = agent.run(request).unwrap();
        for line in answer.headers().get_all("set-cookie") {
            let line = line.to_str().unwrap();
            assert!(line.contains("; HttpOnly; SameSite=Strict"), "{line}");
            let (name, value) = line.split(';').next().unwrap().split_once('=').unwrap();
            self.0.retain(|(known, _)| known != name);
            if !value.is_empty() {
                self.0.push((name.to_owned(), value.to_owned()));
            }
        }
        let text = answer.body_mut().read_to_string().unwrap();
        (answer.status().as_u16(), text)
    }

    /// Begins to sign in.
    fn start(&mut self, server: &Server) -> Url {
        let (status, text) = self.ask(server, "POST", START, &json!({}));
        assert_eq!(status, 200, "{text}");
        url_of(&text)
    }

    /// Begins to connect the account of whoever is signed in.
    fn connect(&mut self, server: &Server, password: &str) -> Result<Url, u16> {
        let body = json!({ "password": password });
        let (status, text) = self.ask(server, "PUT", "/api/session/provider", &body);
        if status == 200 { Ok(url_of(&text)) } else { Err(status) }
    }

    /// Comes back from this address of the provider with a code.
    fn finish(
        &mut self,
        server: &Server,
        url: &Url,
        code: &str,
    ) -> Result<HostReturned, (u16, SignInRefusal)> {
        let state = url.query_pairs().find(|(name, _)| name == "state").unwrap().1.into_owned();
        let said = json!({ "state": state, "code": code, "language": "zh-TW" });
        let (status, text) = self.ask(server, "POST", FINISH, &said);
        assert!(!self.has("quizrain-sign-in"), "it is good for one attempt");
        if status == 200 {
            return Ok(serde_json::from_str(&text).unwrap());
        }
        let said: NotSignedIn = serde_json::from_str(&text).expect(&text);
        assert_eq!(said.words, said.reason.words(Language::Hant));
        Err((status, said.reason))
    }

    /// Signs in as whoever the provider vouches for, begun at one server and finished at another.
    fn sign_in(
        &mut self,
        servers: [&Server; 2],
        provider: &Provider,
        subject: &str,
    ) -> Result<HostReturned, (u16, SignInRefusal)> {
        let url = self.start(servers[0]);
        self.finish(servers[1], &url, &provider.grant(&url, subject))
    }

    fn me(&mut self, server: &Server) -> Option<SignedInHost> {
        let (status, text) = self.ask(server, "GET", "/api/session", &json!({}));
        (status == 200).then(|| serde_json::from_str(&text).unwrap())
    }
}

fn url_of(text: &str) -> Url {
    let started: SignInStarted = serde_json::from_str(text).unwrap();
    let url: Url = started.url.parse().unwrap();
    let redirect = url.query_pairs().find(|(name, _)| name == "redirect_uri").unwrap().1;
    assert!(redirect.ends_with("/studio/sign-in"), "{redirect}");
    url
}

async fn a_host_connects_an_account_and_signs_in_at_the_provider(on: On) {
    let provider = Provider::start();
    let nodes = nodes_of(on, &provider).await;
    let (one, other) = (nodes.node(0), nodes.node(1));
    let anna = Browser::of_new(one, "anna", HostRole::Owner);
    let bob = Browser::of_new(one, "bob", HostRole::Host);

    // Nobody is a host because the provider knows them.
    let mut stranger = Jar::default();
    let refused = stranger.sign_in([one, other], &provider, ANNA);
    assert_eq!(refused.unwrap_err(), (403, SignInRefusal::NoHost));
    assert!(stranger.0.is_empty());

    let mut desk = Jar::of(&anna);
    assert_eq!(desk.connect(one, "correct horse batteries").unwrap_err(), 403);
    let url = desk.connect(one, PASSWORD).unwrap();
    let done = desk.finish(other, &url, &provider.grant(&url, ANNA)).unwrap();
    assert!(done.connected && done.account.provider && done.account.login == "anna");
    assert_eq!(desk.me(other).unwrap().account, done.account);

    // From now on she signs in so on every browser, whatever was signed in there before.
    let mut phone = Jar::of(&bob);
    let before = phone.clone();
    let done = phone.sign_in([other, one], &provider, ANNA).unwrap();
    assert!(!done.connected && done.account.login == "anna");
    assert_eq!(phone.me(other).unwrap().account.login, "anna");
    assert!(before.clone().me(other).is_none(), "the session before has ended");
    let signed_in = |it: &quizrain_shared::api::Action| {
        it.what == format!("POST {FINISH}") && it.login.as_deref() == Some("anna")
    };
    actions::found(one, "search=provider", signed_in).await;

    // One person there is one host here.
    let mut second = Jar::of(&Browser::signed_in(one, "bob", PASSWORD));
    let url = second.connect(one, PASSWORD).unwrap();
    let taken = second.finish(one, &url, &provider.grant(&url, ANNA));
    assert_eq!(taken.unwrap_err(), (409, SignInRefusal::OtherHost));
    assert!(!second.me(one).unwrap().account.provider);

    // An account that is disabled opens nothing, this way neither, and not when it opens something again.
    let url = second.connect(one, PASSWORD).unwrap();
    let done = second.finish(one, &url, &provider.grant(&url, "provider-bob")).unwrap();
    let path = format!("/api/hosts/{}", done.account.host);
    for disabled in [true, false] {
        let change = json!({ "name": "bob", "role": "host", "disabled": disabled });
        let (status, text) = desk.ask(one, "PUT", &path, &change);
        assert_eq!(status, 200, "{text}");
        let came = Jar::default().sign_in([other, one], &provider, "provider-bob");
        assert_eq!(came.unwrap_err(), (403, SignInRefusal::NoHost));
    }

    // And an end.
    let end = |password: &str| json!({ "password": password });
    let path = "/api/session/provider/end";
    assert_eq!(phone.ask(other, "POST", path, &end("another horse battery")).0, 403);
    let (status, text) = phone.ask(other, "POST", path, &end(PASSWORD));
    let me: SignedInHost = serde_json::from_str(&text).unwrap();
    assert!(status == 200 && !me.account.provider);
    let refused = Jar::default().sign_in([one, other], &provider, ANNA);
    assert_eq!(refused.unwrap_err(), (403, SignInRefusal::NoHost));
    // Nothing that says who somebody is there is kept, in accounts or in logs.
    let kept = nodes.ledger("SELECT COUNT(*) FROM hosts WHERE provider LIKE '%4711%'");
    assert_eq!(kept, ["0"]);
}

/// Whoever has known the password has perhaps connected an account of their own.
async fn what_was_connected_ends_with_what_it_was_connected_by(on: On) {
    const OTHER: &str = "another horse battery";
    let provider = Provider::start();
    let nodes = nodes_of(on, &provider).await;
    let (one, other) = (nodes.node(0), nodes.node(1));
    let anna = Browser::of_new(one, "anna", HostRole::Owner);
    let mut bob = Browser::of_new(one, "bob", HostRole::Owner);
    let me: SignedInHost = serde_json::from_str(&bob.ask("GET", "/api/session", None).1).unwrap();
    let account = format!("/api/hosts/{}", me.account.host);
    let mut owner = Jar::of(&anna);
    let connect = |browser: &Browser, password: &str| {
        let mut jar = Jar::of(browser);
        let url = jar.connect(one, password).unwrap();
        assert!(jar.finish(other, &url, &provider.grant(&url, "thief")).unwrap().connected);
        Jar::default().sign_in([one, other], &provider, "thief").unwrap();
        jar
    };
    let ended = |by: &str| {
        let refused = Jar::default().sign_in([other, one], &provider, "thief");
        assert_eq!(refused.unwrap_err(), (403, SignInRefusal::NoHost), "{by}");
    };

    // Another password; what was begun before it is not finished after it.
    connect(&bob, PASSWORD);
    let mut late = Jar::of(&bob);
    let url = late.connect(one, PASSWORD).unwrap();
    let change = json!({ "password": PASSWORD, "new_password": OTHER });
    let (status, text) = bob.ask("PUT", "/api/session/password", Some(&change));
    assert_eq!(status, 200, "{text}");
    let said: SignedInHost = serde_json::from_str(&text).unwrap();
    assert!(!said.account.provider);
    ended("another password");
    let refused = late.finish(one, &url, &provider.grant(&url, "thief"));
    assert_eq!(refused.unwrap_err(), (403, SignInRefusal::NotBegun));

    // A code that chooses one.
    connect(&bob, OTHER);
    let (status, text) = owner.ask(one, "POST", &format!("{account}/code"), &json!({}));
    assert_eq!(status, 200, "{text}");
    let code: HostCode = serde_json::from_str(&text).unwrap();
    let wish = json!({ "login": "bob", "code": code.code, "password": PASSWORD });
    let (status, text) = bob.ask("POST", "/api/session/recover", Some(&wish));
    assert_eq!(status, 200, "{text}");
    let said: RecoveryCodes = serde_json::from_str(&text).unwrap();
    assert!(!said.account.provider);
    ended("a code");

    // An owner, who disconnects it, or ends the second factor: its sessions end as well.
    for what in ["provider", "second-factor"] {
        let mut thief = connect(&bob, PASSWORD);
        let path = format!("{account}/{what}");
        let (status, text) = owner.ask(one, "DELETE", &path, &json!({}));
        assert_eq!(status, 200, "{text}");
        let said: HostAccount = serde_json::from_str(&text).unwrap();
        assert!(!said.provider);
        ended(what);
        assert!(thief.me(other).is_none(), "{what}");
        bob = Browser::signed_in(one, "bob", PASSWORD);
    }
    // Of others: one's own asks for the password. And of accounts that are there.
    let (status, text) = bob.ask("DELETE", &format!("{account}/provider"), None);
    assert!(status == 409 && text.contains("your own"), "{text}");
    let nobody = "/api/hosts/0000000000000000/provider";
    assert_eq!(owner.ask(one, "DELETE", nobody, &json!({})).0, 404);
    let deed = "DELETE /api/hosts/{host}/provider";
    actions::found(one, "search=provider", |it| it.what == deed && it.status == 200).await;
}

/// The provider stands in for password and second factor: whoever connects an account shows both.
async fn an_account_with_a_second_factor_is_connected_with_a_code_of_its_app(on: On) {
    let provider = Provider::start();
    let nodes = nodes_of(on, &provider).await;
    let one = nodes.node(0);
    let mut anna = Browser::of_new(one, "anna", HostRole::Owner);
    let (app, used) = second_factor::add(&mut anna);
    let mut jar = Jar::of(&anna);
    let mut ask = |code: Option<&str>| {
        let mut wish = json!({ "password": PASSWORD });
        if let Some(code) = code {
            wish["second_factor"] = json!(code);
        }
        jar.ask(one, "PUT", "/api/session/provider", &wish)
    };
    for wrong in [None, Some(&*used), Some(""), Some(&*app.wrong())] {
        let (status, text) = ask(wrong);
        assert!(status == 403 && text.contains("authenticator"), "{wrong:?}: {text}");
    }
    nodes.tamper("UPDATE hosts SET totp_step = 1");
    let code = app.code();
    let (status, text) = ask(Some(&code));
    assert_eq!(status, 200, "{text}");
    // Once.
    assert_eq!(ask(Some(&code)).0, 403);
    let url = url_of(&text);
    assert!(jar.finish(one, &url, &provider.grant(&url, ANNA)).unwrap().connected);
}

async fn what_a_host_has_begun_is_finished_by_them_alone_and_once(on: On) {
    let provider = Provider::start();
    let nodes = nodes_of(on, &provider).await;
    let (one, other) = (nodes.node(0), nodes.node(1));
    let mut anna = Jar::of(&Browser::of_new(one, "anna", HostRole::Owner));
    let bob = Jar::of(&Browser::of_new(one, "bob", HostRole::Host));
    let url = anna.connect(one, PASSWORD).unwrap();
    let begun = anna.clone();
    let code = provider.grant(&url, ANNA);

    // Another browser has nothing of it, or what another host has begun.
    let not_begun = (403, SignInRefusal::NotBegun);
    assert_eq!(Jar::default().finish(one, &url, &code).unwrap_err(), not_begun);
    let mut mixed = Jar([&bob.0[..], &begun.0[1..]].concat());
    assert_eq!(mixed.finish(one, &url, &code).unwrap_err(), not_begun, "Bob is signed in there");
    // That was the one attempt.
    let used = (403, SignInRefusal::UsedCode);
    assert_eq!(begun.clone().finish(other, &url, &code).unwrap_err(), used);
    assert!(!anna.me(other).unwrap().account.provider);

    // What a player has begun makes nobody a host, and the other way round.
    let url = anna.connect(one, PASSWORD).unwrap();
    let done = anna.finish(one, &url, &provider.grant(&url, ANNA)).unwrap();
    assert!(done.connected);
    let player = |path: &str, cookie: &str, body: &Value| {
        let agent: ureq::Agent =
            ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let request = agent
            .post(format!("http://{}{path}", one.address))
            .header("Authorization", format!("Bearer {}", token(1).reveal()))
            .header("Cookie", cookie)
            .header("Content-Type", "application/json");
        let mut answer = request.send(body.to_string()).unwrap();
        let cookie = answer.headers().get("set-cookie").unwrap().to_str().unwrap();
        let cookie = cookie.split(';').next().unwrap().to_owned();
        (cookie, answer.body_mut().read_to_string().unwrap())
    };
    let (cookie, text) = player("/api/oidc/start", "", &json!({}));
    let started: SignInStarted = serde_json::from_str(&text).unwrap();
    let url: Url = started.url.parse().unwrap();
    let (name, value) = cookie.split_once('=').unwrap();
    let mut host = Jar(vec![(name.to_owned(), value.to_owned())]);
    let code = provider.grant(&url, ANNA);
    assert_eq!(host.finish(one, &url, &code).unwrap_err(), not_begun);
    let mut host = Jar::default();
    let url = host.start(one);
    let code = provider.grant(&url, ANNA);
    let state = url.query_pairs().find(|(name, _)| name == "state").unwrap().1.into_owned();
    let cookie = format!("{}={}", host.0[0].0, host.0[0].1);
    let (_, text) = player("/api/oidc/finish", &cookie, &json!({ "state": state, "code": code }));
    let said: NotSignedIn = serde_json::from_str(&text).unwrap();
    assert_eq!(said.reason, SignInRefusal::NotBegun);
    // It is still hers.
    assert!(host.finish(other, &url, &code).is_ok());
}

/// Without a provider there is nowhere to go.
#[tokio::test]
async fn a_server_without_a_provider_sends_no_host_away() {
    let server = Server::start();
    let anna = Browser::of_new(&server, "anna", HostRole::Owner);
    let (status, text) = Jar::default().ask(&server, "POST", START, &json!({}));
    let said: NotSignedIn = serde_json::from_str(&text).unwrap();
    assert_eq!((status, said.reason), (409, SignInRefusal::NoProvider));
    assert_eq!(Jar::of(&anna).connect(&server, PASSWORD).unwrap_err(), 409);
}
