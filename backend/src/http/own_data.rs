//! `GET /api/me`: everything that is kept of whoever shows an account's token, as one file.
//!
//! It is written as it is read, game by game, so that no file is whole in memory, and each read waits for its turn
//! among those of strangers.

use std::collections::VecDeque;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::{Stream, stream};
use quizrain_shared::api::{GameReceipt, OwnData};
use quizrain_shared::ids::{AccountId, GameId};

use super::Web;
use super::error::ApiError;
use super::guard::meter_all;
use super::identity::own_account;
use crate::error::Error;
use crate::history::Receipt;

pub(super) fn router(web: &Web) -> Router<Web> {
    Router::new()
        .route("/api/me", get(own_data))
        .route_layer(from_fn_with_state(web.clone(), meter_all))
}

async fn own_data(State(web): State<Web>, headers: HeaderMap) -> Result<Response, ApiError> {
    let account = own_account(&web, &headers).await?;
    let balance = web.packets.holdings(account).await?;
    if !balance.complete {
        // A file does not say what it lacks.
        return Err(ApiError::Incomplete);
    }
    let people = &web.live.people;
    let inherited_from = web.packets.inherited_from(account).await?;
    let accounts = [&[account][..], &inherited_from].concat();
    let made_at_ms = web.live.clock.now_ms();
    let history = &web.history;
    let games = history.in_turn("games_of", history.games_of(&accounts, made_at_ms)).await?;
    let head = OwnData {
        account,
        made_at_ms,
        identity: people.identity_of(account).await?,
        browsers: people.browsers_of(account).await?,
        inherited_from,
        balance,
        payouts: web.payouts.of(account).await?,
        fields: web.games.fields_of(&accounts).await?,
        games: Vec::new(),
    };
    let head = serde_json::to_string(&head).map_err(|_| ApiError::Internal)?;
    // Games come last, and none has been written yet.
    let head = head.strip_suffix(END).ok_or(ApiError::Internal)?.to_owned();
    let left =
        games.into_iter().flat_map(|game| accounts.clone().into_iter().map(move |it| (game, it)));
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"quizrain-my-data.json\""),
    ];
    let body = Body::from_stream(written(web, head, left.collect()));
    Ok((headers, body).into_response())
}

/// How the file ends.
const END: &str = "]}";

/// The file: its head, what each of these games was to the account, and the end. Where a store fails it ends early,
/// and is no JSON.
fn written(
    web: Web,
    head: String,
    left: VecDeque<(GameId, AccountId)>,
) -> impl Stream<Item = Result<Bytes, Error>> {
    enum At {
        Head(String),
        Games(&'static str),
        Done,
    }
    stream::try_unfold((At::Head(head), left), move |(at, mut left)| {
        let web = web.clone();
        async move {
            let comma = match at {
                At::Head(head) => return Ok(Some((Bytes::from(head), (At::Games(""), left)))),
                At::Games(comma) => comma,
                At::Done => return Ok(None),
            };
            while let Some((game, account)) = left.pop_front() {
                if let Some(receipt) = receipt(&web, game, account).await? {
                    let text = serde_json::to_string(&receipt).unwrap_or_default();
                    return Ok(Some((
                        Bytes::from([comma, &text].concat()),
                        (At::Games(","), left),
                    )));
                }
            }
            Ok(Some((Bytes::from_static(END.as_bytes()), (At::Done, left))))
        }
    })
}

/// `None`: the account was sent away, or the game has gone meanwhile.
async fn receipt(
    web: &Web,
    game: GameId,
    account: AccountId,
) -> Result<Option<Box<GameReceipt>>, Error> {
    match web.history.receipt_of_many(game, account).await {
        Ok(Receipt::Told(receipt)) => Ok(Some(receipt)),
        Ok(Receipt::NotYet) | Err(Error::NotFound) => Ok(None),
        Err(error) => Err(error),
    }
}
