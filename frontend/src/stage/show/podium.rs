//! Who stands best at the end, on the projector: the worst of the steps come first, the best after a pause, with
//! light and confetti. The list has all of them from the start, best first, for whoever hears it read.

use leptos::prelude::*;
use quizrain_shared::mode::Mode;
use quizrain_shared::wire::{BoardRow, Standings};

use super::board::{Line, note};
use super::confetti::confetti;
use super::motion::with_properties;
use crate::components::fit::fitted;
use crate::dom::view;
use crate::text;

/// How many can stand on the steps beside each other.
const STEPS: usize = 5;

/// How many teams that are on no step leave room for the best players.
const TEAMS_BESIDE: usize = 2;

/// When the first of the steps come, how long after them the next do, and the pause before the best, in
/// milliseconds.
const FIRST_MS: u32 = 300;
const NEXT_MS: u32 = 1500;
const PAUSE_MS: u32 = 1300;

/// How many of the best stand on the steps, by their ranks and scores: those of the first three ranks
/// who have points, and all who share a rank or none of them.
fn on_steps(top: &[(u32, i64)]) -> usize {
    let may = top.iter().take_while(|(rank, score)| *rank <= 3 && *score > 0).count();
    if may <= STEPS {
        return may;
    }
    let cut = top.get(STEPS).map_or(0, |(rank, _)| *rank);
    top.iter().take_while(|(rank, _)| *rank < cut).count()
}

/// Where the steps stand, from left to right: the best in the middle, the next beside them.
fn column(place: usize, steps: usize) -> usize {
    let middle = steps / 2 + 1;
    let away = place.div_ceil(2);
    if place % 2 == 1 { middle - away } else { middle + away }
}

/// When each of these ranks comes, best first as they stand: the worst first, equal ones together, and the best
/// after a pause.
fn entrances(ranks: &[u32]) -> Vec<u32> {
    let mut order = ranks.to_vec();
    order.dedup();
    let comes = |rank: &u32| {
        let before = order.iter().filter(|other| *other > rank).count() as u32;
        let waits = before > 0 && order.first() == Some(rank);
        FIRST_MS + before * NEXT_MS + if waits { PAUSE_MS } else { 0 }
    };
    ranks.iter().map(comes).collect()
}

fn on_step(line: Line, column: usize, enters_ms: u32) -> AnyView {
    let Line { rank, score, who, .. } = line;
    let column = format!("{column} / span 1");
    let enters = vec![("--enters", format!("{enters_ms}ms"))];
    view! {
        <li class=format!("step step-{rank}") style:grid-column=column use:with_properties=enters>
            <span class="step-name">{who}</span>
            <span class="step-score">{score}</span>
            <span class="step-block"><span class="step-rank">{rank}</span></span>
        </li>
    }
    .into_any()
}

/// The best players beside the teams; the last of them may be left out.
fn players_beside(top: Vec<BoardRow>) -> AnyView {
    let t = text::stage();
    let rows = top.into_iter().map(|row| Line::of_player(row).without()).collect_view();
    view! {
        <div class="big-beside">
            <h3 class="big-row-name">{t.say(|w| w.best_players)}</h3>
            <ol class="big-others is-open-ended">{rows}</ol>
        </div>
    }
    .into_any()
}

#[component]
pub(super) fn Podium(standings: Standings, mode: Mode) -> impl IntoView {
    let t = text::stage();
    let Standings { top, players, survivors, teams } = standings;
    let of_teams = !teams.is_empty();
    let (lines, beside): (Vec<Line>, _) = if of_teams {
        (teams.iter().map(|row| Line::of_team(row, &mode)).collect(), Some(players_beside(top)))
    } else {
        (top.into_iter().map(Line::of_player).collect(), None)
    };
    let count = on_steps(&lines.iter().map(|line| (line.rank, line.score)).collect::<Vec<_>>());
    let ranks: Vec<u32> = lines.iter().take(count).map(|line| line.rank).collect();
    let enters = entrances(&ranks);
    let (mut steps, mut others) = (Vec::new(), Vec::new());
    for (place, line) in lines.into_iter().enumerate() {
        match enters.get(place) {
            Some(enters) => steps.push(on_step(line, column(place, count), *enters)),
            None => others.push(line.without()),
        }
    }
    let steps = (count > 0).then(|| view! { <ol class="steps">{steps.collect_view()}</ol> });
    let left = others.len();
    let class = if of_teams { "big-others" } else { "big-others is-open-ended" };
    let others =
        (!others.is_empty()).then(|| view! { <ol class=class>{others.collect_view()}</ol> });
    let beside = match beside.filter(|_| left <= TEAMS_BESIDE) {
        None => others.into_any(),
        Some(beside) => view! { <div class="big-beside">{others} {beside}</div> }.into_any(),
    };
    view! {
        <div class="big-podium">
            <h2 class="big-heading">{t.say(|w| w.podium)}</h2>
            <div class="big-fitted big-places" use:fitted>{steps} {beside}</div>
            {note(players, survivors)}
            {enters.first().map(|best| confetti(*best))}
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranked(ranks: &[u32]) -> Vec<(u32, i64)> {
        ranks.iter().map(|rank| (*rank, 9)).collect()
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
        top[2].1 = 0;
        assert_eq!(on_steps(&top), 2);
        top.fill((1, 0));
        assert_eq!(on_steps(&top), 0);
    }

    #[test]
    fn the_third_come_first_and_equal_ranks_together() {
        for (ranks, enters) in [
            (&[][..], &[][..]),
            (&[1], &[300]),
            (&[1, 1], &[300, 300]),
            (&[1, 2, 3], &[4600, 1800, 300]),
            (&[1, 1, 3], &[3100, 3100, 300]),
            (&[1, 2, 2, 2, 2], &[3100, 300, 300, 300, 300]),
        ] {
            assert_eq!(entrances(ranks), enters, "{ranks:?}");
        }
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
