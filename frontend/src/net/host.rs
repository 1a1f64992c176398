//! What hosts and big screens ask of the API: the library, games, statements, where to join.
//!
//! Called by the pages of the stage. Nothing here adds up: the numbers are the server's.

use quizrain_shared::api::{
    CreateGame, CrewLink, CrewMember, CrewRight, EndCrew, EnterDesk, Flags, GameSummary,
    HoldChanged, HostRight, HostedQuestion, Info, JoinCrew, JoinedCrew, MAX_PAGE_LIMIT, NewLink,
    Problem, QuizPage, QuizSummary, RainProposal, Redrive, Redriven, Statement,
};
use quizrain_shared::ids::{AccountId, GameId, RainId, Token};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::http::{HttpError, send};

/// A body of a request.
pub(super) fn json(body: &impl Serialize) -> Option<String> {
    // Texts and numbers alone, which can always be written.
    serde_json::to_string(body).ok()
}

/// The value that the server answers with.
pub(super) async fn request<T: DeserializeOwned>(
    method: &str,
    path: &str,
    right: Option<&Token>,
    body: Option<&str>,
) -> Result<T, HttpError> {
    let response = send(method, path, right, body).await.ok_or(HttpError::Unreachable)?;
    answer(response)
}

/// The value of an answer.
pub(super) fn answer<T: DeserializeOwned>((status, text): (u16, String)) -> Result<T, HttpError> {
    match status {
        200..=299 => serde_json::from_str(&text).map_err(|_| HttpError::Unreachable),
        401 | 403 | 410 => Err(HttpError::NotAllowed),
        _ => Err(refused(&text)),
    }
}

/// What the server says that refuses; what says nothing of the kind is not the server.
pub(super) fn refused(text: &str) -> HttpError {
    let problem = serde_json::from_str::<Problem>(text);
    problem.map_or(HttpError::Unreachable, HttpError::Refused)
}

/// The host's library, by title.
pub(crate) async fn quizzes(key: &Token) -> Result<Vec<QuizSummary>, HttpError> {
    let mut quizzes = Vec::new();
    let mut path = format!("/api/quizzes?limit={MAX_PAGE_LIMIT}");
    loop {
        let page: QuizPage = request("GET", &path, Some(key), None).await?;
        quizzes.extend(page.quizzes);
        // Of digits, letters and points alone.
        let Some(next) = page.next else { return Ok(quizzes) };
        path = format!("/api/quizzes?limit={MAX_PAGE_LIMIT}&after={next}");
    }
}

/// The games that are being played.
pub(crate) async fn games(key: &Token) -> Result<Vec<GameSummary>, HttpError> {
    request("GET", "/api/games", Some(key), None).await
}

/// Makes a game.
pub(crate) async fn start_game(key: &Token, wish: &CreateGame) -> Result<HostRight, HttpError> {
    let body = json(wish);
    request("POST", "/api/games", Some(key), body.as_deref()).await
}

/// Asks for a new right to drive a game; the old one ends.
pub(crate) async fn take_over(key: &Token, game: GameId) -> Result<HostRight, HttpError> {
    request("POST", &format!("/api/games/{game}/token"), Some(key), None).await
}

/// The rains that a game's own copy of its quiz plans.
pub(crate) async fn planned_rains(host: &Token, game: GameId) -> Result<RainProposal, HttpError> {
    request("GET", &format!("/api/games/{game}/proposal"), Some(host), None).await
}

/// The questions of a game, with what is right.
pub(crate) async fn questions(
    host: &Token,
    game: GameId,
) -> Result<Vec<HostedQuestion>, HttpError> {
    request("GET", &format!("/api/games/{game}/questions"), Some(host), None).await
}

/// Players of a game who may be several windows of one person, or a program.
pub(crate) async fn flags(host: &Token, game: GameId) -> Result<Flags, HttpError> {
    request("GET", &format!("/api/games/{game}/flags"), Some(host), None).await
}

/// The address to show to people who want to join.
pub(crate) async fn join_url() -> Result<String, HttpError> {
    request("GET", "/api/info", None, None).await.map(|info: Info| info.join_url)
}

/// Every rain of a game.
pub(crate) async fn statement(host: &Token, game: GameId) -> Result<Statement, HttpError> {
    request("GET", &format!("/api/games/{game}/statement"), Some(host), None).await
}

/// Asks for another try of what was given up in a rain.
pub(crate) async fn redrive(
    host: &Token,
    game: GameId,
    rain: RainId,
) -> Result<Redriven, HttpError> {
    let body = json(&Redrive { rain });
    request("POST", &format!("/api/games/{game}/redrive"), Some(host), body.as_deref()).await
}

/// What a host does about a payout that nobody has sent yet.
#[derive(Clone, Copy)]
pub(crate) enum HoldAct {
    Hold,
    Release,
    Refuse,
}

impl HoldAct {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Hold => "hold",
            Self::Release => "release",
            Self::Refuse => "refuse",
        }
    }
}

/// Has the payout of an account in a rain held, released or refused.
pub(crate) async fn hold(
    host: &Token,
    game: GameId,
    (rain, account): (RainId, AccountId),
    act: HoldAct,
) -> Result<(), HttpError> {
    let path = format!("/api/games/{game}/payouts/{rain}/{account}/{}", act.word());
    request("POST", &path, Some(host), None).await.map(|_: HoldChanged| ())
}

/// Who was let to the desk of a game, and which links wait.
pub(crate) async fn crew(host: &Token, game: GameId) -> Result<Vec<CrewMember>, HttpError> {
    request("GET", &format!("/api/games/{game}/crew"), Some(host), None).await
}

/// Asks for a link to the desk.
pub(crate) async fn make_link(
    host: &Token,
    game: GameId,
    right: CrewRight,
) -> Result<CrewLink, HttpError> {
    let body = json(&NewLink { right });
    request("POST", &format!("/api/games/{game}/crew"), Some(host), body.as_deref()).await
}

/// Uses a link, for a token that this browser has made.
pub(crate) async fn join_crew(
    game: GameId,
    code: Token,
    token: Token,
) -> Result<JoinedCrew, HttpError> {
    let body = json(&JoinCrew { code, token });
    request("POST", &format!("/api/games/{game}/crew/join"), None, body.as_deref()).await
}

/// Comes to the desk of a game by the right of one's own account, with a token that this browser has made.
pub(crate) async fn enter(
    key: &Token,
    game: GameId,
    token: Token,
) -> Result<JoinedCrew, HttpError> {
    let body = json(&EnterDesk { token });
    request("POST", &format!("/api/games/{game}/crew/enter"), Some(key), body.as_deref()).await
}

/// Ends a link or the right that it gave, or all of them; those that are left.
pub(crate) async fn end_crew(
    host: &Token,
    game: GameId,
    id: Option<String>,
) -> Result<Vec<CrewMember>, HttpError> {
    let body = json(&EndCrew { id });
    request("POST", &format!("/api/games/{game}/crew/end"), Some(host), body.as_deref()).await
}
