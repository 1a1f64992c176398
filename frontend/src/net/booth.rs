//! What the booth shows: phones and big screens ask for it.

use quizrain_shared::ids::Pin;

use super::http::HttpError;
use super::json::Json;

/// The game at the booth, if there is one just now.
pub(crate) async fn shown() -> Result<Option<Pin>, HttpError> {
    let booth = Json::get("/api/booth", None).await?;
    Ok(booth.at("pin").number().and_then(|pin| Pin::new(pin as u32)))
}
