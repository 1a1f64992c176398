//! The questions of a quiz: opened, moved, copied, deleted, added.

use leptos::prelude::*;
use quizrain_shared::question::Question;
use web_sys::{DragEvent, KeyboardEvent};

use super::bank::{Bank, BankDialog};
use super::model::Editor;
use crate::dom::view;
use crate::live::{live, memo, value};
use crate::state::authoring::{Kind, Step};

/// How many questions are listed at once: a library file may have thousands.
const PAGE: usize = 50;

#[component]
pub(super) fn List(editor: Editor) -> impl IntoView {
    let Editor { t, written, .. } = editor;
    let dragged = RwSignal::new(None::<usize>);
    let bank = Bank::new();
    let place = memo(move || written.with(|it| (it.open() / PAGE, it.quiz.questions.len())));
    let generation = editor.generation();
    let rows = live(move || {
        let _ = generation.get();
        let (page, count) = place.get();
        let first = page * PAGE;
        let rows = (first..count.min(first + PAGE)).map(|number| row(editor, dragged, number));
        rows.collect_view()
    });
    let pages = live(move || {
        let (page, count) = place.get();
        let last = count.saturating_sub(1) / PAGE;
        (last > 0).then(|| pager(editor, page, last))
    });
    let empty = live(move || {
        (place.get().1 == 0)
            .then(|| view! { <p class="muted">{t.say(|w| w.editor.no_question)}</p> })
    });
    view! {
        <section class="panel editor-list">
            <h2 class="panel-title">{t.say(|w| w.editor.questions)}</h2>
            <div class="panel-body">
                {empty}
                <ol class="editor-rows" data-testid="question-list">{rows}</ol>
                {pages}
                <Tools editor />
                <Adding editor />
                <button type="button" class="button" data-testid="open-bank"
                    on:click=move |_| bank.open()>{t.say(|w| w.editor.bank)}</button>
                <small class="muted">{t.say(|w| w.editor.list_keys)}</small>
            </div>
        </section>
        <BankDialog editor bank />
    }
}

/// What keys do on the row of a question, whichever is open.
fn press(editor: Editor, number: usize, event: &KeyboardEvent) {
    let written = editor.written;
    let last = written.with_untracked(|it| it.quiz.questions.len()).saturating_sub(1);
    let near = |step: isize| number.saturating_add_signed(step).min(last);
    match (event.key().as_str(), event.alt_key()) {
        ("ArrowUp", true) => editor.make(Step::Move { from: number, to: near(-1) }),
        ("ArrowDown", true) => editor.make(Step::Move { from: number, to: near(1) }),
        ("ArrowUp", false) => written.update(|it| it.show(near(-1))),
        ("ArrowDown", false) => written.update(|it| it.show(near(1))),
        ("Delete", _) => editor.make(Step::Remove(number)),
        _ => return,
    }
    event.prevent_default();
    focus_open();
}

/// Puts the cursor on the row of the open question, once it is there.
fn focus_open() {
    request_animation_frame(|| {
        let row = document().query_selector(".editor-row[aria-current=true]").ok().flatten();
        if let Some(row) = row {
            use wasm_bindgen::JsCast;
            let _ = row.unchecked_into::<web_sys::HtmlElement>().focus();
        }
    });
}

/// A question of the list.
fn row(editor: Editor, dragged: RwSignal<Option<usize>>, number: usize) -> AnyView {
    let Editor { t, written, problems, .. } = editor;
    let read = move |read: fn(&Question) -> String| {
        written.with(|it| it.quiz.questions.get(number).map(read)).unwrap_or_default()
    };
    let text = memo(move || read(|it| it.text.clone()));
    let kind = memo(move || {
        let kind = written.with(|it| it.quiz.questions.get(number).map(|it| Kind::of(&it.kind)));
        kind.map(|kind| (t.now().editor.kinds)(kind))
    });
    let wrong = memo(move || {
        let here = u16::try_from(number).ok();
        problems.with(|all| {
            all.iter().filter(|it| it.question.is_some() && it.question == here).count()
        })
    });
    let open = memo(move || written.with(|it| it.open() == number));
    let dropped = move |event: DragEvent| {
        event.prevent_default();
        if let Some(from) = dragged.get_untracked() {
            editor.make(Step::Move { from, to: number });
        }
        dragged.set(None);
    };
    view! {
        <li class="editor-place" draggable="true"
            class:is-dragged=value(move || dragged.get() == Some(number))
            on:dragstart=move |_: DragEvent| dragged.set(Some(number))
            on:dragend=move |_: DragEvent| dragged.set(None)
            on:dragover=move |event: DragEvent| {
                if dragged.with_untracked(Option::is_some) {
                    event.prevent_default();
                }
            }
            on:drop=dropped>
            <button type="button" class="editor-row" data-testid="question-row"
                aria-current=value(move || open.get().then_some("true"))
                on:keydown=move |event: KeyboardEvent| press(editor, number, &event)
                on:click=move |_| written.update(|it| it.show(number))>
                <span class="visually-hidden">{t.tell(move |w| (w.editor.question)(number + 1))}</span>
                <span class="editor-number" aria-hidden="true">{(number + 1).to_string()}</span>
                <span class="editor-words">
                    <bdi>{text}</bdi>
                    <small class="muted">{kind}</small>
                </span>
                {live(move || {
                    let wrong = wrong.get();
                    (wrong > 0).then(|| view! {
                        <span class="editor-wrong" title=(t.now().editor.to_fix)(wrong)>{wrong.to_string()}</span>
                    })
                })}
            </button>
        </li>
    }
    .into_any()
}

fn pager(editor: Editor, page: usize, last: usize) -> AnyView {
    let go = move |page: usize| editor.written.update(|it| it.show(page * PAGE));
    view! {
        <p class="pager">
            <button type="button" class="button" disabled=page == 0
                on:click=move |_| go(page.saturating_sub(1))>"‹"</button>
            <bdi>{[&(page + 1).to_string(), " / ", &(last + 1).to_string()].concat()}</bdi>
            <button type="button" class="button" disabled=page == last
                on:click=move |_| go((page + 1).min(last))>"›"</button>
        </p>
    }
    .into_any()
}

/// What can be done to the open question.
#[component]
fn Tools(editor: Editor) -> impl IntoView {
    let Editor { t, written, .. } = editor;
    let stand = memo(move || {
        written.with(|it| {
            let (open, count) = (it.open(), it.quiz.questions.len());
            (open, count, it.can_undo(), it.can_redo())
        })
    });
    let copy = move |_| {
        if let Some(question) = editor.read_once(Clone::clone) {
            let next = stand.get_untracked().0 + 1;
            editor.make(Step::Insert(next, Box::new(question)));
        }
    };
    let shift = move |down: bool| {
        let from = stand.get_untracked().0;
        let to = if down { from + 1 } else { from.wrapping_sub(1) };
        editor.make(Step::Move { from, to });
    };
    view! {
        <div class="buttons editor-tools">
            <button type="button" class="button" data-testid="move-up"
                disabled=value(move || stand.get().0 == 0)
                on:click=move |_| shift(false)>{t.say(|w| w.editor.up)}</button>
            <button type="button" class="button" data-testid="move-down"
                disabled=value(move || stand.get().0 + 1 >= stand.get().1)
                on:click=move |_| shift(true)>{t.say(|w| w.editor.down)}</button>
            <button type="button" class="button" data-testid="duplicate"
                disabled=value(move || stand.get().1 == 0) on:click=copy>{t.say(|w| w.editor.duplicate)}</button>
            <button type="button" class="button" data-testid="delete"
                disabled=value(move || stand.get().1 == 0)
                on:click=move |_| editor.make(Step::Remove(stand.get_untracked().0))>
                {t.say(|w| w.editor.delete)}
            </button>
            <button type="button" class="button" data-testid="undo"
                disabled=value(move || !stand.get().2)
                on:click=move |_| editor.undo()>{t.say(|w| w.editor.undo)}</button>
            <button type="button" class="button" data-testid="redo"
                disabled=value(move || !stand.get().3)
                on:click=move |_| editor.redo()>{t.say(|w| w.editor.redo)}</button>
        </div>
    }
}

/// A button for each kind, which adds such a question behind the open one.
#[component]
fn Adding(editor: Editor) -> impl IntoView {
    let Editor { t, written, .. } = editor;
    let add = move |kind: Kind| {
        let at = written.with_untracked(|it| (it.open() + 1).min(it.quiz.questions.len()));
        let question = Question::new(String::new(), kind.blank());
        editor.focus.set(Some(0));
        editor.make(Step::Insert(at, Box::new(question)));
    };
    let kinds = Kind::ALL.map(|kind| {
        view! {
            <button type="button" class="button" data-testid=format!("add-{kind:?}")
                on:click=move |_| add(kind)>{value(move || (t.now().editor.kinds)(kind))}</button>
        }
    });
    view! {
        <fieldset class="editor-adding">
            <legend class="label">{t.say(|w| w.editor.add)}</legend>
            <div class="buttons">{kinds.collect_view()}</div>
        </fieldset>
    }
}
