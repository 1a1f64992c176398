//! What is in sight on a page that belongs to its picture only while somebody is at it.

use std::time::Duration;

use crate::net::window::on_window_event;
use leptos::ev;
use leptos::prelude::*;

/// How long it stays in sight.
const SHOWN: Duration = Duration::from_secs(4);

/// Whether somebody has moved the pointer or pressed a key a moment ago.
pub(crate) fn somebody_is_there() -> ReadSignal<bool> {
    // Counted, so that only the last of many moves hides it.
    let moves = RwSignal::new(0_u32);
    let shown = RwSignal::new(false);
    let show = move || {
        let now = moves.try_update(|moves| {
            *moves = moves.wrapping_add(1);
            *moves
        });
        let _ = shown.try_set(true);
        let hide = move || {
            if moves.try_get_untracked() == now {
                let _ = shown.try_set(false);
            }
        };
        set_timeout(hide, SHOWN);
    };
    let pointer = on_window_event(ev::pointermove, move |_| show());
    let keys = on_window_event(ev::keydown, move |_| show());
    on_cleanup(move || {
        pointer.remove();
        keys.remove();
    });
    shown.read_only()
}
