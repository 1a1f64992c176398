//! Cards and badges of a list, as they are printed.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{Card, GuestListSummary};

use super::{Known, Shown};
use crate::dom::view;
use crate::live::live;
use crate::net::{device, guests};
use crate::text;

/// What is cut out of a sheet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Small, its code foremost.
    Card,
    /// Large, its name foremost.
    Badge,
}

#[component]
pub(super) fn Sheet(known: Known, list: GuestListSummary, kind: Kind) -> impl IntoView {
    let (t, stage) = (text::guests(), text::stage());
    let cards = RwSignal::new(None::<Vec<Card>>);
    let id = list.list;
    spawn_local(async move {
        if let Some(all) = known.told(guests::cards(&known.host_key, id).await) {
            let _ = cards.try_set(Some(all));
        }
    });
    let title = list.title;
    let heading = title.clone();
    let class = match kind {
        Kind::Card => "guest-cards",
        Kind::Badge => "guest-cards guest-badges",
    };
    let sheet = live(move || match cards.get() {
        None => view! { <p class="muted" role="status">{stage.now().loading}</p> }.into_any(),
        Some(cards) => {
            let one = |it: Card| card(&title, it);
            view! { <ul class=class data-testid="sheet">{cards.into_iter().map(one).collect_view()}</ul> }
                .into_any()
        }
    });
    view! {
        <section>
            <div class="studio-head no-print">
                <h2><bdi>{heading}</bdi></h2>
                <div class="buttons">
                    <button type="button" class="button button-primary" data-testid="print"
                        on:click=move |_| {
                            let _ = device::window().print();
                        }>{t.say(|w| w.print)}</button>
                    <button type="button" class="button" data-testid="back"
                        on:click=move |_| known.shown.set(Shown::Lists)>{t.say(|w| w.back)}</button>
                </div>
            </div>
            {sheet}
        </section>
    }
}

fn card(title: &str, it: Card) -> AnyView {
    let t = text::guests();
    let number = it.number;
    let name = match it.name.is_empty() {
        true => view! { <span>{t.tell(move |w| (w.guest)(number))}</span> }.into_any(),
        false => view! { <bdi>{it.name}</bdi> }.into_any(),
    };
    let label = (it.label != number.to_string()).then_some(it.label);
    view! {
        <li class="guest-card" data-testid="card" data-link=it.link>
            <p class="guest-card-title"><bdi>{title.to_owned()}</bdi></p>
            <p class="guest-card-name">{name}</p>
            <p class="guest-card-label"><bdi>{label}</bdi></p>
            <img class="guest-card-qr" alt="" src=device::picture_of_svg(&it.qr) />
            <p class="guest-card-code"><bdi>{it.code}</bdi></p>
            <p class="guest-card-how">{t.say(|w| w.on_card)}</p>
        </li>
    }
    .into_any()
}
