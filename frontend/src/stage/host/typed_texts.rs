//! What players typed, on the desk while the reveal shows it: a host takes away what the room should
//! not see.

use leptos::prelude::*;
use quizrain_shared::question::Tally;
use quizrain_shared::wire::Stage;

use crate::dom::view;
use crate::live::live;
use crate::state::session::Session;
use crate::text;

#[component]
pub(super) fn TypedTexts(session: Session) -> impl IntoView {
    let t = text::stage();
    let stage = session.stage();
    live(move || {
        let stage = stage.get()?;
        let Stage::Revealed { tally: Tally::Texts { top, .. }, .. } = &stage.stage else {
            return None;
        };
        let rows = top
            .iter()
            .map(|it| {
                let text = it.text.clone();
                view! {
                    <li class="typed-text">
                        <span dir="auto">{it.text.clone()}</span>
                        <button type="button" class="button" data-testid="hide-text"
                            on:click=move |_| session.hide_text(text.clone())>
                            {t.say(|w| w.hide_text)}
                        </button>
                    </li>
                }
            })
            .collect_view();
        Some(view! {
            <section class="typed-texts">
                <h2>{t.say(|w| w.typed_texts)}</h2>
                <ul>{rows}</ul>
            </section>
        })
    })
}
