//! A `[[question]]` of our own format: what all kinds have. Each kind has a file for the rest.

mod arranged;
mod choices;
mod hotspot;
mod number;
mod picture;
mod sound;
mod typed;
mod ungraded;

use std::ops::Range;

use quizrain_shared::api::QuizPart;
use quizrain_shared::question::{
    InvalidQuestion, MAX_POINTS, MAX_READ_SECONDS, OpenText, Question, QuestionKind, SECONDS, Slide,
};
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::quiz::formats::MAX_EXPLANATION_CHARS;
use crate::quiz::formats::reader::Reader;

/// What all kinds have; a kind's own keys are what is left of the table.
const COMMON: [&str; 8] =
    ["text", "kind", "picture", "sound", "read_seconds", "seconds", "points", "explanation"];

#[derive(Deserialize)]
struct Common {
    text: Spanned<String>,
    #[serde(default)]
    kind: Kind,
    picture: Option<Spanned<picture::Entry>>,
    sound: Option<Spanned<sound::Entry>>,
    read_seconds: Option<Spanned<i64>>,
    seconds: Option<Spanned<i64>>,
    points: Option<Spanned<i64>>,
    explanation: Option<Spanned<String>>,
}

/// The words for the kinds of questions.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    #[default]
    Single,
    Multiple,
    TrueFalse,
    Typed,
    Number,
    Order,
    Match,
    Hotspot,
    Poll,
    Scale,
    WordCloud,
    OpenText,
    Slide,
}

/// Where in the file a rule is broken; `None`: in what all kinds have.
type Place = Box<dyn Fn(&InvalidQuestion) -> Option<Range<usize>>>;

/// A kind's own part, as it was read.
struct Own {
    kind: QuestionKind,
    /// What is written as text, to be looked at for characters that nobody can see.
    texts: Vec<Spanned<String>>,
    place: Place,
}

impl Own {
    fn new(kind: QuestionKind) -> Self {
        Self { kind, texts: Vec::new(), place: Box::new(|_| None) }
    }
}

/// Kinds without keys of their own.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

fn own(reader: &mut Reader<'_>, about: QuizPart, kind: Kind, rest: Rest<'_>) -> Option<Own> {
    match kind {
        Kind::Single => choices::single(reader, about, rest),
        Kind::Multiple => choices::multiple(reader, about, rest),
        Kind::TrueFalse => choices::true_false(reader, about, rest),
        Kind::Typed => typed::read(reader, about, rest),
        Kind::Number => number::read(reader, about, rest),
        Kind::Order => arranged::order(reader, about, rest),
        Kind::Match => arranged::matching(reader, about, rest),
        Kind::Hotspot => hotspot::read(reader, about, rest),
        Kind::Poll => ungraded::poll(reader, about, rest),
        Kind::Scale => ungraded::scale(reader, about, rest),
        Kind::WordCloud => ungraded::cloud(reader, about, rest),
        Kind::OpenText => {
            let Nothing {} = reader.table(about, rest)?;
            Some(Own::new(QuestionKind::OpenText(OpenText {})))
        }
        Kind::Slide => {
            let Nothing {} = reader.table(about, rest)?;
            Some(Own::new(QuestionKind::Slide(Slide {})))
        }
    }
}

/// A kind's own keys.
type Rest<'i> = Spanned<DeValue<'i>>;

/// The keys that all kinds have, and the others.
fn split<'i>(table: Spanned<DeValue<'i>>) -> (Spanned<DeValue<'i>>, Rest<'i>) {
    let span = table.span();
    let (mut common, mut rest) = (DeTable::new(), table.into_inner());
    if let DeValue::Table(rest) = &mut rest {
        for key in COMMON {
            if let Some((key, value)) = rest.remove_entry(key) {
                common.insert(key, value);
            }
        }
    }
    (Spanned::new(span.clone(), DeValue::Table(common)), Spanned::new(span, rest))
}

/// Reads one question, naming everything that is wrong with it.
pub(super) fn read(
    reader: &mut Reader<'_>,
    number: usize,
    table: Spanned<DeValue<'_>>,
) -> Option<Question> {
    let about = QuizPart::Question(number);
    let span = table.span();
    let problems = reader.problem_count();
    let (common, rest) = split(table);
    // Without its kind nobody knows what the rest may be.
    let common: Common = reader.table(about, common)?;
    let own = own(reader, about, common.kind, rest)?;
    let read_range = 0..=MAX_READ_SECONDS;
    let read_seconds =
        reader.number(about, "read_seconds", common.read_seconds.as_ref(), read_range);
    let seconds = match &common.seconds {
        Some(endless) if *endless.get_ref() == 0 => Some(0),
        seconds => reader.number(about, "seconds", seconds.as_ref(), SECONDS),
    };
    let points = reader.number(about, "points", common.points.as_ref(), 0..=MAX_POINTS);
    let explanation = common
        .explanation
        .as_ref()
        .map(|text| reader.text(QuizPart::Explanation(number), text, MAX_EXPLANATION_CHARS));
    for text in std::iter::once(&common.text).chain(&own.texts) {
        reader.seen(about, text);
    }
    let picture = common.picture.as_ref().and_then(|entry| picture::read(reader, number, entry));
    let mut question = Question::new(common.text.get_ref().trim().to_owned(), own.kind);
    // One that cannot be read is named; that there is none, is not what is wrong.
    let named = common.picture.is_some() && picture.is_none();
    question.picture = picture.or_else(|| named.then(picture::stand_in));
    question.sound = common.sound.as_ref().and_then(|entry| sound::read(reader, number, entry));
    question.read_seconds = read_seconds.unwrap_or(0);
    question.seconds = seconds.unwrap_or(question.seconds);
    question.points = points.unwrap_or(question.points);
    question.explanation = explanation.unwrap_or_default();
    // Characters that nobody can see and texts that are too long were named above.
    if let Err(why) = question.check()
        && !matches!(
            why,
            InvalidQuestion::Hidden(_)
                | InvalidQuestion::ExplanationTooLong(_)
                | InvalidQuestion::SoundWords(_)
        )
    {
        let place = common.place(&why).or_else(|| (own.place)(&why)).unwrap_or(span);
        reader.refuse(about, place, why);
    }
    (reader.problem_count() == problems).then_some(question)
}

impl Common {
    /// Where in the file a rule is broken that all kinds keep.
    fn place(&self, why: &InvalidQuestion) -> Option<Range<usize>> {
        match why {
            InvalidQuestion::NoText | InvalidQuestion::TextTooLong(_) => Some(self.text.span()),
            InvalidQuestion::Seconds(_) => self.seconds.as_ref().map(Spanned::span),
            InvalidQuestion::ReadSeconds(_) => self.read_seconds.as_ref().map(Spanned::span),
            InvalidQuestion::Points(_) | InvalidQuestion::PointsForNothing => {
                self.points.as_ref().map(Spanned::span)
            }
            InvalidQuestion::Alt(_) => self.picture.as_ref().map(Spanned::span),
            _ => None,
        }
    }
}

/// Texts without the space around them.
fn trimmed(texts: &[Spanned<String>]) -> Vec<String> {
    texts.iter().map(|text| text.get_ref().trim().to_owned()).collect()
}
