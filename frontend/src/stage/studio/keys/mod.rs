//! `/studio/keys`: the keys of programs, which a host makes, sees the use of, and revokes.

mod form;
mod list;

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{KeySummary, MadeKey, NewKey};
use quizrain_shared::ids::Token;
use quizrain_shared::pages::Page;

use crate::components::chrome::{TopBar, title};
use crate::dom::view;
use crate::live::{live, memo};
use crate::net::http::HttpError;
use crate::net::keys;
use crate::stage::key::WithKey;
use crate::text;

use form::{Form, Shown};
use list::List;

#[component]
pub(crate) fn KeysPage() -> impl IntoView {
    let t = text::keys();
    title(move || Some(t.now().title.to_owned()));
    let page = |host_key, forget| view! { <Keys host_key forget /> }.into_any();
    view! {
        <TopBar />
        <main class="page api-keys"><WithKey page /></main>
    }
}

/// What the page knows.
#[derive(Clone, Copy)]
struct Known {
    host_key: Token,
    /// `None`: not asked yet.
    list: RwSignal<Option<Vec<KeySummary>>>,
    /// The key that was made last, whole, as long as the page is open.
    made: RwSignal<Option<MadeKey>>,
    busy: RwSignal<bool>,
    problem: RwSignal<Option<HttpError>>,
}

impl Known {
    fn new(host_key: Token) -> Self {
        let known = Self {
            host_key,
            list: RwSignal::default(),
            made: RwSignal::default(),
            busy: RwSignal::new(false),
            problem: RwSignal::default(),
        };
        spawn_local(async move { known.told(keys::list(&host_key).await) });
        known
    }

    fn told(self, answer: Result<Vec<KeySummary>, HttpError>) {
        match answer {
            Ok(list) => {
                let _ = self.list.try_set(Some(list));
                let _ = self.problem.try_set(None);
            }
            Err(why) => {
                let _ = self.problem.try_set(Some(why));
            }
        }
        let _ = self.busy.try_set(false);
    }

    /// Makes a key, unless something is under way: what is pressed twice makes one.
    fn make(self, wish: NewKey, done: impl FnOnce() + 'static) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        spawn_local(async move {
            match keys::make(&self.host_key, &wish).await {
                Ok(made) => {
                    let mut list = self.list.try_get_untracked().flatten().unwrap_or_default();
                    list.insert(0, made.summary.clone());
                    let _ = self.made.try_set(Some(made));
                    self.told(Ok(list));
                    done();
                }
                Err(why) => self.told(Err(why)),
            }
        });
    }

    fn revoke(self, id: String) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        spawn_local(async move {
            let answer = keys::revoke(&self.host_key, &id).await;
            if answer.is_ok() {
                let _ = self.made.try_update(|made| made.take_if(|made| made.summary.id == id));
            }
            self.told(answer);
        });
    }
}

#[component]
fn Keys(host_key: Token, forget: Callback<()>) -> impl IntoView {
    let (t, stage) = (text::keys(), text::stage());
    let known = Known::new(host_key);
    let denied = memo(move || known.problem.get() == Some(HttpError::NotAllowed));
    live(move || {
        if denied.get() {
            return view! {
                <p class="problem" role="alert">{stage.now().key_not_accepted}</p>
                <button type="button" class="button button-primary"
                    on:click=move |_| forget.run(())>{stage.now().other_key}</button>
            }
            .into_any();
        }
        view! {
            <div class="studio-head">
                <h1>{t.say(|w| w.title)}</h1>
                <a class="button" data-testid="to-studio" href=Page::Studio.path()>
                    {t.say(|w| w.to_studio)}
                </a>
            </div>
            <p>{t.say(|w| w.why)}</p>
            <p class="problem" role="alert">
                {live(move || known.problem.get().map(|why| stage.now().problem(&why)))}
            </p>
            <Shown known />
            <Form known />
            <List known />
        }
        .into_any()
    })
}
