//! What hosts ask of games that are over, and whoever has a link to one.

use quizrain_shared::api::{
    GameResults, PastGames, PlayerAnswers, PublicResults, ResultPackets, ResultPlayers,
    ResultsLink, ShareResults,
};
use quizrain_shared::ids::{GameId, Token};
use serde::de::DeserializeOwned;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use super::device;
use super::host::refused;
use super::http::{HttpError, fetch, send};

/// The value that the server answers with; `None`: it has none yet.
async fn request<T: DeserializeOwned>(
    method: &str,
    path: &str,
    right: &Token,
    body: Option<&str>,
) -> Result<Option<T>, HttpError> {
    let answer = send(method, path, Some(right), body).await.ok_or(HttpError::Unreachable)?;
    match answer {
        (200..=299, text) => {
            serde_json::from_str(&text).map(Some).map_err(|_| HttpError::Unreachable)
        }
        (409, _) => Ok(None),
        (401 | 403 | 404, _) => Err(HttpError::NotAllowed),
        (_, text) => Err(refused(&text)),
    }
}

fn there<T>(answer: Option<T>) -> Result<T, HttpError> {
    answer.ok_or(HttpError::Unreachable)
}

/// Which past games are sought.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sought {
    /// A part of the title, or the pin.
    pub(crate) text: String,
    /// The whole title.
    pub(crate) title: Option<String>,
    /// Not before this time, in ms since 1970.
    pub(crate) from_ms: Option<u64>,
    /// Before this time, in ms since 1970.
    pub(crate) until_ms: Option<u64>,
    /// Behind what a list ended with.
    pub(crate) after: Option<String>,
}

impl Sought {
    fn query(&self) -> String {
        let text = |text: &str| String::from(js_sys::encode_uri_component(text));
        let mut parts = vec![["search=", &text(&self.text)].concat()];
        parts.extend(self.title.as_ref().map(|it| ["title=", &text(it)].concat()));
        parts.extend(self.from_ms.map(|it| ["from_ms=", &it.to_string()].concat()));
        parts.extend(self.until_ms.map(|it| ["until_ms=", &it.to_string()].concat()));
        parts.extend(self.after.as_ref().map(|it| ["after=", &text(it)].concat()));
        parts.join("&")
    }
}

/// Games that are over.
pub(crate) async fn past_games(key: &Token, sought: &Sought) -> Result<PastGames, HttpError> {
    let path = ["/api/results?", &sought.query()].concat();
    there(request("GET", &path, key, None).await?)
}

/// What became of a game; `None` where it is not known yet.
pub(crate) async fn results(right: &Token, game: GameId) -> Result<Option<GameResults>, HttpError> {
    request("GET", &format!("/api/games/{game}/results"), right, None).await
}

/// The players of a game behind a place.
pub(crate) async fn players(
    right: &Token,
    game: GameId,
    after: u32,
) -> Result<ResultPlayers, HttpError> {
    let path = format!("/api/games/{game}/results/players?after={after}&limit=50");
    there(request("GET", &path, right, None).await?)
}

/// Who caught what in a game, behind what a list ended with.
pub(crate) async fn packets(
    right: &Token,
    game: GameId,
    after: Option<&str>,
) -> Result<ResultPackets, HttpError> {
    let after = after.map(|after| ["&after=", after].concat()).unwrap_or_default();
    let path = format!("/api/games/{game}/results/packets?limit=50{after}");
    there(request("GET", &path, right, None).await?)
}

/// What a player answered.
pub(crate) async fn player(
    right: &Token,
    game: GameId,
    place: u32,
) -> Result<PlayerAnswers, HttpError> {
    let path = format!("/api/games/{game}/results/players/{place}");
    there(request("GET", &path, right, None).await?)
}

/// What a link shows.
pub(crate) async fn public(code: &Token, game: GameId) -> Result<PublicResults, HttpError> {
    there(request("GET", &format!("/api/games/{game}/results/public"), code, None).await?)
}

/// Makes a link.
pub(crate) async fn share(
    right: &Token,
    game: GameId,
    names: bool,
) -> Result<ResultsLink, HttpError> {
    let body = serde_json::to_string(&ShareResults { names }).ok();
    let path = format!("/api/games/{game}/results/link");
    there(request("PUT", &path, right, body.as_deref()).await?)
}

/// Ends the link.
pub(crate) async fn unshare(right: &Token, game: GameId) -> Result<(), HttpError> {
    there(request("DELETE", &format!("/api/games/{game}/results/link"), right, None).await?)
}

/// Hands a file of the results to the browser, which a link could not: it carries no token. `file` is how
/// its path ends, and `name` how it is called.
pub(crate) async fn download(
    right: &Token,
    game: GameId,
    file: &str,
    name: &str,
) -> Result<(), HttpError> {
    let path = format!("/api/games/{game}/results{file}");
    let response = fetch("GET", &path, Some(right), None).await;
    let response = response.filter(web_sys::Response::ok).ok_or(HttpError::Unreachable)?;
    let saved = async {
        let content = JsFuture::from(response.blob().ok()?).await.ok()?;
        device::save(name, &content.dyn_into().ok()?)
    };
    saved.await.ok_or(HttpError::Unreachable)
}
