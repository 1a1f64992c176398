//! The second part of the player's program: the game itself, which is loaded while somebody types a name. The program
//! in `bin` says how.

use std::sync::OnceLock;

use wasm_bindgen_futures::spawn_local;

use crate::dom::El;
use crate::live::{Memo, Signal};
use crate::net::device;
use crate::parts::Loading;
use crate::state::session::Session;

/// The game of who has a seat.
type Game = fn(Session) -> El;

/// The game, which is in the second part.
#[derive(Clone, Copy, Debug)]
pub struct Seat(Game);

/// The value that the program hands over: what only this can reach is in the second part.
pub const SEAT: Seat = Seat(super::seat::seat);

/// Loads the second part, unless it is there.
pub(crate) type Load = fn() -> Loading<Seat>;

static LOAD: OnceLock<Load> = OnceLock::new();
static LOADED: OnceLock<Game> = OnceLock::new();

/// After how many tries that failed the page is loaded anew: after an update of the server the old part is not there
/// any more.
const MAX_TRIES: u32 = 5;

/// Makes known how the part is loaded.
pub(crate) fn load_by(load: Load) {
    let _ = LOAD.set(load);
}

async fn seat() -> Option<Seat> {
    LOAD.get()?().await
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
            for tries in 0.. {
                if let Some(Seat(game)) = seat().await {
                    return there.set(Some(*LOADED.get_or_init(|| game)));
                }
                device::sleep(f64::from(500_u32 << MAX_TRIES.min(tries))).await;
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
