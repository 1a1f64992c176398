//! `/studio/guests`: who is invited. A host makes lists, looks guests up, frees their invites, prints their cards.

mod form;
mod list;
mod sheet;

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{GuestListSummary, InvalidGuests, NewGuestList};
use quizrain_shared::ids::{GuestListId, Token};
use quizrain_shared::pages::Page;

use crate::components::chrome::{TopBar, title};
use crate::dom::view;
use crate::live::{live, memo, value};
use crate::net::guests;
use crate::net::http::HttpError;
use crate::stage::key::WithKey;
use crate::text;

use form::Form;
use list::GuestsOf;
use sheet::{Kind, Sheet};

#[component]
pub(crate) fn GuestsPage() -> impl IntoView {
    let t = text::guests();
    title(move || Some(t.now().title.to_owned()));
    let page = |host_key, forget| view! { <Guests host_key forget /> }.into_any();
    view! {
        <TopBar />
        <main class="page guests"><WithKey page /></main>
    }
}

/// What is open: all lists, the guests of one, or their cards.
#[derive(Clone, PartialEq)]
enum Shown {
    Lists,
    Guests(GuestListSummary),
    Cards(GuestListSummary, Kind),
}

/// What the page knows.
#[derive(Clone, Copy)]
struct Known {
    host_key: Token,
    /// `None`: not asked yet.
    lists: RwSignal<Option<Vec<GuestListSummary>>>,
    shown: RwSignal<Shown>,
    busy: RwSignal<bool>,
    /// Which list is about to be deleted.
    sure: RwSignal<Option<GuestListId>>,
    problem: RwSignal<Option<HttpError>>,
    /// Why no list was made of what was brought last.
    refused: RwSignal<Option<InvalidGuests>>,
}

impl Known {
    fn new(host_key: Token) -> Self {
        let known = Self {
            host_key,
            lists: RwSignal::default(),
            shown: RwSignal::new(Shown::Lists),
            busy: RwSignal::new(false),
            sure: RwSignal::default(),
            problem: RwSignal::default(),
            refused: RwSignal::default(),
        };
        known.ask();
        known
    }

    /// Back to the lists, of which some may have others come by now.
    fn back(self) {
        self.shown.set(Shown::Lists);
        self.ask();
    }

    /// Asks for the lists.
    fn ask(self) {
        spawn_local(async move {
            let lists = guests::lists(&self.host_key).await;
            if let Some(lists) = self.told(lists) {
                let _ = self.lists.try_set(Some(lists));
            }
        });
    }

    /// What was answered, or what is wrong.
    fn told<T>(self, answer: Result<T, HttpError>) -> Option<T> {
        let (answer, problem) = match answer {
            Ok(answer) => (Some(answer), None),
            Err(why) => (None, Some(why)),
        };
        let _ = self.problem.try_set(problem);
        let _ = self.refused.try_set(None);
        let _ = self.busy.try_set(false);
        answer
    }

    /// Makes a list, unless something is under way: what is pressed twice makes one.
    fn make(self, wish: NewGuestList, done: impl FnOnce() + 'static) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        spawn_local(async move {
            match self.told(guests::make(&self.host_key, &wish).await) {
                Some(Ok(made)) => {
                    let _ = self
                        .lists
                        .try_update(|lists| lists.get_or_insert_default().insert(0, made));
                    done();
                }
                Some(Err(why)) => {
                    let _ = self.refused.try_set(Some(why));
                }
                None => {}
            }
        });
    }

    /// Deletes a list whose host has read what that means for so many guests.
    fn delete(self, list: GuestListId, used: u32) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        spawn_local(async move {
            let deleted = guests::delete(&self.host_key, list, used > 0).await;
            let done = self.told(deleted).is_some();
            let _ = self.sure.try_set(None);
            if done {
                let _ = self.lists.try_update(|lists| {
                    lists.get_or_insert_default().retain(|it| it.list != list);
                });
            } else if let Ok(lists) = guests::lists(&self.host_key).await {
                // Somebody may have come meanwhile; what is wrong stays there to be read.
                let _ = self.lists.try_set(Some(lists));
            }
        });
    }

    fn download(self, list: &GuestListSummary) {
        let list = list.list;
        spawn_local(async move {
            self.told(guests::download(&self.host_key, list).await);
        });
    }
}

#[component]
fn Guests(host_key: Token, forget: Callback<()>) -> impl IntoView {
    let (t, stage) = (text::guests(), text::stage());
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
        let body = live(move || match known.shown.get() {
            Shown::Lists => view! { <Form known /> <Lists known /> }.into_any(),
            Shown::Guests(list) => view! { <GuestsOf known list /> }.into_any(),
            Shown::Cards(list, kind) => view! { <Sheet known list kind /> }.into_any(),
        });
        view! {
            <div class="studio-head no-print">
                <h1>{t.say(|w| w.title)}</h1>
                <a class="button" data-testid="to-studio" href=Page::Studio.path()>
                    {t.say(|w| w.to_studio)}
                </a>
            </div>
            <p class="no-print">{t.say(|w| w.why)}</p>
            <p class="problem no-print" role="alert">
                {live(move || match known.refused.get() {
                    Some(why) => Some((t.now().refused)(&why)),
                    None => known.problem.get().map(|why| stage.now().problem(&why)),
                })}
            </p>
            {body}
        }
        .into_any()
    })
}

/// The way to delete a list, in two steps.
fn deletion(known: Known, list: GuestListId, used: u32) -> AnyView {
    let t = text::guests();
    let asks = memo(move || known.sure.get() == Some(list));
    live(move || match asks.get() {
        false => view! {
            <button type="button" class="button" data-testid="delete-list"
                on:click=move |_| known.sure.set(Some(list))>{t.say(|w| w.delete)}</button>
        }
        .into_any(),
        true => view! {
            <p role="alert">{t.tell(move |w| (w.delete_why)(used))}</p>
            <button type="button" class="button button-primary" data-testid="delete-list-sure"
                disabled=value(move || known.busy.get())
                on:click=move |_| known.delete(list, used)>{t.say(|w| w.delete)}</button>
            <button type="button" class="button"
                on:click=move |_| known.sure.set(None)>{t.say(|w| w.keep)}</button>
        }
        .into_any(),
    })
    .into_any()
}

/// The lists there are.
#[component]
fn Lists(known: Known) -> impl IntoView {
    let (t, stage) = (text::guests(), text::stage());
    let state = value(move || match known.lists.get() {
        None if known.problem.get().is_none() => stage.now().loading,
        Some(lists) if lists.is_empty() => t.now().none,
        _ => "",
    });
    let row = move |it: GuestListSummary| {
        let (list, used, guests) = (it.list, it.used, it.guests);
        let [open, cards, badges, file] = [it.clone(), it.clone(), it.clone(), it.clone()];
        view! {
            <li class="guests-list" data-testid="list">
                <h3><bdi>{it.title}</bdi></h3>
                <p class="muted">{t.tell(move |w| (w.come)(used, guests))}</p>
                <div class="buttons">
                    <button type="button" class="button" data-testid="open-list"
                        on:click=move |_| known.shown.set(Shown::Guests(open.clone()))>
                        {t.say(|w| w.open)}
                    </button>
                    <button type="button" class="button" data-testid="cards"
                        on:click=move |_| known.shown.set(Shown::Cards(cards.clone(), Kind::Card))>
                        {t.say(|w| w.cards)}
                    </button>
                    <button type="button" class="button" data-testid="badges"
                        on:click=move |_| known.shown.set(Shown::Cards(badges.clone(), Kind::Badge))>
                        {t.say(|w| w.badges)}
                    </button>
                    <button type="button" class="button" data-testid="download"
                        on:click=move |_| known.download(&file)>{t.say(|w| w.download)}</button>
                </div>
                <div class="buttons">{deletion(known, list, used)}</div>
            </li>
        }
    };
    view! {
        <section>
            <h2>{t.say(|w| w.lists)}</h2>
            <p class="muted" role="status">{state}</p>
            <ul class="guests-lists">
                <For each=move || known.lists.get().unwrap_or_default()
                    key=|it| (it.list, it.used) let:it>
                    {row(it)}
                </For>
            </ul>
        </section>
    }
}
