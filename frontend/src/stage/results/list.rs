//! Games that are over, those that ended last first: sought by title, pin and day.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::PastGame;
use quizrain_shared::ids::Token;
use quizrain_shared::pages::Page;
use wasm_bindgen::JsValue;

use crate::components::when::When;
use crate::dom::view;
use crate::live::{live, value};
use crate::net::http::HttpError;
use crate::net::results::{self, Sought};
use crate::text;

/// A day in ms.
const DAY_MS: u64 = 86_400_000;

/// When a day begins here that a field says as `2026-11-23`.
fn day_ms(text: &str) -> Option<u64> {
    let local = [text, "T00:00"].concat();
    let at_ms = js_sys::Date::new(&JsValue::from_str(&local)).get_time();
    (at_ms >= 0.0).then_some(at_ms as u64)
}

/// What the list shows.
#[derive(Clone, Copy)]
struct Found {
    key: Token,
    sought: RwSignal<Sought>,
    games: RwSignal<Vec<PastGame>>,
    next: RwSignal<Option<String>>,
    state: RwSignal<Option<Result<(), HttpError>>>,
    /// Counts what was asked: an answer to an older question comes too late.
    asked: StoredValue<u32>,
}

impl Found {
    fn new(key: Token) -> Self {
        let found = Self {
            key,
            sought: RwSignal::default(),
            games: RwSignal::default(),
            next: RwSignal::default(),
            state: RwSignal::default(),
            asked: StoredValue::default(),
        };
        found.seek(|_| {});
        found
    }

    /// Looks anew.
    fn seek(self, change: impl FnOnce(&mut Sought)) {
        self.sought.update(|sought| {
            change(sought);
            sought.after = None;
        });
        self.fetch(true);
    }

    fn more(self) {
        self.sought.update(|sought| sought.after = self.next.get_untracked());
        self.fetch(false);
    }

    fn fetch(self, anew: bool) {
        self.asked.update_value(|asked| *asked += 1);
        let (asked, sought) = (self.asked.get_value(), self.sought.get_untracked());
        spawn_local(async move {
            let answer = results::past_games(&self.key, &sought).await;
            if self.asked.try_get_value() != Some(asked) {
                return;
            }
            match answer {
                Ok(page) => {
                    self.next.set(page.next);
                    self.games.update(|games| {
                        if anew {
                            games.clear();
                        }
                        games.extend(page.games);
                    });
                    self.state.set(Some(Ok(())));
                }
                Err(why) => self.state.set(Some(Err(why))),
            }
        });
    }
}

/// The list, and what it is sought by.
#[component]
pub(super) fn PastList(host_key: Token) -> impl IntoView {
    let (t, stage) = (text::results(), text::stage());
    let found = Found::new(host_key);
    let state = value(move || match found.state.get() {
        None => stage.now().loading.to_owned(),
        Some(Ok(())) if found.games.with(Vec::is_empty) => t.now().none_found.to_owned(),
        Some(Ok(())) => String::new(),
        Some(Err(why)) => stage.now().problem(&why),
    });
    view! {
        <h1>{t.say(|w| w.past_games)}</h1>
        <form class="past-search" role="search" on:submit=move |event| event.prevent_default()>
            <label class="past-field">
                <span>{t.say(|w| w.search)}</span>
                <input class="field" type="search" data-testid="past-search"
                    on:input=move |event| found.seek(|it| it.text = event_target_value(&event)) />
            </label>
            <label class="past-field">
                <span>{t.say(|w| w.from)}</span>
                <input class="field" type="date" data-testid="past-from"
                    on:change=move |event| {
                        found.seek(|it| it.from_ms = day_ms(&event_target_value(&event)));
                    } />
            </label>
            <label class="past-field">
                <span>{t.say(|w| w.until)}</span>
                <input class="field" type="date" data-testid="past-until"
                    on:change=move |event| {
                        let day = day_ms(&event_target_value(&event));
                        found.seek(|it| it.until_ms = day.map(|at_ms| at_ms + DAY_MS));
                    } />
            </label>
        </form>
        <p class="past-state muted" role="status">{state}</p>
        <ul class="past" data-testid="past">
            <For each=move || found.games.get() key=|it| (it.game, it.ready) let:it>
                <OneGame it />
            </For>
        </ul>
        {live(move || found.next.get().map(|_| view! {
            <p><button type="button" class="button" data-testid="past-more"
                on:click=move |_| found.more()>{t.say(|w| w.more)}</button></p>
        }))}
        <p><a class="button" href=Page::Host.path()>{stage.say(|w| w.to_library)}</a></p>
    }
}

#[component]
fn OneGame(it: PastGame) -> impl IntoView {
    let t = text::results();
    let PastGame { game, pin, title, ended_at_ms, ready, players, winners, .. } = it;
    let winners = (!winners.is_empty()).then(|| winners.join(", "));
    view! {
        <li class="past-game" data-testid="past-game">
            <a class="past-title" href=Page::GameResults(game).path()><bdi>{title}</bdi></a>
            <span class="past-facts">
                <When at_ms=ended_at_ms />
                <span>{pin.to_string()}</span>
                {players.map(|count| view! {
                    <span>{t.tell(move |w| (w.players_count)(count))}</span>
                })}
                {winners.map(|names| view! {
                    <span>{t.say(|w| w.winner)} ": " <bdi>{names}</bdi></span>
                })}
                {(!ready).then(|| view! { <span class="tag">{t.say(|w| w.preparing)}</span> })}
            </span>
        </li>
    }
}
