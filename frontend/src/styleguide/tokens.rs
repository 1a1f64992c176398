//! Letters and colours: the custom properties of `base.css` and `theme.css`.

use leptos::prelude::*;
use quizrain_shared::theme::Colour;
use web_sys::CssStyleDeclaration;

use super::states;
use crate::dom::view;
use crate::net::device;

/// The steps of `--text-`.
const STEPS: [&str; 9] = ["xs", "s", "sm", "m", "l", "xl", "2xl", "3xl", "4xl"];

/// What is read or has to be seen, and on what.
const PAIRS: [(&str, &str); 19] = [
    ("ink", "paper"),
    ("ink", "card"),
    ("ink", "gold-soft"),
    ("ink", "good-soft"),
    ("ink", "bad-soft"),
    ("muted", "paper"),
    ("muted", "card"),
    ("red-text", "paper"),
    ("red-text", "card"),
    ("good", "card"),
    ("good", "good-soft"),
    ("main-ink", "main"),
    ("main", "card"),
    ("red", "card"),
    ("gold", "card"),
    ("edge", "paper"),
    ("edge", "card"),
    ("line", "card"),
    ("focus", "paper"),
];

/// How many colours choices have.
const CHOICES: usize = 8;

const WHITE: Colour = Colour([0xff; 3]);

pub(super) fn letters() -> AnyView {
    let steps = STEPS.map(|step| {
        let size = ["var(--text-", step, ")"].concat();
        view! { <p style:font-size=size>{["--text-", step].concat()} " Quizrain 0123456789"</p> }
    });
    view! {
        <div class="stack">
            {steps.collect_view()}
            <h3>"A heading of the third order"</h3>
            <p class="muted">"Muted text"</p>
            <p class="muted small">"Small muted text"</p>
            <p><a href="#type">"A link in a text"</a></p>
        </div>
    }
    .into_any()
}

/// A custom property, where it is a colour.
fn token(style: &CssStyleDeclaration, name: &str) -> Option<Colour> {
    let value = style.get_property_value(&["--", name].concat()).ok()?;
    Colour::parse(value.trim())
}

/// One colour on another, with their names and how they stand out.
fn pair(what: String, on: String, contrast: Option<f64>) -> AnyView {
    let [dot, ground] = [&what, &on].map(|name| ["var(--", name, ")"].concat());
    let contrast = contrast.map_or("no colour".to_owned(), |contrast| format!("{contrast:.1}"));
    view! {
        <li class="guide-pair">
            <span class="guide-ground" aria-hidden="true" style:background=ground>
                <span class="guide-dot" style:background=dot></span>
            </span>
            <span>{what} " on " {on} ": " {contrast}</span>
        </li>
    }
    .into_any()
}

/// As they are when the page is opened.
pub(super) fn colours() -> AnyView {
    let root = document().document_element();
    let style = root.and_then(|root| device::window().get_computed_style(&root).ok().flatten());
    let read = |name: &str| style.as_ref().and_then(|style| token(style, name));
    let pairs = PAIRS.map(|(what, on)| {
        let contrast = read(what).zip(read(on)).map(|(what, on)| what.contrast(on));
        pair(what.to_owned(), on.to_owned(), contrast)
    });
    let choices = (0..CHOICES).map(|look| {
        let name = ["colour-", &look.to_string()].concat();
        let contrast = read(&name).map(|colour| colour.contrast(WHITE));
        pair("guide-white".to_owned(), name, contrast)
    });
    states(vec![
        view! { <ul class="guide-pairs">{pairs.collect_view()}</ul> }.into_any(),
        view! { <ul class="guide-pairs">{choices.collect_view()}</ul> }.into_any(),
    ])
}
