//! Who caught what in the rains of a game that is over, and what became of its payout.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{PacketResult, REFUSED_BY_HOST};
use quizrain_shared::ids::{GameId, Token};

use crate::components::amount::Amount;
use crate::dom::view;
use crate::live::{effect, live, memo};
use crate::net::http::HttpError;
use crate::net::results;
use crate::stage::host::{Books, payout_state};
use crate::text;

/// The packets that are shown, and how to have more.
#[derive(Clone, Copy)]
struct Listed {
    game: GameId,
    right: Token,
    packets: RwSignal<Vec<PacketResult>>,
    next: RwSignal<Option<String>>,
    problem: RwSignal<Option<HttpError>>,
    /// Which answer counts: that to what was asked last.
    asked: StoredValue<u32>,
}

impl Listed {
    fn new(game: GameId, right: Token) -> Self {
        Self {
            game,
            right,
            packets: RwSignal::default(),
            next: RwSignal::default(),
            problem: RwSignal::default(),
            asked: StoredValue::new(0),
        }
    }

    /// Asks for those that follow, or for the first ones again.
    fn fetch(self, more: bool) {
        let after = self.next.get_untracked().filter(|_| more);
        let number = self.asked.try_update_value(|asked| {
            *asked = asked.wrapping_add(1);
            *asked
        });
        spawn_local(async move {
            let answer = results::packets(&self.right, self.game, after.as_deref()).await;
            if self.asked.try_get_value() != number {
                return;
            }
            let _ = self.problem.try_set(answer.as_ref().err().cloned());
            let Ok(page) = answer else { return };
            let _ = self.next.try_set(page.next);
            let _ = self.packets.try_update(|all| {
                if !more {
                    all.clear();
                }
                all.extend(page.packets);
            });
        });
    }
}

/// A table that grows by parts, and is asked for again when the statement has other payouts.
#[component]
pub(super) fn Packets(game: GameId, right: Token, books: Books) -> impl IntoView {
    let (t, stage) = (text::results(), text::stage());
    let listed = Listed::new(game, right);
    let Listed { packets, next, problem, .. } = listed;
    let paid = memo(move || {
        books
            .statement
            .with(|now| now.rains.iter().map(|it| (it.credited, it.payouts)).collect::<Vec<_>>())
    });
    effect(move || {
        paid.get();
        listed.fetch(false);
    });
    let table = live(move || {
        let all = packets.get();
        (!all.is_empty()).then(|| {
            view! {
                <div class="wide">
                    <table class="results-table paid" data-testid="results-packets">
                        <thead>
                            <tr>
                                <th scope="col">{t.say(|w| w.packet)}</th>
                                <th scope="col">{t.say(|w| w.name)}</th>
                                <th scope="col">{t.say(|w| w.amount)}</th>
                                <th scope="col">{stage.say(|w| w.ledger.payouts)}</th>
                            </tr>
                        </thead>
                        <tbody>{all.into_iter().map(row).collect_view()}</tbody>
                    </table>
                </div>
            }
        })
    });
    view! {
        {table}
        <p class="problem" role="alert">
            {live(move || problem.get().map(|why| stage.now().problem(&why)))}
        </p>
        {live(move || (next.get().is_some() || problem.with(Option::is_some)).then(|| view! {
            <p><button type="button" class="button" data-testid="packets-more" on:click=move |_| listed.fetch(true)>
                {t.say(|w| w.more)}
            </button></p>
        }))}
    }
}

fn row(it: PacketResult) -> AnyView {
    let (t, stage) = (text::results(), text::stage());
    let PacketResult { rain, packet, amount, currency, account, .. } = it;
    let who = it.identity.map(|who| who.line());
    let name = match it.nickname {
        Some(nickname) => view! { <bdi>{nickname}</bdi> }.into_any(),
        None => {
            let account = account.map(|account| account.to_string());
            view! { <code class="dead-account">{account}</code> }.into_any()
        }
    };
    let aside = |text: Option<String>| {
        text.map(|text| view! { " " <span class="muted small"><bdi>{text}</bdi></span> })
    };
    let payout = it.payout.map(|state| stage.say(payout_state(state)));
    let why = match it.detail.as_str() {
        "" => None,
        REFUSED_BY_HOST => Some(
            view! { <span class="muted small">{stage.say(|w| w.ledger.refused_by_host)}</span> }
                .into_any(),
        ),
        // The receiver's own words.
        _ => Some(view! { <span class="muted small"><bdi>{it.detail}</bdi></span> }.into_any()),
    };
    view! {
        <tr data-testid="results-packet">
            <td data-label=t.say(|w| w.packet)>{rain} "." {packet}</td>
            <th scope="row">{name}{aside(it.field)}{aside(who)}</th>
            <td data-label=t.say(|w| w.amount)><Amount amount currency /></td>
            <td data-label=stage.say(|w| w.ledger.payouts)>{payout}" "{why}</td>
        </tr>
    }
    .into_any()
}
