//! A new account: whose it is and what it may; and the code that its host chooses a password with, once.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{HostRole, InvalidHost, MAX_HOST_NAME_CHARS, MAX_LOGIN_CHARS, NewHost};

use super::Known;
use crate::dom::view;
use crate::live::{live, value};
use crate::net::device;
use crate::text;

#[component]
pub(super) fn Form(known: Known) -> impl IntoView {
    let t = text::hosts();
    let (login, name) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let is_first = known.list.with_untracked(|list| list.as_ref().is_some_and(Vec::is_empty));
    let role = RwSignal::new(if is_first { HostRole::Owner } else { HostRole::Host });
    let wrong = RwSignal::new(None::<InvalidHost>);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let wish = NewHost {
            login: login.get_untracked(),
            name: name.get_untracked(),
            role: role.get_untracked(),
        };
        match wish.checked() {
            Ok(wish) => {
                wrong.set(None);
                known.make(wish, move || {
                    let _ = login.try_set(String::new());
                    let _ = name.try_set(String::new());
                    let _ = role.try_set(HostRole::Host);
                });
            }
            Err(why) => wrong.set(Some(why)),
        }
    };
    view! {
        <section class="accounts-new">
            <h2>{t.say(|w| w.new_account)}</h2>
            <form class="stack" on:submit=submit novalidate>
                <label>
                    <span class="label">{t.say(|w| w.login)}</span>
                    <input class="field" data-testid="new-login" autocomplete="off" autocapitalize="none"
                        spellcheck="false" maxlength=MAX_LOGIN_CHARS.to_string() prop:value=login
                        on:input=move |event| login.set(event_target_value(&event)) />
                </label>
                <label>
                    <span class="label">{t.say(|w| w.name)}</span>
                    <input class="field" data-testid="new-name" autocomplete="off"
                        maxlength=MAX_HOST_NAME_CHARS.to_string() prop:value=name
                        on:input=move |event| name.set(event_target_value(&event)) />
                </label>
                <label>
                    <span class="label">{t.say(|w| w.role_label)}</span>
                    {roles("new-role", role, move |chosen| role.set(chosen))}
                </label>
                <p class="muted small">{value(move || (t.now().role_may)(role.get()))}</p>
                <p class="problem" role="alert">
                    {value(move || wrong.get().map(|why| (t.now().invalid)(why)))}
                </p>
                <div class="buttons">
                    <button type="submit" class="button button-primary" data-testid="make-account"
                        disabled=value(move || known.busy.get())>{t.say(|w| w.make)}</button>
                </div>
            </form>
        </section>
    }
}

/// The roles to choose from.
pub(super) fn roles(
    testid: &'static str,
    role: RwSignal<HostRole>,
    choose: impl Fn(HostRole) + Send + Sync + 'static,
) -> AnyView {
    let t = text::hosts();
    let label = t.say(|w| w.role_label);
    let options = live(move || {
        let option = |it: &HostRole| {
            let chosen = *it == role.get_untracked();
            view! { <option value=it.word() selected=chosen>{(t.now().role)(*it)}</option> }
        };
        HostRole::ALL.iter().map(option).collect::<Vec<_>>()
    });
    view! {
        <select class="field" data-testid=testid aria-label=label
            prop:value=value(move || role.get().word()) on:change=move |event| {
                if let Ok(chosen) = event_target_value(&event).parse() {
                    choose(chosen);
                }
            }>{options}</select>
    }
    .into_any()
}

/// The code that was made last.
#[component]
pub(super) fn Made(known: Known) -> impl IntoView {
    let t = text::hosts();
    live(move || {
        let made = known.made.get()?;
        let (url, copied) = (made.url.clone(), RwSignal::new(false));
        let copy = move |_| {
            let url = url.clone();
            spawn_local(async move {
                let _ = copied.try_set(device::copy(&url).await);
            });
        };
        Some(view! {
            <section class="accounts-made" role="status" data-testid="made">
                <h2><bdi>{made.account.name}</bdi></h2>
                <p>{t.say(|w| w.only_now)}</p>
                <div class="accounts-whole">
                    <input class="field accounts-code" type="text" readonly=true autocomplete="off"
                        spellcheck="false" data-testid="made-url" aria-label=t.say(|w| w.address)
                        prop:value=made.url
                        on:focus=move |event| {
                            event_target::<web_sys::HtmlInputElement>(&event).select();
                        } />
                    {device::can_copy().then(|| view! {
                        <button type="button" class="button" data-testid="copy-url" on:click=copy>
                            {value(move || if copied.get() { t.now().copied } else { t.now().copy })}
                        </button>
                    })}
                </div>
            </section>
        })
    })
}
