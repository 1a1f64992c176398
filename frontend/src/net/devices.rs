//! An account that is nobody's on other devices: a link for one, its use, and their end.

use quizrain_shared::api::{DeviceLink, OwnDevices};

use super::device;
use super::http::send;
use super::json::Json;
use super::storage;

/// How often it is tried where the server has no time or is not reached. It does no harm twice.
const TRIES: u32 = 4;

/// The code that the address has brought.
pub(crate) fn take() -> Option<String> {
    device::take_from_address("device")
}

/// In how many browsers the account is.
pub(crate) async fn own() -> Option<OwnDevices> {
    let json = Json::get("/api/devices", Some(&storage::account())).await.ok()?;
    Some(OwnDevices {
        open: json.at("open").is_true(),
        own: json.at("own").is_true(),
        others: json.whole("others")?,
    })
}

/// What a request brought.
///
/// # Errors
/// Why nothing, in the reader's language. Empty: nobody answered.
async fn ask(path: &str, body: &str) -> Result<Json, String> {
    for _ in 0..TRIES {
        let said = send("POST", path, Some(&storage::account()), Some(body)).await;
        let (status, said) = said.unwrap_or_default();
        let json = Json::read(&said).ok();
        match (status, json) {
            (200, Some(json)) => return Ok(json),
            (0 | 429 | 503, _) => device::sleep(1000.0 * (1.0 + device::jitter())).await,
            (_, json) => {
                return Err(json.and_then(|json| json.at("words").text()).unwrap_or_default());
            }
        }
    }
    Err(String::new())
}

/// Makes a link for another device. The one before is good for nothing.
pub(crate) async fn share(language: &str) -> Result<DeviceLink, String> {
    let json = ask("/api/devices", &["{\"language\":\"", language, "\"}"].concat()).await?;
    let link = || {
        Some(DeviceLink {
            url: json.at("url").text()?,
            qr: json.at("qr").text()?,
            until_ms: json.at("until_ms").number()? as u64,
        })
    };
    link().ok_or_else(String::new)
}

/// Gives this browser the account of a code.
pub(crate) async fn use_account(code: &str, language: &str) -> Result<(), String> {
    // Nothing else stands in one, and this needs no quotes.
    let code: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    let body = ["{\"code\":\"", &code, "\",\"language\":\"", language, "\"}"].concat();
    ask("/api/devices/use", &body).await.map(drop)
}

/// Ends the account in all other browsers; whether that is done.
pub(crate) async fn end_others() -> bool {
    let said = send("DELETE", "/api/devices", Some(&storage::account()), None).await;
    matches!(said, Some((200, _)))
}

/// Leaves the account of another browser: this one has its own again; whether that is done.
pub(crate) async fn leave() -> bool {
    let said = send("DELETE", "/api/identity", Some(&storage::account()), None).await;
    matches!(said, Some((200, _)))
}
