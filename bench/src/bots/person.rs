//! How a bot behaves: when it comes, how long it thinks, what it picks. Follows from the seed and
//! from nothing else, so that a run can be repeated.

use std::time::Duration;

use quizrain_shared::ids::{Contribution, RainId};
use quizrain_shared::question::{
    Answer, ChoiceSet, ChoicesView, KindView, QuestionView, TrueFalse,
};
use quizrain_shared::rain::{Field, Motion, falling};

use super::names;
use super::random::Random;

/// Occasions that are not a question: a question's occasion is its round.
const ARRIVAL: u64 = 1 << 32;
const CHARACTER: u64 = 2 << 32;
const RAIN: u64 = 3 << 32;
const DROP: u64 = 4 << 32;

/// This share of bots only watches.
const WATCHERS: f64 = 0.02;
/// A question finds this share of the others distracted.
const DISTRACTED: f64 = 0.03;
/// So many pick what looks plausible to everybody, so that some choices are popular.
const FOLLOWERS: f64 = 0.45;
/// Nobody reads and taps faster.
const FASTEST: Duration = Duration::from_millis(900);
/// An answer is sent no later than so long before the deadline.
const LAST_CALL: Duration = Duration::from_millis(1200);

/// Bot number so and so of a run.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    seed: u64,
    number: u32,
    /// Slow people are above 1.
    pace: f64,
    watches: bool,
}

impl Person {
    pub(crate) fn new(seed: u64, number: u32) -> Self {
        let mut random = Random::of(seed, number, CHARACTER);
        let pace = 1.0 + 0.5 * random.around();
        Self { seed, number, pace, watches: random.chance(WATCHERS) }
    }

    fn random(&self, occasion: u64) -> Random {
        Random::of(self.seed, self.number, occasion)
    }

    /// The nickname; another one for each attempt.
    pub(crate) fn nickname(&self, attempt: u32) -> String {
        // Another seed, other names; every bot of a run is shifted alike, so names stay different.
        names::nickname(self.number + (self.seed % 96) as u32, attempt)
    }

    /// What the bot adds to the draws of a game: the same each time it asks.
    pub(crate) fn contribution(&self) -> Contribution {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&self.seed.to_be_bytes());
        bytes[8..12].copy_from_slice(&self.number.to_be_bytes());
        Contribution(bytes)
    }

    /// When the bot opens the page, within the time in which people arrive.
    pub(crate) fn arrives_after(&self, over: Duration) -> Duration {
        over.mul_f64(self.random(ARRIVAL).unit())
    }

    /// How long the bot types its name.
    pub(crate) fn types_for(&self) -> Duration {
        Duration::from_millis(300).mul_f64(self.pace)
    }

    /// The answer to a question and how long it takes to think of it, where `left` is until the
    /// deadline. `None`: no answer.
    pub(crate) fn reply(
        &self,
        round: u16,
        question: &QuestionView,
        left: Duration,
    ) -> Option<(Duration, Answer)> {
        let mut random = self.random(u64::from(round));
        let distracted = random.chance(DISTRACTED);
        let (answer, chars) = answer(&mut random, question);
        // About 25 characters a second are read, and the rest is doubt.
        let reading = 0.6 + (question.text.chars().count() + chars) as f64 / 25.0;
        let doubt = f64::from(question.seconds) * 0.35 * random.unit() * random.unit();
        let thinks = Duration::from_secs_f64((reading.min(6.0) + doubt) * self.pace).max(FASTEST);
        let latest = left.checked_sub(LAST_CALL)?;
        let thinks = if thinks <= latest {
            thinks
        } else {
            // In a hurry people get it done, just not all in the same instant.
            latest.mul_f64(0.6 + 0.4 * random.unit())
        };
        (!self.watches && !distracted).then_some((thinks, answer))
    }

    /// How long after the first drop the bot goes for one.
    pub(crate) fn reacts_after(&self, rain: RainId) -> Duration {
        let mut random = self.random(RAIN ^ u64::from_le_bytes(rain.0));
        Duration::from_secs_f64((0.35 + 2.5 * random.unit() * random.unit()) * self.pace)
    }

    /// A drop that a phone shows at a time after the rain's opening. `None`: none is there now.
    pub(crate) fn drop_to_tap(&self, seed: u64, window_ms: u64, at_ms: u64) -> Option<u32> {
        let field = Field::new(390.0, 844.0);
        let shown: Vec<u32> = falling(seed, window_ms, at_ms as f64, field, Motion::Full)
            .filter(|drop| (0.0..=field.height).contains(&drop.y))
            .map(|drop| drop.index)
            .collect();
        let choice = self.random(DROP ^ at_ms).below(shown.len());
        shown.get(choice).copied()
    }
}

/// An answer, and how many characters besides the question's text are read before it.
fn answer(random: &mut Random, question: &QuestionView) -> (Answer, usize) {
    match &question.kind {
        KindView::Single(ChoicesView { choices }) => {
            (pick(random, question, choices.len(), false), chars(choices))
        }
        KindView::Multiple(ChoicesView { choices }) => {
            (pick(random, question, choices.len(), true), chars(choices))
        }
        KindView::TrueFalse => (pick(random, question, TrueFalse::COUNT, false), 0),
    }
}

fn chars(choices: &[String]) -> usize {
    choices.iter().map(|choice| choice.chars().count()).sum()
}

fn pick(random: &mut Random, question: &QuestionView, count: usize, many: bool) -> Answer {
    let follows = random.chance(FOLLOWERS);
    // Everybody who follows finds the same choice plausible.
    let popular = question.text.bytes().map(usize::from).sum::<usize>() % count.max(1);
    let first = if follows { popular } else { random.below(count) };
    let mut picked = ChoiceSet::one(first);
    if many {
        for index in (0..count).filter(|index| *index != first) {
            if random.chance(0.35) {
                picked = picked.toggled(index);
            }
        }
    }
    picked.into()
}

#[cfg(test)]
mod tests {
    use quizrain_shared::question::{Multiple, Question, QuestionKind, Single};
    use quizrain_shared::rain::{drop_count, on_screen};

    use super::*;

    fn question(kind: QuestionKind) -> Question {
        let (text, explanation) = ("Which of these?".to_owned(), String::new());
        Question { text, kind, seconds: 20, points: 1000, explanation }
    }

    fn kinds() -> [QuestionKind; 3] {
        let choices = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
        let correct = ChoiceSet::one(1);
        [
            QuestionKind::Single(Single { choices: choices.clone(), correct }),
            QuestionKind::Multiple(Multiple { choices, correct }),
            QuestionKind::TrueFalse(TrueFalse { correct: true }),
        ]
    }

    fn single() -> QuestionView {
        let [single, ..] = kinds();
        question(single).view()
    }

    #[test]
    fn answers_are_legal_in_time_and_not_all_the_same() {
        for kind in kinds() {
            let question = question(kind);
            for left in [Duration::from_secs(20), Duration::from_secs(3)] {
                let replies: Vec<_> = (0..1000)
                    .filter_map(|bot| Person::new(1, bot).reply(0, &question.view(), left))
                    .collect();
                assert!((900..990).contains(&replies.len()), "{} answers", replies.len());
                for (thinks, answer) in &replies {
                    assert!(question.accepts(answer));
                    assert!(*thinks + LAST_CALL <= left);
                }
                let same = replies.iter().filter(|reply| reply.1 == replies[0].1).count();
                assert!(same < 900, "{same} the same");
            }
        }
    }

    #[test]
    fn nobody_answers_when_no_time_is_left() {
        let question = single();
        assert_eq!(Person::new(1, 1).reply(0, &question, Duration::from_millis(900)), None);
    }

    #[test]
    fn a_seed_replays_thoughts() {
        let question = single();
        let left = Duration::from_secs(20);
        let think = |seed, bot| Person::new(seed, bot).reply(3, &question, left);
        let replay = |seed| (0..50).map(|bot| think(seed, bot)).collect::<Vec<_>>();
        assert_eq!(replay(9), replay(9));
        assert_ne!(replay(9), replay(10));
    }

    #[test]
    fn only_drops_on_a_screen_are_tapped() {
        let window_ms = 10_000;
        for bot in 0..20 {
            let person = Person::new(3, bot);
            for at_ms in (1500..window_ms).step_by(97) {
                let drop = person.drop_to_tap(42, window_ms, at_ms).unwrap();
                assert!(drop < drop_count(window_ms) && on_screen(42, window_ms, drop, at_ms));
            }
        }
    }
}
