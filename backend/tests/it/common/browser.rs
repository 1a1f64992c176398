//! A host's browser, as far as sessions need one: it shows its cookie and the origin of the page.

use quizrain_shared::api::{HostCode, HostRole};
use quizrain_testkit::http::{HeaderMap, Response};
use serde_json::{Value, json};

use super::server::Server;

/// The password of every account of tests.
pub(crate) const PASSWORD: &str = "correct horse battery";

/// A browser that may be signed in.
#[derive(Clone, Debug)]
pub(crate) struct Browser {
    address: String,
    /// As `name=value`.
    pub(crate) cookie: Option<String>,
    /// Beside `Host`, which is the server's address.
    pub(crate) headers: Vec<(String, String)>,
}

impl Browser {
    /// One that shows a page of this server.
    pub(crate) fn of(server: &Server) -> Self {
        let address = server.address.clone();
        let origin = ("Origin".to_owned(), format!("http://{address}"));
        Self { address, cookie: None, headers: vec![origin] }
    }

    /// One of a host whose account is made now.
    pub(crate) fn of_new(server: &Server, login: &str, role: HostRole) -> Self {
        let made = make(server, &server.host_key(), login, role);
        let mut browser = Self::of(server);
        let wish = json!({ "login": login, "code": made.code, "password": PASSWORD });
        let (status, text) = browser.ask("POST", "/api/session/recover", Some(&wish));
        assert_eq!(status, 200, "{text}");
        browser
    }

    /// One that has signed in with a password.
    pub(crate) fn signed_in(server: &Server, login: &str, password: &str) -> Self {
        let mut browser = Self::of(server);
        let (status, text) = browser.sign_in(login, password);
        assert_eq!(status, 200, "{text}");
        browser
    }

    /// The same page with another cookie.
    pub(crate) fn showing(&self, cookie: Option<String>) -> Self {
        Self { cookie, ..self.clone() }
    }

    pub(crate) fn sign_in(&mut self, login: &str, password: &str) -> (u16, String) {
        let wish = json!({ "login": login, "password": password });
        self.ask("POST", "/api/session", Some(&wish))
    }

    /// Asks another server from now on, with the same cookie.
    pub(crate) fn at(&self, server: &Server) -> Self {
        Self { cookie: self.cookie.clone(), ..Self::of(server) }
    }

    /// Asks, and keeps the cookie that the answer sets.
    pub(crate) fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> (u16, String) {
        let answer = self.ask_all(method, path, body);
        (answer.status, answer.text)
    }

    /// The same, with the headers of the answer.
    pub(crate) fn ask_all(&mut self, method: &str, path: &str, body: Option<&Value>) -> Response {
        let answer = send(&self.address, method, path, &self.headers, self.cookie.as_deref(), body);
        if let Some(line) = answer.headers.get("set-cookie") {
            let pair = line.to_str().unwrap().split(';').next().unwrap();
            self.cookie = (!pair.ends_with('=')).then(|| pair.to_owned());
        }
        answer
    }
}

/// Has an owner's right make an account.
pub(crate) fn make(server: &Server, host_key: &str, login: &str, role: HostRole) -> HostCode {
    let wish = json!({ "login": login, "name": login, "role": role });
    let (status, text) = server.post("/api/hosts", host_key, &wish);
    // The first account is an owner's.
    if status == 409 && role != HostRole::Owner {
        make(server, host_key, "first", HostRole::Owner);
        return make(server, host_key, login, role);
    }
    assert_eq!(status, 201, "{text}");
    serde_json::from_str(&text).unwrap()
}

fn send(
    address: &str,
    method: &str,
    path: &str,
    headers: &[(String, String)],
    cookie: Option<&str>,
    body: Option<&Value>,
) -> Response {
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let mut request =
        ureq::http::Request::builder().method(method).uri(format!("http://{address}{path}"));
    for (name, value) in headers {
        request = request.header(name, value);
    }
    if let Some(cookie) = cookie {
        request = request.header("Cookie", cookie);
    }
    let answer = match body {
        Some(body) => {
            let request = request.header("Content-Type", "application/json");
            agent.run(request.body(body.to_string()).unwrap())
        }
        None => agent.run(request.body(()).unwrap()),
    };
    let mut answer = answer.unwrap();
    let text = answer.body_mut().read_to_string().unwrap_or_default();
    let headers: HeaderMap = answer.headers().clone();
    Response { status: answer.status().as_u16(), headers, text }
}
