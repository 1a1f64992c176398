//! Reading values of a TOML file while collecting everything that is wrong with them.

use std::collections::HashMap;
use std::ops::{Range, RangeInclusive};

use quizrain_shared::api::{BrokenPart, ProblemKind, QuizPart};
use quizrain_shared::ids::MediaId;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeValue, ValueDeserializer};

use crate::quiz::formats::problem::{self, At, Problem, one_line};
use crate::quiz::formats::{Beside, control_character};
use crate::quiz::media::{Media, Seen};
use crate::quiz::sound::cut;

/// What is read so far, and where lines begin.
pub(crate) struct Reader<'b> {
    line_starts: Vec<usize>,
    pub(crate) problems: Vec<Problem>,
    /// What is read otherwise than it stands there, and keeps nobody from the rest.
    pub(crate) notes: Vec<Problem>,
    /// The files that the quiz file names.
    pub(crate) beside: &'b dyn Beside,
    /// Those that were read, each once.
    pub(crate) media: Vec<Media>,
    /// What the files were that were named so far: thousands of questions may show one.
    pictures: HashMap<String, Result<Size, BrokenPart>>,
    /// And the sounds.
    sounds: HashMap<String, Result<Length, BrokenPart>>,
}

/// A picture, its width and its height in pixels.
type Size = (MediaId, u16, u16);

/// A sound and its length in ms.
type Length = (MediaId, u16);

impl<'b> Reader<'b> {
    pub(crate) fn new(text: &str, beside: &'b dyn Beside) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let line_starts = std::iter::once(0).chain(ends.map(|(i, _)| i + 1)).collect();
        let (pictures, sounds) = (HashMap::new(), HashMap::new());
        let (problems, notes, media) = (Vec::new(), Vec::new(), Vec::new());
        Self { line_starts, problems, notes, beside, media, pictures, sounds }
    }

    /// A picture beside the quiz file.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn picture(&mut self, file: &str) -> Result<Size, BrokenPart> {
        if let Some(known) = self.pictures.get(file) {
            return known.clone();
        }
        let found = self.beside.read(file).map_err(BrokenPart::from).and_then(|bytes| {
            let refused = |why| BrokenPart::Picture(one_line(file), why);
            let seen = Seen::new(bytes).map_err(refused)?;
            let size = (seen.file.id, seen.width, seen.height);
            self.keep(seen.file);
            Ok(size)
        });
        self.pictures.insert(file.to_owned(), found.clone());
        found
    }

    /// A sound beside the quiz file.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn sound(&mut self, file: &str) -> Result<Length, BrokenPart> {
        if let Some(known) = self.sounds.get(file) {
            return known.clone();
        }
        let found = self.beside.read(file).map_err(BrokenPart::from).and_then(|bytes| {
            let refused = |why| BrokenPart::Sound(one_line(file), why);
            let heard = cut(&bytes).map_err(refused)?;
            let length = (heard.file.id, heard.ms);
            self.keep(heard.file);
            Ok(length)
        });
        self.sounds.insert(file.to_owned(), found.clone());
        found
    }

    fn keep(&mut self, file: Media) {
        if self.media.iter().all(|there| there.id != file.id) {
            self.media.push(file);
        }
    }

    pub(crate) fn line(&self, span: Range<usize>) -> usize {
        self.line_starts.partition_point(|start| *start <= span.start)
    }

    /// How many problems there are so far.
    pub(crate) fn problem_count(&self) -> usize {
        self.problems.len()
    }

    /// Names a problem, as long as there is room for more.
    pub(crate) fn add(&mut self, problem: Problem) {
        problem::add(&mut self.problems, problem);
    }

    /// Names a problem: the part of the file it is about, where, and what.
    pub(crate) fn refuse(
        &mut self,
        about: QuizPart,
        span: Range<usize>,
        why: impl Into<BrokenPart>,
    ) {
        let problem = self.part(about, span, why.into());
        self.add(problem);
    }

    /// Tells of a part of the file that it is read otherwise than it stands there.
    pub(crate) fn note(&mut self, about: QuizPart, span: Range<usize>, why: impl Into<BrokenPart>) {
        let note = self.part(about, span, why.into());
        problem::add(&mut self.notes, note);
    }

    fn part(&self, about: QuizPart, span: Range<usize>, why: BrokenPart) -> Problem {
        Problem::known(At::Line(self.line(span)), ProblemKind::Part(about, why))
    }

    /// Reads a table's keys and the kinds of their values.
    pub(crate) fn table<T: DeserializeOwned>(
        &mut self,
        about: QuizPart,
        table: Spanned<DeValue<'_>>,
    ) -> Option<T> {
        let span = table.span();
        T::deserialize(ValueDeserializer::from(table))
            .map_err(|error| {
                let why = BrokenPart::Keys(one_line(&error.to_string()));
                self.refuse(about, error.span().unwrap_or(span), why);
            })
            .ok()
    }

    /// A text of one line, without space around it.
    pub(crate) fn line_of_text(
        &mut self,
        about: QuizPart,
        text: &Spanned<String>,
        most: usize,
    ) -> String {
        let line = self.text(about, text, most);
        if line.contains('\n') {
            self.refuse(about, text.span(), BrokenPart::Lines);
        }
        line
    }

    /// A text of its own, without space around it.
    pub(crate) fn text(&mut self, about: QuizPart, text: &Spanned<String>, most: usize) -> String {
        let trimmed = text.get_ref().trim();
        let chars = trimmed.chars().count();
        if chars > most {
            self.refuse(about, text.span(), BrokenPart::LongText(chars, most));
        }
        self.seen(about, text);
        trimmed.to_owned()
    }

    /// Names a character in a text that nobody can see.
    pub(crate) fn seen(&mut self, about: QuizPart, text: &Spanned<String>) {
        if let Some(found) = control_character(text.get_ref().trim()) {
            self.refuse(about, text.span(), BrokenPart::Control(found));
        }
    }

    /// A whole number, where there is one within its range.
    pub(crate) fn number(
        &mut self,
        about: QuizPart,
        key: &str,
        number: Option<&Spanned<i64>>,
        range: RangeInclusive<u16>,
    ) -> Option<u16> {
        let number = number?;
        let fits = u16::try_from(*number.get_ref()).ok().filter(|number| range.contains(number));
        if fits.is_none() {
            let (key, found) = (key.to_owned(), *number.get_ref());
            let (least, most) = (*range.start(), *range.end());
            let why = BrokenPart::Number { key, found, least, most };
            self.refuse(about, number.span(), why);
        }
        fits
    }
}
