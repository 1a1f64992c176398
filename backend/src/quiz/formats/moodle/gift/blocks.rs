//! Where a question begins and ends in a file: at blank lines, unless braces are open over them.

use super::scan;

/// Lines that belong together, without comments and space around them.
pub(super) struct Block {
    pub(super) text: String,
    /// Where each line begins in the text, and its number in the file.
    lines: Vec<(usize, usize)>,
    /// Whether a blank line stood between its braces.
    pub(super) torn: bool,
}

impl Block {
    /// The number of the line that has this place.
    pub(super) fn line(&self, at: usize) -> usize {
        let after = self.lines.partition_point(|(start, _)| *start <= at);
        after.checked_sub(1).and_then(|i| self.lines.get(i)).map_or(1, |(_, line)| *line)
    }
}

/// Lines between two blank ones: a file can have millions.
struct Part {
    start: u32,
    end: u32,
    /// The number of its first line.
    line: u32,
    /// What its first brace is; a part that begins as questions do is as if it opened one.
    first: Option<u8>,
    /// Whether its last brace is an open one; `None`: it has none.
    open: Option<bool>,
}

impl Part {
    fn new(start: usize, line: usize, text: &str) -> Self {
        let anew = text.starts_with("::") || text.starts_with('$');
        let (start, line) = (small(start), small(line));
        Self { start, end: start, line, first: anew.then_some(b'{'), open: None }
    }

    fn push(&mut self, end: usize, text: &str) {
        self.end = small(end);
        let mut rest = text;
        while let Some((at, sign)) = scan::find(rest, b"{}") {
            self.first.get_or_insert(sign);
            self.open = Some(sign == b'{');
            rest = &rest[at + 1..];
        }
    }
}

/// Files have less than 4 GiB.
fn small(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}

fn is_comment(line: &str) -> bool {
    line.starts_with("//")
}

fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut part: Option<Part> = None;
    let mut start = 0;
    for (i, line) in text.split('\n').enumerate() {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            parts.extend(part.take());
        } else if !is_comment(trimmed) {
            part.get_or_insert_with(|| Part::new(start, i + 1, trimmed))
                .push(start + line.len(), trimmed);
        }
        start += line.len() + 1;
    }
    parts.extend(part);
    // What the next brace is, from each part on.
    let mut next = None;
    for part in parts.iter_mut().rev() {
        next = part.first.or(next);
        part.first = next;
    }
    parts
}

/// The blocks of a file.
pub(super) fn blocks(text: &str) -> impl Iterator<Item = Block> {
    let mut parts = parts(text).into_iter().peekable();
    std::iter::from_fn(move || {
        let Part { start, mut end, line, open, .. } = parts.next()?;
        let (mut open, mut torn) = (open == Some(true), false);
        // What blank lines between braces tore apart.
        while open && let Some(part) = parts.next_if(|next| next.first == Some(b'}')) {
            (end, torn) = (part.end, true);
            open = part.open.unwrap_or(open);
        }
        Some(block(text, start as usize..end as usize, line as usize, torn))
    })
}

fn block(text: &str, place: std::ops::Range<usize>, first: usize, torn: bool) -> Block {
    let mut block = Block { text: String::new(), lines: Vec::new(), torn };
    for (i, line) in text.get(place).unwrap_or_default().split('\n').enumerate() {
        let line = line.trim();
        if line.is_empty() || is_comment(line) {
            continue;
        }
        if !block.lines.is_empty() {
            block.text.push('\n');
        }
        block.lines.push((block.text.len(), first + i));
        block.text.push_str(line);
    }
    block
}
