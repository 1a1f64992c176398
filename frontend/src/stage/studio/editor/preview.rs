//! How the open question will look: on the big screen and on a phone.

use leptos::prelude::*;
use quizrain_shared::question::{KindView, Question, QuestionView};

use super::model::Editor;
use crate::components::picture::picture;
use crate::components::shape::{Choices, Shape, colour_class};
use crate::dom::view;
use crate::live::{live, memo, value};
use crate::stage::show;
use crate::text;

#[component]
pub(super) fn Preview(editor: Editor) -> impl IntoView {
    let t = editor.t;
    let question = memo(move || editor.read(Question::view));
    let screen = live(move || question.get().map(show::preview));
    let phone = live(move || question.get().map(|question| phone(&question)));
    view! {
        <section class="editor-preview">
            <h2 class="panel-title">{t.say(|w| w.editor.preview)}</h2>
            <figure>
                <figcaption class="muted">{t.say(|w| w.editor.on_screen)}</figcaption>
                <div class="preview-screen" data-testid="preview-screen">{screen}</div>
            </figure>
            <figure>
                <figcaption class="muted">{t.say(|w| w.editor.on_phone)}</figcaption>
                <div class="preview-phone" data-testid="preview-phone">{phone}</div>
            </figure>
        </section>
    }
}

/// A phone's picture of a question, in the order of things there.
fn phone(question: &QuestionView) -> AnyView {
    let shown = question.picture.as_ref().map(|shown| picture(shown, ().into_any()));
    let choices: Option<Choices> = match question.kind.clone() {
        KindView::Single(view) | KindView::Multiple(view) => Some(view.into()),
        KindView::Poll(view) => Some(view.into()),
        KindView::TrueFalse => Some(Choices::TrueFalse),
        _ => None,
    };
    let rest = match &question.kind {
        KindView::Order(view) => texts(&view.items),
        KindView::Matching(view) => texts(&view.left),
        KindView::Scale(scale) => {
            let numbers: Vec<String> = (scale.from..=scale.to).map(|it| it.to_string()).collect();
            view! { <ul class="phone-scale">{numbers.into_iter().map(|it| view! { <li>{it}</li> }).collect_view()}</ul> }
                .into_any()
        }
        KindView::Typed | KindView::Number(_) | KindView::Cloud(_) | KindView::OpenText => {
            view! { <span class="phone-field"></span> }.into_any()
        }
        _ => ().into_any(),
    };
    view! {
        <p class="phone-text" dir="auto">{question.text.clone()}</p>
        {shown}
        {choices.map(|choices| tiles(&choices))}
        {rest}
    }
    .into_any()
}

fn texts(texts: &[String]) -> AnyView {
    let rows = texts.iter().map(|text| view! { <li dir="auto">{text.clone()}</li> });
    view! { <ul class="phone-rows">{rows.collect_view()}</ul> }.into_any()
}

fn tiles(choices: &Choices) -> AnyView {
    let t = text::stage();
    let tile = |index: usize| {
        let look = choices.look(index);
        let choices = choices.clone();
        view! {
            <li class=format!("phone-tile {}", colour_class(look))>
                <Shape look />
                <span dir="auto">{value(move || choices.text(index, t.now()))}</span>
            </li>
        }
    };
    view! { <ul class="phone-tiles">{(0..choices.count()).map(tile).collect_view()}</ul> }
        .into_any()
}
