//! A new list: what it is for, and how many guests or which.

use leptos::prelude::*;
use quizrain_shared::api::{MAX_GUEST_NAME_CHARS, MAX_GUESTS, NewGuestList};

use super::Known;
use crate::dom::view;
use crate::live::value;
use crate::text;

#[component]
pub(super) fn Form(known: Known) -> impl IntoView {
    let t = text::guests();
    let title = RwSignal::new(String::new());
    let count = RwSignal::new(String::new());
    let csv = RwSignal::new(String::new());
    let lacks = move || {
        let nobody = count.with(|it| it.trim().is_empty()) && csv.with(|it| it.trim().is_empty());
        title.with(|title| title.trim().is_empty()) || nobody || known.busy.get()
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        // What is no number is refused with all else.
        let count = count.get_untracked().trim().parse().unwrap_or_default();
        let wish = NewGuestList { title: title.get_untracked(), count, csv: csv.get_untracked() };
        known.make(wish, move || {
            let _ = title.try_set(String::new());
            let _ = csv.try_set(String::new());
        });
    };
    view! {
        <section class="guests-new">
            <h2>{t.say(|w| w.new_list)}</h2>
            <form class="stack" on:submit=submit novalidate>
                <label>
                    <span class="label">{t.say(|w| w.name)}</span>
                    <input class="field" data-testid="list-title" autocomplete="off"
                        maxlength=MAX_GUEST_NAME_CHARS.to_string()
                        placeholder=t.say(|w| w.name_such_as) prop:value=title
                        on:input=move |event| title.set(event_target_value(&event)) />
                </label>
                <label>
                    <span class="label">{t.say(|w| w.count)}</span>
                    <input class="field field-short" type="number" min="1" max=MAX_GUESTS.to_string()
                        data-testid="list-count" prop:value=count
                        on:input=move |event| count.set(event_target_value(&event)) />
                </label>
                <label>
                    <span class="label">{t.say(|w| w.table)}</span>
                    <textarea class="field" rows="4" data-testid="list-csv" spellcheck="false"
                        aria-describedby="table-why" prop:value=csv
                        on:input=move |event| csv.set(event_target_value(&event))></textarea>
                </label>
                <p id="table-why" class="muted small">{t.say(|w| w.table_why)}</p>
                <div class="buttons">
                    <button type="submit" class="button button-primary" data-testid="make-list"
                        disabled=value(lacks)>{t.say(|w| w.make)}</button>
                </div>
            </form>
        </section>
    }
}
