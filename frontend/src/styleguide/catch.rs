//! The rain: what falls in each look, and a packet from the tap to the balance.

use leptos::prelude::*;
use quizrain_shared::money::{Currency, Minor};
use quizrain_shared::theme::Look;

use super::{state, states};
use crate::components::amount::Amount;
use crate::dom::{El, view};
use crate::rain::sample::painted;

/// Its canvas is as wide and high as a picture with its shadow.
fn theme(look: Look) -> AnyView {
    state(
        look.name(),
        view! {
            <div class="guide-night" data-theme=look.name()>
                <canvas width="120" height="150" use:painted=look></canvas>
                <button type="button" class="button button-primary">"Primary"</button>
            </div>
        },
    )
}

pub(super) fn themes() -> AnyView {
    states(Look::ALL.map(theme).into())
}

fn amount() -> El {
    let currency = "EUR".parse().unwrap_or(Currency::POINTS);
    view! { <p class="catch-amount"><Amount amount=Minor(520) currency /></p> }
}

fn caught(is: &'static str, said: &'static str) -> El {
    view! {
        <div class="catch">
            <p class="catch-title">"You caught"</p>
            {amount()}
            <p class="catch-state" data-state=is>{said}</p>
        </div>
    }
}

pub(super) fn cards() -> AnyView {
    let shown = |name, card: El| state(name, view! { <div class="guide-night">{card}</div> });
    states(vec![
        shown(
            "It comes",
            view! {
                <div class="countdown">
                    <p class="countdown-title">"Red packets are about to fall"</p>
                    <p class="countdown-number">"3"</p>
                    <p class="countdown-pot">
                        "100.00 EUR" <span class="countdown-packets">"in 40 packets"</span>
                    </p>
                    <p class="countdown-rule">"For everybody"</p>
                    <p class="countdown-seal">"Sealed 0123 4567"</p>
                </div>
            },
        ),
        shown("Free", view! { <p class="rain-hint">"Tap one"</p> }),
        shown(
            "Grabbing",
            view! {
                <p class="rain-hint"><span class="spinner" aria-hidden="true"></span>"Grabbing"</p>
            },
        ),
        shown("Caught, crediting", caught("caught", "Crediting")),
        shown("Crediting for long", caught("caught", "Crediting takes longer than usual")),
        shown("Credited", caught("credited", "Credited")),
        shown(
            "Lost",
            view! {
                <div class="catch catch-lost">
                    <p class="catch-title">"Not yours after all"</p>
                    {amount()}
                    <p class="catch-why">"The server failed before it was safe."</p>
                    <p class="catch-state">"Tap another one"</p>
                </div>
            },
        ),
        shown(
            "Missed",
            view! {
                <div class="catch catch-none">
                    <p class="catch-title">"All packets are gone"</p>
                    <p class="catch-state">"Good luck next time"</p>
                </div>
            },
        ),
        state(
            "On a page",
            view! {
                <div class="page">
                    <div class="catch catch-none">
                        <p class="catch-title">"All packets are gone"</p>
                        <p class="catch-state">"Good luck next time"</p>
                    </div>
                </div>
            },
        ),
    ])
}
