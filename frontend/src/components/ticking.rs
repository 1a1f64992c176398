//! Views that follow the server's clock: the timer bar, the countdown.
//!
//! They ask the session for server time a few times a second; nothing here keeps time by itself.

use std::time::Duration;

use leptos::prelude::*;

use crate::dom::view;
use crate::live::{Memo, Signal, effect, filled, memo, value};
use crate::net::vibration;
use crate::state::session::Session;
use crate::text::{self, StageWords};

/// Server time in milliseconds, renewed ten times a second while its owner lives.
pub(crate) fn server_now(session: Session) -> Signal<f64> {
    let now = Signal::new(session.server_ms());
    let renew = move || now.set(session.server_ms());
    if let Ok(interval) = set_interval_with_handle(renew, Duration::from_millis(100)) {
        on_cleanup(move || interval.clear());
    }
    now
}

/// How much of a stage's window is left: as a share of it, and in whole seconds begun.
fn left((opens_ms, closes_ms): (u64, u64), now: f64) -> (f64, u64) {
    let whole = closes_ms.saturating_sub(opens_ms) as f64;
    let left = (closes_ms as f64 - now).clamp(0.0, whole);
    (if whole > 0.0 { left / whole } else { 0.0 }, (left / 1000.0).ceil() as u64)
}

/// When a reader of the screen hears how many seconds are left: seldom, and late enough to matter.
const ANNOUNCED_AT: [u64; 3] = [30, 10, 5];

/// What is to be heard when so many seconds are left of so many: the last moment that has passed.
/// What the question begins with is not news.
fn announced_at(whole: u64, left: u64) -> Option<u64> {
    ANNOUNCED_AT.into_iter().filter(|at| left > 0 && left <= *at && *at < whole).min()
}

/// In so many last seconds a phone vibrates, for so many milliseconds each.
const FELT: (u64, u32) = (3, 40);

/// A bar that empties until the stage closes, with the seconds beside it; where the stage gets more time,
/// it has that at once.
#[component]
pub(crate) fn Timer(
    /// Whose clock, and whose stage.
    session: Session,
    /// Whether whoever holds this phone has nothing to do any more; where that is said, the last seconds are felt.
    #[prop(optional)]
    done: Option<Memo<bool>>,
) -> impl IntoView {
    let t = text::words();
    let now = server_now(session);
    let left = move || left(session.window(), now.get());
    let seconds = memo(move || left().1);
    if let Some(done) = done {
        effect(move || {
            if (1..=FELT.0).contains(&seconds.get()) && !done.get_untracked() {
                vibration::vibrate(FELT.1);
            }
        });
    }
    let scale = value(move || filled(left().0));
    let heard = memo(move || {
        let (opens, closes) = session.window();
        announced_at(closes.saturating_sub(opens).div_ceil(1000), seconds.get())
    });
    view! {
        <div class="timer" class:timer-short=value(move || seconds.get() <= 5)>
            <div class="timer-track" aria-hidden="true">
                <div class="timer-bar" style:transform=scale></div>
            </div>
            <span class="timer-seconds" role="timer" aria-live="off" aria-label=t.say(|w| w.time_left)>
                {seconds}
            </span>
            <span class="visually-hidden" role="status">
                {value(move || heard.get().map(|at| (t.now().seconds_left)(at)))}
            </span>
        </div>
    }
}

/// A line that empties within a window of server time.
#[component]
pub(crate) fn Emptying(
    /// Whose clock.
    session: Session,
    /// When it is full.
    opens: u64,
    /// When it is empty.
    closes: u64,
) -> impl IntoView {
    let now = server_now(session);
    let scale = value(move || filled(left((opens, closes), now.get()).0));
    view! { <span class="emptying" aria-hidden="true" style:transform=scale></span> }
}

/// How many seconds are left until a moment of server time, as a stage says it.
#[component]
pub(crate) fn SecondsTo(
    /// Whose clock.
    session: Session,
    /// The moment.
    at: u64,
    /// What is said.
    say: fn(&'static StageWords, u64) -> String,
) -> impl IntoView {
    let t = text::stage();
    let now = server_now(session);
    let seconds = memo(move || left((0, at), now.get()).1);
    view! {
        <span class="seconds-to" role="timer" aria-live="off">
            {value(move || say(t.now(), seconds.get()))}
        </span>
    }
}

#[cfg(test)]
mod tests {
    use super::{announced_at, left};

    #[test]
    fn the_timer_is_heard_seldom() {
        let heard: Vec<_> = (0..=60).rev().map(|left| announced_at(60, left)).collect();
        let mut news = heard.clone();
        news.dedup();
        assert_eq!(news, [None, Some(30), Some(10), Some(5), None]);
        assert_eq!(announced_at(10, 10), None);
        assert_eq!(announced_at(10, 5), Some(5));
        assert_eq!(announced_at(5, 5), None);
    }

    #[test]
    fn a_window_empties_and_stays_empty() {
        assert_eq!(left((1000, 11_000), 500.0), (1.0, 10));
        assert_eq!(left((1000, 11_000), 6000.0), (0.5, 5));
        assert_eq!(left((1000, 11_000), 10_999.0).1, 1);
        assert_eq!(left((1000, 11_000), 11_000.0), (0.0, 0));
        assert_eq!(left((1000, 11_000), 99_000.0), (0.0, 0));
        assert_eq!(left((1000, 0), 99_000.0), (0.0, 0));
    }
}
