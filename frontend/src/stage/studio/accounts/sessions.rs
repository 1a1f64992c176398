//! The browsers with which a host is signed in, and their end.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::HostSession;

use super::own::Mine;
use crate::components::when::When;
use crate::dom::view;
use crate::live::value;
use crate::net::accounts;
use crate::text;

#[component]
pub(super) fn Sessions(mine: Mine) -> impl IntoView {
    let t = text::hosts();
    view! {
        <section>
            <h2>{t.say(|w| w.sessions)}</h2>
            <ul class="accounts-list" data-testid="sessions">
                <For each=move || mine.sessions.get() key=|it| (it.session.clone(), it.used_ms) let:it>
                    {row(mine, it)}
                </For>
            </ul>
        </section>
    }
}

fn row(mine: Mine, it: HostSession) -> AnyView {
    let t = text::hosts();
    let HostSession { session, browser, created_ms, used_ms, own, .. } = it;
    let end = move |_| {
        if !mine.begins() {
            return;
        }
        let session = session.clone();
        spawn_local(async move { mine.told(accounts::end_session(&session).await) });
    };
    let name = match browser.is_empty() {
        true => view! { <span>{t.say(|w| w.some_browser)}</span> }.into_any(),
        false => view! { <bdi>{browser}</bdi> }.into_any(),
    };
    let state = match own {
        true => view! { <p class="tag">{t.say(|w| w.this_one)}</p> }.into_any(),
        false => view! {
            <button type="button" class="button" data-testid="end-session"
                disabled=value(move || mine.busy.get()) on:click=end>{t.say(|w| w.end_session)}</button>
        }
        .into_any(),
    };
    view! {
        <li class="accounts-row" data-testid="session">
            <h3>{name}</h3>
            <p class="accounts-facts">
                <span>{t.say(|w| w.since)} " " <When at_ms=created_ms /></span>
                <span>{t.say(|w| w.used)} " " <When at_ms=used_ms /></span>
            </p>
            <div class="buttons">{state}</div>
        </li>
    }
    .into_any()
}
