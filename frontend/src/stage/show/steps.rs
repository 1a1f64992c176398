//! A question, its choices and its explanation on the projector: on one picture where they fit in
//! letters that the last row can read, else on several that go round by themselves.
//!
//! The question is always whole and comes first. What fits is measured, see `components::fit`.

use std::ops::Range;
use std::time::Duration;

use leptos::prelude::*;
use web_sys::{Element, HtmlElement};

use crate::components::fit;
use crate::dom::view;
use crate::live::live;
use crate::net::device;

/// Properties that question and choices follow in their sizes.
const TEXT: &str = "--grow-text";
const CHOICE: &str = "--grow-choice";
/// How many choices are shown together, where they do not all fit.
const TOGETHER: [usize; 3] = [4, 2, 1];
/// How often to look whether it is time for the next step.
const TICK: Duration = Duration::from_millis(250);
/// How long a step is shown: at least, for each letter of it, and at most, in milliseconds.
const SHORT_MS: f64 = 4000.0;
const LETTER_MS: f64 = 45.0;
const LONG_MS: f64 = 12_000.0;

/// What is shown together.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    question: bool,
    choices: Range<usize>,
    explanation: bool,
}

impl Step {
    fn question() -> Self {
        Self { question: true, choices: 0..0, explanation: false }
    }

    fn explanation() -> Self {
        Self { question: false, explanation: true, ..Self::question() }
    }

    /// How many choices may stand side by side.
    fn columns(&self) -> &'static [u8] {
        if self.choices.len() > 1 { &[2, 1] } else { &[1] }
    }
}

/// The fewest steps that show everything, each of which fits.
fn plan(choices: usize, explained: bool, mut fits: impl FnMut(&Step) -> bool) -> Vec<Step> {
    let asked = Step { choices: 0..choices, ..Step::question() };
    let whole = Step { explanation: explained, ..asked.clone() };
    if fits(&whole) {
        return vec![whole];
    }
    let told = explained.then(Step::explanation);
    if explained && fits(&asked) {
        return std::iter::once(asked).chain(told).collect();
    }
    let mut steps = Vec::new();
    for together in std::iter::once(choices).chain(TOGETHER) {
        let groups = |question| -> Vec<Step> {
            let firsts = (0..choices).step_by(together.max(1));
            let groups = firsts.map(|first| first..(first + together).min(choices));
            groups.map(|choices| Step { question, choices, explanation: false }).collect()
        };
        // A short question stays beside its choices.
        steps = groups(true);
        if steps.iter().all(&mut fits) {
            break;
        }
        let alone = groups(false);
        let fit = alone.iter().all(&mut fits);
        // However little room there is, in the end nothing is left out.
        steps = std::iter::once(Step::question()).chain(alone).collect();
        if fit {
            break;
        }
    }
    steps.extend(told);
    steps
}

/// The elements that are shown and hidden.
struct Parts {
    question: Element,
    list: Element,
    choices: Vec<Element>,
    explanation: Option<Element>,
}

impl Parts {
    fn of(place: &Element) -> Option<Self> {
        let question = place.first_element_child()?;
        let list = question.next_element_sibling()?;
        let first = list.first_element_child();
        let choices = std::iter::successors(first, Element::next_element_sibling).collect();
        let explanation = list.next_element_sibling();
        Some(Self { question, list, choices, explanation })
    }

    fn show(&self, step: &Step, columns: u8) {
        fit::hide(&self.question, !step.question);
        fit::hide(&self.list, step.choices.is_empty());
        let _ = self.list.class_list().toggle_with_force("is-single", columns == 1);
        for (index, choice) in self.choices.iter().enumerate() {
            fit::hide(choice, !step.choices.contains(&index));
        }
        if let Some(explanation) = &self.explanation {
            fit::hide(explanation, !step.explanation);
        }
    }

    /// How long a step must be seen.
    fn stays_ms(&self, step: &Step) -> f64 {
        let question = step.question.then_some(&self.question);
        let choices = self.choices.get(step.choices.clone()).unwrap_or_default();
        let explanation = self.explanation.as_ref().filter(|_| step.explanation);
        let texts = question.into_iter().chain(choices).chain(explanation);
        let letters: usize =
            texts.filter_map(|part| part.text_content()).map(|text| fit::width(&text)).sum();
        (LETTER_MS * letters as f64).clamp(SHORT_MS, LONG_MS)
    }
}

/// Which of how many steps is shown.
pub(super) type Turn = RwSignal<(usize, usize)>;

/// The steps of one picture.
struct Round {
    steps: Vec<Step>,
    shown: usize,
    until_ms: f64,
}

impl Round {
    fn start(place: &HtmlElement, turn: Turn) -> Option<Self> {
        let parts = Parts::of(place)?;
        let steps = plan(parts.choices.len(), parts.explanation.is_some(), |step| {
            step.columns().iter().any(|columns| {
                parts.show(step, *columns);
                fit::can_be_whole(place, &[TEXT, CHOICE])
            })
        });
        let mut round = Self { steps, shown: 0, until_ms: 0.0 };
        round.show(place, 0, turn);
        Some(round)
    }

    fn show(&mut self, place: &HtmlElement, index: usize, turn: Turn) {
        let Some((parts, step)) = Parts::of(place).zip(self.steps.get(index)) else { return };
        let try_columns = |columns| {
            parts.show(step, columns);
            fit::fit(place, &[TEXT, CHOICE])
        };
        // The larger letters; two columns where that is all the same.
        let best = step.columns().iter().rev().max_by_key(|columns| try_columns(**columns));
        if let Some(columns) = best {
            try_columns(*columns);
        }
        self.shown = index;
        self.until_ms = device::local_ms() + parts.stays_ms(step);
        let _ = turn.try_set((index, self.steps.len()));
    }

    fn tick(&mut self, place: &HtmlElement, turn: Turn) {
        if self.steps.len() > 1 && device::local_ms() >= self.until_ms {
            self.show(place, (self.shown + 1) % self.steps.len(), turn);
        }
    }
}

/// Directive: shows the question, the list of choices and the explanation in a box, in steps.
pub(super) fn in_steps(place: Element, turn: Turn) {
    let round = StoredValue::new_local(None::<Round>);
    fit::watch(&place, move |place| {
        let _ = round.try_set_value(Round::start(place, turn));
    });
    let place: HtmlElement = wasm_bindgen::JsCast::unchecked_into(place);
    let place = StoredValue::new_local(place);
    let tick = move || {
        let _ = place.try_with_value(|place| {
            round.try_update_value(|round| round.as_mut().map(|round| round.tick(place, turn)))
        });
    };
    if let Ok(interval) = set_interval_with_handle(tick, TICK) {
        on_cleanup(move || interval.clear());
    }
}

/// One dot for each step, the present one filled; nothing where there is only one.
#[component]
pub(super) fn Dots(turn: Turn) -> impl IntoView {
    let dots = live(move || {
        let (shown, steps) = turn.get();
        let dot = |index| view! { <span class="big-dot" class:is-shown={index == shown}></span> };
        (steps > 1).then(|| (0..steps).map(dot).collect_view())
    });
    view! { <p class="big-dots" aria-hidden="true">{dots}</p> }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plan where a picture holds so many lines, for a question, choices and an explanation of so
    /// many (each).
    fn planned(
        room: usize,
        question: usize,
        choices: (usize, usize),
        explanation: usize,
    ) -> Vec<Step> {
        let (count, lines) = choices;
        let steps = plan(count, explanation > 0, |step| {
            let needs = usize::from(step.question) * question
                + step.choices.len() * lines
                + usize::from(step.explanation) * explanation;
            needs <= room
        });
        assert!(steps.first().is_some_and(|step| step.question), "the question comes first");
        let shown: Vec<_> = steps.iter().flat_map(|step| step.choices.clone()).collect();
        assert_eq!(shown, (0..count).collect::<Vec<_>>(), "every choice once, in order");
        let told = steps.iter().filter(|step| step.explanation).count();
        assert_eq!(told, usize::from(explanation > 0));
        steps
    }

    #[test]
    fn what_fits_is_on_one_picture() {
        assert_eq!(planned(12, 2, (4, 2), 0).len(), 1);
        assert_eq!(planned(12, 2, (4, 2), 2).len(), 1);
    }

    #[test]
    fn an_explanation_that_does_not_fit_comes_after_the_choices() {
        let steps = planned(12, 2, (4, 2), 3);
        assert_eq!(steps.len(), 2);
        assert!(steps[0].question && steps[0].choices == (0..4));
        assert_eq!(steps[1], Step::explanation());
    }

    #[test]
    fn the_question_comes_first_and_then_the_choices() {
        let steps = planned(12, 10, (6, 2), 8);
        assert_eq!(steps.len(), 3);
        assert_eq!(steps[0], Step::question());
        assert_eq!(steps[1].choices, 0..6);
        let groups = |room| -> Vec<_> {
            let steps = planned(room, 10, (5, 3), 0);
            steps.iter().skip(1).map(|step| step.choices.len()).collect()
        };
        let beside = planned(8, 2, (4, 3), 0);
        assert!(beside.len() == 2 && beside.iter().all(|step| step.question));
        assert_eq!(groups(17), [5]);
        assert_eq!(groups(12), [4, 1]);
        assert_eq!(groups(6), [2, 2, 1]);
        assert_eq!(groups(3), [1, 1, 1, 1, 1]);
        assert_eq!(groups(1), [1, 1, 1, 1, 1], "nothing is left out, however little room there is");
    }
}
