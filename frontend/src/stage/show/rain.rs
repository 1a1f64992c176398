//! The rain on the projector: countdown, drops, who catches what and how much is left, and what became of the pot.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use quizrain_shared::allocation::Split;
use quizrain_shared::money::{Currency, Minor};
use quizrain_shared::wire::{Stage, StageAt, Winner};

use super::motion::{counted, counting_after};
use crate::components::amount::{Amount, unit};
use crate::components::fit::{as_many_as_fit, fitted};
use crate::components::ticking::{SecondsTo, server_now};
use crate::dom::view;
use crate::live::{IntoChild, Memo, filled, memo, value};
use crate::rain::canvas::RainCanvas;
use crate::rain::countdown::Countdown;
use crate::rain::left::few_left;
use crate::state::session::Session;
use crate::text;

/// How long what was caught waits until it counts up.
const COUNTS_AFTER: Duration = Duration::from_millis(300);

#[component]
pub(super) fn Shower(session: Session, stage: Arc<StageAt>) -> impl IntoView {
    let t = text::stage();
    let Stage::Rain(view) = &stage.stage else {
        return ().into_any();
    };
    let view = view.clone();
    let progress =
        session.part(move |known| known.rain.clone().filter(|progress| progress.rain == view.rain));
    let (currency, packets, pot) = (view.currency, view.packets, view.pot);
    let caught = memo(move || progress.get().map_or(0, |progress| progress.caught));
    let few = session.part(move |known| few_left(known, view.rain).is_some());
    let newest = memo(move || progress.get().map(|progress| progress.newest).unwrap_or_default());
    let now = server_now(session);
    let (opens, closes) = (stage.opens_ms as f64, stage.closes_ms);
    let falling = memo(move || now.get() >= opens);
    view! {
        <div class="big-rain">
            <RainCanvas session stage=Arc::clone(&stage) />
            <div class="big-fitted big-rain-words" use:fitted>
                <Countdown session opens_ms=stage.opens_ms view=view.clone() />
            </div>
            <div class="big-rain-info" class:is-hidden=value(move || !falling.get())>
                {tickets(newest, currency)}
                <div class="big-rain-left" class:is-last=few>
                    <p class="big-rain-count">
                        <bdi><strong>{caught}</strong> " / " {packets}</bdi>
                        {value(move || (t.now().packets_caught)(packets.into()))}
                    </p>
                    <p class="big-rain-pot">{t.say(|w| w.pot)} " " <Amount amount=pot currency /></p>
                    <p class="big-rain-seconds" data-testid="rain-seconds">
                        <SecondsTo session at=closes say=|words, left| (words.seconds_left)(left) />
                    </p>
                </div>
                <span class="big-pot" aria-hidden="true">
                    <span class="big-pot-fill" data-testid="pot-left"
                        style:transform=value(move || filled(left_of(packets, caught.get())))></span>
                </span>
            </div>
        </div>
    }
    .into_any()
}

/// The newest catches, newest first.
fn tickets(newest: Memo<Vec<Winner>>, currency: Currency) -> AnyView {
    view! {
        <ul class="tickets" aria-live="off" use:as_many_as_fit>
            <For
                each=move || newest.get()
                key=|winner: &Winner| (winner.nickname.clone(), winner.amount)
                children=move |winner: Winner| {
                    view! {
                        <li class="ticket">
                            <bdi>{winner.nickname}</bdi>
                            " "
                            <strong>{currency.format_major(winner.amount)}</strong>
                        </li>
                    }
                }
            />
        </ul>
    }
    .into_any()
}

/// Which share of so many packets nobody has caught yet. How much money that is, nobody knows before the end.
fn left_of(packets: u32, caught: u32) -> f64 {
    f64::from(packets.saturating_sub(caught)) / f64::from(packets.max(1))
}

/// Whether one catch was larger than all others.
fn has_largest(winners: &[Winner]) -> bool {
    match winners {
        [] => false,
        [_] => true,
        [first, second, ..] => first.amount > second.amount,
    }
}

/// An amount that counts up.
fn counting(amount: Minor, currency: Currency) -> AnyView {
    let far = counting_after(COUNTS_AFTER);
    let so_far = move || currency.format_major(Minor(counted(0, amount.0, far.get())));
    view! {
        <span class="amount-number" class:is-counting=value(move || far.get() < 1.0)
            data-shown=value(so_far)>{currency.format_major(amount)}</span>
    }
    .into_any()
}

/// What was caught.
fn counting_sum(sum: Minor, currency: Currency) -> AnyView {
    let t = text::words();
    view! {
        <p class="big-rain-amount">
            <span class="amount">
                {counting(sum, currency)}
                "\u{2009}"
                <span class="amount-code">{value(move || unit(sum, currency, t.now()))}</span>
            </span>
        </p>
    }
    .into_any()
}

/// The largest catches, the first of them above all where no other is as large.
fn largest(winners: &[Winner], currency: Currency) -> AnyView {
    let has_largest = has_largest(winners);
    let rows = winners.iter().enumerate().map(|(place, winner)| {
        let is_hero = has_largest && place == 0;
        let amount = if is_hero {
            counting(winner.amount, currency)
        } else {
            currency.format_major(winner.amount).into_child()
        };
        view! {
            <li class="big-win" class:is-hero=is_hero>
                <span class="big-row-name"><bdi>{winner.nickname.clone()}</bdi></span>
                <span class="big-win-amount">{amount}</span>
            </li>
        }
    });
    view! { <ol class="big-wins is-open-ended">{rows.collect_view()}</ol> }.into_any()
}

#[component]
pub(super) fn RainSummary(stage: Arc<StageAt>) -> impl IntoView {
    let t = text::stage();
    let Stage::RainDone { rain, caught, caught_amount, stopped, winners } = &stage.stage else {
        return ().into_any();
    };
    let (currency, commitment, entropy) = (rain.currency, rain.commitment, rain.entropy);
    let are_prizes = matches!(rain.split, Split::Prizes(_));
    let (caught, packets) = (*caught, rain.packets);
    let heading =
        t.tell(move |w| if caught >= packets { w.all_gone } else { w.rain_over }.to_owned());
    view! {
        <div class="big-rain-done">
            <div class="big-fitted big-rain-sum" use:fitted>
                <h2 class="big-heading">{heading}</h2>
                {counting_sum(*caught_amount, currency)}
                <p class="big-rain-of">
                    {t.say(|w| w.of_pot)} " " <Amount amount=rain.pot currency />
                </p>
                <p class="big-rain-of">
                    <bdi><strong>{caught}</strong> " / " {packets}</bdi>
                    {value(move || (t.now().packets_caught)(packets.into()))}
                </p>
                {stopped.then(|| view! { <p class="big-rain-of">{t.say(|w| w.rain_stopped)}</p> })}
                <p class="big-rain-seal">
                    {t.tell(move |w| (w.seal)(&commitment))} " · "
                    {t.tell(move |w| (w.entropy)(&entropy))}
                </p>
            </div>
            <div class="big-rain-winners">
                <h3 class="big-subheading">
                    {t.tell(move |w| if are_prizes { w.prizes } else { w.largest_catches }.to_owned())}
                </h3>
                <div class="big-fitted" use:fitted>{largest(winners, currency)}</div>
            </div>
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_empties_and_stays_empty() {
        assert_eq!(left_of(20, 0), 1.0);
        assert_eq!(left_of(20, 5), 0.75);
        assert_eq!([left_of(20, 20), left_of(20, 21), left_of(0, 0)], [0.0; 3]);
    }

    #[test]
    fn nobody_stands_above_others_who_caught_as_much() {
        let caught = |amounts: &[i64]| -> bool {
            let winner = |amount: &i64| Winner { nickname: "Anna".into(), amount: Minor(*amount) };
            has_largest(&amounts.iter().map(winner).collect::<Vec<_>>())
        };
        assert!(caught(&[7]) && caught(&[7, 6, 6]));
        assert!(!caught(&[]) && !caught(&[7, 7, 1]));
    }
}
