//! Boards made again: the best players, the teams, and how many are still in.

use std::collections::HashMap;

use quizrain_shared::ids::AccountId;
use quizrain_shared::mode::TeamRow;
use quizrain_shared::wire::{BoardRow, Outcome, Standings};

use super::difference::Told;
use crate::game::Rules;
use crate::history::roster::Roster;

/// Compares a board with what the last round brought that was scored. Whoever was sent away while
/// it was made may be on it. How many players there are is not compared: they come all the time; nor are
/// faces, of which the log does not say who had them when.
pub(super) fn compare(
    place: &str,
    shown: &Standings,
    scored: Option<&HashMap<AccountId, Outcome>>,
    (rules, roster): (Rules<'_>, &Roster),
    told: &mut Told<'_>,
) {
    let scored = scored.cloned().unwrap_or_default();
    let mut computed = rules.standings(&roster.present(), scored.clone());
    if !same_lines(&computed, shown)
        && let Some(before) = roster.present_before()
    {
        let other = rules.standings(&before, scored.clone());
        if same_lines(&other, shown) {
            computed = other;
        }
    }
    lines(place, "line", (&shown.top, &computed.top), player_text, told);
    lines(place, "team line", (&shown.teams, &computed.teams), team_text, told);
    if !scored.is_empty() {
        let survivors =
            |it: &Standings| it.survivors.map_or("none".to_owned(), |it| it.to_string());
        told.compare(place, None, "survivors", (survivors(shown), survivors(&computed)));
    }
}

fn same_lines(one: &Standings, other: &Standings) -> bool {
    one.top.iter().map(player_text).eq(other.top.iter().map(player_text))
}

fn player_text(row: &BoardRow) -> String {
    let BoardRow { rank, nickname, score, team, out, avatar: _ } = row;
    let team = team.map_or(String::new(), |team| format!(" of team {}", team + 1));
    let out = if *out { ", out" } else { "" };
    format!("{rank}. {nickname} {score}{team}{out}")
}

fn team_text(row: &TeamRow) -> String {
    let TeamRow { rank, team, score, players } = row;
    format!("{rank}. team {} {score} of {players}", team + 1)
}

fn lines<T>(
    place: &str,
    what: &str,
    (shown, computed): (&[T], &[T]),
    text: impl Fn(&T) -> String,
    told: &mut Told<'_>,
) {
    let text = |row: Option<&T>| row.map_or("nobody".to_owned(), &text);
    for line in 0..shown.len().max(computed.len()) {
        let rows = (text(shown.get(line)), text(computed.get(line)));
        told.compare(place, None, &format!("{what} {}", line + 1), rows);
    }
}
