//! `/studio/accounts`: what is a host's own, where one is signed in; and all accounts, for owners and whoever has the
//! host key.

mod form;
mod list;
mod own;
mod provider;
mod second_factor;
mod sessions;

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{HostAccount, HostCode, NewHost};
use quizrain_shared::ids::Token;
use quizrain_shared::pages::Page;

use crate::components::chrome::{TopBar, title};
use crate::dom::view;
use crate::live::{live, memo};
use crate::net::accounts;
use crate::net::http::{HttpError, SESSION};
use crate::stage::key::WithKey;
use crate::text;

use form::{Form, Made};
use list::List;
use own::Own;

#[component]
pub(crate) fn AccountsPage() -> impl IntoView {
    let t = text::hosts();
    title(move || Some(t.now().title.to_owned()));
    let page = |key, forget| view! { <Accounts key forget /> }.into_any();
    view! {
        <TopBar />
        <main class="page accounts"><WithKey page /></main>
    }
}

/// What the page knows of all accounts.
#[derive(Clone, Copy)]
struct Known {
    key: Token,
    /// `None`: not asked yet, or whoever is signed in may not ask.
    list: RwSignal<Option<Vec<HostAccount>>>,
    /// The code that was made last, as long as the page is open.
    made: RwSignal<Option<HostCode>>,
    busy: RwSignal<bool>,
    problem: RwSignal<Option<HttpError>>,
}

impl Known {
    fn new(key: Token) -> Self {
        let known = Self {
            key,
            list: RwSignal::default(),
            made: RwSignal::default(),
            busy: RwSignal::new(false),
            problem: RwSignal::default(),
        };
        spawn_local(async move {
            match accounts::list(&key).await {
                // Somebody who is signed in sees what is their own.
                Err(HttpError::NotAllowed) if key == SESSION => {}
                answer => known.told(answer),
            }
        });
        known
    }

    fn told(self, answer: Result<Vec<HostAccount>, HttpError>) {
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

    /// Does something, unless something is under way: what is pressed twice is done once.
    fn once(self, act: impl Future<Output = ()> + 'static) {
        if !self.busy.get_untracked() {
            self.busy.set(true);
            spawn_local(act);
        }
    }

    /// The list with an account as it is now.
    fn with(self, account: HostAccount) -> Vec<HostAccount> {
        let mut list = self.list.try_get_untracked().flatten().unwrap_or_default();
        list.retain(|it| it.host != account.host);
        list.push(account);
        list.sort_by(|one, other| one.login.cmp(&other.login));
        list
    }

    fn code(self, answer: Result<HostCode, HttpError>) -> bool {
        match answer {
            Ok(made) => {
                self.told(Ok(self.with(made.account.clone())));
                let _ = self.made.try_set(Some(made));
                true
            }
            Err(why) => {
                self.told(Err(why));
                false
            }
        }
    }

    fn make(self, wish: NewHost, done: impl FnOnce() + 'static) {
        self.once(async move {
            if self.code(accounts::make(&self.key, &wish).await) {
                done();
            }
        });
    }
}

#[component]
fn Accounts(key: Token, forget: Callback<()>) -> impl IntoView {
    let (t, stage) = (text::hosts(), text::stage());
    let known = Known::new(key);
    let denied = memo(move || known.problem.get() == Some(HttpError::NotAllowed));
    let may = memo(move || known.list.with(Option::is_some));
    live(move || {
        if denied.get() {
            return view! {
                <p class="problem" role="alert">{stage.now().key_not_accepted}</p>
                <button type="button" class="button button-primary"
                    on:click=move |_| forget.run(())>{stage.now().other_key}</button>
            }
            .into_any();
        }
        let all = move || {
            may.get().then(|| {
                view! {
                    <p>{t.say(|w| w.why)}</p>
                    <p><a data-testid="to-activity" href=Page::Activity.path()>{t.say(|w| w.activity)}</a></p>
                    <Made known />
                    <Form known />
                    <List known />
                }
            })
        };
        view! {
            <div class="studio-head">
                <h1>{t.say(|w| w.title)}</h1>
                <div class="buttons">
                    <a class="button" data-testid="to-studio" href=Page::Studio.path()>
                        {t.say(|w| w.to_studio)}
                    </a>
                    <a class="button" data-testid="to-host" href=Page::Host.path()>
                        {t.say(|w| w.to_host)}
                    </a>
                </div>
            </div>
            <p class="problem" role="alert">
                {live(move || known.problem.get().map(|why| stage.now().problem(&why)))}
            </p>
            {(key == SESSION).then(|| view! { <Own forget /> })}
            {live(all)}
        }
        .into_any()
    })
}
