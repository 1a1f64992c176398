//! What can be done with a quiz of the library, and the word that it was done.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{NewQuiz, QuizSummary, SaveQuiz, Shelf};
use quizrain_shared::ids::{QuizId, Token};
use quizrain_shared::pages::Page;
use quizrain_shared::quiz::{MAX_TITLE_CHARS, Quiz};

use super::list::Quizzes;
use super::owned::Me;
use crate::app::{Navigation, navigation};
use crate::dom::{El, view};
use crate::live::live;
use crate::net::http::HttpError;
use crate::net::{device, library};
use crate::text::{self, Done, StageWords, Tongue};

/// What was done, and what undoes it.
#[derive(Clone)]
struct Told {
    done: Done,
    title: String,
    undo: Option<QuizSummary>,
}

/// What is done with quizzes, one thing at a time.
#[derive(Clone, Copy)]
pub(super) struct Acts {
    t: Tongue<StageWords>,
    navigation: Navigation,
    quizzes: Quizzes,
    busy: RwSignal<bool>,
    problem: RwSignal<Option<HttpError>>,
    told: RwSignal<Option<Told>>,
    me: Me,
}

/// The title of a quiz that may have none.
pub(super) fn shown_title(t: Tongue<StageWords>, title: &str) -> String {
    match title.trim() {
        "" => t.now().library_words.untitled.to_owned(),
        title => title.to_owned(),
    }
}

impl Acts {
    pub(super) fn new(quizzes: Quizzes) -> Self {
        Self {
            t: text::stage(),
            navigation: navigation(),
            quizzes,
            busy: RwSignal::new(false),
            problem: RwSignal::new(None),
            told: RwSignal::new(None),
            me: Me::new(quizzes.key()),
        }
    }

    pub(super) fn busy(self) -> bool {
        self.busy.get()
    }

    pub(super) fn key(self) -> Token {
        self.quizzes.key()
    }

    /// Who does it.
    pub(super) fn me(self) -> Me {
        self.me
    }

    pub(super) fn quizzes(self) -> Quizzes {
        self.quizzes
    }

    /// Why the last thing was not done.
    pub(super) fn problem(self) -> Option<HttpError> {
        self.problem.get()
    }

    /// Does something, unless something is being done.
    fn run<T: 'static>(
        self,
        act: impl Future<Output = Result<T, HttpError>> + 'static,
        then: impl FnOnce(T) + 'static,
    ) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        self.problem.set(None);
        self.told.set(None);
        spawn_local(async move {
            let done = act.await;
            // The page may be another one by now.
            if self.busy.try_set(false).is_some() {
                return;
            }
            match done {
                Ok(done) => then(done),
                Err(why) => self.problem.set(Some(why)),
            }
        });
    }

    fn tell(self, done: Done, quiz: &QuizSummary, undo: bool) {
        let title = untrack(|| shown_title(self.t, &quiz.title));
        self.told.set(Some(Told { done, title, undo: undo.then(|| quiz.clone()) }));
    }

    fn changed(self, done: Done, undo: bool) -> impl FnOnce(QuizSummary) {
        move |quiz| {
            self.tell(done, &quiz, undo);
            self.quizzes.change(quiz);
        }
    }

    /// Makes a quiz in which nothing is written, and opens it.
    pub(super) fn write_new(self) {
        let id = QuizId(device::random_bytes());
        let language = untrack(|| text::language().get()).tag().to_owned();
        let wish =
            NewQuiz { quiz: Quiz::blank(language), tags: Vec::new(), id: Some(id.to_string()) };
        let key = self.key();
        let open = move |_| self.navigation.go(Page::Quiz(id));
        self.run(async move { library::create(&key, &wish).await }, open);
    }

    /// Makes another quiz that is the same.
    pub(super) fn duplicate(self, quiz: QuizSummary) {
        let key = self.key();
        let id = QuizId(device::random_bytes()).to_string();
        let title =
            untrack(|| (self.t.now().library_words.copy_of)(&shown_title(self.t, &quiz.title)));
        let title: String = title.chars().take(MAX_TITLE_CHARS).collect();
        let copy = async move {
            let found = library::open(&key, &quiz.id).await?;
            let written = Quiz { title: title.clone(), ..found.quiz };
            let wish = NewQuiz { quiz: written, tags: found.tags, id: Some(id) };
            library::create(&key, &wish).await?;
            Ok(QuizSummary { title, ..quiz })
        };
        self.run(copy, move |quiz| {
            self.tell(Done::Copied, &quiz, false);
            self.quizzes.reload();
        });
    }

    pub(super) fn set_tags(self, quiz: &QuizSummary, tags: Vec<String>) {
        let (key, id) = (self.key(), quiz.id.clone());
        let shelf = Shelf { tags, archived: quiz.archived };
        let filed = async move { library::file(&key, &id, &shelf).await };
        self.run(filed, self.changed(Done::Tagged, false));
    }

    pub(super) fn set_archived(self, quiz: &QuizSummary, archived: bool) {
        let (key, id) = (self.key(), quiz.id.clone());
        let shelf = Shelf { tags: quiz.tags.clone(), archived };
        let done = if archived { Done::Archived } else { Done::Unarchived };
        let filed = async move { library::file(&key, &id, &shelf).await };
        self.run(filed, self.changed(done, true));
    }

    /// Shares a quiz with the team, or takes it back.
    pub(super) fn share(self, quiz: &QuizSummary) {
        let (key, id, shared) = (self.key(), quiz.id.clone(), !quiz.shared);
        let done = if shared { Done::Shared } else { Done::TakenBack };
        let told = async move { library::share(&key, &id, shared).await };
        self.run(told, self.changed(done, false));
    }

    pub(super) fn throw_away(self, quiz: &QuizSummary) {
        let (key, id) = (self.key(), quiz.id.clone());
        let thrown = async move { library::throw_away(&key, &id).await };
        self.run(thrown, self.changed(Done::Binned, true));
    }

    pub(super) fn restore(self, quiz: &QuizSummary) {
        let (key, id) = (self.key(), quiz.id.clone());
        let restored = async move { library::restore(&key, &id).await };
        self.run(restored, self.changed(Done::Restored, false));
    }

    /// Saves an older version as the newest; what it replaces is kept.
    pub(super) fn bring_back(self, quiz: QuizSummary, version: u64) {
        let key = self.key();
        let brought = async move {
            let old = library::version(&key, &quiz.id, version).await?;
            let now = library::open(&key, &quiz.id).await?;
            let wish = SaveQuiz { version: now.version, quiz: old.quiz, keep: true };
            library::save(&key, &quiz.id, &wish).await?;
            Ok(quiz)
        };
        self.run(brought, move |quiz| {
            self.tell(Done::BroughtBack, &quiz, false);
            self.quizzes.reload();
        });
    }

    fn undo(self, done: Done, quiz: &QuizSummary) {
        let (key, id) = (self.key(), quiz.id.clone());
        let shelf = Shelf { tags: quiz.tags.clone(), archived: done == Done::Unarchived };
        let undone = match done {
            Done::Archived => Done::Unarchived,
            Done::Unarchived => Done::Archived,
            _ => Done::Restored,
        };
        let undo = async move {
            match done {
                Done::Archived | Done::Unarchived => library::file(&key, &id, &shelf).await,
                _ => library::restore(&key, &id).await,
            }
        };
        self.run(undo, move |quiz| {
            self.tell(undone, &quiz, false);
            // It is in the list again, wherever its place in it is.
            self.quizzes.reload();
        });
    }

    /// The word that something was done, for as long as nothing else is.
    pub(super) fn told(self) -> El {
        let t = self.t;
        view! {
            <div class="studio-told" role="status">
                {live(move || self.told.get().map(|told| {
                    let said = (t.now().library_words.done)(told.done, &told.title);
                    let undo = told.undo.map(|quiz| view! {
                        <button type="button" class="button" data-testid="undo"
                            on:click=move |_| self.undo(told.done, &quiz)>
                            {t.now().library_words.undo}
                        </button>
                    });
                    view! { <p class="notice" data-testid="told"><span>{said}</span>{undo}</p> }
                }))}
            </div>
        }
    }
}
