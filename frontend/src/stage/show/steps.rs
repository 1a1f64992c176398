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

/// Properties that question, choices and picture follow in their sizes.
const TEXT: &str = "--grow-text";
const CHOICE: &str = "--grow-choice";
const PICTURE: &str = "--grow-picture";
/// How many choices are shown together, where they do not all fit.
const TOGETHER: [usize; 6] = [12, 8, 6, 4, 2, 1];
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
    picture: bool,
    choices: Range<usize>,
    explanation: bool,
}

impl Step {
    const NOTHING: Self =
        Self { question: false, picture: false, choices: 0..0, explanation: false };

    fn explanation() -> Self {
        Self { explanation: true, ..Self::NOTHING }
    }

    /// How many choices may stand side by side.
    fn columns(&self) -> &'static [u8] {
        if self.choices.len() > 1 { &[2, 1] } else { &[1] }
    }
}

/// The fewest steps that show everything, each of which fits: a question, with its picture where it has
/// one, its choices, its explanation.
fn plan(
    picture: bool,
    choices: usize,
    explained: bool,
    mut fits: impl FnMut(&Step) -> bool,
) -> Vec<Step> {
    let question = Step { question: true, picture, ..Step::NOTHING };
    let asked = Step { choices: 0..choices, ..question.clone() };
    let whole = Step { explanation: explained, ..asked.clone() };
    if fits(&whole) {
        return vec![whole];
    }
    let told = explained.then(Step::explanation);
    if explained && fits(&asked) {
        return std::iter::once(asked).chain(told).collect();
    }
    let opening = if picture && !fits(&question) {
        vec![Step { picture: false, ..question.clone() }, Step { picture, ..Step::NOTHING }]
    } else {
        vec![question.clone()]
    };
    if choices == 0 {
        return opening.into_iter().chain(told).collect();
    }
    let mut steps = Vec::new();
    let fewer = TOGETHER.into_iter().filter(|together| *together < choices);
    for together in std::iter::once(choices).chain(fewer) {
        let groups = |beside: &Step| -> Vec<Step> {
            let firsts = (0..choices).step_by(together.max(1));
            let groups = firsts.map(|first| first..(first + together).min(choices));
            groups.map(|choices| Step { choices, ..beside.clone() }).collect()
        };
        // A short question stays beside its choices.
        steps = groups(&question);
        if steps.iter().all(&mut fits) {
            break;
        }
        let alone = groups(&Step::NOTHING);
        let fit = alone.iter().all(&mut fits);
        // However little room there is, in the end nothing is left out.
        steps = opening.iter().cloned().chain(alone).collect();
        if fit {
            break;
        }
    }
    steps.extend(told);
    steps
}

/// The elements that are shown and hidden.
struct Parts {
    asked: Element,
    question: Element,
    picture: Option<Element>,
    list: Element,
    choices: Vec<Element>,
    explanation: Option<Element>,
}

impl Parts {
    fn of(place: &Element) -> Option<Self> {
        let asked = place.first_element_child()?;
        let question = asked.first_element_child()?;
        let picture = question.next_element_sibling();
        let list = asked.next_element_sibling()?;
        let first = list.first_element_child();
        let choices = std::iter::successors(first, Element::next_element_sibling).collect();
        let explanation = list.next_element_sibling();
        Some(Self { asked, question, picture, list, choices, explanation })
    }

    fn show(&self, step: &Step, columns: u8) {
        fit::hide(&self.asked, !step.question && !step.picture);
        fit::hide(&self.question, !step.question);
        if let Some(picture) = &self.picture {
            fit::hide(picture, !step.picture);
        }
        fit::hide(&self.list, step.choices.is_empty());
        let _ = self.list.class_list().toggle_with_force("is-single", columns == 1);
        for (index, choice) in self.choices.iter().enumerate() {
            fit::hide(choice, !step.choices.contains(&index));
        }
        if let Some(explanation) = &self.explanation {
            fit::hide(explanation, !step.explanation);
        }
    }

    /// The properties that sizes follow.
    fn sizes(&self) -> &'static [&'static str] {
        if self.picture.is_some() { &[TEXT, CHOICE, PICTURE] } else { &[TEXT, CHOICE] }
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
    /// Begins where `before` was, if what is shown has as many steps: it has only changed.
    fn start(place: &HtmlElement, turn: Turn, before: Option<&Self>) -> Option<Self> {
        let parts = Parts::of(place)?;
        let fits = |step: &Step| {
            step.columns().iter().any(|columns| {
                parts.show(step, *columns);
                fit::can_be_whole(place, parts.sizes())
            })
        };
        let mut choices = parts.choices.len();
        if parts.list.class_list().contains("is-open-ended") {
            // The last ones are left out where not all fit beside each other.
            let alone = |choices| Step { choices: 0..choices, ..Step::NOTHING };
            while choices > 1 && !fits(&alone(choices)) {
                choices -= 1;
            }
        }
        let steps = plan(parts.picture.is_some(), choices, parts.explanation.is_some(), fits);
        let mut round = Self { steps, shown: 0, until_ms: 0.0 };
        match before.filter(|before| before.steps.len() == round.steps.len()) {
            Some(before) => {
                round.show(place, before.shown, turn);
                round.until_ms = before.until_ms;
            }
            None => round.show(place, 0, turn),
        }
        Some(round)
    }

    fn show(&mut self, place: &HtmlElement, index: usize, turn: Turn) {
        let Some((parts, step)) = Parts::of(place).zip(self.steps.get(index)) else { return };
        let try_columns = |columns| {
            parts.show(step, columns);
            fit::fit(place, parts.sizes())
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
        round.try_update_value(|round| *round = Round::start(place, turn, round.as_ref()));
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
        planned_with(room, question, 0, choices, explanation)
    }

    /// The same with a picture of so many.
    fn planned_with(
        room: usize,
        question: usize,
        picture: usize,
        choices: (usize, usize),
        explanation: usize,
    ) -> Vec<Step> {
        let (count, lines) = choices;
        let steps = plan(picture > 0, count, explanation > 0, |step| {
            let needs = usize::from(step.question) * question
                + usize::from(step.picture) * picture
                + step.choices.len() * lines
                + usize::from(step.explanation) * explanation;
            needs <= room
        });
        assert!(steps.first().is_some_and(|step| step.question), "the question comes first");
        let shown: Vec<_> = steps.iter().flat_map(|step| step.choices.clone()).collect();
        assert_eq!(shown, (0..count).collect::<Vec<_>>(), "every choice once, in order");
        let told = steps.iter().filter(|step| step.explanation).count();
        assert_eq!(told, usize::from(explanation > 0));
        assert_eq!(steps.iter().any(|step| step.picture), picture > 0);
        steps
    }

    #[test]
    fn a_picture_is_beside_the_question_where_there_is_room() {
        let pictured = |room, choices| -> Vec<_> {
            let steps = planned_with(room, 4, 6, choices, 0);
            steps
                .into_iter()
                .map(|step| (step.question, step.picture, step.choices.len()))
                .collect()
        };
        assert_eq!(pictured(18, (4, 2)), [(true, true, 4)]);
        assert_eq!(pictured(11, (4, 2)), [(true, true, 0), (false, false, 4)]);
        assert_eq!(pictured(8, (4, 2)), [(true, false, 0), (false, true, 0), (false, false, 4)]);
        assert_eq!(pictured(8, (0, 0)), [(true, false, 0), (false, true, 0)]);
        assert_eq!(pictured(10, (0, 0)), [(true, true, 0)]);
        // However little room there is.
        assert_eq!(pictured(1, (0, 0)), [(true, false, 0), (false, true, 0)]);
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
        assert_eq!(steps[0], Step { question: true, ..Step::NOTHING });
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
