//! Survival: whoever answers a graded question wrongly, or not at all, is out.
//!
//! A revive card is played by itself when its player would be out, but not on the last question.
//! Whoever is out may go on answering, for nothing.

use serde::{Deserialize, Serialize};

use crate::score::Grade;

/// Most cards that a player can hold.
const MAX_CARDS: u8 = 9;

/// How a game of survival is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Survival {
    /// So many right answers in a row earn a revive card; 0: none are earned.
    pub card_after: u8,
}

/// Whether a player is still in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Life {
    /// The round in which the player went out, from 0; `None`: still in.
    pub out_in: Option<u16>,
    /// Revive cards in hand.
    pub cards: u8,
}

/// What ranks players: whoever is in comes before whoever is out, whoever was in for longer before
/// whoever was not, and then points count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Standing {
    in_until: u16,
    score: i64,
}

impl Standing {
    /// That of a player with so many points.
    #[must_use]
    pub fn new(life: Option<Life>, score: i64) -> Self {
        let out_in = life.and_then(|life| life.out_in);
        Self { in_until: out_in.unwrap_or(u16::MAX), score }
    }
}

/// What a round was to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Which one.
    pub round: u16,
    /// How good the answer was.
    pub grade: Grade,
    /// Right answers in a row, this one among them.
    pub streak: u16,
    /// Whether no graded question is left.
    pub is_last: bool,
}

impl Life {
    /// Before the first question.
    pub const NEW: Self = Self { out_in: None, cards: 0 };

    /// Whether the player is still in.
    #[must_use]
    pub fn is_in(self) -> bool {
        self.out_in.is_none()
    }

    /// The same after a round.
    #[must_use]
    pub fn after(self, rules: Survival, turn: Turn) -> Self {
        let earns = rules.card_after > 0 && turn.streak.is_multiple_of(rules.card_after.into());
        match turn.grade {
            _ if !self.is_in() => self,
            Grade::Ungraded | Grade::Partly => self,
            Grade::Right if earns => Self { cards: (self.cards + 1).min(MAX_CARDS), ..self },
            Grade::Right => self,
            Grade::Wrong if self.cards > 0 && !turn.is_last => {
                Self { cards: self.cards - 1, ..self }
            }
            Grade::Wrong => Self { out_in: Some(turn.round), ..self },
        }
    }

    /// The same with a card that the host grants: it brings back whoever is out.
    #[must_use]
    pub fn revived(self) -> Self {
        match self.out_in {
            Some(_) => Self { out_in: None, ..self },
            None => Self { cards: (self.cards + 1).min(MAX_CARDS), ..self },
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn turn(round: u16, grade: Grade, streak: u16) -> Turn {
        Turn { round, grade, streak, is_last: false }
    }

    #[test]
    fn wrong_is_out_and_stays_out() {
        let rules = Survival::default();
        let life = Life::NEW.after(rules, turn(0, Grade::Right, 1));
        assert_eq!(life, Life::NEW);
        let life =
            life.after(rules, turn(1, Grade::Ungraded, 1)).after(rules, turn(2, Grade::Partly, 0));
        assert!(life.is_in(), "a part of the points is enough");
        let out = life.after(rules, turn(3, Grade::Wrong, 0));
        assert_eq!(out.out_in, Some(3));
        assert_eq!(out.after(rules, turn(4, Grade::Right, 1)), out);
        assert!(out.revived().is_in());
    }

    #[test]
    fn a_card_is_earned_and_played_but_not_on_the_last_question() {
        let rules = Survival { card_after: 2 };
        let life = Life::NEW.after(rules, turn(0, Grade::Right, 1));
        assert_eq!(life.cards, 0);
        let life = life.after(rules, turn(1, Grade::Right, 2));
        assert_eq!(life.cards, 1);
        let played = life.after(rules, turn(2, Grade::Wrong, 0));
        assert_eq!(played, Life::NEW);
        let last = Turn { is_last: true, ..turn(2, Grade::Wrong, 0) };
        assert_eq!(life.after(rules, last).out_in, Some(2));
        assert_eq!(life.revived().cards, 2);
    }

    #[test]
    fn whoever_is_in_comes_first_then_who_was_in_for_longer() {
        let out = |round| Some(Life { out_in: Some(round), cards: 0 });
        let best = [
            Standing::new(Some(Life::NEW), 500),
            Standing::new(Some(Life::NEW), -5),
            Standing::new(out(7), 100),
            Standing::new(out(3), 9000),
            Standing::new(out(3), 20),
        ];
        assert!(best.windows(2).all(|pair| pair[0] > pair[1]));
        assert!(Standing::new(None, 2) > Standing::new(None, 1));
    }

    proptest! {
        #[test]
        fn nobody_comes_back_without_the_host(
            grades in proptest::collection::vec(0usize..4, 0..40), card_after in 0u8..4,
        ) {
            let all = [Grade::Right, Grade::Partly, Grade::Wrong, Grade::Ungraded];
            let (mut life, mut streak) = (Life::NEW, 0);
            for (round, grade) in (0..).zip(grades.into_iter().map(|i| all[i])) {
                streak = match grade {
                    Grade::Right => streak + 1,
                    Grade::Ungraded => streak,
                    _ => 0,
                };
                let after = life.after(Survival { card_after }, turn(round, grade, streak));
                prop_assert!(life.is_in() || after == life);
                prop_assert!(after.is_in() || after.cards == 0 || !life.is_in());
                prop_assert!(after.cards <= MAX_CARDS && after.cards <= life.cards + 1);
                life = after;
            }
        }
    }
}
