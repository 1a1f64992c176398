//! Signing in: a browser shows its own token and one that the host's system has signed, or the code of an
//! invite, and the account of the first is from then on that of the person behind the second.

use axum::extract::rejection::JsonRejection;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use quizrain_shared::api::{Balance, Freed, NotSignedIn, SignIn, SignInRefusal, SignedIn, Sum};
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::{AccountId, GuestListId, Pin};
use quizrain_shared::language::{Language, inherit_words};
use quizrain_shared::money::Minor;

use super::Web;
use super::access::bearer;
use super::error::ApiError;
use super::guard::meter;
use crate::admission::Client;
use crate::events::SignedOut;
use crate::failing::linger_at;
use crate::game::proposed_nickname;
use crate::ledger::Inherited;
use crate::metrics::METRICS;
use crate::people::{Bound, Device, InviteCode, Shown};

pub(super) fn router(web: &Web) -> Router<Web> {
    Router::new()
        .route("/api/identity", post(sign_in).delete(sign_out))
        .route_layer(from_fn_with_state(web.clone(), meter))
}

/// The account of the token in the header.
pub(super) async fn own_account(web: &Web, headers: &HeaderMap) -> Result<AccountId, ApiError> {
    let device = Device::of(&bearer(headers)?);
    Ok(web.live.people.owner(device, Identity::Open).await?.account)
}

/// A browser that is somebody's, and what has moved from its own account to theirs.
pub(super) struct In {
    pub(super) bound: Bound,
    pub(super) moved: Vec<Sum>,
}

/// Why a browser is nobody's.
pub(super) struct NotIn {
    reason: SignInRefusal,
    /// What it has as nobody's.
    has: Vec<Sum>,
    /// Who would get that, where it is known.
    who: Option<String>,
}

impl NotIn {
    /// It has a seat or a balance as nobody's.
    pub(super) fn played(has: Vec<Sum>, who: Option<String>) -> Self {
        Self { reason: SignInRefusal::HasPlayed, has, who }
    }
}

impl From<SignInRefusal> for NotIn {
    fn from(reason: SignInRefusal) -> Self {
        Self { reason, has: Vec::new(), who: None }
    }
}

async fn sign_in(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    body: Result<Json<SignIn>, JsonRejection>,
) -> Result<Response, ApiError> {
    let device = Device::of(&bearer(&headers)?);
    let Json(SignIn { jwt, invite, inherit, language }) = body?;
    let attempt = match (jwt, invite) {
        (Some(jwt), None) => by_token(&web, client, device, &jwt, inherit).await?,
        (None, Some(code)) => by_invite(&web, client, device, &code, inherit).await?,
        _ => return Err(ApiError::BadBody("this takes jwt or invite, and one of them".to_owned())),
    };
    let why = match attempt {
        Ok(In { bound: Bound { name, who, guests, .. }, moved }) => {
            let pin = match guests {
                Some(list) => pin_for(&web, list).await?,
                None => None,
            };
            let name = name.as_deref().and_then(proposed_nickname);
            return Ok(Json(SignedIn { name, who, pin, moved }).into_response());
        }
        Err(why) => why,
    };
    Ok(refused(why, &language))
}

/// The pin of the game into which a guest of a list comes. Where several are on, the one of whoever the list is of:
/// others who try the list out lead nobody astray.
async fn pin_for(web: &Web, list: GuestListId) -> Result<Option<Pin>, ApiError> {
    let pins = match &web.games.for_guests(list)[..] {
        [one] => return Ok(Some(one.pin)),
        [] => return Ok(None),
        several => web.games.pins_of(several, web.guests.host_of(list).await?).await?,
    };
    Ok(match pins[..] {
        [pin] => Some(pin),
        _ => None,
    })
}

/// What somebody is told who is not signed in.
pub(super) fn refused(why: impl Into<NotIn>, language: &str) -> Response {
    let NotIn { reason, has, who } = why.into();
    // Whose token it was is nobody's business, and anybody can be refused without end.
    METRICS.sign_in_refused(reason);
    tracing::debug!(reason = reason.word(), "refused a sign-in");
    let words = |language| match has.is_empty() {
        true => reason.words(language).to_owned(),
        false => inherit_words(language, &has, who.as_deref()),
    };
    let (error, words) =
        (words(Language::English), words(Language::of_tag(language).unwrap_or(Language::English)));
    let status = match reason {
        SignInRefusal::Off
        | SignInRefusal::NoProvider
        | SignInRefusal::HasPlayed
        | SignInRefusal::SomebodyElse
        | SignInRefusal::SharedAccount
        | SignInRefusal::TooManyBrowsers
        | SignInRefusal::OtherHost
        | SignInRefusal::UsedInvite => StatusCode::CONFLICT,
        SignInRefusal::ProviderDown => StatusCode::BAD_GATEWAY,
        _ => StatusCode::FORBIDDEN,
    };
    (status, Json(NotSignedIn { error, reason, words, has })).into_response()
}

type Attempt = Result<In, NotIn>;

async fn by_token(
    web: &Web,
    client: Client,
    device: Device,
    jwt: &str,
    inherit: bool,
) -> Result<Attempt, ApiError> {
    if !web.admission.may_sign_in(client) {
        return Err(ApiError::TooMany);
    }
    match web.live.people.prove(jwt).await {
        Ok(proof) => bind(web, device, Shown::Proof(proof), inherit).await,
        Err(reason) => Ok(Err(reason.into())),
    }
}

async fn by_invite(
    web: &Web,
    client: Client,
    device: Device,
    code: &str,
    inherit: bool,
) -> Result<Attempt, ApiError> {
    if !web.admission.may_sign_in(client) || !web.admission.may_try_invite(client) {
        return Err(ApiError::TooMany);
    }
    let Ok(code) = code.parse::<InviteCode>() else {
        return Ok(Err(SignInRefusal::UnknownInvite.into()));
    };
    let attempt = bind(web, device, Shown::Code(code), inherit).await?;
    if !matches!(&attempt, Err(NotIn { reason: SignInRefusal::UnknownInvite, .. })) {
        web.admission.was_right_invite(client);
    }
    Ok(attempt)
}

/// Makes a browser somebody's that has nothing as nobody's, or whose player has asked that the person gets
/// it. While that is written it may take a seat: so it is looked at again afterwards, and whoever takes a seat
/// looks again whose they are.
pub(super) async fn bind(
    web: &Web,
    device: Device,
    shown: Shown,
    inherit: bool,
) -> Result<Attempt, ApiError> {
    let who = match &shown {
        Shown::Proof(proof) => Some(proof.who()),
        Shown::Code(_) => None,
    };
    if uses_another(web, device).await? {
        return Ok(Err(SignInRefusal::SharedAccount.into()));
    }
    let played = has_played(web, device.account()).await?;
    let inherits = inherit && played.is_some();
    if let Some(has) = played.filter(|_| !inherits) {
        return Ok(Err(NotIn::played(has, who)));
    }
    linger_at!("identity.before_bind");
    let bound = match web.live.people.sign_in(device, shown).await? {
        Ok(bound) => bound,
        Err(reason) => return Ok(Err(reason.into())),
    };
    if !bound.left.is_empty() {
        let own = SignedOut { account: device.account(), devices: bound.left.clone() };
        web.live.note_signed_out(&[own]).await?;
    }
    if let Some(account) = bound.before {
        let before = SignedOut { account, devices: vec![device.0] };
        web.live.note_signed_out(&[before]).await?;
    }
    let moved = match inherits {
        true => hand_over(web, device, bound.account).await.map(Ok),
        false => match has_played(web, device.account()).await {
            Ok(None) => return Ok(Ok(In { bound, moved: Vec::new() })),
            Ok(Some(has)) => Ok(Err(NotIn::played(has, who))),
            Err(error) => Err(error),
        },
    };
    if !matches!(moved, Ok(Ok(_))) {
        // Nothing is left half done: the browser sees what it has, and asks again.
        let out = web.live.people.sign_out(device).await?;
        web.live.note_signed_out(out.as_slice()).await?;
    }
    Ok(moved?.map(|moved| In { bound, moved }))
}

/// Gives what a browser has as nobody's to the person whose it is now. Its seats are nobody's.
async fn hand_over(web: &Web, device: Device, person: AccountId) -> Result<Vec<Sum>, ApiError> {
    let browser = device.account();
    let moved = match web.packets.inherit(browser, person).await? {
        Inherited::Moved(moved) => moved,
        // They came first, and are signed out again.
        Inherited::Taken => Vec::new(),
    };
    let gone = SignedOut { account: browser, devices: vec![device.0] };
    web.live.note_signed_out(&[gone, SignedOut { account: person, devices: Vec::new() }]).await?;
    Ok(moved)
}

/// Whether a browser uses the account of another one.
pub(super) async fn uses_another(web: &Web, device: Device) -> Result<bool, ApiError> {
    let owner = web.live.people.owner(device, Identity::Open).await?;
    Ok(owner.identity == Identity::Open && owner.is_bound(device))
}

/// The browser is nobody's from now on, at every server, and has nothing but what it had before it was somebody's.
async fn sign_out(State(web): State<Web>, headers: HeaderMap) -> Result<Json<Freed>, ApiError> {
    let out = web.live.people.sign_out(Device::of(&bearer(&headers)?)).await?;
    web.live.note_signed_out(out.as_slice()).await?;
    Ok(Json(Freed { was_used: out.is_some() }))
}

/// What a browser has as nobody's that would be lost to it, if anything: a seat, or what it has caught. Seats
/// first: who has one may catch something. What has an heir is nobody's to lose.
pub(super) async fn has_played(
    web: &Web,
    browser: AccountId,
) -> Result<Option<Vec<Sum>>, ApiError> {
    let has_seat = web.play.has_seat(browser).await?;
    if !has_seat && !web.packets.has_records(browser).await? {
        return Ok(None);
    }
    let Balance { balances, packets, complete } = web.packets.holdings_now(browser).await?;
    if !complete {
        // Nobody is asked to give away they know not what.
        return Err(ApiError::Incomplete);
    }
    if !has_seat && packets.is_empty() || web.packets.has_heir(browser).await? {
        return Ok(None);
    }
    let open = packets.iter().filter(|it| it.credited_at_ms.is_none());
    let mut has = balances;
    for packet in open {
        let sum = Sum { currency: packet.currency, amount: packet.amount };
        match has.iter_mut().find(|it| it.currency == sum.currency) {
            Some(it) => it.amount = it.amount.checked_add(sum.amount).unwrap_or(it.amount),
            None => has.push(sum),
        }
    }
    has.retain(|sum| sum.amount > Minor::ZERO);
    Ok(Some(has))
}
