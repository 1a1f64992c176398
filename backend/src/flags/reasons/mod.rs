//! Why a player is flagged. Each reason is a function of the sheet alone, with its threshold. Called by `Flags`.

use std::collections::{BTreeSet, HashMap};

use quizrain_shared::api::{FlagReason, FlaggedPlayer, Flags, HUMAN_MS, SEATED_TOGETHER_SECONDS};

use super::alike::{Alike, alike};
use super::sheet::{Player, Sheet};
use crate::game::Origin;

/// So many questions must have been answered faster than people can, and half of those that were answered.
const LEAST_FAST: usize = 3;

/// Fewer questions than this tell nothing about who leaves them out.
const LEAST_ASKED: usize = 3;

/// So many seats of one address within a minute are worth a look, where hardly anybody plays in them.
const LEAST_TOGETHER: usize = 4;

/// Who is flagged, and why. One who answers like another, or faster than people do, is flagged for that alone.
/// Seats that one address took together are flagged where hardly anybody plays in them: behind the one address of
/// a venue most play.
pub(super) fn flags(sheet: &Sheet) -> Flags {
    let alike = alike(sheet);
    let weak: Vec<Vec<FlagReason>> = sheet
        .players
        .iter()
        .enumerate()
        .map(|(place, player)| {
            let few = few_answers(sheet, place, asked(sheet, player));
            few.into_iter().chain(late_seat(sheet, player)).collect()
        })
        .collect();
    let together = seated_together(&sheet.players, |player| {
        weak.get(player).is_some_and(|reasons| !reasons.is_empty())
    });
    let mut flagged = Vec::new();
    for ((place, player), weak) in sheet.players.iter().enumerate().zip(weak) {
        let (seats, is_idle) = together.get(place).copied().unwrap_or((1, false));
        let same = alike.get(&place).map(|it| same_answers(sheet, it));
        let mut reasons: Vec<FlagReason> =
            same.into_iter().chain(fast_answers(sheet, place)).collect();
        if reasons.is_empty() && !is_idle {
            continue;
        }
        reasons.extend((seats > 1).then_some(FlagReason::SameAddress { seats: to_u32(seats) }));
        reasons.extend(weak);
        let (seat, nickname) = (player.seat, player.nickname.clone());
        flagged.push(FlaggedPlayer { seat, nickname, account: player.account, reasons });
    }
    let found = to_u32(flagged.len());
    let questions = to_u16(sheet.rounds.len());
    Flags { players: to_u32(sheet.players.len()), questions, found, flagged }
}

/// Answered as another seat did in the same moments; `alike` has the thresholds.
fn same_answers(sheet: &Sheet, alike: &Alike) -> FlagReason {
    FlagReason::SameAnswers {
        questions: to_u16(alike.together),
        of: to_u16(alike.both),
        seat: sheet.players.get(alike.with).map_or(0, |it| it.seat),
        alike: to_u32(alike.group),
    }
}

/// Answered [`LEAST_FAST`] questions or more, and half of those that were answered, in less than [`HUMAN_MS`]
/// without what the line took: how a question is answered shows when it opens, and nobody sees it, reads it and
/// presses in that time again and again.
fn fast_answers(sheet: &Sheet, player: usize) -> Option<FlagReason> {
    let given = || sheet.of(player).flatten();
    let (of, fast) = (given().count(), given().filter(|it| it.taken_ms < HUMAN_MS).count());
    (fast >= LEAST_FAST && fast * 2 >= of)
        .then_some(FlagReason::FastAnswers { questions: to_u16(fast), of: to_u16(of) })
}

/// Answered one question in four at most, of [`LEAST_ASKED`] or more that were asked since the seat was taken.
fn few_answers(sheet: &Sheet, player: usize, of: usize) -> Option<FlagReason> {
    let answered = sheet.of(player).flatten().count();
    (of >= LEAST_ASKED && answered * 4 <= of)
        .then_some(FlagReason::FewAnswers { answered: to_u16(answered), of: to_u16(of) })
}

/// Took the seat once the newest rain had opened.
fn late_seat(sheet: &Sheet, player: &Player) -> Option<FlagReason> {
    sheet.rain_ms.filter(|opened_ms| player.at_ms >= *opened_ms).map(|_| FlagReason::LateSeat)
}

/// How many questions were revealed while somebody had this seat. Where players were sent away before, numbers of
/// seats are larger than their count, and it is a few less.
fn asked(sheet: &Sheet, player: &Player) -> usize {
    sheet.scored_for.iter().filter(|players| player.seat <= **players).count()
}

/// Of each player how many seats its address took within [`SEATED_TOGETHER_SECONDS`], at most, with this one; and
/// whether those were [`LEAST_TOGETHER`] or more of which three in four are idle, this one too.
fn seated_together(players: &[Player], is_idle: impl Fn(usize) -> bool) -> Vec<(usize, bool)> {
    let mut by_origin: HashMap<Origin, Vec<(u64, usize)>> = HashMap::new();
    for (place, player) in players.iter().enumerate() {
        by_origin.entry(player.origin).or_default().push((player.at_ms, place));
    }
    let mut together = vec![(1, false); players.len()];
    for mut seats in by_origin.into_values() {
        seats.sort_unstable();
        let (mut first, mut idle) = (0, 0);
        let mut windows = Vec::with_capacity(seats.len());
        for (last, (at_ms, place)) in seats.iter().enumerate() {
            idle += usize::from(is_idle(*place));
            while let Some((from_ms, place)) = seats.get(first)
                && at_ms - from_ms > u64::from(SEATED_TOGETHER_SECONDS) * 1000
            {
                idle -= usize::from(is_idle(*place));
                first += 1;
            }
            let number = last + 1 - first;
            windows.push((first, last, number, number >= LEAST_TOGETHER && idle * 4 >= number * 3));
        }
        note_windows(&mut together, &seats, &windows, &is_idle);
    }
    together
}

/// Gives each seat the largest window that it is in, and whether one of them is idle.
fn note_windows(
    together: &mut [(usize, bool)],
    seats: &[(u64, usize)],
    windows: &[(usize, usize, usize, bool)],
    is_idle: &impl Fn(usize) -> bool,
) {
    // Their beginnings and their ends only go forward: those that hold a seat are found by going on.
    let mut largest: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut idle_windows = 0;
    let (mut enters, mut leaves) = (0, 0);
    for (position, (_, place)) in seats.iter().enumerate() {
        while let Some((first, _, number, idle)) = windows.get(enters)
            && *first <= position
        {
            largest.insert((*number, enters));
            idle_windows += usize::from(*idle);
            enters += 1;
        }
        while let Some((_, last, number, idle)) = windows.get(leaves)
            && *last < position
        {
            largest.remove(&(*number, leaves));
            idle_windows -= usize::from(*idle);
            leaves += 1;
        }
        if let Some(of) = together.get_mut(*place) {
            let number = largest.last().map_or(1, |(number, _)| *number);
            *of = (number, idle_windows > 0 && is_idle(*place));
        }
    }
}

fn to_u16(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
