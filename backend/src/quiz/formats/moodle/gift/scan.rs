//! The signs of GIFT in a text: those that no backslash stands before.

/// The first of these signs that is not escaped, and where it is.
pub(super) fn find(text: &str, signs: &[u8]) -> Option<(usize, u8)> {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        if std::mem::take(&mut escaped) {
            continue;
        }
        if byte == b'\\' {
            escaped = true;
        } else if signs.contains(&byte) {
            return Some((at, byte));
        }
    }
    None
}

/// Where this sequence of signs begins, none of them escaped.
pub(super) fn find_all(text: &str, signs: &str) -> Option<usize> {
    let first = signs.as_bytes().get(..1)?;
    let mut from = 0;
    while let Some((at, _)) = find(text.get(from..)?, first) {
        let at = from + at;
        if text[at..].starts_with(signs) {
            return Some(at);
        }
        from = at + 1;
    }
    None
}

/// A text without the backslashes of its signs. Others stay: formulas have some.
pub(super) fn unescape(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some(sign @ ('~' | '=' | '#' | '{' | '}' | ':' | '\\')) => out.push(sign),
            Some(other) => out.extend(['\\', other]),
            None => out.push('\\'),
        }
    }
    out
}

/// A text with a backslash before each sign, in one line.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '~' | '=' | '#' | '{' | '}' | ':' | '\\' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}
