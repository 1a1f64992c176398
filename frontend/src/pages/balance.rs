//! `/balance`: what this browser's account has, and which packets it came from.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::amount::Amount;
use crate::components::chrome::{BackToGame, TopBar};
use crate::live::{live, value};
use crate::net::http::{self, Balance, Credit, HttpError};
use crate::net::storage;
use crate::text;

/// What this account has.
#[component]
pub(crate) fn BalancePage() -> impl IntoView {
    let t = text::words();
    let answer = RwSignal::new(None::<Result<Balance, HttpError>>);
    let load = move || {
        answer.set(None);
        spawn_local(async move {
            let balance = http::balance(&storage::account()).await;
            let _ = answer.try_set(Some(balance));
        });
    };
    load();
    view! {
        <TopBar />
        <main class="page page-narrow">
            <h1>{t.say(|w| w.balance)}</h1>
            {live(move || match answer.get() {
                None => view! { <p class="muted" role="status">{t.now().loading}</p> }.into_any(),
                Some(Err(_)) => view! {
                    <p class="problem" role="alert">{t.now().unreachable}</p>
                    <button type="button" class="button" on:click=move |_| load()>{t.now().try_again}</button>
                }
                .into_any(),
                Some(Ok(balance)) => view! { <Sums balance /> }.into_any(),
            })}
            <p class="muted small">{t.say(|w| w.balance_note)}</p>
            <p class="buttons">
                <BackToGame />
                <a class="button" href="/">{t.say(|w| w.to_start)}</a>
            </p>
        </main>
    }
}

#[component]
fn Sums(balance: Balance) -> impl IntoView {
    let t = text::words();
    let empty = balance.balances.is_empty();
    let sums = balance
        .balances
        .into_iter()
        .map(|sum| {
            view! {
                <p class="balance-sum">
                    <Amount amount=sum.amount currency=sum.currency testid="balance-total" />
                </p>
            }
        })
        .collect_view();
    let credits =
        balance.credits.into_iter().map(|credit| view! { <Line credit /> }).collect_view();
    view! {
        {empty.then(|| view! { <p class="balance-sum muted">{t.say(|w| w.balance_empty)}</p> })}
        {sums}
        <ul class="credits">{credits}</ul>
    }
}

#[component]
fn Line(credit: Credit) -> impl IntoView {
    let chosen = text::language();
    let date = js_sys::Date::new(&(credit.credited_at_ms as f64).into());
    let options = js_sys::Object::new();
    for (name, value) in [("dateStyle", "medium"), ("timeStyle", "short")] {
        let _ = js_sys::Reflect::set(&options, &name.into(), &value.into());
    }
    let (date, options) = (StoredValue::new_local(date), StoredValue::new_local(options));
    let when = value(move || {
        let tag = chosen.get().tag();
        date.with_value(|date| {
            options.with_value(|options| String::from(date.to_locale_string(tag, options)))
        })
    });
    view! {
        <li class="credit" data-testid="credit">
            <span class="credit-title"><bdi>{credit.title}</bdi></span>
            <Amount amount=credit.amount currency=credit.currency />
            <span class="credit-when muted small">{when}</span>
        </li>
    }
}
