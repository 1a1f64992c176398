//! What a quiz says about itself: title, language, how it scores.

use leptos::prelude::*;
use quizrain_shared::language::Language;
use quizrain_shared::quiz::{MAX_DESCRIPTION_CHARS, MAX_TITLE_CHARS, Quiz, QuizProblem};
use quizrain_shared::score::Curve;

use super::model::Editor;
use crate::dom::view;
use crate::live::{live, memo, value};
use crate::text::EditorWords;

/// A text of the quiz.
struct Line {
    id: &'static str,
    label: fn(&'static EditorWords) -> &'static str,
    most: usize,
    read: fn(&Quiz) -> &String,
    write: fn(&mut Quiz, String),
}

impl Line {
    fn field(self, editor: Editor) -> AnyView {
        let Self { id, label, most, read, write } = self;
        let before = editor.written.with_untracked(|it| read(&it.quiz).clone());
        view! {
            <label class="label" for=id>{value(move || label(editor.t.now().editor))}</label>
            <input id=id class="field" type="text" dir="auto" maxlength=most.to_string() data-testid=id
                prop:value=before on:input=move |event| {
                    let text = event_target_value(&event);
                    editor.edit_quiz(|quiz| write(quiz, text));
                } />
        }
        .into_any()
    }
}

#[component]
pub(super) fn About(editor: Editor) -> impl IntoView {
    let Editor { t, problems, .. } = editor;
    let wrong = memo(move || {
        let words = t.now().editor;
        let own = |it: &&QuizProblem| it.question.is_none();
        let say = |it: &QuizProblem| (words.quiz_problem)(&it.what);
        problems.with(|all| all.iter().filter(own).map(say).collect::<Vec<String>>())
    });
    let list =
        live(move || wrong.get().into_iter().map(|why| view! { <li>{why}</li> }).collect_view());
    // Made anew where somebody else's quiz was taken.
    let generation = editor.generation();
    let fields = live(move || {
        let _ = generation.get();
        fields(editor)
    });
    view! {
        <details class="panel" open=true>
            <summary>{t.say(|w| w.editor.settings)}</summary>
            <div class="panel-body">
                {fields}
                <ul class="problems" role="status">{list}</ul>
            </div>
        </details>
    }
}

fn fields(editor: Editor) -> AnyView {
    let title = Line {
        id: "quiz-title",
        label: |w| w.quiz_title,
        most: MAX_TITLE_CHARS,
        read: |quiz| &quiz.title,
        write: |quiz, text| quiz.title = text,
    };
    let description = Line {
        id: "quiz-description",
        label: |w| w.description,
        most: MAX_DESCRIPTION_CHARS,
        read: |quiz| &quiz.description,
        write: |quiz, text| quiz.description = text,
    };
    view! {
        <div class="stack">{title.field(editor)}{description.field(editor)}{scoring(editor)}</div>
    }
    .into_any()
}

/// Language, and how answers score.
fn scoring(editor: Editor) -> AnyView {
    let t = editor.t;
    let (language, scoring) =
        editor.written.with_untracked(|it| (it.quiz.language.clone(), it.quiz.scoring));
    let known = Language::ALL.iter().any(|it| it.tag() == language);
    let languages = Language::ALL.map(|it| (it.tag().to_owned(), it.name().to_owned()));
    let other = (!known).then(|| (language.clone(), language.clone()));
    let options = languages.into_iter().chain(other).map(|(tag, name)| {
        let chosen = tag == language;
        view! { <option value=tag prop:selected=chosen>{name}</option> }
    });
    let curves = [Curve::Speed, Curve::Linear, Curve::Accuracy];
    let curve = live(move || {
        let words = t.now().editor;
        let name = |curve| match curve {
            Curve::Speed => ("speed", words.curve_speed),
            Curve::Linear => ("linear", words.curve_linear),
            Curve::Accuracy => ("accuracy", words.curve_accuracy),
        };
        curves
            .map(|curve| {
                let (value, name) = name(curve);
                view! { <option value=value prop:selected=curve == scoring.curve>{name}</option> }
            })
            .collect_view()
    });
    view! {
        <label class="label" for="quiz-language">{t.say(|w| w.editor.language)}</label>
        <select id="quiz-language" class="field" on:change=move |event| {
            let tag = event_target_value(&event);
            editor.edit_quiz(|quiz| quiz.language = tag);
        }>{options.collect_view()}</select>
        <label class="label" for="quiz-curve">{t.say(|w| w.editor.curve)}</label>
        <select id="quiz-curve" class="field" data-testid="quiz-curve" on:change=move |event| {
            let curve = match event_target_value(&event).as_str() {
                "linear" => Curve::Linear,
                "accuracy" => Curve::Accuracy,
                _ => Curve::Speed,
            };
            editor.edit_quiz(|quiz| quiz.scoring.curve = curve);
        }>{curve}</select>
        <label class="label" for="quiz-wrong">{t.say(|w| w.editor.wrong_percent)}</label>
        <input id="quiz-wrong" class="field field-short" type="number" min="0" max="100"
            prop:value=scoring.wrong_percent.to_string() on:input=move |event| {
                let percent = event_target_value(&event).parse().unwrap_or(0_u8).min(100);
                editor.edit_quiz(|quiz| quiz.scoring.wrong_percent = percent);
            } />
        <label class="option">
            <input type="checkbox" prop:checked=scoring.streak_bonus on:change=move |event| {
                let bonus = event_target_checked(&event);
                editor.edit_quiz(|quiz| quiz.scoring.streak_bonus = bonus);
            } />
            <span>{t.say(|w| w.editor.streak_bonus)}</span>
        </label>
    }
    .into_any()
}
