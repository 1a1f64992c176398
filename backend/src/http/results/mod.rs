//! Games that are over: for whoever has a right to them, and for those to whom a host has given a link.
//!
//! The host key lists them; that, or a token of the game, opens one. A link's code opens what its host has
//! let it show, and nothing else.

mod files;
mod packets;
mod tables;

use std::sync::Arc;

use axum::body::Body;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Extension, Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use quizrain_shared::api::{
    GameResults, ListPastGames, ListResultPackets, ListResultPlayers, MAX_PAST_GAMES,
    MAX_RESULT_PLAYERS, MAX_SEARCH_CHARS, PastGames, PlayerAnswers, PublicResults, ResultFile,
    ResultPackets, ResultPlayers, ResultsLink, ShareResults, Why,
};
use quizrain_shared::ids::GameId;
use quizrain_shared::pages::Page;
use quizrain_shared::quiz::MAX_TITLE_CHARS;
use quizrain_shared::wire::Right;
use tokio::sync::{Semaphore, mpsc};
use tokio_util::io::ReaderStream;

use super::Web;
use super::access::bearer;
use super::asker::Asker;
use super::error::ApiError;
use super::etag;
use super::guard::meter;
use super::path::At;
use super::statement;
use crate::admission::Client;
use crate::batch::idle;
use crate::game::By;
use crate::history::{Results, Sought};
use files::{Kind, Piece, Written};
use tables::Table;

/// Files that are written at a time: a large one takes a processor for seconds.
static FILES: Semaphore = Semaphore::const_new(2);

/// Packets that are read at a time for a file.
const PACKETS: u16 = 2000;

/// Parts of a file that wait to be written, each a round at most.
const AHEAD: usize = 2;

pub(super) fn router(web: &Web) -> Router<Web> {
    let for_anybody = Router::new()
        .route("/api/games/{game}/results/public", get(public))
        .route_layer(from_fn_with_state(web.clone(), meter));
    Router::new()
        .route("/api/results", get(past_games))
        .route("/api/games/{game}/results", get(results))
        .route("/api/games/{game}/results/players", get(players))
        .route("/api/games/{game}/results/players/{place}", get(player))
        .route("/api/games/{game}/results/packets", get(caught))
        .route("/api/games/{game}/results/link", axum::routing::put(share).delete(unshare))
        .route("/api/games/{game}/results.xlsx", get(xlsx))
        .route("/api/games/{game}/results.csv", get(csv))
        .route("/api/games/{game}/results.json", get(json))
        .merge(for_anybody)
        .route_layer(from_fn(etag::tag))
}

fn bad(error: impl std::fmt::Display) -> ApiError {
    ApiError::BadBody(error.to_string())
}

/// A text that a database can look for.
fn sought(text: &str, most: usize) -> Result<String, ApiError> {
    if text.chars().count() > most {
        return Err(ApiError::Wrong(Why::Search(most)));
    }
    if text.contains('\0') {
        return Err(bad("no title has the character U+0000"));
    }
    Ok(text.to_owned())
}

async fn past_games(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
    wish: Result<Query<ListPastGames>, QueryRejection>,
) -> Result<Json<PastGames>, ApiError> {
    let Query(wish) = wish.map_err(bad)?;
    let after = match &wish.after {
        None => None,
        Some(after) => {
            let parsed = after.split_once('-').and_then(|(at_ms, game)| {
                // What the database cannot hold is behind everything.
                let at_ms = at_ms.parse::<u64>().ok().filter(|it| i64::try_from(*it).is_ok())?;
                Some((at_ms, game.parse().ok()?))
            });
            Some(parsed.ok_or_else(|| bad("after is not what a list ended with"))?)
        }
    };
    let sought = Sought {
        text: sought(wish.search.trim(), MAX_SEARCH_CHARS)?,
        title: wish.title.map(|title| sought(&title, MAX_TITLE_CHARS)).transpose()?,
        from_ms: wish.from_ms,
        until_ms: wish.until_ms,
        after,
        sees: asker.sees_games(),
        limit: wish.limit.unwrap_or(MAX_PAST_GAMES).clamp(1, MAX_PAST_GAMES),
    };
    Ok(Json(web.history.past_games(&sought).await?))
}

/// The results of a game.
async fn of(web: &Web, game: GameId) -> Result<Arc<Results>, ApiError> {
    web.history.results(game).await?.ok_or(ApiError::NotOver)
}

async fn results(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
    Extension(by): Extension<By>,
    At(game): At<GameId>,
) -> Result<Json<GameResults>, ApiError> {
    let results = of(&web, game).await?;
    let may_act = match by {
        By::Operator => asker.check_game(&web, game, Right::Host).await.is_ok(),
        By::Owner(token) => web.games.authorize(game, &token).await?.1 != Right::Viewer,
    };
    Ok(Json(GameResults {
        summary: results.summary.clone(),
        questions: results.questions().cloned().collect(),
        rains: statement::rains(&web, game).await?,
        shared: web.history.shared_results(game).await?,
        watching: !may_act,
    }))
}

async fn players(
    State(web): State<Web>,
    At(game): At<GameId>,
    wish: Result<Query<ListResultPlayers>, QueryRejection>,
) -> Result<Json<ResultPlayers>, ApiError> {
    let results = of(&web, game).await?;
    let Query(wish) = wish.map_err(bad)?;
    let limit = wish.limit.unwrap_or(MAX_RESULT_PLAYERS).clamp(1, MAX_RESULT_PLAYERS);
    let mut page = results.page(wish.after, limit);
    web.history.identify(&results, &mut page.players).await?;
    Ok(Json(page))
}

async fn player(
    State(web): State<Web>,
    Path((game, place)): Path<(String, String)>,
) -> Result<Json<PlayerAnswers>, ApiError> {
    let game = game.parse().map_err(|_| ApiError::NotFound)?;
    let results = of(&web, game).await?;
    let place = place.parse().map_err(|_| ApiError::NotFound)?;
    Ok(Json(web.history.player(&results, place).await?))
}

async fn caught(
    State(web): State<Web>,
    At(game): At<GameId>,
    wish: Result<Query<ListResultPackets>, QueryRejection>,
) -> Result<Json<ResultPackets>, ApiError> {
    let results = of(&web, game).await?;
    let Query(wish) = wish.map_err(bad)?;
    Ok(Json(packets::page(&web, game, &results, wish).await?))
}

/// The code is in the fragment of the address, which no server is sent, and in the answer to this alone.
async fn share(
    State(web): State<Web>,
    At(game): At<GameId>,
    body: Result<Json<ShareResults>, JsonRejection>,
) -> Result<Json<ResultsLink>, ApiError> {
    let Json(wish) = body?;
    of(&web, game).await?;
    let code = web.history.share_results(game, wish.names).await?;
    let page = Page::GameResults(game).path();
    Ok(Json(ResultsLink { url: format!("{}{page}#code={}", web.join_url, code.reveal()) }))
}

async fn unshare(State(web): State<Web>, At(game): At<GameId>) -> Result<Json<()>, ApiError> {
    web.history.unshare_results(game).await?;
    Ok(Json(()))
}

/// Anybody can make up a code, so an address may have them looked for only so often.
async fn public(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    At(game): At<GameId>,
) -> Result<Json<PublicResults>, ApiError> {
    let (game, code) = (game, bearer(&headers)?);
    if !web.admission.may_host(client) {
        return Err(ApiError::TooMany);
    }
    Ok(Json(web.history.results_by_code(game, &code).await?))
}

async fn xlsx(State(web): State<Web>, At(game): At<GameId>) -> Result<Response, ApiError> {
    let results = of(&web, game).await?;
    file(web, (game, results), Kind::Xlsx, Table::ALL, "results.xlsx".to_owned()).await
}

async fn json(State(web): State<Web>, At(game): At<GameId>) -> Result<Response, ApiError> {
    let results = of(&web, game).await?;
    file(web, (game, results), Kind::Json, Table::ALL, "results.json".to_owned()).await
}

async fn csv(
    State(web): State<Web>,
    At(game): At<GameId>,
    wish: Result<Query<ResultFile>, QueryRejection>,
) -> Result<Response, ApiError> {
    let results = of(&web, game).await?;
    let Query(wish) = wish.map_err(bad)?;
    file(web, (game, results), Kind::Csv, &[wish.table], format!("{}.csv", wish.table.word())).await
}

/// A file of these tables.
async fn file(
    web: Web,
    (game, results): (GameId, Arc<Results>),
    kind: Kind,
    tables: &[Table],
    name: String,
) -> Result<Response, ApiError> {
    let Ok(turn) = FILES.try_acquire() else { return Err(ApiError::Busy) };
    let (pieces, mut written) = mpsc::channel(AHEAD);
    // It takes its turn until it is done, also where nobody waits for the file any more.
    let writes = idle(move || {
        let _turn = turn;
        files::write(kind, &mut written)
    });
    let reads = async {
        let read = read_tables(&web, game, &results, tables, &pieces).await;
        drop(pieces);
        read
    };
    let (written, read) = tokio::join!(writes, reads);
    let written = written.ok_or(ApiError::Internal)?;
    let file = written.and_then(|file| file.ok_or_else(|| std::io::ErrorKind::Interrupted.into()));
    // Where reading failed, that is why there is no file.
    read?;
    let file = file.map_err(|error| {
        tracing::error!(%game, %error, "failed to write a file of results; answered with 503");
        ApiError::Internal
    })?;
    let Written { file, digest } = file;
    let body = Body::from_stream(ReaderStream::new(tokio::fs::File::from_std(file)));
    let pin = results.summary.pin;
    let headers = [
        (header::CONTENT_TYPE, kind.content_type().to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"quizrain-{}-{name}\"", pin.number()),
        ),
    ];
    let mut response = (headers, body).into_response();
    response.headers_mut().extend(etag::name(&digest));
    Ok(response)
}

/// Reads tables one after the other, answers round by round. Where nobody writes any more, that ends it.
async fn read_tables(
    web: &Web,
    game: GameId,
    results: &Arc<Results>,
    tables: &[Table],
    pieces: &mpsc::Sender<Piece>,
) -> Result<(), ApiError> {
    for table in tables {
        let _ = pieces.send(Piece::Table(*table)).await;
        let rows = match table {
            Table::Summary => tables::summary(&results.summary),
            Table::Players => {
                let mut players = results.players.clone();
                web.history.identify(results, &mut players).await?;
                tables::players(&players)
            }
            Table::Questions => tables::questions(results.questions()),
            Table::Rains => tables::rains(&web.settlement.statement(game).await?.rains),
            Table::Answers => {
                for at in 0..results.questions().len() {
                    // Whoever writes makes rows of it, beside the threads that carry games.
                    let round = web.history.round_read(results, at).await?;
                    if pieces.send(Piece::Answers(round)).await.is_err() {
                        return Ok(());
                    }
                }
                continue;
            }
            Table::Packets => {
                let mut behind = None;
                loop {
                    let page = packets::read(web, game, results, behind, PACKETS).await?;
                    behind = page.packets.last().map(|it| (it.rain.saturating_sub(1), it.packet));
                    let rows = tables::packets(&page.packets);
                    if pieces.send(Piece::Rows(rows)).await.is_err() {
                        return Ok(());
                    }
                    if page.next.is_none() {
                        break;
                    }
                }
                continue;
            }
        };
        let _ = pieces.send(Piece::Rows(rows)).await;
    }
    let _ = pieces.send(Piece::End).await;
    Ok(())
}
