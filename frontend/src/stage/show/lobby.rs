//! The lobby on the projector: how to join, and the names of those who have.

use leptos::prelude::*;
use quizrain_shared::client::GameView;
use quizrain_shared::mode::{Mode, Teams};
use quizrain_shared::wire::Face;

use super::{bare, spaced};
use crate::components::avatar::avatar;
use crate::components::fit::{as_many_as_fit, fitted, width};
use crate::components::team::team;
use crate::dom::view;
use crate::live::{live, value};
use crate::state::session::Session;
use crate::text;

/// The names of teams have large letters up to so many of them, an emblem counted as some.
const LETTERS: usize = 90;
const EMBLEM: usize = 4;

#[component]
pub(super) fn Lobby(session: Session, join_url: RwSignal<String>) -> impl IntoView {
    let t = text::stage();
    let pin = session.part(|known| known.game.as_ref().map(|game| game.pin.to_string()));
    let players = session.part(GameView::players);
    let locked = session.part(|known| known.settings().locked);
    let names = session
        .part(|known| known.lobby.as_ref().map(|lobby| lobby.newest.clone()).unwrap_or_default());
    let qr = value(move || pin.get().map(|pin| format!("/api/qr/{pin}")));
    // Rules and teams need the whole width; without any, the code has what room there is.
    let plain = matches!(session.mode(), Mode::Classic);
    let count = t.tell(move |w| (w.players_joined)(players.get()));
    view! {
        <div class="big-lobby" class:is-plain=plain>
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
                <div class="big-lobby-head">
                    <p class="big-lobby-count" aria-live="polite" data-testid="player-count"
                        data-count=players>
                        {count}
                        {live(move || locked.get().then(|| view! { <span class="tag">{t.now().locked}</span> }))}
                    </p>
                    {live(move || rules(&session.mode()))}
                </div>
                <ul class="big-names" use:as_many_as_fit>
                    <For
                        each=move || names.get()
                        key=Face::clone
                        children=|face| view! {
                            <li class="big-name">{avatar(face.avatar)} <bdi>{face.nickname}</bdi></li>
                        }
                    />
                </ul>
            </div>
        </div>
    }
}

/// What the game is played for, where that is more than points.
fn rules(mode: &Mode) -> AnyView {
    let words = text::stage().now();
    match mode {
        Mode::Classic => ().into_any(),
        Mode::SelfPaced(paced) => view! {
            <p class="big-rules" data-testid="rules">{(words.own_pace)(paced.minutes)}</p>
        }
        .into_any(),
        Mode::Survival(survival) => {
            let after = survival.card_after;
            let cards = (after > 0).then(|| (words.card_rule)(after));
            view! {
                <p class="big-rules" data-testid="rules">{words.survival_rule} " " {cards}</p>
            }
            .into_any()
        }
        Mode::Teams(teams) => {
            let letters = teams.names.iter().map(|name| width(name) + EMBLEM);
            let long = letters.sum::<usize>() > LETTERS;
            let count = Teams::count(teams);
            let teams = (0..count).map(|number| team(mode, number)).collect_view();
            view! {
                <p class="big-rules big-rules-teams" class:is-small=long data-testid="rules">{teams}</p>
            }
            .into_any()
        }
    }
}
