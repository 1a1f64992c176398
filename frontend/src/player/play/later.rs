//! The second part of the player's program: the game itself, which is loaded while somebody types a name.
//!
//! `scripts/split.mjs` cuts the program in two at [`seat`]: what only that can reach is in the second part.

use std::sync::OnceLock;

use wasm_bindgen_futures::spawn_local;

use crate::dom::El;
use crate::live::{Memo, Signal};
use crate::net::device;
use crate::state::session::Session;

type Seat = fn(Session) -> El;

static SEAT: OnceLock<Seat> = OnceLock::new();

/// After how many tries that failed the page is loaded anew: after an update of the server the old part is not there any
/// more.
const TRIES: u32 = 5;

#[cfg(not(debug_assertions))]
#[wasm_split_helpers::wasm_split(seat, fallible)]
fn seat() -> Result<Seat, wasm_split_helpers::SplitLoaderError> {
    Ok(super::seat::seat)
}

/// A build for trying things out is in one piece.
#[cfg(debug_assertions)]
async fn seat() -> Result<Seat, ()> {
    Ok(super::seat::seat)
}

/// Begins to load the game, for who comes back to it and types no name.
pub(super) fn begin() {
    spawn_local(async {
        let _ = seat().await;
    });
}

/// Loads the game, where that was not done before; whoever reads the signal is told when it is there. Where it does not
/// come, a page that waits for it is loaded anew, and no other: a name that is being typed would be lost.
pub(super) fn load(waits: Memo<bool>) -> Signal<Option<Seat>> {
    let there = Signal::new(SEAT.get().copied());
    if there.get_untracked().is_none() {
        spawn_local(async move {
            for tries in 0.. {
                if let Ok(seat) = seat().await {
                    return there.set(Some(*SEAT.get_or_init(|| seat)));
                }
                device::sleep(f64::from(500_u32 << TRIES.min(tries))).await;
                // The page may be gone.
                let Some(waits) = waits.try_get_untracked() else { return };
                // Without a network there would be no page either.
                if waits && tries >= TRIES && device::is_online() {
                    device::start_over();
                }
            }
        });
    }
    there
}
