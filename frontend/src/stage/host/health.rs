//! One line that says how the servers are: Redis, the database, payouts.

use leptos::prelude::*;

use super::books::Books;
use crate::dom::view;
use crate::live::{live, memo};
use crate::state::session::Session;
use crate::text;

/// So many answers about the books that did not come, in a row, are amiss.
const MISSED: u32 = 3;

#[component]
pub(super) fn Health(session: Session, books: Books) -> impl IntoView {
    let t = text::stage();
    let incidents = session.part(|known| known.incidents.clone());
    let missed = memo(move || books.missed.get() >= MISSED);
    let waiting = memo(move || {
        books.statement.with(|now| {
            let payouts = now.rains.iter().filter_map(|rain| rain.payouts.as_ref());
            payouts.map(|payouts| payouts.needs_human.packets).sum::<u64>() > 0
        })
    });
    let line = live(move || {
        let words = t.now().desk;
        let mut amiss: Vec<&str> = incidents.get().into_iter().map(words.amiss).collect();
        amiss.extend(waiting.get().then_some(words.payouts_wait));
        amiss.extend((missed.get() && amiss.is_empty()).then_some(words.books_missing));
        if amiss.is_empty() {
            view! { <span class="health is-fine">{words.all_fine}</span> }.into_any()
        } else {
            view! { <span class="health is-amiss">{amiss.join(" · ")}</span> }.into_any()
        }
    });
    view! { <p class="desk-health" data-testid="health">{line}</p> }
}
