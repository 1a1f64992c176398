//! Every account: its role, and its end. What cannot be taken back asks once more, in its place.

use leptos::prelude::*;
use quizrain_shared::api::{ChangeHost, HostAccount, HostRole};
use quizrain_shared::ids::HostId;

use super::Known;
use super::form::roles;
use crate::components::when::When;
use crate::dom::view;
use crate::live::{live, memo, value};
use crate::net::accounts;
use crate::text;

/// What is about to be done to an account.
#[derive(Clone, Copy, PartialEq)]
enum Act {
    Disable,
    Delete,
    ForgetSecondFactor,
    ForgetProvider,
}

impl Known {
    fn change(self, host: HostId, wish: ChangeHost) {
        self.once(async move {
            let changed = accounts::change(&self.key, host, &wish).await;
            self.told(changed.map(|account| self.with(account)));
        });
    }

    fn invite(self, host: HostId) {
        self.once(async move {
            self.code(accounts::invite(&self.key, host).await);
        });
    }

    fn forget_second_factor(self, host: HostId) {
        self.once(async move {
            let changed = accounts::forget_second_factor(&self.key, host).await;
            self.told(changed.map(|account| self.with(account)));
        });
    }

    fn forget_provider(self, host: HostId) {
        self.once(async move {
            let changed = accounts::forget_provider(&self.key, host).await;
            self.told(changed.map(|account| self.with(account)));
        });
    }

    fn delete(self, host: HostId) {
        self.once(async move { self.told(accounts::delete(&self.key, host).await) });
    }
}

#[component]
pub(super) fn List(known: Known) -> impl IntoView {
    let t = text::hosts();
    let asked = RwSignal::new(None::<(HostId, Act)>);
    let none = value(move || {
        let is_empty = known.list.with(|list| list.as_ref().is_some_and(Vec::is_empty));
        is_empty.then(|| t.now().none)
    });
    view! {
        <section>
            <h2>{t.say(|w| w.all)}</h2>
            <p class="muted" role="status">{none}</p>
            <ul class="accounts-list" data-testid="accounts">
                <For each=move || known.list.get().unwrap_or_default()
                    key=|it| (it.host, it.role, it.disabled_ms, it.has_password, it.signed_in_ms, it.second_factor, it.provider) let:it>
                    {row(known, asked, it)}
                </For>
            </ul>
        </section>
    }
}

fn row(known: Known, asked: RwSignal<Option<(HostId, Act)>>, it: HostAccount) -> AnyView {
    let t = text::hosts();
    let (name, before) = (it.name.clone(), it.role);
    let shown = RwSignal::new(before);
    let disabled = it.disabled_ms.is_some();
    let choose = move |role: HostRole| {
        known.change(it.host, ChangeHost { name: name.clone(), role, disabled });
        // What is chosen shows once it is so.
        shown.set(before);
    };
    let last = match (it.signed_in_ms, it.has_password) {
        (Some(at_ms), _) => {
            view! { <span>{t.say(|w| w.last_signed_in)} " " <When at_ms /></span> }.into_any()
        }
        (None, true) => {
            view! { <span>{t.say(|w| w.last_signed_in)} " " {t.say(|w| w.never)}</span> }.into_any()
        }
        (None, false) => view! { <span>{t.say(|w| w.no_password)}</span> }.into_any(),
    };
    view! {
        <li class="accounts-row" data-testid="account">
            <h3><bdi>{it.name.clone()}</bdi></h3>
            <p class="accounts-facts">
                <span>{it.login.clone()}</span>
                {last}
                {it.second_factor.then(|| view! { <span>{t.say(|w| w.second_title)}</span> })}
                {disabled.then(|| view! {
                    <strong class="accounts-off">{t.say(|w| w.disabled)}</strong>
                })}
            </p>
            {roles("role", shown, choose)}
            {buttons(known, asked, &it)}
        </li>
    }
    .into_any()
}

/// Why one would not, and what the button says.
fn said(act: Act) -> (text::Text<&'static str>, text::Text<&'static str>) {
    let t = text::hosts();
    match act {
        Act::Disable => (t.say(|w| w.disable_why), t.say(|w| w.disable)),
        Act::Delete => (t.say(|w| w.delete_why), t.say(|w| w.delete)),
        Act::ForgetSecondFactor => (t.say(|w| w.forget_second_why), t.say(|w| w.forget_second)),
        Act::ForgetProvider => (t.say(|w| w.forget_provider_why), t.say(|w| w.forget_provider)),
    }
}

fn buttons(known: Known, asked: RwSignal<Option<(HostId, Act)>>, it: &HostAccount) -> AnyView {
    let t = text::hosts();
    let (host, role, name) = (it.host, it.role, it.name.clone());
    let HostAccount { disabled_ms, second_factor, provider, .. } = *it;
    let disabled = disabled_ms.is_some();
    let act = memo(move || asked.get().filter(|(of, _)| *of == host).map(|(_, act)| act));
    let busy = move || known.busy.get();
    let shown = live(move || {
        let wish = ChangeHost { name: name.clone(), role, disabled };
        let change = move |disabled| known.change(host, ChangeHost { disabled, ..wish.clone() });
        match act.get() {
            None if disabled => view! {
                <button type="button" class="button" data-testid="enable" disabled=value(busy)
                    on:click=move |_| change(false)>{t.say(|w| w.enable)}</button>
                <button type="button" class="button" data-testid="delete"
                    on:click=move |_| asked.set(Some((host, Act::Delete)))>{t.say(|w| w.delete)}</button>
            }
            .into_any(),
            None => view! {
                <button type="button" class="button" data-testid="new-code" disabled=value(busy)
                    on:click=move |_| known.invite(host)>{t.say(|w| w.new_code)}</button>
                {second_factor.then(|| view! {
                    <button type="button" class="button" data-testid="forget-second-factor"
                        on:click=move |_| asked.set(Some((host, Act::ForgetSecondFactor)))>
                        {t.say(|w| w.forget_second)}
                    </button>
                })}
                {provider.then(|| view! {
                    <button type="button" class="button" data-testid="forget-provider"
                        on:click=move |_| asked.set(Some((host, Act::ForgetProvider)))>
                        {t.say(|w| w.forget_provider)}
                    </button>
                })}
                <button type="button" class="button" data-testid="disable"
                    on:click=move |_| asked.set(Some((host, Act::Disable)))>{t.say(|w| w.disable)}</button>
            }
            .into_any(),
            Some(what) => {
                let (why, label) = said(what);
                let go = move |_| {
                    asked.set(None);
                    match what {
                        Act::Disable => change(true),
                        Act::Delete => known.delete(host),
                        Act::ForgetSecondFactor => known.forget_second_factor(host),
                        Act::ForgetProvider => known.forget_provider(host),
                    }
                };
                view! {
                    <p role="alert">{why}</p>
                    <button type="button" class="button button-primary" data-testid="sure"
                        disabled=value(busy) on:click=go>{label}</button>
                    <button type="button" class="button" data-testid="keep"
                        on:click=move |_| asked.set(None)>{t.say(|w| w.keep)}</button>
                }
                .into_any()
            }
        }
    });
    view! { <div class="buttons">{shown}</div> }.into_any()
}
