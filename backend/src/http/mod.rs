//! HTTP: the embedded front end, a small JSON API, and health.

mod api;
mod assets;
mod error;
mod guard;
mod health;
mod ledger;

use std::sync::Arc;

use axum::Router;
use axum::middleware::map_response;
use quizrain_shared::ids::Token;

use crate::service::Service;

/// What every request needs.
#[derive(Clone)]
pub struct Web {
    /// The use cases.
    pub service: Service,
    /// The right to make games and to read the library.
    pub host_key: Token,
    /// The address that players use, without a slash at the end.
    pub join_url: Arc<str>,
}

/// Every route but the sockets'.
pub fn router(web: Web) -> Router {
    Router::new()
        .merge(ledger::router())
        .merge(api::router())
        .merge(health::router())
        .merge(assets::router())
        .with_state(web)
        .layer(map_response(guard::set_headers))
}
