//! Open Trivia DB (`correct_answer`, `incorrect_answers`, in one of its encodings) and
//! the-trivia-api (`correctAnswer`, `incorrectAnswers`).
//!
//! Right and wrong answers stand apart there. Choices come sorted, so that their order says nothing.

use std::borrow::Cow;

use quizrain_shared::api::{BrokenList, TriviaRefusal};
use quizrain_shared::question::Question;

use super::entry::{Entry, all};
use crate::quiz::formats::collected::Collected;
use crate::quiz::formats::content::Text;
use crate::quiz::formats::problem::{At, Problem};
use crate::quiz::formats::tree::Node;
use crate::quiz::formats::{Reading, choice, html, title};

/// The list of questions.
fn list(root: &Node) -> Option<&[Node]> {
    match root {
        Node::List(list) => Some(list),
        root => root.any(&["results", "questions"])?.as_list(),
    }
}

fn any_has(root: &Node, key: &str) -> bool {
    list(root).is_some_and(|list| list.iter().any(|entry| entry.get(key).is_some()))
}

pub(super) fn is_open(root: &Node) -> bool {
    root.get("response_code").is_some() || any_has(root, "incorrect_answers")
}

pub(super) fn is_the_api(root: &Node) -> bool {
    any_has(root, "incorrectAnswers")
}

/// What the service says instead of questions (its documentation, response codes).
fn refusal(code: i64) -> Option<TriviaRefusal> {
    Some(match code {
        0 => return None,
        1 => TriviaRefusal::TooFew,
        2 => TriviaRefusal::NoSuchThing,
        3 => TriviaRefusal::UnknownSession,
        4 => TriviaRefusal::AllSeen,
        5 => TriviaRefusal::TooOften,
        _ => TriviaRefusal::Unknown,
    })
}

pub(super) fn open(root: &Node, text: &Text<'_>) -> Reading {
    if let Some(Node::Whole(code)) = root.get("response_code")
        && let Some(why) = refusal(*code)
    {
        return Err(vec![Problem::known(At::File, BrokenList::Refused(why))]);
    }
    let list = list(root).unwrap_or_default();
    let encoding = Encoding::of(list);
    read(list, text, |entry, key| {
        let value = entry.node.get(key).ok_or_else(|| missing(entry, key))?;
        let texts = match value {
            Node::List(list) => list.iter().map(Node::written).collect::<Option<Vec<String>>>(),
            one => one.written().map(|one| vec![one]),
        };
        let wrong = || entry.known(BrokenList::Value(key.to_owned(), value.kind()));
        let texts = texts.ok_or_else(wrong)?;
        texts
            .iter()
            .map(|text| {
                let text = encoding.decode(text);
                text.ok_or_else(|| entry.known(BrokenList::Encoding(key.to_owned())))
            })
            .collect()
    })
}

fn missing(entry: &Entry<'_>, key: &str) -> Problem {
    entry.known(BrokenList::Missing(key.to_owned()))
}

pub(super) fn the_api(root: &Node, text: &Text<'_>) -> Reading {
    read(list(root).unwrap_or_default(), text, |entry, key| {
        let key = match key {
            "correct_answer" => "correctAnswer",
            "incorrect_answers" => "incorrectAnswers",
            key => key,
        };
        let value = entry.node.get(key).ok_or_else(|| missing(entry, key))?;
        // The second version has the question's text one level deeper.
        let value = value.get("text").unwrap_or(value);
        match value {
            Node::Text(text) => Ok(vec![text.to_string()]),
            value => entry.choices(value),
        }
    })
}

/// Reads questions whose values are found so.
fn read(
    list: &[Node],
    text: &Text<'_>,
    value: impl Fn(&Entry<'_>, &str) -> Result<Vec<String>, Problem>,
) -> Reading {
    let mut collected = Collected::default();
    for entry in all(list) {
        match question(&entry, &value) {
            Ok(question) => entry.take(&mut collected, question),
            Err(problem) => collected.skip(problem),
        }
    }
    collected.quiz(title(text.name))
}

fn question(
    entry: &Entry<'_>,
    value: &impl Fn(&Entry<'_>, &str) -> Result<Vec<String>, Problem>,
) -> Result<Question, Problem> {
    let line = |texts: Vec<String>| texts.iter().map(|it| choice::line(it)).collect::<Vec<_>>();
    let text = value(entry, "question")?.join("\n");
    let right = line(value(entry, "correct_answer")?);
    let wrong = line(value(entry, "incorrect_answers")?);
    Ok(Question::new(choice::lines(&text), choice::sorted(&right, &wrong)))
}

/// How the service wrote its texts.
#[derive(Clone, Copy)]
enum Encoding {
    Html,
    Url,
    Base64,
}

impl Encoding {
    /// The types of questions are always the same two words, or those encoded.
    fn of(list: &[Node]) -> Self {
        let kinds = || list.iter().filter_map(|entry| entry.get("type")?.as_text());
        if kinds().any(|kind| kind == "bXVsdGlwbGU=" || kind == "Ym9vbGVhbg==") {
            return Self::Base64;
        }
        // Encoded texts have no spaces.
        let mut texts = list.iter().filter_map(|entry| entry.get("question")?.as_text()).peekable();
        let some = texts.peek().is_some();
        let (spaces, percent) = texts.fold((false, false), |(spaces, percent), text| {
            (spaces || text.contains(' '), percent || text.contains("%20"))
        });
        if some && percent && !spaces { Self::Url } else { Self::Html }
    }

    fn decode(self, text: &str) -> Option<String> {
        match self {
            Self::Html => Some(html::unescape(text).into_owned()),
            Self::Url => percent_decoded(text).map(Cow::into_owned),
            Self::Base64 => String::from_utf8(base64_decoded(text.trim_end_matches('='))?).ok(),
        }
    }
}

/// RFC 3986.
fn percent_decoded(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('%') {
        return Some(Cow::Borrowed(text));
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digit = |byte: u8| char::from(byte).to_digit(16);
                let (high, low) = (digit(rest.next()?)?, digit(rest.next()?)?);
                u8::try_from(high * 16 + low).ok()?
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

/// RFC 4648, without its padding.
fn base64_decoded(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    let (mut bits, mut count) = (0_u32, 0);
    for byte in text.bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(value)) & 0xffff;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Some(bytes)
}
