//! What is pressed, typed and picked.

use leptos::prelude::*;
use quizrain_shared::theme::Look;

use super::{state, states};
use crate::components::team::emblem;
use crate::dom::{El, view};

/// The browser tests give the focus to the first thing in what is marked with `data-focused`.
pub(super) fn buttons() -> AnyView {
    states(vec![
        state(
            "Plain, primary, a link",
            view! {
                <div class="buttons">
                    <button type="button" class="button">"Plain"</button>
                    <button type="button" class="button button-primary">"Primary"</button>
                    <a class="button" href="#buttons">"A link"</a>
                </div>
            },
        ),
        state(
            "Large, small",
            view! {
                <div class="buttons">
                    <button type="button" class="button button-primary button-large">"Large"</button>
                    <button type="button" class="button button-large">"Large"</button>
                    <button type="button" class="button button-small">"Small"</button>
                </div>
            },
        ),
        state(
            "Disabled",
            view! {
                <div class="buttons">
                    <button type="button" class="button" disabled=true>"Plain"</button>
                    <button type="button" class="button button-primary" disabled=true>"Primary"</button>
                </div>
            },
        ),
        state(
            "Busy",
            view! {
                <div class="stack">
                    <button type="button" class="button button-primary" disabled=true>"Save"</button>
                    <p><span class="spinner" aria-hidden="true"></span>"Saving"</p>
                </div>
            },
        ),
        state(
            "Focused",
            view! {
                <div class="buttons" data-focused="yes">
                    <button type="button" class="button">"Plain"</button>
                </div>
            },
        ),
        state(
            "Chips: not pressed, pressed",
            view! {
                <div class="chips">
                    <button type="button" class="chip" aria-pressed="false">"All"</button>
                    <button type="button" class="chip" aria-pressed="true">"Own"</button>
                </div>
            },
        ),
    ])
}

/// A field with its label, and what is in it.
fn field(id: &'static str, class: &'static str, label: &'static str, text: &'static str) -> El {
    view! {
        <div class="stack">
            <label class="label" for=id>{label}</label>
            <input id=id class=format!("field {class}") type="text" autocomplete="off" value=text />
        </div>
    }
}

pub(super) fn fields() -> AnyView {
    states(vec![
        state("Empty", field("field-empty", "", "Nickname", "")),
        state("Filled", field("field-filled", "", "Nickname", "Anna")),
        state(
            "Focused",
            view! { <div data-focused="yes">{field("field-focused", "", "Nickname", "Anna")}</div> },
        ),
        state(
            "Wrong",
            view! {
                <div class="stack">
                    <label class="label" for="field-wrong">"Nickname"</label>
                    <input id="field-wrong" class="field" type="text" autocomplete="off" value="A"
                        aria-invalid="true" aria-describedby="field-wrong-why" />
                    <p id="field-wrong-why" class="problem">"A nickname has two letters or more."</p>
                </div>
            },
        ),
        state("Large", field("field-large", "field-large", "Answer", "Paris")),
        state("Of a pin", field("field-pin", "field-pin", "Game PIN", "123 456")),
        state(
            "One of several",
            view! {
                <div class="stack">
                    <label class="label" for="field-select">"Currency"</label>
                    <select id="field-select" class="field">
                        <option>"EUR"</option>
                        <option>"points"</option>
                    </select>
                </div>
            },
        ),
    ])
}

pub(super) fn options() -> AnyView {
    states(vec![
        state(
            "Boxes",
            view! {
                <div>
                    <label class="option"><input type="checkbox" checked="" /><span>"Take reactions"</span></label>
                    <label class="option">
                        <input type="checkbox" />
                        <span>"Shuffle answers" <small class="muted">"Each player has an order of their own."</small></span>
                    </label>
                </div>
            },
        ),
        state(
            "Of which one is chosen",
            view! {
                <fieldset class="options">
                    <legend class="label">"What falls"</legend>
                    <div class="theme-looks">{Look::ALL.map(look).collect_view()}</div>
                </fieldset>
            },
        ),
        state(
            "Picks: not picked, picked",
            view! {
                <div class="picks">
                    <button type="button" class="pick" aria-pressed="false">
                        <span class="team">{emblem(0)} <span class="team-name">"Drops"</span></span>
                    </button>
                    <button type="button" class="pick" aria-pressed="true">
                        <span class="team">{emblem(1)} <span class="team-name">"Stars"</span></span>
                    </button>
                </div>
            },
        ),
    ])
}

fn look(look: Look) -> AnyView {
    view! {
        <label class="option theme-look">
            <input type="radio" name="look" prop:checked={look == Look::default()} />
            <span class="theme-swatch" data-theme=look.name() aria-hidden="true"></span>
            <span>{look.name()}</span>
        </label>
    }
    .into_any()
}
