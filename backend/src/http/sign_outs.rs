//! `POST /api/sign-outs`: whoever may make games signs people out, who may sign in again if somebody vouches
//! for them. Everybody at once, owners and the host key alone.

use axum::extract::rejection::JsonRejection;
use axum::extract::{Extension, State};
use axum::routing::post;
use axum::{Json, Router};
use quizrain_shared::api::{SignOut, SignedOut};

use super::Web;
use super::asker::Asker;
use super::error::ApiError;
use crate::events;
use crate::people::Whom;

pub(super) fn router() -> Router<Web> {
    Router::new().route("/api/sign-outs", post(sign_out))
}

async fn sign_out(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
    body: Result<Json<SignOut>, JsonRejection>,
) -> Result<Json<SignedOut>, ApiError> {
    let Json(wish) = body?;
    if matches!(wish, SignOut::BeforeMs(_)) && !asker.is_owner() {
        return Err(ApiError::OnlyHostKey);
    }
    let whom = whom(&web, wish).await?;
    let mut browsers = 0;
    loop {
        let out = web.live.people.sign_out_some(&whom).await?;
        if out.is_empty() {
            break;
        }
        browsers += out.iter().map(|it| it.devices.len()).sum::<usize>();
        web.live.note_signed_out(&out).await?;
    }
    if let Whom::Account(account) = whom {
        // Also where none was left: it may be asked again because this failed.
        let out = events::SignedOut { account, devices: Vec::new() };
        web.live.note_signed_out(&[out]).await?;
    }
    tracing::info!(browsers, "signed people out");
    Ok(Json(SignedOut { browsers: u32::try_from(browsers).unwrap_or(u32::MAX) }))
}

/// Who is meant.
async fn whom(web: &Web, wish: SignOut) -> Result<Whom, ApiError> {
    Ok(match wish {
        SignOut::Account(account) => Whom::Account(account),
        SignOut::Person { issuer, subject } => {
            let account = web.live.people.account_of(&issuer, &subject).await?;
            Whom::Account(account.ok_or(ApiError::NotFound)?)
        }
        SignOut::Player { game, seat } => {
            let game = web.games.get(game).await?;
            Whom::Account(web.play.whose_seat(&game, seat).await?)
        }
        SignOut::BeforeMs(moment_ms) => Whom::Before(moment_ms),
    })
}
