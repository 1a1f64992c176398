//! The hash chain of a book: computed again, row by row.
//!
//! Entries come in the order of kind and item, so those of one link come in the order in which
//! they are hashed, and many links may be under way at a time. A link's state goes as soon as it
//! has all its rows.

use std::collections::HashMap;

use super::report::{Invariant, Report};
use crate::ledger::{Chain, FIRST};

/// Missing links that are named one by one; a larger hole is not filled with them.
const HOLE: i64 = 1000;

/// A link as it stands.
struct Link {
    hash: [u8; 32],
    entries: i64,
}

/// A link of which some rows have come.
struct Open {
    chain: Option<Chain>,
    rows: i64,
}

/// The chain of one book.
#[derive(Default)]
pub(super) struct ChainCheck {
    links: Vec<Option<Link>>,
    open: HashMap<i64, Open>,
    head: Option<(i64, String)>,
}

fn row(link: i64) -> String {
    format!("links {link}")
}

impl ChainCheck {
    /// How many links it has.
    pub(super) fn len(&self) -> usize {
        self.links.len()
    }

    /// Whether there is a row of the chain's end.
    pub(super) fn has_head(&self) -> bool {
        self.head.is_some()
    }

    fn newest(&self) -> i64 {
        i64::try_from(self.links.len()).unwrap_or(i64::MAX)
    }

    /// Takes the next row of links: `link hash entries`.
    pub(super) fn link(&mut self, book: &str, text: &str, report: &mut Report) {
        let mut wrong = |row: String, message: String| {
            report.violation(Invariant::I8, Some(book), row, message);
        };
        let mut columns = text.split(' ');
        let (link, hash, entries) = (columns.next(), columns.next(), columns.next());
        let link = link.and_then(|link| link.parse::<i64>().ok());
        let entries = entries.and_then(|entries| entries.parse::<i64>().ok());
        let (Some(link), Some(hash), Some(entries)) = (link, hash, entries) else {
            wrong(format!("links {text}"), "cannot be read".to_owned());
            return;
        };
        let next = self.newest() + 1;
        if link < next || link - next > HOLE {
            wrong(row(link), format!("is not the next link: {next} is"));
            return;
        }
        for missing in next..link {
            wrong(row(missing), "is missing".to_owned());
            self.links.push(None);
        }
        let mut bytes = [0; 32];
        let lower = hash.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        if !lower || hex::decode_to_slice(hash, &mut bytes).is_err() {
            wrong(row(link), format!("its hash is {hash}, expected 64 hex digits"));
        }
        if entries < 1 {
            wrong(row(link), format!("has {entries} entries, expected 1 at least"));
        }
        self.links.push(Some(Link { hash: bytes, entries }));
    }

    /// Takes the row of the chain's end: `link hash`.
    pub(super) fn head(&mut self, text: &str) {
        let (link, hash) = text.split_once(' ').unwrap_or((text, ""));
        self.head = Some((link.parse().unwrap_or(-1), hash.to_owned()));
    }

    fn stored(&self, link: i64) -> Option<&Link> {
        let place = usize::try_from(link.checked_sub(1)?).ok()?;
        self.links.get(place)?.as_ref()
    }

    /// Takes the next entry: its link, and its line. `false`: no link has that number.
    pub(super) fn entry(&mut self, book: &str, link: i64, line: &str, report: &mut Report) -> bool {
        let Some(stored) = self.stored(link) else {
            return false;
        };
        let expected = stored.entries;
        let before = if link == 1 {
            Some(FIRST.to_owned())
        } else {
            self.stored(link - 1).map(|before| hex::encode(before.hash))
        };
        let open = self.open.entry(link).or_insert_with(|| Open {
            // Without the link before, this one cannot be computed; that hole was reported.
            chain: before.map(|before| Chain::begin(book, link, &before)),
            rows: 0,
        });
        open.rows += 1;
        if let Some(chain) = &mut open.chain {
            chain.add_line(line);
        }
        if open.rows == expected {
            let chain = open.chain.take();
            self.open.remove(&link);
            self.end(book, link, chain, report);
        }
        true
    }

    fn end(&mut self, book: &str, link: i64, chain: Option<Chain>, report: &mut Report) {
        let place = usize::try_from(link - 1).ok().and_then(|place| self.links.get_mut(place));
        let Some(Some(stored)) = place else { return };
        if let Some(found) = chain.map(Chain::end) {
            let stored = hex::encode(stored.hash);
            if found != stored {
                let message = format!("its entries have the hash {found}, it says {stored}");
                report.violation(Invariant::I8, Some(book), row(link), message);
            }
        }
        // Whatever else says that it belongs to this link is one row too many.
        stored.entries = i64::MIN;
    }

    /// Says what is missing after the last row.
    pub(super) fn finish(&mut self, book: &str, report: &mut Report) {
        let mut wrong = |row: String, message: String| {
            report.violation(Invariant::I8, Some(book), row, message);
        };
        for (link, stored) in (1..).zip(&self.links) {
            let Some(stored) = stored else { continue };
            let rows = self.open.get(&link).map_or(0, |open| open.rows);
            match stored.entries {
                i64::MIN if rows == 0 => {}
                i64::MIN => wrong(row(link), format!("has {rows} entries more than it says")),
                expected if expected > 0 => {
                    wrong(row(link), format!("has {rows} entries, it says {expected}"));
                }
                _ => {}
            }
        }
        let newest = self.newest();
        match &self.head {
            None => wrong("books".to_owned(), "the book's row is missing".to_owned()),
            Some((link, _)) if *link != newest => {
                wrong("books".to_owned(), format!("the newest link is {newest}, it says {link}"));
            }
            Some((_, hash)) => {
                let stored = self.links.last().and_then(Option::as_ref);
                let expected = stored.map_or_else(String::new, |link| hex::encode(link.hash));
                if *hash != expected {
                    let message = format!("the newest hash is {expected}, it says {hash}");
                    wrong("books".to_owned(), message);
                }
            }
        }
    }

    /// The newest hash, as it stands.
    pub(super) fn newest_hash(&self) -> Option<String> {
        self.links.last()?.as_ref().map(|link| hex::encode(link.hash))
    }
}
