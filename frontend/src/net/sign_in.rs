//! Signing in by a link whose fragment has a signed token of the host's own system, or the code of an
//! invite.

use super::device;
use super::http::send;
use super::json::Json;
use super::storage;

/// How often it is tried where the server has no time or is not reached. It does no harm twice.
const TRIES: u32 = 4;

/// What the address has brought, and what the server calls that.
pub(crate) type Brought = (&'static str, String);

/// The token or the code that the address has brought.
pub(crate) fn take() -> Option<Brought> {
    let of = |name, field| device::take_from_address(name).map(|it| (field, it));
    of("sign-in", "jwt").or_else(|| of("invite", "invite"))
}

/// Shows the code that somebody has typed, as if a link had brought it.
pub(crate) fn show_invite(typed: &str) {
    let code: String = typed.chars().filter(char::is_ascii_alphanumeric).collect();
    let location = device::window().location();
    let _ = location.set_hash(&["invite=", &code].concat());
    let _ = location.reload();
}

/// Makes this browser nobody's, whose account has nothing; whether that is done.
pub(crate) async fn sign_out() -> bool {
    let said = send("DELETE", "/api/identity", Some(&storage::account()), None).await;
    let done = matches!(said, Some((200, _)));
    if done {
        // A name that came with the link is not the next one's.
        if storage::nickname() == storage::signed_in_as() {
            storage::set_nickname("");
        }
        storage::set_signed_in("");
        storage::renew_account();
    }
    done
}

/// Makes this browser the person's of a token or an invite; the game that is on for the guest, as far as
/// it is known.
///
/// # Errors
/// Why it is not, in the reader's language. Empty: nobody answered.
pub(crate) async fn sign_in(
    (shown, mut text): Brought,
    language: &str,
) -> Result<Option<u32>, String> {
    // Nothing else stands in one, and this needs no quotes.
    text.retain(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
    let body = ["{\"", shown, "\":\"", &text, "\",\"language\":\"", language, "\"}"].concat();
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
                storage::set_signed_in(&field("who").unwrap_or_default());
                return Ok(json.as_ref().and_then(|json| json.whole("pin")));
            }
            // Whoever was signed in here before has a link of their own. A link that somebody else has sent
            // must not change who plays here without a word.
            409 if field("reason").as_deref() == Some("somebody_else") => {
                let words = field("words").unwrap_or_default();
                if device::window().confirm_with_message(&words) != Ok(true) {
                    return Ok(None);
                }
                storage::renew_account();
            }
            0 | 429 | 503 => device::sleep(1000.0 * (1.0 + device::jitter())).await,
            _ => return Err(field("words").unwrap_or_default()),
        }
    }
    Err(String::new())
}
