//! The best players on the projector: the board between questions, the podium at the end.

use leptos::prelude::*;
use quizrain_shared::wire::BoardRow;

use crate::components::fit::fitted;
use crate::dom::view;
use crate::live::filled;
use crate::text;

/// How many can stand on the steps beside each other.
const STEPS: usize = 5;

#[component]
pub(super) fn Board(top: Vec<BoardRow>, players: u32) -> impl IntoView {
    let t = text::stage();
    let best = top.first().map_or(1, |row| row.score).max(1);
    let rows = top
        .into_iter()
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
            <div class="big-fitted" use:fitted>
                <ol class="big-rows is-open-ended">{rows}</ol>
            </div>
            <p class="big-note">{t.tell(move |w| (w.of_players)(players))}</p>
        </div>
    }
}

/// How many of the best stand on the steps: those of the first three ranks who have points, and all
/// who share a rank or none of them.
fn on_steps(top: &[BoardRow]) -> usize {
    let may = top.iter().take_while(|row| row.rank <= 3 && row.score > 0).count();
    if may <= STEPS {
        return may;
    }
    let cut = top.get(STEPS).map_or(0, |row| row.rank);
    top.iter().take_while(|row| row.rank < cut).count()
}

/// Where the steps stand, from left to right: the best in the middle, the next beside them.
fn column(place: usize, steps: usize) -> usize {
    let middle = steps / 2 + 1;
    let away = place.div_ceil(2);
    if place % 2 == 1 { middle - away } else { middle + away }
}

#[component]
pub(super) fn Podium(top: Vec<BoardRow>, players: u32) -> impl IntoView {
    let t = text::stage();
    let count = on_steps(&top);
    let (winners, others) = top.split_at(count);
    let steps = winners
        .iter()
        .enumerate()
        .map(|(place, row)| {
            let column = format!("{} / span 1", column(place, count));
            view! {
                <li class=format!("step step-{}", row.rank) style:grid-column=column>
                    <span class="step-name"><bdi>{row.nickname.clone()}</bdi></span>
                    <span class="step-score">{row.score}</span>
                    <span class="step-block"><span class="step-rank">{row.rank}</span></span>
                </li>
            }
        })
        .collect_view();
    let has_winners = !winners.is_empty();
    let has_others = !others.is_empty();
    let others = others
        .iter()
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
    view! {
        <div class="big-podium">
            <h2 class="big-heading">{t.say(|w| w.podium)}</h2>
            <div class="big-fitted big-places" use:fitted>
                {has_winners.then(|| view! { <ol class="steps">{steps}</ol> })}
                {has_others.then(|| view! { <ol class="big-others is-open-ended">{others}</ol> })}
            </div>
            <p class="big-note">{t.tell(move |w| (w.of_players)(players))}</p>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranked(ranks: &[u32]) -> Vec<BoardRow> {
        let row = |rank: &u32| BoardRow { rank: *rank, nickname: String::new(), score: 9 };
        ranks.iter().map(row).collect()
    }

    #[test]
    fn whoever_shares_a_rank_shares_the_steps() {
        for (ranks, steps) in [
            (&[][..], 0),
            (&[1], 1),
            (&[1, 2, 3, 4], 3),
            (&[1, 1, 3, 3, 5], 4),
            (&[1, 2, 2, 2, 2, 6], 5),
            (&[1, 2, 3, 3, 3, 3, 7], 2),
            (&[1, 1, 1, 1, 1, 1, 1], 0),
        ] {
            assert_eq!(on_steps(&ranked(ranks)), steps, "{ranks:?}");
        }
    }

    #[test]
    fn nobody_wins_with_nothing() {
        let mut top = ranked(&[1, 2, 3]);
        top[2].score = 0;
        assert_eq!(on_steps(&top), 2);
        top.iter_mut().for_each(|row| (row.rank, row.score) = (1, 0));
        assert_eq!(on_steps(&top), 0);
    }

    #[test]
    fn the_best_stand_in_the_middle() {
        let columns = |steps| (0..steps).map(|place| column(place, steps)).collect::<Vec<_>>();
        assert_eq!(columns(1), [1]);
        assert_eq!(columns(2), [2, 1]);
        assert_eq!(columns(3), [2, 1, 3]);
        assert_eq!(columns(4), [3, 2, 4, 1]);
        assert_eq!(columns(5), [3, 2, 4, 1, 5]);
    }
}
