//! A question on the projector: open, frozen, and with its answer. Here is what all kinds share; each
//! kind has a file for what it shows.

mod arranged;
mod choices;
mod number;
mod scale;
mod text;

use std::sync::Arc;

use leptos::prelude::*;
use quizrain_shared::client::GameView;
use quizrain_shared::question::{ChoiceSet, Key, KindView, QuestionView, Tally};
use quizrain_shared::wire::{LiveTally, Stage, StageAt};

use crate::components::picture::picture;
use crate::components::shape::Choices;
use crate::components::ticking::Timer;
use crate::dom::view;
use crate::live::{live, memo_after, value};
use crate::stage::pins;
use crate::state::session::Session;
use crate::text as texts;

use super::entrance::{Enters, entering};
use super::steps::{Dots, in_steps};

/// What is asked: a list, whose items may be shown one after the other.
fn asked(kind: KindView) -> AnyView {
    match kind {
        KindView::Single(view) | KindView::Multiple(view) => choices::asked(&view.into()),
        KindView::TrueFalse => choices::asked(&Choices::TrueFalse),
        KindView::Poll(view) => choices::asked(&view.into()),
        KindView::Order(view) => arranged::items(&view.items),
        KindView::Matching(view) => arranged::sides(&view),
        KindView::Scale(view) => scale::asked(&view),
        KindView::Number(view) => number::asked(&view),
        KindView::Typed
        | KindView::Hotspot
        | KindView::Cloud(_)
        | KindView::OpenText
        | KindView::Slide => nothing(),
    }
}

/// A list without items.
fn nothing() -> AnyView {
    view! { <ul class="big-choices"></ul> }.into_any()
}

/// What is right, and how so many players answered: a list as before.
fn revealed(kind: KindView, key: Option<&Key>, tally: &Tally, answered: u32) -> AnyView {
    let correct = |key: Option<&Key>| match key {
        Some(Key::Choices(correct)) => Some(*correct),
        _ => None,
    };
    let choices = |choices: &Choices, correct: Option<ChoiceSet>| match tally {
        Tally::Choices(counts) => choices::revealed(choices, correct, counts, answered),
        _ => nothing(),
    };
    match (kind, key, tally) {
        (KindView::Single(view) | KindView::Multiple(view), key, _) => {
            choices(&view.into(), correct(key))
        }
        (KindView::TrueFalse, key, _) => choices(&Choices::TrueFalse, correct(key)),
        (KindView::Poll(view), ..) => choices(&view.into(), None),
        (KindView::Typed, Some(Key::Texts(accepted)), Tally::Texts { top, others, .. }) => {
            text::typed(accepted, top, *others, answered)
        }
        (
            KindView::Number(view),
            Some(Key::Number { correct, tolerance }),
            Tally::Numbers(bars),
        ) => number::revealed(&view, *correct, *tolerance, bars),
        (KindView::Order(view), Some(Key::Arrangement(right)), Tally::Choices(counts)) => {
            arranged::ordered(&view.items, right, counts, answered)
        }
        (KindView::Matching(view), Some(Key::Arrangement(right)), Tally::Choices(counts)) => {
            arranged::matched(&view, right, counts, answered)
        }
        (KindView::Scale(view), _, Tally::Choices(counts)) => scale::revealed(&view, counts),
        (KindView::Cloud(_), _, Tally::Texts { top, .. }) => text::cloud(top),
        (KindView::OpenText, _, Tally::Texts { picked, .. }) if !picked.is_empty() => {
            text::quotes(picked)
        }
        (KindView::OpenText, _, Tally::Texts { top, others, .. }) => text::sentences(top, *others),
        _ => nothing(),
    }
}

/// What is asked in words, with its picture.
pub(super) fn text_and_picture(text: String, picture: Option<AnyView>) -> AnyView {
    view! {
        <div class="big-asked">
            <h2 class="big-text" dir="auto" data-testid="question-text">{text}</h2>
            {picture}
        </div>
    }
    .into_any()
}

/// A question as it opens, before anybody is there to answer it.
pub(super) fn unasked(question: QuestionView) -> AnyView {
    let turn = RwSignal::new((0, 1));
    let shown = question.picture.as_ref().map(|shown| picture(shown, ().into_any()));
    view! {
        <div class="big-question">
            <div class="big-parts" use:in_steps=turn>
                {text_and_picture(question.text, shown)}
                {asked(question.kind)}
            </div>
            <footer class="big-foot"><Dots turn /></footer>
        </div>
    }
    .into_any()
}

/// A count, and whether it has changed an odd number of times.
fn beat(before: Option<&(u32, bool)>, count: u32) -> (u32, bool) {
    match before {
        Some((known, odd)) => (count, *odd != (*known != count)),
        None => (count, false),
    }
}

#[component]
pub(super) fn Question(
    session: Session,
    stage: Arc<StageAt>,
    question: QuestionView,
    enters: Enters,
) -> impl IntoView {
    let t = texts::stage();
    let open = matches!(stage.stage, Stage::Asking { .. });
    let timed = stage.closes_ms > 0;
    let answered = session.part(|known| known.answered);
    // Another one with each change of the count, which is seen to be counted.
    let beats = memo_after(move |before: Option<&(u32, bool)>| beat(before, answered.get()));
    let players = session.part(GameView::players);
    let turn = RwSignal::new((0, 1));
    let shown = question.picture.as_ref().map(|shown| picture(shown, ().into_any()));
    let told = session.part(|known| known.live_tally().cloned());
    // Made anew with each tally, its elements stay: bars grow from where they were.
    let list = live(move || match told.get() {
        Some(LiveTally { tally, answered, .. }) => {
            revealed(question.kind.clone(), None, &tally, answered)
        }
        None => asked(question.kind.clone()),
    });
    view! {
        <div class="big-question" class:is-live=value(move || told.with(Option::is_some))>
            <div class="big-parts" use:entering=enters use:in_steps=turn>
                {text_and_picture(question.text, shown)}
                {list}
            </div>
            <footer class="big-foot">
                {match (open, timed) {
                    (true, true) => view! { <Timer session /> }.into_any(),
                    (true, false) => ().into_any(),
                    (false, _) => view! { <p class="big-counting">{t.say(|w| w.time_up)}</p> }.into_any(),
                }}
                <Dots turn />
                <p class="big-answered">
                    <bdi>
                        <strong class:is-odd=value(move || beats.get().1) data-testid="answered-count">
                            {answered}
                        </strong>
                        " / " {players}
                    </bdi>
                    {value(move || (t.now().answered)(players.get().into()))}
                </p>
            </footer>
        </div>
    }
}

#[component]
pub(super) fn Reveal(stage: Arc<StageAt>) -> impl IntoView {
    let t = texts::stage();
    let Stage::Revealed { question, key, tally, answered, explanation } = &stage.stage else {
        return ().into_any();
    };
    let answered = *answered;
    let turn = RwSignal::new((0, 1));
    let over = pins::over(key.as_ref(), tally).into_any();
    let shown = question.picture.as_ref().map(|shown| picture(shown, over));
    let told = revealed(question.kind.clone(), key.as_ref(), tally, answered);
    let said = explanation.clone();
    view! {
        <div class="big-question">
            <div class="big-parts" use:in_steps=turn>
                {text_and_picture(question.text.clone(), shown)}
                {told}
                {(!said.is_empty()).then(|| view! { <p class="big-explanation" dir="auto">{said}</p> })}
            </div>
            <footer class="big-foot">
                <Dots turn />
                <p class="big-answered">
                    <strong data-testid="answered-count">{answered}</strong>
                    {value(move || (t.now().answered)(answered.into()))}
                </p>
            </footer>
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::beat;

    #[test]
    fn a_count_beats_with_each_change() {
        let first = beat(None, 3);
        let (same, more) = (beat(Some(&first), 3), beat(Some(&first), 5));
        assert_eq!((first.1, same.1, more.1), (false, false, true));
        assert_eq!(beat(Some(&more), 7), (7, false));
    }
}
