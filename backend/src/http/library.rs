//! The host's library under `/api/quizzes`, its tags and its questions.
//!

use axum::body::Bytes;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Extension, FromRequest, Path, Query, Request, State};
use axum::http::StatusCode;
use axum::middleware::from_fn;
use axum::routing::{get, post, put};
use axum::{Json, Router};
use quizrain_shared::api::{
    ListQuestions, ListQuizzes, MAX_QUIZ_BYTES, QuestionPage, QuizCopy, QuizDocument, QuizPage,
    QuizSummary, QuizVersion, SavedQuiz, ShareQuiz, Shelf, TagCount,
};

use super::Web;
use super::actions::MadeId;
use super::asker::Asker;
use super::error::ApiError;
use super::etag;
use crate::admission::{Client, Slot};

pub(super) fn router() -> Router<Web> {
    let large = Router::new()
        .route("/api/quizzes", get(list).post(create))
        .route("/api/quizzes/{quiz}", get(open).put(save).delete(throw_away))
        .layer(DefaultBodyLimit::max(MAX_QUIZ_BYTES));
    Router::new()
        .route("/api/quizzes/{quiz}/shelf", put(file))
        .route("/api/quizzes/{quiz}/restore", post(restore))
        .route("/api/quizzes/{quiz}/shared", put(share))
        .route("/api/quizzes/{quiz}/versions", get(versions))
        .route("/api/quizzes/{quiz}/versions/{version}", get(version))
        .route("/api/questions", get(questions))
        .route("/api/tags", get(tags))
        .merge(large)
        .route_layer(from_fn(etag::tag))
}

/// Reads a large body of a host, and its place: there are so many at once, in all and for one address.
/// Whoever does something with a body holds its place for as long.
pub(super) async fn large_body(
    web: &Web,
    client: Client,
    request: Request,
    most: usize,
) -> Result<(Bytes, Slot), ApiError> {
    let place = web.admission.large_body(client).map_err(|_| ApiError::Busy)?;
    let bytes = Bytes::from_request(request, &()).await.map_err(|error| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::TooLarge(most),
        _ => ApiError::BadBody(error.body_text()),
    })?;
    Ok((bytes, place))
}

/// What a query asks for.
pub(super) fn wish<T>(query: Result<Query<T>, QueryRejection>) -> Result<T, ApiError> {
    query.map(|query| query.0).map_err(|error| ApiError::BadBody(error.body_text()))
}

async fn list(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
    query: Result<Query<ListQuizzes>, QueryRejection>,
) -> Result<Json<QuizPage>, ApiError> {
    Ok(Json(web.library.list(&wish(query)?, asker.sees_quizzes()).await?))
}

async fn tags(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
) -> Result<Json<Vec<TagCount>>, ApiError> {
    Ok(Json(web.library.tags(asker.sees_quizzes()).await?))
}

async fn questions(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
    query: Result<Query<ListQuestions>, QueryRejection>,
) -> Result<Json<QuestionPage>, ApiError> {
    Ok(Json(web.library.questions(&wish(query)?, asker.sees_quizzes()).await?))
}

async fn create(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    Extension(asker): Extension<Asker>,
    request: Request,
) -> Result<(StatusCode, Extension<MadeId>, Json<SavedQuiz>), ApiError> {
    let (body, _place) = large_body(&web, client, request, MAX_QUIZ_BYTES).await?;
    let saved = web.library.create(body, asker.host()).await?;
    let made = MadeId(saved.id.clone());
    Ok((StatusCode::CREATED, Extension(made), Json(saved)))
}

async fn open(
    State(web): State<Web>,
    Path(quiz): Path<String>,
) -> Result<Json<QuizDocument>, ApiError> {
    Ok(Json(web.library.open(&quiz).await?))
}

async fn save(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    Path(quiz): Path<String>,
    request: Request,
) -> Result<Json<SavedQuiz>, ApiError> {
    let (body, _place) = large_body(&web, client, request, MAX_QUIZ_BYTES).await?;
    Ok(Json(web.library.save(&quiz, body).await?))
}

async fn file(
    State(web): State<Web>,
    Path(quiz): Path<String>,
    body: Result<Json<Shelf>, JsonRejection>,
) -> Result<Json<QuizSummary>, ApiError> {
    let Json(shelf) = body?;
    Ok(Json(web.library.file(&quiz, shelf).await?))
}

async fn share(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
    Path(quiz): Path<String>,
    body: Result<Json<ShareQuiz>, JsonRejection>,
) -> Result<Json<QuizSummary>, ApiError> {
    let Json(ShareQuiz { shared }) = body?;
    Ok(Json(web.library.share(&quiz, shared, asker.sees_quizzes()).await?))
}

async fn throw_away(
    State(web): State<Web>,
    Path(quiz): Path<String>,
) -> Result<Json<QuizSummary>, ApiError> {
    Ok(Json(web.library.set_deleted(&quiz, true).await?))
}

async fn restore(
    State(web): State<Web>,
    Path(quiz): Path<String>,
) -> Result<Json<QuizSummary>, ApiError> {
    Ok(Json(web.library.set_deleted(&quiz, false).await?))
}

async fn versions(
    State(web): State<Web>,
    Path(quiz): Path<String>,
) -> Result<Json<Vec<QuizCopy>>, ApiError> {
    Ok(Json(web.library.copies(&quiz).await?))
}

async fn version(
    State(web): State<Web>,
    Path((quiz, version)): Path<(String, String)>,
) -> Result<Json<QuizVersion>, ApiError> {
    let version = version.parse().map_err(|_| ApiError::NotFound)?;
    Ok(Json(web.library.copy(&quiz, version).await?))
}
