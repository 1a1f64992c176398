//! The log of actions, under `/api/actions`; and how what asks to change something comes into it.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::Method;
use axum::response::Response;
use axum::routing::get;
use axum::{Json, Router};
use quizrain_shared::api::{ActionPage, ListActions, MAX_SEARCH_CHARS, Why};

use super::Web;
use super::error::ApiError;
use super::library::wish;
use crate::actions::{Actor, Done};
use crate::admission::Client;

/// Most characters of the ids that a request names.
const MAX_OBJECT_CHARS: usize = 100;

pub(super) fn router() -> Router<Web> {
    Router::new().route("/api/actions", get(list))
}

async fn list(
    State(web): State<Web>,
    query: Result<Query<ListActions>, QueryRejection>,
) -> Result<Json<ActionPage>, ApiError> {
    let wish = wish(query)?;
    // No database has a text with a zero in it.
    if wish.search.chars().count() > MAX_SEARCH_CHARS || wish.search.contains('\0') {
        return Err(ApiError::Wrong(Why::Search(MAX_SEARCH_CHARS)));
    }
    let page = web.actions.list(&wish).await?;
    Ok(Json(page.ok_or_else(|| ApiError::BadBody("after is no next of a page".to_owned()))?))
}

/// The id of what a request has made, which its answer carries to here.
#[derive(Clone, Debug)]
pub(super) struct MadeId(pub(super) String);

/// Of an answer: a password or a code was tried in vain, which an address may do only so often.
#[derive(Clone, Copy, Debug)]
pub(super) struct TriedInVain;

/// A request that asks to change something.
pub(super) struct Noted {
    actor: Actor,
    what: String,
    object: String,
}

impl Noted {
    /// That of a route with these parameters, which are ids.
    pub(super) fn new<'p>(
        actor: Actor,
        method: &Method,
        route: &str,
        params: impl Iterator<Item = (&'p str, &'p str)>,
    ) -> Self {
        let ids: Vec<&str> = params.map(|(_, id)| id).collect();
        let ids = ids.join(" ");
        let object = ids.chars().filter(|c| !c.is_control()).take(MAX_OBJECT_CHARS).collect();
        Self { actor, what: format!("{method} {route}"), object }
    }

    /// Notes what came of it. Who was told to come back has done nothing; and whoever has shown nothing fills no
    /// log with what anybody may ask for without end.
    pub(super) fn done(self, web: &Web, client: Client, response: &Response) {
        let Self { actor, what, mut object } = self;
        let status = response.status();
        let counts = status.is_success() || response.extensions().get::<TriedInVain>().is_some();
        if matches!(status.as_u16(), 429 | 503) || (actor == Actor::Nobody && !counts) {
            return;
        }
        if let Some(MadeId(id)) = response.extensions().get::<MadeId>() {
            object = if object.is_empty() { id.clone() } else { format!("{object} {id}") };
        }
        // Whoever has signed in by this very request.
        let actor = response.extensions().get::<Actor>().cloned().unwrap_or(actor);
        let address = client.0;
        web.actions.note(Done { actor, what, object, status: status.as_u16(), address });
    }
}
