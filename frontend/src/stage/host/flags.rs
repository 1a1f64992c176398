//! Players of whom a host should know before money rains, with the reasons: a folded panel of the desk, which is
//! there when there are any.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{FlaggedPlayer, Flags};
use quizrain_shared::ids::{GameId, RainId, Token};
use quizrain_shared::phase::Kind;

use super::books::Books;
use super::held::{act, told};
use super::panel::panel;
use crate::dom::view;
use crate::live::{Memo, effect, live, memo};
use crate::net::host::{self, HoldAct};
use crate::state::session::Session;
use crate::text;

/// Where answers are frozen and nobody is in a hurry.
const QUIET: [Kind; 5] = [Kind::Revealed, Kind::Board, Kind::RainDone, Kind::Podium, Kind::Ended];

#[component]
pub(super) fn FlagsPanel(
    session: Session,
    books: Books,
    game: GameId,
    token: Token,
) -> impl IntoView {
    let t = text::stage();
    let flags = RwSignal::new(Flags::default());
    let quiet = session.part(|known| {
        let stage = known.stage.as_ref()?;
        QUIET.contains(&stage.phase.kind).then_some(stage.at.seq)
    });
    effect(move || {
        if quiet.get().is_none() {
            return;
        }
        spawn_local(async move {
            // What is known stays where there is no answer.
            if let Ok(now) = host::flags(&token, game).await {
                let _ = flags.try_set(now);
            }
        });
    });
    let found = memo(move || flags.with(|flags| flags.found));
    let any = memo(move || found.get() > 0);
    // The newest rain, where it is paid out: its payouts can be held.
    let rain = memo(move || {
        books
            .statement
            .with(|now| now.rains.last().filter(|it| it.payouts.is_some()).map(|it| it.rain))
    });
    live(move || {
        any.get().then(|| {
            let title = t.tell(move |w| format!("{} · {}", w.desk.flags, found.get()));
            panel(title, "flags", move || {
                let rows = live(move || {
                    let flagged = flags.get().flagged.into_iter();
                    flagged.map(|it| row(books, rain, it)).collect_view()
                });
                view! {
                    <p class="muted small">{t.say(|w| w.desk.flags_why)}</p>
                    <ol class="people">{rows}</ol>
                }
            })
        })
    })
}

/// A player and why.
fn row(books: Books, rain: Memo<Option<RainId>>, player: FlaggedPlayer) -> AnyView {
    let t = text::stage();
    let FlaggedPlayer { seat, nickname, account, reasons } = player;
    let said = RwSignal::new(None);
    let hold = live(move || {
        rain.get().map(|rain| {
            view! {
                <p class="buttons">{act((books, rain, account), HoldAct::Hold, |w| w.ledger.hold, said)}</p>
                {told(said)}
            }
        })
    });
    let reasons = reasons.into_iter();
    let reasons = reasons.map(|it| view! { <li>{t.tell(move |w| (w.desk.flag)(it))}</li> });
    view! {
        <li class="flagged" data-testid=format!("flag-{seat}")>
            <p><strong><bdi>{nickname}</bdi></strong> <span class="muted small">" "{t.tell(move |w| (w.desk.seat)(seat))}</span></p>
            <ul class="small">{reasons.collect_view()}</ul>
            {hold}
        </li>
    }
    .into_any()
}
