//! The rains that a quiz plans: in the order of their places, and each written in a dialog.

use leptos::prelude::*;
use quizrain_shared::quiz::{InvalidQuiz, MAX_PLANNED_RAINS, MAX_RAIN_TITLE_CHARS, PlannedRain};

use super::model::Editor;
use crate::dom::view;
use crate::live::ElementRef;
use crate::live::{Memo, live, memo, value};
use crate::stage::dialog::follow;
use crate::stage::plan::{Amounts, Form, Options, name_of};
use crate::state::authoring::rains::{NoSuchQuestion, earlier, place, with, without};
use crate::state::authoring::{Step, Written};
use crate::state::draft::{Cut, Draft};
use web_sys::HtmlButtonElement;
use web_sys::HtmlDialogElement;

/// The dialog: which rain it is about, and what is typed.
#[derive(Clone, Copy)]
struct Writing {
    open: RwSignal<bool>,
    /// Which one it is, from 0; `None`: one more.
    position: RwSignal<Option<usize>>,
    title: RwSignal<String>,
    after: RwSignal<String>,
    form: Form,
    /// After which question, as it is typed.
    place: Memo<Result<Option<u16>, NoSuchQuestion>>,
}

impl Writing {
    fn new(editor: Editor) -> Self {
        let after = RwSignal::new(String::new());
        let written = editor.written;
        let place = memo(move || {
            let questions = written.with(|it| it.quiz.questions.len());
            after.with(|text| place(text, questions))
        });
        let (open, position) = (RwSignal::new(false), RwSignal::new(None));
        Self { open, position, title: RwSignal::default(), after, form: Form::new(), place }
    }

    /// Opens the dialog for one of the rains, or for one more.
    fn begin(self, rain: Option<(usize, PlannedRain)>) {
        let (position, rain) = rain.unzip();
        // Nobody knows yet how many will come.
        let blank = || Draft { cut: Cut::Shares, ..Draft::for_players(10) };
        self.form.draft.set(rain.as_ref().map_or_else(blank, |rain| Draft::of(&rain.plan)));
        let (title, after) = rain.map(|rain| (rain.title, rain.after)).unwrap_or_default();
        self.title.set(title.unwrap_or_default());
        self.after.set(after.map(|after| after.to_string()).unwrap_or_default());
        self.position.set(position);
        self.open.set(true);
    }

    /// What is written, where nothing is wrong with it.
    fn rain(self) -> Option<PlannedRain> {
        let title = self.title.with(|title| title.trim().to_owned());
        let plan = self.form.plan.get().ok()?;
        let after = self.place.get().ok()?;
        Some(PlannedRain { title: Some(title).filter(|title| !title.is_empty()), after, plan })
    }
}

#[component]
pub(super) fn Rains(editor: Editor) -> impl IntoView {
    let Editor { t, written, .. } = editor;
    let writing = Writing::new(editor);
    let count = memo(move || written.with(|it| it.quiz.rains.len()));
    let add = ElementRef::<HtmlButtonElement>::new();
    let rows = live(move || {
        let rows = (0..count.get()).map(|position| row(editor, writing, add, position));
        rows.collect_view()
    });
    let none = live(move || {
        (count.get() == 0).then(|| view! { <p class="muted">{t.say(|w| w.editor.no_rain)}</p> })
    });
    view! {
        <section class="panel">
            <h2 class="panel-title">{t.say(|w| w.open_rain)}</h2>
            <div class="panel-body">
                {none}
                <ol class="editor-rows">{rows}</ol>
                <button type="button" class="button" data-testid="add-rain" node_ref=add
                    disabled=value(move || count.get() >= MAX_PLANNED_RAINS)
                    on:click=move |_| writing.begin(None)>{t.say(|w| w.editor.add_rain)}</button>
            </div>
        </section>
        <RainDialog editor writing />
    }
}

/// A rain of the list.
fn row(
    editor: Editor,
    writing: Writing,
    add: ElementRef<HtmlButtonElement>,
    position: usize,
) -> AnyView {
    let Editor { t, written, problems, .. } = editor;
    let rain = memo(move || written.with(|it| it.quiz.rains.get(position).cloned()));
    let all = move || written.with_untracked(|it| it.quiz.rains.clone());
    let name = value(move || rain.with(|rain| rain.as_ref().map(|rain| name_of(rain, t.now()))));
    let is_wrong = memo(move || {
        let here = |it: &InvalidQuiz| match it {
            InvalidQuiz::RainTitle(at, _) | InvalidQuiz::Rain(at, _) => {
                usize::from(*at) == position
            }
            _ => false,
        };
        problems.with(|all| all.iter().any(|it| here(&it.what)))
    });
    let begin = move |_| writing.begin(rain.get_untracked().map(|rain| (position, rain)));
    let has_earlier =
        memo(move || written.with(|it| earlier(it.quiz.rains.clone(), position).is_some()));
    let up = move |_| {
        if let Some(rains) = earlier(all(), position) {
            editor.make(Step::Rains(rains));
        }
    };
    let remove = move |_| {
        editor.make(Step::Rains(without(all(), position)));
        // The button that was pressed is gone.
        if let Some(add) = add.get_untracked() {
            let _ = add.focus();
        }
    };
    view! {
        <li class="planned-rain">
            <button type="button" class="editor-row" data-testid="rain-row" on:click=begin>
                <span class="editor-words"><bdi>{name}</bdi></span>
                {live(move || is_wrong.get().then(|| view! { <span class="editor-wrong">"!"</span> }))}
            </button>
            {live(move || has_earlier.get().then(|| view! {
                <button type="button" class="button button-small" data-testid=format!("rain-up-{position}")
                    aria-label=(t.now().editor.move_up)(position + 1) on:click=up>"↑"</button>
            }))}
            <button type="button" class="button button-small" data-testid=format!("rain-remove-{position}")
                aria-label=value(move || (t.now().editor.remove)(position + 1)) on:click=remove>"×"</button>
        </li>
    }
    .into_any()
}

#[component]
fn RainDialog(editor: Editor, writing: Writing) -> impl IntoView {
    let Editor { t, written, .. } = editor;
    let Writing { open, form, .. } = writing;
    let dialog = ElementRef::<HtmlDialogElement>::new();
    follow(dialog, open);
    let whole = memo(move || writing.rain());
    // Nobody knows yet how it will be played.
    let mode = memo(|| None);
    let done = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let Some(rain) = whole.get_untracked() else { return };
        let rains = written.with_untracked(|it: &Written| it.quiz.rains.clone());
        editor.make(Step::Rains(with(rains, writing.position.get_untracked(), rain)));
        open.set(false);
    };
    view! {
        <dialog class="dialog dialog-wide rain-dialog" node_ref=dialog data-testid="rain-dialog"
            on:close=move |_| open.set(false)>
            <form on:submit=done novalidate>
                <h2>{t.say(|w| w.open_rain)}</h2>
                <Place editor writing />
                <Amounts form />
                <Options form mode />
                <p id="rain-problem" class="problem" role="alert">{value(move || form.problem())}</p>
                <div class="dialog-buttons">
                    <button type="button" class="button" on:click=move |_| open.set(false)>
                        {t.say(|w| w.cancel)}
                    </button>
                    <button type="submit" class="button button-primary" data-testid="rain-done"
                        disabled=value(move || whole.with(Option::is_none))>
                        {t.say(|w| w.editor.rain_done)}
                    </button>
                </div>
            </form>
        </dialog>
    }
}

/// What the rain is called, and after which question it falls.
#[component]
fn Place(editor: Editor, writing: Writing) -> impl IntoView {
    let Editor { t, written, .. } = editor;
    let Writing { title, after, place, .. } = writing;
    let wrong = memo(move || place.get().is_err());
    let told = value(move || match place.get() {
        Err(NoSuchQuestion) => t.now().editor.no_such_question.to_owned(),
        Ok(None) => t.now().at_the_end.to_owned(),
        Ok(Some(number)) => {
            let question = usize::from(number).saturating_sub(1);
            let text = |it: &Written| it.quiz.questions.get(question).map(|it| it.text.clone());
            written.with(text).unwrap_or_default()
        }
    });
    view! {
        <div class="rain-place">
            <p class="rain-field">
                <label class="label" for="rain-title">{t.say(|w| w.editor.rain_title)}</label>
                <input id="rain-title" class="field" type="text" dir="auto" data-testid="rain-title"
                    maxlength=MAX_RAIN_TITLE_CHARS.to_string() prop:value=title
                    on:input=move |event| title.set(event_target_value(&event)) />
            </p>
            <p class="rain-field">
                <label class="label" for="rain-after">{t.say(|w| w.editor.rain_after)}</label>
                <input id="rain-after" class="field" type="text" inputmode="numeric" autocomplete="off"
                    data-testid="rain-after" aria-describedby="rain-after-told"
                    aria-invalid=value(move || wrong.get().then_some("true")) prop:value=after
                    on:input=move |event| after.set(event_target_value(&event)) />
                <small id="rain-after-told" class="muted" class:problem=wrong role="status" dir="auto">{told}</small>
            </p>
        </div>
    }
}
