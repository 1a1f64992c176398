//! A quiz in the list.

use leptos::prelude::*;
use quizrain_shared::api::{BIN_MS, QuizSummary};

use super::act::{Acts, shown_title};
use super::more::More;
use crate::components::when::When;
use crate::dom::view;
use crate::live::{Live, live, value};
use crate::stage::start::{Starter, proposed_draw};
use crate::state::shelf::Place;
use crate::text;

/// Where a quiz is written.
pub(super) fn editor(id: &str) -> String {
    format!("/studio/{id}")
}

#[component]
pub(super) fn Card(quiz: QuizSummary, acts: Acts, starter: Starter, more: More) -> impl IntoView {
    let t = text::stage();
    let in_bin = Place::of(&quiz) == Place::Bin;
    let QuizSummary { title, language, description, questions, tags, problems, file, .. } =
        quiz.clone();
    let name = title.clone();
    let path = editor(&quiz.id);
    let heading = match in_bin {
        true => view! { <bdi>{value(move || shown_title(t, &title))}</bdi> }.into_any(),
        false => view! {
            <a href=path.clone()><bdi>{value(move || shown_title(t, &title))}</bdi></a>
        }
        .into_any(),
    };
    let tags = (!tags.is_empty()).then(|| tag_list(tags));
    let to_fix = (problems > 0 && !in_bin).then(|| {
        view! {
            <p><a class="to-fix" data-testid="to-fix" href=path>
                {t.tell(move |w| (w.library_words.to_fix)(problems))}
            </a></p>
        }
    });
    let buttons = match in_bin {
        true => restore_button(quiz.clone(), acts),
        false => play_buttons(&quiz, starter),
    };
    let moment = moment(&quiz);
    let owned = owned(quiz.clone(), acts);
    view! {
        <li class="card" data-testid="quiz" lang=language>
            <h2 class="card-title">{heading}</h2>
            <p class="card-text">{description}</p>
            {tags}
            <p class="card-facts">
                <span>{t.tell(move |w| (w.questions)(questions))}</span>
                {moment}
                {owned}
                {file.map(|file| view! {
                    <span class="muted card-file" data-testid="from-file">
                        {t.say(|w| w.library_words.from_file)}" "<bdi>{file}</bdi>
                    </span>
                })}
            </p>
            {to_fix}
            <p class="card-buttons">
                {buttons}
                {(!in_bin).then(|| view! {
                    <button type="button" class="button" data-testid="more"
                        aria-label=value(move || (t.now().library_words.more_of)(&shown_title(t, &name)))
                        on:click=move |_| more.ask(quiz.clone())>
                        {t.say(|w| w.library_words.more)}
                    </button>
                })}
            </p>
        </li>
    }
}

/// Whose it is, to whoever is signed in.
fn owned(quiz: QuizSummary, acts: Acts) -> Live<AnyView> {
    let t = text::stage();
    live(move || {
        let owned = acts.me().owned(&quiz)?;
        Some(view! {
            <span class="muted" data-testid="owned">{(t.now().library_words.owned)(owned)}</span>
        })
    })
}

fn tag_list(tags: Vec<String>) -> AnyView {
    let tags = tags.into_iter().map(|tag| view! { <li class="tag"><bdi>{tag}</bdi></li> });
    view! { <ul class="tags">{tags.collect_view()}</ul> }.into_any()
}

fn restore_button(quiz: QuizSummary, acts: Acts) -> AnyView {
    view! {
        <button type="button" class="button" data-testid="restore"
            disabled=value(move || acts.busy()) on:click=move |_| acts.restore(&quiz)>
            {text::stage().say(|w| w.library_words.restore)}
        </button>
    }
    .into_any()
}

/// When it was last played, or is deleted.
fn moment(quiz: &QuizSummary) -> AnyView {
    let t = text::stage();
    match (quiz.deleted_ms, quiz.last_played_ms) {
        (Some(deleted), _) => view! {
            <span class="muted">
                {t.say(|w| w.library_words.deleted_on)}": "<When at_ms=deleted.saturating_add(BIN_MS) />
            </span>
        }
        .into_any(),
        (None, Some(played)) => view! {
            <span class="muted">{t.say(|w| w.library_words.played)}": "<When at_ms=played /></span>
        }
        .into_any(),
        (None, None) => {
            view! { <span class="muted">{t.say(|w| w.library_words.never_played)}</span> }.into_any()
        }
    }
}

fn play_buttons(quiz: &QuizSummary, starter: Starter) -> AnyView {
    let t = text::stage();
    let (at_once, asked) = (quiz.clone(), quiz.clone());
    let unfinished = quiz.problems > 0;
    view! {
        <button type="button" class="button button-primary" data-testid="start"
            disabled=value(move || unfinished || starter.starting.get())
            on:click=move |_| starter.start(&at_once)>{t.say(|w| w.start_game)}</button>
        <button type="button" class="button" data-testid="options" disabled=unfinished
            on:click=move |_| starter.form.ask(asked.clone(), proposed_draw(asked.questions))>
            {t.say(|w| w.new_game.options)}
        </button>
    }
    .into_any()
}
