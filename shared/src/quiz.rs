//! Quizzes as authored, and what may be wrong with one.
//!
//! The library also keeps quizzes that are not finished. Limits of size hold for all of them
//! ([`Quiz::too_large`]); a game is made only of one that keeps every rule ([`Quiz::problems`]).

use serde::{Deserialize, Serialize};

use crate::ids::MediaId;
use crate::question::{InvalidQuestion, Question, hidden};
use crate::rain::{InvalidPlan, RainPlan};
use crate::score::{InvalidScoring, Scoring};
use crate::theme::{InvalidColours, Theme};

/// Most questions in a quiz.
pub const MAX_QUESTIONS: usize = 20_000;
/// Most rains that a quiz plans.
pub const MAX_PLANNED_RAINS: usize = 8;
/// Most characters in a quiz's title.
pub const MAX_TITLE_CHARS: usize = 120;
/// Most characters in its description.
pub const MAX_DESCRIPTION_CHARS: usize = 300;
/// Most characters in the title of a rain that it plans.
pub const MAX_RAIN_TITLE_CHARS: usize = 60;
/// Most bytes in the tag of its language.
const MAX_LANGUAGE_BYTES: usize = 35;

/// A rain that a quiz plans.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlannedRain {
    /// What its host calls it.
    pub title: Option<String>,
    /// After which question it is proposed, from 1; without one, and in a game that has fewer, at the
    /// end.
    pub after: Option<u16>,
    /// What falls.
    pub plan: RainPlan,
}

impl PlannedRain {
    /// After which question it is proposed in a game of so many.
    #[must_use]
    pub fn place(&self, rounds: u16) -> u16 {
        self.after.unwrap_or(rounds).min(rounds)
    }
}

/// A quiz as authored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Quiz {
    /// The title in the host's library.
    pub title: String,
    /// BCP 47 tag of the language it is written in.
    pub language: String,
    /// One line for the host's library.
    pub description: String,
    /// How answers score.
    #[serde(default)]
    pub scoring: Scoring,
    /// The questions, in order.
    pub questions: Vec<Question>,
    /// The rains proposed to the host, in the order of their places.
    #[serde(default)]
    pub rains: Vec<PlannedRain>,
    /// How its games look at first; `None`: it has no look of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<Theme>,
}

/// A rule that a quiz breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuizProblem {
    /// Which question it is about, by position from 0; `None`: the quiz.
    pub question: Option<u16>,
    /// What is wrong.
    pub what: InvalidQuiz,
}

/// What is wrong with a quiz.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum InvalidQuiz {
    /// No title.
    #[error("the quiz has no title")]
    NoTitle,
    /// Title beyond the limit.
    #[error("the title has {0} characters, {MAX_TITLE_CHARS} at most")]
    TitleTooLong(usize),
    /// The title or the description has a character that nobody sees.
    #[error("the title or the description has the hidden character U+{:04X}", u32::from(*.0))]
    Hidden(char),
    /// No tag of a language.
    #[error("the language is no BCP 47 tag such as en or zh-Hans")]
    Language,
    /// Description beyond the limit.
    #[error("the description has {0} characters, {MAX_DESCRIPTION_CHARS} at most")]
    DescriptionTooLong(usize),
    /// How it scores.
    #[error(transparent)]
    Scoring(#[from] InvalidScoring),
    /// No question.
    #[error("the quiz has no question")]
    NoQuestion,
    /// Questions beyond the limit.
    #[error("the quiz has {0} questions, {MAX_QUESTIONS} at most")]
    TooManyQuestions(usize),
    /// A question; which one is said beside it.
    #[error(transparent)]
    Question(#[from] InvalidQuestion),
    /// Rains beyond the limit.
    #[error("the quiz plans {0} rains, {MAX_PLANNED_RAINS} at most")]
    TooManyRains(usize),
    /// The title of a rain, by position from 0, is empty or beyond the limit.
    #[error(
        "rain {n}: its title has {1} characters; expected 1 to {MAX_RAIN_TITLE_CHARS}",
        n = usize::from(*.0) + 1
    )]
    RainTitle(u16, usize),
    /// A rain, by position from 0, cannot fall.
    #[error("rain {n}: {1}", n = usize::from(*.0) + 1)]
    Rain(u16, InvalidPlan),
    /// The colours of its look.
    #[error(transparent)]
    Colours(#[from] InvalidColours),
}

impl std::fmt::Display for QuizProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.question {
            Some(question) => write!(f, "question {}: {}", usize::from(question) + 1, self.what),
            None => self.what.fmt(f),
        }
    }
}

impl QuizProblem {
    fn of_quiz(what: InvalidQuiz) -> Self {
        Self { question: None, what }
    }
}

impl Quiz {
    /// A quiz of which nothing is written yet.
    #[must_use]
    pub fn blank(language: String) -> Self {
        Self {
            title: String::new(),
            language,
            description: String::new(),
            scoring: Scoring::default(),
            questions: Vec::new(),
            rains: Vec::new(),
            theme: None,
        }
    }

    /// The pictures and sounds of its questions, and the pictures of its look.
    pub fn media(&self) -> impl Iterator<Item = MediaId> {
        let of_look = self.theme.iter().flat_map(Theme::media);
        self.questions.iter().flat_map(Question::media).chain(of_look)
    }

    /// Every rule that is broken: of the quiz, then of each question, then of its rains. None: a game
    /// can be made of it.
    #[must_use]
    pub fn problems(&self) -> Vec<QuizProblem> {
        let mut problems: Vec<_> = self.own_problems().map(QuizProblem::of_quiz).collect();
        for (question, place) in self.questions.iter().zip(0..) {
            problems.extend(
                question
                    .problems()
                    .into_iter()
                    .map(|what| QuizProblem { question: Some(place), what: what.into() }),
            );
        }
        problems.extend(self.rain_problems().into_iter().map(QuizProblem::of_quiz));
        problems
    }

    fn own_problems(&self) -> impl Iterator<Item = InvalidQuiz> {
        let long = self.long_texts();
        let broken = [
            self.title.trim().is_empty().then_some(InvalidQuiz::NoTitle),
            (!is_language(&self.language)).then_some(InvalidQuiz::Language),
            hidden(&self.title).or_else(|| hidden(&self.description)).map(InvalidQuiz::Hidden),
            self.scoring.check().err().map(InvalidQuiz::Scoring),
            self.questions.is_empty().then_some(InvalidQuiz::NoQuestion),
            self.theme.and_then(|theme| theme.check().err()).map(InvalidQuiz::Colours),
        ];
        long.into_iter().chain(broken).flatten()
    }

    /// Texts and lists of the quiz itself that are too long.
    fn long_texts(&self) -> [Option<InvalidQuiz>; 4] {
        let (title, description) = (self.title.chars().count(), self.description.chars().count());
        let (questions, rains) = (self.questions.len(), self.rains.len());
        [
            (title > MAX_TITLE_CHARS).then_some(InvalidQuiz::TitleTooLong(title)),
            (description > MAX_DESCRIPTION_CHARS)
                .then_some(InvalidQuiz::DescriptionTooLong(description)),
            (questions > MAX_QUESTIONS).then_some(InvalidQuiz::TooManyQuestions(questions)),
            (rains > MAX_PLANNED_RAINS).then_some(InvalidQuiz::TooManyRains(rains)),
        ]
    }

    fn rain_problems(&self) -> Vec<InvalidQuiz> {
        let mut problems = Vec::new();
        for (rain, place) in self.rains.iter().zip(0..) {
            let title = rain.title.as_deref().map(|title| match title.trim() {
                "" => 0,
                _ => title.chars().count(),
            });
            if let Some(chars) = title
                && !(1..=MAX_RAIN_TITLE_CHARS).contains(&chars)
            {
                problems.push(InvalidQuiz::RainTitle(place, chars));
            }
            if let Err(why) = rain.plan.check() {
                problems.push(InvalidQuiz::Rain(place, why));
            }
        }
        problems
    }

    /// The first limit of size that is broken. One that is too large is not kept, finished or not.
    #[must_use]
    pub fn too_large(&self) -> Option<QuizProblem> {
        let language = (self.language.len() > MAX_LANGUAGE_BYTES).then_some(InvalidQuiz::Language);
        let own = self.long_texts().into_iter().chain([language]).flatten().next();
        if let Some(what) = own {
            return Some(QuizProblem::of_quiz(what));
        }
        let mut questions = self.questions.iter().zip(0..);
        let question = questions.find_map(|(question, place)| {
            let what = question.too_large()?.into();
            Some(QuizProblem { question: Some(place), what })
        });
        let rain = || {
            self.rains.iter().zip(0..).find_map(|(rain, place)| {
                let chars = rain.title.as_ref().map_or(0, |title| title.chars().count());
                (chars > MAX_RAIN_TITLE_CHARS)
                    .then(|| QuizProblem::of_quiz(InvalidQuiz::RainTitle(place, chars)))
            })
        };
        question.or_else(rain)
    }
}

/// Whether this may be a BCP 47 tag: parts of up to 8 letters and digits, joined by hyphens, the
/// first of letters alone.
#[must_use]
pub fn is_language(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let first = parts.next().unwrap_or_default();
    (2..=8).contains(&first.len())
        && first.bytes().all(|byte| byte.is_ascii_alphabetic())
        && tag.len() <= MAX_LANGUAGE_BYTES
        && parts.all(|part| {
            (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allocation::{Bounds, Split};
    use crate::money::{Currency, Minor};
    use crate::question::{ChoiceSet, Picture, QuestionKind, Single, Sound};
    use crate::rain::Eligibility;
    use crate::theme::{Colour, Colours, Look};

    fn quiz() -> Quiz {
        let choices = ["One", "Two"].map(str::to_owned).into();
        let single = Single { choices, correct: ChoiceSet::one(0), shuffled: false };
        let question = Question::new("How many?".to_owned(), QuestionKind::Single(single));
        Quiz {
            title: "Counting".to_owned(),
            questions: vec![question.clone(), question],
            ..Quiz::blank("en".to_owned())
        }
    }

    fn rain(packets: u32) -> PlannedRain {
        let bounds = Bounds { pot: Minor(100), packets, min: Minor(1), max: Minor(100) };
        let plan = RainPlan {
            currency: Currency::POINTS,
            bounds,
            split: Split::Equal,
            seconds: 10,
            eligibility: Eligibility::Everyone,
        };
        PlannedRain { title: Some(" ".to_owned()), after: None, plan }
    }

    #[test]
    fn a_quiz_without_a_look_is_written_as_ever_and_pictures_of_a_look_are_its_own() {
        let mut it = quiz();
        assert!(serde_json::to_value(&it).unwrap().get("theme").is_none());
        let [shown, logo, falls] = [1, 2, 3].map(|number| MediaId([number; 16]));
        it.questions[1].picture =
            Some(Picture { media: shown, width: 1, height: 1, alt: "x".to_owned() });
        let (logo, falls) = (Some(logo), Some(falls));
        it.theme = Some(Theme { look: Look::Snow, colours: None, logo, falls });
        let found: Vec<MediaId> = it.media().collect();
        assert_eq!(found, [shown, logo.unwrap(), falls.unwrap()]);
        let text = serde_json::to_string(&it).unwrap();
        assert_eq!(serde_json::from_str::<Quiz>(&text).unwrap(), it);
    }

    fn said(quiz: &Quiz) -> Vec<String> {
        quiz.problems().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_finished_quiz_has_no_problems() {
        assert_eq!(said(&quiz()), [""; 0]);
        assert_eq!(quiz().too_large(), None);
    }

    #[test]
    fn every_rule_that_is_broken_is_named_with_its_place() {
        let blank = Quiz::blank(String::new());
        assert_eq!(
            said(&blank),
            [
                "the quiz has no title",
                "the language is no BCP 47 tag such as en or zh-Hans",
                "the quiz has no question",
            ]
        );
        let mut bad = quiz();
        bad.title = "Turned\u{202e}".to_owned();
        bad.scoring.wrong_percent = 101;
        let grey = Colour([0x76; 3]);
        let colours = Some(Colours { main: grey, ink: grey });
        bad.theme = Some(Theme { colours, ..Theme::default() });
        bad.questions[1].text = " ".to_owned();
        bad.questions[1].seconds = 3;
        bad.questions[1].explanation = format!("{}\u{7}", "x".repeat(500));
        bad.questions[1].picture =
            Some(Picture { media: MediaId([0; 16]), width: 1, height: 1, alt: String::new() });
        bad.rains = vec![rain(4), rain(0)];
        assert_eq!(
            said(&bad),
            [
                "the title or the description has the hidden character U+202E",
                "a wrong answer costs 101 % of the points; expected 0 to 100",
                "texts on the main colour have a contrast of less than 4.5",
                "question 2: the question has no text",
                "question 2: the picture's alt text has 0 characters; expected 1 to 200",
                "question 2: 3 seconds; a question has 5 to 240, or 0 for no end",
                "question 2: the explanation has 501 characters, 500 at most",
                "question 2: the text has the hidden character U+0007; take it out",
                "rain 1: its title has 0 characters; expected 1 to 60",
                "rain 2: its title has 0 characters; expected 1 to 60",
                &format!("rain 2: {}", bad.rains[1].plan.check().unwrap_err()),
            ]
        );
        // All of it can be kept, but for the explanation.
        assert_eq!(bad.too_large().map(|it| it.question), Some(Some(1)));
        bad.questions[1].explanation.pop();
        assert_eq!(bad.too_large(), None);
    }

    #[test]
    fn a_sound_may_lack_words_and_has_not_too_many() {
        let mut heard = quiz();
        let sound = |words| Some(Sound { media: MediaId([1; 16]), ms: 900, words });
        heard.questions[0].sound = sound(String::new());
        assert_eq!(said(&heard), [""; 0]);
        heard.questions[0].sound = sound("x".repeat(501));
        let what = "question 1: the words for the sound have 501 characters, 500 at most";
        assert_eq!(said(&heard), [what]);
        assert_eq!(heard.too_large().unwrap().to_string(), what);
        heard.questions[0].sound = sound("a bell\u{202e}".to_owned());
        assert!(said(&heard)[0].contains("U+202E"));
    }

    #[test]
    fn an_empty_question_says_all_that_it_lacks() {
        let mut empty = quiz();
        empty.questions.truncate(1);
        let choices = ["", "Two", "", "Two"].map(str::to_owned).into();
        let correct = ChoiceSet::EMPTY;
        empty.questions[0].text.clear();
        empty.questions[0].kind =
            QuestionKind::Single(Single { choices, correct, shuffled: false });
        assert_eq!(
            said(&empty),
            [
                "question 1: the question has no text",
                "question 1: choice 1 has no text",
                "question 1: choice 3 has no text",
                "question 1: choices 2 and 4 are the same",
                "question 1: the key names no choice of this question",
            ]
        );
    }

    #[test]
    fn what_is_too_large_is_named_whatever_else_is_wrong() {
        type Change = fn(&mut Quiz);
        let changes: [(Change, &str); 9] = [
            (|it| it.title = "字".repeat(121), "the title has 121"),
            (|it| it.description = "x".repeat(301), "the description has 301"),
            (|it| it.language = "x".repeat(36), "the language"),
            (|it| it.questions = vec![it.questions[0].clone(); 20_001], "the quiz has 20001"),
            (|it| it.rains = vec![rain(0); 9], "the quiz plans 9"),
            (|it| it.rains[0].title = Some("x".repeat(61)), "rain 1: its title has 61"),
            (|it| it.questions[1].text = "x".repeat(501), "question 2: the question has 501"),
            (
                |it| {
                    if let QuestionKind::Single(single) = &mut it.questions[1].kind {
                        single.choices = vec!["x".to_owned(); 41];
                    }
                },
                "question 2: more than 40 choices",
            ),
            (
                |it| {
                    if let QuestionKind::Single(single) = &mut it.questions[1].kind {
                        single.choices = vec!["x".repeat(201)];
                    }
                },
                "question 2: more than 40 choices",
            ),
        ];
        for (change, says) in changes {
            let mut large = quiz();
            large.rains.push(rain(0));
            assert_eq!(large.too_large(), None);
            change(&mut large);
            let found = large.too_large().unwrap().to_string();
            assert!(found.starts_with(says), "{found}");
        }
    }
}
