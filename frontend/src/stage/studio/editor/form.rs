//! The open question: what all kinds have, and the fields of its kind.

use super::fields::{area, labelled, number};
use super::kinds;
use super::model::Editor;
use super::picture::PictureField;
use super::sound::SoundField;
use crate::dom::view;
use crate::live::ElementRef;
use crate::live::{effect, live, memo};
use crate::state::authoring::{Kind, converted};
use leptos::prelude::*;
use quizrain_shared::question::{
    MAX_EXPLANATION_CHARS, MAX_POINTS, MAX_QUESTION_CHARS, MAX_READ_SECONDS, Question, SECONDS,
};
use web_sys::HtmlTextAreaElement;

#[component]
pub(super) fn Form(editor: Editor) -> impl IntoView {
    let generation = editor.generation();
    let fields = live(move || {
        let _ = generation.get();
        editor.read_once(Clone::clone).map(|question| fields(editor, &question))
    });
    view! { <section class="panel editor-form" data-testid="question-form">{fields}</section> }
}

fn fields(editor: Editor, question: &Question) -> AnyView {
    let t = editor.t;
    let kind = Kind::of(&question.kind);
    let wrong = memo(move || {
        let words = t.now().editor;
        editor.open_problems().iter().map(|why| (words.problem)(why)).collect::<Vec<_>>()
    });
    let wrong =
        live(move || wrong.get().into_iter().map(|why| view! { <li>{why}</li> }).collect_view());
    let timed = kind != Kind::Slide;
    let explained = question.is_graded() || timed;
    view! {
        <div class="panel-body stack">
            <KindField editor kind />
            <TextField editor text=question.text.clone() />
            <ul class="problems" role="status" data-testid="question-problems">{wrong}</ul>
            <PictureField editor picture=question.picture.clone() />
            <SoundField editor sound=question.sound.clone() />
            {kinds::fields(editor, &question.kind)}
            <fieldset class="editor-numbers">
                <legend class="label">{t.say(|w| w.editor.time)}</legend>
                {timed.then(|| number(editor, "question-seconds", |w| w.seconds,
                    (question.seconds, *SECONDS.end()), |it, seconds| it.seconds = seconds))}
                {timed.then(|| number(editor, "question-read", |w| w.read_seconds,
                    (question.read_seconds, MAX_READ_SECONDS), |it, seconds| it.read_seconds = seconds))}
                {question.is_graded().then(|| number(editor, "question-points", |w| w.points,
                    (question.points, MAX_POINTS), |it, points| it.points = points))}
            </fieldset>
            {explained.then(|| area(editor, "question-explanation", |w| w.explanation,
                (question.explanation.clone(), MAX_EXPLANATION_CHARS), |it, text| it.explanation = text))}
        </div>
    }
    .into_any()
}

#[component]
fn KindField(editor: Editor, kind: Kind) -> impl IntoView {
    let t = editor.t;
    let options = live(move || {
        let name = t.now().editor.kinds;
        let option = |it: Kind| {
            view! { <option value=format!("{it:?}") prop:selected=it == kind>{name(it)}</option> }
        };
        Kind::ALL.map(option).collect_view()
    });
    let field = view! {
        <select id="question-kind" class="field" data-testid="question-kind" on:change=move |event| {
            let picked = event_target_value(&event);
            let kind = Kind::ALL.into_iter().find(|kind| format!("{kind:?}") == picked);
            if let Some(kind) = kind {
                editor.replace(|question| *question = converted(question, kind));
            }
        }>{options}</select>
    };
    labelled(editor, "question-kind", |w| w.kind, field)
}

/// The question's own text, into which the cursor goes where it is new.
#[component]
fn TextField(editor: Editor, text: String) -> impl IntoView {
    let t = editor.t;
    let field = ElementRef::<HtmlTextAreaElement>::new();
    effect(move || {
        let (Some(field), Some(0)) = (field.get(), editor.focus.get_untracked()) else { return };
        editor.focus.set(None);
        let _ = field.focus();
    });
    view! {
        <label class="label" for="question-text">{t.say(|w| w.editor.text)}</label>
        <textarea id="question-text" class="field field-lines" rows="3" dir="auto"
            maxlength=MAX_QUESTION_CHARS.to_string() data-testid="question-text-field" node_ref=field
            prop:value=text on:input=move |event| {
                let text = event_target_value(&event);
                editor.edit(|question| question.text = text);
            }></textarea>
    }
}
