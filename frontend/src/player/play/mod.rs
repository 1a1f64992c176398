//! `/play/:pin`: a player's phone, from the nickname to the podium.

mod header;
mod join;
mod paced;
mod part;
mod question;
mod rain;
mod reactions;
mod reading;
mod reveal;
mod seat;
mod sound;
mod spin;
mod standing;
mod teams;

use leptos::prelude::*;
use quizrain_shared::client::Status;
use quizrain_shared::ids::Pin;
use quizrain_shared::phase::Kind;
use quizrain_shared::wire::Refusal;
use wasm_bindgen_futures::spawn_local;

use crate::components::chrome::{Connecting, ConnectionBanner, HeldPage, TopBar, title};
use crate::components::theme::themed;
use crate::dom::view;
use crate::live::{effect, live, memo, value};
use crate::net::{device, sign_in, storage};
use crate::state::session::Session;
use crate::text;

use super::home::PinForm;
use super::play_again::PlayAgain;
use join::NicknameForm;
pub(crate) use part::load_by;
pub use part::{SEAT, Seat};

/// A player in a game, who may have come by a link that signs them in.
#[component]
pub(super) fn GamePage(pin: Pin) -> impl IntoView {
    let Some(brought) = sign_in::take() else { return game(pin, None) };
    let tag = text::language().get_untracked().tag();
    let done = RwSignal::new(None);
    spawn_local(async move { done.set(Some(sign_in::sign_in(brought, tag).await.err())) });
    live(move || match done.get() {
        Some(problem) => game(pin, problem),
        None => view! { <Waiting /> }.into_any(),
    })
    .into_any()
}

/// Before there is anything to see.
#[component]
fn Waiting() -> impl IntoView {
    view! {
        <TopBar />
        <main class="page page-narrow page-middle">
            <Connecting />
        </main>
    }
}

/// The game; what is wrong with a sign-in, as far as there is no seat.
fn game(pin: Pin, problem: Option<String>) -> AnyView {
    let session = Session::player(pin, storage::account());
    device::keep_awake_while_mounted();
    if storage::last_pin() == Some(pin) {
        part::begin();
    }
    let t = text::player();
    let name = session.part(|known| known.game.as_ref().map(|game| game.title.clone()));
    title(move || name.get());
    // Losing the connection changes the banner only: people keep what they were looking at.
    let status = session.status();
    let connection = memo(move || match status.get() {
        Status::Lost => Status::Live,
        other => other,
    });
    live(move || match connection.get() {
        Status::Connecting => view! { <Waiting /> }.into_any(),
        // Perhaps the pin was mistyped: whoever mends it need not wait for the wrong one.
        Status::Held => view! { <HeldPage><PinForm /></HeldPage> }.into_any(),
        Status::Replaced => view! {
            <TopBar />
            <main class="page page-narrow page-middle">
                <h1>{t.now().elsewhere}</h1>
                <p class="muted">{t.now().elsewhere_why}</p>
                <button type="button" class="button button-primary button-large"
                    on:click=move |_| session.restart()>{t.now().use_it_here}</button>
            </main>
        }
        .into_any(),
        Status::Refused(why) => view! { <NoGame why /> }.into_any(),
        Status::Live | Status::Lost => {
            view! { <Seated session problem=problem.clone() /> }.into_any()
        }
    })
    .into_any()
}

/// The player has a seat, or is about to take one.
#[component]
fn Seated(session: Session, problem: Option<String>) -> impl IntoView {
    let seated = session.part(|known| known.you.is_some());
    let ended = session.part(|known| known.kind() == Some(Kind::Ended));
    let plays = memo(move || seated.get() || ended.get());
    let there = part::load(plays);
    let pin = session.part(|known| known.game.as_ref().map(|game| game.pin));
    effect(move || {
        if ended.get() {
            storage::set_last_pin(None);
        } else if seated.get() {
            storage::set_last_pin(pin.get());
        }
    });
    live(move || {
        let page = if plays.get() {
            // Asked for here alone: a name that is being typed does not care.
            match there.get() {
                Some(game) => game(session),
                None => view! { <div class="play"><Waiting /></div> },
            }
        } else {
            view! {
                <div class="joining">
                    <TopBar />
                    <ConnectionBanner session />
                    <NicknameForm session problem=problem.clone() />
                </div>
            }
        };
        themed(page, session)
    })
}

/// What is shown where there is no such game for this player, and why.
#[component]
pub(super) fn NoGame(why: Refusal) -> impl IntoView {
    let t = text::player();
    let said = why.clone();
    let removed = why == Refusal::Removed;
    if removed {
        storage::set_last_pin(None);
    }
    title(move || Some((t.now().refusal)(&said).to_owned()));
    view! {
        <TopBar />
        <main class="page page-narrow page-middle">
            <h1>{value(move || (t.now().refusal)(&why))}</h1>
            <p class="muted">
                {t.say(if removed { |w| w.removed_why } else { |w| w.no_such_game_why })}
            </p>
            <PlayAgain last=None />
            <PinForm />
        </main>
    }
}
