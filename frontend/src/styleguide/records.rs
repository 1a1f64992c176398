//! What is written down: cards, panels, tables, lists.

use leptos::prelude::*;

use super::{state, states};
use crate::components::shape::Tick;
use crate::dom::{El, view};
use crate::live::filled;

fn line(class: &'static str, name: &'static str, packets: u32, amount: &'static str) -> El {
    view! {
        <tr class=class><th scope="row">{name}</th><td>{packets}</td><td>{amount}</td></tr>
    }
}

fn figures() -> El {
    view! {
        <table class="figures">
            <thead>
                <tr><th scope="col">"Pot"</th><th scope="col">"Packets"</th><th scope="col">"EUR"</th></tr>
            </thead>
            <tbody>{line("is-whole", "Funded", 40, "100.00")}</tbody>
            <tbody>{line("", "Credited", 30, "75.00")} {line("", "Left", 10, "25.00")}</tbody>
            <tfoot>{line("is-whole", "Total", 40, "100.00")} {line("is-note", "Caught", 30, "75.00")}</tfoot>
        </table>
    }
}

fn results() -> El {
    view! {
        <table class="results-table ranked">
            <thead><tr><th scope="col">"Player"</th><th scope="col">"Rank"</th><th scope="col">"Score"</th></tr></thead>
            <tbody>
                <tr><th scope="row">"Anna"</th><td>"1"</td><td>"1 250"</td></tr>
                <tr><th scope="row">"Ben"</th><td>"2"</td><td>"1 000"</td></tr>
            </tbody>
        </table>
    }
}

fn bar(name: &'static str, count: u32) -> El {
    let right = count == 20;
    view! {
        <li class="chart-bar" class:is-right=right>
            <span class="chart-label">{name} {right.then(|| view! { <Tick /> })}</span>
            <span class="chart-room"><span style:transform=filled(f64::from(count) / 20.0)></span></span>
            <span class="chart-count">{count}</span>
        </li>
    }
}

fn card() -> El {
    view! {
        <div class="card">
            <h3 class="card-title">"How rain works"</h3>
            <p class="card-text">"Ten questions on clouds and what they bring"</p>
            <p class="card-facts"><span>"10 questions"</span><span class="card-rain">"100.00 EUR"</span></p>
            <ul class="tags"><li class="tag">"weather"</li><li class="tag">"school"</li></ul>
            <p class="card-buttons">
                <button type="button" class="button button-primary">"Start"</button>
                <button type="button" class="button">"Options"</button>
            </p>
        </div>
    }
}

fn cue() -> El {
    view! {
        <details class="cue" open="">
            <summary>"What is right"</summary>
            <div class="hosted cue-now">
                <h3 class="hosted-title">"Question 3"</h3>
                <ul class="hosted-answer"><li>"A drop"</li></ul>
            </div>
        </details>
    }
}

fn credit(is: &'static str, said: &'static str) -> El {
    view! {
        <li class="credit" data-state=is>
            <span>"How rain works"</span>
            <span class="amount">"5.20 EUR"</span>
            <span class="credit-line small"><span class="credit-state">{said}</span></span>
        </li>
    }
}

pub(super) fn records() -> AnyView {
    states(vec![
        state("A card", card()),
        state(
            "A panel, open",
            view! {
                <details class="panel" open="">
                    <summary>"Questions"</summary>
                    <div class="panel-body">
                        <p>"Ten questions"</p>
                        <button type="button" class="button">"Next ten"</button>
                    </div>
                </details>
            },
        ),
        state(
            "A panel, folded",
            view! {
                <details class="panel"><summary>"Players"</summary></details>
            },
        ),
        state(
            "Verdicts of an audit",
            view! {
                <div class="stack">
                    <p class="account-verdict is-good">"Every packet is accounted for"</p>
                    <p class="account-verdict">"Two are on their way"</p>
                    <p class="account-verdict is-bad">"One is missing"</p>
                </div>
            },
        ),
        state("What a host alone sees", cue()),
        state("Figures", figures()),
        state("Results", results()),
        state(
            "How a question was answered",
            view! {
                <ul class="chart-bars">{bar("A drop", 20)} {bar("A star", 8)} {bar("A moon", 0)}</ul>
            },
        ),
        state(
            "Credits",
            view! {
                <ul>
                    {credit("caught", "Crediting")} {credit("credited", "Credited")} {credit("held", "Held")}
                </ul>
            },
        ),
    ])
}
