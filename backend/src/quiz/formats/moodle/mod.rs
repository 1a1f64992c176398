//! Moodle's questions, which GIFT and Moodle XML write down in two ways.
//!
//! A reader makes a [`Draft`] of each question; [`Bank`] makes one of ours of it, or says why it cannot
//! be asked in a live quiz. What a draft has and we have not is told once for the file.

mod answers;
pub(super) mod gift;
mod number;
mod picture;
mod text;
mod written;
pub(super) mod xml;

use quizrain_shared::api::{BrokenMoodle, Lost, ProblemKind};
use quizrain_shared::question::{Picture, Question, QuestionKind, Slide, TrueFalse};

use crate::quiz::media::Media;

use super::collected::{Collected, line_of};
use super::html::{Image, Plain};
use super::notes::Notes;
use super::{At, MAX_EXPLANATION_CHARS, Parsed, Problem, control_character};
use number::Near;
use picture::{Attached, Missing};

/// Most answers that are looked at; no kind of ours has as many.
const MAX_ANSWERS: usize = 64;

/// A question as Moodle has it.
struct Draft {
    /// Where it stands.
    line: usize,
    /// What its author calls it.
    name: String,
    text: Plain,
    /// Moodle's general feedback.
    explanation: Plain,
    asked: Asked,
    /// Where the file says so.
    points: Option<u16>,
    /// The files that its texts name.
    attached: Vec<Attached>,
}

/// How a question is asked.
enum Asked {
    Choices { answers: Vec<Weighed>, multiple: bool, shuffled: bool },
    TrueFalse(bool),
    Short(Vec<Weighed>),
    Number { answers: Vec<Weighed<Near>>, unit: String },
    Pairs(Vec<Pair>),
    Description,
}

impl Asked {
    fn answers(&self) -> usize {
        match self {
            Self::Choices { answers, .. } | Self::Short(answers) => answers.len(),
            Self::Number { answers, .. } => answers.len(),
            Self::Pairs(pairs) => pairs.len(),
            Self::TrueFalse(_) | Self::Description => 0,
        }
    }
}

/// An answer, and what it is worth.
struct Weighed<T = Plain> {
    line: usize,
    answer: T,
    weight: Weight,
}

/// What belongs together.
struct Pair {
    line: usize,
    left: Plain,
    right: Plain,
}

/// A share of the points, in parts of [`Weight::FULL`]; below 0 it takes some away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Weight(i64);

impl Weight {
    const NONE: Self = Self(0);
    /// 100 %, with five decimals.
    const FULL: Self = Self(10_000_000);

    /// Reads a share in percent.
    fn percent(text: &str) -> Option<Self> {
        let parts = number::Decimal::rough(text)?.rounded(5)?;
        (-Self::FULL.0..=Self::FULL.0).contains(&parts).then_some(Self(parts))
    }
}

/// The questions of a file, as far as it was read.
struct Bank {
    collected: Collected,
    notes: Notes,
    /// How the format marks a right answer, for messages.
    marks: &'static str,
}

impl Bank {
    fn new(marks: &'static str) -> Self {
        Self { collected: Collected::default(), notes: Notes::default(), marks }
    }

    /// Notes something that the file says and we have no place for.
    fn note(&mut self, what: Lost, line: usize) {
        self.notes.note(what, line);
    }

    /// Names what cannot be asked.
    fn skip(&mut self, problem: Problem) {
        self.collected.skip(problem);
    }

    /// Takes a question, or says why it is left out.
    fn question(&mut self, draft: Draft) {
        if let Err(problem) = self.take(draft) {
            self.skip(problem);
        }
    }

    fn take(&mut self, draft: Draft) -> Result<(), Problem> {
        let Draft { line, name, text, explanation, asked, points, attached } = draft;
        if asked.answers() > MAX_ANSWERS {
            return Err(Problem::known(At::Line(line), BrokenMoodle::ManyAnswers(MAX_ANSWERS)));
        }
        let (kind, lines) = match asked {
            Asked::Choices { answers, multiple, shuffled } => {
                self.choices(line, answers, multiple, shuffled)?
            }
            Asked::TrueFalse(correct) => (QuestionKind::TrueFalse(TrueFalse { correct }), vec![]),
            Asked::Short(answers) => self.typed(line, answers)?,
            Asked::Number { answers, unit } => (self.number(line, &answers, unit)?, vec![]),
            Asked::Pairs(pairs) => self.pairs(line, pairs)?,
            Asked::Description => (QuestionKind::Slide(Slide {}), vec![]),
        };
        let asked = if text.text.is_empty() && !name.is_empty() {
            self.note(Lost::Text, line);
            name.clone()
        } else {
            text.text
        };
        let mut question = Question::new(asked, kind);
        question.points = points.filter(|_| question.is_graded()).unwrap_or(question.points);
        question.explanation = self.explanation(line, explanation);
        for text in [&question.text, &question.explanation] {
            seen(text, line)?;
        }
        if text.lost > 0 {
            self.note(Lost::MoreMedia, line);
        }
        let shown = text.image.map(|image| self.picture(line, &image, &attached, &question.text));
        let media = shown.transpose()?.flatten().map(|(picture, media)| {
            question.picture = Some(picture);
            media
        });
        if question.check().is_ok() {
            self.collected.media.extend(media);
        }
        self.collected.question(question, At::Line(line), |why| line_of(why, &lines));
        Ok(())
    }

    /// The picture of a question; `None`: the question comes without it.
    fn picture(
        &mut self,
        line: usize,
        image: &Image,
        attached: &[Attached],
        asked: &str,
    ) -> Result<Option<(Picture, Media)>, Problem> {
        match picture::picture(image, attached, asked) {
            Ok((picture, media)) => {
                if image.alt.is_empty() {
                    self.note(Lost::Alt, line);
                }
                seen(&picture.alt, line)?;
                Ok(Some((picture, media)))
            }
            Err(Missing::Elsewhere) => {
                self.note(Lost::PictureElsewhere, line);
                Ok(None)
            }
            Err(Missing::Refused(why)) => {
                self.skip(Problem::known(At::Line(line), BrokenMoodle::NoPicture(why)));
                Ok(None)
            }
        }
    }

    /// What is shown after the reveal, cut at a word where it is too long.
    fn explanation(&mut self, line: usize, plain: Plain) -> String {
        if plain.lost > 0 || plain.image.is_some() {
            self.note(Lost::MoreMedia, line);
        }
        let Some((end, _)) = plain.text.char_indices().nth(MAX_EXPLANATION_CHARS) else {
            return plain.text;
        };
        self.note(Lost::ExplanationEnd, line);
        let room = plain.text.get(..end).unwrap_or_default();
        let room = room.char_indices().next_back().map_or("", |(last, _)| &room[..last]);
        let words = room.rsplit_once(char::is_whitespace).map_or(room, |(words, _)| words);
        format!("{}…", words.trim_end())
    }

    /// A text without pictures of its own.
    fn bare(&mut self, line: usize, plain: Plain) -> String {
        if plain.lost > 0 || plain.image.is_some() {
            self.note(Lost::MoreMedia, line);
        }
        plain.text
    }

    /// The quiz of these questions.
    fn quiz(self, title: String) -> Result<Parsed, Vec<Problem>> {
        let Self { mut collected, notes, .. } = self;
        collected.skipped.extend(notes.problems(At::Line));
        collected.skipped.sort_by(|one, other| one.at.cmp(&other.at));
        collected.quiz(title)
    }
}

/// Refuses characters that nobody can see.
fn seen(text: &str, line: usize) -> Result<(), Problem> {
    let refuse = |found| Err(Problem::known(At::Line(line), ProblemKind::Control(found)));
    control_character(text).map_or(Ok(()), refuse)
}
