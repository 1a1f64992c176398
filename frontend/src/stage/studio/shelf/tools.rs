//! What stands above the list: new quizzes, search, order, place and tags.

use leptos::prelude::*;
use quizrain_shared::api::QuizSort;

use super::act::Acts;
use super::import::Import;
use super::list::Quizzes;
use crate::dom::view;
use crate::live::{live, memo, value};
use crate::state::shelf::{Place, Wish};
use crate::text;

#[component]
pub(super) fn Tools(quizzes: Quizzes, acts: Acts, import: Import) -> impl IntoView {
    let t = text::stage();
    let wish = quizzes.wish();
    let sort = live(move || {
        let chosen = wish.with(|wish| wish.sort);
        let option = |sort: &QuizSort| {
            let name = (t.now().library_words.sorts)(*sort);
            view! { <option value=sort.word() selected=*sort == chosen>{name}</option> }
        };
        QuizSort::ALL.iter().map(option).collect_view()
    });
    let search = memo(move || wish.with(|wish| wish.search.clone()));
    view! {
        <div class="buttons studio-new">
            <button type="button" class="button button-primary" data-testid="new-quiz"
                disabled=value(move || acts.busy()) on:click=move |_| acts.write_new()>
                {t.say(|w| w.library_words.new_quiz)}
            </button>
            <button type="button" class="button" data-testid="import"
                on:click=move |_| import.ask()>{t.say(|w| w.library_words.import)}</button>
        </div>
        <form class="studio-tools" role="search" on:submit=move |event| event.prevent_default()>
            <label class="studio-search">
                <span class="label">{t.say(|w| w.library_words.search)}</span>
                <input type="search" class="field" data-testid="search" autocomplete="off" maxlength="100"
                    prop:value=search
                    on:input=move |event| quizzes.search(event_target_value(&event)) />
            </label>
            <label>
                <span class="label">{t.say(|w| w.library_words.sort)}</span>
                <select class="field" data-testid="sort" on:change=move |event| {
                    if let Ok(sort) = event_target_value(&event).parse() {
                        quizzes.look_for(|wish| wish.sort = sort);
                    }
                }>{sort}</select>
            </label>
        </form>
        <Places quizzes />
        <Tags quizzes />
    }
}

/// A button that is pressed as long as this is true.
fn toggle(
    testid: &'static str,
    name: impl Fn() -> String + Send + Sync + 'static,
    pressed: impl Fn(&Wish) -> bool + Send + Sync + 'static,
    quizzes: Quizzes,
    press: impl Fn(&mut Wish) + Send + Sync + 'static,
) -> AnyView {
    let wish = quizzes.wish();
    let pressed = memo(move || wish.with(|wish| pressed(wish)));
    view! {
        <button type="button" class="chip" data-testid=testid
            aria-pressed=value(move || if pressed.get() { "true" } else { "false" })
            on:click=move |_| quizzes.look_for(|wish| press(wish))>
            <bdi>{value(name)}</bdi>
        </button>
    }
    .into_any()
}

#[component]
fn Places(quizzes: Quizzes) -> impl IntoView {
    let t = text::stage();
    let button = move |place: Place| {
        let testid = match place {
            Place::Shelf => "place-shelf",
            Place::Archive => "place-archive",
            Place::Bin => "place-bin",
        };
        let name = move || (t.now().library_words.place)(place).to_owned();
        // A tag of the shelf may be in no quiz of the bin.
        let press = move |wish: &mut Wish| {
            (wish.place, wish.tag) = (place, wish.tag.take().filter(|_| wish.place == place));
        };
        toggle(testid, name, move |wish| wish.place == place, quizzes, press)
    };
    view! {
        <div class="chips" role="group" aria-label=t.say(|w| w.library_words.places)>
            {Place::ALL.map(button).collect_view()}
        </div>
    }
}

#[component]
fn Tags(quizzes: Quizzes) -> impl IntoView {
    let t = text::stage();
    let (wish, tags) = (quizzes.wish(), quizzes.tags());
    live(move || {
        let in_bin = wish.with(|wish| wish.place == Place::Bin);
        let tags = tags.get();
        (!in_bin && !tags.is_empty()).then(|| {
            let all = toggle(
                "all-tags",
                move || t.now().library_words.all_tags.to_owned(),
                |wish| wish.tag.is_none(),
                quizzes,
                |wish| wish.tag = None,
            );
            let each = tags.into_iter().map(move |found| {
                let (tag, pressed, pressing) = (found.tag.clone(), found.tag.clone(), found.tag);
                toggle(
                    "tag",
                    move || format!("{tag} ({})", found.quizzes),
                    move |wish| wish.tag.as_deref() == Some(&*pressed),
                    quizzes,
                    move |wish| {
                        // Pressed again, it is let go.
                        let same = wish.tag.as_deref() == Some(&*pressing);
                        wish.tag = (!same).then(|| pressing.clone());
                    },
                )
            });
            view! {
                <div class="chips" role="group" aria-label=t.now().library_words.tags>
                    {all}{each.collect_view()}
                </div>
            }
        })
    })
}
