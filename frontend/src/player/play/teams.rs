//! The team that a player chooses.

use leptos::prelude::*;
use quizrain_shared::mode::{Deal, Mode};

use crate::components::team::team;
use crate::dom::view;
use crate::live::{Signal, memo, value};
use crate::text;

/// Whether players choose their teams.
pub(super) fn are_chosen(mode: &Mode) -> bool {
    mode.teams().is_some_and(|teams| teams.deal == Deal::Chosen)
}

/// A button for each team.
pub(super) fn choice(mode: &Mode, chosen: Signal<Option<usize>>) -> AnyView {
    let t = text::player();
    let count = mode.teams().map_or(0, quizrain_shared::mode::Teams::count);
    let buttons = (0..count)
        .map(|number| {
            let place = Some(usize::from(number));
            let mine = memo(move || chosen.get() == place);
            view! {
                <button type="button" class="pick" data-testid=format!("pick-team-{number}")
                    aria-pressed=value(move || if mine.get() { "true" } else { "false" })
                    on:click=move |_| chosen.set(place)>{team(mode, number)}</button>
            }
        })
        .collect_view();
    view! {
        <p class="label" id="team-label">{t.say(|w| w.your_team)}</p>
        <div class="picks picks-teams" role="group" aria-labelledby="team-label">{buttons}</div>
    }
    .into_any()
}
