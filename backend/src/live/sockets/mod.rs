//! WebSockets: players, hosts and screens, and whoever tries a line. Called by the router; calls the
//! rooms, enters `live::hub`.
//!
//! Everything that arrives here may be hostile: sizes, rates, shapes and origins are checked
//! before anything is looked up.

mod check;
mod guest;
mod host;
mod limit;
mod line;
mod player;
mod screen;
mod snapshot;
mod socket;
mod upgrade;

use std::sync::Arc;

use axum::Router;
use axum::middleware::map_response;
use axum::routing::get;
use quizrain_shared::ids::AccountId;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::actions::Actions;
use crate::admission::{Admission, OwnPages};
use crate::game::Game;
use crate::json_error::errors_in_json;
use crate::live::Live;
use crate::live::hub::{CloseReason, Link, Presence};

/// What every socket needs.
pub struct Sockets {
    /// What lives on this node.
    pub live: Live,
    /// Cancelled when the server lets nobody in any more.
    pub leaving: CancellationToken,
    /// What hosts do is noted here.
    pub actions: Actions,
    /// Who is let in.
    pub admission: Arc<Admission>,
    /// Frames a second that one socket may send for long.
    pub frames_per_second: u32,
    /// Every open socket's task.
    pub tasks: TaskTracker,
    /// Which pages are ours.
    pub own_pages: OwnPages,
}

impl Sockets {
    /// Lets a socket into its game's room. When the server leaves, the rooms are emptied after
    /// the token is cancelled: whoever enters too late to be among them is closed here.
    fn enter(&self, game: &Game, link: &Link, account: Option<AccountId>) -> Presence {
        let player = account.map(|account| (account, self.live.clock.now_ms()));
        let presence = self.live.hub.room(game.id).enter(link.clone(), player);
        self.close_if_leaving(link);
        presence
    }

    /// For a socket that has just entered its room.
    fn close_if_leaving(&self, link: &Link) {
        if self.leaving.is_cancelled() {
            link.close(CloseReason::GoingAway);
        }
    }
}

/// The routes of all sockets.
pub fn router(sockets: Sockets) -> Router {
    Router::new()
        .route("/ws/player", get(upgrade::upgrade::<player::Player>))
        .route("/ws/host", get(upgrade::upgrade::<host::Host>))
        .route("/ws/screen", get(upgrade::upgrade::<screen::Screen>))
        .route("/ws/check", get(check::upgrade))
        .layer(map_response(errors_in_json))
        .with_state(Arc::new(sockets))
}
