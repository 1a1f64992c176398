//! WebSockets: players, hosts and screens. Called by the router; calls `service`, enters `hub`.
//!
//! Everything that arrives here may be hostile: sizes, rates, shapes and origins are checked
//! before anything is looked up.

mod host;
mod limit;
mod player;
mod screen;
mod socket;
mod upgrade;

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::hub::Hub;
use crate::service::Service;

/// What every socket needs.
#[derive(Clone)]
pub struct Sockets {
    /// The use cases.
    pub service: Service,
    /// The rooms.
    pub hub: Arc<Hub>,
    /// Cancelled when the server stops.
    pub stop: CancellationToken,
    /// Every open socket's task.
    pub tasks: TaskTracker,
    /// The host part of the public URL, which a browser may name as its origin.
    pub public_host: Option<String>,
}

/// The routes of all sockets.
pub fn router(sockets: Sockets) -> Router {
    Router::new()
        .route("/ws/player", get(upgrade::player))
        .route("/ws/host", get(upgrade::host))
        .route("/ws/screen", get(upgrade::screen))
        .with_state(sockets)
}
