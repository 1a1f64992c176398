//! HTTP: the embedded front end, a small JSON API, and health.

mod access;
mod actions;
mod api;
mod asker;
mod assets;
mod cookie;
mod cors;
mod crew;
mod csv;
mod desk;
mod devices;
mod docs;
mod erasures;
mod error;
mod etag;
mod exchange;
mod guard;
mod guests;
mod health;
mod host_provider;
mod hosts;
mod identity;
mod install;
mod keys;
mod ledger;
mod library;
mod media;
mod oidc;
mod own_data;
mod path;
mod privacy;
mod receipt;
mod results;
mod session;
mod sign_outs;
mod statement;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::{from_fn_with_state, map_response};
use quizrain_shared::api::{
    Limits, MAX_GUESTS_BYTES, MAX_IMPORT_BYTES, MAX_QUIZ_BYTES, MAX_UPLOAD_BYTES, Privacy,
};
use quizrain_shared::ids::Token;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;

use crate::actions::Actions;
use crate::admission::{Admission, OwnPages};
use crate::api_keys::ApiKeys;
use crate::config::WebOrigin;
use crate::erasure::Erasures;
use crate::flags::Flags;
use crate::game::{Games, Play};
use crate::history::History;
use crate::hosts::Hosts;
use crate::json_error::errors_in_json;
use crate::live::Live;
use crate::nodes::Nodes;
use crate::payout::Outbox;
use crate::people::{Guests, Provider};
use crate::quiz::{Exchange, FolderNews, Gallery, Library};
use crate::rain::{Packets, Rains};
use crate::settlement::Settlement;
use crate::store::redis::Redis;

pub use privacy::privacy;

/// What every request needs.
#[derive(Clone)]
pub struct Web {
    /// The quizzes.
    pub library: Library,
    /// Files that bring and take them.
    pub exchange: Exchange,
    /// What is wrong in the folder that is watched.
    pub folder: FolderNews,
    /// Their pictures and sounds.
    pub gallery: Gallery,
    /// The registry of games.
    pub games: Arc<Games>,
    /// Rains.
    pub rains: Arc<Rains>,
    /// Games as they are played.
    pub play: Arc<Play>,
    /// Live games as hosts drive them.
    pub live: Live,
    /// Of whom a host should know.
    pub flags: Flags,
    /// What players have.
    pub packets: Arc<Packets>,
    /// What happened in games.
    pub history: Arc<History>,
    /// Where the money of a game is.
    pub settlement: Settlement,
    /// What is paid out.
    pub payouts: Outbox,
    /// The other nodes.
    pub nodes: Arc<Nodes>,
    /// Redis, which says whether this server can play.
    pub redis: Redis,
    /// The right to everything that hosts do here.
    pub host_key: Token,
    /// The keys of programs, each a right to a part of that.
    pub keys: ApiKeys,
    /// The accounts of hosts, each a right by its role.
    pub hosts: Hosts,
    /// What they do is noted here.
    pub actions: Actions,
    /// Whether browsers come over TLS: cookies are for that alone then.
    pub https: bool,
    /// Which pages are ours.
    pub own_pages: OwnPages,
    /// Erases people.
    pub erasures: Arc<Erasures>,
    /// Who is invited.
    pub guests: Guests,
    /// Where people sign in who have no link, if anywhere.
    pub oidc: Option<Arc<Provider>>,
    /// Who is let in.
    pub admission: Arc<Admission>,
    /// The address that players use, without a slash at the end.
    pub join_url: Arc<str>,
    /// What it takes from one socket and in one game.
    pub limits: Limits,
    /// How long it keeps what about players.
    pub privacy: Arc<Privacy>,
}

/// What watches servers asks, where it has an address of its own.
pub fn probes(web: Web) -> Router {
    health::router().merge(health::numbers()).with_state(web)
}

/// Every route but the sockets'. Pages of `origins` may ask the API, beside our own; whether anybody
/// may ask for numbers here is `tells_numbers`.
pub fn router(web: Web, origins: &[WebOrigin], tells_numbers: bool) -> Router {
    let numbers = if tells_numbers { health::numbers() } else { Router::new() };
    let api = ledger::router(&web)
        .merge(receipt::router(&web))
        .merge(identity::router(&web))
        .merge(devices::router(&web))
        .merge(oidc::router(&web))
        .merge(own_data::router(&web))
        .merge(results::router(&web))
        .merge(actions::router())
        .merge(api::router())
        .merge(library::router())
        .merge(exchange::router())
        .merge(erasures::router(&web))
        .merge(crew::router())
        .merge(desk::router())
        .merge(docs::router())
        .merge(guests::router())
        .merge(hosts::router())
        .merge(keys::router())
        .merge(media::router())
        .merge(privacy::router())
        .merge(sign_outs::router())
        .merge(session::router())
        .merge(host_provider::router(&web))
        .route_layer(from_fn_with_state(web.clone(), access::guard))
        .layer(map_response(errors_in_json));
    Router::new()
        .merge(cors::before(origins, api))
        .merge(health::router())
        .merge(numbers)
        .merge(install::router())
        .merge(assets::router())
        .with_state(web)
}

/// What a request may bring.
const MAX_BODY_BYTES: usize = 64 * 1024;

/// What a request may bring to a path: whole quizzes, pictures and sounds are larger than all else.
fn max_body_bytes(path: &str) -> usize {
    match path.strip_prefix("/api/quizzes") {
        // One of them, or a new one; not what belongs to one.
        Some(rest) if rest.matches('/').count() <= 1 => MAX_QUIZ_BYTES,
        None if matches!(path, "/api/media" | "/api/sounds") => MAX_UPLOAD_BYTES,
        None if path == "/api/imports" => MAX_IMPORT_BYTES,
        None if path == "/api/guest-lists" => MAX_GUESTS_BYTES,
        _ => MAX_BODY_BYTES,
    }
}

/// What every request passes, whatever its route: names, sizes and times are checked before
/// anything is read, and every answer carries the headers of [`guard`].
#[derive(Clone, Debug)]
pub struct Guard {
    /// Who is let in.
    pub admission: Arc<Admission>,
    /// How long a request may take.
    pub timeout: Duration,
    /// Whether browsers come over TLS, and are to come in no other way.
    pub https: bool,
}

impl Guard {
    /// Puts itself before these routes.
    pub fn before(self, routes: Router) -> Router {
        let timeout = TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, self.timeout);
        routes
            .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
            .layer(RequestBodyLimitLayer::new(MAX_IMPORT_BYTES))
            .layer(timeout)
            .layer(map_response(guard::say_late))
            .layer(from_fn_with_state(self.admission, guard::admit))
            .layer(from_fn_with_state(self.https, guard::set_headers))
    }
}
