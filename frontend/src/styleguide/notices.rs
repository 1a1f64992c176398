//! What pages say of themselves: notices, dialogs, bars.

use leptos::prelude::*;
use quizrain_shared::avatar::Avatar;
use quizrain_shared::money::{Currency, Minor};

use super::{state, states};
use crate::components::amount::Amount;
use crate::components::avatar::avatar;
use crate::components::chrome::Wordmark;
use crate::dom::{El, view};
use crate::live::filled;

pub(super) fn notices() -> AnyView {
    states(vec![
        state("Notice", view! { <p class="notice">"You have no points yet."</p> }),
        state("Problem", view! { <p class="problem">"The server did not answer."</p> }),
        state(
            "Waiting",
            view! {
                <p class="waiting"><span class="spinner" aria-hidden="true"></span>"Connecting"</p>
            },
        ),
        state(
            "Waiting for long",
            view! {
                <div>
                    <p class="waiting"><span class="spinner" aria-hidden="true"></span>"Connecting"</p>
                    <p class="still-trying">"Still trying. Check your network."</p>
                </div>
            },
        ),
        state(
            "The connection is lost",
            view! {
                <div class="banner-place">
                    <div class="banner">
                        <p><span class="spinner" aria-hidden="true"></span>"Reconnecting"</p>
                    </div>
                </div>
            },
        ),
        state(
            "A packet is lost",
            view! {
                <div class="notice notice-lost">
                    <div>
                        <p class="notice-title">
                            "Not yours after all: " <Amount amount=Minor(500) currency=Currency::POINTS />
                        </p>
                        <p>"The server failed before it was safe."</p>
                    </div>
                    <button type="button" class="button">"Understood"</button>
                </div>
            },
        ),
        state("Nothing yet", view! { <div class="calm"><div class="calm-drop"></div></div> }),
    ])
}

pub(super) fn dialogs() -> AnyView {
    states(vec![
        state(
            "Asks once more",
            view! {
                <dialog class="dialog" open="">
                    <h2>"End the game?"</h2>
                    <p>"Nobody can answer any more."</p>
                    <div class="dialog-buttons">
                        <button type="button" class="button">"Cancel"</button>
                        <button type="button" class="button button-primary">"End"</button>
                    </div>
                </dialog>
            },
        ),
        state(
            "With something wrong",
            view! {
                <dialog class="dialog" open="">
                    <h2>"A rain"</h2>
                    <div class="stack">
                        <label class="label" for="dialog-pot">"Pot"</label>
                        <input id="dialog-pot" class="field" type="text" autocomplete="off" value="0"
                            aria-invalid="true" aria-describedby="dialog-why" />
                        <p id="dialog-why" class="problem">"A pot has one point or more."</p>
                    </div>
                    <div class="dialog-buttons">
                        <button type="button" class="button">"Cancel"</button>
                        <button type="button" class="button button-primary" disabled=true>"Start"</button>
                    </div>
                </dialog>
            },
        ),
    ])
}

/// So many seconds, and the share of the time that they are.
fn timer(seconds: u32, share: f64) -> El {
    view! {
        <div class="timer" class:timer-short={seconds <= 5}>
            <div class="timer-track" aria-hidden="true">
                <div class="timer-bar" style:transform=filled(share)></div>
            </div>
            <span class="timer-seconds">{seconds}</span>
        </div>
    }
}

pub(super) fn bars() -> AnyView {
    states(vec![
        state("The house", view! { <div class="top"><Wordmark /></div> }),
        state(
            "A player in a game",
            view! {
                <div class="slim">
                    {avatar(Avatar(7))}
                    <span class="slim-who">
                        <span class="slim-name">"Anna"</span>
                        <span class="slim-life">"2 revive cards"</span>
                    </span>
                    <span class="slim-score">"1 250"</span>
                    {buzz("true", "Vibration on")}
                    <a class="slim-balance" href="#bars">"Balance"</a>
                </div>
            },
        ),
        state(
            "Nobody yet, vibration off",
            view! {
                <div class="slim">
                    <span class="slim-who"><Wordmark /></span>
                    {buzz("false", "Vibration off")}
                    <a class="slim-balance" href="#bars">"Balance"</a>
                </div>
            },
        ),
        state(
            "Time: all, half, little, none",
            view! {
                <div class="stack">{timer(20, 1.0)} {timer(10, 0.5)} {timer(4, 0.2)} {timer(0, 0.0)}</div>
            },
        ),
        state(
            "Sound: on, off, waiting for a finger",
            view! {
                <div class="controls-sound">
                    {mute("false", "Sound")} {mute("true", "Silent")} {mute("mixed", "Sound")}
                </div>
            },
        ),
        state(
            "What is heard, in words",
            view! {
                <details class="heard" open=""><summary>"What is heard"</summary><p>"Rain on a roof"</p></details>
            },
        ),
    ])
}

fn buzz(pressed: &'static str, name: &'static str) -> El {
    view! {
        <button type="button" class="slim-buzz" aria-label=name aria-pressed=pressed>
            <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M8 3h8v18H8z" /><path d="M4 8v8M20 8v8" /></svg>
        </button>
    }
}

fn mute(pressed: &'static str, name: &'static str) -> El {
    view! { <button type="button" class="button mute" aria-pressed=pressed>{name}</button> }
}
