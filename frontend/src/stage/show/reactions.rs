//! How players react, in the big picture: pictures that rise behind what is shown and fade. Where less motion is
//! wished, it is counted instead.

use std::time::Duration;

use leptos::prelude::*;
use quizrain_shared::client::GameView;
use quizrain_shared::phase::Kind;
use quizrain_shared::wire::Reaction;

use super::floating::{Float, Floating, GONE_MS};
use super::motion::with_properties;
use crate::dom::view;
use crate::live::{effect, live};
use crate::net::device;
use crate::state::session::Session;

/// One that rises, once.
fn rising(float: Float) -> AnyView {
    let Float { reaction, left, waits_ms, mirrored, .. } = float;
    let rises = vec![
        ("--left", format!("{}.{}%", left / 10, left % 10)),
        ("--waits", format!("{waits_ms}ms")),
    ];
    view! {
        <i class="float" class:is-mirrored=mirrored use:with_properties=rises>
            <span class="float-picture">{reaction.emoji()}</span>
        </i>
    }
    .into_any()
}

#[component]
pub(super) fn Reactions(session: Session) -> impl IntoView {
    let kind = session.part(GameView::kind);
    let reacted = session.part(|known| known.reacted);
    let floating = RwSignal::new(Floating::default());
    let forget = move || {
        let _ = floating.try_update(|floating| floating.forget(device::local_ms()));
    };
    effect(move || {
        kind.track();
        floating.update(Floating::clear_sums);
    });
    let mut seen = reacted.get_untracked();
    effect(move || {
        let now = reacted.get();
        // Several frames may have come since: sums miss none.
        let counts =
            std::array::from_fn(|i| now[i].wrapping_sub(seen[i]).try_into().unwrap_or(u16::MAX));
        seen = now;
        // One that comes late is of a stage that is over.
        if counts != [0; Reaction::ALL.len()]
            && kind.get_untracked().is_some_and(Kind::takes_reactions)
        {
            floating.update(|floating| floating.add(counts, device::local_ms()));
            set_timeout(forget, Duration::from_millis(u64::from(GONE_MS) + 50));
        }
    });
    let sums = live(move || {
        let sums = floating.with(|floating| floating.sums);
        let counted = Reaction::ALL.into_iter().zip(sums).filter(|(_, sum)| *sum > 0);
        let counted = counted.map(|(reaction, sum)| {
            view! { <span>{reaction.emoji()} " " {sum}</span> }
        });
        counted.collect_view()
    });
    view! {
        <div class="floats" aria-hidden="true" data-testid="reactions">
            <For each=move || floating.with(|floating| floating.floats.clone())
                key=|float: &Float| float.number children=rising />
        </div>
        <p class="reaction-sums" aria-hidden="true">{sums}</p>
    }
}
