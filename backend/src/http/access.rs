//! Who may use what: one table of all routes of the API, and the guard before them that reads it.
//!
//! A route that has no row is not there for anybody, so that none can be forgotten.

use axum::extract::{Extension, MatchedPath, RawPathParams, Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use quizrain_shared::api::Scope;
use quizrain_shared::ids::{GameId, Token};
use quizrain_shared::wire::{Refusal, Right};
use subtle::ConstantTimeEq;

use super::Web;
use super::error::ApiError;
use crate::admission::Client;
use crate::api_keys::{ApiKey, Worth};
use crate::error::Error;
use crate::game::By;

/// Who may use a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    /// Anybody, or whoever shows what the route itself asks for: an account's token, the code of a link.
    Anybody,
    /// The host key alone.
    HostKey,
    /// The host key, and keys of this scope.
    Key(Scope),
    /// The same, and tokens of the game with this right or more.
    Desk(Scope, Right),
}

use Access::{Anybody, Desk, HostKey, Key};
use Scope::{GamesRun, QuizzesRead, QuizzesWrite, ResultsRead};

const GET: Method = Method::GET;
const POST: Method = Method::POST;
const PUT: Method = Method::PUT;
const DELETE: Method = Method::DELETE;

/// What may be done with a path. `GET` is `HEAD` too.
type Row = (&'static str, &'static [(Method, Access)]);

/// Every route, by its path as the router has it.
static ROUTES: &[Row] = &[
    ("/api/info", &[(GET, Anybody)]),
    ("/api/qr/{pin}", &[(GET, Anybody)]),
    ("/api/docs", &[(GET, Anybody)]),
    ("/api/openapi.json", &[(GET, Anybody)]),
    ("/api/keys", &[(GET, HostKey), (POST, HostKey)]),
    ("/api/keys/{key}", &[(DELETE, HostKey)]),
    // The library.
    ("/api/quizzes", &[(GET, Key(QuizzesRead)), (POST, Key(QuizzesWrite))]),
    (
        "/api/quizzes/{quiz}",
        &[(GET, Key(QuizzesRead)), (PUT, Key(QuizzesWrite)), (DELETE, Key(QuizzesWrite))],
    ),
    ("/api/quizzes/{quiz}/shelf", &[(PUT, Key(QuizzesWrite))]),
    ("/api/quizzes/{quiz}/restore", &[(POST, Key(QuizzesWrite))]),
    ("/api/quizzes/{quiz}/versions", &[(GET, Key(QuizzesRead))]),
    ("/api/quizzes/{quiz}/versions/{version}", &[(GET, Key(QuizzesRead))]),
    ("/api/quizzes/{quiz}/export", &[(GET, Key(QuizzesRead))]),
    ("/api/questions", &[(GET, Key(QuizzesRead))]),
    ("/api/tags", &[(GET, Key(QuizzesRead))]),
    ("/api/formats", &[(GET, Key(QuizzesRead))]),
    ("/api/imports", &[(POST, Key(QuizzesWrite))]),
    ("/api/media", &[(POST, Key(QuizzesWrite))]),
    ("/api/quiz-files", &[(GET, Key(QuizzesRead))]),
    ("/api/sounds", &[(POST, Key(QuizzesWrite))]),
    ("/media/{media}", &[(GET, Anybody)]),
    // Games.
    ("/api/games", &[(GET, Key(GamesRun)), (POST, Key(GamesRun))]),
    ("/api/games/{game}", &[(GET, Desk(GamesRun, Right::Viewer))]),
    ("/api/games/{game}/players", &[(GET, Desk(GamesRun, Right::Viewer))]),
    ("/api/games/{game}/desk/{act}", &[(POST, Desk(GamesRun, Right::Host))]),
    ("/api/games/{game}/token", &[(POST, Key(GamesRun))]),
    ("/api/games/{game}/proposal", &[(GET, Desk(GamesRun, Right::Viewer))]),
    ("/api/games/{game}/questions", &[(GET, Desk(GamesRun, Right::Viewer))]),
    (
        "/api/games/{game}/crew",
        &[(GET, Desk(GamesRun, Right::Owner)), (POST, Desk(GamesRun, Right::Owner))],
    ),
    ("/api/games/{game}/crew/join", &[(POST, Anybody)]),
    ("/api/games/{game}/crew/end", &[(POST, Desk(GamesRun, Right::Owner))]),
    ("/api/games/{game}/redrive", &[(POST, Desk(GamesRun, Right::Host))]),
    ("/api/booth", &[(GET, Anybody), (PUT, Key(GamesRun))]),
    // Who is invited.
    ("/api/guest-lists", &[(GET, Key(GamesRun)), (POST, Key(GamesRun))]),
    ("/api/guest-lists/{list}", &[(GET, Key(GamesRun)), (DELETE, Key(GamesRun))]),
    ("/api/guest-lists/{list}/cards", &[(GET, Key(GamesRun))]),
    ("/api/guest-lists/{list}/invites.csv", &[(GET, Key(GamesRun))]),
    ("/api/guest-lists/{list}/free", &[(POST, Key(GamesRun))]),
    ("/api/sign-outs", &[(POST, Key(GamesRun))]),
    // Results.
    ("/api/results", &[(GET, Key(ResultsRead))]),
    ("/api/games/{game}/statement", &[(GET, Desk(ResultsRead, Right::Viewer))]),
    ("/api/games/{game}/results", &[(GET, Desk(ResultsRead, Right::Viewer))]),
    ("/api/games/{game}/results/players", &[(GET, Desk(ResultsRead, Right::Viewer))]),
    ("/api/games/{game}/results/players/{place}", &[(GET, Desk(ResultsRead, Right::Viewer))]),
    ("/api/games/{game}/results.xlsx", &[(GET, Desk(ResultsRead, Right::Viewer))]),
    ("/api/games/{game}/results.csv", &[(GET, Desk(ResultsRead, Right::Viewer))]),
    ("/api/games/{game}/results.json", &[(GET, Desk(ResultsRead, Right::Viewer))]),
    // What is shown to everybody is more than to be read.
    (
        "/api/games/{game}/results/link",
        &[(PUT, Desk(GamesRun, Right::Host)), (DELETE, Desk(GamesRun, Right::Host))],
    ),
    ("/api/games/{game}/results/public", &[(GET, Anybody)]),
    // An account's own, and what a rain is checked by.
    ("/api/identity", &[(POST, Anybody), (DELETE, Anybody)]),
    ("/api/oidc/start", &[(POST, Anybody)]),
    ("/api/oidc/finish", &[(POST, Anybody)]),
    ("/api/games/{game}/receipt", &[(GET, Anybody)]),
    ("/api/balance", &[(GET, Anybody)]),
    ("/api/balance.csv", &[(GET, Anybody)]),
    ("/api/rains/{rain}/sealed", &[(GET, Anybody)]),
    ("/api/rains/{rain}/entropy", &[(GET, Anybody)]),
    ("/api/rains/{rain}/claims", &[(GET, Anybody)]),
];

/// Who may do this with a path.
fn access(method: &Method, path: &str) -> Result<Access, ApiError> {
    let row = ROUTES.iter().find(|(known, _)| *known == path);
    let (_, methods) = row.ok_or(ApiError::NotFound)?;
    let is = |known: &Method| known == method || (*known == GET && *method == Method::HEAD);
    let found = methods.iter().find(|(known, _)| is(known));
    found.map(|(_, access)| *access).ok_or_else(|| {
        let name = |known: &'static Method| if *known == GET { "GET,HEAD" } else { known.as_str() };
        let names: Vec<&str> = methods.iter().map(|(known, _)| name(known)).collect();
        ApiError::WrongMethod(names.join(","))
    })
}

/// Lets a request to its route if it may go there. Behind a route of a game's desk, [`By`] says who asks.
pub(super) async fn guard(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    path: MatchedPath,
    params: RawPathParams,
    mut request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let access = access(request.method(), path.as_str())?;
    let headers = request.headers();
    match access {
        Anybody => {}
        HostKey => check_key(&web, client, headers, None).await?,
        Key(scope) => check_key(&web, client, headers, Some(scope)).await?,
        Desk(scope, least) => {
            let game = params.iter().find(|(name, _)| *name == "game");
            let game = game.and_then(|(_, game)| game.parse().ok()).ok_or(ApiError::NotFound)?;
            let by = match shown(headers)? {
                Shown::Token(token) if is_host_key(&web, &token) => By::Operator,
                Shown::Token(token) => {
                    check_right(&web, client, game, &token, least).await?;
                    By::Owner(token)
                }
                Shown::Key(key) => {
                    check_scope(&web, client, &key, Some(scope)).await?;
                    By::Operator
                }
            };
            if matches!(by, By::Operator) {
                web.games.get(game).await?;
            }
            request.extensions_mut().insert(by);
        }
    }
    Ok(next.run(request).await)
}

/// What a request shows for its right.
enum Shown {
    /// The host key, a game's token, or another of that form.
    Token(Token),
    /// A key of a program.
    Key(ApiKey),
}

/// The text of an `Authorization: Bearer` header.
fn bearer_text(headers: &HeaderMap) -> Result<&str, ApiError> {
    let value = headers.get(header::AUTHORIZATION).ok_or(ApiError::NoToken)?;
    let parts = value.to_str().ok().and_then(|value| value.split_once(' '));
    // RFC 9110, 11.1: the case of a scheme does not count.
    let text = parts.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("Bearer"));
    text.map(|(_, text)| text.trim()).ok_or(ApiError::NoToken)
}

/// The token of an `Authorization: Bearer` header.
pub(super) fn bearer(headers: &HeaderMap) -> Result<Token, ApiError> {
    bearer_text(headers)?.parse().map_err(|_| ApiError::NoToken)
}

fn shown(headers: &HeaderMap) -> Result<Shown, ApiError> {
    let text = bearer_text(headers)?;
    let key = || text.parse().map(Shown::Key).map_err(|_| ApiError::NoToken);
    text.parse().map(Shown::Token).or_else(|_| key())
}

fn is_host_key(web: &Web, token: &Token) -> bool {
    token.0.ct_eq(&web.host_key.0).into()
}

/// Insists on the host key, or on a key of this scope, if there is one that does.
async fn check_key(
    web: &Web,
    client: Client,
    headers: &HeaderMap,
    scope: Option<Scope>,
) -> Result<(), ApiError> {
    match shown(headers)? {
        Shown::Token(token) if is_host_key(web, &token) => Ok(()),
        Shown::Token(_) => Err(ApiError::WrongToken),
        Shown::Key(key) => check_scope(web, client, &key, scope).await,
    }
}

/// Insists on a key of this scope. Anybody can make one up, so an address may have them looked for only
/// so often.
async fn check_scope(
    web: &Web,
    client: Client,
    key: &ApiKey,
    scope: Option<Scope>,
) -> Result<(), ApiError> {
    if !web.admission.may_host(client) {
        return Err(ApiError::TooMany);
    }
    let scopes = match web.keys.worth(key).await? {
        Worth::Scopes(scopes) => scopes,
        Worth::Expired => return Err(ApiError::ExpiredKey),
        Worth::Unknown => return Err(ApiError::UnknownKey),
    };
    match scope {
        None => Err(ApiError::OnlyHostKey),
        Some(scope) if scopes.contains(&scope) => Ok(()),
        Some(scope) => Err(ApiError::MissingScope(scope)),
    }
}

/// Insists on a right to a game's desk. Anybody can make up a token and a game, so an address may have
/// them looked for only so often.
async fn check_right(
    web: &Web,
    client: Client,
    game: GameId,
    token: &Token,
    least: Right,
) -> Result<(), ApiError> {
    if !web.admission.may_host(client) {
        return Err(ApiError::TooMany);
    }
    let right = match web.games.authorize(game, token).await {
        Ok((_, right)) => right,
        Err(Error::Refused(Refusal::UnknownPin | Refusal::NotAllowed)) => {
            return Err(ApiError::WrongToken);
        }
        Err(error) => return Err(error.into()),
    };
    match (least, right) {
        (Right::Viewer, _)
        | (Right::Host, Right::Owner | Right::Host)
        | (Right::Owner, Right::Owner) => Ok(()),
        (_, Right::Viewer) => Err(ApiError::OnlyWatching),
        (Right::Owner, Right::Host) => Err(ApiError::OnlyOwner),
    }
}
