//! How a bot behaves: when it comes, how long it thinks, what it picks. Follows from the seed and
//! from nothing else, so that a run can be repeated.

use std::time::Duration;

use quizrain_shared::field::JoinField;
use quizrain_shared::ids::{Contribution, RainId};
use quizrain_shared::phase::Kind;
use quizrain_shared::question::{
    Answer, ChoiceSet, ChoicesView, KindView, MatchingView, NumberView, OrderView, Place, PollView,
    QuestionView, Scale, TrueFalse, WHOLE, arranged,
};
use quizrain_shared::rain::{Field, Motion, falling};
use quizrain_shared::wire::Reaction;

use super::random::Random;
use super::{names, texts};

/// Occasions that are not a question: a question's occasion is its round.
const ARRIVAL: u64 = 1 << 32;
const CHARACTER: u64 = 2 << 32;
const RAIN: u64 = 3 << 32;
const DROP: u64 = 4 << 32;
const LOOK: u64 = 5 << 32;
const LOBBY: u64 = 6 << 32;
const PODIUM: u64 = 7 << 32;

/// This share of bots only watches.
const WATCHERS: f64 = 0.02;
/// A question finds this share of the others distracted.
const DISTRACTED: f64 = 0.03;
/// So many pick what looks plausible to everybody, so that some choices are popular.
const FOLLOWERS: f64 = 0.45;
/// What typing takes, as characters that are read.
const TYPED_CHARS: usize = 40;
/// How long a question without an end seems to have.
const UNTIMED_SECONDS: u16 = 20;
/// Nobody reads and taps faster.
const FASTEST: Duration = Duration::from_millis(900);
/// An answer is sent no later than so long before the deadline.
const LAST_CALL: Duration = Duration::from_millis(1200);
/// So many reactions are applause.
const APPLAUSE: f64 = 0.4;
/// In the lobby people look around first, at the podium who comes first.
const LOOKS_AROUND: Duration = Duration::from_secs(6);
const SEES_THE_FIRST: Duration = Duration::from_millis(1500);
/// The least and the longest time between two reactions of one person.
const BETWEEN: Duration = Duration::from_millis(600);
const LONGER_BETWEEN: Duration = Duration::from_secs(4);

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

    /// What the bot fills in where a game asks for something: nobody makes up what matches a pattern.
    pub(crate) fn field(&self, asked: &JoinField) -> String {
        match asked.example.as_str() {
            "" => format!("{} {}", asked.name, self.number),
            example => example.to_owned(),
        }
    }

    /// What the bot adds to the draws of a game: the same each time it asks.
    pub(crate) fn contribution(&self) -> Contribution {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&self.seed.to_be_bytes());
        bytes[8..12].copy_from_slice(&self.number.to_be_bytes());
        Contribution(bytes)
    }

    /// How long the bot looks at what was right, or at how to begin, before this question.
    pub(crate) fn looks_for(&self, question: u16) -> Duration {
        let mut random = self.random(LOOK | u64::from(question));
        Duration::from_secs_f64((0.6 + 2.5 * random.unit() * random.unit()) * self.pace)
    }

    /// Which of so many teams the bot is for.
    pub(crate) fn team(&self, teams: u8) -> u8 {
        u8::try_from(self.number % u32::from(teams.max(1))).unwrap_or(0)
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
        let (answer, chars) = answer(&mut random, question)?;
        // About 25 characters a second are read, and the rest is doubt.
        let reading = 0.6 + (question.text.chars().count() + chars) as f64 / 25.0;
        // Without an end nobody doubts for ever.
        let seconds = if question.seconds == 0 { UNTIMED_SECONDS } else { question.seconds };
        let doubt = f64::from(seconds) * 0.35 * random.unit() * random.unit();
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

    /// How the bot reacts while it has nothing else to do, and how long after it has come there; the last
    /// comes first.
    pub(crate) fn reactions(&self, kind: Kind) -> Vec<(Duration, Reaction)> {
        let (occasion, begins, most) = match kind {
            Kind::Lobby => (LOBBY, LOOKS_AROUND, 2),
            Kind::Podium => (PODIUM, SEES_THE_FIRST, 6),
            _ => return Vec::new(),
        };
        let mut random = self.random(occasion);
        let count = if self.watches { 0 } else { random.below(most + 1) };
        let mut after = begins;
        let mut reactions = Vec::with_capacity(count);
        for _ in 0..count {
            after += BETWEEN + LONGER_BETWEEN.mul_f64(random.unit() * random.unit());
            let other = Reaction::ALL[random.below(Reaction::ALL.len())];
            let applauds = random.chance(APPLAUSE);
            reactions.push((after, if applauds { Reaction::Clap } else { other }));
        }
        reactions.reverse();
        reactions
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

/// An answer, and how many characters besides the question's text are read and typed before it.
/// `None`: there is nothing to answer.
fn answer(random: &mut Random, question: &QuestionView) -> Option<(Answer, usize)> {
    Some(match &question.kind {
        KindView::Single(ChoicesView { choices, .. }) => {
            (pick(random, question, choices.len(), false), chars(choices))
        }
        KindView::Multiple(ChoicesView { choices, .. }) => {
            (pick(random, question, choices.len(), true), chars(choices))
        }
        KindView::TrueFalse => (pick(random, question, TrueFalse::COUNT, false), 0),
        KindView::Poll(PollView { choices, several }) => {
            (pick(random, question, choices.len(), *several), chars(choices))
        }
        KindView::Scale(scale) => {
            let count = usize::from(scale.to - scale.from) + 1;
            // Most people are rather for it.
            let mark = random.below(count).max(random.below(count));
            (Scale::answer(scale.from + mark as u8), 0)
        }
        KindView::Number(field) => (number(random, field), TYPED_CHARS),
        KindView::Typed => (typed(texts::guess(random, question))?, TYPED_CHARS),
        KindView::OpenText => (typed(texts::sentence(random))?, 2 * TYPED_CHARS),
        KindView::Cloud(cloud) => {
            let count = 1 + random.below(usize::from(cloud.words));
            let words: Vec<&str> = (0..count).map(|_| texts::word(random)).collect();
            (cloud.answer(words)?, TYPED_CHARS)
        }
        KindView::Order(OrderView { items }) => (order(random, items.len())?, chars(items)),
        KindView::Matching(MatchingView { left, right }) => {
            (order(random, right.len())?, chars(left) + chars(right))
        }
        KindView::Hotspot => (hotspot(random, question), 0),
        KindView::Slide => return None,
    })
}

fn typed(text: &str) -> Option<Answer> {
    Answer::try_from(text.as_bytes()).ok()
}

/// Somewhere around what everybody finds plausible.
fn number(random: &mut Random, field: &NumberView) -> Answer {
    let span = (field.max - field.min) as f64;
    let likely = 0.2 + 0.6 * random.unit();
    let around = (0.5 * likely + 0.25 + 0.1 * random.around()).clamp(0.0, 1.0);
    let steps = (span * around / field.step as f64).round() as i64;
    NumberView::answer((field.min + steps * field.step).clamp(field.min, field.max))
}

/// Most items in their order, as somebody has it who knows a little.
fn order(random: &mut Random, count: usize) -> Option<Answer> {
    let mut items: Vec<u8> = (0..count as u8).collect();
    for i in (1..items.len()).rev() {
        if random.chance(0.6) {
            items.swap(i, random.below(i + 1));
        }
    }
    arranged(&items)
}

/// A place around the one that everybody finds plausible.
fn hotspot(random: &mut Random, question: &QuestionView) -> Answer {
    let likely = question.text.bytes().map(f64::from).sum::<f64>() % 61.0 / 100.0 + 0.2;
    let mut part = |likely: f64| {
        let around: f64 = likely + 0.15 * random.around();
        (around.clamp(0.0, 1.0) * f64::from(WHOLE)) as u16
    };
    let (x, y) = (part(likely), part(1.0 - likely));
    Place { x, y }.into()
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
    use quizrain_shared::ids::MediaId;
    use quizrain_shared::question::*;
    use quizrain_shared::rain::{drop_count, on_screen};

    use super::*;

    fn question(kind: QuestionKind) -> Question {
        let picture = Picture { media: MediaId([1; 16]), width: 4, height: 3, alt: "A".into() };
        Question { picture: Some(picture), ..Question::new("Which of these?".to_owned(), kind) }
    }

    fn kinds() -> Vec<QuestionKind> {
        let choices = || ["a", "b", "c", "d"].map(str::to_owned).to_vec();
        let (correct, shuffled) = (ChoiceSet::one(1), false);
        let field = NumberView { min: -50, max: 5000, step: 5, decimals: 1, unit: "m".into() };
        vec![
            QuestionKind::Single(Single { choices: choices(), correct, shuffled }),
            QuestionKind::Multiple(Multiple { choices: choices(), correct, shuffled }),
            QuestionKind::TrueFalse(TrueFalse { correct: true }),
            QuestionKind::Typed(Typed { accepted: choices() }),
            QuestionKind::Number(Number { field, correct: 0, tolerance: 0, credit_within: 0 }),
            QuestionKind::Order(Order { items: choices() }),
            QuestionKind::Matching(Matching { left: choices(), right: choices() }),
            QuestionKind::Hotspot(Hotspot {
                region: Region { x: 0, y: 0, width: 10, height: 10, round: true },
            }),
            QuestionKind::Poll(Poll { choices: choices(), several: true }),
            QuestionKind::Scale(Scale {
                from: 0,
                to: 10,
                from_label: String::new(),
                to_label: String::new(),
            }),
            QuestionKind::Cloud(Cloud { words: 3 }),
            QuestionKind::OpenText(OpenText {}),
        ]
    }

    fn single() -> QuestionView {
        question(kinds().swap_remove(0)).view()
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
                    assert!(question.accepts(answer), "{question:?} {answer}");
                    assert!(*thinks + LAST_CALL <= left);
                }
                let same = replies.iter().filter(|reply| reply.1 == replies[0].1).count();
                assert!(same < 900, "{same} the same");
            }
        }
    }

    #[test]
    fn people_react_while_they_wait_and_none_is_a_flood() {
        for (kind, begins) in [(Kind::Lobby, LOOKS_AROUND), (Kind::Podium, SEES_THE_FIRST)] {
            let all: Vec<_> = (0..1000).map(|bot| Person::new(1, bot).reactions(kind)).collect();
            for reactions in &all {
                let mut before = begins;
                for (after, _) in reactions.iter().rev() {
                    assert!(*after >= before + BETWEEN, "{reactions:?}");
                    before = *after;
                }
            }
            for reaction in Reaction::ALL {
                assert!(all.iter().flatten().any(|(_, it)| *it == reaction), "{reaction:?}");
            }
            assert!(all.iter().any(Vec::is_empty));
        }
        for kind in [Kind::Asking, Kind::Rain, Kind::Board] {
            assert_eq!(Person::new(1, 1).reactions(kind), []);
        }
    }

    #[test]
    fn nobody_answers_a_slide() {
        let slide = question(QuestionKind::Slide(Slide {})).view();
        assert_eq!(Person::new(1, 1).reply(0, &slide, Duration::from_secs(20)), None);
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
