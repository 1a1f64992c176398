//! `GET /api/privacy`: how long this server keeps what about players, and whom to ask, for the page that says it.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use quizrain_shared::api::Privacy;

use super::Web;
use crate::config::Options;

pub(super) fn router() -> Router<Web> {
    Router::new().route(
        "/api/privacy",
        get(async |State(web): State<Web>| Json(Privacy::clone(&web.privacy))),
    )
}

/// What a server with these options says.
pub fn privacy(options: &Options) -> Arc<Privacy> {
    let kept = &options.retention;
    let people = &options.people;
    let signs_in = people.identity_issuer.is_some() || people.oidc_issuer.is_some();
    Arc::new(Privacy {
        game_seconds: kept.redis_retention_hours.as_secs(),
        results_seconds: kept.results_retention_days.as_secs(),
        points_seconds: kept.points_retention_hours.as_ref().map(Duration::as_secs),
        sign_in_seconds: signs_in.then_some(people.sign_in_days.as_secs()),
        pays_out: options.receivers.payout_url.is_some(),
        contact: kept.privacy_contact.clone(),
    })
}
