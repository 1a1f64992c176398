//! The best players on the projector: the board between questions, the podium at the end.

use leptos::prelude::*;
use quizrain_shared::wire::BoardRow;

use crate::live::filled;
use crate::text;

#[component]
pub(super) fn Board(top: Vec<BoardRow>, players: u32) -> impl IntoView {
    let t = text::words();
    let few = top.len() <= 5;
    let best = top.first().map_or(1, |row| row.score).max(1);
    let rows = top
        .into_iter()
        .take(10)
        .map(|row| {
            let share = row.score as f64 / best as f64;
            view! {
                <li class="big-row">
                    <span class="big-row-rank">{row.rank}</span>
                    <span class="big-row-name"><bdi>{row.nickname}</bdi></span>
                    <span class="big-row-bar" aria-hidden="true">
                        <span class="big-row-fill" style:transform=filled(share)></span>
                    </span>
                    <span class="big-row-score">{row.score}</span>
                </li>
            }
        })
        .collect_view();
    view! {
        <div class="big-board">
            <h2 class="big-heading">{t.say(|w| w.board)}</h2>
            <ol class="big-rows" class:is-few=few>{rows}</ol>
            <p class="big-note">{t.tell(move |w| (w.of_players)(players))}</p>
        </div>
    }
}

#[component]
pub(super) fn Podium(top: Vec<BoardRow>, players: u32) -> impl IntoView {
    let t = text::words();
    let step = |row: &BoardRow, place: usize| {
        view! {
            <li class=format!("step step-{place}")>
                <span class="step-name"><bdi>{row.nickname.clone()}</bdi></span>
                <span class="step-score">{row.score}</span>
                <span class="step-block"><span class="step-rank">{row.rank}</span></span>
            </li>
        }
    };
    let steps = top.iter().take(3).zip(1..).map(|(row, place)| step(row, place)).collect_view();
    let others = top
        .iter()
        .skip(3)
        .take(7)
        .map(|row| {
            view! {
                <li class="big-other">
                    <span class="big-row-rank">{row.rank}</span>
                    <span class="big-row-name"><bdi>{row.nickname.clone()}</bdi></span>
                    <span class="big-row-score">{row.score}</span>
                </li>
            }
        })
        .collect_view();
    let has_others = top.len() > 3;
    view! {
        <div class="big-podium" class:big-podium-alone=!has_others>
            <h2 class="big-heading">{t.say(|w| w.podium)}</h2>
            <ol class="steps">{steps}</ol>
            {has_others.then(|| view! { <ol class="big-others">{others}</ol> })}
            <p class="big-note">{t.tell(move |w| (w.of_players)(players))}</p>
        </div>
    }
}
