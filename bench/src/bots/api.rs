//! The host's part of the server's JSON API, as the demo needs it.

use std::num::NonZeroU16;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use quizrain_shared::api::{
    Booth, CreateGame, GameSummary, HostRight, QuizPage, QuizSummary, SetBooth,
};
use quizrain_shared::ids::{GameId, Pin, Token};
use serde::de::DeserializeOwned;

use super::server::Server;

/// An answer that takes longer will not come.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a connection is kept that nothing is asked over.
const MAX_IDLE: Duration = Duration::from_secs(5);

/// The API, with the right to host.
#[derive(Clone)]
pub(crate) struct Api {
    server: Arc<Server>,
    key: Arc<Token>,
    agent: ureq::Agent,
}

impl Api {
    pub(crate) fn new(server: Arc<Server>, key: Token) -> Self {
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(REQUEST_TIMEOUT))
            .http_status_as_error(false)
            // The server closes those that it does not hear of for ten seconds.
            .max_idle_age(MAX_IDLE)
            .build();
        Self { server, key: Arc::new(key), agent: config.into() }
    }

    /// The quizzes of the library that can be played.
    pub(crate) async fn quizzes(&self) -> anyhow::Result<Vec<QuizSummary>> {
        let mut quizzes = Vec::new();
        let mut path = "/api/quizzes".to_owned();
        loop {
            let page: QuizPage = self.call("GET", path, None).await?;
            quizzes.extend(page.quizzes.into_iter().filter(|quiz| quiz.problems == 0));
            let Some(next) = page.next else { return Ok(quizzes) };
            path = format!("/api/quizzes?after={next}");
        }
    }

    /// Makes a game of so many questions.
    pub(crate) async fn create_game(
        &self,
        quiz: &str,
        questions: u16,
    ) -> anyhow::Result<HostRight> {
        self.make_game(&CreateGame::of(quiz.to_owned(), NonZeroU16::new(questions))).await
    }

    /// Makes a game.
    pub(crate) async fn make_game(&self, wish: &CreateGame) -> anyhow::Result<HostRight> {
        self.call("POST", "/api/games", Some(serde_json::to_value(wish)?)).await
    }

    /// Takes over a live game.
    pub(crate) async fn take_over(&self, game: GameId) -> anyhow::Result<HostRight> {
        self.call("POST", format!("/api/games/{game}/token"), None).await
    }

    /// The live game that the booth shows.
    pub(crate) async fn at_booth(&self) -> anyhow::Result<Option<GameId>> {
        let booth: Booth = self.call("GET", "/api/booth", None).await?;
        let games: Vec<GameSummary> = self.call("GET", "/api/games", None).await?;
        let shown = |game: &GameSummary| Some(game.pin) == booth.pin;
        Ok(games.into_iter().find(shown).map(|game| game.game))
    }

    /// Shows a game at the booth.
    pub(crate) async fn show_at_booth(&self, pin: Pin) -> anyhow::Result<()> {
        let body = serde_json::to_value(SetBooth { pin })?;
        self.call::<Booth>("PUT", "/api/booth", Some(body)).await.map(|_| ())
    }

    async fn call<T: DeserializeOwned + Send + 'static>(
        &self,
        method: &'static str,
        path: impl Into<String>,
        body: Option<serde_json::Value>,
    ) -> anyhow::Result<T> {
        let (api, path) = (self.clone(), path.into());
        tokio::task::spawn_blocking(move || api.ask(method, &path, body)).await?
    }

    fn ask<T: DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        body: Option<serde_json::Value>,
    ) -> anyhow::Result<T> {
        let url = self.server.api(path);
        let key = format!("Bearer {}", self.key.reveal());
        let place = || format!("{method} {url}");
        let answer = match (method, body) {
            ("GET", _) => self.agent.get(&url).header("Authorization", key).call(),
            ("PUT", Some(body)) => {
                self.agent.put(&url).header("Authorization", key).send_json(body)
            }
            (_, Some(body)) => self.agent.post(&url).header("Authorization", key).send_json(body),
            (_, None) => self.agent.post(&url).header("Authorization", key).send_empty(),
        };
        let mut answer = answer.inspect_err(|_| self.server.elsewhere(0)).with_context(place)?;
        match answer.status().as_u16() {
            200..=299 => answer.body_mut().read_json().with_context(place),
            401 | 403 => bail!(
                "{url} does not accept the host key: give the one of this server, from the file \
                 host-key in its data folder, in QUIZRAIN_HOST_KEY or with --host-key-file"
            ),
            status => {
                let text = answer.body_mut().read_to_string().unwrap_or_default();
                bail!("{}: HTTP {status}: {text}", place())
            }
        }
    }
}
