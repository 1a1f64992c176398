//! Requests to the product's API.

use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use quizrain_shared::api::{CreateGame, HostRight, QuizPage, QuizSummary};
use quizrain_shared::mode::Mode;
use serde::de::DeserializeOwned;
use serde_json::Value;
pub use ureq::http::HeaderMap;
use ureq::http::Request;

/// How long a server may say that it is busy.
const BUSY_TIMEOUT: Duration = Duration::from_secs(60);

/// An answer, whatever it is.
#[derive(Debug)]
pub struct Response {
    /// Its status.
    pub status: u16,
    /// Its headers.
    pub headers: HeaderMap,
    /// Its body.
    pub text: String,
}

/// Sends a request with a right to a server, with a body of JSON where there is one.
pub fn send(
    method: &str,
    address: &str,
    path: &str,
    token: &str,
    body: Option<&Value>,
) -> anyhow::Result<Response> {
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let url = format!("http://{address}{path}");
    let request = Request::builder().method(method).uri(&url);
    let request = request.header("Authorization", format!("Bearer {token}"));
    let answer = match body {
        Some(body) => {
            let request = request.header("Content-Type", "application/json");
            agent.run(request.body(body.to_string())?)
        }
        None => agent.run(request.body(())?),
    };
    let mut answer = answer.with_context(|| format!("{method} {url}"))?;
    let text = answer.body_mut().read_to_string()?;
    Ok(Response { status: answer.status().as_u16(), headers: answer.headers().clone(), text })
}

/// The good answer to a request, which is sent again where a server is busy, as it says itself.
pub fn call<T: DeserializeOwned>(
    method: &str,
    address: &str,
    path: &str,
    token: &str,
    body: Option<&Value>,
) -> anyhow::Result<T> {
    let since = Instant::now();
    loop {
        let answer = send(method, address, path, token, body)?;
        match answer.status {
            200 | 201 => return serde_json::from_str(&answer.text).context(answer.text),
            503 if since.elapsed() < BUSY_TIMEOUT => {
                std::thread::sleep(Duration::from_millis(100));
            }
            status => bail!("{method} {path}: HTTP {status}: {}", answer.text),
        }
    }
}

/// Makes a game of a quiz of the library, played for this.
pub fn create_game(
    address: &str,
    host_key: &str,
    mode: Mode,
    choose: impl FnOnce(Vec<QuizSummary>) -> Option<QuizSummary>,
) -> anyhow::Result<(HostRight, QuizSummary)> {
    let library: QuizPage = call("GET", address, "/api/quizzes", host_key, None)?;
    let quiz = choose(library.quizzes).context("no such quiz in the library")?;
    let body = serde_json::to_value(CreateGame {
        mode,
        // Players of tests are browsers.
        pays_anybody: true,
        ..CreateGame::of(quiz.id.clone(), None)
    })?;
    Ok((call("POST", address, "/api/games", host_key, Some(&body))?, quiz))
}
