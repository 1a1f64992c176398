//! Views that follow the server's clock: the timer bar, the countdown.
//!
//! They ask the session for server time a few times a second; nothing here keeps time by itself.

use std::time::Duration;

use leptos::prelude::*;
use quizrain_shared::wire::StageAt;

use crate::live::{filled, memo, value};
use crate::state::session::Session;
use crate::text;

/// Server time in milliseconds, renewed ten times a second while its owner lives.
pub(crate) fn server_now(session: Session) -> ReadSignal<f64> {
    let (now, set_now) = signal(session.server_ms());
    let renew = move || {
        let _ = set_now.try_set(session.server_ms());
    };
    if let Ok(interval) = set_interval_with_handle(renew, Duration::from_millis(100)) {
        on_cleanup(move || interval.clear());
    }
    now
}

/// How much of a stage's window is left: as a share of it, and in whole seconds begun.
fn left(opens_ms: u64, closes_ms: u64, now: f64) -> (f64, u64) {
    let whole = closes_ms.saturating_sub(opens_ms) as f64;
    let left = (closes_ms as f64 - now).clamp(0.0, whole);
    (if whole > 0.0 { left / whole } else { 0.0 }, (left / 1000.0).ceil() as u64)
}

/// A bar that empties until the stage closes, with the seconds beside it.
#[component]
pub(crate) fn Timer(
    /// Whose clock.
    session: Session,
    /// The stage with its window.
    stage: std::sync::Arc<StageAt>,
) -> impl IntoView {
    let t = text::words();
    let now = server_now(session);
    let (opens, closes) = (stage.opens_ms, stage.closes_ms);
    let seconds = memo(move || left(opens, closes, now.get()).1);
    let scale = value(move || filled(left(opens, closes, now.get()).0));
    view! {
        <div class="timer" class:timer-short=value(move || seconds.get() <= 5) role="timer" aria-label=t.say(|w| w.time_left)>
            <div class="timer-track">
                <div class="timer-bar" style:transform=scale></div>
            </div>
            <output class="timer-seconds">{seconds}</output>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::left;

    #[test]
    fn a_window_empties_and_stays_empty() {
        assert_eq!(left(1000, 11_000, 500.0), (1.0, 10));
        assert_eq!(left(1000, 11_000, 6000.0), (0.5, 5));
        assert_eq!(left(1000, 11_000, 10_999.0).1, 1);
        assert_eq!(left(1000, 11_000, 11_000.0), (0.0, 0));
        assert_eq!(left(1000, 11_000, 99_000.0), (0.0, 0));
        assert_eq!(left(1000, 0, 99_000.0), (0.0, 0));
    }
}
