//! What is listed: loaded part by part, and searched as one types.

use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{QuizSummary, TagCount};
use quizrain_shared::ids::Token;

use super::act::Acts;
use super::card::Card;
use super::more::More;
use crate::dom::view;
use crate::live::{live, memo, value};
use crate::net::device;
use crate::net::http::HttpError;
use crate::net::library;
use crate::net::window::on_window;
use crate::stage::start::Starter;
use crate::state::shelf::{Listed, Wish};
use crate::text;

/// How long nobody types before what was typed is searched.
const TYPED: Duration = Duration::from_millis(250);
/// So near to its end, in pixels, the list grows.
const NEAR: f64 = 800.0;

/// What became of the last request.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Loading {
    Busy,
    Done,
    Failed(HttpError),
}

/// The quizzes that are listed.
#[derive(Clone, Copy)]
pub(super) struct Quizzes {
    key: Token,
    wish: RwSignal<Wish>,
    listed: RwSignal<Listed>,
    loading: RwSignal<Loading>,
    tags: RwSignal<Vec<TagCount>>,
    /// Counts requests for lists: what an older one brings is of no use.
    asked: StoredValue<u32>,
    typing: StoredValue<Option<TimeoutHandle>>,
}

impl Quizzes {
    pub(super) fn new(key: Token) -> Self {
        let this = Self {
            key,
            wish: RwSignal::new(Wish::default()),
            listed: RwSignal::new(Listed::default()),
            loading: RwSignal::new(Loading::Busy),
            tags: RwSignal::new(Vec::new()),
            asked: StoredValue::new(0),
            typing: StoredValue::new(None),
        };
        this.reload();
        this.grow_with_the_page();
        let back = on_window("online", move |_| {
            if this.failed().is_some() {
                this.reload();
            }
        });
        on_cleanup(move || back.remove());
        this
    }

    pub(super) fn key(self) -> Token {
        self.key
    }

    pub(super) fn wish(self) -> RwSignal<Wish> {
        self.wish
    }

    pub(super) fn tags(self) -> RwSignal<Vec<TagCount>> {
        self.tags
    }

    /// Why nothing came.
    pub(super) fn failed(self) -> Option<HttpError> {
        self.loading.with(|loading| match loading {
            Loading::Failed(why) => Some(why.clone()),
            _ => None,
        })
    }

    /// Looks for something else, at once.
    pub(super) fn look_for(self, change: impl FnOnce(&mut Wish)) {
        let before = self.wish.get_untracked();
        let mut wish = before.clone();
        change(&mut wish);
        if wish != before {
            // Of another place, nothing that is shown is true any more.
            if wish.place != before.place {
                self.listed.set(Listed::default());
            }
            self.wish.set(wish);
            self.load(None);
        }
    }

    /// Looks for words, once nobody types any more.
    pub(super) fn search(self, words: String) {
        let search = move || {
            self.typing.try_set_value(None);
            self.look_for(|wish| wish.search = words.clone());
        };
        let timer = set_timeout_with_handle(search, TYPED).ok();
        if let Some(before) =
            self.typing.try_update_value(|typing| std::mem::replace(typing, timer))
            && let Some(before) = before
        {
            before.clear();
        }
    }

    /// Loads all that is shown again.
    pub(super) fn reload(self) {
        self.load(None);
        self.reload_tags();
    }

    pub(super) fn reload_tags(self) {
        spawn_local(async move {
            // Where they do not come, those that are known stay.
            if let Ok(tags) = library::tags(&self.key).await {
                let _ = self.tags.try_set(tags);
            }
        });
    }

    /// Loads what follows.
    pub(super) fn load_more(self) {
        let next = self.listed.with_untracked(|listed| listed.next.clone());
        let idle = self.loading.with_untracked(|loading| *loading != Loading::Busy);
        if let Some(next) = next.filter(|_| idle) {
            self.load(Some(next));
        }
    }

    fn load(self, after: Option<String>) {
        let asked = self.asked.try_update_value(|asked| {
            *asked += 1;
            *asked
        });
        self.loading.set(Loading::Busy);
        let wish = self.wish.get_untracked().request(after);
        spawn_local(async move {
            let page = library::list(&self.key, &wish).await;
            if asked.is_none() || self.asked.try_get_value() != asked {
                return;
            }
            let loading = match page {
                Err(why) => Loading::Failed(why),
                Ok(page) if wish.after.is_some() => {
                    self.listed.update(|listed| listed.add(page));
                    Loading::Done
                }
                Ok(page) => {
                    self.listed.set(Listed::first(page));
                    Loading::Done
                }
            };
            self.loading.set(loading);
        });
    }

    /// Takes what has become of a quiz.
    pub(super) fn change(self, quiz: QuizSummary) {
        let place = self.wish.with_untracked(|wish| wish.place);
        match self.listed.try_update(|listed| listed.change(quiz, place)) {
            Some(false) => self.reload(),
            _ => self.reload_tags(),
        }
    }

    /// Loads more whenever somebody comes near to the end.
    fn grow_with_the_page(self) {
        let near_end = || {
            let root = document().document_element()?;
            let window = device::window();
            let seen = window.scroll_y().ok()? + window.inner_height().ok()?.as_f64()?;
            Some(f64::from(root.scroll_height()) - seen < NEAR)
        };
        let scrolled = on_window("scroll", move |_| {
            let fine = self.loading.with_untracked(|loading| *loading == Loading::Done);
            if fine && near_end() == Some(true) {
                self.load_more();
            }
        });
        on_cleanup(move || scrolled.remove());
    }
}

/// What makes a card another one.
fn key(quiz: &QuizSummary) -> (String, u64, Option<u64>, Vec<String>, Option<String>, bool) {
    let QuizSummary { id, version, last_played_ms, tags, file, shared, .. } = quiz;
    (id.clone(), *version, *last_played_ms, tags.clone(), file.clone(), *shared)
}

#[component]
pub(super) fn List(quizzes: Quizzes, acts: Acts, starter: Starter, more: More) -> impl IntoView {
    let t = text::stage();
    let Quizzes { listed, loading, .. } = quizzes;
    let count = memo(move || listed.with(|listed| (listed.quizzes.len(), listed.next.is_some())));
    let busy = memo(move || loading.get() == Loading::Busy);
    let empty = live(move || {
        let (0, Loading::Done) = (count.get().0, loading.get()) else { return ().into_any() };
        nothing(quizzes)
    });
    let end = live(move || {
        if let Some(why) = quizzes.failed() {
            let again = move |_| match count.get_untracked() {
                (0, _) | (_, false) => quizzes.reload(),
                _ => quizzes.load_more(),
            };
            return view! {
                <p class="problem" role="alert" data-testid="list-problem">{t.now().problem(&why)}</p>
                <p><button type="button" class="button" on:click=again>{t.now().try_again}</button></p>
            }
            .into_any();
        }
        count.get().1.then(|| view! {
            <p class="studio-more">
                <button type="button" class="button" data-testid="show-more" disabled=busy
                    on:click=move |_| quizzes.load_more()>{t.now().library_words.show_more}</button>
            </p>
        })
        .into_any()
    });
    let said = value(move || match (loading.get(), count.get()) {
        (Loading::Busy, (0, _)) => t.now().loading.to_owned(),
        (_, (0, _)) => String::new(),
        (_, (n, more)) => (t.now().library_words.listed)(n, more),
    });
    view! {
        <p class="muted small" role="status" data-testid="listed">{said}</p>
        {empty}
        <ul class="cards studio-cards" data-testid="quizzes"
            class:is-stale=value(move || busy.get() && count.get().0 > 0)>
            <For each=move || listed.get().quizzes key=key let:quiz>
                <Card quiz acts starter more />
            </For>
        </ul>
        {end}
    }
}

/// Why nothing is listed.
fn nothing(quizzes: Quizzes) -> AnyView {
    let t = text::stage();
    let (narrows, place) = quizzes.wish.with(|wish| (wish.narrows(), wish.place));
    if !narrows {
        return view! {
            <p class="muted studio-empty" data-testid="empty">{(t.now().library_words.empty)(place)}</p>
        }
        .into_any();
    }
    let show_all = move |_| {
        quizzes.look_for(|wish| {
            *wish = Wish { sort: wish.sort, place: wish.place, ..Wish::default() }
        });
    };
    view! {
        <div class="studio-empty">
            <p class="muted" data-testid="empty">{t.now().library_words.nothing_found}</p>
            <p><button type="button" class="button" on:click=show_all>
                {t.now().library_words.show_all}
            </button></p>
        </div>
    }
    .into_any()
}
