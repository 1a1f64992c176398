//! Claims that the ledger would not take, by reason, and the button that has them tried again.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{DeadLetter, RainStatement, Redriven};
use quizrain_shared::client::statement::{by_reason, read_claim};
use quizrain_shared::ids::RainId;
use quizrain_shared::money::Currency;

use super::books::Books;
use crate::components::amount::Amount;
use crate::components::when::{Detail, When};
use crate::dom::view;
use crate::live::{live, value};
use crate::net::http::HttpError;
use crate::text;

/// Claims listed under one reason; the rest are counted.
const LISTED: usize = 5;

#[component]
pub(super) fn DeadLetters(books: Books, rain: RainId) -> impl IntoView {
    let t = text::stage();
    let letters = books.part(rain, |now| (now.currency, now.dead_letters.clone()));
    let can_redrive = books.part(rain, RainStatement::can_redrive);
    let waiting = RwSignal::new(false);
    let said = RwSignal::new(None::<Result<Redriven, HttpError>>);
    let redrive = move |_| {
        if waiting.get_untracked() {
            return;
        }
        waiting.set(true);
        spawn_local(async move {
            let done = books.redrive(rain).await;
            let _ = said.try_set(Some(done));
            let _ = waiting.try_set(false);
        });
    };
    let groups = live(move || {
        let (currency, letters) = letters.get()?;
        let groups: Vec<AnyView> = by_reason(&letters)
            .into_iter()
            .map(|letters| view! { <Group currency letters /> }.into_any())
            .collect();
        (!groups.is_empty()).then(|| {
            view! {
                <h3 class="dead-title">{t.now().ledger.dead_letters}</h3>
                {groups}
            }
        })
    });
    view! {
        <div class="dead" data-testid="dead-letters">
            {groups}
            {live(move || (!books.watching && can_redrive.get().unwrap_or_default()).then(|| view! {
                <button type="button" class="button" data-testid="redrive"
                    aria-disabled=value(move || if waiting.get() { "true" } else { "false" })
                    on:click=redrive>{t.say(|w| w.try_again)}</button>
            }))}
            <p class="dead-said small" role="status">
                {value(move || said.get().map(|said| match said {
                    Ok(again) => (t.now().ledger.redriven)(again),
                    Err(why) => t.now().problem(&why),
                }))}
            </p>
        </div>
    }
}

/// What was refused for one reason, and is treated alike.
#[component]
fn Group(currency: Currency, letters: Vec<DeadLetter>) -> impl IntoView {
    let t = text::stage();
    let first = letters.first().map(|first| (first.state, first.reason.clone()));
    let (state, reason) = first.unzip();
    let (count, more) = (letters.len(), letters.len().saturating_sub(LISTED));
    let described = move |claim: String| match read_claim(&claim) {
        Some((packet, amount)) => view! {
            <span>
                {t.tell(move |w| (w.ledger.packet_number)(packet))} " · "
                <Amount amount currency />
            </span>
        }
        .into_any(),
        None => view! { <code><bdi>{claim}</bdi></code> }.into_any(),
    };
    let lines = letters
        .into_iter()
        .take(LISTED)
        .map(|letter| {
            let DeadLetter { account, claim, deliveries, at_ms, .. } = letter;
            view! {
                <li>
                    {described(claim)}
                    <code class="dead-account"><bdi>{account}</bdi></code>
                    <span class="muted">
                        {t.tell(move |w| (w.ledger.tried)(deliveries))} " · "
                        <When at_ms detail=Detail::Second />
                    </span>
                </li>
            }
        })
        .collect_view();
    view! {
        <p class="dead-reason">
            <strong>{count}</strong> " × " <bdi>{reason}</bdi>
            <span class="dead-state muted small">
                {state.map(|state| value(move || (t.now().ledger.letter_state)(state)))}
            </span>
        </p>
        <ul class="dead-list small">
            {lines}
            {(more > 0).then(|| view! {
                <li class="muted">{t.tell(move |w| (w.ledger.and_more)(more))}</li>
            })}
        </ul>
    }
}
