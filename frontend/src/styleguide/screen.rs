//! The big picture: in boxes of its shape, with the smallest letters that it has.

use leptos::prelude::*;
use quizrain_shared::avatar::Avatar;

use super::{state, states};
use crate::components::avatar::avatar;
use crate::components::chrome::Wordmark;
use crate::components::shape::{Shape, Tick, colour_class, letter};
use crate::dom::{El, view};
use crate::live::filled;

const TEXTS: [&str; 4] = ["A drop", "A star", "A moon", "A leaf"];

fn screen(class: &'static str, body: El) -> El {
    // No question is asked while it rains.
    let round = class.is_empty().then(|| view! { <span class="big-round">"3 / 10"</span> });
    view! {
        <div class="guide-screen">
            <div class=format!("big {class}")>
                <div class="big-strip">
                    <Wordmark />
                    <span class="big-title">"How rain works"</span>
                    {round}
                    <span class="big-join">
                        <span class="big-join-url">"quiz.example.org"</span>
                        <span class="big-join-pin">"123 456"</span>
                    </span>
                </div>
                <div class="big-body">{body}</div>
            </div>
        </div>
    }
}

fn asked(choices: Vec<El>, foot: El) -> El {
    view! {
        <div class="big-question">
            <div class="big-parts">
                <div class="big-asked"><h3 class="big-text">"What falls from the sky?"</h3></div>
                <ul class="big-choices">{choices}</ul>
            </div>
            <div class="big-foot">{foot}</div>
        </div>
    }
}

fn choice(look: usize, class: &'static str, told: Option<AnyView>) -> El {
    view! {
        <li class=format!("big-choice {} {class}", colour_class(look))>
            <Shape look />
            <span class="big-letter">{letter(look)}</span>
            <span class="big-choice-text">{TEXTS[look]}</span>
            {told}
        </li>
    }
}

/// How many picked it, as a number and as a bar.
fn counted(right: bool, count: u32) -> AnyView {
    view! {
        <span class="big-told">
            {right.then(|| view! { <Tick /> })}
            <span class="big-count">{count}</span>
        </span>
        <span class="big-bar" aria-hidden="true">
            <span class="big-bar-fill" style:transform=filled(f64::from(count) / 40.0)></span>
        </span>
    }
    .into_any()
}

fn revealed() -> El {
    let told = (0..TEXTS.len()).zip([20, 12, 5, 3]).map(|(look, count)| {
        let right = look == 0;
        choice(look, if right { "is-right" } else { "is-wrong" }, Some(counted(right, count)))
    });
    let foot = view! { <p class="big-answered"><strong>"40"</strong>" / 40 answered"</p> };
    asked(told.collect(), foot)
}

fn open() -> El {
    let choices = (0..TEXTS.len()).map(|look| choice(look, "", None));
    let foot = view! {
        <div class="timer">
            <div class="timer-track" aria-hidden="true">
                <div class="timer-bar" style:transform=filled(0.6)></div>
            </div>
            <span class="timer-seconds">"12"</span>
        </div>
    };
    asked(choices.collect(), foot)
}

/// A line of the board, with what has changed since the board before.
fn row(rank: u32, name: &'static str, moved: AnyView, out: bool) -> El {
    let score = 1500 - 250 * rank;
    view! {
        <li class="big-row" class:is-out=out>
            <span class="big-row-rank">{rank}</span>
            <span class="big-row-moved">{moved}</span>
            <span class="big-row-name">
                <span class="team">{avatar(Avatar(rank))} <bdi class="team-name">{name}</bdi></span>
                {out.then(|| view! { <span class="out">"out"</span> })}
            </span>
            <span aria-hidden="true">
                <span class="big-row-fill" style:transform=filled(f64::from(score) / 1250.0)></span>
            </span>
            <span class="big-row-gain">"+250"</span>
            <span class="big-row-score">{score}</span>
        </li>
    }
}

fn board() -> El {
    let up = view! { <span class="moved moved-up">"2"</span> }.into_any();
    let down = view! { <span class="moved moved-down">"1"</span> }.into_any();
    let new = view! { <span class="moved-new">"new"</span> }.into_any();
    view! {
        <div class="big-board">
            <h3 class="big-heading">"Board"</h3>
            <div class="big-fitted">
                <ol class="big-rows has-changes">
                    {row(1, "Anna", up, false)} {row(2, "Ben", down, false)} {row(3, "Cleo", new, true)}
                </ol>
            </div>
            <p class="big-note">"40 players"</p>
        </div>
    }
}

fn step(rank: u32, column: u32, name: &'static str) -> El {
    view! {
        <li class=format!("step step-{rank}") style:grid-column=format!("{column} / span 1")>
            <span class="step-name">
                <span class="team">{avatar(Avatar(rank))} <bdi class="team-name">{name}</bdi></span>
            </span>
            <span class="step-score">{1500 - 250 * rank}</span>
            <span class="step-block"><span class="step-rank">{rank}</span></span>
        </li>
    }
}

fn podium() -> El {
    view! {
        <div class="big-podium">
            <h3 class="big-heading">"Podium"</h3>
            <div class="big-fitted big-places">
                <ol class="steps">{step(1, 2, "Anna")} {step(2, 1, "Ben")} {step(3, 3, "Cleo")}</ol>
                <ol class="big-others">
                    <li class="big-other">
                        <span class="big-row-rank">"4"</span>
                        <span class="big-row-name">"Dora"</span>
                        <span class="big-row-score">"500"</span>
                    </li>
                </ol>
            </div>
        </div>
    }
}

/// What is said below falling packets.
fn rain() -> El {
    view! {
        <div class="big-rain">
            <div class="big-rain-info">
                <ul class="tickets">
                    <li class="ticket">"Anna "<strong>"5.00 EUR"</strong></li>
                    <li class="ticket">"Ben "<strong>"2.50 EUR"</strong></li>
                </ul>
                <div class="big-rain-left">
                    <p class="big-rain-count"><strong>"12"</strong>" / 40 caught"</p>
                    <p class="big-rain-pot">"Pot 100.00 EUR"</p>
                    <p class="big-rain-seconds">"8 s"</p>
                </div>
                <span class="big-pot" aria-hidden="true">
                    <span class="big-pot-fill" style:transform=filled(0.7)></span>
                </span>
            </div>
        </div>
    }
}

pub(super) fn screens() -> AnyView {
    let columns = [2, 9, 4, 1].map(|count: u32| {
        view! {
            <div class="column" class:is-right={count == 9}>
                <span class="column-count">{count}</span>
                <div class="column-room">
                    <div class="column-bar" style:height=format!("{}%", count * 10)></div>
                </div>
                <span class="column-label">{count}</span>
            </div>
        }
    });
    let chart = view! {
        <div class="big-question"><div class="big-chart"><div class="columns">{columns.collect_view()}</div></div></div>
    };
    states(vec![
        state("A question", screen("", open())),
        state("Its reveal", screen("", revealed())),
        state("Numbers that were answered", screen("", chart)),
        state("The board", screen("", board())),
        state("The podium", screen("", podium())),
        state("A rain", screen("is-rain", rain())),
    ])
}
