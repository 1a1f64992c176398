//! Questions: what all of them have, and one file for each kind.
//!
//! A kind's file has its form as authored, with the key; which answers it accepts; what is wrong
//! with it; the share of the points that an answer earns; and how answers are counted. Here stand
//! the enums that choose among them. To add a kind: its file, a variant of [`QuestionKind`] and of
//! [`KindView`], a line in `of_kind!`, and where no other kind has the like, a variant of [`Key`],
//! [`Tally`] and [`InvalidQuestion`].

mod answer;
mod arrangement;
mod choices;
mod cloud;
mod fixed;
mod hotspot;
mod lines;
mod marks;
mod matching;
mod multiple;
mod number;
mod open_text;
mod order;
mod picture;
mod poll;
mod rules;
mod scale;
mod shuffle;
mod single;
mod slide;
mod sound;
mod text;
mod true_false;
mod typed;

use serde::{Deserialize, Serialize};

use crate::ids::MediaId;
use crate::score::Share;
use rules::MAX_TEXTS;

pub use answer::{Answer, InvalidAnswer, MAX_ANSWER_BYTES};
pub use arrangement::{arranged, placed};
pub use choices::{CHOICES, ChoiceSet, ChoicesView, InvalidChoices, MAX_CHOICE_CHARS};
pub use cloud::{Cloud, CloudView, MAX_WORD_CHARS, WORDS, words};
pub use hotspot::{CELLS, Hotspot, Place, Region, WHOLE};
pub use lines::{CountedLine, Line};
pub use marks::{MAX_HIDDEN, MAX_PICKED, Mark, Marks, TooManyMarks};
pub use matching::{Matching, MatchingView};
pub use multiple::Multiple;
pub use number::{Bar, InvalidNumber, Number, NumberView};
pub use open_text::{MAX_OPEN_TEXT_CHARS, OpenText};
pub use order::{Order, OrderView};
pub use picture::{MAX_ALT_CHARS, Picture};
pub use poll::{Poll, PollView};
pub use scale::{InvalidScale, Scale};
pub use shuffle::shuffled;
pub use single::Single;
pub use slide::Slide;
pub use sound::{MAX_SOUND_MS, MAX_SOUND_WORDS_CHARS, Sound, SoundView};
pub use text::{clean, fold, folded_words, hidden, is_hostile, is_sentence_mark, tidy};
pub use true_false::TrueFalse;
pub use typed::{InvalidAccepted, MAX_TYPED_CHARS, Typed};

/// Shortest and longest time for a question, in seconds, where it has one.
pub const SECONDS: std::ops::RangeInclusive<u16> = 5..=240;
/// Longest time in which a question can be read before it opens, in seconds.
pub const MAX_READ_SECONDS: u16 = 30;
/// Most points for a question.
pub const MAX_POINTS: u16 = 10_000;
/// Time for a question whose author says nothing of it, in seconds.
pub const DEFAULT_SECONDS: u16 = 20;
/// Points for such a question, where anything is right.
const DEFAULT_POINTS: u16 = 1000;
/// Most characters in a question.
pub const MAX_QUESTION_CHARS: usize = 500;
/// Most characters in an explanation.
pub const MAX_EXPLANATION_CHARS: usize = 500;

/// A question as its author knows it, with the key. Never sent to players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Question {
    /// The question.
    pub text: String,
    /// What it is about.
    #[serde(default)]
    pub picture: Option<Picture>,
    /// What is heard.
    #[serde(default)]
    pub sound: Option<Sound>,
    /// How it is answered, and what is right.
    pub kind: QuestionKind,
    /// Time to read it before it can be answered, in seconds.
    #[serde(default)]
    pub read_seconds: u16,
    /// Time to answer, in seconds; 0: until all have answered or the host goes on.
    pub seconds: u16,
    /// Points for a full and instant answer.
    pub points: u16,
    /// A sentence shown after the reveal; may be empty.
    pub explanation: String,
}

/// What players and the screen may see of a question before its reveal: no key, nothing derived
/// from the key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuestionView {
    /// The question.
    pub text: String,
    /// What it is about.
    pub picture: Option<Picture>,
    /// What is heard.
    pub sound: Option<SoundView>,
    /// How it is answered.
    pub kind: KindView,
    /// Time to answer, in seconds; 0: until all have answered or the host goes on.
    pub seconds: u16,
    /// Points for a full and instant answer.
    pub points: u16,
}

/// A kind of question as authored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// One choice.
    Single(Single),
    /// Any number of choices; part of the points for part of the right ones.
    Multiple(Multiple),
    /// True or false.
    TrueFalse(TrueFalse),
    /// A typed text.
    Typed(Typed),
    /// A number.
    Number(Number),
    /// Items in their order.
    Order(Order),
    /// Items that belong together.
    #[serde(rename = "match")]
    Matching(Matching),
    /// A pin on the picture.
    Hotspot(Hotspot),
    /// One choice or several, of which none is right.
    Poll(Poll),
    /// A number from a few in a row, of which none is right.
    Scale(Scale),
    /// Words of the player's own.
    #[serde(rename = "word_cloud")]
    Cloud(Cloud),
    /// A sentence of the player's own.
    OpenText(OpenText),
    /// Nothing: text and picture alone.
    Slide(Slide),
}

impl QuestionKind {
    /// Its name in files and reports.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Single(_) => "single",
            Self::Multiple(_) => "multiple",
            Self::TrueFalse(_) => "true_false",
            Self::Typed(_) => "typed",
            Self::Number(_) => "number",
            Self::Order(_) => "order",
            Self::Matching(_) => "match",
            Self::Hotspot(_) => "hotspot",
            Self::Poll(_) => "poll",
            Self::Scale(_) => "scale",
            Self::Cloud(_) => "word_cloud",
            Self::OpenText(_) => "open_text",
            Self::Slide(_) => "slide",
        }
    }
}

/// Does the same with whatever kind it is.
macro_rules! of_kind {
    ($kind:expr, $it:ident => $what:expr) => {
        match $kind {
            QuestionKind::Single($it) => $what,
            QuestionKind::Multiple($it) => $what,
            QuestionKind::TrueFalse($it) => $what,
            QuestionKind::Typed($it) => $what,
            QuestionKind::Number($it) => $what,
            QuestionKind::Order($it) => $what,
            QuestionKind::Matching($it) => $what,
            QuestionKind::Hotspot($it) => $what,
            QuestionKind::Poll($it) => $what,
            QuestionKind::Scale($it) => $what,
            QuestionKind::Cloud($it) => $what,
            QuestionKind::OpenText($it) => $what,
            QuestionKind::Slide($it) => $what,
        }
    };
}

impl QuestionKind {
    fn check(&self) -> Result<(), InvalidQuestion> {
        of_kind!(self, it => it.check())
    }
}

/// A kind of question as players see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum KindView {
    /// One choice.
    Single(ChoicesView),
    /// Any number of choices; part of the points for part of the right ones.
    Multiple(ChoicesView),
    /// True (choice 0) or false (choice 1); the choices have no texts of their own.
    TrueFalse,
    /// A typed text.
    Typed,
    /// A number.
    Number(NumberView),
    /// Items in their order.
    Order(OrderView),
    /// Items that belong together.
    #[serde(rename = "match")]
    Matching(MatchingView),
    /// A pin on the picture.
    Hotspot,
    /// One choice or several, of which none is right.
    Poll(PollView),
    /// A number from a few in a row, of which none is right.
    Scale(Scale),
    /// Words of the player's own.
    #[serde(rename = "word_cloud")]
    Cloud(CloudView),
    /// A sentence of the player's own.
    OpenText,
    /// Nothing: text and picture alone.
    Slide,
}

/// What is right, once it is revealed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Key {
    /// The right choices.
    Choices(ChoiceSet),
    /// The accepted texts.
    Texts(Vec<String>),
    /// The right number.
    Number {
        /// In units of its last decimal.
        correct: i64,
        /// How far from it an answer is still wholly right.
        tolerance: i64,
    },
    /// The right item in each place.
    Arrangement(Vec<u8>),
    /// Where pins are right.
    Region(Region),
}

/// What was answered, all answers together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Tally {
    /// How many players picked each choice or number of a scale, or had each place right.
    Choices(Vec<u32>),
    /// What was typed.
    Texts {
        /// The most frequent texts, most frequent first.
        top: Vec<TextCount>,
        /// How many others there are.
        others: u32,
        /// The texts that the host has picked for the big screen, in that order, twelve at most.
        picked: Vec<TextCount>,
    },
    /// How many numbers lie in each bar, from small to large.
    Numbers(Vec<Bar>),
    /// How many pins stand in each cell of the picture, row by row: [`CELLS`] by [`CELLS`].
    Pins(Vec<u32>),
}

/// A text that players typed, in the spelling that most of them chose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TextCount {
    /// The text.
    pub text: String,
    /// How many players typed it.
    pub count: u32,
    /// Whether it is right.
    pub right: bool,
}

/// Says what share of the points an answer earns; `None`: nothing is right or wrong about it.
pub type Grader<'a> = Box<dyn Fn(&Answer) -> Option<Share> + 'a>;

/// What is wrong with a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum InvalidQuestion {
    /// No text.
    #[error("the question has no text")]
    NoText,
    /// Text beyond the limit.
    #[error("the question has {0} characters, {MAX_QUESTION_CHARS} at most")]
    TextTooLong(usize),
    /// Time out of range.
    #[error(
        "{0} seconds; a question has {lo} to {hi}, or 0 for no end",
        lo = SECONDS.start(), hi = SECONDS.end()
    )]
    Seconds(u16),
    /// Too long to read.
    #[error("{0} seconds to read; {MAX_READ_SECONDS} at most")]
    ReadSeconds(u16),
    /// Points out of range.
    #[error("{0} points; {MAX_POINTS} at most")]
    Points(u16),
    /// Its choices, or which of them are right.
    #[error(transparent)]
    Choices(#[from] InvalidChoices),
    /// The texts that it accepts.
    #[error(transparent)]
    Accepted(#[from] InvalidAccepted),
    /// Its number.
    #[error(transparent)]
    Number(#[from] InvalidNumber),
    /// Its scale.
    #[error(transparent)]
    Scale(#[from] InvalidScale),
    /// How many words a player may add.
    #[error("{0} words a player; a cloud takes {lo} to {hi}", lo = WORDS.start(), hi = WORDS.end())]
    Words(u8),
    /// Not as many items on the left as on the right.
    #[error("{0} items on the left and {1} on the right")]
    Pairs(usize, usize),
    /// The region is empty or not on the picture.
    #[error("the region is not on the picture: its sides are parts of it from 0 to {WHOLE}")]
    Region,
    /// No picture where one is needed.
    #[error("a hotspot question needs a picture")]
    NoPicture,
    /// A picture without words for those who do not see it, or with too many.
    #[error("the picture's alt text has {0} characters; expected 1 to {MAX_ALT_CHARS}")]
    Alt(usize),
    /// Too many words for a sound.
    #[error("the words for the sound have {0} characters, {MAX_SOUND_WORDS_CHARS} at most")]
    SoundWords(usize),
    /// Points where nothing is right.
    #[error("points for a question that has no right answer")]
    PointsForNothing,
    /// Explanation beyond the limit.
    #[error("the explanation has {0} characters, {MAX_EXPLANATION_CHARS} at most")]
    ExplanationTooLong(usize),
    /// A character that nobody sees, and that can turn the text around.
    #[error("the text has the hidden character U+{:04X}; take it out", u32::from(*.0))]
    Hidden(char),
    /// More than even a question may have that is not finished.
    #[error(
        "more than {MAX_TEXTS} choices or items, or more than {MAX_CHOICE_CHARS} characters in one"
    )]
    TooMuchText,
}

fn media(picture: Option<&Picture>, sound: Option<MediaId>) -> impl Iterator<Item = MediaId> {
    picture.map(|picture| picture.media).into_iter().chain(sound)
}

impl QuestionView {
    /// The files that it shows and plays.
    pub fn media(&self) -> impl Iterator<Item = MediaId> {
        media(self.picture.as_ref(), self.sound.as_ref().and_then(|sound| sound.media))
    }
}

impl Question {
    /// A question with what most have: time, and points where anything is right.
    #[must_use]
    pub fn new(text: String, kind: QuestionKind) -> Self {
        let mut question = Self {
            text,
            picture: None,
            sound: None,
            kind,
            read_seconds: 0,
            seconds: DEFAULT_SECONDS,
            points: 0,
            explanation: String::new(),
        };
        question.points = question.default_points();
        question
    }

    /// Points where its author names none.
    #[must_use]
    pub fn default_points(&self) -> u16 {
        if self.is_graded() { DEFAULT_POINTS } else { 0 }
    }

    /// The files that it shows and plays.
    pub fn media(&self) -> impl Iterator<Item = MediaId> {
        media(self.picture.as_ref(), self.sound.as_ref().map(|sound| sound.media))
    }

    /// What players may see.
    #[must_use]
    pub fn view(&self) -> QuestionView {
        QuestionView {
            text: self.text.clone(),
            picture: self.picture.clone(),
            sound: self.sound.as_ref().map(Sound::view),
            kind: of_kind!(&self.kind, it => it.view()),
            seconds: self.seconds,
            points: self.points,
        }
    }

    /// Whether a player may send this as an answer.
    #[must_use]
    pub fn accepts(&self, answer: &Answer) -> bool {
        of_kind!(&self.kind, it => it.accepts(answer))
    }

    /// Says what share of the points each answer earns, of those that are accepted.
    #[must_use]
    pub fn grader(&self) -> Grader<'_> {
        of_kind!(&self.kind, it => it.grader())
    }

    /// What is right, where anything is.
    #[must_use]
    pub fn key(&self) -> Option<Key> {
        of_kind!(&self.kind, it => it.key())
    }

    /// Whether anything is right or wrong.
    #[must_use]
    pub fn is_graded(&self) -> bool {
        self.key().is_some()
    }

    /// Whether players type a text of their own.
    #[must_use]
    pub fn is_typed(&self) -> bool {
        let kind = &self.kind;
        matches!(kind, QuestionKind::Typed(_) | QuestionKind::Cloud(_) | QuestionKind::OpenText(_))
    }

    /// Whether nobody answers it: it is shown, and the game goes on from there.
    #[must_use]
    pub fn is_slide(&self) -> bool {
        matches!(self.kind, QuestionKind::Slide(_))
    }

    /// Whether what was answered is shown while it is open: nothing is right or wrong about it.
    #[must_use]
    pub fn has_live_results(&self) -> bool {
        !self.is_graded() && !self.is_slide()
    }

    /// Whether a host may pick some of its texts for the big screen.
    #[must_use]
    pub fn has_picks(&self) -> bool {
        matches!(self.kind, QuestionKind::OpenText(_))
    }

    /// Counts answers.
    #[must_use]
    pub fn tally<'a>(&self, answers: impl Iterator<Item = &'a Answer>) -> Tally {
        of_kind!(&self.kind, it => it.tally(answers))
    }

    /// The same of answers that are still coming, the newest ones first.
    fn newest_tally<'a>(&self, newest_first: impl Iterator<Item = &'a Answer>) -> Tally {
        match &self.kind {
            QuestionKind::OpenText(it) => it.newest(newest_first),
            _ => self.tally(newest_first),
        }
    }
}

#[cfg(test)]
mod tests;
