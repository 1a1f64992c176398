//! Who caught what in the rains of a game that is over, and what became of its payout.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::PacketResult;
use quizrain_shared::ids::{GameId, Token};

use crate::components::amount::Amount;
use crate::dom::view;
use crate::live::live;
use crate::net::results;
use crate::stage::host::payout_state;
use crate::text;

/// A table that grows by parts.
#[component]
pub(super) fn Packets(game: GameId, right: Token) -> impl IntoView {
    let (t, stage) = (text::results(), text::stage());
    let packets = RwSignal::new(Vec::<PacketResult>::new());
    let next = RwSignal::new(None::<String>);
    let problem = RwSignal::new(None);
    let fetch = move || {
        let after = next.get_untracked();
        spawn_local(async move {
            match results::packets(&right, game, after.as_deref()).await {
                Ok(page) => {
                    let _ = next.try_set(page.next);
                    let _ = problem.try_set(None);
                    let _ = packets.try_update(|all| all.extend(page.packets));
                }
                Err(why) => {
                    let _ = problem.try_set(Some(why));
                }
            }
        });
    };
    fetch();
    let table = live(move || {
        let all = packets.get();
        (!all.is_empty()).then(|| {
            view! {
                <div class="wide">
                    <table class="results-table" data-testid="results-packets">
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
            <p><button type="button" class="button" data-testid="packets-more" on:click=move |_| fetch()>
                {t.say(|w| w.more)}
            </button></p>
        }))}
    }
}

fn row(it: PacketResult) -> AnyView {
    let (t, stage) = (text::results(), text::stage());
    let PacketResult { rain, packet, amount, currency, account, .. } = it;
    let who = it.identity.map(|who| [who.name, who.subject].join(" "));
    let name = match it.nickname {
        Some(nickname) => view! { <bdi>{nickname}</bdi> }.into_any(),
        None => view! { <code class="dead-account">{account.to_string()}</code> }.into_any(),
    };
    let aside = |text: Option<String>| {
        text.map(|text| view! { " " <span class="muted small"><bdi>{text}</bdi></span> })
    };
    let detail = Some(it.detail).filter(|detail| !detail.is_empty());
    let payout = it.payout.map(|state| stage.say(payout_state(state)));
    view! {
        <tr data-testid="results-packet">
            <td data-label=t.say(|w| w.packet)>{rain} "." {packet}</td>
            <th scope="row">{name}{aside(it.field)}{aside(who)}</th>
            <td data-label=t.say(|w| w.amount)><Amount amount currency /></td>
            <td data-label=stage.say(|w| w.ledger.payouts)>{payout}{aside(detail)}</td>
        </tr>
    }
    .into_any()
}
