//! `/privacy`: what this server keeps of whoever plays, why, how long, and who sees it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::Privacy;
use quizrain_shared::pages::Page;

use crate::components::chrome::{TopBar, title};
use crate::dom::view;
use crate::live::{live, value};
use crate::net::privacy;
use crate::text;

/// What is kept, in words with this server's own numbers.
#[component]
pub(crate) fn PrivacyPage() -> impl IntoView {
    let (t, words) = (text::privacy(), text::account());
    title(move || Some(t.now().title.to_owned()));
    let known = RwSignal::new(None::<Privacy>);
    let missed = RwSignal::new(false);
    let ask = move || {
        let _ = missed.try_set(false);
        spawn_local(async move {
            let _ = match privacy::privacy().await {
                Ok(said) => known.try_set(Some(said)).is_some(),
                Err(_) => missed.try_set(true).is_some(),
            };
        });
    };
    ask();
    view! {
        <TopBar />
        <main class="page page-narrow privacy">
            <h1>{t.say(|w| w.title)}</h1>
            {live(move || match (known.get(), missed.get()) {
                (Some(said), _) => view! { <Sections said /> }.into_any(),
                (None, false) => {
                    view! { <p class="muted" role="status">{words.now().loading}</p> }.into_any()
                }
                (None, true) => view! {
                    <p class="problem" role="alert">{words.now().unreachable}</p>
                    <button type="button" class="button" on:click=move |_| ask()>
                        {words.now().try_again}
                    </button>
                }
                .into_any(),
            })}
            <p class="buttons">
                <a class="button" href=Page::Balance.path()>{words.say(|w| w.balance)}</a>
                <a class="button" href=Page::Home.path()>{words.say(|w| w.to_start)}</a>
            </p>
        </main>
    }
}

#[component]
fn Sections(said: Privacy) -> impl IntoView {
    let t = text::privacy();
    let contact = said.contact.clone();
    view! {
        <p class="muted">{t.say(|w| w.lead)}</p>
        {live(move || {
            (t.now().sections)(&said)
                .into_iter()
                .map(|section| view! {
                    <section data-testid="privacy-section">
                        <h2>{section.heading}</h2>
                        <ul>
                            {section.says.into_iter().map(|says| view! { <li>{says}</li> }).collect_view()}
                        </ul>
                    </section>
                })
                .collect_view()
        })}
        <section>
            <h2>{t.say(|w| w.whom_to_ask)}</h2>
            <p class="privacy-contact" data-testid="privacy-contact">
                {value(move || contact.clone().unwrap_or_else(|| t.now().ask_host.to_owned()))}
            </p>
        </section>
    }
}
