//! `/booth`: the big screen of a place where one game follows the other. It shows whatever game the
//! server names, and moves on by itself; nobody touches this screen for days. What stands still that long burns in, so
//! the picture wanders a little.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::ids::Pin;
use quizrain_shared::phase::Kind;

use crate::components::chrome::{ConnectionBanner, HeldPage, Wordmark, title};
use crate::dom::view;
use crate::live::{Signal, effect, live, memo, value};
use crate::net::{booth, device, host};
use crate::stage::show::{BigStage, bare};
use crate::state::session::Session;
use crate::text;

use super::screen::{Shown, shown};
use super::sound::{SilentCorner, Sounding};

/// How often the server is asked which game is on.
const ASK_EVERY: Duration = Duration::from_secs(2);
/// How often the picture is moved.
const MOVE_EVERY: Duration = Duration::from_secs(60);

/// Where the picture is moved to, one after the other, in pixels: nowhere further than `booth.css` makes it wider.
const PLACES: [(i8, i8); 9] =
    [(0, 0), (3, 1), (4, 4), (1, 3), (-2, 4), (-4, 1), (-3, -3), (0, -4), (4, -2)];

/// The CSS transform to a place, counted without an end.
fn moved_to(place: usize) -> String {
    let (right, down) = PLACES[place % PLACES.len()];
    format!("translate({right}px, {down}px)")
}

/// The picture's CSS transform, another one each minute while its owner lives.
fn wandering() -> Signal<String> {
    let place = StoredValue::new(0);
    let moved = Signal::new(moved_to(0));
    let go = move || {
        let next = place.try_update_value(|place: &mut usize| {
            *place = place.wrapping_add(1);
            *place
        });
        if let Some(next) = next {
            moved.set(moved_to(next));
        }
    };
    if let Ok(interval) = set_interval_with_handle(go, MOVE_EVERY) {
        on_cleanup(move || interval.clear());
    }
    moved
}

/// The booth's page.
#[component]
pub(crate) fn BoothPage() -> impl IntoView {
    let shown = RwSignal::new(None::<Pin>);
    let over = RwSignal::new(false);
    let moved = wandering();
    device::keep_awake_while_mounted();
    let ask = move || {
        spawn_local(async move {
            // A server that is restarting is asked again; what is shown stays.
            let Ok(next) = booth::shown().await else { return };
            let now = shown.try_get_untracked().flatten();
            let over_now = over.try_get_untracked() == Some(true);
            if next != now && (next.is_some() || over_now) {
                let _ = over.try_set(false);
                let _ = shown.try_set(next);
            }
        });
    };
    ask();
    if let Ok(interval) = set_interval_with_handle(ask, ASK_EVERY) {
        on_cleanup(move || interval.clear());
    }
    live(move || match shown.get() {
        Some(pin) => view! { <BoothGame pin over moved /> }.into_any(),
        None => view! { <NextGame moved /> }.into_any(),
    })
}

/// One game, as on any big screen, until it is over.
#[component]
fn BoothGame(pin: Pin, over: RwSignal<bool>, moved: Signal<String>) -> impl IntoView {
    let session = Session::screen(pin);
    let ended = session.part(|known| known.kind() == Some(Kind::Ended));
    let status = session.status();
    let shown = memo(move || match shown(&status.get()) {
        Shown::Game if ended.get() => Shown::NoGame,
        shown => shown,
    });
    let name = session.part(|known| known.game.as_ref().map(|game| game.title.clone()));
    title(move || name.get());
    effect(move || over.set(shown.get() == Shown::NoGame));
    live(move || match shown.get() {
        Shown::NoGame => view! { <NextGame moved /> }.into_any(),
        Shown::Held => view! { <HeldPage /> }.into_any(),
        Shown::Game => view! {
            <main class="projector">
                <div class="booth-picture" style:transform=moved><BigStage session /></div>
                <Sounding session />
                <ConnectionBanner session />
            </main>
        }
        .into_any(),
    })
}

/// Between two games.
#[component]
fn NextGame(moved: Signal<String>) -> impl IntoView {
    let t = text::stage();
    title(move || Some(t.now().next_game_soon.to_owned()));
    let join_url = RwSignal::new(String::new());
    spawn_local(async move {
        if let Ok(url) = host::join_url().await {
            let _ = join_url.try_set(url);
        }
    });
    view! {
        <main class="projector">
            <div class="booth-picture" style:transform=moved>
                <section class="big" data-testid="next-game">
                    <header class="big-strip"><Wordmark /></header>
                    <div class="big-body">
                        <div class="big-next">
                            <div class="calm-drop" aria-hidden="true"></div>
                            <h1>{t.say(|w| w.next_game_soon)}</h1>
                            <p class="big-next-at">{t.say(|w| w.join_at)}</p>
                            <p class="big-next-url">{value(move || bare(&join_url.get()))}</p>
                        </div>
                    </div>
                </section>
            </div>
            <SilentCorner />
        </main>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How much wider the picture is on each side.
    const SPARE: i8 = 4;

    #[test]
    fn the_picture_wanders_within_its_spare_pixels_and_never_stands_still() {
        let css = include_str!("../../styles/booth.css");
        assert!(css.contains(&format!("inset: -{SPARE}px;")));
        for (place, (right, down)) in PLACES.into_iter().enumerate() {
            assert!(right.abs() <= SPARE && down.abs() <= SPARE, "{right} {down}");
            let (next_right, next_down) = PLACES[(place + 1) % PLACES.len()];
            let (x, y) = ((next_right - right).abs(), (next_down - down).abs());
            assert!((2..=7).contains(&(x + y)), "from {place} by {x} and {y}");
            let other = PLACES.iter().filter(|other| **other == (right, down)).count();
            assert_eq!(other, 1, "{right} {down}");
        }
        assert_eq!(moved_to(PLACES.len() + 2), "translate(4px, 4px)");
        assert_eq!(moved_to(5), "translate(-4px, 1px)");
    }
}
