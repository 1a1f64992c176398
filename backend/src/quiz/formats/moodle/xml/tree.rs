//! The elements of a Moodle XML file, one question at a time.
//!
//! Only elements that mean something to us are kept. What XML could do beyond text is refused: a
//! document type, entities of the file's own, elements nested without end.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quizrain_shared::api::BrokenMoodle;

use crate::quiz::formats::html;
use crate::quiz::formats::problem::{At, Problem, one_line};

/// How deep elements may stand in each other.
const MAX_DEPTH: usize = 32;
/// Most elements of one question that are kept.
const MAX_NODES: usize = 20_000;

/// The elements that are kept.
const KNOWN: &[&str] = &[
    "question",
    "name",
    "text",
    "questiontext",
    "generalfeedback",
    "answer",
    "feedback",
    "file",
    "defaultgrade",
    "single",
    "shuffleanswers",
    "usecase",
    "tolerance",
    "subquestion",
    "units",
    "unit",
    "multiplier",
    "unit_name",
    "hint",
    "tag",
    "tags",
    "correctfeedback",
    "partiallycorrectfeedback",
    "incorrectfeedback",
];

/// The attributes that are kept.
const ATTRIBUTES: &[&str] = &["type", "format", "fraction", "name", "encoding"];

/// An element.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// Its name, where it is kept.
    name: Option<&'static str>,
    /// The line in which it begins.
    pub(super) line: usize,
    attributes: Vec<(&'static str, String)>,
    text: String,
    children: Vec<Node>,
}

impl Node {
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| &**value)
    }

    pub(super) fn children(&self, name: &str) -> impl Iterator<Item = &Self> {
        self.children.iter().filter(move |child| child.name == Some(name))
    }

    pub(super) fn child(&self, name: &str) -> Option<&Self> {
        self.children(name).next()
    }

    /// Its text: that of its `<text>`, or its own.
    pub(super) fn value(&self) -> &str {
        self.child("text").map_or(&*self.text, |text| &*text.text).trim()
    }

    /// The text of an element in it; empty where there is none.
    pub(super) fn value_of(&self, name: &str) -> &str {
        self.child(name).map_or("", Self::value)
    }
}

/// Reads the questions of a file, each with all that is in it.
pub(super) struct Questions<'t> {
    reader: Reader<&'t [u8]>,
    text: &'t str,
    /// The line of the place up to which lines are counted.
    line: usize,
    counted: usize,
    /// The elements that are open, from `<quiz>` on.
    open: Vec<Node>,
    /// How many elements the question has so far.
    nodes: usize,
    /// Whether `<quiz>` was there.
    begun: bool,
}

impl<'t> Questions<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let mut reader = Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        Self { reader, text, line: 1, counted: 0, open: Vec::new(), nodes: 0, begun: false }
    }

    /// The next question; `None`: there is no further one.
    ///
    /// # Errors
    /// The file is not XML as it has to be; what follows cannot be read.
    pub(super) fn next(&mut self) -> Result<Option<Node>, Problem> {
        loop {
            let line = self.line_at(self.reader.buffer_position());
            let event = match self.reader.read_event() {
                Ok(event) => event,
                Err(error) => {
                    let line = self.line_at(self.reader.error_position());
                    return Err(broken(line, &error.to_string()));
                }
            };
            match event {
                Event::Start(start) => self.start(&start, line)?,
                Event::End(_) => {
                    if let Some(question) = self.end() {
                        return Ok(Some(question));
                    }
                }
                Event::Text(text) => self.text(&text.xml10_content()),
                Event::CData(text) => self.text(&text.xml10_content()),
                Event::GeneralRef(reference) => {
                    let resolved = resolve(&reference).ok_or_else(|| {
                        let name = one_line(&reference);
                        Problem::known(At::Line(line), BrokenMoodle::Entity(name))
                    })?;
                    self.text(&resolved);
                }
                Event::DocType(_) => {
                    return Err(Problem::known(At::Line(line), BrokenMoodle::DocumentType));
                }
                Event::Eof if self.begun && self.open.is_empty() => return Ok(None),
                Event::Eof if self.begun => {
                    return Err(Problem::known(At::Line(line), BrokenMoodle::Ends));
                }
                Event::Eof => {
                    return Err(Problem::known(At::File, BrokenMoodle::NoQuiz));
                }
                // Empty elements come as two.
                Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
            }
        }
    }

    /// The number of the line of a place; places come in their order.
    fn line_at(&mut self, at: u64) -> usize {
        let at = usize::try_from(at).unwrap_or(usize::MAX).min(self.text.len());
        if let Some(between) = self.text.as_bytes().get(self.counted..at) {
            self.line += between.iter().filter(|byte| **byte == b'\n').count();
            self.counted = at;
        }
        self.line
    }

    fn start(&mut self, start: &BytesStart<'_>, line: usize) -> Result<(), Problem> {
        let name = start.name();
        let name: &str = name.as_ref();
        if self.open.len() == MAX_DEPTH {
            return Err(Problem::known(At::Line(line), BrokenMoodle::Deep(MAX_DEPTH)));
        }
        match self.open.len() {
            0 if name != "quiz" => {
                let name = one_line(name);
                return Err(Problem::known(At::Line(line), BrokenMoodle::Begins(name)));
            }
            1 => self.nodes = 0,
            _ => self.nodes += 1,
        }
        self.begun = true;
        let known = KNOWN.iter().find(|known| **known == name).copied();
        let attributes = match known {
            Some(_) => attributes(start, line)?,
            None => Vec::new(),
        };
        self.open.push(Node { name: known, line, attributes, ..Node::default() });
        Ok(())
    }

    /// Ends the innermost element: a question is returned, any other is kept in the one around it.
    fn end(&mut self) -> Option<Node> {
        let node = self.open.pop()?;
        let name = node.name?;
        let depth = self.open.len();
        let around = self.open.last_mut()?;
        match depth {
            1 => (name == "question").then_some(node),
            _ => {
                if around.name.is_some() && self.nodes <= MAX_NODES {
                    around.children.push(node);
                }
                None
            }
        }
    }

    fn text(&mut self, text: &str) {
        // Between questions there is nothing but space.
        if self.open.len() > 2
            && let Some(node) = self.open.last_mut().filter(|node| node.name.is_some())
        {
            node.text.push_str(text);
        }
    }
}

fn broken(line: usize, why: &str) -> Problem {
    Problem::known(At::Line(line), BrokenMoodle::NotXml(one_line(why)))
}

fn attributes(start: &BytesStart<'_>, line: usize) -> Result<Vec<(&'static str, String)>, Problem> {
    let mut kept = Vec::new();
    // Unchecked: looking for doubles takes time with the square of their number.
    for attribute in start.attributes().with_checks(false) {
        let attribute = attribute.map_err(|error| broken(line, &error.to_string()))?;
        let name: &str = attribute.key.as_ref();
        if let Some(known) = ATTRIBUTES.iter().find(|known| **known == name)
            && !kept.iter().any(|(kept, _)| kept == known)
        {
            kept.push((*known, html::unescape(&attribute.value).into_owned()));
        }
    }
    Ok(kept)
}

/// The character that a reference stands for, those of HTML too: people paste them.
fn resolve(reference: &BytesRef<'_>) -> Option<Cow<'static, str>> {
    if reference.is_char_ref() {
        return Some(reference.resolve_char_ref().ok()??.to_string().into());
    }
    resolve_xml_entity(reference).or_else(|| html::entity(reference)).map(Cow::Borrowed)
}
