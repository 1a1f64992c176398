//! A new key: what it is called and opens, until when, and the whole of it, once.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{MAX_KEY_NAME_CHARS, NewKey, Scope};

use super::Known;
use crate::dom::view;
use crate::live::{live, value};
use crate::net::device;
use crate::text;

/// For how many days a key may be made; none of them: for ever.
const DAYS: [u32; 3] = [30, 90, 365];
/// A day in ms.
const DAY_MS: u64 = 86_400_000;

#[component]
pub(super) fn Form(known: Known) -> impl IntoView {
    let t = text::keys();
    let name = RwSignal::new(String::new());
    let scopes = RwSignal::new(Vec::<Scope>::new());
    let days = RwSignal::new(None::<u32>);
    let lacks = move || {
        name.with(|name| name.trim().is_empty()) || scopes.with(Vec::is_empty) || known.busy.get()
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let now_ms = js_sys::Date::now() as u64;
        let until_ms = days.get_untracked().map(|days| now_ms + u64::from(days) * DAY_MS);
        let wish = NewKey { name: name.get_untracked(), scopes: scopes.get_untracked(), until_ms };
        // Whoever makes another key starts with an empty name, so that no two are called the same.
        known.make(wish, move || {
            let _ = name.try_set(String::new());
        });
    };
    let choices = Scope::ALL.iter().map(|scope| scope_choice(scopes, *scope)).collect_view();
    view! {
        <section class="api-keys-new">
            <h2>{t.say(|w| w.new_key)}</h2>
            <form class="stack" on:submit=submit>
                <label>
                    <span class="label">{t.say(|w| w.name)}</span>
                    <input class="field" data-testid="key-name" autocomplete="off"
                        maxlength=MAX_KEY_NAME_CHARS.to_string()
                        placeholder=t.say(|w| w.name_such_as) prop:value=name
                        on:input=move |event| name.set(event_target_value(&event)) />
                </label>
                <fieldset class="api-keys-scopes">
                    <legend class="label">{t.say(|w| w.scopes)}</legend>
                    {choices}
                </fieldset>
                {expiry(days)}
                <div class="buttons">
                    <button type="submit" class="button button-primary" data-testid="make-key"
                        disabled=value(lacks)>{t.say(|w| w.make)}</button>
                </div>
            </form>
        </section>
    }
}

/// A box for something that a key may open.
fn scope_choice(scopes: RwSignal<Vec<Scope>>, scope: Scope) -> AnyView {
    let t = text::keys();
    view! {
        <label class="api-keys-scope">
            <input type="checkbox" data-testid=format!("scope-{scope}")
                on:change=move |event| {
                    let chosen = event_target_checked(&event);
                    scopes.update(|scopes| {
                        scopes.retain(|it| *it != scope);
                        if chosen {
                            scopes.push(scope);
                        }
                    });
                } />
            <span>
                {value(move || (t.now().scope)(scope))} " "
                <code class="muted small">{scope.word()}</code>
            </span>
        </label>
    }
    .into_any()
}

/// For how many days a key opens anything.
fn expiry(days: RwSignal<Option<u32>>) -> AnyView {
    let t = text::keys();
    let lasts = live(move || {
        let option = |days: u32| {
            let chosen = (t.now().for_days)(days);
            view! { <option value=days.to_string()>{chosen}</option> }
        };
        DAYS.map(option).collect_view()
    });
    view! {
        <label>
            <span class="label">{t.say(|w| w.expires)}</span>
            <select class="field" data-testid="key-days" on:change=move |event| {
                days.set(event_target_value(&event).parse().ok());
            }>
                <option value="">{t.say(|w| w.never_expires)}</option>
                {lasts}
            </select>
        </label>
    }
    .into_any()
}

/// The key that was made last.
#[component]
pub(super) fn Shown(known: Known) -> impl IntoView {
    let t = text::keys();
    live(move || {
        let made = known.made.get()?;
        let (key, copied) = (made.key.clone(), RwSignal::new(false));
        let copy = move |_| {
            let key = key.clone();
            spawn_local(async move {
                let _ = copied.try_set(device::copy(&key).await);
            });
        };
        Some(view! {
            <section class="api-keys-made" role="status" data-testid="made">
                <h2><bdi>{made.summary.name}</bdi></h2>
                <p>{t.say(|w| w.only_now)}</p>
                <div class="api-keys-whole">
                    <input class="field" type="text" readonly=true autocomplete="off" spellcheck="false"
                        data-testid="made-key" aria-label=t.say(|w| w.whole_key) prop:value=made.key
                        on:focus=move |event| {
                            event_target::<web_sys::HtmlInputElement>(&event).select();
                        } />
                    {device::can_copy().then(|| view! {
                        <button type="button" class="button" data-testid="copy-key" on:click=copy>
                            {value(move || if copied.get() { t.now().copied } else { t.now().copy })}
                        </button>
                    })}
                </div>
            </section>
        })
    })
}
