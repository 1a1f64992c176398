//! The keys there are. Revoking one asks once more, in its place.

use leptos::prelude::*;
use quizrain_shared::api::KeySummary;

use super::Known;
use crate::components::when::When;
use crate::dom::view;
use crate::live::{live, memo, value};
use crate::text;

#[component]
pub(super) fn List(known: Known) -> impl IntoView {
    let (t, stage) = (text::keys(), text::stage());
    // The key that is about to be revoked.
    let asked = RwSignal::new(None::<String>);
    let state = value(move || match known.list.get() {
        None if known.problem.get().is_none() => stage.now().loading,
        Some(list) if list.is_empty() => t.now().none,
        _ => "",
    });
    view! {
        <section>
            <h2>{t.say(|w| w.keys)}</h2>
            <p class="muted" role="status">{state}</p>
            <ul class="api-keys-list" data-testid="keys">
                <For each=move || known.list.get().unwrap_or_default()
                    key=|it| (it.id.clone(), it.used_ms) let:it>
                    <Row known asked it />
                </For>
            </ul>
        </section>
    }
}

#[component]
fn Row(known: Known, asked: RwSignal<Option<String>>, it: KeySummary) -> impl IntoView {
    let t = text::keys();
    let KeySummary { id, name, scopes, created_ms, until_ms, used_ms, host, login } = it;
    let by = host.map(|_| {
        let by = t.tell(move |w| match &login {
            Some(login) => (w.made_by)(login),
            None => w.made_by_nobody.to_owned(),
        });
        view! { <span data-testid="made-by">{by}</span> }
    });
    let scopes: Vec<_> =
        scopes.into_iter().map(|scope| view! { <li class="tag">{scope.word()}</li> }).collect();
    let expired = until_ms.is_some_and(|until_ms| until_ms as f64 <= js_sys::Date::now());
    let moment =
        move |at_ms: Option<u64>, none: fn(&'static text::KeysWords) -> &'static str| match at_ms {
            Some(at_ms) => view! { <When at_ms /> }.into_any(),
            None => view! { <span>{t.say(none)}</span> }.into_any(),
        };
    let mine = id.clone();
    let asks = memo(move || asked.with(|asked| asked.as_deref() == Some(&*mine)));
    let (start, own, gone) = (id.clone(), id.clone(), id);
    let revoke = live(move || {
        let (own, gone) = (own.clone(), gone.clone());
        match asks.get() {
            false => view! {
                <button type="button" class="button" data-testid="revoke"
                    on:click=move |_| asked.set(Some(own.clone()))>{t.say(|w| w.revoke)}</button>
            }
            .into_any(),
            true => view! {
                <p role="alert">{t.say(|w| w.revoke_why)}</p>
                <button type="button" class="button button-primary" data-testid="revoke-sure"
                    disabled=value(move || known.busy.get())
                    on:click=move |_| known.revoke(gone.clone())>{t.say(|w| w.revoke)}</button>
                <button type="button" class="button" data-testid="keep"
                    on:click=move |_| asked.set(None)>{t.say(|w| w.keep)}</button>
            }
            .into_any(),
        }
    });
    view! {
        <li class="api-keys-key" data-testid="key">
            <h3><bdi>{name}</bdi></h3>
            <p><code>{start} "…"</code></p>
            <ul class="tags">{scopes}</ul>
            <p class="api-keys-facts">
                <span>{t.say(|w| w.made)} " " <When at_ms=created_ms /></span>
                {by}
                <span>{t.say(|w| w.used)} " " {moment(used_ms, |w| w.never_used)}</span>
                <span class:api-keys-expired=expired>
                    {t.say(if expired { |w| w.expired } else { |w| w.expires })} " "
                    {moment(until_ms, |w| w.never_expires)}
                </span>
            </p>
            <div class="buttons">{revoke}</div>
        </li>
    }
}
