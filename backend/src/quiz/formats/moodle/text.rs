//! Texts of Moodle: in HTML, in Markdown, plain, or as Moodle makes of them.

use std::borrow::Cow;

use crate::quiz::formats::html::{self, Plain};

/// What a text is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Markup {
    Html,
    Markdown,
    Plain,
    /// Moodle's own: plain, and in HTML where there are tags.
    Auto,
}

impl Markup {
    /// By its name in a file.
    pub(super) fn named(name: &str) -> Option<Self> {
        match name.trim() {
            "html" => Some(Self::Html),
            "markdown" => Some(Self::Markdown),
            "plain" | "plain_text" => Some(Self::Plain),
            "moodle" | "moodle_auto_format" => Some(Self::Auto),
            _ => None,
        }
    }

    /// What a text says.
    pub(super) fn read(self, text: &str) -> Plain {
        match self {
            Self::Html => html::plain(text),
            Self::Auto if has_tags(text) => html::plain(&lines_kept(text)),
            _ => Plain::of(text),
        }
    }
}

/// Tags that nobody writes into a plain text by chance.
const TAGS: [&str; 18] = [
    "<p>",
    "<p ",
    "</p>",
    "<br>",
    "<br/>",
    "<br />",
    "</b>",
    "</i>",
    "</u>",
    "</em>",
    "</strong>",
    "</sub>",
    "</sup>",
    "</span>",
    "</div>",
    "</code>",
    "</li>",
    "<img ",
];

fn has_tags(text: &str) -> bool {
    text.contains('<') && TAGS.iter().any(|tag| text.contains(tag))
}

/// In Moodle's own format line breaks count.
fn lines_kept(text: &str) -> Cow<'_, str> {
    if text.contains('\n') { text.replace('\n', "<br>").into() } else { text.into() }
}
