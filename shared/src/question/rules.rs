//! Every rule that a question must keep, and the limits of size that one has even before it is
//! finished.

use super::choices;
use super::{
    InvalidChoices, InvalidQuestion, MAX_ALT_CHARS, MAX_CHOICE_CHARS, MAX_EXPLANATION_CHARS,
    MAX_POINTS, MAX_QUESTION_CHARS, MAX_READ_SECONDS, MAX_SOUND_WORDS_CHARS, Question,
    QuestionKind, SECONDS, hidden,
};

/// Most texts that the kind of a question has of its own, finished or not: choices, items, accepted
/// texts.
pub(super) const MAX_TEXTS: usize = 40;

impl Question {
    /// Every rule that is broken. Of kinds without choices and items, the first of their own rules.
    #[must_use]
    pub fn problems(&self) -> Vec<InvalidQuestion> {
        let chars = self.text.chars().count();
        let explanation = self.explanation.chars().count();
        let picture = match &self.picture {
            Some(picture) => picture.check().err(),
            None => {
                matches!(self.kind, QuestionKind::Hotspot(_)).then_some(InvalidQuestion::NoPicture)
            }
        };
        let timed = self.seconds == 0 || SECONDS.contains(&self.seconds);
        let before = [
            self.text.trim().is_empty().then_some(InvalidQuestion::NoText),
            (chars > MAX_QUESTION_CHARS).then_some(InvalidQuestion::TextTooLong(chars)),
            picture,
            self.sound.as_ref().and_then(|sound| sound.check().err()),
        ];
        let after = [
            (!timed).then_some(InvalidQuestion::Seconds(self.seconds)),
            (self.read_seconds > MAX_READ_SECONDS)
                .then_some(InvalidQuestion::ReadSeconds(self.read_seconds)),
            (self.points > MAX_POINTS).then_some(InvalidQuestion::Points(self.points)),
            (self.points > 0 && !self.is_graded()).then_some(InvalidQuestion::PointsForNothing),
            (explanation > MAX_EXPLANATION_CHARS)
                .then_some(InvalidQuestion::ExplanationTooLong(explanation)),
            self.texts().find_map(hidden).map(InvalidQuestion::Hidden),
        ];
        let before = before.into_iter().flatten().chain(self.kind.problems());
        before.chain(after.into_iter().flatten()).collect()
    }

    /// Checks every rule that a question must keep.
    ///
    /// # Errors
    /// The first rule that is broken.
    pub fn check(&self) -> Result<(), InvalidQuestion> {
        self.problems().into_iter().next().map_or(Ok(()), Err)
    }

    /// The first limit of size that is broken, which holds for a question that is not finished too.
    #[must_use]
    pub fn too_large(&self) -> Option<InvalidQuestion> {
        let (text, explanation) = (self.text.chars().count(), self.explanation.chars().count());
        let alt = self.picture.as_ref().map_or(0, |picture| picture.alt.chars().count());
        let words = self.sound.as_ref().map_or(0, |sound| sound.words.chars().count());
        let own = self.kind.texts();
        let much =
            own.len() > MAX_TEXTS || own.iter().any(|it| it.chars().count() > MAX_CHOICE_CHARS);
        let broken = [
            (text > MAX_QUESTION_CHARS).then_some(InvalidQuestion::TextTooLong(text)),
            (explanation > MAX_EXPLANATION_CHARS)
                .then_some(InvalidQuestion::ExplanationTooLong(explanation)),
            (alt > MAX_ALT_CHARS).then_some(InvalidQuestion::Alt(alt)),
            (words > MAX_SOUND_WORDS_CHARS).then_some(InvalidQuestion::SoundWords(words)),
            much.then_some(InvalidQuestion::TooMuchText),
        ];
        broken.into_iter().flatten().next()
    }

    /// Everything that its author wrote: the question, what its kind has, the explanation, the words
    /// for its picture and its sound.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let alt = self.picture.as_ref().map(|picture| picture.alt.as_str());
        let texts = std::iter::once(self.text.as_str()).chain(self.kind.texts());
        let words = self.sound.as_ref().map(|sound| sound.words.as_str());
        texts.chain([self.explanation.as_str()]).chain(alt).chain(words)
    }
}

impl QuestionKind {
    fn problems(&self) -> Vec<InvalidQuestion> {
        let (lists, key): (Vec<&[String]>, _) = match self {
            Self::Single(it) => (vec![&it.choices], Some(it.correct)),
            Self::Multiple(it) => (vec![&it.choices], Some(it.correct)),
            Self::Poll(it) => (vec![&it.choices], None),
            Self::Order(it) => (vec![&it.items], None),
            Self::Matching(it) => (vec![&it.left, &it.right], None),
            _ => (Vec::new(), None),
        };
        let count = lists.first().map_or(0, |list| list.len());
        let no_key = key.is_some_and(|key| !key.fits(count)).then_some(InvalidChoices::NoKey);
        let broken = lists.into_iter().flat_map(choices::problems).chain(no_key);
        let mut problems: Vec<_> = broken.map(InvalidQuestion::from).collect();
        if let Err(other) = self.check()
            && !problems.contains(&other)
        {
            problems.push(other);
        }
        problems
    }

    /// The texts that this kind has of its own.
    #[must_use]
    pub fn texts(&self) -> Vec<&str> {
        fn all(texts: &[String]) -> Vec<&str> {
            texts.iter().map(String::as_str).collect()
        }
        match self {
            Self::Single(it) => all(&it.choices),
            Self::Multiple(it) => all(&it.choices),
            Self::Poll(it) => all(&it.choices),
            Self::Typed(it) => all(&it.accepted),
            Self::Order(it) => all(&it.items),
            Self::Matching(it) => it.left.iter().chain(&it.right).map(String::as_str).collect(),
            Self::Number(it) => vec![&it.field.unit],
            Self::Scale(it) => vec![&it.from_label, &it.to_label],
            Self::TrueFalse(_)
            | Self::Hotspot(_)
            | Self::Cloud(_)
            | Self::OpenText(_)
            | Self::Slide(_) => Vec::new(),
        }
    }
}
