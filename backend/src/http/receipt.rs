//! A game that is over, as one of its players played it: for whoever shows that player's token.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use axum::{Json, Router};
use quizrain_shared::api::GameReceipt;
use quizrain_shared::ids::GameId;

use super::Web;
use super::error::ApiError;
use super::guard::meter;
use super::identity::own_account;
use super::path::At;
use crate::history::Receipt;

pub(super) fn router(web: &Web) -> Router<Web> {
    Router::new()
        .route("/api/games/{game}/receipt", get(receipt))
        .route_layer(from_fn_with_state(web.clone(), meter))
}

async fn receipt(
    State(web): State<Web>,
    headers: HeaderMap,
    At(game): At<GameId>,
) -> Result<Json<GameReceipt>, ApiError> {
    let account = own_account(&web, &headers).await?;
    let receipt = match web.history.receipt(game, account).await? {
        Receipt::Told(receipt) => receipt,
        Receipt::NotYet => return Err(ApiError::NotOver),
    };
    let holdings = web.packets.holdings(account).await?;
    Ok(Json(receipt.with_packets_of(holdings)))
}
