//! Small pictures, and what has letters of the device's own.

use leptos::prelude::*;
use quizrain_shared::avatar::Avatar;
use quizrain_shared::wire::Reaction;

use super::{state, states};
use crate::components::avatar::avatar;
use crate::components::language::LanguageSwitch;
use crate::components::shape::{Shape, Tick, colour_class};
use crate::components::team::emblem;
use crate::dom::view;

/// Enough of them that every head, hat and mouth is among them.
const FACES: u32 = 24;

pub(super) fn faces() -> AnyView {
    let all = (0..FACES).map(|number| avatar(Avatar(number))).collect_view();
    let shapes = (0..8).map(|look| {
        view! { <span class=format!("guide-shape {}", colour_class(look))><Shape look /></span> }
    });
    let teams = ["Drops", "Stars", "Moons", "Leaves"].into_iter().zip(0..).map(|(name, number)| {
        view! { <span class="team">{emblem(number)} <bdi class="team-name">{name}</bdi></span> }
    });
    states(vec![
        state("Faces", view! { <p class="guide-faces">{all}</p> }),
        state(
            "The own face",
            view! {
                <button type="button" class="own-face">
                    {avatar(Avatar(7))} <small class="muted">"Tap for another one"</small>
                </button>
            },
        ),
        state(
            "Shapes in their colours",
            view! { <p class="guide-row">{shapes.collect_view()}</p> },
        ),
        state("What is right", view! { <p class="guide-row guide-dark"><Tick /></p> }),
        state("Teams", view! { <p class="guide-row">{teams.collect_view()}</p> }),
        state("Who is out", view! { <p class="guide-row"><span class="out">"out"</span></p> }),
    ])
}

/// Emoji, and languages in their own letters.
pub(super) fn device() -> AnyView {
    let reactions = Reaction::ALL.map(|reaction| {
        view! {
            <button type="button" class="reaction" aria-label=format!("{reaction:?}")>
                {reaction.emoji()}
            </button>
        }
    });
    states(vec![
        state("Languages", view! { <div><LanguageSwitch /></div> }),
        state("Reactions", view! { <div class="reactions">{reactions.collect_view()}</div> }),
    ])
}
