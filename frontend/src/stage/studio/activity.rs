//! `/studio/activity`: what was done here, when and by whom, for owners and whoever has the host key.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{Action, ActorKind};
use quizrain_shared::ids::Token;
use quizrain_shared::pages::Page;

use crate::components::chrome::{TopBar, title};
use crate::components::when::When;
use crate::dom::view;
use crate::live::{live, memo};
use crate::net::accounts;
use crate::net::http::HttpError;
use crate::stage::key::WithKey;
use crate::text;
use crate::text::Deed;

#[component]
pub(crate) fn ActivityPage() -> impl IntoView {
    let t = text::hosts();
    title(move || Some(t.now().activity.to_owned()));
    let page = |key, forget| view! { <Activity key forget /> }.into_any();
    view! {
        <TopBar />
        <main class="page accounts"><WithKey page /></main>
    }
}

/// What was found.
#[derive(Clone, Copy)]
struct Found {
    key: Token,
    search: RwSignal<String>,
    /// `None`: not asked yet.
    list: RwSignal<Option<Vec<Action>>>,
    next: RwSignal<Option<String>>,
    /// Counts searches: an answer to an older one is of no use.
    asked: StoredValue<u32>,
    problem: RwSignal<Option<HttpError>>,
}

impl Found {
    fn new(key: Token) -> Self {
        let found = Self {
            key,
            search: RwSignal::default(),
            list: RwSignal::default(),
            next: RwSignal::default(),
            asked: StoredValue::default(),
            problem: RwSignal::default(),
        };
        found.look(false);
        found
    }

    /// Looks again, or for those that come behind.
    fn look(self, more: bool) {
        let asked = self.asked.try_update_value(|asked| {
            *asked = asked.wrapping_add(1);
            *asked
        });
        if !more {
            // What comes behind another search comes behind nothing here.
            self.next.set(None);
        }
        let after = self.next.get_untracked();
        let search = self.search.get_untracked();
        spawn_local(async move {
            let page = accounts::actions(&self.key, &search, after.as_deref()).await;
            if self.asked.try_get_value() != asked {
                return;
            }
            match page {
                Ok(page) => {
                    let _ = self.next.try_set(page.next);
                    let _ = self.problem.try_set(None);
                    let _ = self.list.try_update(|list| {
                        let mut shown = list.take().filter(|_| more).unwrap_or_default();
                        shown.extend(page.actions);
                        *list = Some(shown);
                    });
                }
                Err(why) => {
                    let _ = self.problem.try_set(Some(why));
                }
            }
        });
    }
}

#[component]
fn Activity(key: Token, forget: Callback<()>) -> impl IntoView {
    let (t, stage) = (text::hosts(), text::stage());
    let found = Found::new(key);
    let denied = memo(move || found.problem.get() == Some(HttpError::NotAllowed));
    let more = memo(move || found.next.with(Option::is_some));
    let none = memo(move || found.list.with(|list| list.as_ref().is_some_and(Vec::is_empty)));
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
                <h1>{t.say(|w| w.activity)}</h1>
                <a class="button" data-testid="to-accounts" href=Page::Accounts.path()>
                    {t.say(|w| w.title)}
                </a>
            </div>
            <p>{t.say(|w| w.activity_why)}</p>
            <label>
                <span class="label">{t.say(|w| w.find)}</span>
                <input class="field" type="search" autocomplete="off" maxlength="100"
                    data-testid="find-action" on:input=move |event| {
                        found.search.set(event_target_value(&event));
                        found.look(false);
                    } />
            </label>
            <p class="problem" role="alert">
                {live(move || found.problem.get().map(|why| stage.now().problem(&why)))}
            </p>
            <p class="muted" role="status">{live(move || none.get().then(|| t.now().nothing))}</p>
            <ul class="accounts-list" data-testid="actions">
                <For each=move || found.list.get().unwrap_or_default()
                    key=|it| it.action.clone() let:it>{row(it)}</For>
            </ul>
            {live(move || more.get().then(|| view! {
                <button type="button" class="button" data-testid="more"
                    on:click=move |_| found.look(true)>{t.now().more}</button>
            }))}
        }
        .into_any()
    })
}

fn row(it: Action) -> AnyView {
    let t = text::hosts();
    let (kind, refused) = (it.kind, it.status >= 400);
    let named = it.login.or(it.host.map(|host| host.to_string()));
    let mark = it.mark.map(|mark| view! { <code>{mark} "…"</code> });
    let who = match (kind, named) {
        (ActorKind::Host, Some(login)) => view! { <bdi>{login}</bdi> }.into_any(),
        _ => view! { <span>{t.tell(move |w| (w.actor)(kind).to_owned())}</span> }.into_any(),
    };
    let deed = Deed::of(&it.what, &it.object);
    let deed = deed.map(|deed| view! { <p>{t.tell(move |w| (w.deed)(deed).to_owned())}</p> });
    view! {
        <li class="accounts-row" data-testid="action">
            <h2>{who} " " {mark}</h2>
            {deed}
            <p class="muted small"><code>{it.what}</code> " " <code>{it.object}</code></p>
            <p class="accounts-facts">
                <When at_ms=it.at_ms />
                <span class:accounts-off=refused>{refused.then(|| view! { {t.say(|w| w.refused)} " " })} {it.status}</span>
                <span>{t.say(|w| w.from)} " " <code>{it.address}</code></span>
            </p>
        </li>
    }
    .into_any()
}
