//! Guest lists, under `/api/guest-lists`: made, looked through, printed, their invites freed, and guests taken off them.
//!
//! Codes are told to whoever has the right to make games and sees the list, on cards and in the file, and nowhere else.
//! Of a list that somebody does not see, the guard of [`access`](super::access) says that it is not there.

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Extension, Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete as deletes, get, post};
use axum::{Json, Router};
use quizrain_shared::api::{
    Card, DeleteGuestList, Deleted, FindGuests, FreeInvite, Freed, GuestList, GuestListSummary,
    MAX_CARDS, MAX_GUEST_PAGE, MAX_GUESTS, MAX_GUESTS_BYTES, MAX_SEARCH_CHARS, NewGuestList, Why,
};
use quizrain_shared::ids::GuestListId;
use quizrain_shared::pages::Page;

use super::Web;
use super::api::draw_qr;
use super::asker::Asker;
use super::csv::{BYTE_ORDER_MARK, harmless, moment};
use super::error::ApiError;
use super::path::At;
use crate::admission::Client;
use crate::people::{Deletion, Invite, Removal};

pub(super) fn router() -> Router<Web> {
    let lists = get(lists).post(make).layer(DefaultBodyLimit::max(MAX_GUESTS_BYTES));
    Router::new()
        .route("/api/guest-lists", lists)
        .route("/api/guest-lists/{list}", get(guests).delete(delete))
        .route("/api/guest-lists/{list}/cards", get(cards))
        .route("/api/guest-lists/{list}/invites.csv", get(csv))
        .route("/api/guest-lists/{list}/free", post(free))
        .route("/api/guest-lists/{list}/guests/{number}", deletes(remove))
}

async fn lists(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
) -> Result<Json<Vec<GuestListSummary>>, ApiError> {
    Ok(Json(web.guests.lists(asker.sees_lists()).await?))
}

async fn make(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
    body: Result<Json<NewGuestList>, JsonRejection>,
) -> Result<(StatusCode, Json<GuestListSummary>), ApiError> {
    let Json(wish) = body.map_err(|error| ApiError::of_body(&error, MAX_GUESTS_BYTES))?;
    let made = web.guests.make(&wish, asker.host()).await?;
    let made = made.map_err(ApiError::NoGuestList)?;
    Ok((StatusCode::CREATED, Json(made.ok_or(ApiError::InTheWay(Why::TooManyGuestLists))?)))
}

/// What was found in a list.
async fn found(
    web: &Web,
    list: GuestListId,
    query: Result<Query<FindGuests>, QueryRejection>,
    most: usize,
) -> Result<(GuestList, Vec<Invite>), ApiError> {
    let Query(sought) = query.map_err(|why| ApiError::BadBody(why.body_text()))?;
    // No database has a text with a zero in it.
    if sought.search.chars().count() > MAX_SEARCH_CHARS || sought.search.contains('\0') {
        return Err(ApiError::Wrong(Why::Search(MAX_SEARCH_CHARS)));
    }
    web.guests.find(list, &sought, most).await?.ok_or(ApiError::NotFound)
}

async fn guests(
    State(web): State<Web>,
    At(list): At<GuestListId>,
    query: Result<Query<FindGuests>, QueryRejection>,
) -> Result<Json<GuestList>, ApiError> {
    Ok(Json(found(&web, list, query, MAX_GUEST_PAGE).await?.0))
}

/// Where a card leads: what comes behind the `#` is sent to no server. Which game is on, says the server
/// when the guest comes.
fn link(web: &Web, invite: &Invite) -> String {
    format!("{}{}#invite={}", web.join_url, Page::Balance.path(), invite.code.reveal())
}

async fn cards(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    At(list): At<GuestListId>,
    query: Result<Query<FindGuests>, QueryRejection>,
) -> Result<Json<Vec<Card>>, ApiError> {
    // A page of them takes a tenth of a second.
    if !web.admission.may_draw(client) {
        return Err(ApiError::TooMany);
    }
    let (_, invites) = found(&web, list, query, MAX_CARDS).await?;
    let card = |invite: Invite| {
        let link = link(&web, &invite);
        let Invite { number, label, name, code, .. } = invite;
        Ok(Card { number, label, name, code: code.reveal(), qr: draw_qr(&link)?, link })
    };
    Ok(Json(invites.into_iter().map(card).collect::<Result<_, ApiError>>()?))
}

async fn csv(State(web): State<Web>, At(list): At<GuestListId>) -> Result<Response, ApiError> {
    let (_, invites) = found(&web, list, Ok(Query(FindGuests::default())), MAX_GUESTS).await?;
    // RFC 4180: lines end with CRLF.
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(BYTE_ORDER_MARK.as_bytes().to_vec());
    let mut write = |record: [String; 6]| writer.write_record(record);
    let head = ["number", "label", "name", "code", "link", "used"].map(str::to_owned);
    let body = std::iter::once(head).chain(invites.into_iter().map(|invite| {
        let link = link(&web, &invite);
        let Invite { number, label, name, code, used_ms } = invite;
        let used = used_ms.map(moment).unwrap_or_default();
        [number.to_string(), harmless(label), harmless(name), code.reveal(), link, used]
    }));
    for record in body {
        // Memory takes what it is given.
        write(record).map_err(|_| ApiError::Internal)?;
    }
    let bytes = writer.into_inner().map_err(|_| ApiError::Internal)?;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"invites.csv\""),
    ];
    Ok((headers, bytes).into_response())
}

/// The browser that came with the invite is out, at every server, and the next one has it.
async fn free(
    State(web): State<Web>,
    At(list): At<GuestListId>,
    body: Result<Json<FreeInvite>, JsonRejection>,
) -> Result<Json<Freed>, ApiError> {
    let Json(FreeInvite { number }) = body?;
    let freed = web.guests.free(list, number).await?;
    let was_used = !freed.devices.is_empty();
    // Also where it was free: it may be asked again because this failed.
    web.live.note_signed_out(&[freed]).await?;
    Ok(Json(Freed { was_used }))
}

/// A guest who has not come is taken off their list, and the card is worth nothing.
async fn remove(
    State(web): State<Web>,
    Path((list, number)): Path<(String, String)>,
) -> Result<Json<()>, ApiError> {
    let named = (list.parse::<GuestListId>(), number.parse::<u32>());
    let (Ok(list), Ok(number)) = named else { return Err(ApiError::NotFound) };
    match web.guests.remove(list, number).await? {
        Removal::Done => Ok(Json(())),
        Removal::Unknown => Err(ApiError::NotFound),
        Removal::Used => Err(ApiError::InTheWay(Why::InviteUsed)),
    }
}

/// A list that no live game is for goes, with its cards. Its guests are out, and what they have stays.
async fn delete(
    State(web): State<Web>,
    At(list): At<GuestListId>,
    query: Result<Query<DeleteGuestList>, QueryRejection>,
) -> Result<Json<Deleted>, ApiError> {
    let Query(DeleteGuestList { used: even_used }) =
        query.map_err(|why| ApiError::BadBody(why.body_text()))?;
    if web.games.live().await?.iter().any(|game| game.options.guests == Some(list)) {
        return Err(ApiError::InTheWay(Why::GuestsPlay));
    }
    match web.guests.delete(list, even_used).await? {
        Deletion::Unknown => Err(ApiError::NotFound),
        Deletion::Used(used) => Err(ApiError::InTheWay(Why::GuestsUsed(used))),
        Deletion::Done(out) => {
            web.live.note_signed_out(&out).await?;
            Ok(Json(Deleted { signed_out: u32::try_from(out.len()).unwrap_or(u32::MAX) }))
        }
    }
}
