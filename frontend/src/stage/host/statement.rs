//! The statement: where the money of every rain of a game is, for the host and their accountant.
//!
//! It stands beside the buttons of the desk and never takes the focus from them.

use leptos::prelude::*;
use quizrain_shared::api::{Part, PayoutState, Payouts, RainStatement};
use quizrain_shared::client::statement::{Verdict, whole};
use quizrain_shared::ids::RainId;
use quizrain_shared::money::Currency;

use super::books::Books;
use super::dead_letters::DeadLetters;
use super::held::Held;
use crate::components::amount::unit;
use crate::components::when::{Detail, When};
use crate::dom::view;
use crate::live::{Memo, live, memo, value};
use crate::text::{self, StageWords};

/// Answers that did not come, before people are told.
const FORGIVEN: u32 = 3;

#[component]
pub(in crate::stage) fn StatementOf(books: Books) -> impl IntoView {
    let t = text::stage();
    let newest_first = memo(move || {
        books.statement.with(|now| now.rains.iter().rev().map(|it| it.rain).collect::<Vec<_>>())
    });
    let any = memo(move || newest_first.with(|rains| !rains.is_empty()));
    let stale = memo(move || books.missed.get() >= FORGIVEN);
    live(move || {
        any.get().then(|| {
            view! {
                <section class="statement" aria-labelledby="statement" data-testid="statement">
                    <h2 id="statement">{t.say(|w| w.ledger.statement)}</h2>
                    <p class="statement-stale muted small" role="status">
                        {value(move || stale.get().then(|| t.now().ledger.stale))}
                    </p>
                    <For each=move || newest_first.get() key=|rain| *rain let:rain>
                        <OneRain books rain newest=memo(move || {
                            newest_first.with(|rains| rains.first() == Some(&rain))
                        }) />
                    </For>
                </section>
            }
        })
    })
}

/// One rain: the sentence, and behind it the numbers.
#[component]
fn OneRain(books: Books, rain: RainId, newest: Memo<bool>) -> impl IntoView {
    let t = text::stage();
    let now = books.part(rain, Clone::clone);
    let verdict = books.part(rain, RainStatement::verdict);
    let bad = memo(move || verdict.get().is_some_and(Verdict::is_bad));
    let good = memo(move || verdict.get().is_some_and(Verdict::is_good));
    let sentence = value(move || {
        now.with(|now| {
            let now = now.as_ref()?;
            let words = t.now();
            Some((words.ledger.verdict)(now.verdict(), now, &unit(now.currency, words)))
        })
    });
    let number = books.part(rain, |now| now.number);
    let table = books.part(rain, |now| (now.currency, now.funded, now.parts(), now.caught));
    let payouts = books.part(rain, |now| Some((now.currency, now.payouts?)));
    let times = books.part(rain, |now| [now.opened_at_ms, now.closed_at_ms, now.settled_at_ms]);
    let chain = books.part(rain, |now| (now.links, now.head.clone()));
    view! {
        <article class="account" data-testid="account">
            <p class="account-verdict" class:is-bad=bad class:is-good=good
                role="status" data-testid="verdict">{sentence}</p>
            <details prop:open=value(move || bad.get() || newest.get())>
                <summary>
                    {value(move || number.get().map(|number| (t.now().ledger.rain_number)(number)))}
                </summary>
                <DeadLetters books rain />
                <Held books rain />
                {live(move || table.get().map(|(currency, funded, parts, caught)| view! {
                    <PotTable currency funded parts caught />
                }))}
                {live(move || payouts.get().flatten().map(|(currency, payouts)| view! {
                    <PayoutTable currency payouts />
                }))}
                {live(move || times.get().map(|times| view! { <Times times /> }))}
                {live(move || chain.get().map(|(links, head)| view! {
                    <p class="chain small">
                        <span class="muted">{(t.now().ledger.chain)(links)}</span>
                        <code class="chain-head" tabindex="0" data-testid="head">{head}</code>
                    </p>
                }))}
            </details>
        </article>
    }
}

/// A line of a table.
fn row(
    currency: Currency,
    class: &'static str,
    label: text::Text<&'static str>,
    part: Part,
) -> AnyView {
    view! {
        <tr class=class>
            <th scope="row">{label}</th>
            <td>{part.packets}</td>
            <td>{currency.format_major(part.amount)}</td>
        </tr>
    }
    .into_any()
}

#[component]
fn Heads(currency: Currency, first: fn(&'static StageWords) -> &'static str) -> impl IntoView {
    let t = text::stage();
    view! {
        <thead>
            <tr>
                <th scope="col">{t.say(first)}</th>
                <th scope="col">{t.say(|w| w.packets)}</th>
                <th scope="col">{t.tell(move |w| (w.ledger.amount_in)(&unit(currency, w)))}</th>
            </tr>
        </thead>
    }
}

/// What was funded, and where it is.
#[component]
fn PotTable(currency: Currency, funded: Part, parts: [Part; 4], caught: Part) -> impl IntoView {
    let t = text::stage();
    let [credited, pending, left, returned] = parts;
    view! {
        <table class="figures" data-testid="figures">
            <caption class="visually-hidden">{t.say(|w| w.ledger.statement)}</caption>
            <Heads currency first=|w| w.pot />
            <tbody>{row(currency, "is-whole", t.say(|w| w.ledger.funded), funded)}</tbody>
            <tbody>
                {row(currency, "", t.say(|w| w.ledger.credited), credited)}
                {row(currency, "", t.say(|w| w.ledger.pending), pending)}
                {row(currency, "", t.say(|w| w.ledger.left), left)}
                {row(currency, "", t.say(|w| w.ledger.returned), returned)}
            </tbody>
            <tfoot>
                {whole(&parts).map(|total| row(currency, "is-whole", t.say(|w| w.ledger.total), total))}
                {row(currency, "is-note", t.say(|w| w.ledger.caught), caught)}
            </tfoot>
        </table>
    }
}

/// What the state of a payout is called.
pub(in crate::stage) fn payout_state(
    state: PayoutState,
) -> fn(&'static StageWords) -> &'static str {
    match state {
        PayoutState::Pending => |w| w.ledger.payout_pending,
        PayoutState::Sent => |w| w.ledger.payout_sent,
        PayoutState::Confirmed => |w| w.ledger.payout_confirmed,
        PayoutState::Refused => |w| w.ledger.payout_refused,
        PayoutState::Unknown => |w| w.ledger.payout_unknown,
        PayoutState::NeedsHuman => |w| w.ledger.payout_needs_human,
        PayoutState::Held => |w| w.ledger.payout_held,
    }
}

/// How far the payouts are: the states that there are.
#[component]
fn PayoutTable(currency: Currency, payouts: Payouts) -> impl IntoView {
    let t = text::stage();
    let states = [
        (PayoutState::Pending, payouts.pending),
        (PayoutState::Sent, payouts.sent),
        (PayoutState::Confirmed, payouts.confirmed),
        (PayoutState::Refused, payouts.refused),
        (PayoutState::Unknown, payouts.unknown),
        (PayoutState::NeedsHuman, payouts.needs_human),
        (PayoutState::Held, payouts.held),
    ];
    let total = whole(&states.each_ref().map(|(_, part)| *part));
    let rows: Vec<AnyView> = states
        .into_iter()
        .filter(|(_, part)| part.packets > 0)
        .map(|(state, part)| row(currency, "", t.say(payout_state(state)), part))
        .collect();
    (!rows.is_empty()).then(|| {
        view! {
            <table class="figures" data-testid="payouts">
                <caption class="visually-hidden">{t.say(|w| w.ledger.payouts)}</caption>
                <Heads currency first=|w| w.ledger.payouts />
                <tbody>{rows}</tbody>
                <tfoot>
                    {total.map(|total| row(currency, "is-whole", t.say(|w| w.ledger.total), total))}
                </tfoot>
            </table>
        }
    })
}

/// When it opened, closed and was settled, as far as it has.
#[component]
fn Times(times: [Option<u64>; 3]) -> impl IntoView {
    let t = text::stage();
    let labels =
        [t.say(|w| w.ledger.opened), t.say(|w| w.ledger.closed), t.say(|w| w.ledger.settled)];
    let lines = labels
        .into_iter()
        .zip(times)
        .filter_map(|(label, at_ms)| {
            let at_ms = at_ms?;
            Some(view! {
                <div><dt>{label}</dt><dd><When at_ms detail=Detail::Second /></dd></div>
            })
        })
        .collect_view();
    view! { <dl class="times small">{lines}</dl> }
}
