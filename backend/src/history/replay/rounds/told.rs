//! What the log says of rounds: answers, whose no screen shows, who went with theirs, what each brought.

use quizrain_shared::ids::AccountId;

use super::RoundsAgain;
use crate::game::parse_answer;
use crate::history::rows::{AnswerRow, Erased, OutcomeRow, Removed, RoundPart, counted};

impl RoundsAgain<'_> {
    /// A part of the answers to a round; the first one replaces those before.
    pub(in crate::history::replay) fn answers(&mut self, part: RoundPart<AnswerRow>) {
        let round = self.rounds.entry(part.round).or_default();
        if part.part == 0 {
            round.answers.clear();
            round.blocked.clear();
            round.gone.clear();
        }
        round.answers.extend(part.rows.into_iter().map(|row| (row.0, counted(row))));
        // Whoever goes later had answered until then.
        let going = self.going.iter().filter(|((of, _), _)| *of == part.round);
        for ((_, account), it) in going {
            let Some(answer) = it.front() else { continue };
            if round.answers.insert(*account, answer.clone()).is_none() {
                round.gone.insert(*account);
            }
        }
    }

    /// A part of whose answers to a round no screen shows.
    pub(in crate::history::replay) fn blocked(&mut self, part: RoundPart<AccountId>) {
        self.rounds.entry(part.round).or_default().blocked.extend(part.rows);
    }

    /// Reads ahead: a player will be sent away, and the answer as well. `None`: this version cannot
    /// read it.
    pub(in crate::history::replay) fn will_be_removed(&mut self, removed: &Removed) -> Option<()> {
        if let Some(answer) = &removed.answer {
            let going = self.going.entry((removed.round, removed.account)).or_default();
            going.push_back(parse_answer(answer)?);
        }
        Some(())
    }

    /// Reads ahead: what these typed was taken out of the log afterwards.
    pub(in crate::history::replay) fn will_be_erased(&mut self, erased: Erased) {
        self.erased.extend(erased.accounts);
    }

    /// A player was sent away, and the answer as well.
    pub(in crate::history::replay) fn remove(&mut self, removed: &Removed) {
        let Removed { account, round, answer: Some(_), .. } = removed else { return };
        if let Some(going) = self.going.get_mut(&(*round, *account)) {
            going.pop_front();
        }
        if let Some(round) = self.rounds.get_mut(round) {
            round.answers.remove(account);
        }
    }

    /// A part of what a round brought; the first one replaces those before.
    pub(in crate::history::replay) fn outcomes(&mut self, part: RoundPart<OutcomeRow>) {
        let round = self.rounds.entry(part.round).or_default();
        if part.part == 0 {
            round.outcomes.clear();
        }
        round.told = true;
        round.outcomes.extend(part.rows.into_iter().map(|row| (row.0, row)));
    }
}
