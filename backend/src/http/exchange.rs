//! Files that bring quizzes and take them away: `/api/imports`, `/api/quiz-files` and
//! `/api/quizzes/{quiz}/export`.

use axum::extract::rejection::QueryRejection;
use axum::extract::{DefaultBodyLimit, Extension, Path, Query, Request, State};
use axum::http::header;
use axum::middleware::from_fn;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use quizrain_shared::api::{
    ExportFormat, ExportQuiz, ExportReport, ImportFile, ImportReport, MAX_IMPORT_BYTES, QuizFiles,
};

use super::Web;
use super::asker::Asker;
use super::error::ApiError;
use super::etag;
use super::library::{large_body, wish};
use crate::admission::Client;
use crate::batch::idle;
use crate::quiz::Exchange;

pub(super) fn router() -> Router<Web> {
    Router::new()
        .route("/api/imports", post(import).layer(DefaultBodyLimit::max(MAX_IMPORT_BYTES)))
        .route("/api/formats", get(formats))
        .route("/api/quiz-files", get(files))
        .route("/api/quizzes/{quiz}/export", get(export))
        .route_layer(from_fn(etag::tag))
}

async fn import(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    Extension(asker): Extension<Asker>,
    query: Result<Query<ImportFile>, QueryRejection>,
    request: Request,
) -> Result<Response, ApiError> {
    let wish = wish(query)?;
    let arriving = web.exchange.arriving().ok_or(ApiError::Busy)?;
    let (bytes, _place) = large_body(&web, client, request, MAX_IMPORT_BYTES).await?;
    let report = web.exchange.import(arriving, (wish, asker.host()), bytes).await?;
    // Ten thousand questions take ten milliseconds to be written, and others play meanwhile.
    let written = idle(move || serde_json::to_vec::<ImportReport>(&report)).await;
    let body = written.and_then(Result::ok).ok_or(ApiError::Internal)?;
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

async fn formats() -> Json<Vec<ExportFormat>> {
    Json(Exchange::formats())
}

async fn files(State(web): State<Web>) -> Json<QuizFiles> {
    Json(web.folder.now())
}

async fn export(
    State(web): State<Web>,
    Path(quiz): Path<String>,
    query: Result<Query<ExportQuiz>, QueryRejection>,
) -> Result<Response, ApiError> {
    let ExportQuiz { format, check } = wish(query)?;
    let taken = web.exchange.export(&quiz, &format).await?;
    if check {
        let report = ExportReport { format, file: taken.file, lost: taken.left_out };
        return Ok(Json(report).into_response());
    }
    let headers = [
        (header::CONTENT_TYPE, taken.writer.content_type.to_owned()),
        (header::CONTENT_DISPOSITION, attachment(&taken.file)),
    ];
    Ok((headers, taken.bytes).into_response())
}

/// A header that has a file saved under a name (RFC 6266, 5; RFC 8187, 3.2).
fn attachment(file: &str) -> String {
    let encode = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    let encoded: String = file.bytes().map(encode).collect();
    format!("attachment; filename*=UTF-8''{encoded}")
}
