//! Who stands best on the projector: the board between questions with what has changed since the one before
//! it, the podium at the end; of players, and before them of teams, where there are any.

use std::time::Duration;

use leptos::prelude::*;
use quizrain_shared::mode::{Mode, TeamRow};
use quizrain_shared::wire::{BoardRow, Standings};

use super::changes::{Stand, Was, Who, begins, climbed, climbers, gained, was};
use super::motion::{counted, counting_after, moving_once_fitted, with_properties};
use crate::components::fit::fitted;
use crate::components::team::{emblem, team, team_name};
use crate::dom::view;
use crate::live::{Signal, filled, value};
use crate::text;

/// How many can stand on the steps beside each other.
const STEPS: usize = 5;

/// How long a board stands as the one before it did; `big_moves.css` says the same.
const STANDS: Duration = Duration::from_millis(500);

/// How many of those who climbed most are named.
const NAMED: usize = 2;

/// How many teams that are on no step leave room for the best players.
const TEAMS_BESIDE: usize = 2;

/// A line of either.
struct Line {
    rank: u32,
    score: i64,
    /// The player, or the team.
    who: AnyView,
    /// How many members the team has; that the player is out.
    note: AnyView,
    out: bool,
}

impl Line {
    fn of_player(row: BoardRow) -> Self {
        let t = text::stage();
        let BoardRow { rank, nickname, score, team, out } = row;
        let who = view! {
            <span class="team">{team.map(emblem)} <bdi class="team-name">{nickname}</bdi></span>
        };
        let note = out.then(|| view! { <span class="out">{t.say(|w| w.out)}</span> }).into_any();
        Self { rank, score, who: who.into_any(), note, out }
    }

    fn of_team(row: &TeamRow, mode: &Mode) -> Self {
        let t = text::stage();
        let TeamRow { rank, team: number, score, players } = *row;
        let members = t.tell(move |w| (w.members)(players));
        let note = view! { <span class="big-members">{members}</span> }.into_any();
        Self { rank, score, who: team(mode, number), note, out: false }
    }

    /// A line with a bar, as long as its share of the best score.
    fn with_bar(self, best: i64) -> AnyView {
        let share = self.score as f64 / best as f64;
        view! {
            <li class="big-row" class:is-out=self.out>
                <span class="big-row-rank">{self.rank}</span>
                <span class="big-row-name">{self.who} " " {self.note}</span>
                <span class="big-row-bar" aria-hidden="true">
                    <span class="big-row-fill" style:transform=filled(share)></span>
                </span>
                <span class="big-row-score">{self.score}</span>
            </li>
        }
        .into_any()
    }

    /// The same, with what has changed since the board before.
    fn changed(self, best: i64, place: usize, since: &Since) -> AnyView {
        let Self { rank, score, who, note, out } = self;
        let was = since.was.get(place).copied().flatten();
        let moves = vec![("--places", begins(was, place, since.was.len()).to_string())];
        let had = was.map_or(0, |was| was.score);
        let grows = vec![("--bar-from", filled(had as f64 / since.best as f64))];
        let is_up = was.is_some_and(|was| climbed(was, rank) > 0);
        let (counts_from, far) = (was.map_or(score, |was| was.score), since.far);
        view! {
            <li class="big-row" class:is-out=out class:is-up=is_up class:is-new=was.is_none()
                use:with_properties=moves>
                <span class="big-row-rank">{rank}</span>
                <span class="big-row-moved">{moved(was, rank)}</span>
                <span class="big-row-name">{who} " " {note}</span>
                <span class="big-row-bar" aria-hidden="true">
                    <span class="big-row-fill" style:transform=filled(score as f64 / best as f64)
                        use:with_properties=grows></span>
                </span>
                <span class="big-row-gain">{was.and_then(|was| gained(was, score))}</span>
                <span class="big-row-score" class:is-counting=value(move || far.get() < 1.0)
                    data-shown=value(move || counted(counts_from, score, far.get()).to_string())>
                    {score}
                </span>
            </li>
        }
        .into_any()
    }

    fn without(self) -> AnyView {
        view! {
            <li class="big-other" class:is-out=self.out>
                <span class="big-row-rank">{self.rank}</span>
                <span class="big-row-name">{self.who} " " {self.note}</span>
                <span class="big-row-score">{self.score}</span>
            </li>
        }
        .into_any()
    }

    fn on_step(self, place: usize, count: usize) -> AnyView {
        let column = format!("{} / span 1", column(place, count));
        view! {
            <li class=format!("step step-{}", self.rank) style:grid-column=column>
                <span class="step-name">{self.who}</span>
                <span class="step-score">{self.score}</span>
                <span class="step-block"><span class="step-rank">{self.rank}</span></span>
            </li>
        }
        .into_any()
    }
}

/// The board before, as the lines of the present one need it.
struct Since {
    /// How each of them stood.
    was: Vec<Option<Was>>,
    /// The best score.
    best: i64,
    /// How far scores have counted.
    far: Signal<f64>,
}

impl Since {
    fn new(before: &[Stand], now: &[Stand]) -> Self {
        Self {
            was: now.iter().map(|stand| was(before, &stand.who)).collect(),
            best: before.first().map_or(1, |stand| stand.score).max(1),
            far: counting_after(STANDS),
        }
    }
}

/// How many ranks a line has climbed or fallen, or that it is new.
fn moved(was: Option<Was>, rank: u32) -> AnyView {
    let t = text::stage();
    let Some(was) = was else {
        return view! { <span class="moved-new">{t.say(|w| w.new_on_board)}</span> }.into_any();
    };
    let (climbed, ranks) = (climbed(was, rank), was.rank.abs_diff(rank));
    if climbed == 0 {
        return ().into_any();
    }
    let told = t.tell(move |w| if climbed > 0 { (w.up)(ranks) } else { (w.down)(ranks) });
    let class = if climbed > 0 { "moved moved-up" } else { "moved moved-down" };
    view! { <span class=class role="img" aria-label=told>{ranks}</span> }.into_any()
}

/// Who climbed most since the board before, where anybody did.
fn climb(before: &[Stand], now: &[Stand], mode: &Mode) -> Option<AnyView> {
    let t = text::stage();
    let (ranks, who) = climbers(before, now)?;
    let mut names: Vec<String> = who.iter().take(NAMED).map(|who| name(who, mode)).collect();
    if who.len() > NAMED {
        names.push(["+", &(who.len() - NAMED).to_string()].concat());
    }
    let said = view! {
        <p class="big-climb" data-testid="climb">
            {t.tell(move |w| (w.climbed_most)(ranks))} " "
            <bdi class="big-climb-names">{names.join(" · ")}</bdi>
        </p>
    };
    Some(said.into_any())
}

/// What whoever has a line is called.
fn name(who: &Who, mode: &Mode) -> String {
    match who {
        Who::Player(nickname) => nickname.clone(),
        Who::Team(team) => team_name(mode, *team),
    }
}

/// How many play; in a game of survival, how many are still in.
fn note(players: u32, survivors: Option<u32>) -> AnyView {
    let t = text::stage();
    match survivors {
        Some(left) => view! {
            <p class="big-note big-survivors" data-testid="survivors">
                {t.tell(move |w| (w.survivors)(left, players))}
            </p>
        }
        .into_any(),
        None => {
            view! { <p class="big-note">{t.tell(move |w| (w.of_players)(players))}</p> }.into_any()
        }
    }
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

/// The best players, with their bars; the last of them may be left out.
pub(super) fn rows(top: Vec<BoardRow>) -> AnyView {
    let lines: Vec<Line> = top.into_iter().map(Line::of_player).collect();
    barred(lines, "big-rows is-open-ended", None)
}

fn barred(lines: Vec<Line>, class: &'static str, since: Option<&Since>) -> AnyView {
    let best = lines.first().map_or(1, |line| line.score).max(1);
    let Some(since) = since else {
        let rows = lines.into_iter().map(|line| line.with_bar(best)).collect_view();
        return view! { <ol class=class data-testid="board">{rows}</ol> }.into_any();
    };
    let rows = lines.into_iter().enumerate();
    let rows = rows.map(|(place, line)| line.changed(best, place, since)).collect_view();
    view! {
        <ol class=format!("{class} has-changes") data-testid="board" use:moving_once_fitted>{rows}</ol>
    }
    .into_any()
}

#[component]
pub(super) fn Board(
    standings: Standings,
    mode: Mode,
    /// How the board before stood.
    before: Option<Vec<Stand>>,
) -> impl IntoView {
    let t = text::stage();
    let now = Stand::all(&standings);
    let since = before.as_ref().map(|before| Since::new(before, &now));
    let climb = before.and_then(|before| climb(&before, &now, &mode));
    let Standings { top, players, survivors, teams } = standings;
    let lines: Vec<Line> = if teams.is_empty() {
        top.into_iter().map(Line::of_player).collect()
    } else {
        teams.iter().map(|row| Line::of_team(row, &mode)).collect()
    };
    let class = if teams.is_empty() { "big-rows is-open-ended" } else { "big-rows" };
    view! {
        <div class="big-board">
            <h2 class="big-heading">{t.say(|w| w.board)}</h2>
            <div class="big-fitted" use:fitted>{barred(lines, class, since.as_ref())}</div>
            <div class="big-notes">{note(players, survivors)} {climb}</div>
        </div>
    }
}

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
    let (mut steps, mut others) = (Vec::new(), Vec::new());
    for (place, line) in lines.into_iter().enumerate() {
        if place < count {
            steps.push(line.on_step(place, count));
        } else {
            others.push(line.without());
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
    fn the_best_stand_in_the_middle() {
        let columns = |steps| (0..steps).map(|place| column(place, steps)).collect::<Vec<_>>();
        assert_eq!(columns(1), [1]);
        assert_eq!(columns(2), [2, 1]);
        assert_eq!(columns(3), [2, 1, 3]);
        assert_eq!(columns(4), [3, 2, 4, 1]);
        assert_eq!(columns(5), [3, 2, 4, 1, 5]);
    }
}
