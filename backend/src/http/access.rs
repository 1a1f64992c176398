//! Who may use what: one table of all routes of the API, and the guard before them that reads it.
//!
//! A route that has no row is not there for anybody, so that none can be forgotten.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::{Extension, MatchedPath, RawPathParams, Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use quizrain_shared::api::{HostRole, Scope};
use quizrain_shared::ids::{GameId, Token};
use quizrain_shared::wire::{Refusal, Right};
use subtle::ConstantTimeEq;

use super::actions::Noted;
use super::asker::{Asker, right_of, suffices};
use super::error::ApiError;
use super::{Web, cookie};
use crate::actions::Actor;
use crate::admission::{Client, OwnPages};
use crate::api_keys::{ApiKey, Worth};
use crate::error::Error;
use crate::game::By;
use crate::hosts::{SessionToken, Signed};
use crate::people::host_right;

/// Who may use a route. Accounts of owners may all that the host key may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    /// Anybody, or whoever shows what the route itself asks for: an account's token, the code of a link.
    Anybody,
    /// The host key alone, and owners.
    HostKey,
    /// Hosts who are signed in, whatever their account may; for what is their own.
    SignedIn,
    /// The host key, keys of this scope, and accounts of these roles; of a game, with the owner's right to it, see
    /// [`right_of`].
    Key(Scope, Roles),
    /// The host key, keys of this scope, and tokens of the game with this right or more. What accounts may there, says
    /// [`right_of`].
    Desk(Scope, Right),
}

/// Roles beside the owner's.
type Roles = &'static [HostRole];

/// Who makes games, quizzes and guest lists.
const MAKES: Roles = &[HostRole::Host];

/// Who reads quizzes and results.
const READS: Roles = &[HostRole::Host, HostRole::Viewer];

/// Who sees a list of games, each those that they may see.
const LISTS: Roles = &[HostRole::Host, HostRole::CoHost, HostRole::Viewer];

use Access::{Anybody, Desk, HostKey, Key, SignedIn};
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
    ("/api/privacy", &[(GET, Anybody)]),
    ("/api/qr/{pin}", &[(GET, Anybody)]),
    ("/api/docs", &[(GET, Anybody)]),
    ("/api/openapi.json", &[(GET, Anybody)]),
    ("/api/keys", &[(GET, HostKey), (POST, HostKey)]),
    ("/api/keys/{key}", &[(DELETE, HostKey)]),
    // Accounts of hosts.
    ("/api/hosts", &[(GET, HostKey), (POST, HostKey)]),
    ("/api/hosts/{host}", &[(PUT, HostKey), (DELETE, HostKey)]),
    ("/api/hosts/{host}/code", &[(POST, HostKey)]),
    ("/api/hosts/{host}/second-factor", &[(DELETE, HostKey)]),
    ("/api/hosts/{host}/provider", &[(DELETE, HostKey)]),
    ("/api/session", &[(GET, SignedIn), (POST, Anybody), (DELETE, SignedIn)]),
    ("/api/session/recover", &[(POST, Anybody)]),
    ("/api/session/password", &[(PUT, SignedIn)]),
    ("/api/session/codes", &[(POST, SignedIn)]),
    ("/api/session/second-factor", &[(POST, SignedIn), (PUT, SignedIn)]),
    ("/api/session/second-factor/end", &[(POST, SignedIn)]),
    ("/api/session/provider", &[(PUT, SignedIn)]),
    ("/api/session/provider/start", &[(POST, Anybody)]),
    ("/api/session/provider/finish", &[(POST, Anybody)]),
    ("/api/session/provider/end", &[(POST, SignedIn)]),
    ("/api/sessions", &[(GET, SignedIn)]),
    ("/api/sessions/{session}", &[(DELETE, SignedIn)]),
    ("/api/actions", &[(GET, HostKey)]),
    // The library.
    ("/api/quizzes", &[(GET, Key(QuizzesRead, READS)), (POST, Key(QuizzesWrite, MAKES))]),
    (
        "/api/quizzes/{quiz}",
        &[
            (GET, Key(QuizzesRead, READS)),
            (PUT, Key(QuizzesWrite, MAKES)),
            (DELETE, Key(QuizzesWrite, MAKES)),
        ],
    ),
    ("/api/quizzes/{quiz}/shelf", &[(PUT, Key(QuizzesWrite, MAKES))]),
    ("/api/quizzes/{quiz}/shared", &[(PUT, Key(QuizzesWrite, MAKES))]),
    ("/api/quizzes/{quiz}/restore", &[(POST, Key(QuizzesWrite, MAKES))]),
    ("/api/quizzes/{quiz}/versions", &[(GET, Key(QuizzesRead, READS))]),
    ("/api/quizzes/{quiz}/versions/{version}", &[(GET, Key(QuizzesRead, READS))]),
    ("/api/quizzes/{quiz}/export", &[(GET, Key(QuizzesRead, READS))]),
    ("/api/questions", &[(GET, Key(QuizzesRead, READS))]),
    ("/api/tags", &[(GET, Key(QuizzesRead, READS))]),
    ("/api/formats", &[(GET, Key(QuizzesRead, READS))]),
    ("/api/imports", &[(POST, Key(QuizzesWrite, MAKES))]),
    ("/api/media", &[(POST, Key(QuizzesWrite, MAKES))]),
    ("/api/quiz-files", &[(GET, Key(QuizzesRead, READS))]),
    ("/api/sounds", &[(POST, Key(QuizzesWrite, MAKES))]),
    ("/media/{media}", &[(GET, Anybody)]),
    // Games.
    ("/api/games", &[(GET, Key(GamesRun, LISTS)), (POST, Key(GamesRun, MAKES))]),
    ("/api/games/{game}", &[(GET, Desk(GamesRun, Right::Viewer))]),
    ("/api/games/{game}/players", &[(GET, Desk(GamesRun, Right::Viewer))]),
    ("/api/games/{game}/flags", &[(GET, Desk(GamesRun, Right::Host))]),
    ("/api/games/{game}/desk/{act}", &[(POST, Desk(GamesRun, Right::Host))]),
    ("/api/games/{game}/token", &[(POST, Key(GamesRun, MAKES))]),
    ("/api/games/{game}/proposal", &[(GET, Desk(GamesRun, Right::Viewer))]),
    ("/api/games/{game}/questions", &[(GET, Desk(GamesRun, Right::Viewer))]),
    (
        "/api/games/{game}/crew",
        &[(GET, Desk(GamesRun, Right::Owner)), (POST, Desk(GamesRun, Right::Owner))],
    ),
    ("/api/games/{game}/crew/join", &[(POST, Anybody)]),
    ("/api/games/{game}/crew/enter", &[(POST, SignedIn)]),
    ("/api/games/{game}/crew/end", &[(POST, Desk(GamesRun, Right::Owner))]),
    ("/api/games/{game}/redrive", &[(POST, Desk(GamesRun, Right::Host))]),
    ("/api/games/{game}/payouts/{rain}/{account}/hold", &[(POST, Desk(GamesRun, Right::Host))]),
    ("/api/games/{game}/payouts/{rain}/{account}/release", &[(POST, Desk(GamesRun, Right::Host))]),
    ("/api/games/{game}/payouts/{rain}/{account}/refuse", &[(POST, Desk(GamesRun, Right::Host))]),
    ("/api/booth", &[(GET, Anybody), (PUT, Key(GamesRun, MAKES))]),
    // Who is invited.
    ("/api/guest-lists", &[(GET, Key(GamesRun, MAKES)), (POST, Key(GamesRun, MAKES))]),
    ("/api/guest-lists/{list}", &[(GET, Key(GamesRun, MAKES)), (DELETE, Key(GamesRun, MAKES))]),
    ("/api/guest-lists/{list}/cards", &[(GET, Key(GamesRun, MAKES))]),
    ("/api/guest-lists/{list}/invites.csv", &[(GET, Key(GamesRun, MAKES))]),
    ("/api/guest-lists/{list}/free", &[(POST, Key(GamesRun, MAKES))]),
    ("/api/guest-lists/{list}/guests/{number}", &[(DELETE, Key(GamesRun, MAKES))]),
    // One person after the other; everybody at once only for whoever may all, which the route looks at.
    ("/api/sign-outs", &[(POST, Key(GamesRun, MAKES))]),
    // Results.
    ("/api/results", &[(GET, Key(ResultsRead, READS))]),
    ("/api/games/{game}/statement", &[(GET, Desk(ResultsRead, Right::Viewer))]),
    ("/api/games/{game}/results", &[(GET, Desk(ResultsRead, Right::Viewer))]),
    ("/api/games/{game}/results/packets", &[(GET, Desk(ResultsRead, Right::Viewer))]),
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
    ("/api/devices", &[(GET, Anybody), (POST, Anybody), (DELETE, Anybody)]),
    ("/api/devices/use", &[(POST, Anybody)]),
    ("/api/oidc/start", &[(POST, Anybody)]),
    ("/api/oidc/finish", &[(POST, Anybody)]),
    ("/api/games/{game}/receipt", &[(GET, Anybody)]),
    ("/api/me", &[(GET, Anybody), (DELETE, Anybody)]),
    ("/api/erasures", &[(POST, HostKey)]),
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

/// Lets a request to its route if it may go there. [`Asker`] says who asks; behind a route of a game's
/// desk, [`By`] says by which right.
pub(super) async fn guard(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    path: MatchedPath,
    params: RawPathParams,
    mut request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let method = request.method().clone();
    let access = access(&method, path.as_str())?;
    let game = match (access, params.iter().find(|(name, _)| *name == "game")) {
        (Anybody, _) | (_, None) => None,
        (_, Some((_, game))) => Some(game.parse().map_err(|_| ApiError::NotFound)?),
    };
    let changes = !request.method().is_safe();
    let noted = |actor| {
        let route = path.as_str();
        Noted::new(actor, &method, route, params.iter())
    };
    if access == Anybody {
        request.extensions_mut().insert(Asker::Anybody);
        let noted = OF_HOSTS.contains(&path.as_str()).then(|| noted(Actor::Nobody));
        let response = next.run(request).await;
        if let Some(noted) = noted {
            noted.done(&web, client, &response);
        }
        return Ok(response);
    }
    let shown = shown(&web, request.headers(), changes)?;
    let mut known = None;
    let (asker, by) = match check(&web, client, shown, access, game, &mut known).await {
        Ok(let_in) => let_in,
        Err(error) => {
            let response = error.into_response();
            if let Some(asker) = known.filter(|_| changes) {
                noted(asker.actor()).done(&web, client, &response);
            }
            return Ok(response);
        }
    };
    if let (Some(game), By::Operator) = (game, by) {
        web.games.get(game).await?;
    }
    if let Some((_, quiz)) = params.iter().find(|(name, _)| *name == "quiz") {
        asker.check_quiz(&web, quiz).await?;
    }
    if let Some((_, list)) = params.iter().find(|(name, _)| *name == "list") {
        asker.check_list(&web, list).await?;
    }
    let noted = changes.then(|| noted(asker.actor()));
    request.extensions_mut().insert(asker);
    request.extensions_mut().insert(by);
    let response = next.run(request).await;
    if let Some(noted) = noted {
        noted.done(&web, client, &response);
    }
    Ok(response)
}

/// What hosts do before they have shown anything: it is noted like all else that they do.
const OF_HOSTS: [&str; 4] = [
    "/api/session",
    "/api/session/recover",
    "/api/session/provider/finish",
    "/api/games/{game}/crew/join",
];

/// What a request shows for its right.
enum Shown {
    /// The host key, a game's token, or another of that form.
    Token(Token),
    /// A key of a program.
    Key(ApiKey),
    /// The cookie of a host who has signed in.
    Session(SessionToken),
}

/// Insists on a right to a route, which is one of a game or none's. Whoever is somebody is `known`, also where their
/// right is not enough.
async fn check(
    web: &Web,
    client: Client,
    shown: Shown,
    access: Access,
    game: Option<GameId>,
    known: &mut Option<Asker>,
) -> Result<(Asker, By), ApiError> {
    match (shown, access, game) {
        (Shown::Session(token), ..) => {
            let signed = Arc::new(signed(web, client, &token).await?);
            *known = Some(Asker::Host(Arc::clone(&signed)));
            check_account(web, &signed, access, game).await?;
            Ok((Asker::Host(signed), By::Operator))
        }
        (_, SignedIn, _) => Err(ApiError::OnlySignedIn),
        (Shown::Token(token), ..) if is_host_key(web, &token) => {
            Ok((Asker::Operator, By::Operator))
        }
        (Shown::Token(token), Desk(_, least), Some(game)) => {
            let right = right_at(web, client, game, &token).await?;
            let asker = Asker::Desk(game, host_right(&token));
            *known = Some(asker.clone());
            suffices(right, least)?;
            Ok((asker, By::Owner(token)))
        }
        (Shown::Token(_), ..) => Err(ApiError::WrongToken),
        (Shown::Key(key), ..) => {
            let scope = match access {
                Key(scope, _) | Desk(scope, _) => Some(scope),
                Anybody | HostKey | SignedIn => None,
            };
            let scopes = scopes_of(web, client, &key).await?;
            let asker = Asker::Program(key.id());
            *known = Some(asker.clone());
            match scope {
                None => return Err(ApiError::OnlyHostKey),
                Some(scope) if !scopes.contains(&scope) => {
                    return Err(ApiError::MissingScope(scope));
                }
                Some(_) => {}
            }
            if let Some(game) = game {
                asker.check_game(web, game, Right::Owner).await?;
            }
            Ok((asker, By::Operator))
        }
    }
}

/// Whoever shows this session. Anybody can make one up, so an address may have them looked for only so
/// often.
async fn signed(web: &Web, client: Client, token: &SessionToken) -> Result<Signed, ApiError> {
    if !web.admission.may_host(client) {
        return Err(ApiError::TooMany);
    }
    web.hosts.signed(token).await?.ok_or(ApiError::SessionEnded)
}

/// The host who asks for what anybody may ask for, if one is signed in.
pub(super) async fn signed_in(
    web: &Web,
    client: Client,
    headers: &HeaderMap,
) -> Result<Option<Signed>, ApiError> {
    let Some(token) = cookie::session(headers, web.https) else { return Ok(None) };
    check_page(web, headers, true)?;
    match signed(web, client, &token).await {
        Ok(signed) => Ok(Some(signed)),
        Err(ApiError::SessionEnded) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Insists that an account may use a route.
async fn check_account(
    web: &Web,
    signed: &Signed,
    access: Access,
    game: Option<GameId>,
) -> Result<(), ApiError> {
    let role = signed.account.role;
    let least = match access {
        _ if role == HostRole::Owner => return Ok(()),
        HostKey => return Err(ApiError::OnlyHostKey),
        Key(_, roles) if !roles.contains(&role) => return Err(ApiError::NotYourRole),
        Key(..) => Right::Owner,
        Desk(_, least) => least,
        Anybody | SignedIn => Right::Viewer,
    };
    match game {
        Some(game) => suffices(right_of(web, game, signed).await?, least),
        None => Ok(()),
    }
}

/// Takes back what was just given to the account of whoever asks, if it was disabled, deleted or given another role
/// meanwhile. Who does that ends what the account has until then, so one of the two sees it.
pub(super) async fn check_still(web: &Web, asker: &Asker) -> Result<(), ApiError> {
    let Ok(signed) = asker.signed() else { return Ok(()) };
    let account = &signed.account;
    let now = web.hosts.find(account.host).await?;
    if now.is_some_and(|now| now.disabled_ms.is_none() && now.role == account.role) {
        return Ok(());
    }
    web.games.end_rights_of(account.host).await?;
    web.keys.revoke_of(account.host).await?;
    Err(ApiError::NotYourRole)
}

/// Insists that a request which a browser may have made for a page was made for one of ours, where it shows
/// a cookie.
pub(super) fn check_page(web: &Web, headers: &HeaderMap, changes: bool) -> Result<(), ApiError> {
    static WARNED: AtomicBool = AtomicBool::new(false);
    match web.own_pages.is_page(headers, changes) {
        true => Ok(()),
        // A program, which has nothing to do with what this server is called.
        false if !OwnPages::is_of_a_page(headers) => Err(ApiError::NoOrigin),
        false => {
            let origin = headers.get(header::ORIGIN);
            // Anybody can ask so without end.
            if WARNED.swap(true, Ordering::Relaxed) {
                tracing::debug!(?origin, "refused a request with a cookie from a foreign page");
            } else {
                tracing::warn!(
                    ?origin,
                    "refused a request with a cookie from a foreign page; if it is this server's own, tell it with \
                    --public-url"
                );
            }
            Err(ApiError::ForeignPage)
        }
    }
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

/// What is said outright counts, and not what a browser adds by itself.
fn shown(web: &Web, headers: &HeaderMap, changes: bool) -> Result<Shown, ApiError> {
    if !headers.contains_key(header::AUTHORIZATION)
        && let Some(token) = cookie::session(headers, web.https)
    {
        check_page(web, headers, changes)?;
        return Ok(Shown::Session(token));
    }
    let text = bearer_text(headers)?;
    let key = || text.parse().map(Shown::Key).map_err(|_| ApiError::NoToken);
    text.parse().map(Shown::Token).or_else(|_| key())
}

fn is_host_key(web: &Web, token: &Token) -> bool {
    token.0.ct_eq(&web.host_key.0).into()
}

/// What a key is for. Anybody can make one up, so an address may have them looked for only so often.
async fn scopes_of(web: &Web, client: Client, key: &ApiKey) -> Result<Vec<Scope>, ApiError> {
    if !web.admission.may_host(client) {
        return Err(ApiError::TooMany);
    }
    match web.keys.worth(key).await? {
        Worth::Scopes(scopes) => Ok(scopes),
        Worth::Expired => Err(ApiError::ExpiredKey),
        Worth::Unknown => Err(ApiError::UnknownKey),
    }
}

/// What a token may at a game's desk. Anybody can make up a token and a game, so an address may have them looked for
/// only so often.
async fn right_at(
    web: &Web,
    client: Client,
    game: GameId,
    token: &Token,
) -> Result<Right, ApiError> {
    if !web.admission.may_host(client) {
        return Err(ApiError::TooMany);
    }
    match web.games.authorize(game, token).await {
        Ok((_, right)) => Ok(right),
        Err(Error::Refused(Refusal::UnknownPin | Refusal::NotAllowed)) => Err(ApiError::WrongToken),
        Err(error) => Err(error.into()),
    }
}
