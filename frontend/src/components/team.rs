//! A team as all pages show it: colour, shape and name, so that none of them is needed.

use leptos::prelude::*;
use quizrain_shared::mode::Mode;

use super::shape::{Shape, colour_class};
use crate::dom::view;

/// The name of a team of a game.
pub(crate) fn team_name(mode: &Mode, team: u8) -> String {
    let name = mode.teams().and_then(|teams| teams.names.get(usize::from(team)));
    name.cloned().unwrap_or_default()
}

/// A team with its name.
pub(crate) fn team(mode: &Mode, team: u8) -> AnyView {
    view! {
        <span class="team" data-testid=format!("team-{team}")>
            {emblem(team)}
            <bdi class="team-name">{team_name(mode, team)}</bdi>
        </span>
    }
    .into_any()
}

/// A team's shape in its colour, where its name is known.
pub(crate) fn emblem(team: u8) -> AnyView {
    let look = usize::from(team % 8);
    view! { <span class=format!("team-emblem {}", colour_class(look))><Shape look /></span> }
        .into_any()
}
