//! What screens showed of the answers to a round, against what the answers say.

use std::collections::HashMap;

use quizrain_shared::ids::AccountId;
use quizrain_shared::played::Played;
use quizrain_shared::question::Tally;
use quizrain_shared::wire::Seat;

use super::{RoundsAgain, place};
use crate::game::{Corrections, CountedAnswer};
use crate::history::replay::difference::Told;
use crate::history::rows::json;

impl RoundsAgain<'_> {
    /// Compares what was shown of the answers to the round played last: how many, and what they were
    /// together, of all or of those who are still there, without what is blocked or hidden.
    pub(in crate::history::replay) fn compare_shown(
        &mut self,
        played: &Played,
        (answered, tally): (u32, &Tally),
        corrections: &Corrections,
        (present, seats): (&HashMap<AccountId, Seat>, &HashMap<AccountId, Seat>),
    ) {
        let Some(number) = played.rounds().checked_sub(1) else { return };
        let answers = self.counted(number);
        let tallies = self.tallies(played, (number, &answers), corrections, present);
        let Some([_, differences]) = self.differences.get_mut(&number) else { return };
        let there = answers.keys().filter(|account| present.contains_key(account)).count();
        let counts = [answers.len(), there].map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        let [all, _] = counts;
        let computed = if counts.contains(&answered) { answered } else { all };
        differences.clear();
        let told = &mut Told { seats, differences };
        told.compare(&place(number), None, "answers shown", (answered, computed));
        // What was typed by somebody who was taken out is known to nobody any more.
        let is_whole = !matches!(tally, Tally::Texts { .. })
            || !answers.keys().any(|account| self.erased.contains(account));
        if let Some([all, others @ ..]) = tallies.filter(|_| is_whole) {
            let computed = others.into_iter().find(|it| it == tally).unwrap_or(all);
            told.compare(&place(number), None, "tally shown", (json(tally), json(&computed)));
        }
    }

    /// What all answers to a round are together, those of whoever is still there, and those of whoever
    /// had not gone before they were written.
    fn tallies(
        &self,
        played: &Played,
        (number, answers): (u16, &HashMap<AccountId, CountedAnswer>),
        corrections: &Corrections,
        present: &HashMap<AccountId, Seat>,
    ) -> Option<[Tally; 3]> {
        let asked = self.rules.question(played, number)?;
        let asked = corrections.question(played.last()?, asked);
        let (marks, round) = (corrections.marks(number), self.rounds.get(&number)?);
        let tally = |of: &dyn Fn(&AccountId) -> bool| {
            let shown = answers.iter().filter(|(it, _)| !round.blocked.contains(*it) && of(it));
            marks.tally(&asked, shown.map(|(_, counted)| &counted.answer))
        };
        Some([
            tally(&|_| true),
            tally(&|account| present.contains_key(account)),
            tally(&|account| !round.gone.contains(account)),
        ])
    }
}
