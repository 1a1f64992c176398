//! The JSON API under `/api`: games, QR codes. The library is in `library`. What the ledger says is in
//! `ledger`.

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Extension, Query, State};
use axum::http::header;
use axum::middleware::from_fn;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router};
use quizrain_shared::api::{
    Booth, CreateGame, GameSummary, HostRight, HostedQuestion, Info, ListGames, RainProposal,
    SetBooth, Why,
};
use quizrain_shared::field::InvalidField;
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::{GameId, Pin};
use quizrain_shared::wire::Encoding;

use super::Web;
use super::access::check_still;
use super::actions::MadeId;
use super::asker::Asker;
use super::error::ApiError;
use super::etag;
use super::library::wish;
use super::path::At;
use crate::admission::Client;
use crate::game::check_field;

pub(super) fn router() -> Router<Web> {
    let games = Router::new()
        .route("/api/games", get(games).post(create_game))
        .route_layer(from_fn(etag::tag));
    Router::new()
        .route("/api/info", get(info))
        .route("/api/qr/{pin}", get(qr))
        .merge(games)
        .route("/api/games/{game}/token", post(renew_host))
        .route("/api/games/{game}/proposal", get(proposal))
        .route("/api/games/{game}/questions", get(questions))
        .route("/api/booth", get(booth).put(set_booth))
        .route("/api/{*rest}", any(async || ApiError::NotFound))
}

async fn info(State(web): State<Web>) -> Json<Info> {
    Json(Info {
        join_url: web.join_url.to_string(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        protocols: Encoding::ALL.map(|encoding| encoding.subprotocol().to_owned()).to_vec(),
        limits: web.limits,
        oidc: web.oidc.as_ref().map(|provider| provider.name().to_owned()),
    })
}

/// The QR code that leads a phone into a game. It is made of the pin alone, whether or not a game
/// has it, and drawn each time: one that was kept would come sooner, and so tell that a game has
/// it.
async fn qr(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    At(pin): At<Pin>,
) -> Result<Response, ApiError> {
    // Drawing one takes a millisecond, and there are 900,000.
    if !web.admission.may_draw(client) {
        return Err(ApiError::TooMany);
    }
    let svg = draw_qr(&format!("{}/play/{pin}", web.join_url))?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

/// An address as a QR code in SVG.
pub(super) fn draw_qr(address: &str) -> Result<String, ApiError> {
    let code = qrcode::QrCode::new(address).map_err(|_| ApiError::Internal)?;
    Ok(code.render::<qrcode::render::svg::Color<'_>>().min_dimensions(256, 256).build())
}

async fn games(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
    query: Result<Query<ListGames>, QueryRejection>,
) -> Result<Json<Vec<GameSummary>>, ApiError> {
    let wish = wish(query)?;
    let games = web.games.listed(wish, asker.sees_games()).await?;
    let mut games = games.ok_or_else(|| ApiError::BadBody("after is no game".to_owned()))?;
    // They are in SQL: without Redis they are listed all the same.
    let ids: Vec<GameId> = games.iter().map(|game| game.game).collect();
    match web.play.statuses(&ids).await {
        Ok(now) => games.iter_mut().zip(now).for_each(|(game, now)| game.now = now),
        Err(error) => {
            tracing::debug!(%error, "failed to read where games stand; they are listed without it");
        }
    }
    Ok(Json(games))
}

/// Why players cannot be asked for this.
fn no_field(why: &InvalidField) -> ApiError {
    let words = why.to_string();
    match why {
        InvalidField::Pattern(_) => ApiError::WrongAs(words, Why::Pattern),
        InvalidField::Example => ApiError::WrongAs(words, Why::Example),
        InvalidField::Name | InvalidField::LongPattern => ApiError::BadBody(words),
    }
}

async fn create_game(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
    body: Result<Json<CreateGame>, JsonRejection>,
) -> Result<(Extension<MadeId>, Json<HostRight>), ApiError> {
    let Json(body) = body?;
    body.check().map_err(|why| ApiError::BadBody(why.to_string()))?;
    if let Some(field) = &body.field {
        check_field(field).map_err(|why| no_field(&why))?;
    }
    if body.identity == Identity::Signed && !web.live.people.signs_in() && web.oidc.is_none() {
        return Err(ApiError::InTheWay(Why::SignsNobodyIn));
    }
    if let Some(list) = body.guests
        && !asker.sees_list(&web, list).await?
    {
        return Err(ApiError::Missing(Why::NoGuestList));
    }
    asker.check_quiz(&web, &body.quiz).await?;
    let right = web.games.create(body, asker.host()).await?;
    check_still(&web, &asker).await?;
    Ok((Extension(MadeId(right.game.to_string())), Json(right)))
}

async fn renew_host(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
    At(game): At<GameId>,
) -> Result<Json<HostRight>, ApiError> {
    let right = web.games.renew_host(game, asker.host()).await?;
    check_still(&web, &asker).await?;
    Ok(Json(right))
}

/// The rains that the game's own copy of its quiz plans: the library may have others by now.
async fn proposal(
    State(web): State<Web>,
    At(game): At<GameId>,
) -> Result<Json<RainProposal>, ApiError> {
    let game = web.games.get(game).await?;
    let fallen = web.rains.fallen(&game).await?;
    Ok(Json(RainProposal { rains: game.quiz.rains.clone(), fallen }))
}

/// The questions of a game with what is right about them, as its host has corrected it.
async fn questions(
    State(web): State<Web>,
    At(game): At<GameId>,
) -> Result<Json<Vec<HostedQuestion>>, ApiError> {
    let game = web.games.get(game).await?;
    Ok(Json(web.play.hosted_questions(&game).await?))
}

async fn booth(State(web): State<Web>) -> Json<Booth> {
    Json(Booth { pin: web.games.booth().await })
}

async fn set_booth(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
    body: Result<Json<SetBooth>, JsonRejection>,
) -> Result<Json<Booth>, ApiError> {
    let Json(body) = body?;
    web.games.set_booth(body.pin, asker.sees_games()).await?;
    Ok(Json(Booth { pin: Some(body.pin) }))
}
