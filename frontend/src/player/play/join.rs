//! The nickname: the only thing that a player has to type.

use leptos::prelude::*;
use quizrain_shared::client::{GameView, Pending};
use quizrain_shared::name;
use quizrain_shared::wire::Refusal;

use crate::dom::view;
use crate::live::{focus_when_shown, live, value};
use crate::net::storage;
use crate::state::session::Session;
use crate::text;

#[component]
pub(super) fn NicknameForm(session: Session) -> impl IntoView {
    let t = text::player();
    let title = session.part(|known| known.game.as_ref().map(|game| game.title.clone()));
    let locked = session.part(GameView::locked);
    let refused = session.part(|known| known.refused.clone());
    let joining = session.waiting(Pending::is_joining);
    let typed = RwSignal::new(storage::nickname().unwrap_or_default());
    // What was wrong before a new attempt is not wrong with that attempt.
    let own = RwSignal::new(None::<Refusal>);
    let seen = RwSignal::new(refused.get_untracked().map_or(0, |(number, _)| number));
    let new = move || refused.get().filter(|(number, _)| *number > seen.get()).map(|(_, why)| why);
    let problem = move || own.get().or_else(new);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        seen.set(refused.get_untracked().map_or(0, |(number, _)| number));
        match name::clean(&typed.get_untracked()) {
            Ok(nickname) => {
                own.set(None);
                storage::set_nickname(&nickname);
                session.join(nickname);
            }
            Err(why) => own.set(Some(Refusal::Nickname(why))),
        }
    };
    let input = NodeRef::<leptos::html::Input>::new();
    focus_when_shown(input);
    view! {
        <main class="page page-narrow page-middle">
            <h1 class="join-title"><bdi>{title}</bdi></h1>
            <Show
                when=move || !locked.get()
                fallback=move || view! { <p class="notice" role="status">{t.now().locked_why}</p> }
            >
                <form class="stack" on:submit=submit novalidate>
                    <label class="label" for="nickname">{t.say(|w| w.your_name)}</label>
                    <input id="nickname" class="field field-large" data-testid="nickname-input"
                        node_ref=input type="text" autocomplete="nickname" maxlength="80"
                        enterkeyhint="go" spellcheck="false" aria-describedby="name-problem"
                        aria-invalid=value(move || if problem().is_some() { "true" } else { "false" })
                        prop:value=typed
                        on:input=move |event| {
                            typed.set(event_target_value(&event));
                            own.set(None);
                        } />
                    <p id="name-problem" class="problem" role="alert">
                        {live(move || problem().map(|why| (t.now().refusal)(&why)))}
                    </p>
                    <button class="button button-primary button-large" type="submit"
                        data-testid="join" disabled=joining>
                        {value(move || if joining.get() { t.now().joining } else { t.now().join })}
                    </button>
                </form>
            </Show>
            <p class="muted small">{t.say(|w| w.identity_note)}</p>
        </main>
    }
}
