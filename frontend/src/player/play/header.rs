//! The slim line on top of a running game: who I am, what I have, where my money is, and the switch for what is felt.

use leptos::prelude::*;
use quizrain_shared::client::GameView;
use quizrain_shared::decimal;
use quizrain_shared::pages::Page;

use crate::components::avatar::avatar;
use crate::components::chrome::Wordmark;
use crate::components::team::team;
use crate::dom::{El, view};
use crate::live::{Signal, live, value};
use crate::net::{storage, vibration};
use crate::state::session::Session;
use crate::text;

#[component]
pub(super) fn Header(session: Session) -> impl IntoView {
    let t = text::player();
    let name = session.part(|known| known.you.as_ref().map(|you| you.seat.nickname.clone()));
    let face = session.face();
    let outcome = session.part(|known| known.you.as_ref()?.outcome.clone());
    let score = session.part(GameView::score);
    let chance = live(move || {
        let (life, words) = (outcome.get()?.life?, t.now());
        let said = match life.cards {
            _ if !life.is_in() => words.out.to_owned(),
            0 => return None,
            cards => (words.revive_cards)(cards),
        };
        Some(view! { <span class="slim-life" data-testid="life">{said}</span> })
    });
    view! {
        <header class="slim">
            {live(move || face.get().map(avatar))}
            <span class="slim-who">
                {live(move || match name.get() {
                    Some(name) => {
                        let team = session.team().map(|number| team(&session.mode(), number));
                        view! { <span class="slim-name"><bdi>{name}</bdi></span> {team} }.into_any()
                    }
                    None => view! { <a class="top-home" href=Page::Home.path()><Wordmark /></a> }.into_any(),
                })}
                {chance}
            </span>
            {live(move || name.with(Option::is_some).then(|| view! {
                <span class="slim-score">
                    <span class="visually-hidden">{t.now().score}</span>
                    <span data-testid="score">
                        {decimal::format(score.get(), 0)}
                    </span>
                </span>
            }))}
            {vibration::is_possible().then(vibration_switch)}
            <a class="slim-balance" href=Page::Balance.path()>{t.say(|w| w.balance)}</a>
        </header>
    }
}

/// Whoever switches it on feels that it works.
fn vibration_switch() -> El {
    let t = text::player();
    let on = Signal::new(storage::vibrates());
    let switch = move |_: leptos::ev::MouseEvent| {
        let next = !on.get_untracked();
        storage::set_vibrates(next);
        on.set(next);
        vibration::vibrate(40);
    };
    view! {
        <button type="button" class="slim-buzz" data-testid="vibration" on:click=switch
            aria-label=t.say(|w| w.vibration)
            aria-pressed=value(move || if on.get() { "true" } else { "false" })>
            <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M8 3h8v18H8z" /><path d="M4 8v8M20 8v8" /></svg>
        </button>
    }
}
