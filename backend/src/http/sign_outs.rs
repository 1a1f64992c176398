//! `POST /api/sign-outs`: whoever may make games signs people out, who may sign in again if somebody vouches
//! for them: of guests those of lists that they see, of players those of games that they run. Everybody at once, owners
//! and the host key alone.

use axum::extract::rejection::JsonRejection;
use axum::extract::{Extension, State};
use axum::routing::post;
use axum::{Json, Router};
use quizrain_shared::api::{SignOut, SignedOut};
use quizrain_shared::wire::Right;

use super::Web;
use super::asker::Asker;
use super::error::ApiError;
use crate::events;
use crate::people::{Whom, list_of};

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
    let Some(whom) = whom(&web, &asker, wish).await? else {
        return Ok(Json(SignedOut { browsers: 0 }));
    };
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

/// Whether somebody is a guest of a list that whoever asks does not see.
async fn is_anothers(web: &Web, asker: &Asker, issuer: &str) -> Result<bool, ApiError> {
    match list_of(issuer) {
        // Owners see also whoever came by a list that is gone.
        Some(list) if !asker.is_owner() => Ok(!asker.sees_list(web, list).await?),
        _ => Ok(false),
    }
}

/// Who is meant; `None`: an account that is another host's guest's, which is as one that nobody has.
async fn whom(web: &Web, asker: &Asker, wish: SignOut) -> Result<Option<Whom>, ApiError> {
    Ok(Some(match wish {
        SignOut::Account(account) => match web.live.people.identity_of(account).await? {
            Some(who) if is_anothers(web, asker, &who.issuer).await? => return Ok(None),
            _ => Whom::Account(account),
        },
        SignOut::Person { issuer, subject } => {
            if is_anothers(web, asker, &issuer).await? {
                return Err(ApiError::NotFound);
            }
            let account = web.live.people.account_of(&issuer, &subject).await?;
            Whom::Account(account.ok_or(ApiError::NotFound)?)
        }
        SignOut::Player { game, seat } => {
            asker.check_game(web, game, Right::Host).await?;
            let game = web.games.get(game).await?;
            Whom::Account(web.play.whose_seat(&game, seat).await?)
        }
        SignOut::BeforeMs(moment_ms) => Whom::Before(moment_ms),
    }))
}
