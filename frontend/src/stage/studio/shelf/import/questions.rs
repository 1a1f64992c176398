//! Lists of questions and of problems, which may be long: they grow as somebody asks for more.

use leptos::prelude::*;
use quizrain_shared::api::ImportProblem;
use quizrain_shared::question::Question;

use crate::dom::view;
use crate::live::{live, memo, value};
use crate::state::authoring::Kind;
use crate::state::shelf::Chosen;
use crate::text::{self, Shown};

/// How many questions or problems are shown at first, and how many more each time.
const SHOWN: usize = 50;

/// How many of a list are shown, and the button that shows more.
fn growing(total: usize) -> (RwSignal<usize>, AnyView) {
    let t = text::stage();
    let shown = RwSignal::new(SHOWN);
    let more = live(move || {
        (shown.get() < total).then(|| {
            view! {
                <p><button type="button" class="button" data-testid="show-more-lines"
                    on:click=move |_| shown.update(|shown| *shown += SHOWN)>
                    {t.now().library_words.show_more}
                </button></p>
            }
        })
    });
    (shown, more.into_any())
}

/// What a question says, and what kind it is.
fn line(question: &Question) -> AnyView {
    let t = text::stage();
    let (said, kind) = (question.text.clone(), Kind::of(&question.kind));
    view! {
        <span>
            <bdi>{said}</bdi>" "
            <small class="muted">{value(move || (t.now().editor.kinds)(kind))}</small>
        </span>
    }
    .into_any()
}

/// Questions that are looked at.
#[component]
pub(in crate::stage::studio::shelf) fn Texts(questions: Vec<Question>) -> impl IntoView {
    let (shown, more) = growing(questions.len());
    let questions = StoredValue::new(questions);
    let lines = live(move || {
        questions.with_value(|all| {
            let line = |question| view! { <li>{line(question)}</li> };
            all.iter().take(shown.get()).map(line).collect_view()
        })
    });
    view! { <ol class="studio-lines">{lines}</ol>{more} }
}

/// Questions that are chosen.
#[component]
pub(super) fn Choices(chosen: RwSignal<Chosen>, questions: Vec<Question>) -> impl IntoView {
    let t = text::stage();
    let total = questions.len();
    let of = u32::try_from(total).unwrap_or(u32::MAX);
    let (shown, more) = growing(total);
    let questions = StoredValue::new(questions);
    let count = memo(move || chosen.with(Chosen::count));
    let lines = live(move || {
        questions.with_value(|all| {
            let line = |(position, question): (u16, &Question)| {
                view! {
                    <li><label class="studio-choice">
                        <input type="checkbox" data-testid="choose"
                            prop:checked=value(move || chosen.with(|chosen| chosen.has(position)))
                            on:change=move |event| {
                                let wanted = event_target_checked(&event);
                                chosen.update(|chosen| chosen.set(position, wanted));
                            } />
                        {line(question)}
                    </label></li>
                }
            };
            (0..).zip(all).take(shown.get()).map(line).collect_view()
        })
    });
    view! {
        <details class="studio-part" data-testid="choices">
            <summary data-testid="chosen">
                {t.tell(move |w| (w.library_words.choose_questions)(count.get(), of))}
            </summary>
            <label class="studio-choice">
                <input type="checkbox" data-testid="choose-all"
                    prop:checked=value(move || count.get() == total)
                    on:change=move |event| {
                        let wanted = event_target_checked(&event);
                        chosen.update(|chosen| chosen.set_all(wanted));
                    } />
                <strong>{t.say(|w| w.library_words.all_questions)}</strong>
            </label>
            <ol class="studio-lines">{lines}</ol>
            {more}
        </details>
    }
}

/// What is wrong, and where.
#[component]
pub(in crate::stage::studio::shelf) fn Problems(problems: Vec<ImportProblem>) -> impl IntoView {
    let t = text::stage();
    let (shown, more) = growing(problems.len());
    let problems = StoredValue::new(problems);
    let lines = live(move || {
        let words = t.now();
        problems.with_value(|all| {
            let line = |problem: &ImportProblem| {
                let Shown { place, what, expected, is_english } = words.problem_words.show(problem);
                let expected = (!expected.is_empty()).then(|| {
                    let expected = (words.library_words.expected)(&expected);
                    view! { <span class="muted">{expected}</span> }
                });
                view! {
                    <li data-testid="problem">
                        <strong><bdi>{place}</bdi></strong>" "
                        <span lang=is_english.then_some("en")>{what}</span>" "
                        {expected}
                    </li>
                }
            };
            all.iter().take(shown.get()).map(line).collect_view()
        })
    });
    view! { <ul class="studio-lines">{lines}</ul>{more} }
}
