//! The older versions of a quiz.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{QuizCopy, QuizSummary, QuizVersion};

use super::act::{Acts, shown_title};
use super::import::questions::Texts;
use crate::components::when::When;
use crate::dom::view;
use crate::live::live;
use crate::net::http::HttpError;
use crate::net::library;
use crate::text;

/// Lists them once somebody asks for them.
#[component]
pub(super) fn Versions(
    acts: Acts,
    quiz: QuizSummary,
    #[prop(into)] close: Callback<()>,
) -> impl IntoView {
    let t = text::stage();
    let copies = RwSignal::new(None::<Result<Vec<QuizCopy>, HttpError>>);
    let looked = RwSignal::new(None::<Result<QuizVersion, HttpError>>);
    let (key, id) = (acts.key(), quiz.id.clone());
    let load = move |_| {
        if copies.with_untracked(|copies| matches!(copies, Some(Ok(_)))) {
            return;
        }
        let id = id.clone();
        spawn_local(async move {
            let loaded = library::versions(&key, &id).await;
            let _ = copies.try_set(Some(loaded));
        });
    };
    let listed = live(move || match copies.get() {
        None => view! { <p class="muted" role="status">{t.now().loading}</p> }.into_any(),
        Some(Err(why)) => {
            view! { <p class="problem" role="alert">{t.now().problem(&why)}</p> }.into_any()
        }
        Some(Ok(copies)) if copies.is_empty() => {
            view! { <p class="muted">{t.now().library_words.no_versions}</p> }.into_any()
        }
        Some(Ok(copies)) => {
            let lines =
                copies.into_iter().map(|copy| line(copy, acts, quiz.clone(), looked, close));
            view! { <ul class="studio-versions">{lines.collect_view()}</ul> }.into_any()
        }
    });
    let seen = live(move || {
        looked.get().map(|looked| match looked {
            Err(why) => {
                view! { <p class="problem" role="alert">{t.now().problem(&why)}</p> }.into_any()
            }
            Ok(version) => view! {
                <section class="studio-look" data-testid="older" lang=version.quiz.language>
                    <h4>{(t.now().library_words.version)(version.version)}": "
                        <bdi>{shown_title(t, &version.quiz.title)}</bdi></h4>
                    <Texts questions=version.quiz.questions />
                </section>
            }
            .into_any(),
        })
    });
    view! {
        <details class="studio-part" data-testid="versions" on:toggle=load>
            <summary>{t.say(|w| w.library_words.versions)}</summary>
            {listed}
            {seen}
        </details>
    }
}

/// A version: to be looked at, and brought back.
fn line(
    copy: QuizCopy,
    acts: Acts,
    quiz: QuizSummary,
    looked: RwSignal<Option<Result<QuizVersion, HttpError>>>,
    close: Callback<()>,
) -> AnyView {
    let t = text::stage();
    let QuizCopy { version, changed_ms, questions, .. } = copy;
    let (key, id) = (acts.key(), quiz.id.clone());
    let look = move |_| {
        let id = id.clone();
        spawn_local(async move {
            let found = library::version(&key, &id, version).await;
            let _ = looked.try_set(Some(found));
        });
    };
    let bring_back = move |_| {
        close.run(());
        acts.bring_back(quiz.clone(), version);
    };
    view! {
        <li class="studio-version">
            <span>
                {t.tell(move |w| (w.library_words.version)(version))}" · "<When at_ms=changed_ms />" · "
                {t.tell(move |w| (w.questions)(questions))}
            </span>
            <button type="button" class="button" data-testid="look" on:click=look>
                {t.say(|w| w.library_words.look)}
            </button>
            <button type="button" class="button" data-testid="bring-back" on:click=bring_back>
                {t.say(|w| w.library_words.bring_back)}
            </button>
        </li>
    }
    .into_any()
}
