//! HTML as other programs keep texts in it, read as plain text. Nothing of it is ever shown as HTML.
//!
//! Lines come from `<br>` and blocks, small letters below and above from `<sub>` and `<sup>`; scripts,
//! styles and comments are nothing. Formulas in TeX stay as they are written. The time is linear in
//! the text, whatever it is.

mod entities;
mod small;
mod tags;

use small::Small;
use tags::{attribute, quoted_end};

pub(super) use entities::{entity, unescape};

/// What is left of a text in HTML.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Plain {
    /// Its text, in lines.
    pub(super) text: String,
    /// Its first picture.
    pub(super) image: Option<Image>,
    /// Further pictures, and sounds, videos and forms, which have no text.
    pub(super) lost: usize,
}

impl Plain {
    /// A text that is none in HTML.
    pub(super) fn of(text: &str) -> Self {
        Self { text: text.trim().to_owned(), ..Self::default() }
    }
}

/// A picture in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Image {
    /// Where it is: an address, a file beside, or the picture itself.
    pub(super) source: String,
    /// What it shows, in one line; may be empty.
    pub(super) alt: String,
}

/// Reads a text in HTML.
pub(super) fn plain(html: &str) -> Plain {
    let mut reader = Reader { rest: html, ..Reader::default() };
    while let Some(next) = reader.rest.find('<') {
        let (before, from) = reader.rest.split_at(next);
        reader.text(before);
        reader.rest = from;
        if !reader.markup() {
            reader.text("<");
            reader.rest = &from[1..];
        }
    }
    let rest = reader.rest;
    reader.text(rest);
    reader.close_small();
    reader.plain.text = lines(&reader.out);
    reader.plain
}

/// Lines without space around them, and no more than one empty one between two.
fn lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut empty = 0;
    for line in text.split('\n').map(str::trim) {
        if line.is_empty() {
            empty += 1;
            continue;
        }
        if !out.is_empty() {
            out.push_str(if empty > 0 { "\n\n" } else { "\n" });
        }
        out.push_str(line);
        empty = 0;
    }
    out
}

#[derive(Default)]
struct Reader<'h> {
    rest: &'h str,
    out: String,
    /// Whether white space came that no word has followed.
    space: bool,
    /// How deep it stands in `<pre>`, where white space counts.
    pre: usize,
    /// The part that stands above or below the line: which, and where it begins in `out`.
    small: Option<(Small, usize)>,
    tags: Tags,
    plain: Plain,
}

/// How the tags of what is left end.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Tags {
    /// At the first `>` that is in no value.
    #[default]
    Quoted,
    /// At the first `>`: a quotation mark is missing.
    Plain,
    /// Nowhere: there is no further `>`.
    None,
}

/// A tag: its name in small letters, whether it ends something, and what else is in it.
struct Tag<'h> {
    name: String,
    ends: bool,
    attributes: &'h str,
}

impl<'h> Reader<'h> {
    /// Text between two tags.
    fn text(&mut self, raw: &str) {
        let text = unescape(raw);
        if self.pre > 0 {
            self.out.push_str(&text);
            return;
        }
        for c in text.chars() {
            match c {
                ' ' | '\t' | '\n' | '\r' | '\u{c}' => self.space = true,
                c => {
                    self.flush_space();
                    self.out.push(if c == '\u{a0}' { ' ' } else { c });
                }
            }
        }
    }

    fn flush_space(&mut self) {
        if std::mem::take(&mut self.space) && !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push(' ');
        }
    }

    /// Ends the line, unless one has just begun.
    fn end_line(&mut self) {
        self.space = false;
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }

    /// Takes what begins with `<`; `false`: it is a character as any other.
    fn markup(&mut self) -> bool {
        if let Some(comment) = self.rest.strip_prefix("<!--") {
            self.rest = comment.split_once("-->").map_or("", |(_, rest)| rest);
            return true;
        }
        if self.rest.starts_with("<!") || self.rest.starts_with("<?") {
            self.rest = self.rest.split_once('>').map_or("", |(_, rest)| rest);
            return true;
        }
        let Some((tag, rest)) = self.tag() else {
            return false;
        };
        self.rest = rest;
        self.apply(&tag);
        true
    }

    /// The tag at the beginning of what is left, and what follows it.
    fn tag(&mut self) -> Option<(Tag<'h>, &'h str)> {
        let inner = self.rest.strip_prefix('<')?;
        let (ends, inner) = inner.strip_prefix('/').map_or((false, inner), |inner| (true, inner));
        if !inner.starts_with(|c: char| c.is_ascii_alphabetic()) || self.tags == Tags::None {
            return None;
        }
        let name = inner.find(|c: char| !c.is_ascii_alphanumeric() && c != ':');
        let (name, inner) = inner.split_at(name.unwrap_or(inner.len()));
        let end = self.tag_end(inner)?;
        let tag = Tag { name: name.to_ascii_lowercase(), ends, attributes: &inner[..end] };
        Some((tag, &inner[end + 1..]))
    }

    /// Where a tag ends. What is found to be broken once is not looked for again.
    fn tag_end(&mut self, inner: &str) -> Option<usize> {
        if self.tags == Tags::Quoted {
            if let Some(end) = quoted_end(inner) {
                return Some(end);
            }
            self.tags = Tags::Plain;
        }
        let end = inner.find('>');
        if end.is_none() {
            self.tags = Tags::None;
        }
        end
    }

    fn apply(&mut self, tag: &Tag<'h>) {
        match &*tag.name {
            "br" => {
                self.space = false;
                self.out.push('\n');
            }
            "script" | "style" | "title" | "template" if !tag.ends => self.skip_to_end(&tag.name),
            "pre" => {
                self.end_line();
                self.pre =
                    if tag.ends { self.pre.saturating_sub(1) } else { self.pre.saturating_add(1) };
            }
            "sup" | "sub" => {
                self.close_small();
                if !tag.ends {
                    self.flush_space();
                    let small = if tag.name == "sup" { Small::Above } else { Small::Below };
                    self.small = Some((small, self.out.len()));
                }
            }
            "td" | "th" => self.space = true,
            "li" => {
                self.end_line();
                if !tag.ends {
                    self.out.push_str("• ");
                }
            }
            "img" if !tag.ends => self.image(tag.attributes),
            "audio" | "video" | "object" | "embed" | "iframe" | "input" | "select" | "canvas"
            | "svg"
                if !tag.ends =>
            {
                self.plain.lost += 1;
            }
            name if is_block(name) => self.end_line(),
            _ => {}
        }
    }

    fn image(&mut self, attributes: &str) {
        // An image is a letter as any other to the space around it.
        if self.plain.image.is_some() {
            self.plain.lost += 1;
            return;
        }
        let source = attribute(attributes, "src").unwrap_or_default().trim().to_owned();
        let alt = attribute(attributes, "alt").unwrap_or_default();
        let alt = alt.split_whitespace().collect::<Vec<_>>().join(" ");
        if !source.is_empty() {
            self.plain.image = Some(Image { source, alt });
        }
    }

    /// Leaves out what a script or style has in it.
    fn skip_to_end(&mut self, name: &str) {
        let mut rest = self.rest;
        while let Some(at) = rest.find("</") {
            rest = &rest[at + 2..];
            let ends = rest.get(..name.len()).is_some_and(|it| it.eq_ignore_ascii_case(name));
            if ends {
                self.rest = rest.split_once('>').map_or("", |(_, rest)| rest);
                return;
            }
        }
        self.rest = "";
    }

    /// Puts what stands above or below into small letters where there are some for all of it.
    fn close_small(&mut self) {
        let Some((small, start)) = self.small.take() else {
            return;
        };
        let Some(written) = self.out.get(start..).and_then(|part| small.written(part)) else {
            return;
        };
        self.out.truncate(start);
        self.out.push_str(&written);
    }
}

/// Elements that begin and end with a line.
fn is_block(name: &str) -> bool {
    matches!(
        name,
        "p" | "div"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "ul"
            | "ol"
            | "dl"
            | "dt"
            | "dd"
            | "tr"
            | "table"
            | "tbody"
            | "thead"
            | "caption"
            | "blockquote"
            | "hr"
            | "section"
            | "article"
            | "header"
            | "footer"
            | "figure"
            | "figcaption"
            | "center"
            | "address"
    )
}
