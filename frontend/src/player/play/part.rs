//! The second part of the player's program: the game itself, which is loaded while somebody types a name. The program
//! in `bin` says how.

use std::sync::OnceLock;

use wasm_bindgen_futures::spawn_local;

use crate::dom::El;
use crate::live::{Memo, Signal};
use crate::net::device;
use crate::parts::{Loading, MAX_TRIES, back_off};
use crate::state::session::Session;

/// The game of who has a seat.
type Game = fn(Session) -> El;

/// The game, which is in the second part.
#[derive(Clone, Copy, Debug)]
pub struct Seat(Game);

/// The value that the program hands over: what only this can reach is in the second part.
pub const SEAT: Seat = Seat(super::seat::seat);

/// How the program loads the second part, unless it is there.
pub(crate) type SeatLoader = fn() -> Loading<Seat>;

static LOADER: OnceLock<SeatLoader> = OnceLock::new();
static LOADED: OnceLock<Game> = OnceLock::new();

/// Makes known how the part is loaded.
pub(crate) fn load_by(loader: SeatLoader) {
    let _ = LOADER.set(loader);
}

async fn seat() -> Option<Seat> {
    LOADER.get()?().await
}

/// Begins to load the game, for who comes back to it and types no name.
pub(super) fn begin() {
    spawn_local(async {
        seat().await;
    });
}

/// Loads the game, where that was not done before; whoever reads the signal is told when it is there. Where it does not
/// come, a page that waits for it is loaded anew, and no other: a name that is being typed would be lost.
pub(super) fn load(waits: Memo<bool>) -> Signal<Option<Game>> {
    let there = Signal::new(LOADED.get().copied());
    if there.get_untracked().is_none() {
        spawn_local(async move {
            for tries in 1.. {
                if let Some(Seat(game)) = seat().await {
                    return there.set(Some(*LOADED.get_or_init(|| game)));
                }
                back_off(tries).await;
                // The page may be gone.
                let Some(waits) = waits.try_get_untracked() else { return };
                // Without a network there would be no page either.
                if waits && tries >= MAX_TRIES && device::is_online() {
                    device::start_over();
                }
            }
        });
    }
    there
}
