//! Signing in by a link whose fragment has a signed token of the host's own system, or the code of an
//! invite; or at a provider, from which the browser comes back.

use quizrain_shared::ids::Pin;
use quizrain_shared::pages::Page;

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
        // A name that may have come with the link is not the next one's.
        storage::set_nickname("");
        storage::set_signed_in("");
        storage::renew_account();
    }
    done
}

/// Why somebody is not signed in who may be all the same, once they have said so.
const SOMEBODY_ELSE: &str = "somebody_else";
const HAS_PLAYED: &str = "has_played";

/// In a body: what the browser has becomes the person's.
const INHERIT: &str = "\"inherit\":true,";

fn may_be_confirmed(reason: Option<String>) -> bool {
    matches!(reason.as_deref(), Some(SOMEBODY_ELSE | HAS_PLAYED))
}

/// Asks the player what the server asks.
fn is_confirmed(words: Option<String>) -> bool {
    device::window().confirm_with_message(&words.unwrap_or_default()) == Ok(true)
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
    let mut inherit = "";
    for _ in 0..TRIES {
        let tag = ["\"language\":\"", language, "\"}"].concat();
        let body = ["{\"", shown, "\":\"", &text, "\",", inherit, &tag].concat();
        let said = send("POST", "/api/identity", Some(&storage::account()), Some(&body)).await;
        let (status, said) = said.unwrap_or_default();
        let json = Json::read(&said).ok();
        let field = |name| json.as_ref().and_then(|json| json.at(name).text());
        match status {
            200 => {
                note_signed_in(field("name"), field("who"));
                return Ok(json.as_ref().and_then(|json| json.whole("pin")));
            }
            // Whoever was signed in here before has a link of their own. A link that somebody else has sent
            // must not change who plays here without a word.
            // What the browser has as nobody's moves when its player says so, and not back.
            409 if may_be_confirmed(field("reason")) => {
                if !is_confirmed(field("words")) {
                    return Ok(None);
                }
                if field("reason").as_deref() == Some(SOMEBODY_ELSE) {
                    storage::renew_account();
                } else {
                    inherit = INHERIT;
                }
            }
            0 | 429 | 503 => device::sleep(1000.0 * (1.0 + device::jitter())).await,
            _ => return Err(field("words").unwrap_or_default()),
        }
    }
    Err(String::new())
}

/// Remembers that somebody has signed in, whom others call so, and they themselves so.
fn note_signed_in(name: Option<String>, who: Option<String>) {
    if let Some(name) = name.filter(|_| storage::nickname().is_none()) {
        storage::set_nickname(&name);
    }
    storage::set_signed_in(&who.unwrap_or_default());
}

/// What people call the provider at which they can sign in, where there is one. It stands in the page.
pub(crate) fn provider() -> Option<String> {
    leptos::prelude::document().document_element()?.get_attribute("data-oidc")
}

/// Goes to the provider, and comes back to `/sign-in`, and from there to the game with this pin. Not where its
/// player would rather keep what the browser has; whether it goes.
///
/// # Errors
/// Why not, in the reader's language. Empty: nobody answered.
pub(crate) async fn start(pin: Option<Pin>, language: &str) -> Result<bool, String> {
    let pin = pin.map_or_else(|| "null".to_owned(), |pin| pin.to_string());
    let mut inherit = "";
    loop {
        let body = ["{\"pin\":", &pin, ",", inherit, "\"language\":\"", language, "\"}"].concat();
        let said = send("POST", "/api/oidc/start", Some(&storage::account()), Some(&body)).await;
        let json = Json::read(&said.unwrap_or_default().1).ok();
        let field = |name| json.as_ref().and_then(|json| json.at(name).text());
        if let Some(url) = field("url") {
            let gone = device::window().location().assign(&url);
            return gone.map(|()| true).map_err(|_| String::new());
        }
        if !inherit.is_empty() || field("reason").as_deref() != Some(HAS_PLAYED) {
            return Err(field("words").unwrap_or_default());
        }
        if !is_confirmed(field("words")) {
            return Ok(false);
        }
        inherit = INHERIT;
    }
}

/// What a browser has come back with.
pub(crate) struct Returned {
    /// To which game it goes on, as far as the address says.
    pub(crate) pin: Option<Pin>,
    /// What the provider has put into the address.
    said: Vec<(&'static str, String)>,
}

/// What the provider has put into the address, which no longer has it.
pub(crate) fn take_returned() -> Option<Returned> {
    let query = device::take_query()?;
    let state = query.get("state")?;
    // Where it goes on is written before the first dot. Whatever stands there, it is a game of ours or nothing.
    let pin = state.split_once('.').and_then(|(pin, _)| pin.parse().ok());
    let of = |name: &'static str| query.get(name).map(|it| (name, it));
    let said =
        ["code", "error", "iss"].into_iter().filter_map(of).chain([("state", state)]).collect();
    Some(Returned { pin, said })
}

/// Signs this browser in with what it has come back with: where it goes on; `None`: to the provider once more.
///
/// # Errors
/// Why it is not signed in, in the reader's language. Empty: nobody answered.
pub(crate) async fn finish(returned: &Returned, language: &str) -> Result<Option<Page>, String> {
    let object = js_sys::Object::new();
    let language = ("language", language.to_owned());
    for (name, text) in returned.said.iter().chain([&language]) {
        let _ = js_sys::Reflect::set(&object, &(*name).into(), &text.as_str().into());
    }
    let body = js_sys::JSON::stringify(&object).map_err(|_| String::new())?;
    let body = String::from(body);
    for _ in 0..TRIES {
        let said = send("POST", "/api/oidc/finish", Some(&storage::account()), Some(&body)).await;
        let (status, text) = said.unwrap_or_default();
        let json = Json::read(&text).ok();
        let field = |name| json.as_ref().and_then(|json| json.at(name).text());
        match status {
            200 => {
                note_signed_in(field("name"), field("who"));
                let pin = json.as_ref().and_then(|json| json.whole("pin")).and_then(Pin::new);
                return Ok(Some(pin.map_or(Page::Balance, Page::Play)));
            }
            // The provider knows them: they need not type anything again.
            409 if may_be_confirmed(field("reason")) => {
                let back = Some(returned.pin.map_or(Page::Balance, Page::Play));
                // Whoever has played meanwhile is asked on the way.
                if field("reason").as_deref() == Some(SOMEBODY_ELSE) {
                    if !is_confirmed(field("words")) {
                        return Ok(back);
                    }
                    storage::renew_account();
                }
                let goes = start(returned.pin, &language.1).await?;
                return Ok(back.filter(|_| !goes));
            }
            // Nothing was done with the code.
            429 => device::sleep(1000.0 * (1.0 + device::jitter())).await,
            _ => return Err(field("words").unwrap_or_default()),
        }
    }
    Err(String::new())
}
