//! Accounts of hosts, under `/api/hosts`: made, changed and deleted by owners and with the host key.
//!
//! Whose account is disabled, deleted or given another role has nothing left at the desks of games, nor keys of
//! programs.

use axum::extract::rejection::JsonRejection;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::routing::{delete, get, post, put};
use axum::{Json, Router};
use quizrain_shared::api::{ChangeHost, HostAccount, HostCode, NewHost, Why};
use quizrain_shared::ids::HostId;
use quizrain_shared::pages::Page;

use super::Web;
use super::actions::MadeId;
use super::asker::Asker;
use super::error::ApiError;
use super::path::At;
use crate::hosts::{Invited, Made, NotChanged};

pub(super) fn router() -> Router<Web> {
    Router::new()
        .route("/api/hosts", get(list).post(make))
        .route("/api/hosts/{host}", put(change).delete(remove))
        .route("/api/hosts/{host}/code", post(invite))
        .route("/api/hosts/{host}/second-factor", delete(forget_second_factor))
        .route("/api/hosts/{host}/provider", delete(forget_provider))
}

async fn list(State(web): State<Web>) -> Result<Json<Vec<HostAccount>>, ApiError> {
    Ok(Json(web.hosts.list().await?))
}

/// What is told of a code: it is in the fragment of the address, which no server is sent.
fn told(web: &Web, Invited { account, code, until_ms }: Invited) -> HostCode {
    let page = Page::HostSignIn.path();
    let url = format!("{}{page}#code={}/{code}", web.join_url, account.login);
    HostCode { account, code, url, until_ms }
}

async fn make(
    State(web): State<Web>,
    body: Result<Json<NewHost>, JsonRejection>,
) -> Result<(StatusCode, Extension<MadeId>, Json<HostCode>), ApiError> {
    let Json(wish) = body?;
    let wish = wish.checked().map_err(|why| ApiError::Wrong(why.into()))?;
    match web.hosts.make(&wish).await? {
        Made::Done(invited) => {
            let made = MadeId(invited.account.host.to_string());
            Ok((StatusCode::CREATED, Extension(made), Json(told(&web, invited))))
        }
        Made::Taken => Err(ApiError::InTheWay(Why::LoginTaken)),
        Made::Full => Err(ApiError::InTheWay(Why::TooManyHosts)),
        Made::FirstIsOwner => Err(ApiError::InTheWay(Why::FirstIsOwner)),
    }
}

/// Why nothing was changed.
fn refused(why: NotChanged) -> ApiError {
    match why {
        NotChanged::Gone => ApiError::NotFound,
        NotChanged::NoOwner => ApiError::OnlyHostKey,
        NotChanged::Own => ApiError::InTheWay(Why::OwnAccount),
    }
}

/// Whoever asks cannot shut themselves out. The database knows it for certain; this is before anything ends.
fn check_other(asker: &Asker, host: HostId) -> Result<(), ApiError> {
    if asker.host() == Some(host) { Err(refused(NotChanged::Own)) } else { Ok(()) }
}

async fn change(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
    At(host): At<HostId>,
    body: Result<Json<ChangeHost>, JsonRejection>,
) -> Result<Json<HostAccount>, ApiError> {
    let Json(change) = body?;
    let change = change.checked().map_err(|why| ApiError::Wrong(why.into()))?;
    let before = web.hosts.find(host).await?.ok_or(ApiError::NotFound)?;
    if change.disabled || change.role != before.role {
        check_other(&asker, host)?;
        // First what can fail: asked again, it would not be seen any more that the role was another.
        web.games.end_rights_of(host).await?;
    }
    let changed = web.hosts.change(asker.host(), host, &change).await?.map_err(refused)?;
    if changed.may_less {
        // And what was given meanwhile.
        web.games.end_rights_of(host).await?;
        web.keys.revoke_of(host).await?;
    }
    Ok(Json(changed.account))
}

/// Of any account but one's own: whoever has an owner's cookie does not have the password by that.
async fn invite(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
    At(host): At<HostId>,
) -> Result<Json<HostCode>, ApiError> {
    if asker.host() == Some(host) {
        return Err(ApiError::InTheWay(Why::OwnPassword));
    }
    let invited = web.hosts.invite(host).await?.ok_or(ApiError::NotFound)?;
    Ok(Json(told(&web, invited)))
}

/// For whoever has lost their authenticator app, and is known to whoever does this. One's own ends with what the app
/// shows.
async fn forget_second_factor(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
    At(host): At<HostId>,
) -> Result<Json<HostAccount>, ApiError> {
    if asker.host() == Some(host) {
        return Err(ApiError::InTheWay(Why::OwnSecondFactor));
    }
    Ok(Json(web.hosts.forget_second_factor(host).await?.ok_or(ApiError::NotFound)?))
}

/// For an account that somebody else has connected. One's own ends with its password.
async fn forget_provider(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
    At(host): At<HostId>,
) -> Result<Json<HostAccount>, ApiError> {
    if asker.host() == Some(host) {
        return Err(ApiError::InTheWay(Why::OwnProvider));
    }
    Ok(Json(web.hosts.forget_provider(host).await?.ok_or(ApiError::NotFound)?))
}

/// The accounts that are left.
async fn remove(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
    At(host): At<HostId>,
) -> Result<Json<Vec<HostAccount>>, ApiError> {
    check_other(&asker, host)?;
    let deleted = web.hosts.delete(asker.host(), host).await?;
    if deleted == Err(NotChanged::NoOwner) {
        return Err(ApiError::OnlyHostKey);
    }
    // Also where it was deleted before: that may have been cut short.
    web.games.end_rights_of(host).await?;
    web.keys.revoke_of(host).await?;
    web.games.leave_to_team(host).await?;
    web.library.leave_to_team(host).await?;
    web.guests.leave_to_team(host).await?;
    deleted.map_err(refused)?;
    Ok(Json(web.hosts.list().await?))
}
