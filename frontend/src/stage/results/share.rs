//! A link to results for everybody: made, told once, ended.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::ids::{GameId, Token};

use crate::dom::view;
use crate::live::live;
use crate::net::http::HttpError;
use crate::net::{device, results};
use crate::text;

/// What a host does about the link.
#[component]
pub(super) fn Share(
    game: GameId,
    right: Token,
    /// Whether there is one.
    shared: bool,
) -> impl IntoView {
    let (t, stage) = (text::results(), text::stage());
    let there = RwSignal::new(shared);
    let names = RwSignal::new(false);
    let link = RwSignal::new(None::<String>);
    let problem = RwSignal::new(None::<HttpError>);
    let told = move |outcome: Result<Option<String>, HttpError>| match outcome {
        Ok(url) => {
            let _ = there.try_set(url.is_some());
            let _ = link.try_set(url);
            let _ = problem.try_set(None);
        }
        Err(why) => {
            let _ = problem.try_set(Some(why));
        }
    };
    let make = move |_| {
        let names = names.get_untracked();
        spawn_local(async move {
            told(results::share(&right, game, names).await.map(|link| Some(link.url)));
        });
    };
    let end = move |_| {
        spawn_local(async move {
            told(results::unshare(&right, game).await.map(|()| None));
        });
    };
    view! {
        <section class="share no-print">
            <h2>{t.say(|w| w.share)}</h2>
            <p>{t.say(|w| w.share_why)}</p>
            {with_names(names)}
            {live(move || link.get().map(made))}
            {live(move || (there.get() && link.with(Option::is_none)).then(|| view! {
                <p class="muted">{t.say(|w| w.shared)}</p>
            }))}
            <p class="problem" role="alert">
                {live(move || problem.get().map(|why| stage.now().problem(&why)))}
            </p>
            <p class="buttons">
                <button type="button" class="button" data-testid="share-make" on:click=make>
                    {live(move || if there.get() { t.now().share_again } else { t.now().share_make })}
                </button>
                {live(move || there.get().then(|| view! {
                    <button type="button" class="button" data-testid="share-end" on:click=end>
                        {t.say(|w| w.share_end)}
                    </button>
                }))}
            </p>
        </section>
    }
}

/// Whether the link shows names.
fn with_names(names: RwSignal<bool>) -> AnyView {
    view! {
        <p>
            <label class="share-names">
                <input type="checkbox" data-testid="share-names"
                    on:change=move |event| names.set(event_target_checked(&event)) />
                " " {text::results().say(|w| w.share_names)}
            </label>
        </p>
    }
    .into_any()
}

/// A link that was made now, which is told once.
fn made(url: String) -> AnyView {
    let address = url.clone();
    view! {
        <p class="share-link">
            <input class="field" readonly data-testid="share-link" prop:value=address />
            {device::can_copy().then(|| view! {
                <button type="button" class="button" on:click=move |_| {
                    let url = url.clone();
                    spawn_local(async move { let _ = device::copy(&url).await; });
                }>{text::results().say(|w| w.copy)}</button>
            })}
        </p>
    }
    .into_any()
}
