//! What this browser remembers: whose account it is, its rights as a host, language, nickname and face.
//!
//! Where the browser refuses to store anything, values live as long as the page. To the next document of ours in the
//! same tab they go in the window's name, which that document empties at once.

use std::cell::RefCell;
use std::str::FromStr;

use quizrain_shared::avatar::Avatar;
use quizrain_shared::ids::{GameId, Pin, QuizId, Token};

use super::device;
use super::http::SESSION;

/// How a window's name begins that a document of ours has left.
const LEFT: &str = "quizrain\n";

thread_local! {
    /// Names and values; the last one of a name counts.
    static MEMORY: RefCell<Vec<(String, String)>> = const { RefCell::new(Vec::new()) };
    /// What this page found noted when it took a seat.
    static TAKEN: RefCell<String> = const { RefCell::new(String::new()) };
}

const ACCOUNT: &str = "quizrain.account";
const HOST_KEY: &str = "quizrain.host-key";
/// In the place of the host key: a host has signed in.
const IN_SESSION: &str = "session";
/// How the names of rights to desks begin.
const GAME: &str = "quizrain.host.";
const LANGUAGE: &str = "quizrain.language";
const SIGNED_IN: &str = "quizrain.signed-in";
const NICKNAME: &str = "quizrain.nickname";
const AVATAR: &str = "quizrain.avatar";
const LAST_PIN: &str = "quizrain.last-pin";
const SEAT: &str = "quizrain.seat";
const RECEIPTS: &str = "quizrain.receipts";
const SEALS: &str = "quizrain.seals";
const DRAWS: &str = "quizrain.draws";
const NEW_GAME: &str = "quizrain.new-game";
const CUE: &str = "quizrain.cue";
const MUTED: &str = "quizrain.muted";
const VOLUME: &str = "quizrain.volume";
const VIBRATION: &str = "quizrain.vibration";

fn local() -> Option<web_sys::Storage> {
    device::window().local_storage().ok().flatten()
}

fn read(key: &str) -> Option<String> {
    let stored = local().and_then(|storage| storage.get_item(key).ok().flatten());
    stored.or_else(|| {
        MEMORY.with_borrow(|memory| {
            memory.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value.clone())
        })
    })
}

fn write(key: &str, value: &str) {
    let stored = local().is_some_and(|storage| storage.set_item(key, value).is_ok());
    if !stored {
        MEMORY.with_borrow_mut(|memory| {
            memory.retain(|(name, _)| name != key);
            memory.push((key.to_owned(), value.to_owned()));
        });
    }
}

/// Goes on with what the document before knew where nothing is stored.
pub(crate) fn take_over() {
    let window = device::window();
    let name = window.name().unwrap_or_default();
    if let Some(left) = name.strip_prefix(LEFT) {
        let _ = window.set_name("");
        let pairs = left.lines().filter_map(|line| line.split_once('='));
        let pairs = pairs.map(|(key, value)| (key.to_owned(), value.to_owned()));
        MEMORY.with_borrow_mut(|memory| memory.extend(pairs));
    }
}

/// Leaves to the next document of ours, to which a link of ours leads, what this one knows and could not store. Whoever
/// goes elsewhere takes nothing along.
pub(crate) fn hand_over() {
    let line = |(key, value): &(String, String)| [key, "=", value, "\n"].concat();
    let lines: String = MEMORY.with_borrow(|memory| memory.iter().map(line).collect());
    if !lines.is_empty() {
        let _ = device::window().set_name(&[LEFT, &lines].concat());
    }
}

/// The account's secret; made now where this browser has none yet.
pub(crate) fn account() -> Token {
    if let Some(token) = read(ACCOUNT).and_then(|text| Token::from_str(&text).ok()) {
        return token;
    }
    renew_account()
}

/// Makes another one in its place.
pub(crate) fn renew_account() -> Token {
    let token = Token(device::random_bytes());
    write(ACCOUNT, &token.reveal());
    token
}

/// As whom this browser has signed in; it may have been signed out since.
pub(crate) fn signed_in_as() -> Option<String> {
    read(SIGNED_IN).filter(|who| !who.is_empty())
}

/// Remembers that; empty: as nobody.
pub(crate) fn set_signed_in(who: &str) {
    write(SIGNED_IN, who);
}

/// The operator's key, which makes games; or what stands in its place, where a host has signed in.
pub(crate) fn host_key() -> Option<Token> {
    match read(HOST_KEY)?.as_str() {
        IN_SESSION => Some(SESSION),
        text => Token::from_str(text).ok(),
    }
}

/// Remembers the operator's key.
pub(crate) fn set_host_key(key: &Token) {
    write(HOST_KEY, &key.reveal());
}

/// Remembers that a host has signed in.
pub(crate) fn set_session() {
    write(HOST_KEY, IN_SESSION);
}

/// Forgets that, with all rights to desks: they were that host's.
pub(crate) fn forget_session() {
    if host_key() == Some(SESSION) {
        write(HOST_KEY, "");
    }
    if let Some(storage) = local() {
        let names = (0..storage.length().unwrap_or(0)).filter_map(|i| storage.key(i).ok()?);
        let names: Vec<String> = names.filter(|name| name.starts_with(GAME)).collect();
        for name in names {
            let _ = storage.remove_item(&name);
        }
    }
    MEMORY.with_borrow_mut(|memory| memory.retain(|(name, _)| !name.starts_with(GAME)));
}

fn game_key(game: GameId) -> String {
    format!("{GAME}{game}")
}

/// The right to drive a game.
pub(crate) fn host_token(game: GameId) -> Option<Token> {
    read(&game_key(game)).and_then(|text| Token::from_str(&text).ok())
}

/// Remembers the right to drive a game.
pub(crate) fn set_host_token(game: GameId, token: &Token) {
    write(&game_key(game), &token.reveal());
}

fn fallen_key(game: GameId) -> String {
    format!("quizrain.fallen.{game}")
}

/// Which planned rains this browser let fall in a game, as they were written.
pub(crate) fn fallen(game: GameId) -> Option<String> {
    read(&fallen_key(game))
}

/// Remembers that.
pub(crate) fn set_fallen(game: GameId, text: &str) {
    write(&fallen_key(game), text);
}

fn written_key(quiz: QuizId) -> String {
    format!("quizrain.written.{quiz}")
}

/// What was written of a quiz and may not be saved, as it was stored.
pub(crate) fn written(quiz: QuizId) -> Option<String> {
    read(&written_key(quiz))
}

/// Remembers that; `None` when it is saved.
pub(crate) fn set_written(quiz: QuizId, text: Option<&str>) {
    let key = written_key(quiz);
    match text {
        Some(text) => write(&key, text),
        None => {
            if let Some(storage) = local() {
                let _ = storage.remove_item(&key);
            }
            MEMORY.with_borrow_mut(|memory| memory.retain(|(name, _)| *name != key));
        }
    }
}

/// The chosen language's tag.
pub(crate) fn language() -> Option<String> {
    read(LANGUAGE)
}

/// Remembers the chosen language's tag.
pub(crate) fn set_language(tag: &str) {
    write(LANGUAGE, tag);
}

/// The nickname used last.
pub(crate) fn nickname() -> Option<String> {
    read(NICKNAME).filter(|name| !name.is_empty())
}

/// Remembers the nickname used last.
pub(crate) fn set_nickname(name: &str) {
    write(NICKNAME, name);
}

/// The face of whoever plays here; drawn by lot where this browser has none yet.
pub(crate) fn avatar() -> Avatar {
    let known = read(AVATAR).and_then(|text| text.parse().ok());
    known.map_or_else(renew_avatar, Avatar)
}

/// Draws another one in its place.
pub(crate) fn renew_avatar() -> Avatar {
    let avatar = Avatar(u32::from_le_bytes(device::random_bytes()));
    write(AVATAR, &avatar.0.to_string());
    avatar
}

/// The game in which this browser has a seat.
pub(crate) fn last_pin() -> Option<Pin> {
    read(LAST_PIN).and_then(|text| Pin::from_str(&text).ok())
}

/// Remembers the game in which this browser has a seat; `None` when it is over.
pub(crate) fn set_last_pin(pin: Option<Pin>) {
    write(LAST_PIN, &pin.map(|pin| pin.to_string()).unwrap_or_default());
}

/// Notes that this page has the seat in a game, and no other page of this browser: somebody has just opened it, or
/// pressed its button.
pub(crate) fn take_seat(pin: Pin) {
    let now = (js_sys::Date::now() as u64).to_string();
    let taken = [&pin.to_string(), " ", &now].concat();
    write(SEAT, &taken);
    // A browser whose storage is full keeps what stood there before.
    TAKEN.set(read(SEAT).unwrap_or_default());
}

/// Whether another page of this browser has taken the seat since, which a page that slept did not hear.
pub(crate) fn seat_is_elsewhere(pin: Pin) -> bool {
    let pin = pin.to_string();
    // A page in another game says nothing about this one.
    read(SEAT)
        .is_some_and(|last| last.starts_with(&pin) && TAKEN.with_borrow(|taken| last != *taken))
}

/// Forgets who plays here. What somebody has signed in as has another account next; a browser that was nobody's keeps
/// its own, and with it the balance.
pub(crate) fn forget_player() {
    for key in [NICKNAME, AVATAR, LAST_PIN, SEAT, RECEIPTS] {
        if let Some(storage) = local() {
            let _ = storage.remove_item(key);
        }
        MEMORY.with_borrow_mut(|memory| memory.retain(|(name, _)| name != key));
    }
    if signed_in_as().is_some() {
        set_signed_in("");
        renew_account();
    }
}

/// Receipts of packets that are not credited yet, as they were written.
pub(crate) fn receipts() -> Option<String> {
    read(RECEIPTS)
}

/// Remembers receipts.
pub(crate) fn set_receipts(text: &str) {
    write(RECEIPTS, text);
}

/// What was promised of the draws of games and added to them, as it was written.
pub(crate) fn draws() -> Option<String> {
    read(DRAWS)
}

/// Remembers that.
pub(crate) fn set_draws(text: &str) {
    write(DRAWS, text);
}

/// Rains that were shown with their commitments, as they were written.
pub(crate) fn seals() -> Option<String> {
    read(SEALS)
}

/// Remembers commitments.
pub(crate) fn set_seals(text: &str) {
    write(SEALS, text);
}

/// What was chosen for the newest game that is more than a quiz, as it was written.
pub(crate) fn new_game() -> Option<String> {
    read(NEW_GAME)
}

/// Remembers that.
pub(crate) fn set_new_game(text: &str) {
    write(NEW_GAME, text);
}

/// Whether what the desk shows its host alone is folded.
pub(crate) fn cue_folded() -> bool {
    read(CUE).as_deref() == Some("folded")
}

/// Remembers that.
pub(crate) fn set_cue_folded(folded: bool) {
    write(CUE, if folded { "folded" } else { "open" });
}

/// Whether big screens of this browser are muted; `None` where nobody has said.
pub(crate) fn muted() -> Option<bool> {
    read(MUTED).and_then(|text| text.parse().ok())
}

/// Remembers that.
pub(crate) fn set_muted(muted: bool) {
    write(MUTED, if muted { "true" } else { "false" });
}

/// How loud they are, in percent, where somebody has said.
pub(crate) fn volume() -> Option<u32> {
    read(VOLUME).and_then(|text| text.parse().ok())
}

/// Remembers that.
pub(crate) fn set_volume(percent: u32) {
    write(VOLUME, &percent.to_string());
}

/// Whether phones of this browser may vibrate: as long as nobody says otherwise.
pub(crate) fn vibrates() -> bool {
    read(VIBRATION).as_deref() != Some("off")
}

/// Remembers that.
pub(crate) fn set_vibrates(on: bool) {
    write(VIBRATION, if on { "on" } else { "off" });
}
