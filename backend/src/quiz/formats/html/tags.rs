//! Where tags end, and their attributes.

use std::borrow::Cow;

use super::entities::unescape;

/// Where a tag ends: at the first `>` that is in no value.
pub(super) fn quoted_end(text: &str) -> Option<usize> {
    let mut quote = None;
    let mut after_equals = false;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), byte) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'>') => return Some(at),
            (None, b'"' | b'\'') if after_equals => quote = Some(byte),
            _ => {}
        }
        after_equals = byte == b'=' || (after_equals && byte.is_ascii_whitespace());
    }
    None
}

/// The value of an attribute.
pub(super) fn attribute<'a>(attributes: &'a str, wanted: &str) -> Option<Cow<'a, str>> {
    let mut rest = attributes;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '=' | '/'));
        let (name, after) = rest.split_at(end.unwrap_or(rest.len()));
        if name.is_empty() && !after.starts_with('=') {
            return None;
        }
        let after = after.trim_start();
        let (value, after) = match after.strip_prefix('=').map(str::trim_start) {
            None => ("", after),
            Some(value) => match value.chars().next().filter(|c| matches!(c, '"' | '\'')) {
                Some(quote) => value[1..].split_once(quote).unwrap_or((&value[1..], "")),
                None => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
            },
        };
        if name.eq_ignore_ascii_case(wanted) {
            return Some(unescape(value));
        }
        rest = after;
    }
}
