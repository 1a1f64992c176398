//! Rounds made again: from the quiz, the answers, the rounds before and what the host corrected.

mod shown;
mod told;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::ops::Range;

use quizrain_shared::ids::AccountId;
use quizrain_shared::phase::{Kind, Phase};
use quizrain_shared::played::Played;
use quizrain_shared::wire::{Outcome, Seat};

use super::difference::{Difference, Told};
use crate::game::{Corrections, CountedAnswer, Rules, keep_those_in_time};
use crate::history::roster::Roster;
use crate::history::rows::{Moved, OUTCOME_FIELDS, OutcomeRow, outcome_fields, outcome_row};
use crate::history::times::Times;

/// What the log has of a round.
#[derive(Default)]
struct Round {
    answers: HashMap<AccountId, CountedAnswer>,
    /// Whose answers no screen shows, because of a blocked word.
    blocked: HashSet<AccountId>,
    /// Who went before the answers were written: the log does not say whether theirs are blocked.
    gone: HashSet<AccountId>,
    outcomes: HashMap<AccountId, OutcomeRow>,
    /// Whether the log says what the round brought.
    told: bool,
}

/// All rounds of a game.
pub(super) struct RoundsAgain<'g> {
    rules: Rules<'g>,
    times: Times,
    /// Fields of the corrections, and what they say.
    fields: HashMap<String, String>,
    corrections: Corrections,
    rounds: BTreeMap<u16, Round>,
    /// Whose texts are not in the log any more.
    erased: HashSet<AccountId>,
    /// Answers that will go with their players, in order.
    going: HashMap<(u16, AccountId), VecDeque<CountedAnswer>>,
    revealed: BTreeSet<u16>,
    /// What each round brought by now; of those who were sent away as it was then.
    scored: BTreeMap<u16, HashMap<AccountId, Outcome>>,
    /// What differed in who was scored, and in what was shown of the answers, when a round was revealed
    /// last: what differed before does not count.
    differences: BTreeMap<u16, [Vec<Difference>; 2]>,
}

fn place(round: u16) -> String {
    format!("round {}", round + 1)
}

impl<'g> RoundsAgain<'g> {
    pub(super) fn new(rules: Rules<'g>) -> Self {
        Self {
            rules,
            times: Times::default(),
            fields: HashMap::new(),
            corrections: Corrections::default(),
            rounds: BTreeMap::new(),
            erased: HashSet::new(),
            going: HashMap::new(),
            revealed: BTreeSet::new(),
            scored: BTreeMap::new(),
            differences: BTreeMap::new(),
        }
    }

    /// How many were scored.
    pub(super) fn count(&self) -> usize {
        self.scored.len()
    }

    /// The game moved to a stage.
    pub(super) fn note(&mut self, moved: &Moved, went_back: bool, phase: &Phase) {
        self.times.note(moved, went_back, phase);
        if let (Kind::Asking, Some(number)) = (phase.kind, moved.round()) {
            // It is asked, once more where Redis went back behind its answer.
            self.revealed.retain(|round| *round < number);
        }
    }

    /// Whether a round was revealed, and was not asked again since.
    pub(super) fn is_revealed(&self, round: u16) -> bool {
        self.revealed.contains(&round)
    }

    /// What the last round of these brought that was scored.
    pub(super) fn last(
        &mut self,
        played: &Played,
        present: &HashMap<AccountId, Seat>,
    ) -> Option<&HashMap<AccountId, Outcome>> {
        self.fill_empty(played, played.rounds(), present);
        let last = self.before(played, played.rounds())?;
        self.scored.get(&last)
    }

    /// Rounds before this one that nobody had a seat in bring something to whoever is there now.
    fn fill_empty(&mut self, played: &Played, until: u16, present: &HashMap<AccountId, Seat>) {
        let mut empty = Vec::new();
        for round in self.rules.scored_rounds(played).filter(|it| *it < until) {
            match self.scored.get(&round) {
                Some(scored) if scored.is_empty() => empty.push(round),
                Some(_) => break,
                None => {}
            }
        }
        for round in empty.into_iter().rev() {
            self.score(round, played, present);
        }
    }

    /// The last round before this one that brought somebody something.
    fn before(&self, played: &Played, round: u16) -> Option<u16> {
        let mut before = self.rules.scored_rounds(played).filter(|it| *it < round);
        before.find(|it| self.scored.get(it).is_some_and(|scored| !scored.is_empty()))
    }

    /// What the host has corrected by now, and from which round on scores are made again for it;
    /// `None` where this version cannot read it.
    pub(super) fn correct(
        &mut self,
        corrects: &[String],
        played: &Played,
        present: &HashMap<AccountId, Seat>,
    ) -> Option<()> {
        self.fields = self.fields_with(corrects)?;
        self.corrections = Corrections::parse(self.fields.clone())?;
        if let Some(from) = self.corrections.rescore_from() {
            self.score_from(from..played.rounds(), played, present);
        }
        self.fields.retain(|field, _| !field.starts_with("rescore:"));
        Some(())
    }

    fn fields_with(&self, corrects: &[String]) -> Option<HashMap<String, String>> {
        let mut fields = self.fields.clone();
        for pair in corrects.chunks(2) {
            let [field, value] = pair else { return None };
            fields.insert(field.clone(), value.clone());
        }
        Some(fields)
    }

    /// What the host has corrected, with these; `None` where this version cannot read it.
    pub(super) fn corrected(&self, corrects: &[String]) -> Option<Corrections> {
        Corrections::parse(self.fields_with(corrects)?)
    }

    /// Makes rounds again for those who were scored in them and are there.
    fn score_from(
        &mut self,
        rounds: Range<u16>,
        played: &Played,
        present: &HashMap<AccountId, Seat>,
    ) {
        let again = self.rules.scored_rounds(played).filter(|round| rounds.contains(round));
        let mut again: Vec<u16> = again.collect();
        again.reverse();
        for round in again {
            let Some(scored) = self.scored.get(&round) else { continue };
            let mut players = present.clone();
            if !scored.is_empty() {
                players.retain(|account, _| scored.contains_key(account));
            }
            self.score(round, played, &players);
        }
    }

    /// Scores a round as the game did.
    fn score(&mut self, number: u16, played: &Played, players: &HashMap<AccountId, Seat>) {
        let Some(round) = self.rules.round(played, number, &self.corrections) else { return };
        let nothing = HashMap::new();
        let before = self.before(played, number).and_then(|before| self.scored.get(&before));
        let computed = round.outcomes(players, &self.counted(number), before.unwrap_or(&nothing));
        self.scored.entry(number).or_default().extend(computed);
    }

    /// The answers to a round that count.
    fn counted(&self, number: u16) -> HashMap<AccountId, CountedAnswer> {
        let Some(round) = self.rounds.get(&number) else { return HashMap::new() };
        let mut answers = round.answers.clone();
        keep_those_in_time(&mut answers, self.times.of(number));
        answers
    }

    /// Scores the round played last, as the game did before it was revealed, and compares who was
    /// scored. One that is shown again after Redis went back is scored again: by then it may be
    /// known which answers came too late.
    pub(super) fn reveal(
        &mut self,
        played: &Played,
        roster: &Roster,
        seats: &HashMap<AccountId, Seat>,
    ) {
        let Some(number) = played.rounds().checked_sub(1) else { return };
        self.revealed.insert(number);
        let Some(round) = self.rounds.get(&number).filter(|round| round.told) else { return };
        let mut differences = Vec::new();
        let told = &mut Told { seats, differences: &mut differences };
        let place = place(number);
        let mut players: HashMap<AccountId, Seat> = HashMap::new();
        for account in told.in_order(round.outcomes.keys().copied()) {
            match seats.get(&account) {
                Some(seat) => {
                    players.insert(account, seat.clone());
                }
                None => told.compare(&place, Some(account), "seat", ("scored", "nobody's")),
            }
        }
        let present = roster.present();
        let asked = played.last();
        if let Some(earlier) = (0..number).rev().find(|it| played.question(*it) == asked) {
            // What it brought then is taken back.
            self.score_from(earlier.saturating_add(1)..number, played, &present);
        }
        self.fill_empty(played, number, &present);
        let before = self.before(played, number).and_then(|before| self.scored.get(&before));
        let before: Vec<AccountId> = before.into_iter().flatten().map(|(it, _)| *it).collect();
        let answers = self.counted(number);
        let expected = before.into_iter().chain(answers.into_keys());
        let expected = expected.filter(|it| present.contains_key(it));
        for account in told.in_order(expected.filter(|it| !roster.is_unsure(*it, &present))) {
            if !players.contains_key(&account) {
                told.compare(&place, Some(account), "outcome", ("none", "scored"));
            }
        }
        self.scored.insert(number, HashMap::new());
        self.score(number, played, &players);
        self.differences.insert(number, [differences, Vec::new()]);
    }

    /// The same for every round of a game in which everybody played at their own pace: all were
    /// scored when it closed.
    pub(super) fn reveal_all(
        &mut self,
        played: &Played,
        went_back: bool,
        roster: &Roster,
        seats: &HashMap<AccountId, Seat>,
    ) {
        let scored: Vec<u16> = self.rules.scored_rounds(played).collect();
        for round in scored.into_iter().rev() {
            if went_back || !self.is_revealed(round) {
                self.reveal(&Played::in_order(round.saturating_add(1)), roster, seats);
            }
        }
    }

    /// The log is over: what was revealed must be in it, and the last word on each round is compared
    /// for all who stayed.
    pub(super) fn end(&mut self, present: &HashMap<AccountId, Seat>, told: &mut Told<'_>) {
        told.differences
            .extend(std::mem::take(&mut self.differences).into_values().flatten().flatten());
        for (number, scored) in &self.scored {
            let Some(round) = self.rounds.get(number) else { continue };
            for account in told.in_order(round.outcomes.keys().copied()) {
                let logged = round.outcomes.get(&account);
                let computed = scored.get(&account).map(|outcome| outcome_row(account, outcome));
                let (Some(logged), Some(computed)) = (logged, computed) else { continue };
                if !present.contains_key(&account) {
                    continue;
                }
                let (logged, computed) = (outcome_fields(logged), outcome_fields(&computed));
                for ((field, logged), computed) in
                    OUTCOME_FIELDS.into_iter().zip(&logged).zip(&computed)
                {
                    told.compare(&place(*number), Some(account), field, (logged, computed));
                }
            }
        }
        for round in self.revealed.iter().filter(|round| !self.scored.contains_key(round)) {
            told.compare(&place(*round), None, "outcomes", ("none", "some: it was revealed"));
        }
    }
}
