//! Character references.

use std::borrow::Cow;

use quick_xml::escape::resolve_html5_entity;

/// Longest name of a character reference, `&CounterClockwiseContourIntegral;`.
const MAX_ENTITY_BYTES: usize = 32;

/// The character references of a text, resolved; what is none stays.
pub(in super::super) fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.bytes().take(MAX_ENTITY_BYTES + 2).position(|byte| byte == b';');
        let Some((name, end)) = end.and_then(|end| Some((rest.get(1..end)?, end))) else {
            out.push('&');
            rest = &rest[1..];
            continue;
        };
        match (entity(name), name.strip_prefix('#').and_then(numbered)) {
            (Some(resolved), _) => out.push_str(resolved),
            (None, Some(c)) => out.push(c),
            (None, None) => out.push_str(&rest[..=end]),
        }
        rest = &rest[end + 1..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// A character by its name.
pub(in super::super) fn entity(name: &str) -> Option<&'static str> {
    resolve_html5_entity(name)
}

/// A character by its number, decimal or hexadecimal; 128 to 159 as browsers read them.
fn numbered(number: &str) -> Option<char> {
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => number.parse().ok()?,
    };
    match u8::try_from(code) {
        Ok(byte @ 0x80..=0x9f) => {
            encoding_rs::WINDOWS_1252.decode_without_bom_handling(&[byte]).0.chars().next()
        }
        _ => char::from_u32(code),
    }
}
