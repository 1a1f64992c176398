//! Those whom a game's owner lets to its desk: links, who has used them, and their end.
//!
//! The game's own token or the host key makes and ends links. Whoever has a link's code uses it, once. Hosts who
//! are signed in come to the desks of games without one, as far as their account may.

use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use quizrain_shared::api::{
    CrewLink, CrewMember, CrewRight, EndCrew, EnterDesk, HostAccount, HostRole, JoinCrew,
    JoinedCrew, NewLink, Why,
};
use quizrain_shared::ids::GameId;
use quizrain_shared::pages::Page;
use quizrain_shared::wire::{Refusal, Right};

use super::Web;
use super::access::{check_still, signed_in};
use super::api::draw_qr;
use super::asker::{Asker, right_of};
use super::error::ApiError;
use super::path::At;
use crate::actions::Actor;
use crate::admission::Client;
use crate::error::Error;
use crate::failing::linger_at;
use crate::game::By;

pub(super) fn router() -> Router<Web> {
    Router::new()
        .route("/api/games/{game}/crew", get(crew).post(make_link))
        .route("/api/games/{game}/crew/join", post(join))
        .route("/api/games/{game}/crew/enter", post(enter))
        .route("/api/games/{game}/crew/end", post(end))
}

async fn crew(
    State(web): State<Web>,
    At(game): At<GameId>,
) -> Result<Json<Vec<CrewMember>>, ApiError> {
    Ok(Json(web.games.crew(game).await?))
}

/// The code is in the fragment of the address, which no server is sent, and in the answer to this alone.
async fn make_link(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    Extension(asker): Extension<Asker>,
    Extension(by): Extension<By>,
    At(game): At<GameId>,
    body: Result<Json<NewLink>, JsonRejection>,
) -> Result<Json<CrewLink>, ApiError> {
    let Json(wish) = body?;
    if !web.admission.may_draw(client) {
        return Err(ApiError::TooMany);
    }
    let made = match web.games.make_link(game, wish.right, by, asker.host()).await {
        // The owner was another by then.
        Err(Error::Refused(Refusal::NotAllowed)) => return Err(ApiError::WrongToken),
        made => made?.ok_or(ApiError::InTheWay(Why::CrewFull))?,
    };
    check_still(&web, &asker).await?;
    let page = Page::HostGame(game).path();
    let url = format!("{}{page}#code={}", web.join_url, made.code.reveal());
    let qr = draw_qr(&url)?;
    Ok(Json(CrewLink { id: made.id, url, qr, until_ms: made.until_ms }))
}

/// Anybody can make up a code, so an address may have them looked for only so often.
async fn join(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    At(game): At<GameId>,
    headers: HeaderMap,
    body: Result<Json<JoinCrew>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(wish) = body?;
    if !web.admission.may_host(client) {
        return Err(ApiError::TooMany);
    }
    let signed = signed_in(&web, client, &headers).await?;
    let asker = signed.map_or(Asker::Anybody, |signed| Asker::Host(Arc::new(signed)));
    let right = web.games.join_crew(game, wish, asker.host()).await?.ok_or(ApiError::LinkGone)?;
    check_still(&web, &asker).await?;
    let mut response = Json(JoinedCrew { right }).into_response();
    if let Some(host) = asker.host() {
        // For the log of actions.
        response.extensions_mut().insert(Actor::Host(host));
    }
    Ok(response)
}

/// Gives a browser a token for its socket, by the right of its host's account.
async fn enter(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
    At(game): At<GameId>,
    body: Result<Json<EnterDesk>, JsonRejection>,
) -> Result<Json<JoinedCrew>, ApiError> {
    let signed = asker.signed()?;
    let Json(EnterDesk { token }) = body?;
    let HostAccount { host, role, .. } = signed.account;
    let found = right_of(&web, game, &signed).await?;
    // Others have their right by their account.
    let by_links = found != Right::Owner && matches!(role, HostRole::Host | HostRole::CoHost);
    let right = match found {
        Right::Owner | Right::Host => CrewRight::Host,
        Right::Viewer => CrewRight::Viewer,
    };
    linger_at!("crew.before_enter");
    let right = match web.games.enter(game, right, &token, (host, by_links)).await {
        // It has ended by then.
        Err(Error::Refused(Refusal::NotAllowed)) if role == HostRole::Host => {
            return Err(ApiError::NotFound);
        }
        Err(Error::Refused(Refusal::NotAllowed)) => return Err(ApiError::NotYourRole),
        entered => entered?,
    };
    check_still(&web, &asker).await?;
    Ok(Json(JoinedCrew { right: right.ok_or(ApiError::InTheWay(Why::CrewFull))? }))
}

async fn end(
    State(web): State<Web>,
    At(game): At<GameId>,
    body: Result<Json<EndCrew>, JsonRejection>,
) -> Result<Json<Vec<CrewMember>>, ApiError> {
    let Json(wish) = body?;
    web.games.end_crew(game, wish.id.as_deref()).await?;
    Ok(Json(web.games.crew(game).await?))
}
