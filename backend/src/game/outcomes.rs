//! What a round brings each player: a pure function of frozen answers, of what the rounds before
//! brought, and of what the host corrected. The game and a replay of it make the same of the same.

use std::borrow::Cow;
use std::collections::HashMap;

use quizrain_shared::ids::AccountId;
use quizrain_shared::mode::{Life, Mode, Standing, Turn};
use quizrain_shared::question::Question;
use quizrain_shared::score::{self, Grade, Scored, Scoring, Share};
use quizrain_shared::wire::{Outcome, Seat};

use crate::game::calls::{Corrections, CountedAnswer};

/// A round to be scored.
pub(crate) struct Round<'a> {
    /// Which one.
    pub(crate) round: u16,
    /// Its question, with the key that counts.
    pub(crate) question: Cow<'a, Question>,
    pub(crate) scoring: Scoring,
    pub(crate) mode: &'a Mode,
    /// Whether anything was right or wrong in a round before it.
    pub(crate) graded_before: bool,
    /// Whether no graded question is left.
    pub(crate) is_last: bool,
    pub(crate) corrections: &'a Corrections,
}

/// What a player had before a round.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Before {
    pub(crate) score: i64,
    pub(crate) streak: u16,
    pub(crate) life: Option<Life>,
}

impl From<&Outcome> for Before {
    fn from(outcome: &Outcome) -> Self {
        let Outcome { score, streak, life, .. } = outcome;
        Self { score: *score, streak: *streak, life: *life }
    }
}

/// What a player gave, and how good it is.
struct Given<'a> {
    answer: Option<&'a CountedAnswer>,
    share: Option<Share>,
    grade: Grade,
}

impl Round<'_> {
    /// Every player's outcome, best first.
    pub(crate) fn outcomes(
        &self,
        seats: &HashMap<AccountId, Seat>,
        answers: &HashMap<AccountId, CountedAnswer>,
        before: &HashMap<AccountId, Outcome>,
    ) -> Vec<(AccountId, Outcome)> {
        let players = u32::try_from(seats.len()).unwrap_or(u32::MAX);
        let given = self.giver();
        let mut outcomes: Vec<(AccountId, Outcome)> = seats
            .keys()
            .map(|account| {
                let before = before.get(account).map(Before::from).unwrap_or_default();
                let outcome = self.outcome(*account, given(answers.get(account)), before);
                (*account, Outcome { players, ..outcome })
            })
            .collect();
        let standing = |outcome: &Outcome| Standing::new(outcome.life, outcome.score);
        outcomes.sort_unstable_by_key(|(_, outcome)| std::cmp::Reverse(standing(outcome)));
        let standings: Vec<Standing> =
            outcomes.iter().map(|(_, outcome)| standing(outcome)).collect();
        for ((_, outcome), rank) in outcomes.iter_mut().zip(score::ranks(&standings)) {
            outcome.rank = rank;
        }
        outcomes
    }

    /// That of one player, but for the rank.
    pub(crate) fn alone(
        &self,
        account: AccountId,
        answer: Option<&CountedAnswer>,
        before: Before,
    ) -> Outcome {
        self.outcome(account, self.giver()(answer), before)
    }

    /// Says how good an answer is. Whether the question is graded is asked once for all of them.
    fn giver<'a>(&'a self) -> impl Fn(Option<&'a CountedAnswer>) -> Given<'a> {
        let (grader, graded) = (self.question.grader(), self.question.is_graded());
        move |answer| {
            let share = answer.and_then(|it| grader(&it.answer));
            let grade = match graded {
                true => Grade::of(Some(share.unwrap_or(Share::NONE))),
                false => Grade::Ungraded,
            };
            Given { answer, share, grade }
        }
    }

    fn outcome(
        &self,
        account: AccountId,
        Given { answer, share, grade }: Given<'_>,
        before: Before,
    ) -> Outcome {
        let Before { score, streak, .. } = before;
        let streak = match grade {
            Grade::Right => streak.saturating_add(1),
            Grade::Partly | Grade::Wrong => 0,
            Grade::Ungraded => streak,
        };
        let (elapsed_ms, line_ms) = answer.map_or((0, 0), |it| (it.elapsed_ms, it.line_ms));
        let counted_ms = score::credited_ms(elapsed_ms, line_ms);
        let survival = self.mode.survival().map(|rules| (rules, self.life_before(before)));
        let turn = Turn { round: self.round, grade, streak, is_last: self.is_last };
        let life = survival.map(|(rules, life)| life.after(rules, turn));
        let earns = survival.is_none_or(|(_, life)| life.is_in());
        let (points, bonus) = match share {
            Some(share) if earns => {
                let question = &self.question;
                let scored = Scored { share, elapsed_ms: counted_ms };
                let earned = self.scoring.points(scored, question.points, question.seconds);
                let bonus = match grade {
                    Grade::Right if question.points > 0 => self.scoring.bonus(streak),
                    _ => 0,
                };
                (earned.saturating_add_unsigned(bonus), bonus)
            }
            _ => (0, 0),
        };
        let corrected = self.corrections.points(self.round, account);
        Outcome {
            round: self.round,
            answer: answer.map(|it| it.answer.clone()),
            grade,
            elapsed_ms: u32::try_from(elapsed_ms).unwrap_or(u32::MAX),
            line_ms: u16::try_from(elapsed_ms - counted_ms).unwrap_or(u16::MAX),
            points,
            bonus,
            corrected,
            streak,
            life: life.map(|life| self.revived(life, account)),
            score: score + i64::from(points) + i64::from(corrected),
            rank: 0,
            players: 0,
        }
    }

    /// Whether a player was in before this round. Whoever came when something had been asked already
    /// looks on.
    fn life_before(&self, before: Before) -> Life {
        match before.life {
            Some(life) => life,
            None if self.graded_before => Life { out_in: Some(self.round), ..Life::NEW },
            None => Life::NEW,
        }
    }

    /// The same with the cards that the host granted after this round.
    fn revived(&self, life: Life, account: AccountId) -> Life {
        let (own, everybody) = self.corrections.cards(self.round, account);
        let life = if everybody > 0 && !life.is_in() { life.revived() } else { life };
        (0..own).fold(life, |life, _| life.revived())
    }
}
