//! A question on a phone: its choices in all colours and shapes, and what an answer was worth.

use leptos::prelude::*;

use super::{state, states};
use crate::components::shape::{Shape, Tick, colour_class, letter};
use crate::components::verdict::signed;
use crate::dom::{El, view};

/// What stands beside the eight shapes.
const TEXTS: [&str; 8] =
    ["A drop", "A star", "A moon", "A leaf", "A bolt", "A cloud", "Mountains", "An umbrella"];

/// A choice that can be picked; once one is, none can.
fn choice(look: usize, class: &'static str, fixed: bool) -> El {
    view! {
        <button type="button" class=format!("choice {} {class}", colour_class(look)) disabled=fixed>
            <Shape look />
            <span class="choice-letter">{letter(look)}</span>
            <span class="choice-text">{TEXTS[look]}</span>
            <span class="choice-mark" aria-hidden="true"></span>
        </button>
    }
}

/// A choice when the answer is known.
fn told(look: usize, class: &'static str, mine: bool, right: bool) -> El {
    view! {
        <li class=format!("choice {} {class}", colour_class(look))>
            <Shape look />
            <span class="choice-letter">{letter(look)}</span>
            <span class="choice-text">{TEXTS[look]}</span>
            {mine.then(|| view! { <span class="choice-own">"Your answer"</span> })}
            {right.then(|| view! { <Tick /> })}
        </li>
    }
}

pub(super) fn choices() -> AnyView {
    let waiting = (0..TEXTS.len()).map(|look| choice(look, "", false)).collect_view();
    let faint = (0..TEXTS.len()).map(|look| choice(look, "is-faint", true)).collect_view();
    states(vec![
        state("Waiting", view! { <div class="choices">{waiting}</div> }),
        state("Dimmed: another one is picked", view! { <div class="choices">{faint}</div> }),
        state(
            "Picked",
            view! {
                <div class="choices">{choice(0, "is-mine", true)} {choice(1, "is-faint", true)}</div>
            },
        ),
        state(
            "Several can be picked",
            view! {
                <div class="choices is-several">
                    {choice(2, "is-mine", false)} {choice(3, "is-mine", false)} {choice(4, "", false)}
                </div>
            },
        ),
        state(
            "Right",
            view! {
                <ul class="choices choices-told">
                    {told(0, "is-mine is-right", true, true)} {told(1, "is-faint", false, false)}
                </ul>
            },
        ),
        state(
            "Wrong",
            view! {
                <ul class="choices choices-told">
                    {told(2, "is-right", false, true)} {told(3, "is-faint is-mine", true, false)}
                </ul>
            },
        ),
        state(
            "A question, and where an answer is typed",
            view! {
                <div class="ask">
                    <p class="ask-round">"Question 3 of 10"</p>
                    <h3 class="ask-text">"What falls from the sky?"</h3>
                    <div class="ask-send">
                        <button type="button" class="button button-primary button-large">"Answer"</button>
                    </div>
                </div>
            },
        ),
        state(
            "An explanation",
            view! { <p class="explanation">"Rain falls, and so do packets."</p> },
        ),
    ])
}

fn verdict(result: &str, title: &'static str, points: i32, more: Option<AnyView>) -> El {
    view! {
        <div class=format!("verdict verdict-{result}")>
            <h3 class="verdict-title">{title}</h3>
            {more}
            <p class="verdict-points">{signed(points)} " points"</p>
            <dl class="verdict-facts">
                <div><dt>"Score"</dt><dd>"1 250"</dd></div>
                <div><dt>"Rank"</dt><dd>"3" <small>" / 40"</small></dd></div>
            </dl>
            <p class="verdict-when muted small">"Your answer arrived after 3.214 seconds."</p>
        </div>
    }
}

pub(super) fn verdicts() -> AnyView {
    let fate = view! { <p class="verdict-fate">"You are out."</p> }.into_any();
    let bonus = view! { <p class="verdict-bonus">"With 100 for three in a row"</p> }.into_any();
    states(vec![
        state("Right", verdict("right", "Right", 750, Some(bonus))),
        state("Partly right", verdict("partly", "Partly right", 400, None)),
        state("Wrong", verdict("wrong", "Wrong", -250, Some(fate))),
        state("No answer", verdict("none", "No answer", 0, None)),
        state(
            "Of what is not graded",
            view! {
                <div class="verdict">
                    <h3 class="verdict-title">"Thanks, your answer is in"</h3>
                </div>
            },
        ),
    ])
}
