//! Reading values of a TOML file while collecting everything that is wrong with them.

use std::collections::HashMap;
use std::ops::{Range, RangeInclusive};

use quizrain_shared::ids::MediaId;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeValue, ValueDeserializer};

use crate::quiz::formats::{Beside, Problem, control_character, problem};
use crate::quiz::media::{Media, Seen};
use crate::quiz::sound::cut;

/// What is read so far, and where lines begin.
pub(crate) struct Reader<'b> {
    line_starts: Vec<usize>,
    pub(crate) problems: Vec<Problem>,
    /// The files that the quiz file names.
    pub(crate) beside: &'b dyn Beside,
    /// Those that were read, each once.
    pub(crate) media: Vec<Media>,
    /// What the files were that were named so far: thousands of questions may show one.
    pictures: HashMap<String, Result<Size, String>>,
    /// And the sounds.
    sounds: HashMap<String, Result<Length, String>>,
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
        Self { line_starts, problems: Vec::new(), beside, media: Vec::new(), pictures, sounds }
    }

    /// A picture beside the quiz file.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub(crate) fn picture(&mut self, file: &str) -> Result<Size, String> {
        if let Some(known) = self.pictures.get(file) {
            return known.clone();
        }
        let found = self.beside.read(file).and_then(|bytes| {
            let seen = Seen::new(bytes).map_err(|why| format!("the picture {file}: {why}"))?;
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
    /// Why there is none, in words.
    pub(crate) fn sound(&mut self, file: &str) -> Result<Length, String> {
        if let Some(known) = self.sounds.get(file) {
            return known.clone();
        }
        let found = self.beside.read(file).and_then(|bytes| {
            let heard = cut(&bytes).map_err(|why| format!("the sound {file}: {why}"))?;
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
    pub(crate) fn refuse(&mut self, about: &str, span: Range<usize>, what: impl AsRef<str>) {
        let line = self.line(span);
        self.add(Problem::line(line, format!("{about}: {}", what.as_ref())));
    }

    /// Reads a table's keys and the kinds of their values.
    pub(crate) fn table<T: DeserializeOwned>(
        &mut self,
        about: &str,
        table: Spanned<DeValue<'_>>,
    ) -> Option<T> {
        let span = table.span();
        T::deserialize(ValueDeserializer::from(table))
            .map_err(|error| self.refuse(about, error.span().unwrap_or(span), error.to_string()))
            .ok()
    }

    /// A text of one line, without space around it.
    pub(crate) fn line_of_text(
        &mut self,
        about: &str,
        text: &Spanned<String>,
        most: usize,
    ) -> String {
        let line = self.text(about, text, most);
        if line.contains('\n') {
            self.refuse(about, text.span(), "expected one line");
        }
        line
    }

    /// A text of its own, without space around it.
    pub(crate) fn text(&mut self, about: &str, text: &Spanned<String>, most: usize) -> String {
        let trimmed = text.get_ref().trim();
        let chars = trimmed.chars().count();
        if chars > most {
            self.refuse(about, text.span(), format!("{chars} characters; {most} at most"));
        }
        if let Some(what) = control_character(trimmed) {
            self.refuse(about, text.span(), what.to_string());
        }
        trimmed.to_owned()
    }

    /// A whole number, where there is one within its range.
    pub(crate) fn number(
        &mut self,
        about: &str,
        key: &str,
        number: Option<&Spanned<i64>>,
        range: RangeInclusive<u16>,
    ) -> Option<u16> {
        let number = number?;
        let fits = u16::try_from(*number.get_ref()).ok().filter(|number| range.contains(number));
        if fits.is_none() {
            let (found, low, high) = (number.get_ref(), range.start(), range.end());
            let what = format!("`{key}` is {found}; expected {low} to {high}");
            self.refuse(about, number.span(), what);
        }
        fits
    }
}
