//! An account that is nobody's in other browsers, under `/api/devices`: a code for one, its use, how many there are,
//! and their end. A browser that uses another one's account leaves it by `DELETE /api/identity`.

use axum::extract::rejection::JsonRejection;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use quizrain_shared::api::{
    self, DeviceLink, DeviceRefusal, NotShared, OwnDevices, ShareAccount, UseAccount,
};
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::Token;
use quizrain_shared::language::Language;
use quizrain_shared::pages::Page;

use super::Web;
use super::access::bearer;
use super::api::draw_qr;
use super::error::ApiError;
use super::guard::meter;
use crate::admission::Client;
use crate::events::SignedOut;
use crate::people::Device;

pub(super) fn router(web: &Web) -> Router<Web> {
    Router::new()
        .route("/api/devices", get(own).post(share).delete(end_others))
        .route("/api/devices/use", post(use_account))
        .route_layer(from_fn_with_state(web.clone(), meter))
}

/// Whether others may have the account of a browser, and how many do.
async fn devices_of(web: &Web, device: Device) -> Result<OwnDevices, ApiError> {
    let people = &web.live.people;
    let owner = people.owner(device, Identity::Open).await?;
    let own = !owner.is_bound(device);
    if owner.identity != Identity::Open {
        return Ok(OwnDevices { open: false, own, others: 0 });
    }
    let others = people.other_browsers(owner.account).await?;
    let open = !web.packets.has_heir(owner.account).await?;
    Ok(OwnDevices { open, own, others })
}

async fn own(State(web): State<Web>, headers: HeaderMap) -> Result<Json<OwnDevices>, ApiError> {
    Ok(Json(devices_of(&web, Device::of(&bearer(&headers)?)).await?))
}

/// What a browser is told that has no code, or whose code did nothing.
fn refused(reason: DeviceRefusal, language: &str) -> Response {
    // Whose code it was is nobody's business, and anybody can be refused without end.
    tracing::debug!(%reason, "an account stays where it is");
    let language = Language::of_tag(language).unwrap_or(Language::English);
    let (error, words) = (reason.words(Language::English), reason.words(language));
    let status = match reason {
        DeviceRefusal::NoCode => StatusCode::FORBIDDEN,
        _ => StatusCode::CONFLICT,
    };
    let said = NotShared { error: error.to_owned(), reason, words: words.to_owned() };
    (status, Json(said)).into_response()
}

async fn share(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    body: Result<Json<ShareAccount>, JsonRejection>,
) -> Result<Response, ApiError> {
    let device = Device::of(&bearer(&headers)?);
    let Json(ShareAccount { language }) = body?;
    if !web.admission.may_share(client) || !web.admission.may_draw(client) {
        return Err(ApiError::TooMany);
    }
    let offer = match web.live.people.offer(device).await? {
        Ok(offer) => offer,
        Err(reason) => return Ok(refused(reason, &language)),
    };
    // Looked at afterwards, so that none is told of an account that was handed over meanwhile.
    if web.packets.has_heir(offer.account).await? {
        return Ok(refused(DeviceRefusal::HandedOver, &language));
    }
    let url = format!("{}{}#device={}", web.join_url, Page::Balance.path(), offer.code.reveal());
    let qr = draw_qr(&url)?;
    Ok(Json(DeviceLink { url, qr, until_ms: offer.until_ms }).into_response())
}

/// Anybody can make up a code, so an address may show only so many.
async fn use_account(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    body: Result<Json<UseAccount>, JsonRejection>,
) -> Result<Response, ApiError> {
    let device = Device::of(&bearer(&headers)?);
    let Json(UseAccount { code, language }) = body?;
    if !web.admission.may_sign_in(client) {
        return Err(ApiError::TooMany);
    }
    let Ok(code) = code.parse::<Token>() else {
        return Ok(refused(DeviceRefusal::NoCode, &language));
    };
    if let Err(reason) = web.live.people.use_offer(device, &code).await? {
        return Ok(refused(reason, &language));
    }
    // Also where it was done before: it may be asked again because this failed.
    let own = SignedOut { account: device.account(), devices: vec![device.0] };
    web.live.note_signed_out(&[own]).await?;
    Ok(Json(devices_of(&web, device).await?).into_response())
}

/// Every other browser has its own account from now on, at every server; the one whose own it is keeps it.
async fn end_others(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
) -> Result<Json<api::SignedOut>, ApiError> {
    let device = Device::of(&bearer(&headers)?);
    if !web.admission.may_share(client) {
        return Err(ApiError::TooMany);
    }
    let out = web.live.people.end_others(device).await?;
    // Also where none was left: it may be asked again because this failed.
    web.live.note_signed_out(out.as_slice()).await?;
    let browsers = out.map_or(0, |out| out.devices.len());
    Ok(Json(api::SignedOut { browsers: u32::try_from(browsers).unwrap_or(u32::MAX) }))
}
