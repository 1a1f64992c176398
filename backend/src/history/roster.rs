//! Who had a seat at each step: a step names the last seat that was given, and who is sent away or
//! renamed stands between steps.

use std::collections::{BTreeMap, HashMap, HashSet};

use quizrain_shared::avatar::Avatar;
use quizrain_shared::ids::AccountId;
use quizrain_shared::wire::Seat;

use crate::history::rows::{Joined, Removed, Renamed};

/// A seat that was given: its number and whose it is. A Redis that went back gives numbers again.
type Place = (u32, AccountId);

/// Every seat of a game.
#[derive(Debug, Default)]
pub(super) struct Roster {
    seats: BTreeMap<Place, Seat>,
    /// Names before the first change.
    first_names: HashMap<Place, String>,
    removed: HashSet<Place>,
    /// The last seats that were given up to the last step, and to the one before it.
    given: u32,
    given_before: u32,
    /// Who was sent away since the last step.
    left: HashMap<AccountId, Seat>,
}

impl Roster {
    /// Reads ahead: a row about who came is written later than they came.
    pub(super) fn will_join(&mut self, joined: Joined) {
        for (account, number, nickname, team) in joined.players {
            let avatar = Avatar::default();
            self.seats.insert((number, account), Seat { number, nickname, team, avatar });
        }
    }

    /// Reads ahead: whoever was sent away at once is in no other row.
    pub(super) fn will_be_removed(&mut self, removed: &Removed) {
        let Removed { account, seat, .. } = removed;
        self.seats.entry((seat.number, *account)).or_insert_with(|| seat.clone());
    }

    /// Reads ahead: players who came have the names that they had first.
    pub(super) fn will_be_renamed(&mut self, renamed: Renamed) {
        let Renamed { account, number, before, .. } = renamed;
        self.first_names.entry((number, account)).or_insert(before);
    }

    /// Everybody, by the last name: reading ahead is over.
    pub(super) fn everybody(&mut self) -> HashMap<AccountId, Seat> {
        let last = self.seats.iter().map(|((_, account), seat)| (*account, seat.clone()));
        let everybody = last.collect();
        for (place, name) in std::mem::take(&mut self.first_names) {
            if let Some(seat) = self.seats.get_mut(&place) {
                seat.nickname = name;
            }
        }
        everybody
    }

    pub(super) fn remove(&mut self, Removed { account, seat, .. }: Removed) {
        self.removed.insert((seat.number, account));
        self.left.insert(account, seat);
    }

    pub(super) fn rename(&mut self, renamed: Renamed) {
        if let Some(seat) = self.seats.get_mut(&(renamed.number, renamed.account)) {
            seat.nickname = renamed.nickname;
        }
    }

    /// The game moved, and so many seats had been given.
    pub(super) fn step(&mut self, given: u32) {
        self.given = given;
    }

    /// Who came or went until the next step did so after this one.
    pub(super) fn stepped(&mut self) {
        self.given_before = self.given;
        self.left.clear();
    }

    /// Who has a seat.
    pub(super) fn present(&self) -> HashMap<AccountId, Seat> {
        let given = self.seats.iter().filter(|((number, _), _)| *number <= self.given);
        let present = given.filter(|(place, _)| !self.removed.contains(*place));
        present.map(|((_, account), seat)| (*account, seat.clone())).collect()
    }

    /// The same with those who were sent away while this step was made; `None`: nobody was.
    pub(super) fn present_before(&self) -> Option<HashMap<AccountId, Seat>> {
        let mut present = self.present();
        present.extend(self.left.iter().map(|(account, seat)| (*account, seat.clone())));
        (!self.left.is_empty()).then_some(present)
    }

    /// Whether somebody came or went while this step was made, and may or may not be part of it.
    pub(super) fn is_unsure(&self, account: AccountId, present: &HashMap<AccountId, Seat>) -> bool {
        let seat = present.get(&account);
        self.left.contains_key(&account) || seat.is_some_and(|it| it.number > self.given_before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANNA: AccountId = AccountId([1; 16]);
    const BEN: AccountId = AccountId([2; 16]);

    fn seat(number: u32, nickname: &str) -> Seat {
        Seat { number, nickname: nickname.into(), team: None, avatar: Avatar::default() }
    }

    fn names(roster: &Roster) -> Vec<String> {
        let mut seats: Vec<Seat> = roster.present().into_values().collect();
        seats.sort_unstable_by_key(|seat| seat.number);
        seats.into_iter().map(|seat| seat.nickname).collect()
    }

    #[test]
    fn whoever_came_late_was_renamed_or_was_sent_away_is_there_in_between() {
        let mut roster = Roster::default();
        let renamed =
            || Renamed { account: ANNA, number: 1, before: "Anna".into(), nickname: "Ann".into() };
        let removed = || Removed { account: BEN, seat: seat(2, "Ben"), round: 0, answer: None };
        // Anna was read after she was renamed, and Ben only when he came back.
        roster.will_join(Joined { players: vec![(ANNA, 1, "Ann".into(), None)] });
        roster.will_be_renamed(renamed());
        roster.will_be_removed(&removed());
        roster.will_join(Joined { players: vec![(BEN, 3, "Ben 2".into(), None)] });
        let everybody = roster.everybody();
        assert_eq!((&everybody[&ANNA], &everybody[&BEN]), (&seat(1, "Ann"), &seat(3, "Ben 2")));

        roster.step(1);
        assert_eq!(names(&roster), ["Anna"]);
        roster.stepped();
        roster.step(2);
        assert_eq!(names(&roster), ["Anna", "Ben"]);
        assert!(roster.is_unsure(BEN, &roster.present()));
        roster.stepped();
        roster.rename(renamed());
        roster.remove(removed());
        roster.step(2);
        assert_eq!(names(&roster), ["Ann"]);
        assert_eq!(roster.present_before().map(|it| it.len()), Some(2));
        assert!(roster.is_unsure(BEN, &roster.present()));
        roster.stepped();
        roster.step(3);
        assert_eq!(names(&roster), ["Ann", "Ben 2"]);
        assert_eq!(roster.present_before(), None);
    }
}
