//! The JSON API under `/api`: the host's library and games, QR codes. What the ledger says is in
//! `ledger`.

use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use quizrain_shared::ids::{GameId, Pin};
use quizrain_shared::rain::RainPlan;
use serde::{Deserialize, Serialize};

use super::Web;
use super::error::ApiError;
use super::guard::check_host_key;
use crate::service::NewGame;

pub(super) fn router() -> Router<Web> {
    Router::new()
        .route("/api/info", get(info))
        .route("/api/qr/{pin}", get(qr))
        .route("/api/quizzes", get(quizzes))
        .route("/api/games", get(games).post(create_game))
        .route("/api/games/{game}/token", post(renew_host))
        .route("/api/booth", get(booth).put(set_booth))
        .route("/api/{*rest}", get(async || ApiError::NotFound))
        .layer(DefaultBodyLimit::max(64 * 1024))
}

#[derive(Serialize)]
struct Info {
    join_url: String,
}

async fn info(State(web): State<Web>) -> Json<Info> {
    Json(Info { join_url: web.join_url.to_string() })
}

/// The QR code that leads a phone into a game. It is made of the pin alone, whether or not a
/// game has it.
async fn qr(State(web): State<Web>, Path(pin): Path<String>) -> Result<Response, ApiError> {
    let pin: Pin = pin.parse().map_err(|_| ApiError::NotFound)?;
    let code = qrcode::QrCode::new(format!("{}/play/{pin}", web.join_url))
        .map_err(|_| ApiError::Internal)?;
    let svg = code.render::<qrcode::render::svg::Color<'_>>().min_dimensions(256, 256).build();
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

#[derive(Serialize)]
struct QuizInfo {
    id: String,
    title: String,
    language: String,
    description: String,
    questions: usize,
    rain: Option<RainPlan>,
}

async fn quizzes(
    State(web): State<Web>,
    headers: HeaderMap,
) -> Result<Json<Vec<QuizInfo>>, ApiError> {
    check_host_key(&web, &headers)?;
    let library = web.service.library().await?;
    let info = |row: crate::store::sql::QuizRow| QuizInfo {
        id: row.id,
        questions: row.quiz.questions.len(),
        title: row.quiz.title,
        language: row.quiz.language,
        description: row.quiz.description,
        rain: row.quiz.rain,
    };
    Ok(Json(library.into_iter().map(info).collect()))
}

#[derive(Serialize)]
struct GameInfo {
    game: GameId,
    pin: Pin,
    title: String,
}

async fn games(
    State(web): State<Web>,
    headers: HeaderMap,
) -> Result<Json<Vec<GameInfo>>, ApiError> {
    check_host_key(&web, &headers)?;
    let games = web.service.live_games().await?;
    let info = |game: std::sync::Arc<crate::service::Game>| GameInfo {
        game: game.id,
        pin: game.pin,
        title: game.quiz.title.clone(),
    };
    Ok(Json(games.into_iter().map(info).collect()))
}

#[derive(Deserialize)]
struct CreateGame {
    quiz: String,
    /// Draw so many questions; all of them in order where it is missing.
    questions: Option<u16>,
}

/// The host token goes to whoever made the game, once.
#[derive(Serialize)]
struct HostRight {
    game: GameId,
    pin: Pin,
    token: String,
}

impl From<NewGame> for HostRight {
    fn from(new: NewGame) -> Self {
        Self { game: new.game, pin: new.pin, token: new.token.reveal() }
    }
}

async fn create_game(
    State(web): State<Web>,
    headers: HeaderMap,
    body: Result<Json<CreateGame>, JsonRejection>,
) -> Result<Json<HostRight>, ApiError> {
    check_host_key(&web, &headers)?;
    let Json(body) = body.map_err(|error| ApiError::BadBody(error.body_text()))?;
    Ok(Json(web.service.create_game(&body.quiz, body.questions).await?.into()))
}

async fn renew_host(
    State(web): State<Web>,
    headers: HeaderMap,
    Path(game): Path<String>,
) -> Result<Json<HostRight>, ApiError> {
    check_host_key(&web, &headers)?;
    let game = game.parse().map_err(|_| ApiError::NotFound)?;
    Ok(Json(web.service.renew_host(game).await?.into()))
}

/// The game that a screen at a booth follows.
#[derive(Serialize)]
struct Booth {
    pin: Option<String>,
}

#[derive(Deserialize)]
struct SetBooth {
    pin: String,
}

async fn booth(State(web): State<Web>) -> Json<Booth> {
    Json(Booth { pin: web.service.booth().map(|pin| pin.to_string()) })
}

async fn set_booth(
    State(web): State<Web>,
    headers: HeaderMap,
    body: Result<Json<SetBooth>, JsonRejection>,
) -> Result<Json<Booth>, ApiError> {
    check_host_key(&web, &headers)?;
    let Json(body) = body.map_err(|error| ApiError::BadBody(error.body_text()))?;
    let pin = body.pin.parse::<Pin>().map_err(|error| ApiError::BadBody(error.to_string()))?;
    web.service.set_booth(pin).await?;
    Ok(Json(Booth { pin: Some(pin.to_string()) }))
}
