//! The way from a game that is over into the next one at the booth.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::ids::Pin;
use quizrain_shared::pages::Page;

use crate::dom::view;
use crate::live::{Signal, live};
use crate::net::{booth, device};
use crate::text;

/// First and longest wait between two questions of a phone, in milliseconds.
const FIRST_MS: f64 = 2000.0;
const LONGEST_MS: f64 = 30_000.0;
/// How often a phone asks before it gives up: about eight minutes.
const TRIES: u32 = 20;

/// The way from a game that is over into the next one at the booth; nothing where there is none.
///
/// A phone asks less and less often, and no two at the same moment: at an event without a booth
/// ten thousand of them see the end together.
#[component]
pub(crate) fn PlayAgain(
    /// The game that is over.
    last: Option<Pin>,
) -> impl IntoView {
    let t = text::player();
    let next = Signal::new(None::<Pin>);
    ask_later(next, last, 0);
    live(move || {
        let pin = next.get()?;
        Some(view! {
            <p>
                <a class="button button-primary button-large" href=Page::Play(pin).path()
                    data-testid="play-again">{t.say(|w| w.play_again)}</a>
            </p>
        })
    })
}

fn ask_later(next: Signal<Option<Pin>>, last: Option<Pin>, tries: u32) {
    if tries == TRIES {
        return;
    }
    let ceiling = (FIRST_MS * 1.5_f64.powi(tries.cast_signed())).min(LONGEST_MS);
    let wait_ms = ceiling * (0.5 + device::jitter());
    let ask = move || {
        // The page may be gone by now.
        if next.try_get_untracked().is_none() {
            return;
        }
        spawn_local(async move {
            let found = if device::visible() { booth::shown().await.ok().flatten() } else { None };
            if next.try_get_untracked().is_none() {
                return;
            }
            if found.is_some() && found != last {
                next.set(found);
            }
            // A game that has been found may be over before anybody touches the button.
            ask_later(next, last, tries + 1);
        });
    };
    set_timeout(ask, Duration::from_millis(wait_ms as u64));
}
