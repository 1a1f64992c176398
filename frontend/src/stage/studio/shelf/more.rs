//! The dialog with all else that can be done with a quiz: tags, file, older versions, archive and bin.

use leptos::prelude::*;
use quizrain_shared::api::{MAX_TAG_CHARS, MAX_TAGS, QuizSummary};

use super::act::{Acts, shown_title};
use super::download::Download;
use super::versions::Versions;
use crate::dom::view;
use crate::live::ElementRef;
use crate::live::{live, value};
use crate::stage::dialog::follow;
use crate::state::shelf::tags_of;
use crate::text::{self, LibraryWords};
use web_sys::HtmlDialogElement;

/// The dialog, and for which quiz it is open.
#[derive(Clone, Copy)]
pub(super) struct More {
    acts: Acts,
    quiz: RwSignal<Option<QuizSummary>>,
    open: RwSignal<bool>,
}

impl More {
    pub(super) fn new(acts: Acts) -> Self {
        Self { acts, quiz: RwSignal::new(None), open: RwSignal::new(false) }
    }

    /// Opens the dialog for a quiz.
    pub(super) fn ask(self, quiz: QuizSummary) {
        self.quiz.set(Some(quiz));
        self.open.set(true);
    }

    /// A button that does something with the quiz and closes the dialog.
    fn button(
        self,
        testid: &'static str,
        name: fn(&'static LibraryWords) -> &'static str,
        act: impl Fn(QuizSummary) + Send + Sync + 'static,
    ) -> AnyView {
        let t = text::stage();
        let press = move |_| {
            if let Some(quiz) = self.quiz.get_untracked() {
                self.open.set(false);
                act(quiz);
            }
        };
        view! {
            <button type="button" class="button" data-testid=testid on:click=press>
                {value(move || name(t.now().library_words))}
            </button>
        }
        .into_any()
    }
}

#[component]
pub(super) fn MoreDialog(more: More) -> impl IntoView {
    let t = text::stage();
    let More { quiz, open, .. } = more;
    let dialog = ElementRef::<HtmlDialogElement>::new();
    follow(dialog, open);
    let title =
        value(move || quiz.with(|quiz| quiz.as_ref().map(|quiz| shown_title(t, &quiz.title))));
    // Made anew each time: what was typed for another quiz, or asked of the server, is of no use.
    let content = live(move || {
        open.get()
            .then(|| quiz.get_untracked())
            .flatten()
            .map(|quiz| view! { <Content more quiz /> })
    });
    view! {
        <dialog class="dialog dialog-wide" node_ref=dialog data-testid="more-dialog"
            aria-labelledby="more-title" on:close=move |_| open.set(false)>
            <h2 id="more-title"><bdi>{title}</bdi></h2>
            {content}
            <div class="dialog-buttons">
                <button type="button" class="button" data-testid="close-more"
                    on:click=move |_| open.set(false)>{t.say(|w| w.library_words.close)}</button>
            </div>
        </dialog>
    }
}

#[component]
fn Content(more: More, quiz: QuizSummary) -> impl IntoView {
    let acts = more.acts;
    let archived = quiz.archived;
    let listed = quiz.clone();
    let share = live(move || {
        acts.me().may_share(&listed).then(|| match listed.shared {
            true => more.button("unshare", |w| w.unshare, move |quiz| acts.share(&quiz)),
            false => more.button("share", |w| w.share, move |quiz| acts.share(&quiz)),
        })
    });
    let move_out = match archived {
        true => {
            more.button("unarchive", |w| w.unarchive, move |quiz| acts.set_archived(&quiz, false))
        }
        false => more.button("archive", |w| w.archive, move |quiz| acts.set_archived(&quiz, true)),
    };
    view! {
        <div class="studio-parts">
            <TagForm more quiz=quiz.clone() />
            <Download key=acts.key() id=quiz.id.clone() />
            <Versions acts quiz close=move || more.open.set(false) />
            <p class="buttons">
                {more.button("duplicate", |w| w.duplicate, move |quiz| acts.duplicate(quiz))}
                {share}
                {move_out}
                {more.button("bin", |w| w.bin, move |quiz| acts.throw_away(&quiz))}
            </p>
        </div>
    }
}

#[component]
fn TagForm(more: More, quiz: QuizSummary) -> impl IntoView {
    let t = text::stage();
    let typed = RwSignal::new(quiz.tags.join(", "));
    let wrong = RwSignal::new(false);
    let save = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let tags = tags_of(&typed.get_untracked());
        let long = tags.iter().any(|tag| tag.chars().count() > MAX_TAG_CHARS);
        if long || tags.len() > MAX_TAGS {
            wrong.set(true);
            return;
        }
        more.open.set(false);
        more.acts.set_tags(&quiz, tags);
    };
    let known = more.acts.quizzes().tags();
    let known = live(move || {
        let option =
            |found: quizrain_shared::api::TagCount| view! { <option value=found.tag></option> };
        known.get().into_iter().map(option).collect_view()
    });
    view! {
        <form class="stack" on:submit=save novalidate>
            <label class="label" for="quiz-tags">{t.say(|w| w.library_words.tags)}</label>
            <div class="studio-row">
                <input id="quiz-tags" class="field" type="text" data-testid="tags" autocomplete="off"
                    list="known-tags" aria-describedby="tags-how tags-problem" prop:value=typed
                    aria-invalid=value(move || if wrong.get() { "true" } else { "false" })
                    on:input=move |event| {
                        typed.set(event_target_value(&event));
                        wrong.set(false);
                    } />
                <datalist id="known-tags">{known}</datalist>
                <button type="submit" class="button" data-testid="save-tags">
                    {t.say(|w| w.library_words.save_tags)}
                </button>
            </div>
            <p id="tags-how" class="muted small">{t.say(|w| w.library_words.tags_how)}</p>
            {live(move || wrong.get().then(|| view! {
                <p id="tags-problem" class="problem" role="alert">{t.now().library_words.too_many_tags}</p>
            }))}
        </form>
    }
}
