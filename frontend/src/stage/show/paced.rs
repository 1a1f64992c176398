//! A game that everybody plays at their own pace, on the projector: how to join, how long it is open,
//! how far all are, and who stands best.

use leptos::prelude::*;
use quizrain_shared::wire::PaceBoard;

use super::board::rows;
use super::{bare, spaced};
use crate::components::fit::fitted;
use crate::components::ticking::server_now;
use crate::dom::view;
use crate::live::{live, memo, value};
use crate::state::session::Session;
use crate::text::{self, span};

#[component]
pub(super) fn Paced(session: Session, join_url: RwSignal<String>) -> impl IntoView {
    let t = text::stage();
    let pin = session.part(|known| known.game.as_ref().map(|game| game.pin.to_string()));
    let qr = value(move || pin.get().map(|pin| format!("/api/qr/{pin}")));
    let board = session.part(|known| known.pace_board.clone());
    let top = memo(move || board.get().map(|board| board.standings.top).unwrap_or_default());
    let now = server_now(session);
    let left = memo(move || {
        let (_, closes_ms) = session.window();
        ((closes_ms as f64 - now.get()).max(0.0) / 1000.0).ceil() as u64
    });
    let far = t.tell(move |w| {
        let (begun, finished) =
            board.get().map_or((0, 0), |PaceBoard { begun, finished, .. }| (begun, finished));
        (w.own_paces)(begun, finished)
    });
    let lines = live(move || {
        let top = top.get();
        (!top.is_empty()).then(|| {
            view! {
                <div class="big-fitted" use:fitted>{rows(top)}</div>
            }
        })
    });
    view! {
        <div class="big-paced">
            <div class="big-paced-how">
                <div class="big-lobby-qr"><img src=qr alt=t.say(|w| w.qr_alt) /></div>
                <div class="big-fitted" use:fitted>
                    <p class="big-lobby-at">{t.say(|w| w.join_at)}</p>
                    <p class="big-lobby-url">{value(move || bare(&join_url.get()))}</p>
                    <p class="big-paced-pin" data-testid="pin">
                        {live(move || pin.get().map(|pin| spaced(&pin)))}
                    </p>
                </div>
            </div>
            <div class="big-paced-board">
                <p class="big-paced-left" role="timer" aria-live="off" data-testid="closes-in">
                    {t.tell(move |w| (w.closes_in)(&span(left.get())))}
                </p>
                <p class="big-note" data-testid="own-paces">{far}</p>
                {lines}
            </div>
        </div>
    }
}

/// While the answers of everybody are counted.
#[component]
pub(super) fn Counting() -> impl IntoView {
    let t = text::stage();
    view! { <div class="big-ended"><h2>{t.say(|w| w.counting)}</h2></div> }
}
