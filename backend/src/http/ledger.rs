//! The ledger over HTTP: a game's statement for its host, an account's packets for their owner.
//!
//! The host key or the game's own host token opens a statement; an account's token opens what that
//! account has, and nothing else does. What a rain can be checked by is for everybody.

use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use quizrain_shared::api::{Balance, HoldChanged, OwnPacket, Redrive, Redriven, Statement, Why};
use quizrain_shared::ids::{AccountId, GameId, RainId};

use super::Web;
use super::csv::{BYTE_ORDER_MARK, harmless, moment};
use super::error::ApiError;
use super::guard::meter;
use super::identity::own_account;
use super::path::At;
use crate::ledger::HoldDone;
use crate::rain::RainText;

pub(super) fn router(web: &Web) -> Router<Web> {
    let for_anybody = Router::new()
        .route("/api/balance", get(balance))
        .route("/api/balance.csv", get(balance_csv))
        .route("/api/rains/{rain}/sealed", get(|web, path| rain_text(web, path, RainText::Sealed)))
        .route(
            "/api/rains/{rain}/entropy",
            get(|web, path| rain_text(web, path, RainText::Entropy)),
        )
        .route("/api/rains/{rain}/claims", get(|web, path| rain_text(web, path, RainText::Claims)))
        .route_layer(from_fn_with_state(web.clone(), meter));
    Router::new()
        .route("/api/games/{game}/statement", get(statement))
        .route("/api/games/{game}/redrive", post(redrive))
        .route("/api/games/{game}/payouts/{rain}/{account}/hold", post(hold))
        .route("/api/games/{game}/payouts/{rain}/{account}/release", post(release))
        .route("/api/games/{game}/payouts/{rain}/{account}/refuse", post(refuse))
        .merge(for_anybody)
}

async fn statement(
    State(web): State<Web>,
    At(game): At<GameId>,
) -> Result<Json<Statement>, ApiError> {
    Ok(Json(Statement { rains: super::statement::rains(&web, game).await? }))
}

async fn redrive(
    State(web): State<Web>,
    At(game): At<GameId>,
    body: Result<Json<Redrive>, JsonRejection>,
) -> Result<Json<Redriven>, ApiError> {
    let Json(body) = body?;
    let dead_letters = web.settlement.redrive(game, body.rain).await?;
    let payouts = web.payouts.redrive(body.rain).await?;
    tracing::info!(%game, rain = %body.rain, dead_letters, payouts, "tried again for the host");
    Ok(Json(Redriven { dead_letters, payouts }))
}

/// What a path names: the game, one of its rains, and whose payout.
struct Payee(GameId, RainId, AccountId);

impl<S: Send + Sync> FromRequestParts<S> for Payee {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = Path::<(String, String, String)>::from_request_parts(parts, state).await;
        let Path((game, rain, account)) = path.map_err(|_| ApiError::NotFound)?;
        let ids = (game.parse().ok(), rain.parse().ok(), account.parse().ok());
        let (Some(game), Some(rain), Some(account)) = ids else { return Err(ApiError::NotFound) };
        Ok(Self(game, rain, account))
    }
}

async fn hold(State(web): State<Web>, whose: Payee) -> Result<Json<HoldChanged>, ApiError> {
    let Payee(game, rain, account) = whose;
    changed(web.payouts.hold(game, rain, account, web.games.now_ms()).await?)
}

async fn release(State(web): State<Web>, whose: Payee) -> Result<Json<HoldChanged>, ApiError> {
    let Payee(game, rain, account) = whose;
    changed(web.payouts.release(game, rain, account).await?)
}

async fn refuse(State(web): State<Web>, whose: Payee) -> Result<Json<HoldChanged>, ApiError> {
    let Payee(game, rain, account) = whose;
    changed(web.payouts.refuse(game, rain, account).await?)
}

/// What came of a wish to hold, release or refuse.
fn changed(done: HoldDone) -> Result<Json<HoldChanged>, ApiError> {
    let why = match done {
        HoldDone::Done(payouts) => return Ok(Json(HoldChanged { payouts })),
        HoldDone::NoSuch => return Err(ApiError::NotFound),
        HoldDone::TooLate(state) => Why::PayoutTooLate(state),
        HoldDone::NotHeld => Why::NothingHeld,
        HoldDone::NotCredited => Why::NothingCredited,
    };
    Err(ApiError::InTheWay(why))
}

/// What the account in the header has.
async fn balance(State(web): State<Web>, headers: HeaderMap) -> Result<Json<Balance>, ApiError> {
    Ok(Json(web.packets.holdings(own_account(&web, &headers).await?).await?))
}

/// The same packets as a file for a spreadsheet.
async fn balance_csv(State(web): State<Web>, headers: HeaderMap) -> Result<Response, ApiError> {
    let holdings = web.packets.holdings(own_account(&web, &headers).await?).await?;
    if !holdings.complete {
        // A file does not say what it lacks.
        return Err(ApiError::Incomplete);
    }
    let file = csv_of(&holdings.packets).ok_or(ApiError::Internal)?;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"quizrain-balance.csv\""),
    ];
    Ok((headers, file).into_response())
}

/// What anybody may check a rain by. None of it ever changes.
async fn rain_text(
    State(web): State<Web>,
    At(rain): At<RainId>,
    what: RainText,
) -> Result<Response, ApiError> {
    let text = web.rains.text(rain, what).await?.ok_or(ApiError::NotYet)?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    Ok((headers, text.to_string()).into_response())
}

/// RFC 4180; `None` where it cannot be written.
fn csv_of(packets: &[OwnPacket]) -> Option<Vec<u8>> {
    let file = BYTE_ORDER_MARK.as_bytes().to_vec();
    let terminator = csv::Terminator::CRLF;
    let mut rows = csv::WriterBuilder::new().terminator(terminator).from_writer(file);
    let heads = ["rain", "packet", "title", "amount", "currency", "state"];
    let times = ["caught_at", "credited_at", "changed_at"];
    rows.write_record(heads.into_iter().chain(times)).ok()?;
    for it in packets {
        let cells = [
            it.rain.to_string(),
            it.packet.to_string(),
            it.title.clone(),
            it.currency.format_major(it.amount),
            it.currency.to_string(),
            it.state.word().to_owned(),
            moment(it.caught_at_ms),
            it.credited_at_ms.map(moment).unwrap_or_default(),
            moment(it.changed_at_ms),
        ];
        rows.write_record(cells.map(harmless)).ok()?;
    }
    rows.into_inner().ok()
}

#[cfg(test)]
mod tests {
    use quizrain_shared::ids::{GameId, RainId};
    use quizrain_shared::money::Minor;
    use quizrain_shared::wire::PacketState;

    use super::*;

    fn packet(title: &str) -> OwnPacket {
        OwnPacket {
            game: GameId([0xcd; 8]),
            rain: RainId([0xab; 8]),
            packet: 7,
            amount: Minor(1221),
            currency: "CNY".parse().unwrap(),
            title: title.to_owned(),
            state: PacketState::Crediting,
            caught_at_ms: 1_700_000_000_123,
            credited_at_ms: None,
            changed_at_ms: u64::MAX,
        }
    }

    #[test]
    fn a_file_is_one_line_for_each_packet() {
        let file = csv_of(&[packet("Plain")]).unwrap();
        assert_eq!(
            String::from_utf8(file).unwrap(),
            "\u{feff}rain,packet,title,amount,currency,state,caught_at,credited_at,changed_at\r\n\
             abababababababab,7,Plain,12.21,CNY,crediting,2023-11-14T22:13:20.123Z,,\r\n"
        );
    }

    #[test]
    fn no_title_becomes_a_formula_or_another_cell() {
        let titles = [
            "=HYPERLINK(\"http://x\",\"y\")",
            "+1",
            "-1",
            "@SUM(A1)",
            "\tx",
            "\rx",
            "\n=1",
            " =1+1",
            "＝1+1",
            "a,b",
            "a\"b\r\nc",
            "春节知多少",
        ];
        let file = csv_of(&titles.map(packet)).unwrap();
        let mut rows = csv::Reader::from_reader(&file[BYTE_ORDER_MARK.len()..]);
        let mut read = 0;
        for (row, title) in rows.records().zip(titles) {
            let cell = row.unwrap()[2].to_owned();
            let plain = cell.strip_prefix('\'').unwrap_or(&cell);
            assert_eq!(plain, title);
            assert_eq!(harmless(cell.clone()), cell);
            read += 1;
        }
        assert_eq!(read, titles.len());
    }
}
