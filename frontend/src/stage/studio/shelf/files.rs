//! What is wrong with files of the folder that the server watches, until it is mended. The list follows
//! what is saved there.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{QuizFile, QuizFiles};

use super::import::questions::Problems;
use super::list::Quizzes;
use crate::dom::view;
use crate::live::live;
use crate::net::library;
use crate::text;

/// How often the server is asked, where it watches a folder.
const EVERY: Duration = Duration::from_secs(2);

/// Asks the server as long as its owner lives, and loads the list again whenever a file has changed.
fn follow(quizzes: Quizzes) -> RwSignal<QuizFiles> {
    let news = RwSignal::new(QuizFiles::default());
    let answered = StoredValue::new(None::<QuizFiles>);
    let asking = StoredValue::new(false);
    let ask = move || {
        let of_use = answered.with_value(|last| last.as_ref().is_none_or(|last| last.watched));
        if !of_use || asking.get_value() || document().hidden() {
            return;
        }
        asking.set_value(true);
        spawn_local(async move {
            let answer = library::files(&quizzes.key()).await;
            if asking.try_set_value(false).is_some() {
                return;
            }
            // Where none comes, what is known stays.
            let Ok(now) = answer else { return };
            let before = answered.try_update_value(|last| last.replace(now.clone())).flatten();
            if before.is_some_and(|before| before.changes != now.changes) {
                quizzes.reload();
            }
            if news.with_untracked(|shown| *shown != now) {
                news.set(now);
            }
        });
    };
    ask();
    if let Ok(timer) = set_interval_with_handle(ask, EVERY) {
        on_cleanup(move || timer.clear());
    }
    news
}

#[component]
pub(super) fn Files(quizzes: Quizzes) -> impl IntoView {
    let t = text::stage();
    let news = follow(quizzes);
    live(move || {
        let QuizFiles { problem, why, files, more, .. } = news.get();
        if problem.is_none() && files.is_empty() {
            return ().into_any();
        }
        view! {
            <section class="studio-files" data-testid="files-to-mend" aria-labelledby="files-to-mend">
                <h2 id="files-to-mend">{t.now().library_words.files_to_mend}</h2>
                {problem.map(|problem| {
                    let said = why.as_ref().and_then(t.now().problem_words.folder);
                    let lang = said.is_none().then_some("en");
                    view! { <p class="problem" lang=lang><bdi>{said.unwrap_or(problem)}</bdi></p> }
                })}
                {files.into_iter().map(file).collect_view()}
                {not_shown(more)}
            </section>
        }
        .into_any()
    })
}

fn file(file: QuizFile) -> AnyView {
    let t = text::stage();
    let QuizFile { name, used, problems, more } = file;
    view! {
        <div class="studio-file" data-testid="file-to-mend">
            <h3><bdi>{name}</bdi></h3>
            <p class="muted small">{t.tell(move |w| (w.library_words.file_is_used)(used).to_owned())}</p>
            <Problems problems />
            {not_shown(more)}
        </div>
    }
    .into_any()
}

/// So many things are not listed.
fn not_shown(more: u32) -> AnyView {
    let t = text::stage();
    (more > 0)
        .then(|| {
            view! { <p class="muted small">{t.tell(move |w| (w.library_words.more_to_mend)(more))}</p> }
        })
        .into_any()
}
