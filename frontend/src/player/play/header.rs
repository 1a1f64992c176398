//! The slim line on top of a running game: who I am, what I have, and where my money is.

use leptos::prelude::*;
use quizrain_shared::decimal;
use quizrain_shared::pages::Page;

use crate::components::chrome::Wordmark;
use crate::dom::view;
use crate::live::live;
use crate::state::session::Session;
use crate::text;

#[component]
pub(super) fn Header(session: Session) -> impl IntoView {
    let t = text::player();
    let name = session.part(|known| known.you.as_ref().map(|you| you.seat.nickname.clone()));
    let score = session.part(|known| {
        let you = known.you.as_ref()?;
        Some(you.outcome.as_ref().map_or(0, |outcome| outcome.score))
    });
    view! {
        <header class="slim">
            {live(move || match name.get() {
                Some(name) => view! { <span class="slim-name"><bdi>{name}</bdi></span> }.into_any(),
                None => view! { <a class="top-home" href=Page::Home.path()><Wordmark /></a> }.into_any(),
            })}
            {live(move || score.get().map(|score| view! {
                <span class="slim-score">
                    <span class="visually-hidden">{t.now().score}</span>
                    <span data-testid="score">{decimal::format(score, 0)}</span>
                </span>
            }))}
            <a class="slim-balance" href=Page::Balance.path()>{t.say(|w| w.balance)}</a>
        </header>
    }
}
