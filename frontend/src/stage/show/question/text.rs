//! What was typed, on the projector: answers with their counts, a cloud of words, sentences.

use leptos::prelude::*;
use quizrain_shared::question::TextCount;

use super::choices::counted;
use crate::components::shape::Tick;
use crate::dom::view;
use crate::text;

/// How many of the accepted texts are shown besides the first; all are on the phones.
const ALSO: usize = 4;

/// What is accepted, and the most frequent answers of so many players.
pub(super) fn typed(accepted: &[String], top: &[TextCount], others: u32, answered: u32) -> AnyView {
    let first = accepted.first().cloned();
    let also: Vec<&str> = accepted.iter().skip(1).take(ALSO).map(String::as_str).collect();
    let also = (!also.is_empty()).then(|| also.join(" · "));
    let rows = top.iter().map(|TextCount { text, count, right }| {
        let verdict = if *right { "is-right" } else { "is-wrong" };
        view! {
            <li class=format!("big-choice is-plain {verdict}")>
                <span class="big-choice-text" dir="auto">{text.clone()}</span>
                {counted(*right, *count, answered)}
            </li>
        }
    });
    let rows = rows.collect_view();
    view! {
        <ul class="big-choices">
            <li class="big-choice is-plain is-answer" data-testid="accepted">
                <span class="big-choice-text" dir="auto">
                    {first}
                    {also.map(|also| view! { <small class="big-also">{also}</small> })}
                </span>
                <Tick />
            </li>
            {rows}
            {rest(others)}
        </ul>
    }
    .into_any()
}

/// How many more there are.
fn rest(others: u32) -> Option<AnyView> {
    let t = text::stage();
    (others > 0).then(|| {
        view! { <li class="big-rest">{t.tell(move |w| (w.others)(others))}</li> }.into_any()
    })
}

/// Words, those of many in large letters. Where there are too many for the picture, the rarest ones are
/// left out.
pub(super) fn cloud(top: &[TextCount]) -> AnyView {
    let most = f64::from(top.first().map_or(1, |word| word.count.max(1)));
    let words = top.iter().enumerate().map(|(place, TextCount { text, count, .. })| {
        let size = 1.0 + 1.8 * (f64::from(*count) / most).sqrt() * f64::from(u8::from(*count > 1));
        view! {
            <li class=format!("big-word colour-{}", place % COLOURS) dir="auto"
                style:font-size=format!("{size:.2}em")>{text.clone()}</li>
        }
    });
    view! { <ul class="big-choices big-cloud is-open-ended">{words.collect_view()}</ul> }.into_any()
}

/// How many colours words have.
const COLOURS: usize = 8;

/// What the host has picked of it, in large letters.
pub(super) fn quotes(picked: &[TextCount]) -> AnyView {
    let quotes = picked.iter().map(|it| {
        view! { <li class="big-quote" data-testid="quote" dir="auto">{it.text.clone()}</li> }
    });
    view! { <ul class="big-choices is-quotes">{quotes.collect_view()}</ul> }.into_any()
}

/// What players wrote, each on a card of its own.
pub(super) fn sentences(top: &[TextCount], others: u32) -> AnyView {
    let cards = top.iter().map(|TextCount { text, count, .. }| {
        view! {
            <li class="big-card">
                <span dir="auto">{text.clone()}</span>
                {(*count > 1).then(|| view! { <strong>" × "{*count}</strong> })}
            </li>
        }
    });
    view! { <ul class="big-choices">{cards.collect_view()}{rest(others)}</ul> }.into_any()
}
