//! Colour, shape and letter of each choice: three ways to tell choices apart, so that none of
//! them is needed.
//!
//! Used by the player's buttons and by the projector; both must look the same.

use leptos::prelude::*;
use quizrain_shared::question::{ChoicesView, PollView, TrueFalse, shuffled};

use crate::dom::view;
use crate::text::{self, Words};

/// Drop, star, moon, leaf, bolt, cloud, mountains, umbrella: none of them says right or wrong.
const OUTLINES: [&str; 8] = [
    "M12 1.5C8.2 7 5 10.9 5 15a7 7 0 0 0 14 0c0-4.1-3.2-8-7-13.5z",
    "M12 1.8l3.1 6.7 7.3.9-5.4 5 1.4 7.3L12 18.1l-6.4 3.6L7 14.4l-5.4-5 7.3-.9z",
    "M14.5 2a10 10 0 1 0 7.3 14.3A8.3 8.3 0 0 1 14.5 2z",
    "M2.5 21.5C1.5 9 9 2.5 21.5 2.5 21.5 15 15 22.5 2.5 21.5z",
    "M14.5 1.5L3.5 13.8h6.3L8.5 22.5l12-13h-7z",
    "M6.8 19.6a5.1 5.1 0 0 1-.5-10.2A6.6 6.6 0 0 1 19 10.8a4.5 4.5 0 0 1-.8 8.8z",
    "M1 20.5L8.5 5l4.3 8.5L15.5 9 23 20.5z",
    "M11 3V1h2v2c5 .5 9 4.5 9 10-1.7-1.4-3.6-1.4-5 .2-1.2-1.3-2.5-1.6-4-.8v6.6a3.7 3.7 0 0 1-7.4 0h2.2a1.5 1.5 0 0 0 3 0v-6.6c-1.5-.8-2.8-.5-4 .8-1.4-1.6-3.3-1.6-5-.2C2 7.5 6 3.5 11 3z",
];

/// The choices of a question, as all pages show them.
#[derive(Clone)]
pub(crate) enum Choices {
    /// With their own texts, in an order of their own for each player where they are shuffled.
    Listed { texts: Vec<String>, shuffled: bool },
    /// True and false.
    TrueFalse,
}

impl From<ChoicesView> for Choices {
    fn from(view: ChoicesView) -> Self {
        Self::Listed { texts: view.choices, shuffled: view.shuffled }
    }
}

impl From<PollView> for Choices {
    fn from(view: PollView) -> Self {
        Self::Listed { texts: view.choices, shuffled: false }
    }
}

impl Choices {
    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        match self {
            Self::Listed { texts, .. } => texts.len(),
            Self::TrueFalse => TrueFalse::COUNT,
        }
    }

    /// In which order the player in this seat sees them, in this round.
    pub(crate) fn order(&self, seat: u32, round: u16) -> Vec<u8> {
        match self {
            Self::Listed { texts, shuffled: true } => shuffled(texts.len(), seat, round),
            _ => (0..self.count() as u8).collect(),
        }
    }

    /// Which colour and shape a choice has, from 0.
    pub(crate) fn look(&self, index: usize) -> usize {
        match self {
            Self::Listed { .. } => index.min(OUTLINES.len() - 1),
            // Neither is green or red, as a verdict would be.
            Self::TrueFalse => 1 + index.min(1),
        }
    }

    /// A choice's text; true and false are in the reader's language.
    pub(crate) fn text(&self, index: usize, words: &Words) -> String {
        match (self, index) {
            (Self::Listed { texts, .. }, _) => texts.get(index).cloned().unwrap_or_default(),
            (Self::TrueFalse, 0) => words.true_.to_owned(),
            (Self::TrueFalse, _) => words.false_.to_owned(),
        }
    }
}

/// The class that gives a choice its colour.
pub(crate) fn colour_class(look: usize) -> String {
    format!("colour-{look}")
}

/// A choice's letter.
pub(crate) fn letter(index: usize) -> char {
    char::from(b'A' + u8::try_from(index.min(25)).unwrap_or(0))
}

/// A choice's shape, in the colour of the text around it.
#[component]
pub(crate) fn Shape(
    /// Which one, from 0.
    look: usize,
) -> impl IntoView {
    view! {
        <svg class="shape" viewBox="0 0 24 24" aria-hidden="true">
            <path d=OUTLINES[look] fill="currentColor" />
        </svg>
    }
}

/// The mark of a right answer.
#[component]
pub(crate) fn Tick() -> impl IntoView {
    let t = text::words();
    view! {
        <span class="tick" role="img" aria-label=t.say(|w| w.right_answer)>
            <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M4 12.5l5.5 5.5L20 6.5" />
            </svg>
        </span>
    }
}
