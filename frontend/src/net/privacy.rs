//! What the server says of what it keeps. Called by the page that tells players.

use quizrain_shared::api::Privacy;

use super::http::HttpError;
use super::json::Json;

/// How long this server keeps what, and whom to ask.
pub(crate) async fn privacy() -> Result<Privacy, HttpError> {
    let json = Json::get("/api/privacy", None).await?;
    let seconds = |field| json.at(field).number().map(|number| number as u64);
    let read = || {
        Some(Privacy {
            game_seconds: seconds("game_seconds")?,
            results_seconds: seconds("results_seconds")?,
            points_seconds: seconds("points_seconds"),
            sign_in_seconds: seconds("sign_in_seconds"),
            pays_out: json.at("pays_out").is_true(),
            contact: json.at("contact").text(),
        })
    };
    read().ok_or(HttpError::Unreachable)
}
