//! The guests of a list: found, their invites freed, and taken off it who has not come. Both ask once more, in their place.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{Guest, GuestListSummary};
use quizrain_shared::ids::GuestListId;

use super::Known;
use crate::components::when::When;
use crate::dom::view;
use crate::live::{live, memo, value};
use crate::net::guests;
use crate::text::{self, GuestsWords};

/// What was found.
#[derive(Clone, Copy)]
struct Found {
    known: Known,
    list: GuestListId,
    search: RwSignal<String>,
    guests: RwSignal<Vec<Guest>>,
    found: RwSignal<u32>,
    /// Counts searches: an answer to an older one is of no use.
    asked: StoredValue<u32>,
    /// With whom something is about to be done.
    sure: RwSignal<Option<u32>>,
}

/// What can be done with a guest: their invite is freed where it is used, and else they are taken off the list.
#[derive(Clone, Copy)]
enum Act {
    Free,
    Remove,
}

impl Act {
    /// On the button, and what follows from it.
    fn words(self) -> [fn(&'static GuestsWords) -> &'static str; 2] {
        match self {
            Self::Free => [|w| w.free, |w| w.free_why],
            Self::Remove => [|w| w.remove, |w| w.remove_why],
        }
    }

    /// What tests call the button, and the one that is sure.
    fn ids(self) -> [&'static str; 2] {
        match self {
            Self::Free => ["free", "free-sure"],
            Self::Remove => ["remove", "remove-sure"],
        }
    }
}

impl Found {
    /// Looks again, or for those who come behind.
    fn look(self, more: bool) {
        let asked = self.asked.try_update_value(|asked| {
            *asked = asked.wrapping_add(1);
            *asked
        });
        let skip = if more { self.guests.with_untracked(Vec::len) } else { 0 };
        let skip = u32::try_from(skip).unwrap_or(u32::MAX);
        let search = self.search.get_untracked();
        spawn_local(async move {
            let page = guests::find(&self.known.host_key, self.list, &search, skip).await;
            if self.asked.try_get_value() != asked {
                return;
            }
            let Some(page) = self.known.told(page) else { return };
            let _ = self.found.try_set(page.found);
            let _ = self.guests.try_update(|guests| {
                if !more {
                    guests.clear();
                }
                guests.extend(page.guests);
            });
        });
    }

    fn act(self, act: Act, number: u32) {
        if self.known.busy.get_untracked() {
            return;
        }
        self.known.busy.set(true);
        spawn_local(async move {
            let host_key = &self.known.host_key;
            let done = match act {
                Act::Free => guests::free(host_key, self.list, number).await.map(|_| ()),
                Act::Remove => guests::remove(host_key, self.list, number).await,
            };
            if self.known.told(done).is_some() {
                let _ = self.guests.try_update(|guests| match act {
                    Act::Free => {
                        for guest in guests.iter_mut().filter(|guest| guest.number == number) {
                            guest.used_ms = None;
                        }
                    }
                    Act::Remove => guests.retain(|guest| guest.number != number),
                });
                if matches!(act, Act::Remove) {
                    let _ = self.found.try_update(|found| *found = found.saturating_sub(1));
                }
                let _ = self.sure.try_set(None);
                self.known.ask();
            }
        });
    }
}

#[component]
pub(super) fn GuestsOf(known: Known, list: GuestListSummary) -> impl IntoView {
    let t = text::guests();
    let found = Found {
        known,
        list: list.list,
        search: RwSignal::default(),
        guests: RwSignal::default(),
        found: RwSignal::default(),
        asked: StoredValue::default(),
        sure: RwSignal::default(),
    };
    found.look(false);
    let more = memo(move || {
        let shown = u32::try_from(found.guests.with(Vec::len)).unwrap_or(u32::MAX);
        shown < found.found.get()
    });
    view! {
        <section>
            <div class="studio-head">
                <h2><bdi>{list.title}</bdi></h2>
                <button type="button" class="button" data-testid="back"
                    on:click=move |_| known.back()>{t.say(|w| w.back)}</button>
            </div>
            <label>
                <span class="label">{t.say(|w| w.search)}</span>
                <input class="field" type="search" autocomplete="off" data-testid="find-guest"
                    maxlength="100" on:input=move |event| {
                        found.search.set(event_target_value(&event));
                        found.look(false);
                    } />
            </label>
            <p class="muted" role="status">{t.tell(move |w| (w.found)(found.found.get()))}</p>
            <ul class="guests-lists">
                <For each=move || found.guests.get() key=|it| (it.number, it.used_ms) let:it>
                    {row(found, it)}
                </For>
            </ul>
            {live(move || more.get().then(|| view! {
                <button type="button" class="button" on:click=move |_| found.look(true)>
                    {t.now().more}
                </button>
            }))}
        </section>
    }
}

fn row(found: Found, it: Guest) -> AnyView {
    let t = text::guests();
    let number = it.number;
    let state = match it.used_ms {
        Some(at_ms) => view! { <span>{t.say(|w| w.used)} " " <When at_ms /></span> }.into_any(),
        None => view! { <span>{t.say(|w| w.unused)}</span> }.into_any(),
    };
    let act = if it.used_ms.is_some() { Act::Free } else { Act::Remove };
    let label = (it.label != number.to_string()).then_some(it.label);
    view! {
        <li class="guests-guest" data-testid="guest">
            <p class="guests-who">
                <span class="muted">{number} "."</span> " " <bdi>{it.name}</bdi> " "
                <bdi class="muted">{label}</bdi>
            </p>
            <p class="muted small">{state}</p>
            <div class="buttons">{buttons(found, number, act)}</div>
        </li>
    }
    .into_any()
}

/// The way to do something with a guest, in two steps.
fn buttons(found: Found, number: u32, act: Act) -> AnyView {
    let t = text::guests();
    let asks = memo(move || found.sure.get() == Some(number));
    let ([word, why], [id, sure_id]) = (act.words(), act.ids());
    live(move || match asks.get() {
        false => view! {
            <button type="button" class="button" data-testid=id
                on:click=move |_| found.sure.set(Some(number))>{t.say(word)}</button>
        }
        .into_any(),
        true => view! {
            <p role="alert">{t.say(why)}</p>
            <button type="button" class="button button-primary" data-testid=sure_id
                disabled=value(move || found.known.busy.get())
                on:click=move |_| found.act(act, number)>{t.say(word)}</button>
            <button type="button" class="button"
                on:click=move |_| found.sure.set(None)>{t.say(|w| w.keep)}</button>
        }
        .into_any(),
    })
    .into_any()
}
