//! Signing in by a link of the host's own system, whose fragment has a signed token.

use super::device;
use super::http::send;
use super::json::Json;
use super::storage;

/// How often it is tried where the server has no time or is not reached. It does no harm twice.
const TRIES: u32 = 4;

/// The token that the address has brought.
pub(crate) fn take() -> Option<String> {
    device::take_from_address("sign-in")
}

/// Makes this browser the person's of a token; why it is not, in the reader's language. Empty: nobody
/// answered.
pub(crate) async fn sign_in(mut jwt: String, language: &str) -> Option<String> {
    // Nothing else stands in one, and this needs no quotes.
    jwt.retain(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
    let body = ["{\"jwt\":\"", &jwt, "\",\"language\":\"", language, "\"}"].concat();
    for _ in 0..TRIES {
        let said = send("POST", "/api/identity", Some(&storage::account()), Some(&body)).await;
        let (status, text) = said.unwrap_or_default();
        let json = Json::read(&text).ok();
        let field = |name| json.as_ref().and_then(|json| json.at(name).text());
        match status {
            200 => {
                if let Some(name) = field("name").filter(|_| storage::nickname().is_none()) {
                    storage::set_nickname(&name);
                }
                return None;
            }
            // Whoever was signed in here before has a link of their own. A link that somebody else has sent
            // must not change who plays here without a word.
            409 if field("reason").as_deref() == Some("somebody_else") => {
                let words = field("words").unwrap_or_default();
                if device::window().confirm_with_message(&words) != Ok(true) {
                    return None;
                }
                storage::renew_account();
            }
            0 | 429 | 503 => device::sleep(1000.0 * (1.0 + device::jitter())).await,
            _ => return Some(field("words").unwrap_or_default()),
        }
    }
    Some(String::new())
}
