//! Accounts whose payouts wait for the host, with the reasons, and what the host can do: pay out, or not. And the button
//! that holds a payout.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::HeldPayout;
use quizrain_shared::ids::{AccountId, RainId};
use quizrain_shared::money::Currency;

use super::books::Books;
use crate::components::amount::Amount;
use crate::dom::view;
use crate::live::{live, value};
use crate::net::host::HoldAct;
use crate::net::http::HttpError;
use crate::text::{self, StageWords};

/// What is said once a button was pressed.
type Said = RwSignal<Option<Result<(), HttpError>>>;

/// A button that does something about an account's payout.
pub(super) fn act(
    (books, rain, account): (Books, RainId, AccountId),
    act: HoldAct,
    label: fn(&'static StageWords) -> &'static str,
    said: Said,
) -> AnyView {
    let t = text::stage();
    let waiting = RwSignal::new(false);
    let pressed = move |_| {
        if waiting.get_untracked() {
            return;
        }
        waiting.set(true);
        spawn_local(async move {
            let done = books.hold(rain, account, act).await;
            let _ = said.try_set(Some(done));
            let _ = waiting.try_set(false);
        });
    };
    view! {
        <button type="button" class="button" data-testid=act.word()
            aria-disabled=value(move || if waiting.get() { "true" } else { "false" })
            on:click=pressed>{t.say(label)}</button>
    }
    .into_any()
}

/// What came of it, where nothing did.
pub(super) fn told(said: Said) -> AnyView {
    let t = text::stage();
    view! {
        <p class="dead-said small" role="status" data-testid="held-said">
            {value(move || said.get().and_then(Result::err).map(|why| t.now().problem(&why)))}
        </p>
    }
    .into_any()
}

#[component]
pub(super) fn Held(books: Books, rain: RainId) -> impl IntoView {
    let t = text::stage();
    let held = books.part(rain, |now| (now.currency, now.held.clone()));
    let said: Said = RwSignal::new(None);
    live(move || {
        let (currency, held) = held.get().filter(|(_, held)| !held.is_empty())?;
        let lines = held.into_iter().map(|it| line(books, rain, currency, it, said));
        Some(view! {
            <div class="dead" data-testid="held">
                <h3 class="dead-title">{t.say(|w| w.ledger.held)}</h3>
                <ul class="dead-list small">{lines.collect_view()}</ul>
                {told(said)}
            </div>
        })
    })
}

/// One of them.
fn line(books: Books, rain: RainId, currency: Currency, held: HeldPayout, said: Said) -> AnyView {
    let t = text::stage();
    let HeldPayout { account, nickname, identity, packet, amount, reasons, .. } = held;
    let who = identity.map(|who| {
        view! {
            <span class="muted"><bdi>{who.line()}</bdi></span>
        }
    });
    let reasons = reasons.into_iter();
    let reasons = reasons.map(|it| view! { <p>{t.tell(move |w| (w.desk.flag)(it))}</p> });
    let whose = (books, rain, account);
    let can_refuse = packet.is_some();
    view! {
        <li data-testid="held-one">
            <p>{nickname.map(|name| view! { <strong><bdi>{name}</bdi></strong> " " })}{who}</p>
            <span>
                {packet.map(|packet| t.tell(move |w| (w.ledger.packet_number)(packet)))}
                {amount.map(|amount| view! { " · " <Amount amount currency /> })}
                {packet.is_none().then(|| t.say(|w| w.ledger.held_ahead))}
            </span>
            <code class="dead-account">{account.to_string()}</code>
            {reasons.collect_view()}
            {(!books.watching).then(|| view! {
                <p class="buttons">
                    {act(whose, HoldAct::Release, |w| w.ledger.release, said)}
                    {can_refuse.then(|| act(whose, HoldAct::Refuse, |w| w.ledger.refuse, said))}
                </p>
            })}
        </li>
    }
    .into_any()
}
