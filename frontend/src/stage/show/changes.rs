//! What has changed since the board before: who stood where with how much, and who climbed most.
//!
//! Frames tell how all stand now and not how they stood: the page keeps the last board that it has shown
//! itself, and one that was just loaded knows none. Used by the big picture and its board.

use quizrain_shared::ids::Incarnation;
use quizrain_shared::wire::{StageAt, Standings};

/// Whose line it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Who {
    Player(String),
    Team(u8),
}

/// A line of a board, as far as the next board asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stand {
    pub(super) who: Who,
    pub(super) rank: u32,
    pub(super) score: i64,
}

impl Stand {
    /// The lines of a board: those of teams, where there are any.
    pub(super) fn all(standings: &Standings) -> Vec<Self> {
        let Standings { top, teams, .. } = standings;
        if teams.is_empty() {
            let of = |who: &str| Who::Player(who.to_owned());
            top.iter()
                .map(|row| Self { who: of(&row.nickname), rank: row.rank, score: row.score })
                .collect()
        } else {
            teams
                .iter()
                .map(|row| Self { who: Who::Team(row.team), rank: row.rank, score: row.score })
                .collect()
        }
    }
}

/// Which board of which game it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct When {
    incarnation: Incarnation,
    rounds: u16,
}

/// The boards that this page has shown.
#[derive(Default)]
pub(super) struct Boards {
    shown: Option<(When, Vec<Stand>)>,
    before: Option<Vec<Stand>>,
}

impl Boards {
    /// Notes the board that is shown now; tells the one before it.
    pub(super) fn show(&mut self, stage: &StageAt, standings: &Standings) -> Option<Vec<Stand>> {
        let when = When { incarnation: stage.at.incarnation, rounds: stage.phase.played.rounds() };
        self.note(when, Stand::all(standings))
    }

    fn note(&mut self, when: When, stands: Vec<Stand>) -> Option<Vec<Stand>> {
        self.before = match self.shown.take() {
            // The same board again, whose scores a host has set right.
            Some((last, _)) if last == when => self.before.take(),
            Some((last, stood)) => {
                let goes_on = last.incarnation == when.incarnation && last.rounds < when.rounds;
                (goes_on && !stood.is_empty()).then_some(stood)
            }
            None => None,
        };
        self.shown = Some((when, stands));
        self.before.clone()
    }
}

/// Where and how a line of a board stood on the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Was {
    /// Which line it was, from 0.
    pub(super) place: usize,
    pub(super) rank: u32,
    pub(super) score: i64,
}

/// How a line stood before; `None`: it was not on that board.
pub(super) fn was(before: &[Stand], who: &Who) -> Option<Was> {
    let place = before.iter().position(|stand| stand.who == *who)?;
    before.get(place).map(|stand| Was { place, rank: stand.rank, score: stand.score })
}

/// How many ranks a line has climbed; fewer than none: fallen.
pub(super) fn climbed(was: Was, rank: u32) -> i64 {
    i64::from(was.rank) - i64::from(rank)
}

/// How many lines below its place among so many a line begins to move; one that is new, below them all.
pub(super) fn begins(was: Option<Was>, place: usize, count: usize) -> i64 {
    was.map_or(count, |was| was.place) as i64 - place as i64
}

/// What was won or lost, with its sign; nothing, where that is nothing.
pub(super) fn gained(was: Was, score: i64) -> Option<String> {
    match score.saturating_sub(was.score) {
        0 => None,
        lost if lost < 0 => Some(["\u{2212}", &lost.unsigned_abs().to_string()].concat()),
        won => Some(["+", &won.to_string()].concat()),
    }
}

/// How many ranks those climbed who climbed most, and all of them, in the order of the board. Who was not
/// on the board before may have come from anywhere, and is not compared.
pub(super) fn climbers<'a>(before: &[Stand], now: &'a [Stand]) -> Option<(u32, Vec<&'a Who>)> {
    let climb = |stand: &Stand| was(before, &stand.who).map_or(0, |was| climbed(was, stand.rank));
    let most = now.iter().map(climb).max().filter(|most| *most > 0)?;
    let who = now.iter().filter(|stand| climb(stand) == most).map(|stand| &stand.who);
    Some((u32::try_from(most).ok()?, who.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stand(name: &str, rank: u32, score: i64) -> Stand {
        Stand { who: Who::Player(name.to_owned()), rank, score }
    }

    fn when(incarnation: u8, rounds: u16) -> When {
        When { incarnation: Incarnation([incarnation; 8]), rounds }
    }

    #[test]
    fn a_page_that_was_just_loaded_knows_no_board_before() {
        let mut boards = Boards::default();
        let (one, two) = (vec![stand("Anna", 1, 9)], vec![stand("Ben", 1, 19)]);
        assert_eq!(boards.note(when(1, 1), one.clone()), None);
        assert_eq!(boards.note(when(1, 1), one.clone()), None, "it is shown again");
        assert_eq!(boards.note(when(1, 4), two.clone()), Some(one.clone()));
        let right = vec![stand("Ben", 1, 12)];
        assert_eq!(boards.note(when(1, 4), right.clone()), Some(one), "set right");
        assert_eq!(boards.note(when(1, 5), two), Some(right));
    }

    #[test]
    fn a_game_that_went_back_has_no_board_before() {
        let stands = || vec![stand("Anna", 1, 9)];
        let mut boards = Boards::default();
        boards.note(when(1, 4), stands());
        assert_eq!(boards.note(when(1, 3), stands()), None);
        assert_eq!(boards.note(when(2, 5), stands()), None, "of another game, or made anew");
        assert_eq!(boards.note(when(2, 6), Vec::new()), Some(stands()));
        assert_eq!(boards.note(when(2, 7), stands()), None, "nobody was on it");
    }

    #[test]
    fn lines_begin_where_they_were() {
        let before = [stand("Anna", 1, 900), stand("Ben", 2, 500), stand("Chen", 3, 100)];
        let now = ["Chen", "Dora", "Anna"].map(|name| Who::Player(name.to_owned()));
        let begin = |place: usize| begins(was(&before, &now[place]), place, now.len());
        assert_eq!([0, 1, 2].map(begin), [2, 2, -2]);
        assert_eq!(was(&before, &now[1]), None);
        assert_eq!(was(&before, &Who::Team(1)), None);
    }

    #[test]
    fn what_was_won_has_its_sign() {
        let was = Was { place: 0, rank: 1, score: 500 };
        assert_eq!(gained(was, 1339).as_deref(), Some("+839"));
        assert_eq!(gained(was, 450).as_deref(), Some("\u{2212}50"));
        assert_eq!(gained(was, 500), None);
        assert!(gained(Was { score: i64::MAX, ..was }, i64::MIN).is_some());
    }

    #[test]
    fn ties_are_ties() {
        let before =
            [stand("Anna", 1, 9), stand("Ben", 1, 9), stand("Chen", 3, 5), stand("Dora", 4, 1)];
        let level = [stand("Ben", 1, 19), stand("Anna", 1, 19), stand("Chen", 3, 5)];
        assert_eq!(climbers(&before, &level), None, "another line of the same rank is no climb");
        let both = [stand("Chen", 1, 30), stand("Dora", 2, 20), stand("Eve", 3, 15)];
        let (most, who) = climbers(&before, &both).unwrap();
        assert_eq!((most, who), (2, vec![&both[0].who, &both[1].who]));
        let one = [stand("Dora", 1, 30), stand("Chen", 2, 20)];
        let (most, who) = climbers(&before, &one).unwrap();
        assert_eq!((most, who), (3, vec![&one[0].who]));
        assert_eq!(climbers(&before, &[stand("Eve", 1, 30)]), None, "nobody knows from where");
        assert_eq!(climbers(&[], &before), None);
    }
}
