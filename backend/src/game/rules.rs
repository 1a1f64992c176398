//! What quiz and mode say of a game's rounds: which of them are scored, what each brings, and how
//! players stand then. Pure; the game and a replay of it ask the same.

use std::collections::HashMap;

use quizrain_shared::ids::AccountId;
use quizrain_shared::mode::{Life, Mode};
use quizrain_shared::played::Played;
use quizrain_shared::question::Question;
use quizrain_shared::quiz::Quiz;
use quizrain_shared::wire::{BoardRow, Outcome, Seat, Standings};

use crate::game::calls::Corrections;
use crate::game::outcomes::Round;

/// How many players a board shows.
pub(crate) const BOARD_ROWS: usize = 10;

/// What is played, and what for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules<'a> {
    pub(crate) quiz: &'a Quiz,
    pub(crate) mode: &'a Mode,
}

impl<'a> Rules<'a> {
    /// The question of a round.
    pub(crate) fn question(self, played: &Played, round: u16) -> Option<&'a Question> {
        self.quiz.questions.get(usize::from(played.question(round)?))
    }

    fn is_graded_in(self, played: &Played, round: u16) -> bool {
        self.question(played, round).is_some_and(Question::is_graded)
    }

    /// The rounds that are scored, newest first: those that show no slide and whose question was not
    /// asked again.
    pub(crate) fn scored_rounds(self, played: &Played) -> impl Iterator<Item = u16> {
        let rounds = played.rounds();
        let is_scored = move |round: &u16| {
            let question = self.question(played, *round);
            question.is_some_and(|question| !question.is_slide())
                && played.counts(*round, rounds.saturating_sub(1))
        };
        (0..rounds).rev().filter(is_scored)
    }

    /// Whether anything was right or wrong in a round.
    pub(crate) fn is_graded(self, played: &Played) -> bool {
        self.scored_rounds(played).any(|round| self.is_graded_in(played, round))
    }

    /// Whether no graded question was left after a round.
    fn is_last_graded(self, played: &Played, round: u16) -> bool {
        let until = |question: u16| (0..=round).any(|it| played.question(it) == Some(question));
        let mut graded = (0..).zip(&self.quiz.questions).filter(|(_, it)| it.is_graded());
        graded.all(|(question, _)| until(question))
    }

    /// A round to be scored; `None`: there is no such round.
    pub(crate) fn round(
        self,
        played: &Played,
        round: u16,
        corrections: &'a Corrections,
    ) -> Option<Round<'a>> {
        let question = self.question(played, round)?;
        let mut before = self.scored_rounds(played).filter(|it| *it < round);
        Some(Round {
            round,
            question: corrections.question(played.question(round)?, question),
            scoring: self.quiz.scoring,
            mode: self.mode,
            graded_before: before.any(|it| self.is_graded_in(played, it)),
            is_last: self.is_last_graded(played, round),
            corrections,
        })
    }

    /// How players stand who have seats, after a round that brought this.
    pub(crate) fn standings(
        self,
        seats: &HashMap<AccountId, Seat>,
        mut scored: HashMap<AccountId, Outcome>,
    ) -> Standings {
        let players = u32::try_from(seats.len()).unwrap_or(u32::MAX);
        // Whoever was sent away since stands nowhere.
        scored.retain(|account, _| seats.contains_key(account));
        let is_in = |outcome: &&Outcome| outcome.life.is_none_or(Life::is_in);
        let survivors = match self.mode.survival() {
            Some(_) if scored.is_empty() => Some(players),
            Some(_) => Some(scored.values().filter(is_in).count() as u32),
            None => None,
        };
        let member = |(account, outcome): (&AccountId, &Outcome)| {
            Some((seats.get(account)?.team?, outcome.score))
        };
        let teams = self.mode.teams().map(|teams| teams.rows(scored.iter().filter_map(member)));
        let mut best: Vec<_> = scored.iter().collect();
        best.sort_unstable_by_key(|(account, outcome)| {
            (outcome.rank, seats.get(*account).map(|seat| seat.number))
        });
        let row = |(account, outcome): (&AccountId, &Outcome)| {
            let seat = seats.get(account)?;
            Some(BoardRow {
                rank: outcome.rank,
                nickname: seat.nickname.clone(),
                score: outcome.score,
                team: seat.team,
                out: outcome.life.is_some_and(|life| !life.is_in()),
                avatar: seat.avatar,
            })
        };
        let top = best.into_iter().filter_map(row).take(BOARD_ROWS).collect();
        Standings { top, players, survivors, teams: teams.unwrap_or_default() }
    }
}
