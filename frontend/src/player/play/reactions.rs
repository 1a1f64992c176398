//! Buttons at the foot of the lobby and of the podium: what is pressed there rises on big screens.

use leptos::prelude::*;
use quizrain_shared::wire::Reaction;

use crate::dom::view;
use crate::live::live;
use crate::state::session::Session;
use crate::text;

#[component]
pub(super) fn Reactions(session: Session) -> impl IntoView {
    let t = text::player();
    let taken = session.part(|known| known.settings().reactions);
    live(move || {
        let words = t.now();
        taken.get().then(|| {
            let buttons = Reaction::ALL.into_iter().zip(words.reactions).map(|(reaction, name)| {
                view! {
                    <button type="button" class="reaction" aria-label=name
                        on:click=move |_| session.react(reaction)>{reaction.emoji()}</button>
                }
            });
            view! {
                <section class="reactions" aria-label=words.react>{buttons.collect_view()}</section>
            }
        })
    })
}
