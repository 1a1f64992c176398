//! The rain on the projector: countdown, drops, who catches what, and what became of the pot.

use std::sync::Arc;

use leptos::prelude::*;
use quizrain_shared::allocation::Split;
use quizrain_shared::wire::{Stage, StageAt};

use crate::components::amount::Amount;
use crate::components::fit::{as_many_as_fit, fitted};
use crate::components::ticking::server_now;
use crate::dom::view;
use crate::live::{live, memo, value};
use crate::rain::canvas::RainCanvas;
use crate::rain::countdown::Countdown;
use crate::state::session::Session;
use crate::text;

#[component]
pub(super) fn Shower(session: Session, stage: Arc<StageAt>) -> impl IntoView {
    let t = text::stage();
    let Stage::Rain(view) = &stage.stage else {
        return ().into_any();
    };
    let view = view.clone();
    let progress =
        session.part(move |known| known.rain.clone().filter(|progress| progress.rain == view.rain));
    let currency = view.currency;
    let caught = value(move || progress.get().map_or(0, |progress| progress.caught));
    let now = server_now(session);
    let opens = stage.opens_ms as f64;
    let falling = memo(move || now.get() >= opens);
    let ticker = live(move || {
        let newest = progress.get().map(|progress| progress.newest).unwrap_or_default();
        newest
            .into_iter()
            .map(|winner| {
                view! {
                    <li class="ticket">
                        <bdi>{winner.nickname}</bdi>
                        " "
                        <strong>{currency.format_major(winner.amount)}</strong>
                    </li>
                }
            })
            .collect_view()
    });
    let packets = view.packets;
    view! {
        <div class="big-rain">
            <RainCanvas session stage=Arc::clone(&stage) />
            <div class="big-fitted big-rain-words" use:fitted>
                <Countdown session opens_ms=stage.opens_ms view=view.clone() />
            </div>
            <div class="big-rain-info" class:is-hidden=value(move || !falling.get())>
                <ul class="tickets" aria-live="off" use:as_many_as_fit>{ticker}</ul>
                <p class="big-rain-count">
                    <strong>{caught}</strong> " / " {packets} " " {t.say(|w| w.packets_caught)}
                </p>
            </div>
        </div>
    }
    .into_any()
}

#[component]
pub(super) fn RainSummary(stage: Arc<StageAt>) -> impl IntoView {
    let t = text::stage();
    let Stage::RainDone { rain, caught, caught_amount, stopped, winners } = &stage.stage else {
        return ().into_any();
    };
    let (currency, commitment, entropy) = (rain.currency, rain.commitment, rain.entropy);
    let rows = winners
        .iter()
        .map(|winner| {
            view! {
                <li class="big-win">
                    <span class="big-row-name"><bdi>{winner.nickname.clone()}</bdi></span>
                    <span class="big-win-amount">{currency.format_major(winner.amount)}</span>
                </li>
            }
        })
        .collect_view();
    let are_prizes = matches!(rain.split, Split::Prizes(_));
    let (caught, packets) = (*caught, rain.packets);
    view! {
        <div class="big-rain-done">
            <div class="big-fitted big-rain-sum" use:fitted>
                <h2 class="big-heading">{t.say(|w| w.rain_over)}</h2>
                <p class="big-rain-amount"><Amount amount=*caught_amount currency /></p>
                <p class="big-rain-of">
                    {t.say(|w| w.of_pot)} " " <Amount amount=rain.pot currency />
                </p>
                <p class="big-rain-of">
                    <strong>{caught}</strong> " / " {packets} " " {t.say(|w| w.packets_caught)}
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
                <div class="big-fitted" use:fitted><ol class="big-wins is-open-ended">{rows}</ol></div>
            </div>
        </div>
    }
    .into_any()
}
