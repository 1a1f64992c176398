//! The lobby on the projector: how to join, and the names of those who have.

use leptos::prelude::*;
use quizrain_shared::client::GameView;

use super::{bare, spaced};
use crate::components::fit::{as_many_as_fit, fitted};
use crate::dom::view;
use crate::live::{live, value};
use crate::state::session::Session;
use crate::text;

#[component]
pub(super) fn Lobby(session: Session, join_url: RwSignal<String>) -> impl IntoView {
    let t = text::stage();
    let pin = session.part(|known| known.game.as_ref().map(|game| game.pin.to_string()));
    let players = session.part(GameView::players);
    let locked = session.part(GameView::locked);
    let names = session
        .part(|known| known.lobby.as_ref().map(|lobby| lobby.newest.clone()).unwrap_or_default());
    let qr = value(move || pin.get().map(|pin| format!("/api/qr/{pin}")));
    let count = t.tell(move |w| (w.players_joined)(players.get()));
    view! {
        <div class="big-lobby">
            <div class="big-fitted big-lobby-how" use:fitted>
                <p class="big-lobby-at">{t.say(|w| w.join_at)}</p>
                <p class="big-lobby-url">{value(move || bare(&join_url.get()))}</p>
                <p class="big-lobby-label">{t.say(|w| w.game_pin)}</p>
                <p class="big-lobby-pin" data-testid="pin">
                    {live(move || pin.get().map(|pin| spaced(&pin)))}
                </p>
            </div>
            <div class="big-lobby-qr">
                <img src=qr alt=t.say(|w| w.qr_alt) />
            </div>
            <div class="big-lobby-people">
                <p class="big-lobby-count" aria-live="polite" data-testid="player-count"
                    data-count=players>
                    {count}
                    {live(move || locked.get().then(|| view! { <span class="tag">{t.now().locked}</span> }))}
                </p>
                <ul class="big-names" use:as_many_as_fit>
                    <For
                        each=move || names.get()
                        key=String::clone
                        children=|name| view! { <li class="big-name"><bdi>{name}</bdi></li> }
                    />
                </ul>
            </div>
        </div>
    }
}
