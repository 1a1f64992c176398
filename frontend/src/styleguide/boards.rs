//! Who stands where, on a phone.

use leptos::prelude::*;
use quizrain_shared::avatar::Avatar;

use super::{state, states};
use crate::components::avatar::{avatar, face};
use crate::components::team::emblem;
use crate::dom::{El, view};

/// A player's line: the viewer's own, or of somebody who is out.
fn row(rank: u32, name: &'static str, own: bool, out: bool) -> El {
    view! {
        <li class="row" class:is-own=own class:is-out=out>
            <span class="row-rank">{rank}</span>
            <span class="row-name">{avatar(Avatar(rank))} <bdi>{name}</bdi></span>
            {out.then(|| view! { <span class="out">"out"</span> })}
            <span class="row-score">{1500 - 250 * rank}</span>
        </li>
    }
}

fn team_row(rank: u32, number: u8, name: &'static str, own: bool) -> El {
    view! {
        <li class="row" class:is-own=own>
            <span class="row-rank">{rank}</span>
            <span class="row-name">
                <span class="team">{emblem(number)} <bdi class="team-name">{name}</bdi></span>
                <small class="muted">"12 members"</small>
            </span>
            <span class="row-score">{1500 - 250 * rank}</span>
        </li>
    }
}

pub(super) fn boards() -> AnyView {
    states(vec![
        state(
            "The own place",
            view! {
                <section class="place">
                    <p>
                        <span class="place-label">"Rank"</span>
                        <span class="place-number">"3"</span>
                        <span class="place-of">" / 40"</span>
                    </p>
                    <p class="place-score">"1 250 points"</p>
                </section>
            },
        ),
        state(
            "Players: others, own, out",
            view! {
                <ol class="rows">
                    {row(1, "Anna", false, false)} {row(2, "Ben", true, false)} {row(3, "Cleo", false, true)}
                </ol>
            },
        ),
        state(
            "Teams: own, others",
            view! {
                <ol class="rows">
                    {team_row(1, 0, "Drops", true)} {team_row(2, 3, "Leaves of a very tall tree", false)}
                </ol>
            },
        ),
        state("Who is still in", view! { <p class="survivors">"12 of 40 are still in"</p> }),
        state(
            "What is kept in an account",
            view! {
                <div class="balance-sums">
                    <p class="balance-sum">"12.50 EUR"</p>
                    <p class="balance-sum muted">"Nothing yet"</p>
                </div>
            },
        ),
    ])
}

/// Face, medal and paper, as the podium of a phone has them.
fn glory_of(class: &'static str, rank: u32, said: &'static str) -> El {
    let (face, paper) = (face(Avatar(rank)), "<i></i>".repeat(12));
    let picture = format!("{face}<b></b>{paper}");
    view! {
        <div class=format!("glory {class}")>
            <div class="glory-picture" aria-hidden="true" prop:innerHTML=picture></div>
            <p>{said}</p>
        </div>
    }
}

pub(super) fn glory() -> AnyView {
    states(vec![
        state("First", glory_of("glory-1", 1, "You have won")),
        state("Second", glory_of("glory-2", 2, "You are second")),
        state("Third", glory_of("glory-3", 3, "You are third")),
    ])
}
