//! A rain as its host plans it: what is typed, its fields, and what is wrong with them. Used by the rain
//! dialog of a game and by the editor of a quiz.

mod fields;

use leptos::prelude::*;
use quizrain_shared::quiz::PlannedRain;
use quizrain_shared::rain::RainPlan;

use crate::components::amount::in_words;
use crate::live::{Memo, memo};
use crate::state::draft::{Draft, DraftProblem, Field};
use crate::text::{self, StageWords};

pub(super) use fields::{Amounts, Options};

/// What is typed, and what is wrong with it.
#[derive(Clone, Copy)]
pub(super) struct Form {
    pub(super) draft: RwSignal<Draft>,
    /// Somebody has typed or picked something.
    pub(super) touched: RwSignal<bool>,
    pub(super) plan: Memo<Result<RainPlan, (Field, DraftProblem)>>,
    /// Made anew with each letter, read by each field.
    wrong: Memo<Option<Field>>,
}

impl Form {
    pub(super) fn new() -> Self {
        let draft = RwSignal::new(Draft::for_players(10));
        let plan = memo(move || draft.with(Draft::read));
        let wrong = memo(move || plan.with(|plan| plan.as_ref().err().map(|(field, _)| *field)));
        Self { draft, touched: RwSignal::new(false), plan, wrong }
    }

    pub(super) fn edit(self, change: impl FnOnce(&mut Draft)) {
        self.touched.set(true);
        self.draft.update(change);
    }

    fn type_in(self, field: Field, event: &leptos::ev::Event) {
        self.edit(|draft| *draft.text(field) = event_target_value(event));
    }

    fn text(self, field: Field) -> String {
        self.draft.get().text(field).clone()
    }

    /// Whether a field has no meaning where the pot is cut as it is picked.
    fn is_hidden(self, field: Field) -> bool {
        !self.draft.with(|draft| draft.has(field))
    }

    fn invalid(self, field: Field) -> &'static str {
        if self.wrong.get() == Some(field) { "true" } else { "false" }
    }

    /// What is wrong, where anything is.
    pub(super) fn problem(self) -> Option<String> {
        let (field, why) = self.plan.get().err()?;
        let words = text::stage().now();
        Some(format!("{}: {}", fields::label_of(field, words), (words.draft_problem)(why)))
    }
}

/// How a planned rain is called: its title, its place and its pot.
pub(super) fn name_of(rain: &PlannedRain, words: &StageWords) -> String {
    let PlannedRain { title, after, plan } = rain;
    let place = match after {
        Some(number) => (words.after_question)(*number),
        None => words.at_the_end.to_owned(),
    };
    let pot = in_words(plan.pot(), plan.currency, words);
    let parts: Vec<String> = title.clone().into_iter().chain([place, pot]).collect();
    parts.join(" · ")
}
