//! The statement: where the money of every rain of a game is, for the host and their accountant.
//!
//! Beside the buttons of the desk it is one line until it matters, and never takes the focus from them.

use leptos::prelude::*;
use quizrain_shared::api::{Part, PayoutState, Payouts, RainStatement, Statement};
use quizrain_shared::client::statement::{Gist, Verdict, whole};
use quizrain_shared::ids::RainId;
use quizrain_shared::money::Currency;

use super::books::Books;
use super::dead_letters::DeadLetters;
use super::held::Held;
use crate::components::amount::in_words;
use crate::components::when::{Detail, When};
use crate::dom::view;
use crate::live::{Memo, effect, live, memo, value};
use crate::text::{self, StageWords};

/// Answers that did not come, before people are told.
const FORGIVEN: u32 = 3;

#[component]
pub(in crate::stage) fn StatementOf(
    books: Books,
    /// Folded to one line until somebody has to see to something.
    #[prop(optional)]
    folded: bool,
) -> impl IntoView {
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
                    <h2 id="statement" class:visually-hidden=folded>
                        {t.say(|w| w.ledger.statement)}
                    </h2>
                    <p class="statement-stale muted small" role="status">
                        {value(move || stale.get().then(|| t.now().ledger.stale))}
                    </p>
                    {match folded {
                        true => view! { <Folded books newest_first /> }.into_any(),
                        false => rains(books, newest_first),
                    }}
                </section>
            }
        })
    })
}

/// Each rain, the newest first.
fn rains(books: Books, newest_first: Memo<Vec<RainId>>) -> AnyView {
    view! {
        <For each=move || newest_first.get() key=|rain| *rain let:rain>
            <OneRain books rain newest=memo(move || {
                newest_first.with(|rains| rains.first() == Some(&rain))
            }) />
        </For>
    }
    .into_any()
}

/// One line, and behind it the rains. It opens by itself where somebody has to see to something, or to more than
/// before, says what, and is closed by hand alone.
#[component]
fn Folded(books: Books, newest_first: Memo<Vec<RainId>>) -> impl IntoView {
    let t = text::stage();
    let gist = memo(move || books.statement.with(Statement::gist));
    let (open, known) = (RwSignal::new(false), StoredValue::new(Gist::default()));
    effect(move || {
        let now = gist.get();
        let worse = known.try_update_value(|known| {
            let worse = now.is_worse_than(known);
            *known = now;
            worse
        });
        if worse == Some(true) {
            open.set(true);
        }
    });
    // A click, which no part that has just gone is told of, as it is of `toggle`.
    let toggle = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        open.update(|open| *open = !*open);
    };
    let why = value(move || gist.with(|gist| why(gist, t.now())));
    let line = value(move || gist.with(|gist| line(gist, t.now())));
    view! {
        <p class="statement-why" role="status" data-testid="statement-why">{why}</p>
        <details class="statement-fold" prop:open=value(move || open.get())>
            <summary data-testid="statement-line" on:click=toggle>{line}</summary>
            {rains(books, newest_first)}
        </details>
    }
}

/// All rains in one line.
fn line(gist: &Gist, words: &StageWords) -> String {
    let caught = gist.caught.iter().map(|(currency, sum)| in_words(*sum, *currency, words));
    let caught: Vec<String> = caught.collect();
    (words.ledger.gist)(gist.rains, &caught, gist.waiting)
}

/// What somebody has to see to; nothing where all is well.
fn why(gist: &Gist, words: &StageWords) -> String {
    let concerns: Vec<String> =
        gist.concerns.iter().map(|concern| (words.ledger.concern)(*concern)).collect();
    concerns.join(" · ")
}

/// One rain: the sentence, and behind it the numbers.
#[component]
fn OneRain(books: Books, rain: RainId, newest: Memo<bool>) -> impl IntoView {
    let t = text::stage();
    let now = books.part(rain, Clone::clone);
    let verdict = books.part(rain, RainStatement::verdict);
    let bad = memo(move || verdict.get().is_some_and(Verdict::is_bad));
    let good = memo(move || verdict.get().is_some_and(Verdict::is_good));
    let concern = books.part(rain, RainStatement::is_of_concern);
    let sentence = value(move || {
        now.with(|now| {
            let now = now.as_ref()?;
            let words = t.now();
            let funded = in_words(now.funded.amount, now.currency, words);
            Some((words.ledger.verdict)(now.verdict(), now, &funded))
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
            <details prop:open=value(move || concern.get().unwrap_or_default() || newest.get())>
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
    let amount = move |w: &'static StageWords| {
        let unit = if currency == Currency::POINTS { w.points } else { currency.code() };
        (w.ledger.amount_in)(unit)
    };
    view! {
        <thead>
            <tr>
                <th scope="col">{t.say(first)}</th>
                <th scope="col">{t.say(|w| w.packets)}</th>
                <th scope="col">{t.tell(amount)}</th>
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

#[cfg(test)]
mod tests {
    use quizrain_shared::client::statement::Concern;
    use quizrain_shared::money::Minor;

    use super::*;
    use crate::text::{Language, Texts};

    #[test]
    fn all_rains_are_one_line() {
        let caught = vec![("CNY".parse().unwrap(), Minor(40_000)), (Currency::POINTS, Minor(7))];
        let gist = Gist { rains: 2, caught, waiting: 3, concerns: Vec::new() };
        for words in Language::ALL.map(StageWords::of) {
            let said = line(&gist, words);
            assert!(["2", "400.00 CNY", "7", "3"].iter().all(|it| said.contains(it)), "{said}");
            assert_ne!(said, line(&Gist { waiting: 0, ..gist.clone() }, words));
            assert_eq!(why(&gist, words), "");
            let concerns = vec![Concern::Wrong, Concern::Claims(12), Concern::Held(34)];
            let why = why(&Gist { concerns, ..gist.clone() }, words);
            assert!(["audit", "12", "34"].iter().all(|it| why.contains(it)), "{why}");
        }
        let english = line(
            &Gist { caught: gist.caught[..1].to_vec(), ..gist.clone() },
            StageWords::of(Language::English),
        );
        assert_eq!(english, "2 rains: 400.00 CNY caught, 3 payouts wait");
    }
}
