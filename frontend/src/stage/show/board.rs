//! Who stands best between questions, on the projector, with what has changed since the board before: players, or
//! teams, where there are any. The podium takes its lines from here.

use std::time::Duration;

use leptos::prelude::*;
use quizrain_shared::mode::{Mode, TeamRow};
use quizrain_shared::wire::{BoardRow, Standings};

use super::changes::{Stand, Was, Who, begins, climbed, climbers, gained, was};
use super::motion::{counted, counting_after, moving_once_fitted, with_properties};
use crate::components::avatar::avatar as face;
use crate::components::fit::fitted;
use crate::components::team::{emblem, team, team_name};
use crate::dom::view;
use crate::live::{Signal, filled, value};
use crate::text;

/// How long a board stands as the one before it did; `big_moves.css` says the same.
const STANDS: Duration = Duration::from_millis(500);

/// How many of those who climbed most are named.
const NAMED: usize = 2;

/// A line of a board or of the podium.
pub(super) struct Line {
    pub(super) rank: u32,
    pub(super) score: i64,
    /// The player, or the team.
    pub(super) who: AnyView,
    /// How many members the team has; that the player is out.
    note: AnyView,
    out: bool,
}

impl Line {
    pub(super) fn of_player(row: BoardRow) -> Self {
        let t = text::stage();
        let BoardRow { rank, nickname, score, team, out, avatar } = row;
        let who = view! {
            <span class="team">{face(avatar)} {team.map(emblem)} <bdi class="team-name">{nickname}</bdi></span>
        };
        let note = out.then(|| view! { <span class="out">{t.say(|w| w.out)}</span> }).into_any();
        Self { rank, score, who: who.into_any(), note, out }
    }

    pub(super) fn of_team(row: &TeamRow, mode: &Mode) -> Self {
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

    /// A line without a bar.
    pub(super) fn without(self) -> AnyView {
        view! {
            <li class="big-other" class:is-out=self.out>
                <span class="big-row-rank">{self.rank}</span>
                <span class="big-row-name">{self.who} " " {self.note}</span>
                <span class="big-row-score">{self.score}</span>
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
pub(super) fn note(players: u32, survivors: Option<u32>) -> AnyView {
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
