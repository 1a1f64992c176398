//! A game driven without a socket: what a host does, each a request of its own, and where the game stands.
//!
//! A token of the game or the host key opens them. What each does is `live`'s, for sockets as well.

use std::sync::Arc;

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::middleware::from_fn;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use quizrain_shared::api::{FindPlayers, Flags, GameNow, MAX_FLAGGED, NotDone};
use quizrain_shared::ids::GameId;
use quizrain_shared::wire::{HostFrame, PlayerList, Refusal, Welcome};
use serde_json::{Map, Value};

use super::Web;
use super::error::ApiError;
use super::etag;
use super::library::wish;
use super::path::At;
use crate::error::Error;
use crate::game::Game;

pub(super) fn router() -> Router<Web> {
    Router::new()
        .route("/api/games/{game}", get(now))
        .route_layer(from_fn(etag::tag))
        .route("/api/games/{game}/players", get(players))
        .route("/api/games/{game}/flags", get(flags))
        .route("/api/games/{game}/desk/{act}", post(act))
}

/// Where a game stands.
async fn read(web: &Web, game: &Game) -> Result<GameNow, Error> {
    let Welcome { game, stage, lobby, answered, rain, .. } = web.live.read(game).await?;
    let moves = GameNow::moves(&stage.phase);
    Ok(GameNow { game, stage, lobby, answered, rain, moves })
}

async fn now(State(web): State<Web>, At(game): At<GameId>) -> Result<Json<GameNow>, ApiError> {
    Ok(Json(read(&web, &*web.games.get(game).await?).await?))
}

async fn players(
    State(web): State<Web>,
    At(game): At<GameId>,
    query: Result<Query<FindPlayers>, QueryRejection>,
) -> Result<Json<PlayerList>, ApiError> {
    let FindPlayers { search, skip } = wish(query)?;
    let game = web.games.get(game).await?;
    Ok(Json(web.live.list_players(&game, search, skip).await?))
}

async fn flags(State(web): State<Web>, At(game): At<GameId>) -> Result<Json<Flags>, ApiError> {
    let game = web.games.get(game).await?;
    let mut flags = web.flags.of(&game).await?.as_ref().clone();
    flags.flagged.truncate(MAX_FLAGGED);
    Ok(Json(flags))
}

/// What a host's socket would have said: `add-time` is the frame `AddTime`, with the body as its fields.
fn frame(act: &str, body: Value) -> Result<HostFrame, ApiError> {
    if !act.bytes().all(|it| it.is_ascii_lowercase() || it == b'-') {
        return Err(ApiError::NotFound);
    }
    let capital = |word: &str| match word.split_at_checked(1) {
        Some((first, rest)) => first.to_ascii_uppercase() + rest,
        None => String::new(),
    };
    let name: String = act.split('-').map(capital).collect();
    let frame = Value::Object(Map::from_iter([(name, body)]));
    let frame: HostFrame =
        serde_json::from_value(frame).map_err(|error| ApiError::BadBody(error.to_string()))?;
    // What changes nothing has a request of its own.
    if frame.is_for_viewers() { Err(ApiError::NotFound) } else { Ok(frame) }
}

async fn act(
    State(web): State<Web>,
    Path((game, act)): Path<(String, String)>,
    body: Result<Json<Value>, JsonRejection>,
) -> Result<Response, ApiError> {
    let game = game.parse().map_err(|_| ApiError::NotFound)?;
    let Json(body) = body?;
    let frame = frame(&act, body)?;
    let game = web.games.get(game).await?;
    let (live, of) = (web.live.clone(), Arc::clone(&game));
    // Whoever hangs up, or waits for too long, leaves nothing half done.
    let done = web.live.tasks.spawn(async move { live.act(&of, frame).await });
    match done.await.map_err(|_| ApiError::Internal)? {
        Ok(_) => Ok(Json(read(&web, &game).await?).into_response()),
        Err(Error::Refused(refusal)) if refusal != Refusal::Unavailable => {
            let now = read(&web, &game).await.ok();
            let not_done = NotDone { error: refusal.to_string(), refusal, now };
            Ok((StatusCode::CONFLICT, Json(not_done)).into_response())
        }
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::phase::Move;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_path_names_a_frame_of_the_socket() {
        let ask = frame("move", json!({ "mv": "Ask", "seen": 3 })).unwrap();
        assert_eq!(ask, HostFrame::Move { mv: Move::Ask, seen: 3 });
        let more = frame("add-time", json!({ "seconds": 10, "seen": 3 })).unwrap();
        assert_eq!(more, HostFrame::AddTime { seconds: 10, seen: 3 });
        for (act, body) in [
            ("jump", json!({})),
            ("", json!({})),
            ("-", json!({})),
            ("move", json!({})),
            ("move", json!([])),
            ("move", json!("Ask")),
            ("move", json!(null)),
            ("move", json!({ "mv": "Ask", "seen": -1 })),
            ("move", json!({ "mv": "Jump", "seen": 1 })),
        ] {
            assert!(matches!(frame(act, body), Err(ApiError::BadBody(_))), "{act}");
        }
        for act in ["Move", "add_time", "list-players", "hello", "é"] {
            let body = json!({ "game": "00000000000000ff", "token": "05".repeat(16), "search": "", "skip": 0 });
            assert!(matches!(frame(act, body), Err(ApiError::NotFound)), "{act}");
        }
    }
}
